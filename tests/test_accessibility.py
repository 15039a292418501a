"""The 43 points that a blind player, a child and a low-vision player must find true, each with what shows it.

`SHOWN` names the tests of each point; those that had none follow here.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.tables import NAMES, box, conversation, put
from narrator.data import data_folders
from narrator.games import games
from narrator.games.cat_dice.dice import kept, thrown
from narrator.host.plan import Plan, Privacy
from narrator.keep.journal import Journal
from narrator.play import Seat
from narrator.talk.conversation import Conversation
from narrator.tell.lines import Lines, Verbosity, line
from narrator.understand.grammar import load_grammar
from narrator.understand.understanding import tidy, trimmed, without_stammer
from tests.talk.table import answer_to, hear

HERE = Path(__file__).parent
THREE = tuple(Seat(name, 7 + number) for number, name in enumerate(NAMES[:3]))
ALOUD = Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed")

SHOWN: dict[int, str | tuple[str, ...]] = {
    1: "talk/test_every_host.py::test_every_public_event_has_a_line",
    2: "test_accessibility.py::test_repeat_after_something_else_brings_the_question_too",
    3: "voices/test_speaking_queue.py::test_it_is_silent_within_a_tenth_of_a_second_after_stop",
    4: "test_accessibility.py::test_before_that_goes_back_step_by_step_as_far_as_it_goes",
    5: "voices/test_spoken.py::test_manner_changes_the_rate_of_the_next_words_and_the_volume_at_once",
    6: "talk/test_every_host.py::test_the_brief_way_of_speaking_is_shorter",
    7: "test_session.py::test_trouble_is_not_lost_when_somebody_interrupts",
    8: "test_accessibility.py::test_the_position_comes_last",
    9: "test_accessibility.py::test_in_the_booth_nobody_is_spoken_of_as_of_somebody_else",
    10: "voices/test_spoken.py::test_cues_can_be_switched_off",
    11: "voices/test_cues.py::test_no_two_cues_sound_alike",
    12: (
        "test_session.py::test_who_is_asked_next_hears_a_sound_and_so_does_whoever_was_heard",
        "voices/test_spoken.py::test_what_is_private_goes_to_the_booth_and_music_to_the_room",
        "voices/test_studio.py::test_what_somebody_waits_for_comes_in_parts_and_is_kept_whole",
        "test_session.py::test_however_long_nobody_speaks_a_soft_sound_is_all_that_happens",
    ),
    13: (
        "voices/test_cues.py::test_a_cue_is_short_and_softer_than_the_voice",
        "voices/test_spoken.py::test_cues_can_be_switched_off",
        "test_session.py::test_however_long_nobody_speaks_a_soft_sound_is_all_that_happens",
    ),
    14: "test_session.py::test_a_name_that_the_ear_does_not_know_is_learned_and_called_in_its_own_voice",
    15: "voices/test_screen.py::test_lines_fit_the_screen_and_are_never_too_long_to_follow",
    16: (
        "test_accessibility.py::test_nothing_is_said_twice",
        "talk/test_taken_wrong.py::test_a_change_before_the_first_move_does_not_read_again_what_still_holds",
        "test_session.py::test_repeat_while_it_reads_starts_at_the_sentence",
    ),
    17: "test_session.py::test_a_typed_answer_interrupts_even_the_story",
    18: "test_session.py::test_a_keyboard_that_is_gone_does_not_end_the_evening_of_those_who_speak",
    19: "test_accessibility.py::test_a_word_is_enough",
    20: "test_accessibility.py::test_every_phrase_in_a_prompt_is_understood",
    21: "talk/test_conversation.py::test_side_talk_changes_nothing",
    22: (
        "test_session.py::test_however_long_nobody_speaks_a_soft_sound_is_all_that_happens",
        "talk/test_conversation.py::test_a_pause_holds_everything_until_somebody_goes_on",
    ),
    23: "ears/test_vosk.py::test_a_pause_inside_a_phrase_does_not_cut_it",
    24: "test_accessibility.py::test_fillers_and_restarts_are_tolerated",
    25: "test_session.py::test_side_talk_is_ignored_and_trying_is_helped_once",
    26: (
        "test_session.py::test_the_same_answer_twice_in_a_breath_counts_once",
        "test_session.py::test_it_never_takes_its_own_words_for_a_command",
    ),
    27: "test_accessibility.py::test_while_all_choose_my_cards_asks_whose",
    28: "talk/test_conversation.py::test_a_refusal_names_the_attempt_the_reason_and_the_way_out",
    29: (
        "test_session.py::test_doubt_asks_and_moves_nothing",
        "test_session.py::test_what_dictation_wrote_down_is_asked_back_and_side_talk_is_not",
    ),
    30: "talk/test_taken_wrong.py::test_the_third_time_the_narrator_offers_to_choose",
    31: "talk/test_playthroughs.py::test_no_repair_line_comes_twice_in_a_row",
    32: "talk/test_taken_wrong.py::test_a_no_or_a_name_corrects_the_last_answer",
    33: "talk/test_taken_wrong.py::test_what_throws_away_more_than_one_answer_is_asked_back",
    34: "talk/test_every_host.py::test_in_every_game_what_is_said_proposed_asked_and_repaired_is_right",
    35: "talk/test_every_host.py::test_in_every_game_what_is_said_proposed_asked_and_repaired_is_right",
    36: "talk/test_conversation.py::test_a_game_starts_in_two_steps",
    37: "test_accessibility.py::test_coming_back_takes_no_more_than_a_breath_or_two",
    38: "test_accessibility.py::test_no_question_offers_more_than_three_things_to_say",
    39: "talk/test_secrets.py::test_whatever_the_room_asks_it_hears_of_no_card_in_a_hand",
    40: "talk/test_secrets.py::test_another_card_in_a_hidden_place_changes_nothing_the_room_hears",
    41: (
        "commands/test_play.py::test_after_a_kill_the_game_goes_on_with_a_recap_and_the_same_cards",
        "talk/test_pending.py::test_a_game_that_is_cut_at_every_half_answer_goes_on_at_the_same_question",
        "keep/test_table.py::test_every_game_resumes_at_the_same_place_and_can_take_back_the_same",
    ),
    42: "talk/test_conversation.py::test_somebody_leaves_after_a_yes_and_somebody_joins",
    43: "test_accessibility.py::test_say_less_is_for_the_one_who_said_it",
}


@pytest.mark.parametrize("point", range(1, 44))
def test_each_point_has_a_test_that_shows_it(point: int) -> None:
    shown = SHOWN[point]
    for each in (shown,) if isinstance(shown, str) else shown:
        file, name = each.split("::")
        assert re.search(rf"^def {name}\(", (HERE / file).read_text("utf-8"), re.MULTILINE), each


@pytest.fixture
def aloud() -> Iterator[Conversation]:
    with conversation(ALOUD) as talk:
        talk.open()
        yield talk


# --- output ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before", ["the unicorn of the north", "what are the scores", "whose turn is it", "number forty"]
)
def test_repeat_after_something_else_brings_the_question_too(aloud: Conversation, before: str) -> None:
    last = hear(aloud, before)
    again = hear(aloud, "repeat")
    assert again[: len(last)] == last
    assert "Lily" in again[-1]
    assert again[-1].endswith("?")


def test_before_that_goes_back_step_by_step_as_far_as_it_goes(aloud: Conversation) -> None:
    said = [
        answer_to(aloud, words) for words in ("whose turn is it", "what are the scores", "help", "what is the role")
    ]
    for expected in reversed(said[:-1]):
        assert answer_to(aloud, "before that") == expected
    answer_to(aloud, "before that")  # how the evening began
    for _ in range(2):
        assert answer_to(aloud, "before that") in ("That was the beginning.", "There's nothing before that.")


def test_the_position_comes_last() -> None:
    lines = Lines("en", "storytellers")
    told = lines.say(line("on-symbol", card="the stork", picture="a stork on one leg", symbol=2, count=4))
    assert told.rstrip(".").endswith(("two of four", "two"))


def test_in_the_booth_nobody_is_spoken_of_as_of_somebody_else() -> None:
    plan = Plan("storytellers", "basic", THREE, privacy=Privacy.BOOTH, seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        for _ in range(60):
            booth = talk.dialogue.moment.now.booth
            owners = talk.dialogue.table.state.owners
            mine = next((each for each, seat in owners.items() if booth and seat == booth.seat), None)
            if mine and not booth.place.hand:
                put(talk, f"#{mine}")
                put(talk, f"#{mine}")
                whispers = [said.text for said in put(talk, f"#{mine}") if said.to]
                assert any("your own" in text for text in whispers)
                assert not any(f"{booth.seat}'s" in text for text in whispers)
                return
            put(talk, "#1")
    raise AssertionError("nobody voted in the booth")


def test_say_less_is_for_the_one_who_said_it(aloud: Conversation) -> None:
    answer_to(aloud, "say less")
    assert aloud.manner.verbosity is Verbosity.BRIEF
    answer_to(aloud, "one")
    assert aloud.topic.asked == "Nick"
    assert aloud.manner.verbosity is Verbosity.FULL
    answer_to(aloud, "undo")
    assert aloud.topic.asked == "Lily"
    assert aloud.manner.verbosity is Verbosity.BRIEF


ASKED_FOR = re.compile(r"what|which|who|repeat|again|before|read|tell|more|help|cards|go on|story|page|role")
"""Whoever says this wants to hear something, and perhaps once more."""
A_PAGE = 25
"""Words of a line that nobody wants to hear twice."""


@pytest.mark.parametrize("game", ["storytellers", "storyline", "odyssey", "cat_dice", "dixit"])
def test_nothing_is_said_twice(game: str) -> None:
    """In whole games, word for word: no sentence twice in one answer, and no page of a story twice unasked."""
    for file in sorted((HERE / "playthroughs" / game).glob("*.txt")):
        heard, answer, pages = "", set(), set()
        for written in file.read_text("utf-8").splitlines():
            kind, _, words = written.partition(": ")
            if kind in ("heard", "keyed"):
                heard, answer = words, set()
            elif kind == "said" and len(words.split()) > 3:
                assert words not in answer, (file.name, heard, words)
                answer.add(words)
                if len(words.split()) >= A_PAGE and game.startswith("story") and not ASKED_FOR.search(heard):
                    assert words not in pages, (file.name, heard, words)
                    pages.add(words)


# --- input -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["three", "the third", "number three", "3"])
def test_a_word_is_enough(aloud: Conversation, words: str) -> None:
    card = aloud.dialogue.table.state.hands["Lily"][2]
    answer_to(aloud, words)
    assert aloud.dialogue.table.state.laid["Lily"] == (card,)


@pytest.mark.parametrize(
    "words", ["um… three, no, two", "I take, I take number two", "uh, two please", "three. I mean two"]
)
def test_fillers_and_restarts_are_tolerated(aloud: Conversation, words: str) -> None:
    card = aloud.dialogue.table.state.hands["Lily"][1]
    answer_to(aloud, words)
    assert aloud.dialogue.table.state.laid["Lily"] == (card,)


def prompts() -> Iterator[tuple[str, str]]:
    """Every phrase that a line proposes, with the game it belongs to; names and places are filled in later."""
    for folder in data_folders("content"):
        for file in sorted((folder / "en" / "lines").glob("*.ftl")):
            if file.stem in {*games(), "common", "recollect"}:
                spoken = re.sub(r"^#.*$", "", file.read_text("utf-8"), flags=re.MULTILINE)
                for phrase in re.findall(r"“([^“”]+)”", spoken):
                    if "$" not in phrase:
                        yield file.stem, phrase


NAMES_IN_LINES = ("lily", "nick", "julie")
FREE_ANSWERS = {"Lily six, Nick eight", "Lily and Nick"}
"""Names are no phrase of a grammar; they are tried at the start of every evening."""


def test_every_phrase_in_a_prompt_is_understood() -> None:
    """Read out of the lines: whatever is proposed anywhere fits the grammar of its game as a whole."""
    with conversation(ALOUD) as talk:
        talk.open()
        lists = {**talk.dialogue.house.plan_lists, "player": [(name, name) for name in NAMES_IN_LINES]}
    misunderstood = []
    for game, phrase in sorted(set(prompts()) - {("common", each) for each in FREE_ANSWERS}):
        grammars = [load_grammar("en", game)] if game in games() else [load_grammar("en", each) for each in games()]
        if game == "recollect":
            grammars = [load_grammar("en", "recollect")]
        known = {**lists, **things_named(game)}
        dice = game == "cat_dice" and (kept(tidy(phrase), (1, 2, 3, 4, 6)) or thrown(tidy(phrase), ()))
        if not dice and not any(fits(phrase, grammar, known) for grammar in grammars):
            misunderstood.append((game, phrase))
    assert misunderstood == []


def things_named(game: str) -> dict[str, list[tuple[str, str]]]:
    """What the examples in the lines may name."""
    whole = box()
    cards = [character.name for character in whole.characters] + [
        card.name for row in whole.cards.values() for card in row
    ]
    titles = [dream.title.casefold().removeprefix("the ") for dream in whole.all_dreams]
    ways = [way.way for story in whole.stories.values() for each in story.ids for way in story.card(each).fork]
    tokens = ["the bear trap", "bear trap", "the crown", "crown"]
    categories = ["fat cat", "nine lives", "twos", "fives", "sixes", "three of a kind", "small hairball"]
    return {
        "card": [(name, name) for name in (*cards, *titles)],
        "way": [(name, name) for name in (*ways, "let the book decide")],
        "token": [(name, name) for name in tokens],
        "winner": [(name, name) for name in NAMES_IN_LINES],
        "category": [(name, name) for name in categories],
    }


def fits(phrase: str, grammar, lists) -> bool:
    plain = tidy(phrase)
    return any(
        grammar.readings(words, grammar.names, lists)
        for words in {plain, trimmed(plain, grammar), without_stammer(plain)}
    )


def test_while_all_choose_my_cards_asks_whose() -> None:
    plan = Plan("storytellers", "basic", THREE, privacy=Privacy.TOKENS, seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        while talk.dialogue.moment.now.waiting:
            talk.hear("ready")
        assert "Whose cards" in answer_to(talk, "what are my cards") or "hich player's cards" in answer_to(
            talk, "repeat"
        )


# --- orientation -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(games()))
def test_coming_back_takes_no_more_than_a_breath_or_two(game: str, tmp_path: Path) -> None:
    mode = next(iter(games()[game].MODES))
    seats = tuple(Seat(name, 7) for name in NAMES[: max(3, min(games()[game].MODES[mode]))])
    plan = Plan(game, str(mode), seats, privacy=Privacy.OPEN, seed="a recap")
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        talk = Conversation(journal, box(), plan, practice=False)
        talk.open()
        for words in ("Lily", "one", "the sea at night", "two", "one", "one"):
            talk.hear(words)
        number = talk.dialogue.table.id
        talk.close()
        again = Conversation(journal, box(), practice=False)
        told = [said.text for said in again.resume(number)]
        question = [said.text for said in again.hear("go on")]
        again.close()
    recap = told[: len(told) - len(question)]
    assert sum(len(text.split()) for text in recap) <= 64


@pytest.mark.parametrize("game", [None, *sorted(games())])
def test_no_question_offers_more_than_three_things_to_say(game: str | None) -> None:
    folders = [folder / "en" / "lines" / f"{game or 'common'}.ftl" for folder in data_folders("content")]
    text = next(file for file in folders if file.exists()).read_text("utf-8")
    for entry in re.findall(r"^(?:ask|repair|sure|offer)-[\w-]+ =.*(?:\n[ \t}].*)*", text, re.MULTILINE):
        for wording in re.split(r"\n\s+(?:\.\w+ =|\*?\[\w+\])", entry):
            assert len(re.findall(r"“", wording)) <= 3, wording

"""The 43 accessibility points for blind players, children and players with low vision.

Any test can cover a point (`@pytest.mark.point`); tests that fit in no other file are here.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.core.game import Seat
from narrator.core.paths import data_folders
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.cat_dice.dice import parse_kept, parse_rolled
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.line import Verbosity, line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.understand import tidy, trimmed, without_stammer
from narrator.storage.journal import Journal
from tests.support.conversations import answer_to, hear
from tests.support.tables import NAMES, content, conversation, put

HERE = Path(__file__).parent
THREE = tuple(Seat(name, 7 + number) for number, name in enumerate(NAMES[:3]))
ALOUD = Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed")

POINTS = range(1, 44)
"""The numbers of the points. A test that covers one is marked with `@pytest.mark.point(number)`."""


def test_every_point_is_covered_by_a_test() -> None:
    marks = (
        mark
        for file in HERE.rglob("test_*.py")
        for mark in re.findall(r"^@pytest\.mark\.point\(([\d, ]+)\)", file.read_text("utf-8"), re.MULTILINE)
    )
    assert {int(number) for mark in marks for number in mark.split(",")} == {*POINTS}


@pytest.fixture
def aloud() -> Iterator[Conversation]:
    with conversation(ALOUD) as talk:
        talk.open()
        yield talk


# --- output ----------------------------------------------------------------------------------------


@pytest.mark.point(2)
@pytest.mark.parametrize(
    "before", ["the unicorn of the north", "what are the scores", "whose turn is it", "number forty"]
)
def test_repeat_includes_the_question(aloud: Conversation, before: str) -> None:
    last = hear(aloud, before)
    again = hear(aloud, "repeat")
    assert again[: len(last)] == last
    assert "Lily" in again[-1]
    assert again[-1].endswith("?")


@pytest.mark.point(4)
def test_before_that_goes_back_step_by_step(aloud: Conversation) -> None:
    said = [
        answer_to(aloud, words) for words in ("whose turn is it", "what are the scores", "help", "what is the role")
    ]
    for expected in reversed(said[:-1]):
        assert answer_to(aloud, "before that") == expected
    answer_to(aloud, "before that")  # the first line of the game
    for _ in range(2):
        assert answer_to(aloud, "before that") in ("That was the beginning.", "There's nothing before that.")


@pytest.mark.point(8)
def test_position_of_a_card_comes_last() -> None:
    lines = LineRenderer("en", "storytellers")
    told = lines.render(line("on-symbol", card="the stork", picture="a stork on one leg", symbol=2, count=4))
    assert told.rstrip(".").endswith(("two of four", "two"))


@pytest.mark.point(9)
def test_player_in_the_booth_is_addressed_directly() -> None:
    plan = Plan("storytellers", "basic", THREE, privacy=Privacy.BOOTH, seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        for _ in range(60):
            booth = talk.game_topic.now.booth
            owners = talk.game_topic.table.state.owners
            mine = next((each for each, seat in owners.items() if booth and seat == booth.seat), None)
            if mine and not booth.slot.from_hand:
                put(talk, f"#{mine}")
                put(talk, f"#{mine}")
                whispers = [said.text for said in put(talk, f"#{mine}") if said.audience.seat]
                assert any("your own" in text for text in whispers)
                assert not any(f"{booth.seat}'s" in text for text in whispers)
                return
            put(talk, "#1")
    raise AssertionError("no player voted in the booth")


@pytest.mark.point(43)
def test_say_less_applies_to_one_player(aloud: Conversation) -> None:
    answer_to(aloud, "say less")
    assert aloud.preferences.verbosity is Verbosity.BRIEF
    answer_to(aloud, "one")
    assert aloud.topic.asked == "Nick"
    assert aloud.preferences.verbosity is Verbosity.FULL
    answer_to(aloud, "undo")
    assert aloud.topic.asked == "Lily"
    assert aloud.preferences.verbosity is Verbosity.BRIEF


REQUEST = re.compile(r"what|which|who|repeat|again|before|read|tell|more|help|cards|go on|story|page|role")
"""Words that ask to hear something, perhaps again."""
PAGE_WORDS = 25
"""Lines with at least this many words should not be repeated unasked."""


@pytest.mark.point(16)
@pytest.mark.parametrize("game", ["storytellers", "storyline", "odyssey", "cat_dice", "dixit"])
def test_no_line_is_repeated_unasked(game: str) -> None:
    """Check whole games for sentences that come twice in one reply, and for pages that are repeated unasked."""
    for file in sorted((HERE / "playthroughs" / game).glob("*.txt")):
        heard, answer, pages = "", set(), set()
        for written in file.read_text("utf-8").splitlines():
            kind, _, words = written.partition(": ")
            if kind in ("heard", "keyed"):
                heard, answer = words, set()
            elif kind == "said" and len(words.split()) > 3:
                assert words not in answer, (file.name, heard, words)
                answer.add(words)
                if len(words.split()) >= PAGE_WORDS and game.startswith("story") and not REQUEST.search(heard):
                    assert words not in pages, (file.name, heard, words)
                    pages.add(words)


# --- input -----------------------------------------------------------------------------------------


@pytest.mark.point(19)
@pytest.mark.parametrize("words", ["three", "the third", "number three", "3"])
def test_one_word_is_enough(aloud: Conversation, words: str) -> None:
    card = aloud.game_topic.table.state.hands["Lily"][2]
    answer_to(aloud, words)
    assert aloud.game_topic.table.state.laid["Lily"] == (card,)


@pytest.mark.point(24)
@pytest.mark.parametrize(
    "words", ["um… three, no, two", "I take, I take number two", "uh, two please", "three. I mean two"]
)
def test_fillers_and_restarts_are_tolerated(aloud: Conversation, words: str) -> None:
    card = aloud.game_topic.table.state.hands["Lily"][1]
    answer_to(aloud, words)
    assert aloud.game_topic.table.state.laid["Lily"] == (card,)


def prompts() -> Iterator[tuple[str, str]]:
    """Yield every phrase that a line suggests, with its game, except phrases with variables."""
    for folder in data_folders("content"):
        for file in sorted((folder / "en" / "lines").glob("*.ftl")):
            if file.stem in {*games(), "common", "recollect"}:
                spoken = re.sub(r"^#.*$", "", file.read_text("utf-8"), flags=re.MULTILINE)
                for phrase in re.findall(r"“([^“”]+)”", spoken):
                    if "$" not in phrase:
                        yield file.stem, phrase


NAMES_IN_LINES = ("lily", "nick", "julie")
FREE_ANSWERS = {"Lily six, Nick eight", "Lily and Nick"}
"""Names are not part of a grammar; other tests cover them."""


@pytest.mark.point(20)
def test_every_phrase_in_a_prompt_is_understood() -> None:
    """Every phrase that a line suggests must fit the grammar of its game."""
    with conversation(ALOUD) as talk:
        talk.open()
        lists = {**talk.game_topic.tables.plan_lists, "player": [(name, name) for name in NAMES_IN_LINES]}
    misunderstood = []
    for game, phrase in sorted(set(prompts()) - {("common", each) for each in FREE_ANSWERS}):
        grammars = [load_grammar("en", game)] if game in games() else [load_grammar("en", each) for each in games()]
        if game == "recollect":
            grammars = [load_grammar("en", "recollect")]
        known = {**lists, **example_names(game)}
        dice = game == "cat_dice" and (parse_kept(tidy(phrase), (1, 2, 3, 4, 6)) or parse_rolled(tidy(phrase), ()))
        if not dice and not any(fits(phrase, grammar, known) for grammar in grammars):
            misunderstood.append((game, phrase))
    assert misunderstood == []


def example_names(game: str) -> dict[str, list[tuple[str, str]]]:
    """Return the names that the examples in the lines may use."""
    whole = content()
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
        grammar.readings(words, grammar.intent_names, lists)
        for words in {plain, trimmed(plain, grammar), without_stammer(plain)}
    )


@pytest.mark.point(27)
def test_my_cards_asks_whose_while_all_choose() -> None:
    plan = Plan("storytellers", "basic", THREE, privacy=Privacy.TOKENS, seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        while talk.game_topic.now.side_question:
            talk.hear("ready")
        assert "Whose cards" in answer_to(talk, "what are my cards") or "hich player's cards" in answer_to(
            talk, "repeat"
        )


# --- orientation -----------------------------------------------------------------------------------


@pytest.mark.point(37)
@pytest.mark.parametrize("game", sorted(games()))
def test_recap_of_a_resumed_game_is_short(game: str, tmp_path: Path) -> None:
    mode = next(iter(games()[game].MODES))
    seats = tuple(Seat(name, 7) for name in NAMES[: max(3, min(games()[game].MODES[mode]))])
    plan = Plan(game, str(mode), seats, privacy=Privacy.OPEN, seed="a recap")
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        talk = Conversation(journal, content(), plan, practice=False)
        talk.open()
        for words in ("Lily", "one", "the sea at night", "two", "one", "one"):
            talk.hear(words)
        number = talk.game_topic.table.id
        talk.close()
        again = Conversation(journal, content(), practice=False)
        told = [said.text for said in again.resume(number)]
        question = [said.text for said in again.hear("go on")]
        again.close()
    recap = told[: len(told) - len(question)]
    assert sum(len(text.split()) for text in recap) <= 64


@pytest.mark.point(38)
@pytest.mark.parametrize("game", [None, *sorted(games())])
def test_no_question_suggests_more_than_three_phrases(game: str | None) -> None:
    folders = [folder / "en" / "lines" / f"{game or 'common'}.ftl" for folder in data_folders("content")]
    text = next(file for file in folders if file.exists()).read_text("utf-8")
    for entry in re.findall(r"^(?:ask|repair|sure|offer)-[\w-]+ =.*(?:\n[ \t}].*)*", text, re.MULTILINE):
        for wording in re.split(r"\n\s+(?:\.\w+ =|\*?\[\w+\])", entry):
            assert len(re.findall(r"“", wording)) <= 3, wording

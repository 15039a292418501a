"""The conversation: starting, repairing, refusing, undoing, pausing, joining and leaving, resuming."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from narrator.core.game import Seat
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.line import Verbosity
from narrator.language.lines.renderer import LineRenderer
from narrator.storage.journal import Journal
from tests.support.tables import content
from tests.support.talk import Talk

THREE = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "narrator.sqlite") as opened:
        yield opened


@pytest.fixture
def basic(journal: Journal) -> Talk:
    """Three players, everything aloud, at the first question."""
    return Talk(journal, Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed"))


def lay_all(talk: Talk) -> None:
    talk.say(*(talk.hand(seat.name)[0] for seat in THREE))


# --- starting --------------------------------------------------------------------------------------


@pytest.mark.point(36)
def test_game_starts_after_two_questions(journal: Journal) -> None:
    talk = Talk(journal)
    assert "What shall we play?" in talk.said
    assert "Who is playing?" in talk.say("Storytellers")
    assert "Here are Lily, Nick, and Julie." in talk.say("Lily and Nick and Julie")
    assert talk.table.name == "storytellers"


@pytest.mark.parametrize(
    ("players", "mode"),
    [("Lily 5, Nick 8, Julie 9", "youngest"), ("Lily 7, Nick 8", "cooperative"), ("Lily 7, Nick 8, Julie 9", "basic")],
)
def test_mode_fits_the_number_of_players(journal: Journal, players: str, mode: str) -> None:
    talk = Talk(journal)
    talk.say("you choose", players)
    assert talk.table.name == "storytellers"
    assert talk.table.state.options.mode == mode


def test_plan_can_be_changed_until_the_first_move(journal: Journal) -> None:
    talk = Talk(journal, Plan("storytellers", None, THREE, seed="a seed"))
    talk.say("cooperative", "yes")
    assert talk.table.state.options.mode == "cooperative"
    talk.say("play the tricky story", "yes")
    assert any(len(ways) == 2 for ways in talk.table.state.options.story.follows.values())
    talk.say("with our own cards", "yes")
    assert talk.table.state.options.cards == "table"
    assert len(journal.games()) == 1


def test_refused_table_is_explained_and_asked_again(journal: Journal) -> None:
    talk = Talk(journal, practice=True)
    talk.say("dixit")
    said = talk.say("Lily and Nick")
    assert "three to six" in said
    assert "Lily and Nick, and who else" in said
    assert "doesn't count" in talk.say("Lily, Nick, Julie")
    talk.say("no")
    assert talk.table.name == "dixit"


@pytest.mark.parametrize("heard", [(), ("Lily, Nick, Julie",), ("Lily, Nick, Julie", "no")])
def test_game_can_be_changed_at_every_step_of_the_start(journal: Journal, heard: tuple[str, ...]) -> None:
    talk = Talk(journal, practice=True)
    talk.say("storytellers", *heard)
    talk.say("no, Dixit", *(("yes",) if heard[1:] else ()))
    talk.say(*(() if heard else ("Lily, Nick, Julie",)), "no")
    assert talk.table.name == "dixit"
    assert len(journal.games()) == 1


@pytest.mark.parametrize("answer", [(), ("no",)])
def test_players_can_join_and_leave_until_the_first_move(journal: Journal, answer: tuple[str, ...]) -> None:
    talk = Talk(journal, practice=True)
    talk.say("storytellers", "Lily, Nick, Julie", *answer)
    talk.say("without Nick", *(("yes",) if answer else ()))
    talk.say("Dylan plays too", *(("yes",) if answer else ()), "no")
    talk.say(f"the {talk.hand('Lily')[0]} too")  # a card is not a newcomer
    assert talk.table.state.names == ("Lily", "Julie", "Dylan")
    assert len(journal.games()) == 1


def test_undo_before_the_first_move_asks_for_the_names_again(journal: Journal) -> None:
    talk = Talk(journal)
    talk.say("storytellers", "Lily nick and Julie", "yes")
    assert talk.table.state.names == ("Lily nick", "Julie")
    assert "Who" in talk.say("undo", "yes")
    talk.say("Lily, Nick, Julie")
    assert talk.table.state.names == ("Lily", "Nick", "Julie")


def test_names_may_come_one_by_one(journal: Journal) -> None:
    talk = Talk(journal)
    assert "two to six" in talk.say("storytellers", "Lily six")
    assert "Lily, and who else" in talk.said
    talk.say("Nick eight")
    assert [(seat.name, seat.age) for seat in talk.table.state.seats] == [("Lily", 6), ("Nick", 8)]


@pytest.mark.parametrize(("words", "asked"), [("me and my brother Nick", "your own"), ("five of us", "names")])
def test_me_and_five_are_not_player_names(journal: Journal, words: str, asked: str) -> None:
    talk = Talk(journal)
    assert asked in talk.say("storytellers", words)
    assert talk.talk.game_topic is None


def test_same_name_twice_is_refused(journal: Journal) -> None:
    talk = Talk(journal)
    said = talk.say("storytellers", "Lily, Lily and Nick")
    assert "Two of you are called Lily." in said
    assert "Nick" not in said.split("Who")[0]


@pytest.mark.parametrize(("wish", "why"), [("in teams", "can't be played that way"), ("with the booth", "no booth")])
@pytest.mark.parametrize("heard", [(), ("Lily, Nick, Julie",)])
def test_impossible_option_is_refused(journal: Journal, heard: tuple[str, ...], wish: str, why: str) -> None:
    talk = Talk(journal)
    talk.say("storytellers", *heard)
    before = talk.talk.game_topic and talk.table.state
    assert why in talk.say(wish)
    assert before == (talk.talk.game_topic and talk.table.state)


def test_mode_of_only_one_game_chooses_that_game(journal: Journal) -> None:
    talk = Talk(journal)
    assert "Dixit Odyssey" in talk.say("let's play in teams")
    talk.say("Lily, Nick, Julie, Dylan, Mia, Tom")
    assert (talk.table.name, talk.table.state.options.mode) == ("odyssey", "teams")


def test_quitting_a_practice_round_does_not_say_saved(journal: Journal) -> None:
    talk = Talk(journal, Plan("storytellers", "basic", THREE, seed="a seed"), practice=True)
    talk.say("yes")
    assert "saved" not in talk.say("I want to stop", "yes").lower()


def test_last_game_can_be_resumed_by_voice(journal: Journal, basic: Talk) -> None:
    basic.say("I want to stop", "yes")
    talk = Talk(journal)
    talk.say("no")
    assert "Welcome back" in talk.say("go on with the last game") or "again" in talk.said
    assert talk.table.id == basic.talk.journal.games()[0].id


def test_scores_and_new_game_work_after_the_game(journal: Journal) -> None:
    talk = Talk(journal, Plan("storytellers", "youngest", THREE[:2], privacy=Privacy.OPEN, seed="a seed"))
    while talk.talk.game_topic:
        phase = talk.table.state.phase
        talk.say(*("one", "no reason") if phase == "choosing" else ("we all want number one",))
    assert "We don't count points" in talk.say("what are the scores")
    assert "over" in talk.say("whose turn is it")
    assert "What shall we play?" in talk.say("new game")


def test_practice_round_is_offered_once_and_leaves_no_trace(journal: Journal) -> None:
    talk = Talk(journal, Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed"), practice=True)
    assert "doesn't count" in talk.said
    talk.say("yes")
    lay_all(talk)
    before = talk.table
    while talk.table is before:
        state = talk.table.state
        free = next(symbol for symbol in state.face_up if state.owners[symbol] != talk.talk.game_topic.asked)
        talk.say(str(free))
    assert "Now let's really play!" in talk.said
    assert [game.moves for game in journal.games()] == [talk.table.count]
    assert "doesn't count" not in Talk(journal, Plan("storytellers", "basic", THREE), practice=True).said


def test_lesson_has_steps_and_can_be_skipped(basic: Talk) -> None:
    assert "I read you a story" in basic.say("how do we play")
    assert "a brave knight" in basic.say("go on")
    assert "Lily" in basic.say("skip")


def test_how_to_play_another_game_describes_that_game(basic: Talk) -> None:
    told = basic.say("how do you play dixit")
    assert "Dixit: dream pictures" in told
    assert "I read you a story" not in told
    assert "Lily" in told  # the question comes back


def test_lesson_works_before_the_game(journal: Journal) -> None:
    talk = Talk(journal)
    assert "dreamy pictures" in talk.say("how do we play Dixit")
    assert "dreamy" not in talk.say("yes")
    assert "Which game" in talk.say("skip") or "What shall we play" in talk.said
    talk.say("how do we play")
    assert "Who is playing?" in talk.say("storytellers")  # an answer ends the lesson


def test_lesson_takes_less_than_a_minute() -> None:
    for name, game in games().items():
        for mode, allowed in game.MODES.items():
            seats = tuple(Seat(f"Player {number}") for number in range(min(allowed)))
            host = host_of(name)
            steps = host.lessons(host.build_options(Plan(name, str(mode), seats), content()))
            words = sum(len(LineRenderer("en", name).render(step).split()) for step in steps)
            assert words < 175, (name, mode, words)


# --- repair ----------------------------------------------------------------------------------------


def test_repair_has_three_steps_without_repetition(basic: Talk) -> None:
    short, choices, numbers, *rest = (basic.say("blah blah blah") for _ in range(9))
    assert "Lily" in short
    hand = basic.hand("Lily")
    assert hand[0] in choices
    assert f"one the {hand[0]}" in numbers
    every = [short, choices, numbers, *rest]
    assert all(one != two for one, two in pairwise(every))


def test_lesson_goes_on_after_yes(basic: Talk) -> None:
    basic.say("how do we play")
    assert "a brave knight" in basic.say("yes")
    assert "Lily" in basic.say("no")


def test_choices_can_be_answered_by_number(basic: Talk) -> None:
    second = basic.hand("Lily")[1]
    basic.say("number two")
    assert basic.table.state.laid["Lily"] == (second,)


def test_suggestion_makes_no_move(basic: Talk) -> None:
    name = max(basic.hand("Lily"), key=len)
    misheard = name[:-1] + "z"
    assert "Yes" in basic.say(misheard)
    assert "Lily" not in basic.table.state.laid
    basic.say("no")
    assert "Lily" not in basic.table.state.laid
    basic.say(misheard, "yes")
    assert basic.table.state.laid["Lily"] == (name,)


@pytest.mark.point(21)
def test_side_talk_changes_nothing(basic: Talk) -> None:
    before = basic.table.state
    basic.say("mom, can I have a biscuit", "the dog is on the sofa again", "nine", "I vote for two")
    assert basic.table.state == before


# --- refusals --------------------------------------------------------------------------------------


@pytest.mark.point(28)
def test_refusal_names_attempt_reason_and_alternative(basic: Talk) -> None:
    lay_all(basic)
    own = next(symbol for symbol, owner in basic.table.state.owners.items() if owner == "Lily")
    said = basic.say(f"I vote for symbol {own}")
    assert re.search(r"^\w+ is Lily's own\. Another one\?", said)
    assert basic.table.state.votes == {}


def test_card_of_another_player_is_refused_by_name(basic: Talk) -> None:
    foreign = next(card.name for card in content().characters if card.name not in basic.hand("Lily"))
    assert foreign in basic.say(f"I pick the {foreign}").lower()
    assert basic.table.state.laid == {}


def test_every_awaited_player_may_answer_by_name(basic: Talk) -> None:
    card = basic.hand("Nick")[0]
    basic.say(f"Nick takes the {card}")
    assert basic.table.state.laid["Nick"] == (card,)
    assert basic.talk.game_topic.asked == "Lily"


# --- taking back -----------------------------------------------------------------------------------


def test_no_four_corrects_the_last_answer(basic: Talk) -> None:
    first, second = basic.hand("Lily")[:2]
    basic.say(first, f"no, the {second}")
    assert basic.table.state.laid == {"Lily": (second,)}
    assert basic.talk.game_topic.asked == "Nick"


def test_no_two_is_not_the_answer_of_the_next_player(basic: Talk) -> None:
    second = basic.hand("Lily")[1]
    assert "Lily's or Nick's" in basic.say("number one", "no, two")
    basic.say("Lily")
    assert basic.table.state.laid == {"Lily": (second,)}


def test_late_correction_is_not_the_next_players_answer(basic: Talk) -> None:
    lay_all(basic)
    foreign = next(symbol for symbol, owner in basic.table.state.owners.items() if owner != "Lily")
    assert "too late to take that back" in basic.say(f"no, {foreign}")
    assert basic.table.state.votes == {}
    basic.say("blah", f"no, {foreign}")  # now it can only be about the question
    assert set(basic.table.state.votes) == {"Lily"}


def test_lead_in_of_a_clue_is_not_the_clue(journal: Journal) -> None:
    talk = Talk(journal, Plan("dixit", "basic", THREE, privacy=Privacy.OPEN, seed="a seed"))
    talk.say("Julie has a clue", "one", "I have a clue")
    assert talk.table.state.clue is None
    assert "in your own words" in talk.say("what can I say")
    talk.say("a rainy Sunday")
    assert talk.table.state.clue.text == "a rainy Sunday"


def test_undo_never_takes_back_a_reveal(basic: Talk) -> None:
    basic.say(basic.hand("Lily")[0])
    assert "Lily" in basic.say("undo")
    assert basic.table.state.laid == {}
    lay_all(basic)
    assert "too late to take that back" in basic.say("undo")
    assert len(basic.table.state.face_up) == 3


# --- at any time -----------------------------------------------------------------------------------


@pytest.mark.point(22)
def test_pause_holds_until_go_on(basic: Talk) -> None:
    before = basic.table.state
    basic.say("pause")
    basic.say(basic.hand("Lily")[0], "blah")
    assert basic.table.state == before
    assert "Lily" in basic.say("go on")


def test_repeat_says_the_same_words_and_earlier_goes_back(basic: Talk) -> None:
    question = basic.said
    assert basic.say("repeat") == question
    helped = basic.say("help")
    assert basic.say("repeat").startswith(helped)  # and the question that is still open
    assert basic.say("before that") in (question, helped)


def test_say_less_is_shorter_and_stored_for_the_players(journal: Journal, basic: Talk) -> None:
    full = len(basic.say("go on"))
    basic.say("say less", "slower")
    assert len(basic.say("go on")) < full
    basic.say("I want to stop", "yes")
    again = Talk(journal, Plan("storytellers", "basic", THREE, seed="another"))
    assert again.talk.preferences.verbosity is Verbosity.BRIEF
    assert again.talk.preferences.rate < 175


@pytest.mark.point(42)
def test_player_leaves_after_a_yes_and_another_joins(journal: Journal) -> None:
    four = (*THREE, Seat("Dylan", 7))
    talk = Talk(journal, Plan("storytellers", "basic", four, privacy=Privacy.OPEN, seed="a seed"))
    assert "Is that right?" in talk.say("Dylan has to go")
    talk.say("no")
    assert "Dylan" in talk.table.state.names
    assert "Goodbye, Dylan" in talk.say("someone leaves", "Dylan", "yes")
    assert "Dylan" not in talk.table.state.names
    assert "Welcome, Mia" in talk.say("a new player", "Mia five")


def test_resumed_game_begins_with_a_recap(journal: Journal, basic: Talk) -> None:
    basic.say(basic.hand("Lily")[0])
    hands = basic.table.state.hands
    title = content().stories[basic.table.state.options.story.name].title
    assert "saved" in basic.say("I want to stop", "yes").lower()
    assert basic.talk.done
    again = Talk(journal)
    assert "a game of Storytellers waiting" in again.said
    recap = again.say("yes")
    assert title in recap
    assert "page two" in recap
    assert "Nick" in recap
    assert again.table.state.hands == hands

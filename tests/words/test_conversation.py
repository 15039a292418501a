"""How the narrator behaves: starting, repairing, refusing, taking back, pausing, coming and going, coming back."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from narrator.games import games
from narrator.keep.journal import Journal
from narrator.play import Seat
from narrator.words.conversation import Conversation
from narrator.words.hosts import host_of
from narrator.words.lines import Lines, Verbosity
from narrator.words.plan import Plan, Privacy
from tests.words.table import box

THREE = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "narrator.sqlite") as opened:
        yield opened


class Talk:
    """A conversation in a test's hands; `said` is the last answer in the room as one text."""

    def __init__(self, journal: Journal, plan: Plan | None = None, **options: bool) -> None:
        self.talk = Conversation(journal, box(), plan, **{"practice": False, **options})
        self.said = ""
        self.whispered = ""
        self._hear(self.talk.open())

    def say(self, *texts: str) -> str:
        for text in texts:
            self._hear(self.talk.key(text[1:]) if text.startswith("#") else self.talk.hear(text))
        return self.said

    def _hear(self, answer: tuple) -> None:
        self.said = " ".join(line.text for line in answer if line.to is None)
        self.whispered = " ".join(line.text for line in answer if line.to is not None)

    @property
    def table(self):
        return self.talk.dialogue.table

    def hand(self, seat: str) -> list[str]:
        return list(self.table.state.hands[seat])


@pytest.fixture
def basic(journal: Journal) -> Talk:
    """Three players, everything aloud, at the first question."""
    return Talk(journal, Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed"))


def lay_all(talk: Talk) -> None:
    talk.say(*(talk.hand(seat.name)[0] for seat in THREE))


# --- starting --------------------------------------------------------------------------------------


def test_a_game_starts_in_two_steps(journal: Journal) -> None:
    talk = Talk(journal)
    assert "What shall we play?" in talk.said
    assert "Who is playing?" in talk.say("Storytellers")
    assert "Lily, Nick, and Julie are at the table." in talk.say("Lily and Nick and Julie")
    assert talk.table.name == "storytellers"


@pytest.mark.parametrize(
    ("players", "mode"),
    [("Lily 5, Nick 8, Julie 9", "youngest"), ("Lily 7, Nick 8", "cooperative"), ("Lily 7, Nick 8, Julie 9", "basic")],
)
def test_the_mode_fits_the_table(journal: Journal, players: str, mode: str) -> None:
    talk = Talk(journal)
    talk.say("you choose", players)
    assert talk.table.name == "storytellers"
    assert talk.table.state.options.mode == mode


def test_until_the_first_move_the_plan_can_be_changed_by_voice(journal: Journal) -> None:
    talk = Talk(journal, Plan("storytellers", None, THREE, seed="a seed"))
    talk.say("cooperative")
    assert talk.table.state.options.mode == "cooperative"
    talk.say("play the tricky story")
    assert any(len(ways) == 2 for ways in talk.table.state.options.story.follows.values())
    talk.say("with our own cards")
    assert talk.table.state.options.cards == "table"
    assert len(journal.games()) == 1


def test_a_table_that_does_not_fit_is_told_why_and_asked_again(journal: Journal) -> None:
    talk = Talk(journal, practice=True)
    talk.say("dixit")
    said = talk.say("Lily and Nick")
    assert "three to six" in said
    assert "Who" in said
    assert "does not count" in talk.say("Lily, Nick, Julie")
    talk.say("no")
    assert talk.table.name == "dixit"


def test_a_practice_round_is_offered_the_first_time_and_leaves_no_trace(journal: Journal) -> None:
    talk = Talk(journal, Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed"), practice=True)
    assert "does not count" in talk.said
    talk.say("yes")
    lay_all(talk)
    before = talk.table
    while talk.table is before:
        state = talk.table.state
        free = next(symbol for symbol in state.out if state.owners[symbol] != talk.talk.dialogue.ask.seat)
        talk.say(str(free))
    assert "Now it counts!" in talk.said
    assert [game.moves for game in journal.games()] == [talk.table.count]
    assert "does not count" not in Talk(journal, Plan("storytellers", "basic", THREE), practice=True).said


def test_how_to_play_is_taught_step_by_step_and_can_be_skipped(basic: Talk) -> None:
    assert "I read a story" in basic.say("how do we play")
    assert "five characters" in basic.say("go on")
    assert "Lily" in basic.say("skip")


def test_teaching_takes_less_than_a_minute() -> None:
    for name, game in games().items():
        for mode, allowed in game.MODES.items():
            seats = tuple(Seat(f"Player {number}") for number in range(min(allowed)))
            host = host_of(name)
            steps = host.lessons(host.options(Plan(name, str(mode), seats), box()))
            words = sum(len(Lines("en", name).say(step).split()) for step in steps)
            assert words < 175, (name, mode, words)


# --- repair ----------------------------------------------------------------------------------------


def test_repair_in_three_steps_and_never_the_same_words_twice(basic: Talk) -> None:
    short, choices, numbers, *rest = (basic.say("blah blah blah") for _ in range(9))
    assert "Lily" in short
    hand = basic.hand("Lily")
    assert hand[0] in choices
    assert f"one the {hand[0]}" in numbers
    every = [short, choices, numbers, *rest]
    assert all(one != two for one, two in pairwise(every))


def test_the_choices_can_be_answered_by_number(basic: Talk) -> None:
    second = basic.hand("Lily")[1]
    basic.say("number two")
    assert basic.table.state.laid["Lily"].card == second


def test_an_offer_is_a_question_and_not_a_move(basic: Talk) -> None:
    name = max(basic.hand("Lily"), key=len)
    misheard = name[:-1] + "z"
    assert "Yes" in basic.say(misheard)
    assert "Lily" not in basic.table.state.laid
    basic.say("no")
    assert "Lily" not in basic.table.state.laid
    basic.say(misheard, "yes")
    assert basic.table.state.laid["Lily"].card == name


def test_side_talk_changes_nothing(basic: Talk) -> None:
    before = basic.table.state
    basic.say("mom, can I have a biscuit", "the dog is on the sofa again", "nine", "I vote for two")
    assert basic.table.state == before


# --- refusals --------------------------------------------------------------------------------------


def test_a_refusal_names_the_attempt_the_reason_and_the_way_out(basic: Talk) -> None:
    lay_all(basic)
    own = next(symbol for symbol, owner in basic.table.state.owners.items() if owner == "Lily")
    said = basic.say(f"I vote for symbol {own}")
    assert re.search(
        r"Symbol \w+ is Lily's own card, and nobody votes for their own\. Choose another one, Lily\.", said
    )
    assert basic.table.state.votes == {}


def test_a_card_of_somebody_else_is_refused_by_name(basic: Talk) -> None:
    foreign = next(card.name for card in box().characters if card.name not in basic.hand("Lily"))
    assert foreign in basic.say(f"I pick the {foreign}").lower()
    assert basic.table.state.laid == {}


def test_anybody_who_is_awaited_may_answer_by_name(basic: Talk) -> None:
    card = basic.hand("Nick")[0]
    basic.say(f"Nick takes the {card}")
    assert basic.table.state.laid["Nick"].card == card
    assert basic.talk.dialogue.ask.seat == "Lily"


# --- taking back -----------------------------------------------------------------------------------


def test_no_four_corrects_the_last_answer(basic: Talk) -> None:
    first, second = basic.hand("Lily")[:2]
    basic.say(first, f"no, the {second}")
    assert {seat: lay.card for seat, lay in basic.table.state.laid.items()} == {"Lily": second}
    assert basic.talk.dialogue.ask.seat == "Nick"


def test_undo_takes_back_but_never_a_reveal(basic: Talk) -> None:
    basic.say(basic.hand("Lily")[0])
    assert "Lily" in basic.say("undo")
    assert basic.table.state.laid == {}
    lay_all(basic)
    assert "cannot be taken back" in basic.say("undo")
    assert len(basic.table.state.out) == 3


# --- at any time -----------------------------------------------------------------------------------


def test_a_pause_holds_everything_until_somebody_goes_on(basic: Talk) -> None:
    before = basic.table.state
    basic.say("pause")
    basic.say(basic.hand("Lily")[0], "blah")
    assert basic.table.state == before
    assert "Lily" in basic.say("go on")


def test_repeat_says_the_same_words_and_before_that_steps_back(basic: Talk) -> None:
    question = basic.said
    assert basic.say("repeat") == question
    helped = basic.say("help")
    assert basic.say("repeat") == helped
    assert basic.say("before that") in (question, helped)


def test_say_less_is_shorter_and_kept_for_the_players(journal: Journal, basic: Talk) -> None:
    full = len(basic.say("go on"))
    basic.say("say less", "slower")
    assert len(basic.say("go on")) < full
    basic.say("I want to stop")
    again = Talk(journal, Plan("storytellers", "basic", THREE, seed="another"))
    assert again.talk.manner.verbosity is Verbosity.BRIEF
    assert again.talk.manner.rate < 175


def test_somebody_leaves_after_a_yes_and_somebody_joins(journal: Journal) -> None:
    four = (*THREE, Seat("Dylan", 7))
    talk = Talk(journal, Plan("storytellers", "basic", four, privacy=Privacy.OPEN, seed="a seed"))
    assert "Is that right?" in talk.say("Dylan has to go")
    talk.say("no")
    assert "Dylan" in talk.table.state.names
    assert "Goodbye, Dylan" in talk.say("someone leaves", "Dylan", "yes")
    assert "Dylan" not in talk.table.state.names
    assert "Welcome, Mia" in talk.say("a new player", "Mia five")


def test_quitting_saves_and_coming_back_begins_with_a_recap(journal: Journal, basic: Talk) -> None:
    basic.say(basic.hand("Lily")[0])
    hands = basic.table.state.hands
    title = box().stories[basic.table.state.options.story.name].title
    assert "saved" in basic.say("I want to stop").lower()
    assert basic.talk.done
    again = Talk(journal)
    assert "not finished" in again.said
    recap = again.say("yes")
    assert title in recap
    assert "page two" in recap
    assert "Nick" in recap
    assert again.table.state.hands == hands


# --- the booth -------------------------------------------------------------------------------------


@pytest.fixture
def booth(journal: Journal) -> Talk:
    plan = Plan("storytellers", "basic", THREE, privacy=Privacy.BOOTH, seed="a seed")
    return Talk(journal, plan, private_line=True)


def test_the_first_key_takes_the_booth_over_before_any_private_word(booth: Talk) -> None:
    assert "booth" in booth.said
    assert not any(card in booth.said for card in booth.hand("Lily"))
    booth.say("#1")
    assert booth.said == ""
    assert "Only you can hear this" in booth.whispered


def test_in_the_booth_a_choice_is_echoed_and_can_be_changed(booth: Talk) -> None:
    hand = booth.hand("Lily")
    booth.say("#5", "#2")
    assert hand[1] in booth.whispered
    booth.say("#3")
    assert hand[2] in booth.whispered
    assert "Lily has chosen" in booth.say("#3")
    assert booth.table.state.laid["Lily"].card == hand[2]


def test_a_secret_said_aloud_is_not_taken(booth: Talk) -> None:
    card = booth.hand("Lily")[0]
    assert "booth" in booth.say(f"the {card}")
    assert booth.table.state.laid == {}


def test_a_refusal_in_the_booth_stays_in_the_booth(booth: Talk) -> None:
    for _ in THREE:
        booth.say("#1", "#1", "#1")
    own = next(symbol for symbol, owner in booth.table.state.owners.items() if owner == "Lily")
    booth.say("#1", f"#{own}", f"#{own}")
    assert booth.said == ""
    assert "own card" in booth.whispered


def test_cards_are_not_told_in_the_room(booth: Talk) -> None:
    said = booth.say("what are my cards")
    assert "booth" in said
    assert not any(card in said for card in booth.hand("Lily"))


def test_a_game_from_the_booth_is_not_taken_up_again_without_headphones(journal: Journal, booth: Talk) -> None:
    booth.say("I want to stop")
    again = Talk(journal)
    again.say("yes")
    assert again.talk.dialogue is None
    assert journal.games()[0].ended is None

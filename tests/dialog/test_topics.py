"""Every topic answers every utterance; a failed write is reported and changes nothing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.core.errors import DiskFull
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.game_topic import expectation_in_state
from narrator.dialog.intents import EVERYWHERE_INTENTS, REQUEST_INTENTS
from narrator.dialog.ports import StoryLibrary
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.outbox import SpokenLine
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.reading import NoReading
from narrator.storage.journal import Journal
from narrator.storage.learned_names import LearnedName
from tests.support.tables import content, conversation

THREE = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))
STORY = Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed")
TOGETHER = Plan("storytellers", "cooperative", (Seat("Lily", 5), Seat("Nick", 5)), privacy=Privacy.OPEN, seed="two")
FULL = "The disk is full."


class FailingJournal(Journal):
    """A journal on a disk that can be full, at a chosen write."""

    writes_left: int | None = None

    @contextmanager
    def _writing(self) -> Iterator:
        if self.writes_left is not None:
            self.writes_left -= 1
            if self.writes_left < 0:
                raise DiskFull(FULL)
        with super()._writing() as sql:
            yield sql


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[FailingJournal]:
    with FailingJournal.open(tmp_path / "narrator.sqlite") as opened:
        yield opened


def lobby(journal: Journal) -> Conversation:
    talk = Conversation(journal, content())
    talk.open()
    return talk


def names_awaited(journal: Journal) -> Conversation:
    talk = lobby(journal)
    talk.hear("storytellers")
    return talk


def names_in_doubt(journal: Journal) -> Conversation:
    talk = names_awaited(journal)
    talk.hear("Lily and Nick", is_spoken=True)
    return talk


def practice_offered(journal: Journal) -> Conversation:
    talk = Conversation(journal, content(), STORY)
    talk.open()
    return talk


def practising(journal: Journal) -> Conversation:
    talk = practice_offered(journal)
    talk.hear("yes")
    return talk


def lesson(journal: Journal) -> Conversation:
    talk = lobby(journal)
    talk.hear("how do you play dixit")
    return talk


def naming(journal: Journal) -> Conversation:
    talk = Conversation(journal, content(), STORY, practice=False, hears=lambda name: name != "Nick")
    talk.open()
    return talk


def table(journal: Journal) -> Conversation:
    talk = Conversation(journal, content(), STORY, practice=False)
    talk.open()
    return talk


def after_a_move(journal: Journal) -> Conversation:
    talk = table(journal)
    talk.hear("one")
    return talk


def leaver_in_doubt(journal: Journal) -> Conversation:
    talk = after_a_move(journal)
    talk.hear("Julie has to go")
    return talk


def over(journal: Journal) -> Conversation:
    talk = Conversation(journal, content(), TOGETHER, practice=False)
    talk.open()
    for words in ("one", "Nick has to go", "yes"):
        talk.hear(words)
    assert talk.game_topic is None
    return talk


def resume_offered(journal: Journal) -> Conversation:
    after_a_move(journal).close()
    return lobby(journal)


PLACES: tuple[Callable[[Journal], Conversation], ...] = (
    *(lobby, names_awaited, names_in_doubt, practice_offered, practising, lesson, naming, table, after_a_move),
    *(leaver_in_doubt, over, resume_offered),
)
WORDS = (
    *("yes", "no", "one", "the first one", "undo", "louder", "say less", "what are the scores", "whose turn is it"),
    *("help", "skip", "dixit", "we play together", "without Nick", "Lily and Nick", "Julie plays too", "pause"),
    *("go on", "mumble mumble", "how do you play dixit", "new game", "again but slower", "before that"),
)

AT_ONCE = ("louder", "say less", "again but slower")
"""Utterances that take effect even if they cannot be stored."""


def in_the_room(answer: tuple[SpokenLine, ...]) -> str:
    return " ".join(said.text for said in answer if said.audience.seat is None)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_every_topic_answers_requests_that_always_work(
    journal: FailingJournal, place: Callable[[Journal], Conversation]
) -> None:
    talk = place(journal)
    grammar = load_grammar("en")
    for intent in sorted(
        (REQUEST_INTENTS | EVERYWHERE_INTENTS) & grammar.intent_names - {"Quit", "Undo", "Pause", "HowToPlay"}
    ):
        words = next(grammar.phrases({intent}, {"player": [("Lily", "Lily")], "game": [("dixit", "dixit")]}))
        assert in_the_room(talk.hear(words)), words
        assert "not understand" not in in_the_room(talk.hear(words)), words
    talk.close()


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_failed_write_is_reported_and_can_be_repeated(
    tmp_path: Path, place: Callable[[Journal], Conversation], words: str
) -> None:
    """Let each write fail once: the failure is reported, and the same words then work."""
    with FailingJournal.open(tmp_path / "expected.sqlite") as journal:
        talk = place(journal)
        expected = in_the_room(talk.hear(words))
        talk.close()
    for writes in range(12):
        with FailingJournal.open(tmp_path / f"{writes}.sqlite") as journal:
            talk = place(journal)
            journal.writes_left = writes
            told = in_the_room(talk.hear(words))
            failed, journal.writes_left = journal.writes_left < 0, None
            assert (FULL in told) == failed, told
            if failed and told == FULL and words not in AT_ONCE:
                assert same_sense(in_the_room(talk.hear(words)), expected)
            talk.close()
            if not failed:
                return
    raise AssertionError("more writes than any answer needs")


def same_sense(one: str, other: str) -> bool:
    """Return the answer without the parts that vary between wordings."""
    return set(one.split()[-3:]) == set(other.split()[-3:]) or one == other


def test_scores_after_another_games_lesson_are_of_the_played_game(
    journal: FailingJournal,
) -> None:
    talk = over(journal)
    talk.hear("how do you play dixit")
    talk.hear("no")
    assert "the game has" in in_the_room(talk.hear("what are the scores"))
    assert not talk.done


def test_question_while_learning_a_name_is_answered(journal: FailingJournal) -> None:
    talk = naming(journal)
    for words in ("what are the scores", "help", "whose turn is it", "nick", "nick"):
        talk.hear(words)
    learned = LearnedName.load(journal, "Nick")
    assert learned is not None
    assert learned.aliases == ("nick",)


class CountingLibrary(StoryLibrary):
    searches = 0

    def spoken_keys(self) -> Sequence[str]:
        self.searches += 1
        return ("owl",)


def test_library_is_searched_once_and_not_at_every_utterance(journal: FailingJournal) -> None:
    library = CountingLibrary()
    talk = Conversation(journal, content(), library=library)
    talk.open()
    for words in ("mumble", "which games are there", "help", "mumble", "storytellers"):
        talk.hear(words)
    assert library.searches == 1


@pytest.mark.parametrize(
    "words", ["three", "the last one", "symbol two", "I'd say the second one", "not the first", "what are the options"]
)
def test_expectation_in_state_understands_like_the_session(words: str) -> None:
    with conversation(STORY) as talk:
        talk.open()
        for card in ("one", "one", "one"):
            talk.hear(card)
        assert talk.game_topic is not None
        talk.hear("two")
        expected = expectation_in_state("storytellers", talk.game_topic.table.state, content())
        assert expected.understand(words) == talk.understand(words)


def test_last_one_means_nothing_where_nothing_can_be_counted() -> None:
    plan = Plan("cat_dice", "basic", THREE, privacy=Privacy.OPEN, seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        talk.hear("Lily")
        talk.hear("roll")
        assert isinstance(talk.understand("the last one"), NoReading)  # it was an IndexError


def test_names_are_likely_words_only_where_players_introduce_themselves(journal: FailingJournal) -> None:
    assert not lobby(journal).expectation.likely_words
    assert {"Emma", "Grandpa"} <= set(names_awaited(journal).expectation.likely_words)


def test_mum_and_mom_are_the_same_person_unless_both_play() -> None:
    seats = Seat("Lily", 6), Seat("Mom"), Seat("Dad")
    with conversation(replace(STORY, seats=seats)) as talk:
        talk.open()
        assert talk.understand("mummy is leaving") == talk.understand("mom is leaving")
    with conversation(replace(STORY, seats=(*seats[:2], Seat("Mummy")))) as talk:
        talk.open()
        assert talk.understand("mummy is leaving") != talk.understand("mom is leaving")


@pytest.mark.parametrize(
    "plan", [Plan(), STORY, replace(STORY, privacy=Privacy.TOKENS)], ids=["lobby", "open hands", "tokens"]
)
def test_understanding_changes_no_later_wording(plan: Plan) -> None:
    said = ("I have no idea", "what games are there", "mumble", "help", "the second one", "repeat", "mumble", "undo")
    with conversation(plan) as heard, conversation(plan) as understood:
        assert heard.open() == understood.open()
        for words in said:
            understood.expectation.things()
            understood.understand("the first one or maybe the last")
            assert heard.hear(words) == understood.hear(words)

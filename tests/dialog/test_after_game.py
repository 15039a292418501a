"""After the game: recollecting the story, telling it, and playing again with the same players."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from narrator.apps.demo.guests import Guest
from narrator.apps.recollect import RecollectionTopic
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.story_library import StoredStoryLibrary
from narrator.games import games
from narrator.games.hosting.cast import NoCast
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.event_lines import standing_lines
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from tests.support.conversations import answer_to
from tests.support.tables import NAMES, content, conversation, put

TWO = tuple(Seat(name, 5) for name in NAMES[:2])
YOUNGEST = Plan("storytellers", "youngest", TWO, privacy=Privacy.OPEN, seed="an ending")


@contextmanager
def evening(path: Path, plan: Plan | None = None) -> Iterator[Conversation]:
    with Journal.open(path / "narrator.sqlite") as journal:
        library = StoredStoryLibrary(Library(journal, content()), content())
        talk = Conversation(
            journal, content(), plan, practice=False, library=library, recollecting=RecollectionTopic.about
        )
        try:
            yield talk
        finally:
            talk.close()


def play_to_the_end(talk: Conversation, seed: int = 1) -> str:
    player, said = Guest(random.Random(seed)), ""
    talk.open()
    while talk.game_topic is not None:
        said = " ".join(each.text for each in put(talk, player.answer(talk)))
    return said


@pytest.fixture
def over(tmp_path: Path) -> Iterator[Conversation]:
    with evening(tmp_path, YOUNGEST) as talk:
        assert "remember it together, or shall I tell it again at bedtime" in play_to_the_end(talk)
        yield talk


@pytest.mark.parametrize("words", ["remember it", "recollect", "let's remember it together", "yes"])
def test_story_can_be_recollected_after_the_game(over: Conversation, words: str) -> None:
    assert "I'll ask who it was" in answer_to(over, words)
    assert "New game" in answer_to(over, "stop").replace("“new game”", "New game")
    assert not over.done


def test_story_can_be_told_after_the_game(over: Conversation) -> None:
    assert len(answer_to(over, "tell it").split()) > 150
    assert not over.done


@pytest.mark.parametrize("words", ["bedtime", "tell it at bedtime", "it's bedtime"])
def test_bedtime_tells_the_story_and_ends_the_evening(over: Conversation, words: str) -> None:
    said = answer_to(over, words)
    assert len(said.split()) > 150
    assert over.done
    assert over.preferences.rate < 175


@pytest.mark.parametrize("words", ["same players, another story", "the same players", "new game with the same people"])
def test_same_players_start_another_story(over: Conversation, words: str) -> None:
    heard = over.journal.note_names("heard")
    answer_to(over, words)
    assert over.game_topic is not None
    state = over.game_topic.table.state
    assert state.names == ("Lily", "Nick")
    assert state.options.story.name not in heard


def test_same_players_start_another_game_during_a_game() -> None:
    seats = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie"))
    with conversation(Plan("storytellers", "basic", seats, seed="a seed")) as talk:
        talk.open()
        assert talk.game_topic is not None
        before = talk.game_topic.table
        assert "something new" in answer_to(talk, "new game with the same people")
        answer_to(talk, "yes")
        assert talk.game_topic.table.id != before.id
        assert talk.game_topic.table.state.seats == seats


def test_same_players_start_a_game_on_another_evening(tmp_path: Path) -> None:
    with evening(tmp_path, YOUNGEST) as talk:
        play_to_the_end(talk)
    with evening(tmp_path) as talk:
        talk.open()
        answer_to(talk, "same players, another story")
        assert talk.game_topic is not None
        state = talk.game_topic.table.state
        assert state.names == ("Lily", "Nick")
        assert state.options.story.name not in talk.journal.note_names("heard")


def test_game_without_a_story_offers_none(tmp_path: Path) -> None:
    with evening(tmp_path, Plan("cat_dice", "basic", TWO, seed="an ending")) as talk:
        told = play_to_the_end(talk)
        assert "“remember it”" in told
        assert "bedtime" not in told


@pytest.mark.parametrize("words", ["recollect", "tell it", "bedtime"])
def test_lobby_tells_and_recollects_stories(over: Conversation, words: str) -> None:
    answer_to(over, "new game")
    assert "What shall we play?" not in answer_to(over, words).split(". ")[0]


def test_heard_story_is_proposed_last(tmp_path: Path) -> None:
    told = [name for name, story in content().stories.items() if story.refrain is not None]
    proposed: list[str] = []
    for _ in range(len(told)):
        with evening(tmp_path, YOUNGEST) as talk:
            talk.open()
            story = talk.game_topic.table.state.options.story.name
            talk.journal.save_note("heard", story, "1")
            proposed.append(story)
    assert sorted(proposed) == sorted(told)


@pytest.mark.parametrize("words", ["not that one", "another story", "not this story"])
def test_other_story_leaves_out_the_rejected_one(tmp_path: Path, words: str) -> None:
    with evening(tmp_path, YOUNGEST) as talk:
        talk.open()
        first = talk.game_topic.table.state.options.story.name
        answer_to(talk, words, "yes")
        assert talk.game_topic.table.state.options.story.name != first


@pytest.mark.parametrize("game", sorted(games()))
def test_only_finished_games_can_be_recollected(tmp_path: Path, game: str) -> None:
    if host_of(game).recall_cast is None:
        return
    mode = "youngest" if game == "storytellers" else next(iter(games()[game].MODES))
    seats = tuple(Seat(name, 5) for name in NAMES[: min(games()[game].MODES[mode])])
    plan = Plan(game, str(mode), seats, privacy=Privacy.OPEN, seed="an ending")
    with evening(tmp_path, plan) as talk:
        talk.open()
        answer_to(talk, "one", "one", "one")
        library = Library(talk.journal, content())
        with pytest.raises(NoCast):
            library.cast(talk.journal.games()[0].id)
        play_to_the_end(talk)
        cast = library.cast(talk.journal.games()[0].id)
        assert cast.members
        asked = answer_to(talk, "remember it")
        assert "?" in asked
        assert cast.title in asked


def test_standing_names_the_leader_last_and_no_loser() -> None:
    told = list(standing_lines({"Lily": 7, "Nick": 2, "Julie": 5, "Dylan": 2}))
    assert [line.facts["seats"] for line in told] == [["Nick", "Dylan"], ["Julie"], ["Lily"]]
    assert [line.facts["first"] for line in told] == [False, False, True]


def test_answer_named_in_the_question_needs_no_more_evidence(over: Conversation) -> None:
    evidence = over.expectation.evidence
    assert evidence["goodbye"] == evidence["new game"] == evidence["yes"] == 0
    assert evidence["stop"] > 0

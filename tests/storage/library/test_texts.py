"""Stored texts: a story keeps its words when its pack is changed or deleted."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.story_library import NOT_ALL_INDEXED, StoredStoryLibrary
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.texts import TEXT, content_of_game, text_notes
from tests.storage.library.games import content, options, play

GAMES = ("storytellers", "storyline", "dixit", "odyssey")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        yield journal


def played(journal: Journal, game: str, seed: int = 1) -> int:
    number = play(journal, game, options(game), seed=seed)
    journal.save_notes(text_notes(number, host_of(game).content_to_save(options(game), content())))
    return number


def rewritten(content: Content) -> Content:
    """Return content with other words under the same names, as after an edit."""
    stories = dict.fromkeys(content.stories, content.stories["parcel"])
    dreams, others = (
        tuple(dream.model_copy(update={"picture": "Something else altogether."}) for dream in some)
        for some in (content.dreams, content.odyssey_dreams)
    )
    decks = dict.fromkeys(content.decks, content.decks["back-by-tuesday"])
    return replace(content, stories=stories, dreams=dreams, odyssey_dreams=others, decks=decks)


@pytest.mark.parametrize("game", GAMES)
def test_story_keeps_its_text_when_the_pack_changes(journal: Journal, game: str) -> None:
    number = played(journal, game)
    told = Library(journal, content()).story(number)
    assert Library(journal, Content()).story(number) == told
    assert Library(journal, rewritten(content())).story(number) == told


def test_shared_text_is_stored_once(journal: Journal) -> None:
    played(journal, "storytellers", 1)
    texts = len(journal.notes(TEXT))
    played(journal, "storytellers", 2)
    assert texts == len(journal.notes(TEXT)) == 2  # the story, and the characters


def test_forgetting_the_last_user_of_a_text_deletes_it(journal: Journal) -> None:
    one, two = played(journal, "storytellers", 1), played(journal, "storytellers", 2)
    library = Library(journal, content())
    library.forget(one)
    assert len(journal.notes(TEXT)) == 2
    assert library.story(two).chapters
    library.forget(two)
    assert journal.notes(TEXT) == {}
    file = journal.path.read_bytes()
    assert b"Mildly Damp" not in file


def test_text_of_another_version_is_replaced_by_the_content(journal: Journal) -> None:
    number = played(journal, "storytellers")
    for fingerprint in journal.notes(TEXT):
        journal.save_note(TEXT, fingerprint, '{"stories": {"lighthouse": {"words": []}}}')
    assert content_of_game(journal, number, content()) == content()


def test_slow_indexing_is_postponed_until_a_search(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are not indexed have the title of their stored text, or of their game."""
    for game in GAMES:
        played(journal, game)
    library = Library(journal, content())
    with monkeypatch.context() as hurry:
        hurry.setattr("narrator.storage.library.library.MAX_INDEXING_S", -1)
        glanced = library.list_stories()
        assert [entry.title for entry in library.find("the newest")] == ["Dixit Odyssey"]
        hurry.setattr("narrator.dialog.story_library.MAX_INDEXING_S", -1)
        assert StoredStoryLibrary(library, content()).find_story("the one with the zeppelin") == (NOT_ALL_INDEXED,)
    assert journal.note_names("words") == []
    assert [entry._replace(title="") for entry in glanced] == [
        entry._replace(title="") for entry in Library(journal, content()).list_stories()
    ]
    told = {number: library.story(number).title for number in range(1, len(GAMES) + 1)}
    assert [entry.title for entry in glanced] == ["Dixit Odyssey", "Dixit", told[2], told[1]]
    assert library.find(told[3].split()[1])[0].title == told[3]
    assert {entry.number: entry.title for entry in library.list_stories()} == told
    assert StoredStoryLibrary(library, content()).find_story("the one with the zeppelin") == ()


def test_finished_game_is_indexed_at_once(tmp_path: Path) -> None:
    plan = Plan("dixit", "basic", tuple(map(Seat, ("Lily", "Nick", "Julie"))), seed="noted")
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        talk = Conversation(
            journal, content(), plan, practice=False, library=StoredStoryLibrary(Library(journal, content()), content())
        )
        talk.open()
        guest = Guest(Random(1))
        while talk.game_topic:
            assert journal.note_names("spine") == []
            talk.hear(guest.answer(talk))
        talk.hear("goodbye")
        assert journal.note_names("spine") == journal.note_names("words") == ["1"]

"""The library: every game that left a story, to be listed, found, told again, renamed and forgotten.

A story is never stored: it is told anew from the moves. What the list shows and what a story is found by is noted in
the journal when it is first asked for, and dropped with the next move, so that ten thousand stories list at once.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from datetime import date
from functools import cached_property
from pathlib import Path

from narrator.box.content import Box
from narrator.errors import JournalDamaged, NarratorError, NoSuchGame
from narrator.games import games
from narrator.host.cast import Cast
from narrator.host.port import host_of
from narrator.host.retelling import WordsMissing, title_from
from narrator.keep.clips import Clips, NoSuchClip
from narrator.keep.journal import FORGOTTEN, SHELVED, Journal, Kept
from narrator.keep.texts import box_of, sweep
from narrator.play import Clip
from narrator.shelf.listing import Note, Noted, Spine, read_notes, read_singly
from narrator.shelf.replay import play_again
from narrator.shelf.retelling import cast_of, leaves_story, retell, tale_of
from narrator.shelf.search import Finder, words_of
from narrator.talk.naming import KEPT as NAMES
from narrator.talk.naming import ByEar
from narrator.tell.story import ToldStory

TITLE = "title"
"""The note with the name that the family gave to a story."""
LONGEST_TITLE = 120
AT_ONCE = 50
"""So many stories are noted in one go; more are lost if the program is stopped, fewer take longer."""
SPINE, WORDS = SHELVED

Progress = Callable[[int, int], None]
"""Told how many are done, of how many."""


class NoSuchStory(NarratorError):
    """There is no story of that number, or none that these words describe."""


class BadTitle(NarratorError):
    """No story can be called that."""


class Library:
    """All stories in a journal, told in the words in which they were heard; of older games, with those of a box."""

    def __init__(self, journal: Journal, box: Box, clips: Clips | None = None, language: str = "en") -> None:
        self._journal = journal
        self._box = box
        self._clips = Clips(journal.path.parent / "clips") if clips is None else clips
        self._language = language
        self._sweep()

    # --- looking -----------------------------------------------------------------------------------

    def spines(self, progress: Progress | None = None) -> tuple[Spine, ...]:
        """All stories, the newest first. `progress` is told of those that must be looked at first, if there are any."""
        noted = self._noted()
        new = [number for number in self._journal.numbers() if number not in noted.seen]
        if new or noted.again:
            self._note((*sorted(new), *noted.again), progress)
            noted = self._noted()
        return noted.spines

    def find(self, words: str, today: date | None = None, progress: Progress | None = None) -> tuple[Spine, ...]:
        """The stories that somebody may mean, the likeliest first: "the one with the hedgehog", "yesterday's"."""
        finder = Finder(self.spines(progress), self._language)
        return finder.find(words, lambda: self._journal.notes(WORDS), today or date.today())

    def story(self, number: int) -> ToldStory:
        """The whole story, told anew."""
        played = play_again(self._read(number))
        return retell(played, self._box_of(number), self._journal.noted(TITLE, number), self._language, self._found)

    def cast(self, number: int) -> Cast:
        """Who was in the story, and where: what there is to remember of it."""
        return cast_of(play_again(self._read(number)), self._box_of(number), self._language)

    def _box_of(self, number: int) -> Box:
        return box_of(self._journal, number, self._box)

    def _found(self, clip: Clip) -> Clip:
        """The recording as it is kept: one that is gone is told in writing, as well as it was understood."""
        if clip.sound is None:
            return clip
        try:
            there = self._clips.path(clip.sound).is_file()
            words = clip.text or self._clips.words(clip.sound)
        except NoSuchClip:
            return Clip(clip.text)
        return Clip(words, clip.sound if there else None)

    def _read(self, number: int) -> Kept:
        try:
            return self._journal.read(number)
        except NoSuchGame:
            raise no_such_story(number) from None

    # --- changing ----------------------------------------------------------------------------------

    def rename(self, number: int, title: str) -> str:
        """Give the story another title, in place of the one it has. Returns it as it is kept, in one line."""
        title = " ".join("".join(letter if letter.isprintable() else " " for letter in title).split())
        if not title:
            raise BadTitle("A story needs a title of at least one letter.")
        if len(title) > LONGEST_TITLE:
            raise BadTitle(f"That title is too long to be said in one breath. Keep it under {LONGEST_TITLE} letters.")
        self._check(number)
        self._journal.note(TITLE, number, title)
        return title

    def forget(self, number: int) -> None:
        """Delete the story, with everything that was said and recorded for it. It cannot be brought back.

        Should the program be stopped in the middle of it, the rest is deleted when the library is next opened.
        """
        self._check(number)
        lock = self._journal.lock(number)  # nobody may be playing on
        try:
            self._journal.forget(number)
        finally:
            lock.release()
        self._sweep()

    def names_by_ear(self) -> tuple[str, ...]:
        """Everybody whose name was learned by ear."""
        return tuple(self._journal.notes(NAMES))

    def forget_names(self, names: Iterable[str]) -> None:
        """Delete what was learned of these names, with the recordings."""
        for name in names:
            by_ear = ByEar.kept(self._journal, name)
            if by_ear and by_ear.sound:
                with suppress(NoSuchClip):
                    self._clips.forget(by_ear.sound)
            self._journal.drop_note(NAMES, name)

    def _check(self, number: int) -> None:
        """Refuse what is no story. A game that cannot be read any more can still be forgotten."""
        with suppress(JournalDamaged):
            if not leaves_story(self._read(number).game):
                raise no_such_story(number)

    def set_aside(self) -> tuple[Path, ...]:
        """Damaged files of kept games: what was forgotten since is still in them."""
        path = self._journal.path
        return tuple(sorted(path.parent.glob(f"{path.name}.damaged-*")))

    def _sweep(self) -> None:
        """Finish forgetting, also where a kill came between: recordings and texts, then what the file still holds."""
        forgotten = self._journal.notes(FORGOTTEN)
        if not forgotten:
            return
        for name in forgotten:
            self._clips.forget_game(int(name))
        sweep(self._journal)
        if self._journal.scrub():
            for name in forgotten:
                self._journal.drop_note(FORGOTTEN, name)

    # --- noting ------------------------------------------------------------------------------------

    def _noted(self) -> Noted:
        at_hand = AtHand(self._box)
        titles = self._journal.notes(TITLE)
        try:
            return read_notes(*self._journal.all_notes(SPINE), titles, at_hand)
        except ValueError:
            return read_singly(self._journal.notes(SPINE), titles, at_hand)

    def _note(self, numbers: tuple[int, ...], progress: Progress | None) -> None:
        """Look at these games, and note what the list and the search need of them."""
        for start in range(0, len(numbers), AT_ONCE):
            if progress:
                progress(start, len(numbers))
            # looked at first, then written: nobody else should have to wait for it
            self._journal.shelve(list(self._looked_at(numbers[start : start + AT_ONCE])))
        if numbers and progress:
            progress(len(numbers), len(numbers))

    def _looked_at(self, numbers: tuple[int, ...]) -> Iterator[tuple[int, int, tuple[str, str]]]:
        for number in numbers:
            try:
                kept = self._journal.read(number)
                played = play_again(kept)
            except (NarratorError, KeyError):
                continue  # damaged, or gone meanwhile: the others are listed all the same
            title, told, needs, words = "", False, "", ""
            if leaves_story(played.game):
                try:
                    tale = tale_of(played, self._box_of(number), self._language, self._found)
                    title, told = tale.title, bool(tale.chapters)
                    words = words_of(tale)
                except WordsMissing as missing:
                    title, told, needs = title_from(missing.name), True, missing.name
            note = Note(title, kept.game, kept.began, played.players, played.finished, told, needs)
            yield number, kept.count, (note.written(), words)


class AtHand(Container[str]):
    """The stories whose words lie in the box. All games are asked, but only if a note says that words were missing."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def __contains__(self, name: object) -> bool:
        return name in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(name for game in games() for name in host_of(game).stories(self._box))


def no_such_story(number: int) -> NoSuchStory:
    return NoSuchStory(f"There is no story number {number}. `narrator stories` lists them all.")

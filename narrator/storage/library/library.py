"""The library: every game that left a story, to be listed, found, told again, renamed and forgotten.

A story is never stored: it is told anew from the moves. What the list shows and what a story is found by is noted in
the journal when its game is over, and dropped with the next move, so that ten thousand stories list at once. Games
without such a note are looked at when they are listed, the newest first; if that would take long, the rest are listed
by what is known of them without playing them again, and looked at when words are searched for.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import date, datetime
from functools import cached_property, partial
from math import inf
from pathlib import Path
from time import monotonic

from narrator.core.errors import DiskFull, FolderNotWritable, JournalDamaged, NarratorError, NoSuchGame
from narrator.core.game import SpokenWords
from narrator.games import games
from narrator.games.hosting.cast import StoryCast
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import seat_names
from narrator.games.hosting.retelling import StoryTextMissing, title_from
from narrator.language.content.packs import Content, load_content
from narrator.language.lines.story import Sentence, ToldStory
from narrator.storage.backup import Contents, back_up
from narrator.storage.clips import Clips, NoSuchClip
from narrator.storage.journal import FORGOTTEN, Journal
from narrator.storage.learned_names import NAME_NOTE
from narrator.storage.library.listing import UNREADABLE_NOTE, StoryEntry, StoryList, parse_notes, parse_notes_singly
from narrator.storage.library.player import PlayerData, find_player_data, name_clips, name_notes, player_notes
from narrator.storage.library.retelling import build_cast, build_tale, can_be_retold, replay_game, retell
from narrator.storage.library.search import find_stories, normalize, words_to_index
from narrator.storage.messages import count_in_words
from narrator.storage.records import LIBRARY_NOTES, GameRecord, GameSummary
from narrator.storage.texts import (
    TEXTS_OF_GAME,
    content_and_lost_texts,
    content_of_game,
    drop_unused_texts,
    load_text_part,
)

TITLE_NOTE = "title"  # the note with the name that the family gave to a story
MAX_TITLE_CHARS = 120
GAMES_PER_BATCH = 50  # so many stories are noted in one go; more are lost if the program is stopped, fewer take longer
MAX_INDEXING_S = 2.0  # seconds that whoever wants the list waits for a close look at games without a note
ENTRY_NOTE, WORDS_NOTE = LIBRARY_NOTES
UNTELLABLE = "The words of this story were damaged, and it cannot be told."
UNKNOWN_TIME = "1970-01-01T00:00:00+00:00"  # when a game began that nobody knows of any more

ReportProgress = Callable[[int, int], None]  # told how many are done, of how many


class NoSuchStory(NarratorError):
    """There is no story of that number, or none that these words describe."""


class BadTitle(NarratorError):
    """No story can be called that."""


class Library:
    """All stories in a journal, told in the words in which they were heard; of older games, with those of a box.

    Without a box it is our own, read when it is needed: a list mostly needs none.
    """

    def __init__(self, journal: Journal, content: Content | None = None, clips: Clips | None = None) -> None:
        self._journal = journal
        self._given = content
        self._clips = Clips(journal.path.parent / "clips") if clips is None else clips
        with suppress(DiskFull, FolderNotWritable):  # it is finished next time
            self._finish_forgetting()

    @cached_property
    def _content(self) -> Content:
        return load_content() if self._given is None else self._given

    @cached_property
    def _available_texts(self) -> frozenset[str]:
        """The stories whose words lie in the box, of all games; needed only if a note says that words were missing."""
        return frozenset(name for game in games() for name in host_of(game).story_titles(self._content))

    # --- looking -----------------------------------------------------------------------------------

    def list_stories(self, progress: ReportProgress | None = None) -> tuple[StoryEntry, ...]:
        """All stories, the newest first. `progress` is told of those that must be looked at first, if there are any."""
        noted = self._load_list()
        new = {*self._journal.game_ids()} - noted.indexed | {*noted.outdated}
        if new:
            rest = self._index(sorted(new, reverse=True), progress, MAX_INDEXING_S)
            self._journal.save_library_notes(self._quick_notes(rest))
            noted = self._load_list()
        return noted.entries

    def find(
        self, words: str, today: date | None = None, progress: ReportProgress | None = None, patience: float = inf
    ) -> tuple[StoryEntry, ...]:
        """The stories that somebody may mean, the likeliest first: "the one with the hedgehog", "yesterday's".

        Games that were only glanced at are looked at now, as many as there is patience for.
        """
        spines = self.list_stories(progress)
        glanced_at = self.unindexed_games()

        def notes() -> Mapping[str, str]:
            if glanced_at:
                self._index(sorted(glanced_at, reverse=True), progress, patience)
            return self._journal.notes(WORDS_NOTE)

        found = find_stories(spines, words, notes, today or date.today())
        if not glanced_at:
            return found
        closely = {spine.number: spine for spine in self.list_stories()}
        return tuple(closely[spine.number] for spine in found if spine.number in closely)

    def unindexed_games(self) -> set[int]:
        """The games that are listed, but cannot be found yet by the words in them."""
        return {*self._journal.game_ids()} - {int(name) for name in self._journal.note_names(WORDS_NOTE)}

    def index_game(self, number: int) -> None:
        """Look at this game now, so that nobody has to wait for it at the next list."""
        self._index([number])

    def damage_reports(self, spines: Sequence[StoryEntry] | None = None) -> tuple[str, ...]:
        """A sentence about each story of which something is lost, as far as that was found while listing them."""
        listed = self._load_list().entries if spines is None else spines
        return tuple(f"Story {spine.number}: {spine.damage}" for spine in listed if spine.damage)

    def story(self, number: int) -> ToldStory:
        """The whole story, told anew. What is lost of it is said first; the rest is told as far as it is sound."""
        kept = self._read(number)
        played = replay_game(kept)
        content, lost = content_and_lost_texts(self._journal, number, self._content)
        gone: list[str] = []
        try:
            title = self._journal.find_note(TITLE_NOTE, number)
            story = retell(played, content, title, found=partial(self._find_clip, gone=gone))
        except (NarratorError, ValueError) as trouble:
            if not (damage := describe_damage(kept, lost)):
                raise
            raise JournalDamaged(f"{damage} What is left of it cannot be told.") from trouble
        damage = describe_damage(kept, lost, recordings=len(gone))
        first, *rest = story.chapters
        warning = ((Sentence(damage),),) if damage else ()
        return replace(story, chapters=(replace(first, paragraphs=(*warning, *first.paragraphs)), *rest))

    def finished_games(self) -> tuple[int, ...]:
        """The games that were played to their end, the newest first, whether they left a story or not."""
        return tuple(game.id for game in self._journal.games() if game.ended is not None)

    def cast(self, number: int) -> StoryCast:
        """Who was in the story, and where: what there is to remember of it."""
        return build_cast(replay_game(self._read(number)), content_of_game(self._journal, number, self._content))

    def _find_clip(self, clip: SpokenWords, gone: list[str]) -> SpokenWords:
        """The recording as it is kept: one that is gone is told in writing, as well as it was understood.

        One that is damaged is told so, too, and named in `gone`.
        """
        if clip.sound is None:
            return clip
        try:
            there = self._clips.path(clip.sound).is_file()
            if self._clips.is_damaged(clip.sound):
                there = False
                gone.append(clip.sound)
            words = clip.text or self._clips.words(clip.sound)
        except NoSuchClip:
            return SpokenWords(clip.text)
        return SpokenWords(words, clip.sound if there else None)

    def _read(self, number: int) -> GameRecord:
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
        if len(title) > MAX_TITLE_CHARS:
            raise BadTitle(f"That title is too long to be said in one breath. Keep it under {MAX_TITLE_CHARS} letters.")
        with suppress(JournalDamaged):  # a game that cannot be read any more can still be given a title
            if not can_be_retold(self._read(number).game):
                raise no_such_story(number)
        self._journal.save_note(TITLE_NOTE, number, title)
        return title

    def forget(self, number: int) -> None:
        """Delete the story, with everything that was said and recorded for it. It cannot be brought back.

        Should the program be stopped in the middle of it, the rest is deleted when the library is next opened.
        """
        if number not in self._journal.game_ids():
            raise no_such_story(number)
        self._forget([number])

    def _forget(self, games: Sequence[int], notes: Sequence[tuple[str, str]] = (), clips: Sequence[str] = ()) -> None:
        """Delete these games, notes and recordings: all, or none if one of the games is being played."""
        with ExitStack() as locks:
            for number in games:
                locks.callback(self._journal.lock(number).release)
            self._journal.forget(*games, notes=notes, clips=clips)
        self._finish_forgetting()

    def learned_names(self) -> tuple[str, ...]:
        return tuple(self._journal.notes(NAME_NOTE))

    def forget_names(self, names: Iterable[str]) -> None:
        """Delete how these names sound, with the recordings."""
        names = tuple(names)
        self._forget((), name_notes(names), name_clips(self._journal, names))

    def find_player(self, name: str) -> PlayerData:
        return find_player_data(self._journal, self._clips, name)

    def forget_player(self, data: PlayerData) -> None:
        """Delete all of this, or nothing if one of the games is being played."""
        self._forget(data.games, player_notes(data.names), name_clips(self._journal, data.names))

    def find_storyless(self, words: str) -> tuple[StoryEntry, ...]:
        """The games that left no story, by number or by what they are called: dice, or what has only just begun."""
        return tuple(
            one
            for one in self._storyless_entries()
            if words == str(one.number) or normalize(words) == normalize(one.title)
        )

    def list_games(self, numbers: Sequence[int]) -> tuple[StoryEntry, ...]:
        """These games as a list shows them, whether they left a story or not."""
        return tuple(spine for spine in (*self.list_stories(), *self._storyless_entries()) if spine.number in numbers)

    def _storyless_entries(self) -> Iterator[StoryEntry]:
        shelved = {spine.number for spine in self.list_stories()}
        return (quick_entry(one) for one in self._journal.games() if one.id not in shelved)

    def back_up(self, target: Path) -> Contents:
        return back_up(self._journal, target)

    def leftover_copies(self) -> tuple[Path, ...]:
        """Damaged and older files of kept games: what was forgotten since is still in them."""
        path = self._journal.path
        kinds = ("damaged-*", "version-*", "before-*")
        return tuple(sorted(file for kind in kinds for file in path.parent.glob(f"{path.name}.{kind}")))

    def _finish_forgetting(self) -> None:
        """Delete all traces of what was forgotten, also if an earlier attempt was killed.

        Recordings and texts go first, then the remains in the file, its log and its snapshots.
        """
        forgotten = self._journal.note_names(FORGOTTEN)
        if not forgotten or not self._journal.writable:
            return
        for name in forgotten:
            if name.isdecimal():
                self._clips.forget_game(int(name))
            elif name:
                with suppress(NoSuchClip):
                    self._clips.forget(name)
        self._clips.forget_unfinished()
        drop_unused_texts(self._journal)
        if self._journal.scrub():
            for name in forgotten:
                self._journal.drop_note(FORGOTTEN, name)
            self._journal.take_snapshot()

    # --- noting ------------------------------------------------------------------------------------

    def _load_list(self) -> StoryList:
        titles = self._journal.notes(TITLE_NOTE)
        try:
            return parse_notes(
                *self._journal.joined_notes(ENTRY_NOTE), titles, lambda name: name in self._available_texts
            )
        except UNREADABLE_NOTE:
            return parse_notes_singly(
                self._journal.notes(ENTRY_NOTE), titles, lambda name: name in self._available_texts
            )

    def _index(
        self, numbers: Sequence[int], progress: ReportProgress | None = None, patience: float = inf
    ) -> Sequence[int]:
        """Look at these games, and note what the list and the search need of them, in about this time.

        Returns those for which it was too short.
        """
        began = monotonic()
        for start in range(0, len(numbers), GAMES_PER_BATCH):
            if progress:
                progress(start, len(numbers))
            if monotonic() - began > patience:
                return numbers[start:]
            # looked at first, then written: nobody else should have to wait for it
            self._journal.save_library_notes(list(self._full_notes(numbers[start : start + GAMES_PER_BATCH])))
        if progress:
            progress(len(numbers), len(numbers))
        return ()

    def _quick_notes(self, numbers: Sequence[int]) -> list[tuple[int, int, tuple[str]]]:
        """What is known of these games without playing them again: the title of the story that was kept with them."""
        wanted, texts = set(numbers), self._journal.notes(TEXTS_OF_GAME)
        titles: dict[tuple[str, str], str] = {}
        notes = []
        for one in self._journal.games():
            if one.id not in wanted or one.game not in games():
                continue
            kept = (one.game, texts.get(str(one.id), ""))
            if kept not in titles:
                titles[kept] = find_title(*kept, self._journal)
            told = bool(one.moves) and can_be_retold(one.game)
            notes.append((one.id, one.moves, (quick_entry(one, titles[kept], told=told).to_note(),)))
        return notes

    def _full_notes(self, numbers: Sequence[int]) -> Iterator[tuple[int, int, tuple[str, str]]]:
        for number in numbers:
            count = self._journal.move_count(number)
            try:
                kept = self._journal.read(number)
                played = replay_game(kept)
            except NoSuchGame:
                continue  # gone meanwhile
            except (NarratorError, KeyError) as trouble:
                seen = self._journal.summary(number)
                note = quick_entry(seen, told=can_be_retold(seen.game), damage=str(trouble))
                yield number, count, (note.to_note(), "")
                continue
            content, lost = content_and_lost_texts(self._journal, number, self._content)
            title, told, needs, words, damage = "", False, "", "", describe_damage(kept, lost)
            if can_be_retold(played.game):
                try:
                    tale = build_tale(played, content, found=partial(self._find_clip, gone=[]))
                    title, told = tale.title, bool(tale.chapters)
                    words = words_to_index(tale)
                except StoryTextMissing as missing:
                    title, told, needs = title_from(missing.name), True, missing.name
                except (NarratorError, ValueError):  # its words are no text any more
                    title, told, damage = games()[kept.game].TITLE, True, damage or UNTELLABLE
            note = StoryEntry(
                number, title, kept.game, kept.began, played.players, played.finished, told, needs, damage
            )
            yield number, count, (note.to_note(), words)


def quick_entry(one: GameSummary, title: str = "", *, told: bool = False, damage: str = "") -> StoryEntry:
    """What the list shows of a game that is not played again, or cannot be."""
    called = title or (games()[one.game].TITLE if one.game in games() else "A damaged game")
    began = UNKNOWN_TIME
    with suppress(ValueError):
        datetime.fromisoformat(one.began)
        began = one.began
    return StoryEntry(one.id, called, one.game, began, seat_names(one.seats), one.ended is not None, told, "", damage)


def describe_damage(kept: GameRecord, texts: int, recordings: int = 0) -> str:
    """What is lost of a story, as a sentence; nothing if it is whole."""
    if len(kept.moves) < kept.count:
        lost = count_in_words(kept.count - len(kept.moves), "move")
        return f"Some of this story was damaged and is lost: {lost} at its end. It is told as far as it is sound."
    if texts:
        return "Some of the words of this story were damaged and are lost. Others of the same name stand in for them."
    if recordings:
        return "A recording in this story was damaged and is lost. It is told as it was understood."
    return "" if kept.signed else "This story was changed since it was kept, by damage or by hand."


def find_title(game: str, fingerprints: str, journal: Journal) -> str:
    """The title of the story among these kept texts; of games without one, what they are called."""
    parts = filter(None, (load_text_part(journal, fingerprint) for fingerprint in fingerprints.split()))
    titles = (title for part in parts for title in host_of(game).story_titles(part).values())
    return next(titles, games()[game].TITLE)


def no_such_story(number: int) -> NoSuchStory:
    return NoSuchStory(f"There is no story number {number}. `narrator stories` lists them all.")

"""The library: the stories of all games, to be listed, found, retold, renamed and forgotten.

A story is not stored: it is retold from the moves of its game. When a game is over, its entry in the list and the words
it is found by are stored as notes, which the next move drops; so ten thousand stories are listed at once. Games without
these notes are indexed when they are listed, the newest first. If that takes too long, the rest are listed with what is
known without replaying them, and indexed by the next search.
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
from narrator.storage.library.shared_makings import rewrite_makings
from narrator.storage.made_packs import forget_made_pack, write_pack
from narrator.storage.messages import count_in_words
from narrator.storage.records import LIBRARY_NOTES, GameRecord, GameSummary
from narrator.storage.texts import (
    TEXTS_OF_GAME,
    content_and_lost_texts,
    content_of_game,
    drop_unused_texts,
    load_text_part,
)

TITLE_NOTE = "title"  # kind of the note with the title that the family gave to a story
MAX_TITLE_CHARS = 120
GAMES_PER_BATCH = 50  # a batch is lost if the program is stopped; smaller batches take longer
MAX_INDEXING_S = 2.0  # how long a list may wait for games to be indexed
ENTRY_NOTE, WORDS_NOTE = LIBRARY_NOTES
UNTELLABLE = "The words of this story were damaged, and it cannot be told."
UNKNOWN_TIME = "1970-01-01T00:00:00+00:00"  # when a game began if its time is damaged

ReportProgress = Callable[[int, int], None]  # called with the number done and the total


class NoSuchStory(NarratorError):
    """No story has this number, or none fits these words."""


class BadTitle(NarratorError):
    """A title is empty or too long."""


class Library:
    """All stories in a journal, told in the stored texts; stories of older games use the given content.

    Without content our own is loaded when it is needed, which a list rarely does.
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
        """The names of the stories in the content. Needed only if a note says that texts were missing."""
        return frozenset(name for game in games() for name in host_of(game).story_titles(self._content))

    # --- reading -----------------------------------------------------------------------------------

    def list_stories(self, progress: ReportProgress | None = None) -> tuple[StoryEntry, ...]:
        """Return all stories, the newest first. `progress` is called while games are indexed."""
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
        """Return the stories that fit these words, the best first: "the one with the hedgehog", "yesterday's".

        Games without an index are indexed first, for about `patience` seconds.
        """
        entries = self.list_stories(progress)
        glanced_at = self.unindexed_games()

        def notes() -> Mapping[str, str]:
            if glanced_at:
                self._index(sorted(glanced_at, reverse=True), progress, patience)
            return self._journal.notes(WORDS_NOTE)

        found = find_stories(entries, words, notes, today or date.today())
        if not glanced_at:
            return found
        closely = {entry.number: entry for entry in self.list_stories()}
        return tuple(closely[entry.number] for entry in found if entry.number in closely)

    def unindexed_games(self) -> set[int]:
        """Return the games that are listed, but cannot be found yet by the words in them."""
        return {*self._journal.game_ids()} - {int(name) for name in self._journal.note_names(WORDS_NOTE)}

    def index_game(self, number: int) -> None:
        """Index this game now, and not when the stories are next listed."""
        self._index([number])

    def damage_reports(self, entries: Sequence[StoryEntry] | None = None) -> tuple[str, ...]:
        """Return a sentence about each story that was found damaged when it was indexed."""
        listed = self._load_list().entries if entries is None else entries
        return tuple(f"Story {entry.number}: {entry.damage}" for entry in listed if entry.damage)

    def story(self, number: int) -> ToldStory:
        """Return the whole story. If it is damaged, its first sentence says so, and it ends where the damage begins."""
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
        """Return the games that are over, the newest first, with or without a story."""
        return tuple(game.id for game in self._journal.games() if game.ended is not None)

    def cast(self, number: int) -> StoryCast:
        """Return who was in the story, and where."""
        return build_cast(replay_game(self._read(number)), content_of_game(self._journal, number, self._content))

    def _find_clip(self, clip: SpokenWords, gone: list[str]) -> SpokenWords:
        """Return the clip; without its recording if that is missing or damaged, with the words that were understood.

        Damaged recordings are added to `gone`.
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
        """Give the story another title. Return it as it is stored, in one line."""
        title = " ".join("".join(letter if letter.isprintable() else " " for letter in title).split())
        if not title:
            raise BadTitle("A story needs a title of at least one letter.")
        if len(title) > MAX_TITLE_CHARS:
            raise BadTitle(f"That title is too long to be said in one breath. Keep it under {MAX_TITLE_CHARS} letters.")
        with suppress(JournalDamaged):  # a damaged game can still be given a title
            if not can_be_retold(self._read(number).game):
                raise no_such_story(number)
        self._journal.save_note(TITLE_NOTE, number, title)
        return title

    def forget(self, number: int) -> None:
        """Delete the story with everything that was said and recorded for it.

        If the program is stopped meanwhile, the rest is deleted when the library is next opened.
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
        makings = data.makings
        clips = (*name_clips(self._journal, data.names), *(clip for making in makings for clip in making.clips))
        with ExitStack() as locks:
            for making in makings:
                locks.callback(self._journal.lock(making.game).release)
            rewrite_makings(self._journal, makings)
            self._forget(data.games, player_notes(data.names), clips)
        for making in makings:
            write_pack(self._journal, making.game)

    def find_storyless(self, words: str) -> tuple[StoryEntry, ...]:
        """Return the games without a story (dice, or just begun) that have this number or title."""
        return tuple(
            one
            for one in self._storyless_entries()
            if words == str(one.number) or normalize(words) == normalize(one.title)
        )

    def list_games(self, numbers: Sequence[int]) -> tuple[StoryEntry, ...]:
        """Return the entries of these games, with or without a story."""
        return tuple(entry for entry in (*self.list_stories(), *self._storyless_entries()) if entry.number in numbers)

    def _storyless_entries(self) -> Iterator[StoryEntry]:
        shelved = {entry.number for entry in self.list_stories()}
        return (quick_entry(one) for one in self._journal.games() if one.id not in shelved)

    def back_up(self, target: Path) -> Contents:
        return back_up(self._journal, target)

    def leftover_copies(self) -> tuple[Path, ...]:
        """Return files that were set aside earlier. They still contain stories that were forgotten since."""
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
                forget_made_pack(self._journal, int(name))
            elif name:
                with suppress(NoSuchClip):
                    self._clips.forget(name)
        self._clips.forget_unfinished()
        drop_unused_texts(self._journal)
        if self._journal.scrub():
            for name in forgotten:
                self._journal.drop_note(FORGOTTEN, name)
            self._journal.take_snapshot()

    # --- indexing ----------------------------------------------------------------------------------

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
        """Index these games for about `patience` seconds. Return those that are left."""
        began = monotonic()
        for start in range(0, len(numbers), GAMES_PER_BATCH):
            if progress:
                progress(start, len(numbers))
            if monotonic() - began > patience:
                return numbers[start:]
            # replayed before the transaction begins, so that other processes can write meanwhile
            self._journal.save_library_notes(list(self._full_notes(numbers[start : start + GAMES_PER_BATCH])))
        if progress:
            progress(len(numbers), len(numbers))
        return ()

    def _quick_notes(self, numbers: Sequence[int]) -> list[tuple[int, int, tuple[str]]]:
        """Return notes for the list without replaying the games: with the title of the stored text."""
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
                continue  # it was forgotten meanwhile
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
                except (NarratorError, ValueError):  # its text is damaged
                    title, told, damage = games()[kept.game].TITLE, True, damage or UNTELLABLE
            note = StoryEntry(
                number, title, kept.game, kept.began, played.players, played.finished, told, needs, damage
            )
            yield number, count, (note.to_note(), words)


def quick_entry(one: GameSummary, title: str = "", *, told: bool = False, damage: str = "") -> StoryEntry:
    """Return the entry of a game that is not replayed, or cannot be."""
    called = title or (games()[one.game].TITLE if one.game in games() else "A damaged game")
    began = UNKNOWN_TIME
    with suppress(ValueError):
        datetime.fromisoformat(one.began)
        began = one.began
    return StoryEntry(one.id, called, one.game, began, seat_names(one.seats), one.ended is not None, told, "", damage)


def describe_damage(kept: GameRecord, texts: int, recordings: int = 0) -> str:
    """Return a sentence about what is lost of a story, or an empty string."""
    if len(kept.moves) < kept.count:
        lost = count_in_words(kept.count - len(kept.moves), "move")
        return f"Some of this story was damaged and is lost: {lost} at its end. It is told as far as it is sound."
    if texts:
        return "Some of the words of this story were damaged and are lost. Others of the same name stand in for them."
    if recordings:
        return "A recording in this story was damaged and is lost. It is told as it was understood."
    return "" if kept.signed else "This story was changed since it was kept, by damage or by hand."


def find_title(game: str, fingerprints: str, journal: Journal) -> str:
    """Return the title of the story among these stored texts, or else that of the game."""
    parts = filter(None, (load_text_part(journal, fingerprint) for fingerprint in fingerprints.split()))
    titles = (title for part in parts for title in host_of(game).story_titles(part).values())
    return next(titles, games()[game].TITLE)


def no_such_story(number: int) -> NoSuchStory:
    return NoSuchStory(f"There is no story number {number}. `narrator stories` lists them all.")

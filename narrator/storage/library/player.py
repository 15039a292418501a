"""Find and forget the data of one player: settings, the learned name, every game that mentions the name.

A game is the replay of its moves, and a single move cannot be removed. Forgetting a player therefore deletes whole
games; the user is shown the list first. Only a story that several children made keeps the parts of the others.
"""

from dataclasses import dataclass
from itertools import product

from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.learned_names import NAME_NOTE, LearnedName
from narrator.storage.library.query import plain_words
from narrator.storage.library.shared_makings import SharedMaking, find_shared_making
from narrator.storage.records import PLAYER_NOTES

SEARCHED_NOTES = ("title", "words")  # kinds of notes about a game that may mention a name


@dataclass(frozen=True, slots=True)
class PlayerData:
    """Everything that is stored about one player."""

    names: tuple[str, ...]  # the name as settings and learned names spell it
    games: tuple[int, ...]  # games that the player took part in, or that mention the name
    makings: tuple[SharedMaking, ...] = ()  # stories that others made too, without this player

    def summary(self, name: str) -> str:
        games = f"{len(self.games)} {'game' if len(self.games) == 1 else 'games'}" if self.games else ""
        shared = len(self.makings)
        parts = f"parts of {shared} made {'story' if shared == 1 else 'stories'}" if shared else ""
        own = "the settings and the learned name" if self.names else ""
        return f"This is kept of {name}: {' and '.join(filter(None, (games, parts, own)))}."


def find_player_data(journal: Journal, clips: Clips, name: str) -> PlayerData:
    """Find everything that contains this name as a whole word, in upper or lower case."""
    wanted = plain_words(name)

    def mentions(text: str) -> bool:
        words = plain_words(text)
        return any(words[start : start + len(wanted)] == wanted for start in range(len(words) - len(wanted) + 1))

    if not wanted:
        return PlayerData((), ())
    every = {*journal.game_ids()}
    names = {one for about in PLAYER_NOTES for one in journal.notes(about) if plain_words(one) == wanted}
    noted = {int(game) for about in SEARCHED_NOTES for game, body in journal.notes(about).items() if mentions(body)}
    played = {game for game in every if any(map(mentions, journal.raw_texts(game)))}
    recorded = {game for game, words in clips.words_in_games() if mentions(words)}
    found = sorted(noted | played | recorded & every)
    shared = (find_shared_making(journal, clips, game, name, mentions) for game in found if game not in titled(journal))
    makings = tuple(filter(None, shared))
    whole = {*found} - {making.game for making in makings}
    return PlayerData(tuple(sorted(names)), tuple(sorted(whole)), makings)


def titled(journal: Journal) -> set[int]:
    """Return the games to which the family gave a title, which may mention the name."""
    return {int(game) for game in journal.notes("title")}


def player_notes(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return kind and name of all notes that these players may have."""
    return list(product(PLAYER_NOTES, names))


def name_notes(names: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(NAME_NOTE, name) for name in names]


def name_clips(journal: Journal, names: tuple[str, ...]) -> list[str]:
    """Return the recordings of these learned names."""
    learned = (LearnedName.load(journal, name) for name in names)
    return [known.clip for known in learned if known and known.clip]

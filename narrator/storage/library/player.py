"""What is kept of one player, and how it is forgotten: settings, the name by ear, every game with the name in it.

A game is told anew from its moves, and a move cannot be taken out of the middle: whoever forgets a player forgets the
games that they were in. So it is first said what that would take along.
"""

from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from narrator.storage.clips import Clips, NoSuchClip
from narrator.storage.journal import Journal
from narrator.storage.learned_names import NAME_NOTE, LearnedName
from narrator.storage.library.query import words_in
from narrator.storage.records import PLAYER_NOTES

OF_GAMES = ("title", "words")  # notes about a game in which a name may stand


@dataclass(frozen=True, slots=True)
class OfPlayer:
    names: tuple[str, ...]  # as the player is called in settings and learned names, in whatever letters
    games: tuple[int, ...]  # those the player was in, or is spoken of in

    def sentence(self, name: str) -> str:
        games = f"{len(self.games)} {'game' if len(self.games) == 1 else 'games'}" if self.games else ""
        own = "the settings and the learned name" if self.names else ""
        return f"This is kept of {name}: {' and '.join(filter(None, (games, own)))}."


def kept_of(journal: Journal, clips: Clips, name: str) -> OfPlayer:
    """Everything in which this name stands as a word of its own, large or small."""
    wanted = words_in(name)

    def speaks_of(text: str) -> bool:
        words = words_in(text)
        return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))

    if not wanted:
        return OfPlayer((), ())
    names = {one for about in PLAYER_NOTES for one in journal.notes(about) if words_in(one) == wanted}
    spoken = {int(one) for about in OF_GAMES for one, body in journal.notes(about).items() if speaks_of(body)}
    played = {number for number in journal.game_ids() if any(map(speaks_of, journal.raw_texts(number)))}
    recorded = {game for game, words in clips.words_in_games() if speaks_of(words)}
    return OfPlayer(tuple(sorted(names)), tuple(sorted(spoken | played | recorded & {*journal.game_ids()})))


def forget_settings(journal: Journal, clips: Clips, names: tuple[str, ...]) -> None:
    forget_by_ear(journal, clips, names)
    for about, name in product(PLAYER_NOTES, names):
        journal.drop_note(about, name)


def forget_by_ear(journal: Journal, clips: Clips, names: tuple[str, ...]) -> None:
    for name in names:
        by_ear = LearnedName.load(journal, name)
        if by_ear and by_ear.clip:
            with suppress(NoSuchClip):
                clips.forget(by_ear.clip)
        journal.drop_note(NAME_NOTE, name)
    clips.forget_halves()

"""The texts a game is played with, kept beside its moves.

A pack may be moved, changed or thrown away, and our own stories are edited now and then. A game goes on, and its story
is told again, in the words in which it was heard. A text that many games share is kept once.
"""

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from hashlib import sha256

from pydantic import TypeAdapter, ValidationError

from narrator.box.content import Box
from narrator.keep.journal import Journal

TEXT = "text"
"""The note with a text, by its fingerprint."""
TEXTS_OF_GAME = "texts of game"
"""The note with the fingerprints of all texts of a game."""


@cache
def form() -> TypeAdapter[Box]:
    """Made when it is needed: that takes a moment, and no game is kept before the first word."""
    return TypeAdapter(Box)


def keep_texts(journal: Journal, game_id: int, parts: Iterable[Box]) -> None:
    """Keep what of the box this game is played with, each part by itself, so that each is kept only once."""
    texts = [form().dump_json(part, exclude_defaults=True).decode() for part in parts]
    by_fingerprint = {sha256(text.encode()).hexdigest(): text for text in texts}
    if texts:
        rows = [(TEXT, fingerprint, text) for fingerprint, text in by_fingerprint.items()]
        journal.note_all([*rows, (TEXTS_OF_GAME, str(game_id), " ".join(by_fingerprint))])


def box_of(journal: Journal, game_id: int, box: Box) -> Box:
    """This box with the texts of a kept game in place of its own. An older Narrator kept none."""
    fingerprints = (journal.noted(TEXTS_OF_GAME, game_id) or "").split()
    texts = (journal.noted(TEXT, fingerprint) for fingerprint in fingerprints)
    return reduce(Box.with_pack, (read(text) for text in texts if text), box)


@lru_cache(maxsize=64)
def read(text: str) -> Box:
    try:
        return form().validate_json(text)
    except ValidationError:  # in the form of another version: then today's text must do
        return Box()


def sweep(journal: Journal) -> None:
    """Delete the texts of games that were forgotten, unless another game has them, too."""
    needed = {fingerprint for row in journal.notes(TEXTS_OF_GAME).values() for fingerprint in row.split()}
    for fingerprint in journal.notes(TEXT).keys() - needed:
        journal.drop_note(TEXT, fingerprint)

"""The texts a game is played with, kept beside its moves.

A pack may be moved, changed or thrown away, and our own stories are edited now and then. A game goes on, and its story
is told again, in the words in which it was heard. A text that many games share is kept once.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache, reduce
from hashlib import sha256
from typing import TYPE_CHECKING

from narrator.core.errors import StorageError
from narrator.core.serialization import type_adapter
from narrator.games.hosting.host import host_of
from narrator.language.content.packs import Content
from narrator.storage.journal import Journal

if TYPE_CHECKING:
    from pydantic import TypeAdapter

TEXT = "text"  # the note with a text, by its fingerprint
TEXTS_OF_GAME = "texts of game"  # the note with the fingerprints of all texts of a game


def text_notes(game_id: int, parts: Iterable[Content]) -> list[tuple[str, str, str]]:
    """The notes that keep what of the box this game is played with, each part by itself, so that each is kept once."""
    by_fingerprint = {text_fingerprint(text): text for text in serialize_texts(parts)}
    rows = [(TEXT, fingerprint, text) for fingerprint, text in by_fingerprint.items()]
    return [*rows, (TEXTS_OF_GAME, str(game_id), " ".join(by_fingerprint))] if rows else []


def serialize_texts(parts: Iterable[Content]) -> Iterator[str]:
    return (text_adapter().dump_json(part, exclude_defaults=True).decode() for part in parts)


def text_fingerprint(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()


def content_of_game(journal: Journal, game_id: int, content: Content) -> Content:
    """This box with the texts of a kept game in place of its own. An older Narrator kept none."""
    return content_and_lost_texts(journal, game_id, content)[0]


def content_and_lost_texts(journal: Journal, game_id: int, content: Content) -> tuple[Content, int]:
    """The same, and how many of its texts are damaged or gone, so that the words of this box stand in for them."""
    fingerprints = (journal.find_note(TEXTS_OF_GAME, game_id) or "").split()
    kept = {fingerprint: load_text(journal, fingerprint) for fingerprint in fingerprints}
    lost = [fingerprint for fingerprint, text in kept.items() if text is None]
    if lost:  # this box may hold the very same words
        game = journal.read(game_id)
        same = {
            text_fingerprint(text): text
            for text in serialize_texts(host_of(game.game).content_to_save(game.options, content))
        }
        found = {fingerprint: same[fingerprint] for fingerprint in lost if fingerprint in same}
        with suppress(StorageError):  # they are told now all the same
            journal.save_notes([(TEXT, fingerprint, text) for fingerprint, text in found.items()])
        kept |= found
    texts = [text for text in kept.values() if text is not None]
    return reduce(Content.with_pack, map(parse_text, texts), content), len(kept) - len(texts)


def load_text(journal: Journal, fingerprint: str) -> str | None:
    """The text of this fingerprint, if it is there and still the same."""
    text = journal.find_note(TEXT, fingerprint)
    return text if text is not None and text_fingerprint(text) == fingerprint else None


def load_text_part(journal: Journal, fingerprint: str) -> Content | None:
    """The part of a box that is kept under this fingerprint, if it is sound."""
    text = load_text(journal, fingerprint)
    return None if text is None else parse_text(text)


@lru_cache(maxsize=64)
def parse_text(text: str) -> Content:
    try:
        content: Content = text_adapter().validate_json(text)
    except ValueError:  # in the form of another version: then today's text must do
        return Content()
    return content


@cache
def text_adapter() -> "TypeAdapter[Content]":
    from narrator.language.content import models  # noqa: PLC0415 - no game is kept before the first word

    form = type_adapter(Content)
    form.rebuild(_types_namespace=vars(models))  # the box names its contents, and does not load them
    return form


def drop_unused_texts(journal: Journal) -> None:
    """Delete the texts of games that were forgotten, unless another game has them, too."""
    needed = {fingerprint for row in journal.notes(TEXTS_OF_GAME).values() for fingerprint in row.split()}
    for fingerprint in journal.notes(TEXT).keys() - needed:
        journal.drop_note(TEXT, fingerprint)

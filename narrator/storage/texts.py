"""The texts that a game is played with, stored beside its moves.

A pack may be moved, changed or deleted, and our own stories are edited now and then. Games still continue, and stories
are retold, with the original text. A text that several games share is stored once.
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

TEXT = "text"  # kind of the note with a text; its name is the fingerprint
TEXTS_OF_GAME = "texts of game"  # kind of the note with the fingerprints of all texts of a game


def text_notes(game_id: int, parts: Iterable[Content]) -> list[tuple[str, str, str]]:
    """Return the notes that store these parts of the content for a game, one note for each part."""
    by_fingerprint = {text_fingerprint(text): text for text in serialize_texts(parts)}
    rows = [(TEXT, fingerprint, text) for fingerprint, text in by_fingerprint.items()]
    return [*rows, (TEXTS_OF_GAME, str(game_id), " ".join(by_fingerprint))] if rows else []


def serialize_texts(parts: Iterable[Content]) -> Iterator[str]:
    return (text_adapter().dump_json(part, exclude_defaults=True).decode() for part in parts)


def text_fingerprint(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()


def content_of_game(journal: Journal, game_id: int, content: Content) -> Content:
    """Return this content with the stored texts of a game instead of its own. Games of older versions have none."""
    return content_and_lost_texts(journal, game_id, content)[0]


def content_and_lost_texts(journal: Journal, game_id: int, content: Content) -> tuple[Content, int]:
    """Return the same, and how many stored texts are damaged or lost, so that the given content replaces them."""
    fingerprints = (journal.find_note(TEXTS_OF_GAME, game_id) or "").split()
    stored = {fingerprint: load_text(journal, fingerprint) for fingerprint in fingerprints}
    lost = [fingerprint for fingerprint, text in stored.items() if text is None]
    if lost:  # the given content may hold the same texts
        game = journal.read(game_id)
        same = {
            text_fingerprint(text): text
            for text in serialize_texts(host_of(game.game).content_to_save(game.options, content))
        }
        found = {fingerprint: same[fingerprint] for fingerprint in lost if fingerprint in same}
        with suppress(StorageError):  # not stored, but used now
            journal.save_notes([(TEXT, fingerprint, text) for fingerprint, text in found.items()])
        stored |= found
    texts = [text for text in stored.values() if text is not None]
    return reduce(Content.with_pack, map(parse_text, texts), content), len(stored) - len(texts)


def load_text(journal: Journal, fingerprint: str) -> str | None:
    """Return the stored text with this fingerprint, or `None` if it is missing or changed."""
    text = journal.find_note(TEXT, fingerprint)
    return text if text is not None and text_fingerprint(text) == fingerprint else None


def load_text_part(journal: Journal, fingerprint: str) -> Content | None:
    """Return the stored part of the content with this fingerprint, or `None` if it is missing or changed."""
    text = load_text(journal, fingerprint)
    return None if text is None else parse_text(text)


@lru_cache(maxsize=64)
def parse_text(text: str) -> Content:
    try:
        content: Content = text_adapter().validate_json(text)
    except ValueError:  # written by another version: then today's text is used
        return Content()
    return content


@cache
def text_adapter() -> "TypeAdapter[Content]":
    from narrator.language.content import models  # noqa: PLC0415 - slow to import, and not needed before the first line is spoken

    form = type_adapter(Content)
    form.rebuild(_types_namespace=vars(models))  # `Content` names the types of its parts without importing them
    return form


def drop_unused_texts(journal: Journal) -> None:
    """Return the notes that store these parts of the content for a game, one for each part."""
    needed = {fingerprint for row in journal.notes(TEXTS_OF_GAME).values() for fingerprint in row.split()}
    for fingerprint in journal.notes(TEXT).keys() - needed:
        journal.drop_note(TEXT, fingerprint)

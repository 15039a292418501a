"""What lies open on the table, for those who can see it: the book, the cards, the dice and the standing.

Everything here is drawn from the room's view, which has no secret in it. What all games call by the same name is drawn
the same way, so a new game is drawn as soon as it has cards on the table or points.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from narrator.box.content import Box
from narrator.box.markup import role_words, with_the

OPEN = "?"
"""Who plays this role is still to be found out."""


@dataclass(frozen=True, slots=True)
class Page:
    """A heading and rows. Pictures come last in a row, because terminals do not agree how wide they are."""

    title: str
    rows: tuple[tuple[str, ...], ...]


def pages(game: str, view: Any, box: Box) -> tuple[Page, ...]:
    """What can be seen now, leaving out what is empty."""
    drawn = (
        story(view, box) if game == "storytellers" else tale(view, box),
        Page("The clue", tuple(clue(view))),
        Page("On the table", tuple(cards(view, box))),
        Page("Dice", tuple(dice(view))),
        Page("Standing", tuple(standing(view))),
    )
    return tuple(page for page in drawn if page.rows)


def story(view: Any, box: Box) -> Page:
    """The roles of the story, and who plays them."""
    told = box.stories[view.options.story.name]
    book = [(role_words(told.card(page.card)) or "", page.character) for page in view.book]
    if view.card not in {page.card for page in view.book}:
        book.append((role_words(told.card(view.card)) or "", None))
    return Page(told.title, tuple((role, with_picture(name, box)) for role, name in book if role))


def tale(view: Any, box: Box) -> Page:
    """Which cards have gone into the fairy tale."""
    deck = box.decks.get(getattr(view.options, "tale", ""))
    names = (name for page in getattr(view, "book", ()) for name in page.cards)
    return Page(deck.title if deck else "The tale so far", tuple((with_picture(name, box),) for name in names))


def clue(view: Any) -> Iterator[tuple[str, ...]]:
    said = getattr(view, "clue", None)
    if said is not None and said.text:
        yield (f"“{said.text}”",)


def cards(view: Any, box: Box) -> Iterator[tuple[str, ...]]:
    """The cards on the symbols, face up."""
    for symbol, name in getattr(view, "out", {}).items():
        if name is not None:
            yield str(symbol), with_picture(name, box)


def dice(view: Any) -> Iterator[tuple[str, ...]]:
    for label, shown in (("rolled", getattr(view, "dice", ())), ("kept", getattr(view, "kept", ()))):
        if shown:
            yield label, "  ".join(map(str, shown))


def standing(view: Any) -> Iterator[tuple[str, ...]]:
    """The best first; nothing while nobody has a point."""
    scores: Mapping[str, int] = getattr(view, "scores", {})
    if any(scores.values()):
        yield from ((str(points), name) for name, points in sorted(scores.items(), key=lambda item: -item[1]))


def with_picture(name: str | None, box: Box) -> str:
    """A card by its name, with its picture where the box has one. A family's own card is only a name."""
    if name is None:
        return OPEN
    for character in box.characters:
        if character.name == name:
            return f"{with_the(name)}  {character.emoji}"
    for dream in box.dreams:
        if dream.title == name:
            return f"{name}  {' '.join(dream.emoji)}"
    for card in (card for kind in box.cards.values() for card in kind):
        if card.name == name:
            return f"{name}  {card.emoji}"
    return name

"""A game of pictures and clues told again: a book of dreams, each a picture and what was said to it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from narrator.core.cards import LaidOut, RoundVoided
from narrator.core.clues import ClueForm, ClueGiven, Found, VotesRevealed
from narrator.core.game import Event
from narrator.games.hosting.cast import StoryCast, cast_of_players
from narrator.games.hosting.host import Recall, Retell
from narrator.games.hosting.retelling import PlayedGame, RetoldStory, capitalise, drop_empty, paragraph
from narrator.language.content.models import Dream
from narrator.language.content.packs import Content
from narrator.language.lines.story import Chapter, Picture, Sentence
from narrator.language.lines.story_wording import StoryWording, as_card_name

DREAMS_A_PART = 3
LINES = {ClueForm.SAID: "dream-said", ClueForm.SUNG: "dream-sang", ClueForm.MIMED: "dream-mimed"}


@dataclass(frozen=True, slots=True)
class Dreamt:
    """A round that was played to its end."""

    clue: ClueGiven
    picture: Dream | str | None
    """`None` is one of the family's own; of a picture that went with its pack the title is known."""


def told_by(shown_by: Callable[[Event], int | None] = lambda event: None) -> tuple[Retell, Recall]:
    """How a game is told again and remembered. `shown_by` finds a symbol that ends a round without a picture found."""

    def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
        dreams = tuple(dreams_of(played, content, shown_by))
        parts = chapters(dreams, played.players, wording, finished=played.finished)
        return RetoldStory(title(dreams, played.players, wording), parts, tuple(keys(dreams)))

    def recall(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
        return cast_of(played, tuple(dreams_of(played, content, shown_by)), wording)

    return retell, recall


def dreams_of(played: PlayedGame, content: Content, shown_by: Callable[[Event], int | None]) -> Iterator[Dreamt]:
    """Every clue with the picture it was for."""
    known = {dream.title: dream for dream in content.all_dreams}
    out: Mapping[int, str | None] = {}
    given: ClueGiven | None = None
    for event in played.events:
        symbol = shown_by(event)
        match event:
            case ClueGiven():
                given = event
            case LaidOut(cards):
                out = cards
            case Found(_, found):
                symbol = found
            case RoundVoided():
                given = None
        if symbol is not None and given is not None:
            name = out.get(symbol)
            yield Dreamt(given, picture=None if name is None else known.get(name, name))
            given = None


# --- the parts -----------------------------------------------------------------------------------


def chapters(
    dreams: Sequence[Dreamt], players: Sequence[str], wording: StoryWording, *, finished: bool
) -> tuple[Chapter, ...]:
    parts = []
    for start in range(0, len(dreams), DREAMS_A_PART):
        some = dreams[start : start + DREAMS_A_PART]
        opening = (*wording.sentences("dreams-by", players=players), *wording.sentences("dreams-opening"))
        paragraphs = [] if start else [opening]
        for dreamt in some:
            lead = wording.sentences("dream-bridge") if dreamt is not dreams[0] else ()
            paragraphs += [lead, seen(dreamt, wording), said(dreamt, wording)]
        if some[-1] is dreams[-1]:
            paragraphs.append(wording.sentences("dreams-end" if finished else "dreams-so-far"))
        number = start // DREAMS_A_PART + 1
        seen_in_it = (dreamt.picture for dreamt in some if isinstance(dreamt.picture, Dream))
        pictures = tuple(Picture(" ".join(dream.emoji), dream.title) for dream in seen_in_it)
        parts.append(Chapter(heading(some, number, wording), drop_empty(paragraphs), pictures))
    return tuple(parts)


def seen(dreamt: Dreamt, wording: StoryWording) -> tuple[Sentence, ...]:
    match dreamt.picture:
        case None:
            return wording.sentences("dream-unseen")
        case str(name):
            return wording.sentences("dream-known", title=name)
        case Dream(title=name, picture=picture):
            return (*paragraph(picture), *wording.sentences("dream", title=name))


def said(dreamt: Dreamt, wording: StoryWording) -> tuple[Sentence, ...]:
    clue, said_so = dreamt.clue, LINES[dreamt.clue.how]
    if clue.how is ClueForm.MIMED:
        return wording.sentences(said_so, player=clue.seat)
    return wording.quote(said_so, clue.clue, player=clue.seat)


def name_of(dreamt: Dreamt) -> str | None:
    return dreamt.picture.title if isinstance(dreamt.picture, Dream) else dreamt.picture


def heading(some: Sequence[Dreamt], number: int, wording: StoryWording) -> str:
    names = [name for dreamt in some if (name := name_of(dreamt))]
    return (
        capitalise(wording.render("chapter-things", things=names))
        if names
        else wording.render("chapter", number=number)
    )


def title(dreams: Sequence[Dreamt], players: Sequence[str], wording: StoryWording) -> str:
    """After the first dream. Own pictures have no names, so theirs is the book of those who dreamed it."""
    first = next((name for dreamt in dreams if (name := name_of(dreamt))), None)
    if first is None:
        return wording.render("dreams-title-unseen", players=players)
    return capitalise(wording.render("dreams-title" if len(dreams) > 1 else "dreams-title-one", title=first))


def keys(dreams: Sequence[Dreamt]) -> Iterator[str]:
    for dreamt in dreams:
        yield f"{name_of(dreamt) or ''} {as_card_name(dreamt.clue.clue.text or '')}".strip()


# --- what is remembered of it ----------------------------------------------------------------------


def cast_of(played: PlayedGame, dreams: Sequence[Dreamt], wording: StoryWording) -> StoryCast:
    """Whose clue it was, and who fooled the most."""
    clues = [
        (dreamt.clue.seat, wording.phrase("recall-teller"), wording.phrase("recall-clue", clue=words))
        for dreamt in dreams
        if (words := as_card_name(dreamt.clue.clue.text or ""))
    ]
    best = max(fooled(played.events), key=lambda each: each[1], default=None)
    clever = (
        [(best[0], wording.phrase("recall-clever"), wording.phrase("recall-fooled", count=best[1]))] if best else []
    )
    return cast_of_players(title(dreams, played.players, wording), [*clever, *clues], played.players)


def fooled(events: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """Whose picture was taken for the storyteller's, and by how many, round by round."""
    votes: Counter[str] = Counter()
    for event in events:
        match event:
            case VotesRevealed(cast, owners):
                chosen = (symbol for symbols in cast.values() for symbol in symbols)
                votes = Counter(owner for symbol in chosen if (owner := owners.get(symbol)))
            case Found(teller):
                yield from ((owner, count) for owner, count in votes.items() if owner != teller)

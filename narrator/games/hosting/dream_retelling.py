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

DREAMS_PER_CHAPTER = 3
CLUE_LINES = {ClueForm.SAID: "dream-said", ClueForm.SUNG: "dream-sang", ClueForm.MIMED: "dream-mimed"}


@dataclass(frozen=True, slots=True)
class DreamRound:
    """A round that was played to its end."""

    clue: ClueGiven
    picture: Dream | str | None
    """`None` is one of the family's own; of a picture that went with its pack the title is known."""


def make_retellers(shown_by: Callable[[Event], int | None] = lambda event: None) -> tuple[Retell, Recall]:
    """How a game is told again and remembered. `shown_by` finds a symbol that ends a round without a picture found."""

    def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
        dreams = tuple(collect_dreams(played, content, shown_by))
        parts = build_chapters(dreams, played.players, wording, finished=played.finished)
        return RetoldStory(book_title(dreams, played.players, wording), parts, tuple(search_keys(dreams)))

    def recall(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
        return recall_dreams(played, tuple(collect_dreams(played, content, shown_by)), wording)

    return retell, recall


def collect_dreams(
    played: PlayedGame, content: Content, shown_by: Callable[[Event], int | None]
) -> Iterator[DreamRound]:
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
            yield DreamRound(given, picture=None if name is None else known.get(name, name))
            given = None


# --- the parts -----------------------------------------------------------------------------------


def build_chapters(
    dreams: Sequence[DreamRound], players: Sequence[str], wording: StoryWording, *, finished: bool
) -> tuple[Chapter, ...]:
    parts = []
    for start in range(0, len(dreams), DREAMS_PER_CHAPTER):
        some = dreams[start : start + DREAMS_PER_CHAPTER]
        opening = (*wording.sentences("dreams-by", players=players), *wording.sentences("dreams-opening"))
        paragraphs = [] if start else [opening]
        for dreamt in some:
            lead = wording.sentences("dream-bridge") if dreamt is not dreams[0] else ()
            paragraphs += [lead, picture_sentences(dreamt, wording), clue_sentences(dreamt, wording)]
        if some[-1] is dreams[-1]:
            paragraphs.append(wording.sentences("dreams-end" if finished else "dreams-so-far"))
        number = start // DREAMS_PER_CHAPTER + 1
        seen_in_it = (dreamt.picture for dreamt in some if isinstance(dreamt.picture, Dream))
        pictures = tuple(Picture(" ".join(dream.emoji), dream.title) for dream in seen_in_it)
        parts.append(Chapter(chapter_title(some, number, wording), drop_empty(paragraphs), pictures))
    return tuple(parts)


def picture_sentences(dreamt: DreamRound, wording: StoryWording) -> tuple[Sentence, ...]:
    match dreamt.picture:
        case None:
            return wording.sentences("dream-unseen")
        case str(name):
            return wording.sentences("dream-known", title=name)
        case Dream(title=name, picture=picture):
            return (*paragraph(picture), *wording.sentences("dream", title=name))


def clue_sentences(dreamt: DreamRound, wording: StoryWording) -> tuple[Sentence, ...]:
    clue, said_so = dreamt.clue, CLUE_LINES[dreamt.clue.how]
    if clue.how is ClueForm.MIMED:
        return wording.sentences(said_so, player=clue.seat)
    return wording.quote(said_so, clue.clue, player=clue.seat)


def picture_title(dreamt: DreamRound) -> str | None:
    return dreamt.picture.title if isinstance(dreamt.picture, Dream) else dreamt.picture


def chapter_title(some: Sequence[DreamRound], number: int, wording: StoryWording) -> str:
    names = [name for dreamt in some if (name := picture_title(dreamt))]
    return (
        capitalise(wording.render("chapter-things", things=names))
        if names
        else wording.render("chapter", number=number)
    )


def book_title(dreams: Sequence[DreamRound], players: Sequence[str], wording: StoryWording) -> str:
    """After the first dream. Own pictures have no names, so theirs is the book of those who dreamed it."""
    first = next((name for dreamt in dreams if (name := picture_title(dreamt))), None)
    if first is None:
        return wording.render("dreams-title-unseen", players=players)
    return capitalise(wording.render("dreams-title" if len(dreams) > 1 else "dreams-title-one", title=first))


def search_keys(dreams: Sequence[DreamRound]) -> Iterator[str]:
    for dreamt in dreams:
        yield f"{picture_title(dreamt) or ''} {as_card_name(dreamt.clue.clue.text or '')}".strip()


# --- what is remembered of it ----------------------------------------------------------------------


def recall_dreams(played: PlayedGame, dreams: Sequence[DreamRound], wording: StoryWording) -> StoryCast:
    """Whose clue it was, and who fooled the most."""
    clues = [
        (dreamt.clue.seat, wording.phrase("recall-teller"), wording.phrase("recall-clue", clue=words))
        for dreamt in dreams
        if (words := as_card_name(dreamt.clue.clue.text or ""))
    ]
    best = max(count_fooled(played.events), key=lambda each: each[1], default=None)
    clever = (
        [(best[0], wording.phrase("recall-clever"), wording.phrase("recall-fooled", count=best[1]))] if best else []
    )
    return cast_of_players(book_title(dreams, played.players, wording), [*clever, *clues], played.players)


def count_fooled(events: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """Whose picture was taken for the storyteller's, and by how many, round by round."""
    votes: Counter[str] = Counter()
    for event in events:
        match event:
            case VotesRevealed(cast, owners):
                chosen = (symbol for symbols in cast.values() for symbol in symbols)
                votes = Counter(owner for symbol in chosen if (owner := owners.get(symbol)))
            case Found(teller):
                yield from ((owner, count) for owner, count in votes.items() if owner != teller)

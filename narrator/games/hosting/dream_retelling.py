"""Retell Dixit or Dixit Odyssey as a book of dreams: each round is a picture and the clue given for it."""

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
    """A finished round: the clue and the picture it was for."""

    clue: ClueGiven
    picture: Dream | str | None
    """`None` for the family's own card; only the title if the picture's pack is no longer loaded."""


def make_retellers(find_shown_symbol: Callable[[Event], int | None] = lambda event: None) -> tuple[Retell, Recall]:
    """Return the `retell` and `recall_cast` functions of a host.

    `find_shown_symbol` returns the symbol of the round's picture if an event other than `Found` shows it.
    """

    def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
        dreams = tuple(collect_dreams(played, content, find_shown_symbol))
        chapters = build_chapters(dreams, played.players, wording, finished=played.finished)
        return RetoldStory(book_title(dreams, played.players, wording), chapters, tuple(search_keys(dreams)))

    def recall(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
        return recall_dreams(played, tuple(collect_dreams(played, content, find_shown_symbol)), wording)

    return retell, recall


def collect_dreams(
    played: PlayedGame, content: Content, find_shown_symbol: Callable[[Event], int | None]
) -> Iterator[DreamRound]:
    """Yield every clue with the picture it was for."""
    known = {dream.title: dream for dream in content.all_dreams}
    face_up: Mapping[int, str | None] = {}
    clue: ClueGiven | None = None
    for event in played.events:
        symbol = find_shown_symbol(event)
        match event:
            case ClueGiven():
                clue = event
            case LaidOut(cards):
                face_up = cards
            case Found(_, found):
                symbol = found
            case RoundVoided():
                clue = None
        if symbol is not None and clue is not None:
            name = face_up.get(symbol)
            yield DreamRound(clue, picture=None if name is None else known.get(name, name))
            clue = None


# --- chapters --------------------------------------------------------------------------------------


def build_chapters(
    dreams: Sequence[DreamRound], players: Sequence[str], wording: StoryWording, *, finished: bool
) -> tuple[Chapter, ...]:
    chapters = []
    for start in range(0, len(dreams), DREAMS_PER_CHAPTER):
        group = dreams[start : start + DREAMS_PER_CHAPTER]
        opening = (*wording.sentences("dreams-by", players=players), *wording.sentences("dreams-opening"))
        paragraphs = [] if start else [opening]
        for round_ in group:
            lead = wording.sentences("dream-bridge") if round_ is not dreams[0] else ()
            paragraphs += [lead, picture_sentences(round_, wording), clue_sentences(round_, wording)]
        if group[-1] is dreams[-1]:
            paragraphs.append(wording.sentences("dreams-end" if finished else "dreams-so-far"))
        number = start // DREAMS_PER_CHAPTER + 1
        dreams_shown = (round_.picture for round_ in group if isinstance(round_.picture, Dream))
        pictures = tuple(Picture(" ".join(dream.emoji), dream.title, dream.scene) for dream in dreams_shown)
        chapters.append(Chapter(chapter_title(group, number, wording), drop_empty(paragraphs), pictures))
    return tuple(chapters)


def picture_sentences(round_: DreamRound, wording: StoryWording) -> tuple[Sentence, ...]:
    match round_.picture:
        case None:
            return wording.sentences("dream-unseen")
        case str(name):
            return wording.sentences("dream-known", title=name)
        case Dream(title=name, picture=picture):
            return (*paragraph(picture), *wording.sentences("dream", title=name))


def clue_sentences(round_: DreamRound, wording: StoryWording) -> tuple[Sentence, ...]:
    clue, line_id = round_.clue, CLUE_LINES[round_.clue.how]
    if clue.how is ClueForm.MIMED:
        return wording.sentences(line_id, player=clue.seat)
    return wording.quote(line_id, clue.clue, player=clue.seat)


def picture_title(round_: DreamRound) -> str | None:
    return round_.picture.title if isinstance(round_.picture, Dream) else round_.picture


def chapter_title(group: Sequence[DreamRound], number: int, wording: StoryWording) -> str:
    names = [name for round_ in group if (name := picture_title(round_))]
    return (
        capitalise(wording.render("chapter-things", things=names))
        if names
        else wording.render("chapter", number=number)
    )


def book_title(dreams: Sequence[DreamRound], players: Sequence[str], wording: StoryWording) -> str:
    """Return a title after the first dream; after the players if the family's own pictures have no names."""
    first = next((name for round_ in dreams if (name := picture_title(round_))), None)
    if first is None:
        return wording.render("dreams-title-unseen", players=players)
    return capitalise(wording.render("dreams-title" if len(dreams) > 1 else "dreams-title-one", title=first))


def search_keys(dreams: Sequence[DreamRound]) -> Iterator[str]:
    for round_ in dreams:
        yield f"{picture_title(round_) or ''} {as_card_name(round_.clue.clue.text or '')}".strip()


# --- recall ----------------------------------------------------------------------


def recall_dreams(played: PlayedGame, dreams: Sequence[DreamRound], wording: StoryWording) -> StoryCast:
    """Return who gave which clue, and who fooled the most players."""
    clues = [
        (round_.clue.seat, wording.phrase("recall-teller"), wording.phrase("recall-clue", clue=words))
        for round_ in dreams
        if (words := as_card_name(round_.clue.clue.text or ""))
    ]
    best = max(count_fooled(played.events), key=lambda each: each[1], default=None)
    clever = (
        [(best[0], wording.phrase("recall-clever"), wording.phrase("recall-fooled", count=best[1]))] if best else []
    )
    return cast_of_players(book_title(dreams, played.players, wording), [*clever, *clues], played.players)


def count_fooled(events: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """Yield, for each round, whose picture was taken for the storyteller's and by how many players."""
    votes: Counter[str] = Counter()
    for event in events:
        match event:
            case VotesRevealed(votes_cast, owners):
                chosen = (symbol for symbols in votes_cast.values() for symbol in symbols)
                votes = Counter(owner for symbol in chosen if (owner := owners.get(symbol)))
            case Found(teller):
                yield from ((owner, count) for owner, count in votes.items() if owner != teller)

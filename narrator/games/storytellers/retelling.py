"""Storytellers told again: every page of the book is a part, with whoever was chosen in their role."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from narrator.core.cards import CardKind
from narrator.core.game import SpokenWords
from narrator.games.hosting.cast import (
    CardSubject,
    CastMember,
    StoryCast,
    candidates_of_kind,
    contains_words,
    sentences_around,
)
from narrator.games.hosting.retelling import (
    PlayedGame,
    RetoldStory,
    StoryTextMissing,
    capitalise,
    drop_empty,
    paragraph,
)
from narrator.games.storytellers.moves import CharacterEntered
from narrator.games.storytellers.rules import State
from narrator.language.content.markup import PAUSE, name, role_words, text_when_told
from narrator.language.content.models import Character, Story, StoryCard
from narrator.language.content.packs import Content
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language
from narrator.language.lines.story import Chapter, Picture, Sentence
from narrator.language.lines.story_wording import StoryWording, as_card_name


@dataclass(frozen=True, slots=True)
class CastPage:
    """A page of the book: its card, and who was chosen."""

    card: StoryCard
    who: Character | str | None = None  # `None` on the last page; of the family's own cards only the name is known
    chooser: str | None = None  # whose choice it was
    why: SpokenWords | None = None


def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
    story = find_story(played.state, content)
    spreads = tuple(collect_pages(played, story, content, wording))
    parts = build_chapters(story, spreads, played.players, wording, finished=played.finished)
    return RetoldStory(story.title, parts, tuple(search_keys(spreads)))


def find_story(state: State, content: Content) -> Story:
    shape = state.options.story
    story = content.stories.get(shape.name)
    if story is None or not set(shape.follows) <= set(story.ids):
        raise StoryTextMissing(shape.name)
    return story


def collect_pages(played: PlayedGame, story: Story, content: Content, wording: StoryWording) -> Iterator[CastPage]:
    known = {character.name: character for character in content.characters}
    choosers = {event.card: event.owner for event in played.events if isinstance(event, CharacterEntered)}
    for page in played.state.book:
        who: Character | str | None = None
        if page.character is not None:
            who = known.get(page.character) or as_card_name(page.character) or wording.phrase("nameless")
        yield CastPage(story.card(page.card), who, choosers.get(page.card), page.why)


# --- the parts -----------------------------------------------------------------------------------


def build_chapters(
    story: Story, spreads: Sequence[CastPage], players: Sequence[str], wording: StoryWording, *, finished: bool
) -> tuple[Chapter, ...]:
    """One part for each page. Between two of them the page turns, and the last words are the author's."""
    cast = cast_by_role(spreads)
    opening = (*wording.sentences("told-by", players=players), *wording.sentences("opening", place=story.place))
    parts = []
    for number, spread in enumerate(spreads):
        lead = paragraph(spread.card.bridge or "") if number else opening
        entering, *others = map(paragraph, text_when_told(spread.card, cast).split(PAUSE))
        first, rest = split_at_entrance(spread, entering)
        why = reason_sentences(spread, wording)
        pictures = (
            (Picture(spread.who.emoji, get_language().indefinite(spread.who.name)),)
            if isinstance(spread.who, Character)
            else ()
        )
        paragraphs = [lead, *((first, why, rest) if why else (entering,)), *others]
        if spread is spreads[-1] and not finished:
            paragraphs.append(wording.sentences("so-far"))
        parts.append(Chapter(chapter_title(spread, number, wording), drop_empty(paragraphs), pictures))
    return tuple(parts)


def split_at_entrance(
    spread: CastPage, sentences: tuple[Sentence, ...]
) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """The part up to where its character has come in and nobody is speaking, and the rest of it."""
    who = "" if spread.who is None else get_language().definite(name(spread.who)).casefold()
    said = ""
    for number, sentence in enumerate(sentences, 1):
        said += sentence.text.casefold()
        if who in said and said.count('"') % 2 == 0:
            return sentences[:number], sentences[number:]
    return sentences, ()


def reason_sentences(spread: CastPage, wording: StoryWording) -> tuple[Sentence, ...]:
    """Why it had to be this one, by the child who chose it."""
    if spread.who is None or spread.chooser is None:
        return ()
    return wording.quote(
        "reason", spread.why, character=get_language().definite(name(spread.who)), player=spread.chooser
    )


def chapter_title(spread: CastPage, number: int, wording: StoryWording) -> str:
    if spread.card.where:
        return capitalise(spread.card.where)
    return wording.render("chapter", number=number + 1) if spread.card.role else wording.render("chapter-end")


def search_keys(spreads: Sequence[CastPage]) -> Iterator[str]:
    for spread, after in zip_longest(spreads, spreads[1:]):
        if spread.who is not None:
            aliases = spread.who.aliases if isinstance(spread.who, Character) else ()
            yield " ".join([name(spread.who), *aliases, role_words(spread.card) or "", spread.card.where or ""])
        if after is not None:
            yield from (f"{way.way} {way.say}" for way in spread.card.fork if way.to == after.card.id)


def cast_by_role(spreads: Sequence[CastPage]) -> Mapping[str, Character | str]:
    return {spread.card.role: spread.who for spread in spreads if spread.card.role and spread.who is not None}


# --- whoever was chosen, in which role, and where that was ---------------------------------------


def recall_cast(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
    story = find_story(played.state, content)
    spreads = tuple(collect_pages(played, story, content, wording))
    roles = cast_by_role(spreads)
    members = tuple(
        CastMember(
            subject=card_subject(spread.who),
            kind=CardKind.CHARACTER,
            role=get_language().make_definite(role_words(spread.card) or ""),
            where=spread.card.where or "",
            told_sentences=sentences_introducing(split_sentences(text_when_told(spread.card, roles)), name(spread.who)),
        )
        for spread in spreads
        if spread.who is not None
    )
    return StoryCast(
        story.title, members, {CardKind.CHARACTER: candidates_of_kind(map(card_subject, content.characters), members)}
    )


def card_subject(who: Character | str) -> CardSubject:
    if isinstance(who, str):
        return CardSubject(who, get_language().definite(who), (get_language().strip_article(who),))
    return CardSubject(who.name, get_language().definite(who.name), who.aliases, who.picture)


def sentences_introducing(told_sentences: Sequence[str], who: str) -> tuple[str, ...]:
    """The sentence in which somebody comes in; where people speak, all that is said between two quotation marks."""
    at = next(
        (at for at, text in enumerate(told_sentences) if contains_words(text, get_language().strip_article(who))), 0
    )
    return sentences_around(told_sentences, at)

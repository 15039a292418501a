"""Retell Storytellers: one chapter per page of the book, with the chosen characters in their roles."""

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
from narrator.language.content.markup import PAUSE, directed_when_told, name, role_words, text_when_told
from narrator.language.content.models import Character, Story, StoryCard
from narrator.language.content.packs import Content
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language
from narrator.language.lines.story import Chapter, Picture, Sentence
from narrator.language.lines.story_wording import StoryWording, as_card_name


@dataclass(frozen=True, slots=True)
class CastPage:
    """A page of the book: its story card and the character chosen for it."""

    card: StoryCard
    who: Character | str | None = None
    """`None` on the last page; only a name for one of the family's own cards."""
    chooser: str | None = None
    """The player whose card it was."""
    why: SpokenWords | None = None


def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
    story = find_story(played.state, content)
    pages = tuple(collect_pages(played, story, content, wording))
    chapters = build_chapters(story, pages, played.players, wording, finished=played.finished)
    return RetoldStory(story.title, chapters, tuple(search_keys(pages)), makers=story.makers)


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


# --- chapters ----------------------------------------------------------------------------------


def build_chapters(
    story: Story, pages: Sequence[CastPage], players: Sequence[str], wording: StoryWording, *, finished: bool
) -> tuple[Chapter, ...]:
    """Return one chapter per page, with the author's bridge text between two pages."""
    cast = cast_by_role(pages)
    opening = (*wording.sentences("told-by", players=players), *wording.sentences("opening", place=story.place))
    chapters = []
    for number, page in enumerate(pages):
        lead = paragraph(page.card.bridge or "") if number else opening
        entering, *others = map(paragraph, directed_when_told(page.card, cast).split(PAUSE))
        first, rest = split_at_entrance(page, entering)
        why = reason_sentences(page, wording)
        pictures = (
            (Picture(page.who.emoji, get_language().indefinite(page.who.name)),)
            if isinstance(page.who, Character)
            else ()
        )
        paragraphs = [lead, *((first, why, rest) if why else (entering,)), *others]
        if page is pages[-1] and not finished:
            paragraphs.append(wording.sentences("so-far"))
        chapters.append(Chapter(chapter_title(page, number, wording), drop_empty(paragraphs), pictures))
    return tuple(chapters)


def split_at_entrance(
    page: CastPage, sentences: tuple[Sentence, ...]
) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """Split after the sentence that names the page's character, but not inside a quotation."""
    who = "" if page.who is None else get_language().definite(name(page.who)).casefold()
    text = ""
    for number, sentence in enumerate(sentences, 1):
        text += sentence.text.casefold()
        if who in text and text.count('"') % 2 == 0:
            return sentences[:number], sentences[number:]
    return sentences, ()


def reason_sentences(page: CastPage, wording: StoryWording) -> tuple[Sentence, ...]:
    """Return the reason that the player gave for choosing this character."""
    if page.who is None or page.chooser is None:
        return ()
    return wording.quote("reason", page.why, character=get_language().definite(name(page.who)), player=page.chooser)


def chapter_title(page: CastPage, number: int, wording: StoryWording) -> str:
    if page.card.where:
        return capitalise(page.card.where)
    return wording.render("chapter", number=number + 1) if page.card.role else wording.render("chapter-end")


def search_keys(pages: Sequence[CastPage]) -> Iterator[str]:
    for page, after in zip_longest(pages, pages[1:]):
        if page.who is not None:
            aliases = page.who.aliases if isinstance(page.who, Character) else ()
            yield " ".join([name(page.who), *aliases, role_words(page.card) or "", page.card.where or ""])
        if after is not None:
            yield from (f"{way.way} {way.say}" for way in page.card.fork if way.to == after.card.id)


def cast_by_role(pages: Sequence[CastPage]) -> Mapping[str, Character | str]:
    return {page.card.role: page.who for page in pages if page.card.role and page.who is not None}


# --- recall ------------------------------------------------------------------------------------


def recall_cast(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
    story = find_story(played.state, content)
    pages = tuple(collect_pages(played, story, content, wording))
    roles = cast_by_role(pages)
    members = tuple(
        CastMember(
            subject=card_subject(page.who),
            kind=CardKind.CHARACTER,
            role=get_language().make_definite(role_words(page.card) or ""),
            where=page.card.where or "",
            told_sentences=sentences_introducing(split_sentences(text_when_told(page.card, roles)), name(page.who)),
        )
        for page in pages
        if page.who is not None
    )
    return StoryCast(
        story.title, members, {CardKind.CHARACTER: candidates_of_kind(map(card_subject, content.characters), members)}
    )


def card_subject(who: Character | str) -> CardSubject:
    if isinstance(who, str):
        return CardSubject(who, get_language().definite(who), (get_language().strip_article(who),))
    return CardSubject(who.name, get_language().definite(who.name), who.aliases, who.picture)


def sentences_introducing(told_sentences: Sequence[str], who: str) -> tuple[str, ...]:
    """Return the sentence that first names this character, with the rest of its quotation."""
    index = next(
        (index for index, text in enumerate(told_sentences) if contains_words(text, get_language().strip_article(who))),
        0,
    )
    return sentences_around(told_sentences, index)

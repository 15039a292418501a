"""How Storytellers names its cards: choices for questions, and words for lines."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache

from narrator.core.cards import FACE_DOWN
from narrator.games.hosting.questions import Choice
from narrator.games.storytellers.rules import State
from narrator.language.content.markup import RoleCast, role_words
from narrator.language.content.models import Character, Story
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.understanding.grammar import SlotNames


def current_story(state: State, content: Content) -> Story:
    return content.stories[state.options.story.name]


def open_role(state: State, content: Content) -> str:
    return story_role(content.stories[state.options.story.name], state.card)


@lru_cache(maxsize=64)
def story_role(story: Story, card: str) -> str:
    """Return the role that is open on this card of a story: "a brave knight"."""
    return role_words(story.card(card)) or ""


def character_choice(value: object, character: Character) -> Choice:
    name, tag = character.name, character.tag
    definite = get_language().definite(name)
    one = get_language().heard.words.one
    tag_aliases = (f"{one} {tag}", f"{name} {tag}") if tag else ()
    short = f"{definite}, {tag}" if tag else None
    return Choice(value, definite, (name, *character.aliases, *tag_aliases), character.picture, short_description=short)


def table_choices(state: State, content: Content, only: Collection[int] | None = None) -> tuple[Choice, ...]:
    """Return the cards on the table. "The last one" is the card that was read last."""
    return face_up_choices(
        tuple((symbol, name) for symbol, name in state.face_up.items() if only is None or symbol in only),
        content.characters,
    )


@lru_cache(maxsize=64)
def face_up_choices(
    face_up: tuple[tuple[int, str | None], ...], characters: tuple[Character, ...]
) -> tuple[Choice, ...]:
    """Return a choice for each card on the table. Cached, because they stay the same while the players vote."""
    by_name = {character.name: character for character in characters}
    choices = [
        Choice(symbol, "") if name is None else character_choice(symbol, by_name[name]) for symbol, name in face_up
    ]
    words = get_language().heard.words
    last = [replace(choice, aliases=(f"{words.last} {words.one}", *choice.aliases)) for choice in choices[-1:]]
    return (*choices[:-1], *last)


def cast_so_far(state: State, content: Content) -> RoleCast:
    known = {character.name: character for character in content.characters}
    roles = {page.card: current_story(state, content).card(page.card).role for page in state.book}
    return {
        key: known.get(page.character, page.character)
        for page in state.book
        if page.character is not None and (key := roles[page.card]) is not None
    }


def hand_choices(state: State, seat: str, content: Content) -> tuple[Choice, ...]:
    held = (name for name in state.hands.get(seat, ()) if name != FACE_DOWN)  # other players' cards in a view
    return tuple(character_choice(name, content.character(name)) for name in held)


def name_on_symbol(symbol: int, face_up: Mapping[int, str | None]) -> str:
    """Return the name of the card on this symbol; empty if unknown."""
    name = face_up.get(symbol)
    return get_language().definite(name) if name else ""


def all_card_choices(state: State, content: Content) -> tuple[Choice, ...]:
    return tuple(character_choice(each.name, each) for each in content.characters)


def extra_vocabulary(state: State, content: Content) -> SlotNames:
    """Return every character and the open role: players may name a character they do not hold."""
    if state.own_cards:
        return {}  # the narrator does not know the family's own cards
    words, key = (
        get_language().strip_article(open_role(state, content)),
        current_story(state, content).card(state.card).role or "",
    )
    return {
        "card": [
            (name, character.name) for character in content.characters for name in (character.name, *character.aliases)
        ],
        "role": [(name, words) for name in dict.fromkeys((words, key)) if name],
    }

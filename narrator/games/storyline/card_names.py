"""How StoryLine names its cards: choices for questions, and words for lines."""

from collections.abc import Iterable, Iterator, Sequence

from narrator.core.cards import FACE_DOWN, CardKind
from narrator.games.hosting.questions import Choice
from narrator.games.storyline import rules
from narrator.games.storyline.rules import Phase, State
from narrator.language.content.markup import RoleCast, phrase
from narrator.language.content.models import Deck, FairyCard
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding.grammar import SlotNames, game_choice_names, grammar_files


def effect_choice(token: str) -> Choice:
    """Return a token with an effect as a choice."""
    return Choice(token, *game_choice_names("storyline", token))


def current_deck(state: State, content: Content) -> Deck:
    return content.decks[state.options.tale]


def find_card(name: str, content: Content) -> FairyCard | str:
    """Return the card of this name; only the name if it is one of the family's own."""
    return next((card for cards in content.cards.values() for card in cards if card.name == name), name)


def card_choice(value: object, card: FairyCard | str) -> Choice:
    """Return a choice with the phrase, the name and its last word: "the pirate" is the seasick pirate."""
    words = phrase(card)
    name = card if isinstance(card, str) else card.name
    last = name.split()[-1]
    short = () if last in grammar_files(DEFAULT_LANGUAGE)["storyline"]["not_an_alias"] else (last,)
    return Choice(
        value,
        get_language().make_definite(words),
        tuple(dict.fromkeys((get_language().strip_article(words), name, *short))),
        words,
    )


def row_choices(row: Sequence[int], state: State, content: Content) -> tuple[Choice, ...]:
    return tuple(symbol_choice(symbol, state.face_up[symbol], content) for symbol in row)


def symbol_choice(symbol: int, name: str | None, content: Content) -> Choice:
    return Choice(symbol, "") if name is None else card_choice(symbol, find_card(name, content))


def name_on_symbol(symbol: int, state: State, content: Content) -> str:
    """Return how the card on this symbol is called; empty for one of the family's own."""
    return symbol_choice(symbol, state.face_up.get(symbol), content).spoken


def category_choices(state: State, seat: str, category: CardKind, content: Content) -> tuple[Choice, ...]:
    held = (name for name in state.hands.get(seat, ()) if name != FACE_DOWN)  # other players' cards in a view
    names = (name for name in held if rules.category_of(state, name) == category)
    return tuple(card_choice(name, find_card(name, content)) for name in names)


def hand_choices(state: State, seat: str, content: Content) -> tuple[Choice, ...]:
    """Return the cards in this hand, sorted by category."""
    return tuple(choice for category in CardKind for choice in category_choices(state, seat, category, content))


def banner_facts(state: State) -> dict[str, CardKind | None]:
    """Return the one or two categories that the page asks for, as facts for a line."""
    first, *more = state.banners
    return {"category": first, "category2": more[0] if more else None}


def cast_so_far(state: State, content: Content) -> RoleCast:
    """Return the cards that fill the gaps of the tale by key."""
    own = state.own_cards
    return {
        key: name if own else find_card(name, content)
        for page in state.book
        for key, name in zip(current_deck(state, content).cards[page.card - 1].banners, page.cards, strict=False)
    }


def all_card_choices(state: State, content: Content) -> tuple[Choice, ...]:
    """Return all cards of the categories that the page asks for."""
    return tuple(card_choice(card.name, card) for card in cards_in_game(state.banners, state, content))


def cards_in_game(kinds: Iterable[CardKind], state: State, content: Content) -> Iterator[FairyCard]:
    """Yield the cards of these categories that this game is played with."""
    for kind in kinds:
        names = {*state.options.story_cards.get(kind, ())}
        yield from (card for card in content.cards[kind] if card.name in names)


def extra_vocabulary(state: State, content: Content) -> SlotNames:
    """Return every card of this game: players may name one they do not hold."""
    if state.phase is not Phase.LAYING:
        return {}
    cards = [card_choice(card.name, card) for card in cards_in_game(CardKind, state, content)]
    return {
        "card": [
            (get_language().strip_definite_article(name), card.value)
            for card in cards
            for name in (card.spoken, *card.aliases)
        ]
    }

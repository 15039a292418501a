"""A player's cards in words: as many as somebody can take in, and the rest for whoever asks.

What is new to a player is told at a glance, once an evening; later a card is only named. Its sentence is heard when it
lies on the table, and from whoever asks: "tell me more", "card two again", "read me all".
"""

from collections.abc import Callable, Collection, Sequence

from narrator.host.asking import Ask, Choice
from narrator.talk.moment import Moment
from narrator.tell.lines import Line, Verbosity, line, said_alone

LARGE = 7
"""So many players hear hands of names only."""


def tell_hand(at: Moment, ask: Ask, *, alone: bool = False) -> tuple[Moment, tuple[Line, ...]]:
    """The asked player's cards, as far as they are told with the question; or to that player alone."""
    filled = at.now.filled
    places = [place for place in ask.main.places if place.hand]
    told = [choice for place in places if place.name in filled for choice in place.choices]
    still = [place for place in places if place.name not in filled]
    asked = still if at.to_lock else still[:1]
    offered = dict.fromkeys(choice for place in asked for choice in place.choices[: place.first])
    cards = tuple(choice.briefly() for choice in offered if choice not in told)
    if not cards or ask.seat is None:
        return at, ()
    new = [] if len(at.state.seats) >= LARGE else unknown_to(at, ask.seat, cards)
    lines = told_alone(at, ask.seat, cards, new) if alone else hand_in_words(ask.seat, cards, new)
    if not heard_by(at, ask.seat) and any(len(place.choices) > len(cards) for place in asked if place.first):
        lines += (line("hand-more"),)
    return known_to(at, ask.seat, cards), lines


def heard_by(at: Moment, seat: str) -> frozenset[str]:
    """The cards that were described to this player, by name."""
    return frozenset(card for player, card in at.now.shown if player == seat)


def unknown_to(at: Moment, seat: str, cards: Collection[Choice]) -> list[Choice]:
    return [card for card in cards if card.said not in heard_by(at, seat)]


def known_to(at: Moment, seat: str, cards: Collection[Choice]) -> Moment:
    return at.with_(shown=at.now.shown | {(seat, card.said) for card in cards})


def hand_in_words(seat: str | None, cards: Sequence[Choice], new: Collection[Choice]) -> tuple[Line, ...]:
    """What is new is described; the rest is only named."""
    known = [name_in_list(card) for card in cards if card not in new]
    lines = [line("hand", seat=seat, cards=known, more=bool(new))] if known else []
    for number, card in ((number, card) for number, card in enumerate(cards, 1) if card in new):
        name = "hand-first" if number == 1 and not known else "hand-next"
        facts = {"card": card.said, "picture": card.picture or card.said, "number": number, "count": len(cards)}
        lines.append(line(name, seat=seat, **facts))
    return tuple(lines)


def told_alone(
    at: Moment,
    seat: str,
    cards: Sequence[Choice],
    new: Collection[Choice],
    how: Callable[[Choice], Choice] = Choice.briefly,
) -> tuple[Line, ...]:
    """While the others cover their ears: it takes as long as it would with the longest cards there are.

    Who is alone was called by name already.
    """
    others = [how(each) for each in at.setting.host.all_cards(at.state, at.setting.box)]
    spare = {
        Verbosity.FULL: spare_letters(cards, new, others, lambda card: len(card.picture or card.said)),
        Verbosity.BRIEF: spare_letters(cards, new, others, lambda card: len(card.said)),
    }
    return said_alone(seat, *hand_in_words(None, cards, new), spare=spare)


def spare_letters(
    cards: Sequence[Choice], new: Collection[Choice], others: Sequence[Choice], described: Callable[[Choice], int]
) -> int:
    """How many letters longer a hand of so many new and so many known cards could be."""
    known = [card for card in cards if card not in new]
    told = sum(map(described, new)) + sum(len(name_in_list(card)) for card in known)
    longest = sorted(map(described, others))[-len(new) :] if new else []
    names = sorted(len(name_in_list(card)) for card in others)[-len(known) :] if known else []
    return max(0, sum(longest) + sum(names) - told)


def name_in_list(card: Choice) -> str:
    return card.said.removeprefix("the ")


def one_card(number: int, count: int, card: Choice) -> Line:
    """A card by itself, with its place among the others."""
    return line("one-card", card=card.said, picture=card.picture or card.said, number=number, count=count)


def read_back(at: Moment) -> Line | None:
    """What was understood, in the shortest form, so that a mishearing is noticed at once: "Lily: the mouse".

    Of a hand that nobody else knows, the number; nothing of what was chosen in the booth or on a phone.
    """
    filled = at.now.filled
    places = [place for place in at.places if place.choices and place.name in filled]
    if at.asked is None or (at.apart and any(place.secret for place in places)):
        return None
    chosen = [
        choice.said if choice.said and not at.hidden(place) else number
        for place in places
        for number, choice in enumerate(place.choices, 1)
        if choice.value == filled[place.name]
    ]
    return line("read-back", seat=at.asked, cards=chosen) if chosen else None

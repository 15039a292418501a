"""Asking for what is missing: the hand first, where there is one, then the question."""

from collections.abc import Collection
from dataclasses import replace

from narrator.host.asking import Ask, Choice, Place
from narrator.talk.booth import Visit
from narrator.talk.moment import Moment, Turn, say
from narrator.tell.lines import Line, line


def prompt(at: Moment) -> Turn:
    """Ask for what is missing."""
    ask, place = at.ask, at.open_place
    if at.now.waiting:
        return say(at, at.now.waiting.question)
    if ask is None:
        return say(at)
    if place and ask.seat and at.private(place):
        return call_to_booth(at, ask.seat, ask, place)
    if at.to_lock:
        question = line("tokens-lock", question=replace(ask.question, part="all"))
        told: tuple[Line, ...] = ()
        for each in at.choosing:
            at, hand = tell_hand(at, each)
            told += hand
        return say(at, *told, question)
    hand = ()
    if not (place and place.secret and ask.seat in at.now.locked):  # who chose by hand has heard the cards before
        at, hand = tell_hand(at, ask)
    if place and at.now.filled:
        return say(at, *hand, place.knowing(at.now.filled) if place.knowing else place.question)
    return say(at, *hand, ask.question)


def call_to_booth(at: Moment, seat: str, ask: Ask, place: Place) -> Turn:
    """Who is inside already hears the next choices at once."""
    if not any(each.secret and each.name in at.now.filled for each in ask.main.places):
        return say(at.with_(booth=Visit(seat, place)), line("booth-call", seat=seat))
    visit = Visit(seat, place, taken=True)
    in_the_room = () if at.pressed else (line("say-booth", seat=seat),)  # somebody there spoke, and is answered there
    return say(at.with_(booth=visit), *visit.told_choices(), *in_the_room)


def again_after_no(at: Moment) -> Turn:
    """Not that: forget it, and ask again."""
    return prompt(at.wiped())


def tell_hand(at: Moment, ask: Ask) -> tuple[Moment, tuple[Line, ...]]:
    """The asked player's cards: how they look the first time, later only their names."""
    filled = at.now.filled
    places = [place for place in ask.main.places if place.hand]
    told = [choice for place in places if place.name in filled for choice in place.choices]
    still = [place for place in places if place.name not in filled]
    asked = still if at.to_lock else still[:1]
    cards = tuple(dict.fromkeys(choice for place in asked for choice in place.choices if choice not in told))
    if not cards or ask.seat is None:
        return at, ()
    new = [choice for choice in cards if (ask.seat, choice.value) not in at.now.shown]
    shown = at.now.shown | {(ask.seat, choice.value) for choice in new}
    return at.with_(shown=shown), hand_in_words(ask.seat, cards, new)


def hand_in_words(seat: str, cards: tuple[Choice, ...], new: Collection[Choice]) -> tuple[Line, ...]:
    """What is new is described, a sentence each; the rest is only named."""
    known = [card.said for card in cards if card not in new]
    lines = [line("hand", seat=seat, cards=known, more=bool(new))] if known else []
    for number, card in ((number, card) for number, card in enumerate(cards, 1) if card in new):
        name = "hand-first" if number == 1 and not known else "hand-next"
        facts = {"card": card.said, "picture": card.picture or card.said, "number": number, "count": len(cards)}
        lines.append(line(name, seat=seat, **facts))
    return tuple(lines)

"""Questions about one thing: a card, whose it is, what somebody voted, what a word means."""

from collections.abc import Mapping
from typing import Any

from narrator.box.words import explanation
from narrator.host.asking import Choice
from narrator.host.plan import Privacy
from narrator.host.port import LookUp
from narrator.talk.moment import Moment, Turn, say
from narrator.tell.lines import Line, line
from narrator.understand.grammar import Reading

SECRET = line("still-secret")


def about_one(at: Moment, reading: Reading) -> Turn:
    slots = reading.slots
    match reading.intent:
        case "CardsLeft":
            return say(at, cards_left(at), *at.setting.host.about(LookUp.ROUND, at.room, at.setting.box))
        case "Owner":
            return say(at, owner(at, slots["card"]))
        case "Teller":
            teller = getattr(at.room, "teller", None)
            return say(at, line("teller-is", seat=teller) if teller else line("no-teller"))
        case "TheirVote":
            return say(at, their_vote(at, slots.get("player")))
        case _:
            word, means = explained(at, str(slots["word"])) or ("", "")
            return say(at, line("word-means", word=word, means=means))


def cards_left(at: Moment) -> Line:
    seat = at.ask.seat if at.ask else None
    hand = at.setting.host.hand(at.state, seat, at.setting.box) if seat else ()
    return line("cards-left", seat=seat, count=len(hand)) if hand else line("no-cards", seat=seat or "")


def owner(at: Moment, value: Any) -> Line:
    """Only where nothing is kept secret: else a question would tell what the rules do not."""
    if any(place.secret for ask in at.asks for answer in ask.answers for place in answer.places):
        return SECRET
    held = ((seat.name, card) for seat in at.state.seats for card in hand_of(at, seat.name) if card.value == value)
    found = next(held, None)
    return line("held-by", seat=found[0], card=found[1].said) if found else SECRET


def hand_of(at: Moment, seat: str) -> tuple[Choice, ...]:
    return at.setting.host.hand(at.state, seat, at.setting.box)


def their_vote(at: Moment, player: str | None) -> Line:
    """What was said aloud at an open table, everybody has heard."""
    said = at.now.given.get(player) if player else None
    if said is None or at.setting.privacy is not Privacy.OPEN:
        return SECRET
    names = {choice.value: choice.said for ask in at.asks for place in ask.main.places for choice in place.choices}
    chosen = next((str(names.get(value) or value) for value in said.values()), "")
    return line("they-said", seat=player, card=chosen) if chosen else SECRET


def explained(at: Moment, word: str) -> tuple[str, str] | None:
    """What a word of the box means, or of this game."""
    words: Mapping[str, str] = at.setting.box.words
    return explanation(word, words)

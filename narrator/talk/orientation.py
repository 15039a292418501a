"""Whoever lost their way: help, whose turn it is, what lies on the table, taking back, coming and going."""

from functools import partial
from typing import Any

from narrator.host.asking import NUMBERED, Choice
from narrator.host.plan import Privacy, names_of, read_newcomer
from narrator.host.port import LookUp
from narrator.play import Join, Leave
from narrator.talk.at_any_time import ABOUT_ONE, LOOK_UPS
from narrator.talk.hands import hand_in_words, known_to, one_card, told_alone, unknown_to
from narrator.talk.moment import Moment, Turn, Waiting, say, wait_for
from narrator.talk.prompting import heard, phrases, prompt
from narrator.talk.repair import miss
from narrator.talk.sifting import explained
from narrator.tell.lines import Line, line
from narrator.understand.grammar import Reading

SECRET = line("still-secret")


def orient(at: Moment, reading: Reading) -> Turn:
    """Answer one of the things that work at any time."""
    alone = at.ask.seat if at.ask and not at.to_lock else None  # where all choose, anybody may be asking
    seat = reading.slots.get("player") or alone
    game, host, box = at.setting.game, at.setting.host, at.setting.box
    match reading.intent:
        case "Help":
            return say(at, help_line(at), *phrases(at))
        case "WhatCanISay":
            return say(at, *phrases(at))
        case "WhoseTurn" | "WhoIsAwaited":
            return say(at, whose_turn(at), *host.about(LookUp.ROUND, at.room, box))
        case "Playing":
            names = names_of(at.state.seats)
            return say(at, line("playing", game=game.TITLE, seats=names, count=len(names)))
        case "MyCards" if seat is None and any(host.hand(at.state, each.name, box) for each in at.state.seats):
            return wait_for(at, Waiting(line("ask-whose-cards"), who=my_cards))
        case "MyCards":
            return my_cards(at, seat)
        case "TellMore":
            return tell_more(at)
        case "TellAll":
            return tell_all(at)
        case "CardAgain":
            return tell_card(at, reading)
        case "Sheet":
            return say(at, *host.sheet(at.room, seat, box))
        case "HowToPlay":
            return next_step(at, host.lessons(at.state.options))
        case "Undo":
            return undo(at)
        case "NewPlayer":
            return wait_for(at, Waiting(line("ask-newcomer"), words=join, again=reading))
        case "AlsoPlays":
            return ask_join(at, reading.slots["newcomer"])
        case "SomeoneLeaves" if "player" in reading.slots:
            return ask_leave(at, reading.slots["player"])
        case "SomeoneLeaves":
            return wait_for(at, Waiting(line("ask-leaver"), who=ask_leave, again=reading))
        case intent if intent in ABOUT_ONE:
            return about_one(at, reading)
        case intent:
            asked = LOOK_UPS[intent]
            return say(at, *(tuple(host.about(asked, at.room, box)) or (line(f"no-{asked}"),)))


def whose_turn(at: Moment) -> Line:
    """Whoever is asked now; the others whose turn it is, too, unless that one has taken it."""
    first = at.ask
    asks = [first] if first is not None and first.if_named else at.asks
    names = [ask.seat for ask in asks if ask.seat] or list(at.setting.game.waiting(at.state))
    return line("whose-turn", seat=first.seat if first else None, waiting=names, count=len(names), all=at.to_lock)


def help_line(at: Moment) -> Line:
    name = f"help-{at.answer.intent}" if at.answer else "help-over"
    return line(name if at.setting.words.has(name) else "help-over")


def next_step(at: Moment, steps: tuple[Line, ...]) -> Turn:
    """Teach one step, and wait for "go on"; after the last the game goes on."""
    if len(steps) > 1:
        return wait_for(at, Waiting(line("teach-more"), steps=steps[1:])).after(steps[0])
    return prompt(at.with_(waiting=None)).after(steps[0])


def may_hear_hand(at: Moment, seat: str | None) -> bool:
    """Whether this hand may be told in the room."""
    return seat is not None and at.kept_by(seat) is Privacy.OPEN


def my_cards(at: Moment, seat: str | None) -> Turn:
    hand = at.setting.host.hand(at.state, seat, at.setting.box) if seat else ()
    if not seat or not hand:
        return say(at, line("no-cards", seat=seat or ""))
    closely = tuple(card.closely() for card in hand)
    if may_hear_hand(at, seat):
        return say(at, *hand_in_words(seat, closely, closely))
    if at.kept_by(seat) is not Privacy.TOKENS:
        name = "cards-on-phone" if at.kept_by(seat) is Privacy.PHONES else "cards-in-booth"
        return say(at, line(name, seat=seat))
    ask = next((each for each in at.asks if each.seat == seat and at.from_hand(each)), None)
    if ask is None:  # whoever hears what is left of it knows what was laid
        return say(at, line("hand-laid", seat=seat))

    def alone(then: Moment) -> Turn:
        told = told_alone(then, seat, closely, closely, Choice.closely)
        return prompt(heard(then, ask)).after(*told, line("handed-back"))

    return wait_for(at, Waiting(line("hand-over", seat=seat, time="again"), ready=alone))


# --- more about the cards on offer ---------------------------------------------------------------


def tell_more(at: Moment) -> Turn:
    """The cards that were not told yet; else all of them, closely."""
    place, seat = at.open_place, at.ask.seat if at.ask else None
    if place is None or seat is None or not (place.hand and place.first) or at.hidden(place):
        return tell_all(at)
    rest = unknown_to(at, seat, place.choices[place.first :])
    told = [(number, card) for number, card in enumerate(place.choices, 1) if card in rest]
    if not told:
        return tell_all(at)
    return say(known_to(at, seat, rest), *(one_card(number, len(place.choices), card) for number, card in told))


def tell_all(at: Moment) -> Turn:
    """Everything there is to choose from, in whole sentences."""
    place, seat = at.open_place, at.ask.seat if at.ask else None
    if place and place.hand:
        return my_cards(at, seat)
    options = tuple(at.setting.host.about(LookUp.OPTIONS, at.room, at.setting.box))
    return say(at, *(options or (line("no-options"),)))


def tell_card(at: Moment, reading: Reading) -> Turn:
    """One of those on offer, as closely as it can be told."""
    place, slots = at.open_place, reading.slots
    if place is None or not any(choice.picture for choice in place.choices):
        return tell_all(at)
    if place.hand and not may_hear_hand(at, at.ask.seat if at.ask else None):
        return my_cards(at, at.ask.seat if at.ask else None)
    counted = [each.value if place.kind in NUMBERED else place_in for place_in, each in enumerate(place.choices, 1)]
    for number, choice in zip(counted, place.choices, strict=True):
        if slots.get("number") == number or slots.get("card", NUMBERED) == choice.value:
            return say(at, one_card(number, len(counted), choice.closely()))
    return say(at, line("no-such-number", count=len(counted)))


# --- taking back, coming and going ---------------------------------------------------------------


def undo(at: Moment) -> Turn:
    at = at.with_(waiting=None)
    if at.now.filled:
        return prompt(at.wiped()).after(line("forgotten"))
    if at.last is None:
        return prompt(at).after(line("cannot-undo" if at.now.moved else "nothing-to-undo"))
    move = at.last[0]
    seat = getattr(move, "seat", None)
    told = {Join: "join-taken-back", Leave: "leave-taken-back"}.get(type(move), "taken-back")
    return prompt(at.before_last()).after(line(told, seat=seat or ""))


def join(at: Moment, text: str) -> Turn:
    seat = read_newcomer(text)
    if seat is None:
        again = Reading("NewPlayer", {})
        return wait_for(at, Waiting(line("ask-newcomer-again"), words=join, again=again))
    return Turn(at, moves=(Join(seat.name, seat.age),))


def ask_join(at: Moment, words: str) -> Turn:
    """ "Julie, too" may mean a newcomer. "The fox, too" does not, nor does somebody who is at the table."""
    seat = read_newcomer(words)
    plain = words.casefold().removeprefix("the ")
    known = {said.casefold() for entries in at.wide.values() for said, _ in entries}
    if seat is None or plain in known:
        return miss(at)
    yes, again = partial(Turn, moves=(Join(seat.name, seat.age),)), Reading("AlsoPlays", {"newcomer": words})
    return wait_for(at, Waiting(line("sure-to-join", seat=seat.name), yes=yes, again=again))


def ask_leave(at: Moment, seat: str) -> Turn:
    yes, again = partial(Turn, moves=(Leave(seat),)), Reading("SomeoneLeaves", {"player": seat})
    return wait_for(at, Waiting(line("sure-to-leave", seat=seat), yes=yes, again=again))


# --- questions about one thing: a card, whose it is, what somebody voted, what a word means -------


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

"""Whoever lost their way: help, whose turn it is, what lies on the table, taking back, coming and going."""

from functools import partial

from narrator.host.plan import Privacy, names_of, read_newcomer
from narrator.host.port import LookUp
from narrator.play import Join, Leave
from narrator.talk.at_any_time import LOOK_UPS
from narrator.talk.moment import Moment, Turn, Waiting, say, wait_for
from narrator.talk.phrases import phrases
from narrator.talk.prompting import hand_in_words, prompt
from narrator.talk.repair import miss
from narrator.tell.lines import Line, line
from narrator.understand.grammar import Reading


def orient(at: Moment, reading: Reading) -> Turn:
    """Answer one of the things that work at any time."""
    seat = reading.slots.get("player") or (at.ask.seat if at.ask else None)
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
        case "Sheet":
            return say(at, *host.sheet(at.room, seat, box))
        case "HowToPlay":
            return next_step(at, host.lessons(at.state.options))
        case "Undo":
            return undo(at)
        case "NewPlayer":
            return wait_for(at, Waiting(line("ask-newcomer"), words=join))
        case "AlsoPlays":
            return ask_join(at, reading.slots["newcomer"])
        case "SomeoneLeaves" if "player" in reading.slots:
            return ask_leave(at, reading.slots["player"])
        case "SomeoneLeaves":
            return wait_for(at, Waiting(line("ask-leaver"), who=ask_leave))
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


def my_cards(at: Moment, seat: str | None) -> Turn:
    hand = at.setting.host.hand(at.state, seat, at.setting.box) if seat else ()
    if not seat or not hand:
        return say(at, line("no-cards", seat=seat or ""))
    if at.setting.privacy is Privacy.BOOTH:
        return say(at, line("cards-in-booth", seat=seat))
    closely = tuple(card.closely() for card in hand)
    return say(at, *hand_in_words(seat, closely, closely))


# --- taking back, coming and going ---------------------------------------------------------------


def undo(at: Moment) -> Turn:
    at = at.with_(waiting=None)
    if at.now.filled:
        return prompt(at.wiped()).after(line("forgotten"))
    if at.last is None:
        return say(at, line("cannot-undo" if at.now.moved else "nothing-to-undo"))
    move = at.last[0]
    seat = getattr(move, "seat", None)
    told = {Join: "join-taken-back", Leave: "leave-taken-back"}.get(type(move), "taken-back")
    speaker = None if isinstance(move, Join | Leave) else seat
    return prompt(at.before_last().with_(speaker=speaker)).after(line(told, seat=seat or ""))


def join(at: Moment, text: str) -> Turn:
    seat = read_newcomer(text)
    if seat is None:
        return wait_for(at, Waiting(line("ask-newcomer-again"), words=join))
    return Turn(at, moves=(Join(seat.name, seat.age),))


def ask_join(at: Moment, words: str) -> Turn:
    """ "Julie, too" may mean a newcomer. "The fox, too" does not, nor does somebody who is at the table."""
    seat = read_newcomer(words)
    plain = words.casefold().removeprefix("the ")
    known = {said.casefold() for entries in at.wide.values() for said, _ in entries}
    if seat is None or plain in known:
        return miss(at)
    moves = (Join(seat.name, seat.age),)
    return wait_for(at, Waiting(line("sure-to-join", seat=seat.name), yes=partial(Turn, moves=moves)))


def ask_leave(at: Moment, seat: str) -> Turn:
    return wait_for(at, Waiting(line("sure-to-leave", seat=seat), yes=partial(Turn, moves=(Leave(seat),))))

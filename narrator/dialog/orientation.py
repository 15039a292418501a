"""Whoever lost their way: help, whose turn it is, what lies on the table, taking back, coming and going."""

from functools import partial
from typing import Any

from narrator.core.game import Join, Leave
from narrator.dialog.manners import LOOK_UPS
from narrator.dialog.moment import Moment, Turn, Waiting, say, wait_for
from narrator.dialog.prompting import hand_in_words, heard, known_to, one_card, phrases, prompt, told_alone, unknown_to
from narrator.dialog.repair import miss
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.plan import Privacy, seat_names
from narrator.games.hosting.questions import NUMBERED, Choice
from narrator.language.language import get_language
from narrator.language.lines.line import Line, line
from narrator.language.understanding.player_list import parse_newcomer
from narrator.language.understanding.reading import Reading

SECRET = line("still-secret")


def orient(at: Moment, reading: Reading) -> Turn:
    """Answer one of the things that work at any time."""
    slots, host = reading.slots, at.setting.host
    seat = slots.get("player") or (None if at.to_lock else at.asked)  # where all choose, anybody may be asking
    match reading.intent:
        case "Help":
            name = f"help-{at.answer.intent}" if at.answer else "help-over"
            return say(at, line(name if at.setting.words.has(name) else "help-over"), *phrases(at))
        case "WhatCanISay":
            return say(at, *phrases(at))
        case "WhoseTurn" | "WhoIsAwaited":
            return say(at, whose_turn(at), *at.about(LookUp.ROUND))
        case "Playing":
            names = seat_names(at.state.seats)
            return say(at, line("playing", game=at.setting.game.TITLE, seats=names, count=len(names)))
        case "MyCards" if seat is None and any(at.hand(each.name) for each in at.state.seats):
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
            return say(at, *host.read_score_sheet(at.room, seat, at.setting.content))
        case "HowToPlay":
            return next_step(at, host.lessons(at.state.options))
        case "Undo":
            return undo(at)
        case "NewPlayer":
            return wait_for(at, Waiting(line("ask-newcomer"), words=join, again=reading))
        case "AlsoPlays":
            return ask_join(at, slots["newcomer"])
        case "SomeoneLeaves" if "player" in slots:
            return ask_leave(at, slots["player"])
        case "SomeoneLeaves":
            return wait_for(at, Waiting(line("ask-leaver"), who=ask_leave, again=reading))
        case "CardsLeft":
            hand = at.hand(at.asked)
            left = line("cards-left", seat=at.asked, count=len(hand)) if hand else line("no-cards", seat=at.asked or "")
            return say(at, left, *at.about(LookUp.ROUND))
        case "Owner":
            return say(at, owner(at, slots["card"]))
        case "Teller":
            teller = getattr(at.room, "teller", None)
            return say(at, line("teller-is", seat=teller) if teller else line("no-teller"))
        case "TheirVote":
            return say(at, their_vote(at, slots.get("player")))
        case "WhatIs":
            word, means = at.setting.content.explain_word(str(slots["word"])) or ("", "")
            return say(at, line("word-means", word=word, means=means))
        case intent:
            asked = LOOK_UPS[intent]
            return say(at, *(at.about(asked) or (line(f"no-{asked}"),)))


def whose_turn(at: Moment) -> Line:
    """Whoever is asked now; the others whose turn it is, too, unless that one has taken it."""
    first = at.ask
    asks = [first] if first is not None and first.only_if_named else at.asks
    names = [ask.seat for ask in asks if ask.seat] or list(at.setting.game.waiting(at.state))
    return line("whose-turn", seat=first.seat if first else None, waiting=names, count=len(names), all=at.to_lock)


def next_step(at: Moment, steps: tuple[Line, ...]) -> Turn:
    """Teach one step, and wait for "go on"; after the last the game goes on."""
    if len(steps) > 1:
        return wait_for(at, Waiting(line("teach-more"), steps=steps[1:])).after(steps[0])
    return prompt(at.with_(waiting=None)).after(steps[0])


def my_cards(at: Moment, seat: str | None) -> Turn:
    hand = at.hand(seat)
    if not seat or not hand:
        return say(at, line("no-cards", seat=seat or ""))
    closely = tuple(card.with_details() for card in hand)
    match at.kept_by(seat):
        case Privacy.OPEN:
            return say(at, *hand_in_words(seat, closely, closely))
        case Privacy.PHONES:
            return say(at, line("cards-on-phone", seat=seat))
        case Privacy.BOOTH:
            return say(at, line("cards-in-booth", seat=seat))
    ask = next((each for each in at.asks if each.seat == seat and at.from_hand(each)), None)
    if ask is None:  # whoever hears what is left of it knows what was laid
        return say(at, line("hand-laid", seat=seat))

    def alone(then: Moment) -> Turn:
        told = told_alone(then, seat, closely, closely, Choice.with_details)
        return prompt(heard(then, ask)).after(*told, line("handed-back"))

    return wait_for(at, Waiting(line("hand-over", seat=seat, time="again"), ready=alone))


# --- more about the cards on offer ---------------------------------------------------------------


def tell_more(at: Moment) -> Turn:
    """The cards that were not told yet; else all of them, closely."""
    place, seat = at.open_place, at.asked
    if place is None or seat is None or not (place.from_hand and place.max_read_out) or at.hidden(place):
        return tell_all(at)
    rest = unknown_to(at, seat, place.choices[place.max_read_out :])
    told = [(number, card) for number, card in enumerate(place.choices, 1) if card in rest]
    if not told:
        return tell_all(at)
    return say(known_to(at, seat, rest), *(one_card(number, len(place.choices), card) for number, card in told))


def tell_all(at: Moment) -> Turn:
    """Everything there is to choose from, in whole sentences."""
    if at.open_place and at.open_place.from_hand:
        return my_cards(at, at.asked)
    return say(at, *(at.about(LookUp.OPTIONS) or (line("no-options"),)))


def tell_card(at: Moment, reading: Reading) -> Turn:
    """One of those on offer, as closely as it can be told."""
    place, slots = at.open_place, reading.slots
    if place is None or not any(choice.description for choice in place.choices):
        return tell_all(at)
    if place.from_hand and (at.asked is None or at.keeps is not Privacy.OPEN):
        return my_cards(at, at.asked)
    counted = [each.value if place.kind in NUMBERED else place_in for place_in, each in enumerate(place.choices, 1)]
    for number, choice in zip(counted, place.choices, strict=True):
        if slots.get("number") == number or slots.get("card", NUMBERED) == choice.value:
            return say(at, one_card(number, len(counted), choice.with_details()))
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
    seat = parse_newcomer(text)
    if seat is None:
        again = Reading("NewPlayer", {})
        return wait_for(at, Waiting(line("ask-newcomer-again"), words=join, again=again))
    return Turn(at, moves=(Join(seat.name, seat.age),))


def ask_join(at: Moment, words: str) -> Turn:
    """ "Julie, too" may mean a newcomer. "The fox, too" does not, nor does somebody who is at the table."""
    seat = parse_newcomer(words)
    plain = get_language().strip_definite_article(words.casefold())
    known = {said.casefold() for entries in at.wide.values() for said, _ in entries}
    if seat is None or plain in known:
        return miss(at)
    yes, again = partial(Turn, moves=(Join(seat.name, seat.age),)), Reading("AlsoPlays", {"newcomer": words})
    return wait_for(at, Waiting(line("sure-to-join", seat=seat.name), yes=yes, again=again))


def ask_leave(at: Moment, seat: str) -> Turn:
    yes, again = partial(Turn, moves=(Leave(seat),)), Reading("SomeoneLeaves", {"player": seat})
    return wait_for(at, Waiting(line("sure-to-leave", seat=seat), yes=yes, again=again))


# --- what everybody may know ---------------------------------------------------------------------


def owner(at: Moment, value: Any) -> Line:
    """Only where nothing is kept secret: else a question would tell what the rules do not."""
    if any(place.is_secret for ask in at.asks for answer in ask.answers for place in answer.slots):
        return SECRET
    held = ((seat.name, card) for seat in at.state.seats for card in at.hand(seat.name) if card.value == value)
    found = next(held, None)
    return line("held-by", seat=found[0], card=found[1].spoken) if found else SECRET


def their_vote(at: Moment, player: str | None) -> Line:
    """What was said aloud at an open table, everybody has heard."""
    said = at.now.given.get(player) if player else None
    if said is None or at.setting.privacy is not Privacy.OPEN:
        return SECRET
    names = {
        choice.value: choice.spoken for ask in at.asks for place in ask.main_answer.slots for choice in place.choices
    }
    chosen = next((str(names.get(value) or value) for value in said.values()), "")
    return line("they-said", seat=player, card=chosen) if chosen else SECRET

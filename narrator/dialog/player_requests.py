"""Answer what players may ask for at any time: help, whose turn it is, the cards, undo, joining and leaving."""

from typing import Any

from narrator.core.game import Join, Leave
from narrator.dialog.intents import LOOKUP_BY_INTENT
from narrator.dialog.prompts import (
    after_hand,
    ask_to_be_alone,
    card_line,
    cards_new_to,
    hand_lines,
    hand_lines_alone,
    mark_described,
    phrase_lines,
    prompt,
)
from narrator.dialog.repair import miss
from narrator.dialog.topic import Reply
from narrator.dialog.turn import Turn
from narrator.dialog.turn_state import SideQuestion
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.plan import Privacy, seat_names
from narrator.games.hosting.questions import NUMBERED, Choice
from narrator.language.language import get_language
from narrator.language.lines.line import Line, line
from narrator.language.understanding.player_list import parse_newcomer
from narrator.language.understanding.reading import Reading

SECRET = line("still-secret")
NOBODY = "?"
"""Stands for a newcomer whose name is not known yet."""


def answer_request(turn: Turn, reading: Reading) -> Reply:
    """Answer a request that works at any time."""
    slots, host = reading.slots, turn.setting.host
    seat = slots.get("player") or (
        None if turn.all_choose_by_hand else turn.asked
    )  # any player may ask while all choose
    match reading.intent:
        case "Help":
            name = f"help-{turn.answer_kind.intent}" if turn.answer_kind else "help-over"
            return turn.says(line(name if turn.words.has(name) else "help-over"), *phrase_lines(turn))
        case "WhatCanISay":
            return turn.says(*phrase_lines(turn))
        case "WhoseTurn" | "WhoIsAwaited":
            return turn.says(whose_turn(turn), *turn.look_up(LookUp.ROUND))
        case "Playing":
            names = seat_names(turn.state.seats)
            return turn.says(line("playing", game=turn.setting.game.TITLE, seats=names, count=len(names)))
        case "Options" if turn.open_slot and turn.open_slot.from_hand and not turn.look_up(LookUp.OPTIONS):
            return read_all(turn)
        case "MyCards" if seat is None and any(turn.hand(each.name) for each in turn.state.seats):
            return turn.asks_first(SideQuestion(line("ask-whose-cards"), who=read_my_cards))
        case "MyCards":
            return read_my_cards(turn, seat)
        case "TellMore":
            return read_more(turn)
        case "TellAll":
            return read_all(turn)
        case "CardAgain":
            return read_card(turn, reading)
        case "Sheet":
            return turn.says(*host.read_score_sheet(turn.room, seat, turn.setting.content))
        case "HowToPlay":
            return next_lesson(turn, host.lessons(turn.state.options))
        case "Undo":
            return undo(turn)
        case "NewPlayer" if not turn.allows(Join(NOBODY)):
            return turn.plays(Join(NOBODY))  # raises the reason why players cannot join
        case "NewPlayer":
            return turn.asks_first(SideQuestion(line("ask-newcomer"), words=join, again=reading))
        case "AlsoPlays":
            return ask_join(turn, slots["newcomer"])
        case "SomeoneLeaves" if "player" in slots:
            return ask_leave(turn, slots["player"])
        case "SomeoneLeaves":
            return turn.asks_first(SideQuestion(line("ask-leaver"), who=ask_leave, again=reading))
        case "CardsLeft":
            hand = turn.hand(turn.asked)
            left = line("cards-left", seat=turn.asked, count=len(hand))
            none = line("no-cards", seat=turn.asked or "")
            return turn.says(left if hand else none, *turn.look_up(LookUp.ROUND))
        case "Owner":
            return turn.says(owner(turn, slots["card"]))
        case "Teller":
            teller = getattr(turn.room, "teller", None)
            return turn.says(line("teller-is", seat=teller) if teller else line("no-teller"))
        case "TheirVote":
            return turn.says(*their_votes(turn, slots.get("player")))
        case "WhatIs":
            word, means = turn.setting.content.explain_word(str(slots["word"])) or ("", "")
            return turn.says(line("word-means", word=word, means=means))
        case intent:
            asked = LOOKUP_BY_INTENT[intent]
            return turn.says(*(turn.look_up(asked) or (line(f"no-{asked}"),)))


def whose_turn(turn: Turn) -> Line:
    """Return the line that names the asked player, and the others whose turn it is too."""
    first = turn.question
    questions = [first] if first is not None and first.only_if_named else turn.questions
    names = [each.seat for each in questions if each.seat] or list(turn.setting.game.waiting(turn.state))
    return line(
        "whose-turn", seat=first.seat if first else None, waiting=names, count=len(names), all=turn.all_choose_by_hand
    )


def next_lesson(turn: Turn, steps: tuple[Line, ...]) -> Reply:
    """Teach one step and wait for "go on"; after the last step, the game goes on."""
    if len(steps) > 1:
        return turn.asks_first(SideQuestion(line("teach-more"), steps=steps[1:])).after(steps[0])
    return prompt(turn.with_(side_question=None)).after(steps[0])


# --- cards ---------------------------------------------------------------------------------------


def read_my_cards(turn: Turn, seat: str | None) -> Reply:
    """Read a player's hand in full, as far as the privacy of the table allows."""
    hand = turn.hand(seat)
    if not seat or not hand:
        return turn.says(line("no-cards", seat=seat or ""))
    cards = tuple(card.with_details() for card in hand)
    if turn.reader is not None:  # this was typed on a phone
        return turn.says(*hand_lines(None, cards, cards)) if seat == turn.reader else turn.says(SECRET)
    match turn.privacy_of(seat):
        case Privacy.OPEN:
            return turn.says(*hand_lines(seat, cards, cards))
        case Privacy.PHONES:
            return turn.says(line("cards-on-phone", seat=seat))
        case Privacy.BOOTH:
            return turn.says(line("cards-in-booth", seat=seat))
    question = next((each for each in turn.questions if each.seat == seat and turn.needs_hand(each)), None)
    if question is None:  # the cards that are left would tell which one was laid
        return turn.says(line("hand-laid", seat=seat))

    def read_alone(then: Turn) -> Reply:
        return after_hand(then, question, hand_lines_alone(then, seat, cards, cards, Choice.with_details))

    return ask_to_be_alone(turn, seat, read_alone, again=True)


def read_more(turn: Turn) -> Reply:
    """Read the cards that were not read yet; else all of them in full."""
    slot, seat = turn.open_slot, turn.asked
    if slot is None or seat is None or not (slot.from_hand and slot.max_read_out) or turn.hides(slot):
        return read_all(turn)
    rest = cards_new_to(turn, seat, slot.choices[slot.max_read_out :])
    lines = [card_line(number, len(slot.choices), card) for number, card in enumerate(slot.choices, 1) if card in rest]
    return mark_described(turn, seat, rest).says(*lines) if lines else read_all(turn)


def read_all(turn: Turn) -> Reply:
    """Read everything there is to choose from in full."""
    if turn.open_slot and turn.open_slot.from_hand:
        return read_my_cards(turn, turn.asked)
    return turn.says(*(turn.look_up(LookUp.OPTIONS) or (line("no-options"),)))


def read_card(turn: Turn, reading: Reading) -> Reply:
    """Read one of the cards on offer in full."""
    slot, slots = turn.open_slot, reading.slots
    if slot is None or not any(choice.description for choice in slot.choices):
        return read_all(turn)
    if slot.from_hand and (turn.asked is None or turn.asked_privacy is not Privacy.OPEN):
        return read_my_cards(turn, turn.asked)
    numbers = [each.value if slot.kind in NUMBERED else position for position, each in enumerate(slot.choices, 1)]
    for number, choice in zip(numbers, slot.choices, strict=True):
        if slots.get("number") == number or slots.get("card", NUMBERED) == choice.value:
            return turn.says(card_line(number, len(numbers), choice.with_details()))
    return turn.says(line("no-such-number", count=len(numbers)))


# --- undo, joining and leaving -------------------------------------------------------------------


def undo(turn: Turn) -> Reply:
    """Forget what was said towards an answer; if nothing was, take back the last move."""
    turn = turn.with_(side_question=None)
    if turn.now.filled:
        return prompt(turn.cleared()).after(line("forgotten"))
    if turn.last is None:
        return prompt(turn).after(line("cannot-undo" if turn.now.moved else "nothing-to-undo"))
    move = turn.last[0]
    name = {Join: "join-taken-back", Leave: "leave-taken-back"}.get(type(move), "taken-back")
    return prompt(turn.before_last()).after(line(name, seat=getattr(move, "seat", None) or ""))


def join(turn: Turn, text: str) -> Reply:
    """Seat the player who is named in the text, or ask for the name again."""
    seat = parse_newcomer(text)
    if seat is None:
        again = Reading("NewPlayer", {})
        return turn.asks_first(SideQuestion(line("ask-newcomer-again"), words=join, again=again))
    return turn.plays(Join(seat.name, seat.age))


def ask_join(turn: Turn, words: str) -> Reply:
    """Ask whether a newcomer joins. "Julie, too" may mean one; "the fox, too" does not, nor does a seated player."""
    seat = parse_newcomer(words)
    plain = get_language().strip_definite_article(words.casefold())
    known = {said.casefold() for entries in turn.wide.values() for said, _ in entries}
    if seat is None or plain in known:
        return miss(turn)
    move, again = Join(seat.name, seat.age), Reading("AlsoPlays", {"newcomer": words})
    if not turn.allows(move):
        return turn.plays(move)
    question = line("sure-to-join", seat=seat.name)
    return turn.asks_first(SideQuestion(question, yes=lambda sure: sure.plays(move), again=again))


def ask_leave(turn: Turn, seat: str) -> Reply:
    """Ask whether a player leaves."""
    again = Reading("SomeoneLeaves", {"player": seat})
    question = line("sure-to-leave", seat=seat)
    return turn.asks_first(SideQuestion(question, yes=lambda sure: sure.plays(Leave(seat)), again=again))


# --- what everybody may know ---------------------------------------------------------------------


def owner(turn: Turn, value: Any) -> Line:
    """Return the line that names the owner of a card, if nothing is secret now."""
    if turn.setting.privacy is not Privacy.OPEN:
        return SECRET
    if any(slot.is_secret for question in turn.questions for answer in question.answers for slot in answer.slots):
        return SECRET
    held = ((seat.name, card) for seat in turn.state.seats for card in turn.hand(seat.name) if card.value == value)
    found = next(held, None)
    return line("held-by", seat=found[0], card=found[1].spoken) if found else SECRET


def their_votes(turn: Turn, player: str | None) -> tuple[Line, ...]:
    """Return the lines that repeat one player's answer, or everybody's; after a reveal, the votes of that round."""
    said = [told for each in ([player] if player else turn.now.given) if (told := their_answer(turn, each))]
    if said or getattr(turn.room, "votes", None):
        return tuple(said) or (SECRET,)
    past = turn.look_up(LookUp.VOTES)
    if player is None:
        return past or (line("no-votes"),)
    cards = [each.facts["card"] or each.facts["symbol"] for each in past if player in each.facts["voters"]]
    return (line("their-vote", seat=player, cards=cards) if cards else line("no-votes"),)


def their_answer(turn: Turn, player: str) -> Line | None:
    """Return the line that repeats what a player chose since the last reveal, if it was said aloud."""
    said = turn.now.given.get(player)
    if said is None or turn.setting.privacy is not Privacy.OPEN:
        return None
    slots = (slot for question in turn.questions for slot in question.main_answer.slots)
    names = {choice.value: choice.spoken for slot in slots for choice in slot.choices}
    chosen = next((str(names[value]) for value in said.values() if names.get(value)), "")
    return line("they-said", seat=player, card=chosen) if chosen else None

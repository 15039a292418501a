"""Ask the open question; read the hand of cards first, if there is one.

A card that is new to a player is described, once an evening; later it is only named. Where the answer must be a number,
each card is told with its number. Players who ask hear more: "tell me more", "card two again", "look closer".
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from narrator.dialog.booth import Visit
from narrator.dialog.hidden_hand import is_secret_hand
from narrator.dialog.topic import Reply
from narrator.dialog.turn import Turn
from narrator.dialog.turn_state import SideQuestion
from narrator.games.hosting.plan import Privacy
from narrator.games.hosting.questions import Choice, GameQuestion, Slot
from narrator.language.language import get_language
from narrator.language.lines.audience import Alone
from narrator.language.lines.line import Line, Verbosity, line, pad_with_silence, tell_alone

LARGE_TABLE = 7
"""With this many players or more, hands are only named and not described."""


def prompt(turn: Turn) -> Reply:
    """Ask the open question."""
    question, slot, called = turn.question, turn.open_slot, tuple[Line, ...]()
    if turn.now.side_question:
        return turn.says(turn.now.side_question.question)
    if question is None:
        return turn.says()
    if turn.reader is not None:
        return turn.says(slot.prompt if slot and turn.now.filled else replace(question.prompt, variant="all"))
    if turn.on_phones:
        turn, called = call_to_phones(turn)
    if (slot and slot.is_secret and turn.asked_privacy is Privacy.PHONES) or (
        turn.waits_for_phones and not turn.all_choose_by_hand
    ):
        return turn.says(*called)
    if slot and slot.is_secret and turn.answers_in_private and question.seat:
        return call_to_booth(turn, question.seat, question, slot).after(*called)
    if turn.asked_privacy is Privacy.TOKENS and turn.unheard:
        return offer_hand(turn, turn.unheard).after(*called)
    if turn.all_choose_by_hand:
        return turn.says(*called, line("tokens-lock", question=replace(question.prompt, variant="all")))
    hidden, hand, asked = slot is not None and turn.hides(slot), tuple[Line, ...](), question.prompt
    if not hidden and any(each.from_hand for each in question.answers[0].slots):
        turn, hand = read_hand(turn, question)
    if slot and turn.now.filled:
        asked = slot.prompt_given(turn.now.filled) if slot.prompt_given else slot.prompt
    if hidden or (slot and slot.is_secret and question.seat in turn.now.locked):
        asked = shorten_in_turn(turn, asked)
    return turn.says(*called, *hand, asked)


def call_to_phones(turn: Turn) -> tuple[Turn, tuple[Line, ...]]:
    """Call all players who choose on a phone once; later, name those we wait for unless one has just answered."""
    awaited = turn.on_phones
    if {*awaited} - turn.now.called:
        asked = next(replace(each.prompt, variant="all") for each in turn.questions if each.seat in awaited)
        call = line("phones-call", seats=awaited, count=len(awaited), question=asked)
        return turn.with_(called=frozenset(awaited)), (call, *lost_phones(turn))
    return turn, () if turn.now.just_moved else waiting_for_phones(turn)


def waiting_for_phones(turn: Turn) -> tuple[Line, ...]:
    """Return the lines that name the players who still choose on their phones."""
    return line("phones-wait", seats=turn.on_phones), *lost_phones(turn)


def lost_phones(turn: Turn) -> tuple[Line, ...]:
    """Return the line that says which phones are away, and what to do if they do not come back."""
    away = [seat for seat in turn.on_phones if seat in turn.setting.phones_away()]
    return (line("phones-away", seats=away, count=len(away), first=away[0]),) if away else ()


def shorten_in_turn(turn: Turn, asked: Line) -> Line:
    """Return the short form of the question for a player who has already chosen in secret.

    For a card of a hand, it asks for the number only, which tells the others nothing. The first player, and a player
    who resumes a game, is asked in more words.
    """
    if not turn.words.has(asked.id, "turn"):
        return asked
    if not turn.now.given:
        asked = replace(asked, facts={**asked.facts, "first": True})
    return replace(asked, variant="turn")


def call_to_booth(turn: Turn, seat: str, question: GameQuestion, slot: Slot) -> Reply:
    """Call a player to the booth; a player who is inside already hears the next choices at once."""
    begun = any(each.is_secret and each.name in turn.now.filled for each in question.main_answer.slots)
    visit = Visit(seat, turn.told_slot(slot), known=cards_described_to(turn, seat))
    inside = turn.pressed or (turn.now.booth and turn.now.booth.taken)
    if not (begun and inside):  # a player who resumes a game is called again
        return turn.with_(booth=visit).says(line("booth-call", seat=seat))
    visit = replace(visit, taken=True)
    in_room = () if turn.pressed else (line("say-booth", seat=seat),)  # a player in the room spoke, and gets an answer
    return turn.with_(booth=visit).says(*visit.choice_lines(), *in_room)


# --- reading a hand ------------------------------------------------------------------------------


def read_hand(turn: Turn, question: GameQuestion, *, alone: bool = False) -> tuple[Turn, tuple[Line, ...]]:
    """Return the lines that read the asked player's cards, in the room or to that player alone."""
    filled = turn.now.filled
    slots = [slot for slot in turn.told(question).main_answer.slots if slot.from_hand]
    chosen = [choice for slot in slots if slot.name in filled for choice in slot.choices]
    still_open = [slot for slot in slots if slot.name not in filled]
    asked = still_open if turn.all_choose_by_hand else still_open[:1]
    offered = dict.fromkeys(choice for slot in asked for choice in slot.choices[: slot.max_read_out])
    cards = tuple(choice.as_new_in_hand() for choice in offered if choice not in chosen)
    if not cards or question.seat is None:
        return turn, ()
    new = [] if len(turn.state.seats) >= LARGE_TABLE else cards_new_to(turn, question.seat, cards)
    lines = hand_lines_alone(turn, question.seat, cards, new) if alone else hand_lines(question.seat, cards, new)
    first_time = not cards_described_to(turn, question.seat)
    if first_time and any(len(slot.choices) > len(cards) for slot in asked if slot.max_read_out):
        lines += (line("hand-more"),)
    return mark_described(turn, question.seat, cards), lines


def offer_hand(turn: Turn, question: GameQuestion) -> Reply:
    """Offer to tell one player the cards alone, and wait until this player is ready."""

    def read_alone(then: Turn) -> Reply:
        then, hand = read_hand(then, question, alone=True)
        return after_hand(then, question, hand)

    again = bool(cards_described_to(turn, question.seat or ""))
    return ask_to_be_alone(turn, question.seat, read_alone, again=again)


def ask_to_be_alone(turn: Turn, seat: str | None, then: Callable[[Turn], Reply], *, again: bool) -> Reply:
    """Call one player: to the booth, or while the others cover their ears or look away. Wait for "ready"."""
    time = "first" if not turn.now.alone_explained else "again" if again else "next"
    question = line("hand-over", seat=seat, time=time, alone=turn.setting.alone.value)
    return turn.with_(alone_explained=True).asks_first(SideQuestion(question, ready=then))


def after_hand(turn: Turn, question: GameQuestion, hand: Sequence[Line]) -> Reply:
    """Tell the hand and go on; where it does not take the room's time, wait until its owner knows it."""

    def hand_back(then: Turn) -> Reply:
        then = mark_heard(then, question)
        back = () if then.unheard else (line("handed-back", alone=turn.setting.alone.value),)  # else one is called
        return prompt(then).after(*back)

    if turn.setting.alone is not Alone.EARS_COVERED:
        shown = line("hand-shown", seat=question.seat, alone=turn.setting.alone.value)
        return turn.asks_first(SideQuestion(shown, ready=hand_back)).after(*hand)
    return hand_back(turn).after(*hand)


def mark_heard(turn: Turn, question: GameQuestion) -> Turn:
    """Return the turn after this player has heard the hand."""
    return turn.with_(heard=turn.now.heard | {question.seat or ""})


def cards_described_to(turn: Turn, seat: str) -> frozenset[str]:
    """Return the names of the cards that were described to this player."""
    return frozenset(card for player, card in turn.now.shown if player == seat)


def cards_new_to(turn: Turn, seat: str, cards: Collection[Choice]) -> list[Choice]:
    return [card for card in cards if card.spoken not in cards_described_to(turn, seat)]


def mark_described(turn: Turn, seat: str, cards: Collection[Choice]) -> Turn:
    return turn.with_(shown=turn.now.shown | {(seat, card.spoken) for card in cards})


def hand_lines(seat: str | None, cards: Sequence[Choice], new: Collection[Choice]) -> tuple[Line, ...]:
    """Return the lines for a hand that is told aloud: new cards are described, the others only named."""
    held = [card for card in cards if card not in new]
    named, short = [card.spoken for card in held], [name_in_list(card) for card in held]
    known = [*named[:1], *short[1:]]  # one article is enough: "the owl, fox, and bear"
    lines = [line("hand", seat=seat, cards=known, named=named, new=len(new))] if known else []
    for number, card in ((number, card) for number, card in enumerate(cards, 1) if card in new):
        name = "hand-first" if number == 1 and not known else "hand-next"
        lines.append(line(name, seat=seat, **hand_facts(card, number, len(cards)), numbered=False))
    return tuple(lines)


def numbered_hand_lines(cards: Sequence[Choice], new: Collection[Choice]) -> tuple[Line, ...]:
    """Return the lines for a hand whose owner answers with a number: each card with its number."""
    lines = []
    for number, card in number_cards(cards):
        facts = hand_facts(card, number, len(cards))
        if card not in new:
            lines.append(line("hand-known", **{**facts, "card": name_in_list(card)}))
        else:
            lines.append(line("hand-next" if lines else "hand-first", seat=None, **facts, numbered=True))
    return tuple(lines)


def number_cards(cards: Sequence[Choice]) -> list[tuple[int, Choice]]:
    """Return each card with its number: the value in a secret question, where each kind begins at one."""
    return [(card.value if isinstance(card.value, int) else position, card) for position, card in enumerate(cards, 1)]


def hand_facts(card: Choice, number: int, count: int) -> dict[str, object]:
    return {"card": card.spoken, "picture": card.description or card.spoken, "number": number, "count": count}


def hand_lines_alone(
    turn: Turn,
    seat: str,
    cards: Sequence[Choice],
    new: Collection[Choice],
    describe: Callable[[Choice], Choice] = Choice.as_new_in_hand,
) -> tuple[Line, ...]:
    """Return the lines that tell a hand to its owner alone, who has already been called by name.

    In the room they carry as much silence as the longest possible cards would need, so that the time tells nothing.
    """
    if turn.setting.alone is not Alone.EARS_COVERED:  # on a screen or in the booth there is time for each card
        numbered = (card_line(number, len(cards), card) for number, card in number_cards(cards))
        return tell_alone(seat, turn.setting.alone, *numbered)
    lines = tell_alone(seat, turn.setting.alone, *numbered_hand_lines(cards, new))
    others = [describe(each) for each in turn.setting.host.all_card_choices(turn.state, turn.setting.content)]
    spare = {
        Verbosity.FULL: spare_letters(cards, new, others, lambda card: len(card.description or card.spoken)),
        Verbosity.BRIEF: spare_letters(cards, new, others, lambda card: len(card.spoken)),
    }
    return pad_with_silence(lines, spare)


def spare_letters(
    cards: Sequence[Choice], new: Collection[Choice], others: Sequence[Choice], letters: Callable[[Choice], int]
) -> int:
    """Return how many letters longer a hand with as many new and known cards could be."""
    known = [card for card in cards if card not in new]
    used = sum(map(letters, new)) + sum(len(name_in_list(card)) for card in known)
    longest = sorted(map(letters, others))[-len(new) :] if new else []
    names = sorted(len(name_in_list(card)) for card in others)[-len(known) :] if known else []
    return max(0, sum(longest) + sum(names) - used)


def name_in_list(card: Choice) -> str:
    return get_language().strip_definite_article(card.spoken)


def card_line(number: int, count: int, card: Choice) -> Line:
    """Return the line for a single card, with its position among the others."""
    return line("one-card", card=card.spoken, picture=card.description or card.spoken, number=number, count=count)


# --- what was understood, and what can be said -----------------------------------------------------


def read_back(turn: Turn) -> Line | None:
    """Return a short line that repeats the answer, so that players notice a mistake: "Lily: the mouse".

    A card of a secret hand is repeated by number. A choice in the booth or on a phone is not repeated.
    """
    filled = turn.now.filled
    slots = [slot for slot in turn.slots if slot.choices and slot.name in filled]
    is_private = turn.answers_in_private or turn.reader is not None
    if turn.asked is None or (is_private and any(slot.is_secret for slot in slots)):
        return None
    chosen = [
        choice.spoken if choice.spoken and not turn.hides(slot) else number
        for slot in slots
        for number, choice in enumerate(slot.choices, 1)
        if choice.value == filled[slot.name]
    ]
    return Line("read-back", {"seat": turn.asked, "cards": chosen}) if chosen else None


def phrase_lines(turn: Turn) -> tuple[Line, ...]:
    """Return the phrases that work now, and those that always work."""
    return (*fitting_phrases(turn), line("say-always"))


def fitting_phrases(turn: Turn) -> tuple[Line, ...]:
    slot, now = turn.open_slot, turn.now
    if now.side_question:
        return (line("say-waiting", kind=now.side_question.kind),)
    if turn.all_choose_by_hand:
        return (line("say-Ready"),)
    if now.booth:
        return (line("say-booth", seat=now.booth.seat),)
    if turn.asked in turn.on_phones and turn.reader is None:
        return (line("say-phone", seats=turn.on_phones),)
    if now.filled and slot and slot.is_free_text:
        return (line("say-waiting", kind="words" if slot.is_skippable else "free"),)
    answers = [each for each in (turn.question.answers if turn.question else ()) if not each.is_correction]
    by_number = [any(is_secret_hand(each) and turn.hides(each) for each in answer.slots) for answer in answers]
    names = ("number" if hidden else answer.intent for answer, hidden in zip(answers, by_number, strict=True))
    return tuple(line(f"say-{name}") for name in dict.fromkeys(names))

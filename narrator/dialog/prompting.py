"""Asking for what is missing: the hand first, where there is one, then the question.

What is new to a player is told at a glance, once an evening; later a card is only named. Its sentence is heard when it
lies on the table, and from whoever asks: "tell me more", "card two again", "read me all".
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from narrator.dialog.booth import Visit
from narrator.dialog.moment import Moment, Turn, Waiting, say, wait_for
from narrator.games.hosting.plan import Privacy
from narrator.games.hosting.questions import Choice, GameQuestion, Slot
from narrator.language.language import get_language
from narrator.language.lines.line import Line, Verbosity, line, say_alone_to

LARGE = 7
"""So many players hear hands of names only."""


def tell_hand(at: Moment, ask: GameQuestion, *, alone: bool = False) -> tuple[Moment, tuple[Line, ...]]:
    """The asked player's cards, as far as they are told with the question; or to that player alone."""
    filled = at.now.filled
    places = [place for place in ask.main_answer.slots if place.from_hand]
    told = [choice for place in places if place.name in filled for choice in place.choices]
    still = [place for place in places if place.name not in filled]
    asked = still if at.to_lock else still[:1]
    offered = dict.fromkeys(choice for place in asked for choice in place.choices[: place.max_read_out])
    cards = tuple(choice.with_short_description() for choice in offered if choice not in told)
    if not cards or ask.seat is None:
        return at, ()
    new = [] if len(at.state.seats) >= LARGE else unknown_to(at, ask.seat, cards)
    lines = told_alone(at, ask.seat, cards, new) if alone else hand_in_words(ask.seat, cards, new)
    if not heard_by(at, ask.seat) and any(len(place.choices) > len(cards) for place in asked if place.max_read_out):
        lines += (line("hand-more"),)
    return known_to(at, ask.seat, cards), lines


def heard_by(at: Moment, seat: str) -> frozenset[str]:
    """The cards that were described to this player, by name."""
    return frozenset(card for player, card in at.now.shown if player == seat)


def unknown_to(at: Moment, seat: str, cards: Collection[Choice]) -> list[Choice]:
    return [card for card in cards if card.spoken not in heard_by(at, seat)]


def known_to(at: Moment, seat: str, cards: Collection[Choice]) -> Moment:
    return at.with_(shown=at.now.shown | {(seat, card.spoken) for card in cards})


def hand_in_words(seat: str | None, cards: Sequence[Choice], new: Collection[Choice]) -> tuple[Line, ...]:
    """What is new is described; the rest is only named."""
    known = [name_in_list(card) for card in cards if card not in new]
    lines = [line("hand", seat=seat, cards=known, more=bool(new))] if known else []
    for number, card in ((number, card) for number, card in enumerate(cards, 1) if card in new):
        name = "hand-first" if number == 1 and not known else "hand-next"
        facts = {"card": card.spoken, "picture": card.description or card.spoken, "number": number, "count": len(cards)}
        lines.append(line(name, seat=seat, **facts))
    return tuple(lines)


def told_alone(
    at: Moment,
    seat: str,
    cards: Sequence[Choice],
    new: Collection[Choice],
    how: Callable[[Choice], Choice] = Choice.with_short_description,
) -> tuple[Line, ...]:
    """While the others cover their ears: it takes as long as it would with the longest cards there are.

    Who is alone was called by name already.
    """
    others = [how(each) for each in at.setting.host.all_card_choices(at.state, at.setting.content)]
    spare = {
        Verbosity.FULL: spare_letters(cards, new, others, lambda card: len(card.description or card.spoken)),
        Verbosity.BRIEF: spare_letters(cards, new, others, lambda card: len(card.spoken)),
    }
    return say_alone_to(seat, *hand_in_words(None, cards, new), spare=spare)


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
    return get_language().strip_definite_article(card.spoken)


def one_card(number: int, count: int, card: Choice) -> Line:
    """A card by itself, with its place among the others."""
    return line("one-card", card=card.spoken, picture=card.description or card.spoken, number=number, count=count)


def read_back(at: Moment) -> Line | None:
    """What was understood, in the shortest form, so that a mishearing is noticed at once: "Lily: the mouse".

    Of a hand that nobody else knows, the number; nothing of what was chosen in the booth or on a phone.
    """
    filled = at.now.filled
    places = [place for place in at.places if place.choices and place.name in filled]
    if at.asked is None or (at.apart and any(place.is_secret for place in places)):
        return None
    chosen = [
        choice.spoken if choice.spoken and not at.hidden(place) else number
        for place in places
        for number, choice in enumerate(place.choices, 1)
        if choice.value == filled[place.name]
    ]
    return line("read-back", seat=at.asked, cards=chosen) if chosen else None


def prompt(at: Moment) -> Turn:
    """Ask for what is missing."""
    ask, place = at.ask, at.open_place
    if at.now.waiting:
        return say(at, at.now.waiting.question)
    if ask is None:
        return say(at)
    called: tuple[Line, ...] = ()
    if at.on_phones:
        at, called = call_to_phones(at)
    if (place and place.is_secret and at.keeps is Privacy.PHONES) or (at.held_back and not at.to_lock):
        return say(at, *called)
    if place and place.is_secret and at.apart and ask.seat:
        return call_to_booth(at, ask.seat, ask, place).after(*called)
    if at.keeps is Privacy.TOKENS and at.unheard:
        return hand_over(at, at.unheard).after(*called)
    if at.to_lock:
        return say(at, *called, line("tokens-lock", question=replace(ask.prompt, variant="all")))
    hidden, hand, question = place is not None and at.hidden(place), tuple[Line, ...](), ask.prompt
    if not hidden and any(each.from_hand for each in ask.main_answer.slots):
        at, hand = tell_hand(at, ask)
    if place and at.now.filled:
        question = place.prompt_given(at.now.filled) if place.prompt_given else place.prompt
    if hidden or (place and place.is_secret and ask.seat in at.now.locked):
        question = in_turn(at, question, hidden=hidden)
    return say(at, *called, *hand, question)


def call_to_phones(at: Moment) -> tuple[Moment, tuple[Line, ...]]:
    """Once for all who choose on their own; later only whom we wait for, unless an answer has just been told."""
    awaited = at.on_phones
    if {*awaited} - at.now.called:
        question = next(replace(ask.prompt, variant="all") for ask in at.asks if ask.seat in awaited)
        return at.with_(called=frozenset(awaited)), (line("phones-call", seats=awaited, question=question),)
    return at, () if at.now.just_moved else (line("phones-wait", seats=awaited),)


def in_turn(at: Moment, question: Line, *, hidden: bool) -> Line:
    """Who has chosen in secret has heard the question, and says it: of a hand only the number, which nobody else can
    read anything from. The first of them, and who comes back another day, is asked in more words.
    """
    if not at.setting.words.has(question.id, "turn"):
        return question
    if not at.now.given:
        question = replace(question, facts={**question.facts, "first": True})
    return replace(question, variant="turn" if hidden or at.now.given else "short")


def hand_over(at: Moment, ask: GameQuestion) -> Turn:
    """One player's cards, while the others cover their ears. Nothing is told before that player says so."""

    def alone(then: Moment) -> Turn:
        then, hand = tell_hand(then, ask, alone=True)
        then = heard(then, ask)
        back = () if then.unheard else (line("handed-back"),)  # the next one is called by name
        return prompt(then).after(*hand, *back)

    time = "again" if heard_by(at, ask.seat or "") else "next" if at.now.shown else "first"
    return wait_for(at, Waiting(line("hand-over", seat=ask.seat, time=time), ready=alone))


def heard(at: Moment, ask: GameQuestion) -> Moment:
    return at.with_(heard=at.now.heard | {ask.seat or ""})


def call_to_booth(at: Moment, seat: str, ask: GameQuestion, place: Slot) -> Turn:
    """Who is inside already hears the next choices at once."""
    begun = any(each.is_secret and each.name in at.now.filled for each in ask.main_answer.slots)
    visit = Visit(seat, place, known=heard_by(at, seat))
    if not begun or not (at.pressed or (at.now.booth and at.now.booth.taken)):  # who comes back another day is called
        return say(at.with_(booth=visit), line("booth-call", seat=seat))
    visit = replace(visit, taken=True)
    in_the_room = () if at.pressed else (line("say-booth", seat=seat),)  # somebody there spoke, and is answered there
    return say(at.with_(booth=visit), *visit.told_choices(), *in_the_room)


# --- what can be said in this very state, for those who ask --------------------------------------


def phrases(at: Moment) -> tuple[Line, ...]:
    """The phrases that would do now, and those that always do."""
    return (*would_do(at), line("say-always"))


def would_do(at: Moment) -> tuple[Line, ...]:
    place = at.open_place
    if at.now.waiting:
        return (line("say-waiting", kind=at.now.waiting.kind),)
    if at.to_lock:
        return (line("say-Ready"),)
    if at.now.booth:
        return (line("say-booth", seat=at.now.booth.seat),)
    if at.asked in at.on_phones:
        return (line("say-phone", seats=at.on_phones),)
    if at.now.filled and place and place.is_free_text:
        return (line("say-waiting", kind="words" if place.is_skippable else "free"),)
    return tuple(line(f"say-{answer.intent}") for answer in (at.ask.answers if at.ask else ()))

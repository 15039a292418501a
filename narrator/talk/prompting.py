"""Asking for what is missing: the hand first, where there is one, then the question."""

from dataclasses import replace

from narrator.host.asking import Ask, Place
from narrator.host.plan import Privacy
from narrator.talk.booth import Visit
from narrator.talk.hands import heard_by, tell_hand
from narrator.talk.moment import Moment, Turn, Waiting, say, wait_for
from narrator.tell.lines import Line, line


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
    if (place and place.secret and at.keeps is Privacy.PHONES) or (at.held_back and not at.to_lock):
        return say(at, *called)
    if place and place.secret and at.apart and ask.seat:
        return call_to_booth(at, ask.seat, ask, place).after(*called)
    if at.keeps is Privacy.TOKENS and at.unheard:
        return hand_over(at, at.unheard).after(*called)
    if at.to_lock:
        return say(at, *called, line("tokens-lock", question=replace(ask.question, part="all")))
    hidden, hand, question = place is not None and at.hidden(place), tuple[Line, ...](), ask.question
    if not hidden and any(each.hand for each in ask.main.places):
        at, hand = tell_hand(at, ask)
    if place and at.now.filled:
        question = place.knowing(at.now.filled) if place.knowing else place.question
    if hidden or (place and place.secret and ask.seat in at.now.locked):
        question = in_turn(at, question, hidden=hidden)
    return say(at, *called, *hand, question)


def call_to_phones(at: Moment) -> tuple[Moment, tuple[Line, ...]]:
    """Once for all who choose on their own; later only whom we wait for, unless an answer has just been told."""
    awaited = at.on_phones
    if {*awaited} - at.now.called:
        question = next(replace(ask.question, part="all") for ask in at.asks if ask.seat in awaited)
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
    return replace(question, part="turn" if hidden or at.now.given else "short")


def hand_over(at: Moment, ask: Ask) -> Turn:
    """One player's cards, while the others cover their ears. Nothing is told before that player says so."""

    def alone(then: Moment) -> Turn:
        then, hand = tell_hand(then, ask, alone=True)
        then = heard(then, ask)
        back = () if then.unheard else (line("handed-back"),)  # the next one is called by name
        return prompt(then).after(*hand, *back)

    time = "again" if heard_by(at, ask.seat or "") else "next" if at.now.shown else "first"
    return wait_for(at, Waiting(line("hand-over", seat=ask.seat, time=time), ready=alone))


def heard(at: Moment, ask: Ask) -> Moment:
    return at.with_(heard=at.now.heard | {ask.seat or ""})


def call_to_booth(at: Moment, seat: str, ask: Ask, place: Place) -> Turn:
    """Who is inside already hears the next choices at once."""
    begun = any(each.secret and each.name in at.now.filled for each in ask.main.places)
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
    if at.now.filled and place and place.free:
        return (line("say-waiting", kind="words" if place.skippable else "free"),)
    return tuple(line(f"say-{answer.intent}") for answer in (at.ask.answers if at.ask else ()))

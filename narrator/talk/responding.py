"""What was understood at the table, and what it leads to: an answer, a correction, a yes, or a question of theirs."""

from narrator.play import Clip
from narrator.talk.at_any_time import AT_ANY_TIME
from narrator.talk.filling import choose, fill, fill_place, go_on, leave_out
from narrator.talk.moment import Moment, Turn, Waiting, say, wait_for
from narrator.talk.orientation import next_step, orient
from narrator.talk.prompting import again_after_no, prompt
from narrator.talk.repair import miss, of_those
from narrator.tell.lines import line
from narrator.understand.grammar import Reading
from narrator.understand.understanding import free_words


def respond(at: Moment, reading: Reading, *, correcting: bool = False) -> Turn:
    """Act on what was understood."""
    if reading.intent in AT_ANY_TIME or reading.intent == "AlsoPlays":
        return orient(at.with_(just_moved=False), reading)
    waiting, just_moved = at.now.waiting, at.now.just_moved
    if waiting and reading.intent in waiting.intents:
        return waited_for(at.with_(waiting=None, misses=0, torn=()), waiting, reading)
    if at.to_lock and fills_secret(at, reading):
        return say(at, line("lock-first"))  # whose it was nobody said, and others have not chosen yet
    reading = of_those(at, reading)
    at = at.with_(just_moved=False, waiting=None, misses=0, torn=())
    instead = waiting and not at.open_place  # another answer, where yes or no was asked for
    if at.now.filled and (instead or (correcting and not waiting)):
        return take(at.with_(filled={}), reading)
    if correcting and not waiting:
        return correct(at, reading, just_moved=just_moved)
    return take(at, reading)


def take(at: Moment, reading: Reading) -> Turn:
    """An answer, or a part of one."""
    if reading.intent == "Ready" and at.to_lock:
        return prompt(at.with_(locked=at.now.locked | {each.seat for each in at.choosing}))
    if reading.intent == "Number":
        return choose(at, int(reading.slots["number"]))
    if reading.intent in ("Skip", "No"):
        return leave_out(at)
    return fill(at, reading)


def correct(at: Moment, reading: Reading, *, just_moved: bool) -> Turn:
    """ "No, four": instead of the last answer, if it was of the same kind and can be taken back."""
    answer = at.answer_of(reading)
    named = "player" in reading.slots and not any("player" in each.slots for each in (answer.places if answer else ()))
    if named or not just_moved:  # somebody else's answer, or one that is still open
        return take(at, reading)
    kind = at.answer.intent if reading.intent == "Number" and at.answer else reading.intent  # the second of its kind
    if at.last is None or type(at.last[0]).__name__ != kind:
        said = line("cannot-undo" if at.last is None else "not-a-correction")
        return prompt(at).after(said)  # it was about the last answer, and must not become somebody's next one
    return take(at.before_last().with_(speaker=getattr(at.last[0], "seat", None)), reading)


def waited_for(at: Moment, waiting: Waiting, reading: Reading) -> Turn:
    if reading.intent == "Yes" and waiting.steps:
        return next_step(at, waiting.steps)
    if reading.intent == "Yes" and waiting.yes:
        return waiting.yes(at)
    if reading.intent == "No" and waiting.yes:
        return again_after_no(at)
    if reading.intent == "IAm" and waiting.who:
        return waiting.who(at, reading.slots["player"])
    return prompt(at)


def take_words(at: Moment, text: str, sound: str | None = None) -> Turn:
    """Free words, as they were said, and recorded. A song or a sound may have no words at all."""
    waiting, place, words = at.now.waiting, at.open_place, free_words(text)
    if waiting and waiting.words:
        return waiting.words(at.with_(waiting=None, misses=0, torn=()), text)
    if place is None or not (words or sound):
        return miss(at)
    return go_on(fill_place(at.with_(misses=0, torn=()), place.name, Clip(text=words or None, sound=sound)))


def offer(at: Moment, said: str, reading: Reading) -> Turn:
    """Something close was heard: ask, never guess."""
    return wait_for(at, Waiting(line("offer", said=said), yes=lambda sure: respond(sure, reading)))


def fills_secret(at: Moment, reading: Reading) -> bool:
    """Whether this says aloud what is chosen by hand first."""
    answer, place = at.answer_of(reading), at.open_place
    if reading.intent == "Number":
        return place is not None and place.secret
    secret = [slot for each in (answer.places if answer else ()) if each.secret for slot in each.slots]
    return any(slot in secret for slot in reading.slots)

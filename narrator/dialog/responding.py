"""What was understood at the table, and what it leads to: an answer, a correction, a yes, or a question of theirs."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from narrator.core.game import SpokenWords
from narrator.dialog.filling import choose, fill, fill_place, go_on
from narrator.dialog.manners import AT_THE_TABLE
from narrator.dialog.moment import Moment, Turn, Waiting, say, wait_for
from narrator.dialog.orientation import next_step, orient
from narrator.dialog.prompting import heard, prompt
from narrator.dialog.repair import miss, of_those, offer_to_choose
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import free_words


class Correcting(Enum):
    """Whose answer begins with a word that takes something back."""

    NOBODYS = 0
    ASKED = 1  # "Actually, four": of the one who is asked, who thought of something else
    EITHER = 2  # "I mean four": who answered last or who is asked
    LAST = 3  # "No, four": of the one who has just answered


def respond(at: Moment, reading: Reading, correcting: Correcting = Correcting.NOBODYS) -> Turn:
    if reading.intent in AT_THE_TABLE or reading.intent == "AlsoPlays":
        return orient(at.with_(just_moved=False), reading)
    waiting, just_moved = at.now.waiting, at.now.just_moved
    if waiting and reading.intent in waiting.intents:
        return waited_for(at.with_(waiting=None, misses=0, torn=()), waiting, reading)
    if at.held_back and not at.to_lock and fills_secret(at, reading):
        return say(at, line("phones-first", seats=at.on_phones))
    if at.to_lock and fills_secret(at, reading):
        return say(at, line("lock-first"))  # whose it was nobody said, and others have not chosen yet
    if at.now.torn:
        reading = of_those(at, reading)
    at = at.with_(just_moved=False, waiting=None, misses=0, torn=())
    instead = waiting and not at.open_place  # another answer, where yes or no was asked for
    again = correcting is not Correcting.NOBODYS and not waiting
    if at.now.filled and (instead or again):
        return take(at.with_(filled={}), reading)
    if again:
        return correct(at, reading, correcting, just_moved=just_moved)
    return take(at, reading)


def take(at: Moment, reading: Reading) -> Turn:
    if reading.intent == "Ready" and at.to_lock:
        return prompt(at.with_(locked=at.now.locked | {each.seat for each in at.choosing}))
    if reading.intent == "Number":
        return choose(at, int(reading.slots["number"]))
    if reading.intent in ("Skip", "No"):
        place = at.open_place
        return go_on(fill_place(at, place.name, None)) if place and place.is_skippable else miss(at)
    if reading.intent in ("PickForMe", "NoneOfThese"):
        return offer_to_choose(at, must=reading.intent == "NoneOfThese")
    return fill(at, reading)


def correct(at: Moment, reading: Reading, correcting: Correcting, *, just_moved: bool) -> Turn:
    """ "No, four": instead of the last answer, if it was of the same kind and can be taken back.

    Whoever is asked may begin with "actually", too: it takes another player's answer only with a name or a "no".
    """
    answer = at.answer_of(reading)
    chosen = any("player" in each.grammar_slots for each in (answer.slots if answer else ()))
    named = None if chosen else reading.slots.get("player")
    last = getattr(at.last[0], "seat", None) if at.last else None
    kind = at.answer.intent if reading.intent == "Number" and at.answer else reading.intent  # the second of its kind
    same_kind = at.last is not None and type(at.last[0]).__name__ == kind

    def whose(then: Moment, seat: str) -> Turn:
        return instead_of_last(then, reading) if seat == last else take(then, reading)

    if named is not None:
        return instead_of_last(at, reading) if named == last != at.asked and same_kind else take(at, reading)
    if not just_moved:  # an answer that is still open
        return take(at, reading)
    if last != at.asked and at.asked is not None and correcting is not Correcting.LAST:
        if correcting is Correcting.ASKED or not same_kind:
            return take(at, reading)
        return wait_for(at, Waiting(line("whose-answer", names=AnyOf([last, at.asked])), who=whose))
    if not same_kind:
        said = line("cannot-undo" if at.last is None else "not-a-correction")
        return prompt(at).after(said)  # it was about the last answer, and must not become somebody's next one
    return instead_of_last(at, reading)


def instead_of_last(at: Moment, reading: Reading) -> Turn:
    """Taken back and answered anew; what cannot be taken leaves what was there."""
    turn = take(at.before_last(), reading)
    if turn.moves is None and not turn.at.now.filled:
        return prompt(at).after(*turn.lines, stands(at))
    return turn


def stands(at: Moment) -> Line:
    return line("answer-stands", seat=getattr(at.last[0], "seat", None) if at.last else None)


def waited_for(at: Moment, waiting: Waiting, reading: Reading) -> Turn:
    if waiting.ready and reading.intent in ("Ready", "OnlyMe", "Yes"):
        return waiting.ready(at)
    if waiting.ready and at.unheard:
        return prompt(heard(at, at.unheard))  # who knows those cards need not hear them
    if reading.intent == "Yes" and waiting.steps:
        return next_step(at, waiting.steps)
    if reading.intent == "Yes" and waiting.yes:
        return waiting.yes(at)
    if reading.intent == "No" and waiting.yes:
        return prompt(replace(at, before=waiting.before or at.before).refused())  # not that: it is asked again
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
    return go_on(fill_place(at.with_(misses=0, torn=()), place.name, SpokenWords(text=words or None, sound=sound)))


def in_doubt(at: Moment, taken: Callable[[Moment], Turn], words: str) -> Turn:
    """It sounds like a question, and free words are awaited: is it one, or is it the clue?"""
    place = next((each for each in at.places if each.is_free_text), at.open_place)
    asked = line("is-it-yours", seat=at.asked, kind=place.name if place else "", words=words)
    return wait_for(at, Waiting(asked, yes=taken, before=at.before))


def offer(at: Moment, said: str, reading: Reading) -> Turn:
    return wait_for(at, Waiting(line("offer", said=said), yes=lambda sure: respond(sure, reading)))


def fills_secret(at: Moment, reading: Reading) -> bool:
    """Whether this says aloud what is chosen by hand first."""
    answer, place = at.answer_of(reading), at.open_place
    if reading.intent == "Number":
        return place is not None and place.is_secret
    secret = [slot for each in (answer.slots if answer else ()) if each.is_secret for slot in each.grammar_slots]
    return any(slot in secret for slot in reading.slots)

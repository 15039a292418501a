"""Combine the meanings of the clauses of a sentence: "not so loud, the baby is asleep", "the sloth, he's so slow".

Each clause is understood separately. If only some clauses have a meaning, the others count as a reason or a comment.
Nothing that changes the game is done at once: the narrator asks before it takes such an answer, or a request that
interrupts or discards something.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from narrator.language.language import get_language
from narrator.language.understanding.chunks import split_chunks
from narrator.language.understanding.interruptions import addresses_player
from narrator.language.understanding.offers import Offer, UnusedNumber
from narrator.language.understanding.reading import Ambiguous, Reading, Suggestion, Understanding, Understood
from narrator.language.understanding.second_opinion import act_on

if TYPE_CHECKING:
    from narrator.language.understanding.expectation import Expectation

MIN_WORDS_OF_WHOLE_ONLY = 3
"""A shorter clause of the intents in `whole_only` is talk to others: "stop it, both of you"."""
MAX_ANSWERS = 3
"""With more answers in one sentence, nothing is asked back."""
ONLY_POINTING_KINDS = frozenset({"pronouns", "pointing", "pointing_at", "wishing", "hesitation", "politeness"})


def combine_clauses(
    clauses: Sequence[str], meanings: Sequence[Understanding], expected: "Expectation", offer: Offer
) -> Understanding | None:
    """Return what the clauses mean together, or None if they mean nothing or contradict each other."""
    if counts_aloud(clauses):
        return None
    found = [(clause, each) for clause, meant in zip(clauses, meanings, strict=True) for each in readings_in(meant)]
    answers = [
        (clause, each)
        for clause, each in found
        if names_choice(each[0], expected) and not speaks_of_any(clause) and is_commented(clause, clauses, expected)
    ]
    if answers:
        return combine_answers([each for _, each in answers], answers[-1][0], expected)
    if meant := thing_pointed_back_at(clauses, expected, offer):
        return meant
    return find_request([(clause, reading) for clause, (reading, _) in found], clauses, expected)


def readings_in(meant: Understanding) -> Iterator[tuple[Reading, bool]]:
    """Yield what a clause may say, each with whether it corrects what was said before."""
    if isinstance(meant, Understood):
        yield meant.reading, meant.is_correction
    elif isinstance(meant, Suggestion):
        yield meant.reading, False
    elif isinstance(meant, Ambiguous):
        yield from ((reading, False) for reading in meant.readings)


def counts_aloud(clauses: Sequence[str]) -> bool:
    """Whether the first clauses are numbers: "one, two, three, go"."""
    return all(get_language().parse_number(clause) for clause in clauses[:2])


def names_choice(reading: Reading, expected: "Expectation") -> bool:
    """Whether this is an answer that names something."""
    return reading.intent not in expected.grammar.table("evidence") and bool(reading.slots.keys() - {"player", "asked"})


def is_commented(clause: str, clauses: Sequence[str], expected: "Expectation") -> bool:
    """Whether nothing follows the clause but a comment on what it names. "That's my suitcase, give it back" is talk."""
    later = clauses[clauses.index(clause) + 1 :]
    return not later or later[0].casefold().split()[0].strip("'’") in expected.grammar.lexicon.comment_starts


def speaks_of_any(clause: str) -> bool:
    """Whether the clause has an indefinite article: "a sloth" may be any sloth."""
    return get_language().has_indefinite_article(clause)


def combine_answers(
    answers: Sequence[tuple[Reading, bool]], text: str, expected: "Expectation"
) -> Understanding | None:
    """Return a question about the things that the clauses name. A thing after "no" replaces earlier ones."""
    kept: list[Reading] = []
    for reading, is_correction in answers:
        kept = [*([] if is_correction else kept), *([] if reading in kept else [reading])]
    kept = join_slots(kept, expected)
    if len(kept) == 1:
        return Suggestion(expected.name_of(kept[0]) or text, kept[0])
    return Ambiguous(tuple(kept)) if len(kept) <= MAX_ANSWERS else None


def join_slots(readings: list[Reading], expected: "Expectation") -> list[Reading]:
    """Return one answer instead of two that fill different slots of it: a picture, and the clue for it."""
    intents, question = {each.intent for each in readings}, expected.question
    if len(intents) != 2 or len(readings) != 2 or question is None:
        return readings
    if not intents <= question.answers or not intents.isdisjoint(question.parses):
        return readings
    slots: dict[str, Any] = {**readings[0].slots, **readings[1].slots}
    is_joined = len(slots) == sum(len(each.slots) for each in readings)
    return [Reading(readings[0].intent, slots)] if is_joined else readings


def thing_pointed_back_at(clauses: Sequence[str], expected: "Expectation", offer: Offer) -> Suggestion | None:
    """Return the only thing named before a clause that points back at it: "vampires are the best, so him"."""
    lexicon = expected.grammar.lexicon
    *before, last = [split_chunks(clause, lexicon, offer) for clause in clauses]
    if not last or any(not chunk.kinds <= ONLY_POINTING_KINDS or chunk.is_unknown for chunk in last):
        return None
    if not any(chunk.kinds & {"pronouns", "pointing_at"} for chunk in last):
        return None
    things = {
        thing for part in before for chunk in part if chunk.things and not chunk.is_number for thing in chunk.things
    }
    known = [each for each in offer.things if each.value in things]
    if len(known) != 1 or any(isinstance(thing, UnusedNumber) for thing in things) or expected.question is None:
        return None
    found = expected.table_readings(known[0].plain_name)
    return Suggestion(known[0].name or known[0].plain_name, found[0]) if len(found) == 1 else None


def find_request(
    found: Sequence[tuple[str, Reading]], clauses: Sequence[str], expected: "Expectation"
) -> Understanding | None:
    """Return the first request among the clauses. Those of `whole_only` count if nothing else is requested."""
    whole_only = expected.grammar.word_list("whole_only")
    if addresses_player(", ".join(clauses), expected):
        found = [each for each in found if "player" in each[1].slots]  # "Lily, is it over?"
    likely = [reading for _, reading in found if reading.intent not in whole_only]
    short = [clause for clause, _ in found if len(clause.split()) < MIN_WORDS_OF_WHOLE_ONLY]
    if not likely and len(short) < max(2, len(found)):
        likely = [reading for clause, reading in found if clause not in short]
    if len(likely) > 1 and all(each == likely[0] for each in likely):
        return Understood(likely[0])  # "that was wrong, undo" says it twice
    return next((meant for reading in merge_requests(likely, expected) if (meant := act_on(reading, expected))), None)


def merge_requests(requests: Sequence[Reading], expected: "Expectation") -> list[Reading]:
    """Return the requests, with one instead of two that mean it together: "again, but not so fast"."""
    table = expected.grammar.table("together_mean")
    intents = {each.intent for each in requests}
    merged = [table[one][two] for one in intents & table.keys() for two in intents & table[one].keys()]
    return [Reading(intent) for intent in merged if intent in expected.active] or list(requests)

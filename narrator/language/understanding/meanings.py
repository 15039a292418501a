"""Ask the model of intents (`intent_model.py`) about a sentence that nothing else explains.

One rule keeps it correct: the model makes no move. What changes nothing in the game is answered, what the narrator asks
back in any case is asked, and the rest is offered ("Did you mean “undo”?"). Its limits are in the table `meanings` of
the grammar.
"""

from typing import TYPE_CHECKING, Any

from narrator.language.understanding.chunks import Chunk, split_chunks, split_clauses, tidy
from narrator.language.understanding.intent_model import load_intent_model
from narrator.language.understanding.interruptions import addresses_player, calls_player, is_interruption
from narrator.language.understanding.offers import Offer, UnusedNumber
from narrator.language.understanding.reading import Reading, Suggestion, Understanding, Understood

if TYPE_CHECKING:
    from narrator.language.understanding.expectation import Expectation

MAX_WORDS = 18
"""A longer sentence is a story, not a request."""


MIN_CHUNKS_ABOUT_A_THING = 4
"""With fewer parts, a sentence that names a thing may be an answer: "maybe number one"."""


def find_meaning(text: str, expected: "Expectation", offer: Offer, least_lead: float = 0.0) -> Understanding | None:
    """Return what the model takes the sentence for, or else one of its clauses; None if it is not sure of any.

    With a least lead, only the whole sentence counts.
    """
    if (expected.free and not is_interruption(text, expected)) or calls_player(text, expected):
        return None
    clauses = split_clauses(text)
    parts = [text, *clauses] if len(clauses) > 1 and not least_lead else [text]
    return next((meant for part in parts if (meant := meaning_of(part, text, expected, offer, least_lead))), None)


def meaning_of(part: str, text: str, expected: "Expectation", offer: Offer, least_lead: float) -> Understanding | None:
    """Return what the model takes a part of the text for, or None if it is not sure or may not act on it."""
    grammar = expected.grammar
    table, model = grammar.table("meanings"), load_intent_model(grammar.lexicon.language.code)
    words = part.casefold().split()
    if not table or model is None or len(set(words)) < 2 or len(words) > MAX_WORDS:
        return None  # also "blah blah blah"
    name, lead = model.likeliest(part)
    intent = table["same"].get(name, name)
    if lead < max(table["lead"], least_lead) or intent not in expected.active:
        return None
    if part != text and intent in grammar.word_list("whole_only"):
        return None  # "stop it, you two"
    about_player = intent in (*table["about_a_player"], *table["perhaps_about_a_player"])
    if not about_player and addresses_player(text, expected):
        return None  # "hurry up, Nick"
    chunks = split_chunks(tidy(part), grammar.lexicon, offer)
    for slots in possible_slots(intent, chunks, table):
        if len(found := expected.select(tidy(part), (Reading(intent, slots),))) == 1:
            return act_on(found[0], expected)
    return None


def possible_slots(intent: str, chunks: list[Chunk], table: Any) -> list[dict[str, Any]]:
    """Return the slots that the words may fill; nothing if the intent needs one that is not named."""
    players = [chunk.player for chunk in chunks if chunk.player]
    things = [value for chunk in chunks if chunk.is_named and len(chunk.things) == 1 for value in chunk.things]
    if intent in table["about_a_thing"]:
        is_bare = len(chunks) < MIN_CHUNKS_ABOUT_A_THING or any(isinstance(thing, UnusedNumber) for thing in things)
        return [{"card": things[0]}] if len(things) == 1 and not is_bare else []
    if intent in table["about_a_word"]:
        return [{"word": chunk.text} for chunk in chunks if chunk.is_unknown or chunk.things]
    if things:
        return []  # it names something on offer, so it may be an answer
    if intent in table["about_a_player"]:
        return [{"player": players[0]}] if len(players) == 1 else []
    may_name = intent in table["perhaps_about_a_player"] and len(players) == 1
    return [{"player": players[0]} if may_name else {}]


def act_on(reading: Reading, expected: "Expectation") -> Understanding | None:
    """Return the reading as understood if it changes nothing or is asked back anyway, otherwise as a suggestion."""
    table, intent = expected.grammar.table("meanings"), reading.intent
    in_game = expected.question is not None
    if expected.grammar.table("evidence").get(intent) == 1 or intent in table["harmless"]:
        return Understood(reading)
    if intent in table["asked_back" if in_game else "before_game"]:
        return Understood(reading)
    said = table["offered"].get(intent)
    return Suggestion(said, reading) if in_game and said else None

"""Compare what the words of a sentence mean by the grammar with what the sentence model takes it for.

Templates are always right about what they fit. Any other sentence was understood by single words, or not at all; the
model (`sentence_model.py`) knows more such sentences than anybody could list. It may find that a sentence was talk, it
may answer what changes nothing, and it may offer the rest ("Did you mean the sloth?").

One rule keeps it correct: the model makes no move. Its limits are in the table `meanings` of the grammar.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from narrator.language.language import get_language
from narrator.language.understanding.chunks import split_chunks, tidy
from narrator.language.understanding.confirmations import YES_OR_NO
from narrator.language.understanding.interruptions import addresses_player, calls_player
from narrator.language.understanding.offers import Offer
from narrator.language.understanding.reading import (
    Ambiguous,
    NoReading,
    Reading,
    Suggestion,
    Understanding,
    Understood,
)
from narrator.language.understanding.sentence_reading import (
    ANSWER,
    FREE_WORDS,
    NAMES,
    NOTHING,
    OTHER_ANSWER,
    UNDECIDED,
    SentenceReading,
    load_sentence_model,
)

if TYPE_CHECKING:
    from narrator.language.understanding.expectation import Expectation

MAX_WORDS = 40
"""A longer sentence is a story."""
MIN_WORDS_TO_CONTRADICT = 6
"""What the grammar found in fewer words than this stands: "card two", "who won"."""
MAX_BRIEF_WORDS = 4
"""So few words must be clearer than a sentence, and at most one of three or more may be unknown."""
MAX_UNKNOWN_SHARE = 0.34
"""With a larger share of unknown words, a sentence is not read."""


def compare(found: Understanding, text: str, expected: "Expectation", offer: Offer) -> Understanding:
    """Return what the grammar found, or what the model takes the sentence for where that is clear."""
    count = len(tidy(text).split())
    is_understood = isinstance(found, Understood)
    stands = count < MIN_WORDS_TO_CONTRADICT and not isinstance(found, NoReading)
    reading = None if is_understood and stands else read_sentence(text, expected, offer)
    if reading is None:
        return found
    limits = expected.grammar.table("meanings")["limits"]
    kind, chance = reading.likeliest
    if (
        kind == NOTHING
        and chance >= limits["brief_talk" if stands else "talk_not_understood" if is_understood else "talk"]
    ):
        return NoReading(tidy(text))
    if stands:
        return found
    proposed = propose(reading, text, expected, offer)
    if proposed is None or agrees(found, proposed):
        return found
    match found:
        case NoReading():
            return proposed
        case Understood(reading=sure):
            is_change = is_harmless(sure, expected) or kind != ANSWER  # the grammar decides between things
            is_safe = not isinstance(proposed, Understood) or is_safe_to_answer(proposed.reading, expected)
            return proposed if chance >= limits["instead_of_understood"] and is_change and is_safe else found
        case _:  # dice are parsed better by the grammar
            return proposed if chance >= limits["instead"] and kind != OTHER_ANSWER else found


def read_sentence(text: str, expected: "Expectation", offer: Offer) -> SentenceReading | None:
    """Return what the model takes a sentence for; None without a model, or with too many unknown words."""
    model = load_sentence_model(expected.grammar.lexicon.language.code)
    words = tidy(text).split()
    if (
        model is None
        or not expected.grammar.table("meanings")
        or not 0 < len(words) <= MAX_WORDS
        or len({*words}) == 1 < len(words)
    ):
        return None  # also "blah blah blah"
    told = {word for thing in offer.things for word in thing.spoken_words}
    unknown = sum(word.casefold() not in told and not model.knows(word) for word in words)
    is_brief = len(words) <= MAX_BRIEF_WORDS
    if unknown > (min(1, len(words) // 3) if is_brief else MAX_UNKNOWN_SHARE * len(words)):
        return None
    named = [thing for thing in offer.things if thing.name]
    return model.read(without_fillers(text, expected), named, expected_kinds(expected, has_things=bool(named)))


def without_fillers(text: str, expected: "Expectation") -> str:
    """Return a text without hesitation at its beginning: "Hmm, the one with the lamp"."""
    fillers = "|".join(map(re.escape, expected.grammar.fillers))
    return re.sub(rf"^(?:(?:{fillers})+\b[\s,.…]*)+(?=\w)", "", text, flags=re.IGNORECASE) if fillers else text


def expected_kinds(expected: "Expectation", *, has_things: bool) -> set[str]:
    """Return the kinds of utterances that are possible only at some questions and are possible at this one."""
    question = expected.question
    kinds = {UNDECIDED, ANSWER} if has_things else set()
    if expected.free:
        kinds = {NAMES} if question is None else {FREE_WORDS}
    elif question is not None and question.parses_all:
        kinds |= {OTHER_ANSWER}
    asks_yes_or_no = expected.asks_yes_or_no or (
        question and question.interrupting and YES_OR_NO & question.interrupting
    )
    return kinds | (YES_OR_NO if asks_yes_or_no else set())


def agrees(found: Understanding, proposed: Understanding) -> bool:
    """Whether the model means what the grammar found, or a part of it, so that what the grammar found stays."""
    return any(
        each.intent == other.intent and values_in(other) <= values_in(each)
        for each in readings_of(found)
        for other in readings_of(proposed)
    )


def values_in(reading: Reading) -> set[str]:
    """Return the values of a reading as text, without the names of their slots."""
    return {str(value) for value in reading.slots.values()}


def readings_of(meaning: Understanding) -> Sequence[Reading]:
    match meaning:
        case Understood(reading) | Suggestion(_, reading):
            return (reading,)
        case Ambiguous(readings):
            return readings
        case _:
            return ()


def propose(reading: SentenceReading, text: str, expected: "Expectation", offer: Offer) -> Understanding | None:
    """Return what may be answered or offered by the model's estimate, or None if it is not sure of anything."""
    table = expected.grammar.table("meanings")
    limits = table["limits"]
    kind, chance = reading.likeliest
    count = len(tidy(text).split())
    is_brief = count <= MAX_BRIEF_WORDS
    if kind in table["also_choose"] and expected.question is None and reading.things:
        kind, chance = ANSWER, chance + reading.kinds.get(ANSWER, 0)  # "I'd like to start Dixit, please"
    if kind in (ANSWER, OTHER_ANSWER):
        chunks = split_chunks(tidy(text), expected.grammar.lexicon, offer)
        has_number = count < MIN_WORDS_TO_CONTRADICT and any(map(is_number_word, tidy(text).casefold().split()))
        if (
            chance < limits["brief" if is_brief else "answer"]
            or has_number
            or any("to_others" in chunk.kinds for chunk in chunks)
        ):
            return None
        return propose_thing(reading, expected) if kind == ANSWER else propose_tagged(text, expected)
    chance += sum(reading.kinds.get(other, 0) for other in table["otherwise"].get(kind, ()))
    if chance < limits["brief" if is_brief else "request"]:
        return None
    if kind in YES_OR_NO:
        return Understood(Reading(kind)) if chance >= limits["confirmation"] else None
    if kind in (NOTHING, UNDECIDED, FREE_WORDS, NAMES):
        return None
    about_player = {*table["about_a_player"], *table["perhaps_about_a_player"]}
    if calls_player(text, expected) or (is_brief and kind not in about_player and addresses_player(text, expected)):
        return None  # "hurry up, Nick"
    for meant in possible_readings(kind, reading, text, expected, offer):
        if meant.intent in expected.active and len(found := expected.select(tidy(text), (meant,))) == 1:
            return act_on(found[0], expected)
    return None


def is_number_word(word: str) -> bool:
    """Whether a word counts or is a place in a list. Of those the grammar knows more."""
    language = get_language()
    return language.parse_number(word) is not None or word in language.ordinals or word == language.heard.words.last


def propose_thing(reading: SentenceReading, expected: "Expectation") -> Understanding | None:
    """Return an offer of the likeliest thing, or of two that are about as likely."""
    limits = expected.grammar.table("meanings")["limits"]
    likely = [(thing, chance) for thing, chance in reading.things[:2] if chance >= limits["either_thing"]]
    if not likely or sum(chance for _, chance in likely) < limits["thing"]:
        return None
    if likely[0][1] >= limits["thing"]:
        likely = likely[:1]
    meant = [found for thing, _ in likely for found in expected.table_readings(thing.plain_name)]
    if len(meant) != len(likely):
        return None
    return Suggestion(likely[0][0].name, meant[0]) if len(meant) == 1 else Ambiguous(tuple(meant))


def propose_tagged(text: str, expected: "Expectation") -> Understanding | None:
    """Return an offer of what the tagged words of the answer say, such as the dice to keep."""
    table = expected.grammar.table("tagged")
    model = load_sentence_model(expected.grammar.lexicon.language.code)
    if not table or model is None:
        return None
    words = model.tag_words(text, table["tagger"])
    conjunction = expected.grammar.lexicon.language.heard.words.conjunction
    for tag, phrase in table["phrases"].items():
        groups = [
            " ".join(word.text for word in group)
            for found, group in groupby(words, lambda each: each.tag)
            if found == tag
        ]
        said = phrase.format(f" {conjunction} ".join(groups).casefold())
        if groups and (found := expected.table_readings(tidy(said))):
            return Suggestion(said, found[0]) if len(found) == 1 else Ambiguous(found)
    return None


def possible_readings(
    kind: str, reading: SentenceReading, text: str, expected: "Expectation", offer: Offer
) -> Iterator[Reading]:
    """Yield what a request of this kind may mean here, the likeliest first."""
    table = expected.grammar.table("meanings")
    likely = [thing.value for thing, chance in reading.things[:1] if chance >= table["limits"]["thing"]]
    players = [chunk.player for chunk in split_chunks(tidy(text), expected.grammar.lexicon, offer) if chunk.player]
    for intent in (table["same"].get(kind, kind), *table["otherwise"].get(kind, ())):
        if intent in table["about_a_game"] and expected.question is None:
            yield from (Reading(intent, {"game": value}) for value in likely)
        elif intent in table["about_a_word"]:
            yield from (Reading(intent, {"word": word}) for word in tidy(text).casefold().split())
        elif intent in table["about_a_thing"]:
            yield from (Reading(intent, {"card": value}) for value in likely)
        elif intent in table["about_a_player"]:
            yield from (Reading(intent, {"player": player}) for player in players)
        elif intent in table["perhaps_about_a_player"] and len(players) == 1:
            yield Reading(intent, {"player": players[0]})
        else:
            yield Reading(intent)


def act_on(reading: Reading, expected: "Expectation") -> Understanding | None:
    """Return the reading as understood if it changes nothing or is asked back anyway, otherwise as a suggestion."""
    if is_safe_to_answer(reading, expected):
        return Understood(reading)
    said = expected.grammar.table("meanings")["offered"].get(reading.intent)
    return Suggestion(said, reading) if expected.question is not None and said else None


def is_safe_to_answer(reading: Reading, expected: "Expectation") -> bool:
    """Whether a request changes nothing, or is asked about before it does."""
    asks_before = "before_game" if expected.question is None else "asked_back"
    return is_harmless(reading, expected) or reading.intent in expected.grammar.table("meanings")[asks_before]


def is_harmless(reading: Reading, expected: "Expectation") -> bool:
    """Whether a request changes nothing in the game, so that answering it by mistake does no harm."""
    table = expected.grammar.table("meanings")
    return expected.grammar.table("evidence").get(reading.intent) == 1 or reading.intent in table["harmless"]

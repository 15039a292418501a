"""Find the answer in words that fit no template: one thing on offer among words that carry no meaning.

Templates list how players are expected to speak; players say it in their own way. What fits no template is split into
chunks (`chunks.py`) and put together here. One rule keeps it correct: around the thing, only words of a closed class
that carry no meaning are skipped; any other word makes the sentence a remark. "Not", "if", a player's name and another
thing change the meaning, so they are never skipped.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from narrator.language.understanding.chunks import OTHERS, Chunk
from narrator.language.understanding.lexicon import Lexicon
from narrator.language.understanding.offers import NO_THINGS, Offer, OfferedThing
from narrator.language.understanding.reading import Ambiguous, Reading, Suggestion, Understanding, Understood

CARRYING_KINDS = frozenset({"hesitation", "politeness", "wishing", "pointing", "praise", "role"})
"""Kinds of words that do not tell which thing is meant."""
ASIDE_KINDS = frozenset({"hesitation", "politeness"})
"""Kinds that may stand before a correction or a question."""
MAX_ALTERNATIVES = 3
"""With more possible things than this, no question is asked back."""
MAX_UNKNOWN_WORDS = 3
"""A decision with more unknown words than this is a story, not an answer."""
PRONOUN_KINDS = frozenset({"pronouns"})
OTHER_MEANING_KINDS = OTHERS | {"kin"}
"""Kinds of known words that mean something else: "one moment", or a brother whose name does not follow."""
BEFORE_SUBJECT_KINDS = frozenset({"hesitation", "politeness", "praise", "pointing"})
"""Kinds that may stand before a thing at the head of a sentence about it."""

FindReadings: TypeAlias = Callable[[str], tuple[Reading, ...]]
"""Returns every reading of these words that makes sense at the moment."""

EDGE = Chunk("")
"""Stands before the first chunk and after the last."""


@dataclass
class Mentions:
    """What the chunks of an utterance mention, without the words that carry no meaning."""

    lexicon: Lexicon
    things: list[Chunk] = field(default_factory=list)
    refused: list[Chunk] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    is_correction: bool = False
    """It began with "no", so it replaces what was said before."""
    is_doubtful: bool = False
    is_indefinite: bool = False
    """It speaks of any such thing: "a sloth bit me"."""
    is_generic: bool = False
    """It may speak of any such thing: "I want a horse for my birthday"."""
    reason: str = ""

    def add_thing(self, chunk: Chunk, before: Chunk, after: Chunk, *, refused: bool) -> None:
        """Add a thing that is named or refused."""
        has_indefinite_article = before.text in self.lexicon.language.indefinite_articles
        self.is_indefinite |= chunk.is_named and has_indefinite_article
        self.is_generic |= has_indefinite_article or chunk.is_plural
        self.is_correction |= refused and not self.things
        self.is_doubtful |= chunk.is_background or (chunk.is_number and after.kinds == {"wishing"})  # "two can play"
        (self.refused if refused else self.things).append(chunk)

    def add_player(self, player: str, before: Chunk) -> None:
        """Add a player who is named."""
        words = self.lexicon.language.heard.words
        self.players.append(player)
        self.is_doubtful |= before.text.endswith(words.recipient)  # "that's two for Nick"
        if before.text in words.introductions:
            self.kinds.discard("speaker")  # "I'm Nick" names no other player

    def add_correction(self, chunk: Chunk, following: Sequence[Chunk], *, is_first: bool) -> bool:
        """Discard what was named before a word such as "no". Return whether the word corrects anything."""
        if "refusals" not in chunk.kinds and all(each.kinds & ASIDE_KINDS for each in following):
            return False  # "the mouse, sorry" takes nothing back
        self.is_correction = is_first
        self.is_doubtful |= not is_first and not self.things
        self.things = []
        return True


def collect_mentions(chunks: Sequence[Chunk], lexicon: Lexicon) -> Mentions | None:
    """Return what the chunks mention together, or None if they ask a question."""
    found = Mentions(lexicon)
    negating = refused_last = meaningful = False
    for index, chunk in enumerate(chunks):
        kinds, following = chunk.kinds, chunks[index + 1 :]
        before, after = chunks[index - 1] if index else EDGE, (*following, EDGE)[0]
        if not meaningful and lexicon.begins_question(chunk.text) and not kinds & {"conditions", "hesitation"}:
            return None
        if chunk.is_background and (clear := [each for each in chunks if each.things and not each.is_background]):
            if not any(chunk.things & each.things for each in clear):  # otherwise it only confirms what was named
                found.unknown.append(chunk.text)
        elif chunk.is_place and not points_at_thing(chunk, chunks, before, after, lexicon):
            found.unknown.append(chunk.text)  # "me first"
            continue
        elif chunk.things:
            found.add_thing(chunk, before, after, refused=negating)
            negating, refused_last = False, negating
        elif chunk.player:
            found.add_player(chunk.player, before)
        elif "corrections" in kinds:
            if not found.add_correction(chunk, following, is_first=not meaningful):
                continue
        elif kinds & {"negations", "refusals"}:
            negating = True
            found.is_doubtful |= "refusals" in kinds  # "I don't want the owl, I want the fox" is confirmed
        elif kinds & {"alternatives", "joining"}:
            negating = refused_last
        elif "reasons" in kinds and found.things:
            found.reason = " ".join(each.text for each in following)
            break
        elif chunk.is_unknown or kinds & (OTHER_MEANING_KINDS | PRONOUN_KINDS) or says_only_asking(kinds):
            found.unknown.append(chunk.text)
        found.kinds |= kinds
        found.is_doubtful |= "hedges" in kinds or ("late_hedges" in kinds and bool(found.things))
        meaningful = meaningful or not kinds & (ASIDE_KINDS | {"corrections"})
    if "theirs" in found.kinds and not found.players:
        found.unknown.append("")
    return found


def says_only_asking(kinds: frozenset[str]) -> bool:
    return bool(kinds) and kinds <= {"asking", "requests"}


def points_at_thing(place: Chunk, chunks: Sequence[Chunk], before: Chunk, after: Chunk, lexicon: Lexicon) -> bool:
    """Whether a place in the list stands for the thing there: "the last one", or just "first, please"."""
    determiners = lexicon.language.heard.words.determiners
    pointed = before.text.endswith(determiners) or "pointing_at" in after.kinds
    return " " in place.text or pointed or all(each is place or each.kinds & ASIDE_KINDS for each in chunks)


def find_answer(
    chunks: Sequence[Chunk], lexicon: Lexicon, offer: Offer, readings_of: FindReadings
) -> Understanding | None:
    """Return the answer in these chunks, a suggestion if it is doubtful, or None if they contain none."""
    found = collect_mentions(chunks, lexicon)
    if found is not None and (other := the_other_of_two(found, offer)):
        return suggest_other(other, readings_of)
    if found is None or not can_be_answer(found):
        return None
    names = candidate_names(found, offer)
    if not names or len(names) > MAX_ALTERNATIVES:
        return None
    readings = readings_of_names(names, found, readings_of)
    if len(readings) != 1:
        is_choice = "alternatives" in found.kinds and not any(chunk.is_number for chunk in found.things)
        is_torn = not found.unknown or (is_choice and len(found.unknown) <= MAX_UNKNOWN_WORDS)
        return understood(readings) if readings and is_torn else None
    if is_about_others(found):
        return None
    excluded = any((kind, readings[0].intent) in lexicon.excluded_intents for kind in found.kinds)
    if not (found.unknown or excluded or is_uncertain(found)):
        return Understood(readings[0], is_correction=found.is_correction)
    if found.is_indefinite or (found.unknown and (found.is_generic or not is_about_choice(chunks, found, offer))):
        return None
    return Suggestion(names[0], readings[0])


def the_other_of_two(found: Mentions, offer: Offer) -> OfferedThing | None:
    """Return the thing that is left of two if only the other one is refused: "not the witch"."""
    if found.things or found.players or found.unknown or len(offer.things) != 2:
        return None
    refused = NO_THINGS.union(*(chunk.things for chunk in found.refused))
    left = [thing for thing in offer.things if thing.value not in refused]
    return left[0] if len(left) == 1 else None


def suggest_other(thing: OfferedThing, readings_of: FindReadings) -> Suggestion | None:
    readings = readings_of(thing.plain_name)
    return Suggestion(thing.name, readings[0]) if len(readings) == 1 else None


def can_be_answer(found: Mentions) -> bool:
    """Whether the mentions can be one player's answer at all."""
    if not found.things or len(found.players) > 1:
        return False
    if found.players and "pointing" not in found.kinds and not any(chunk.is_named for chunk in found.things):
        return False  # "come here, Grandma", where a picture shows a cat that will not come down
    return not {"addressed", "conditions"} <= found.kinds  # "take your umbrella when you go out"


def readings_of_names(names: Sequence[str], found: Mentions, readings_of: FindReadings) -> tuple[Reading, ...]:
    """Return the readings of the names, with the reason and the player that were given."""
    words = found.lexicon.language.heard.words
    readings = tuple(
        each
        for name in names
        for each in (readings_of(f"{name} {words.because} {found.reason}") if found.reason else ()) or readings_of(name)
    )
    if "together" in found.kinds and not found.players:
        readings = tuple(each for name in names for each in readings_of(f"{words.together} {name}")) or readings
    if len(names) > 1 and "joining" in found.kinds and "alternatives" not in found.kinds:
        readings = readings_of(f" {words.conjunction} ".join(names)) or readings
    if found.players and "speaker" not in found.kinds:
        readings = tuple(replace(each, slots={**each.slots, "player": found.players[0]}) for each in readings)
    return readings


def is_about_others(found: Mentions) -> bool:
    """Whether the sentence asks another player or describes something, although it names one thing on offer."""
    numbers = [chunk.text for chunk in found.things if chunk.is_number]
    if "to_others" in found.kinds and not found.kinds & {"speaker", "politeness"}:
        return True  # "would you vote for the suitcase?"
    if found.things[0].is_absent and found.kinds & {"pointing_at", "copulas"}:
        return True  # "the one in the tree" does not mean the apple tree, nor "the cat is on the table" a card
    repeated = len(set(numbers)) < len(numbers) and "joining" in found.kinds
    return bool(numbers) and ("addressed" in found.kinds or repeated)  # "you have three", "one for me and one for him"


def is_about_choice(chunks: Sequence[Chunk], found: Mentions, offer: Offer) -> bool:
    """Whether a sentence with unknown words is still about choosing the thing: "the genie always wins"."""
    thing, lexicon = found.things[0], found.lexicon
    index = chunks.index(thing)
    is_counted = thing.is_number or thing.is_place  # "I think three bears live there", "the last slice"
    if found.players or found.refused or is_counted or len(found.unknown) > MAX_UNKNOWN_WORDS:
        return False
    if any(each.is_proper_name and each.name.casefold() == thing.text for each in offer.things):
        return True
    if thing.is_named and "pointing_at" in found.kinds and "copulas" not in found.kinds:
        return True  # "the one with the little deer in the elevator"
    if lexicon.decision.search(" ".join(chunk.text for chunk in chunks[:index])):
        return True
    is_description = any(chunk.text in lexicon.copulas for chunk in chunks[index:])  # "the bus was late"
    return is_sentence_subject(chunks[: index + 1], found, offer) and not is_description


def is_sentence_subject(chunks: Sequence[Chunk], found: Mentions, offer: Offer) -> bool:
    """Whether the thing, the last of these chunks, stands at the head of its sentence."""
    *before, thing = chunks
    demonstratives = found.lexicon.language.heard.words.demonstratives
    is_described = len(found.things) > 1 or "pointing_at" in found.kinds  # "that dog with the nest on its back"
    pointers = (found.lexicon.language.spoken.articles.definite, *demonstratives)
    if len(before) > 1 and before[-1].is_unknown and before[-2].text in pointers:
        is_described = True  # "the poor peacock"
        before.pop()
    if not is_described and offer.find_named(tuple(thing.text.split())) is None:
        return False
    return all(
        chunk.kinds & BEFORE_SUBJECT_KINDS or (is_described and chunk.text in demonstratives) for chunk in before
    )


def understood(readings: tuple[Reading, ...]) -> Understanding:
    """Return the only reading as understood, or several as ambiguous."""
    return Understood(readings[0]) if len(readings) == 1 else Ambiguous(readings)


def is_uncertain(found: Mentions) -> bool:
    """Whether a complete answer may still not be meant as one."""
    return (
        found.is_doubtful
        or bool(found.kinds & {"conditions", "addressed"})
        or bool(found.players and "speaker" in found.kinds)
        or not (any(chunk.is_named for chunk in found.things) or "pointing_at" in found.kinds)
    )


def candidate_names(found: Mentions, offer: Offer) -> list[str]:
    """Return the names of the things that may be meant, as the templates know them.

    Words that were read about a thing that is also named only confirm it.
    """
    named = [chunk for chunk in found.things if chunk.is_named]
    if len({chunk.things for chunk in named if chunk.is_number}) > 1 and not found.kinds & {"alternatives", "joining"}:
        return []  # "one, two, three, go!"
    sets = [chunk.things for chunk in found.things]
    common = frozenset.intersection(*sets)
    chosen = common or frozenset.union(*sets)
    if named and not common:
        chosen = frozenset.union(*(chunk.things for chunk in named)) | frozenset().union(
            *(chunk.things for chunk in found.things if not chunk.is_named and len(chunk.things) == 1)
        )
    chosen -= frozenset().union(*(chunk.things for chunk in found.refused if chunk.is_named))
    ordered = [thing.value for thing in offer.things if thing.value in chosen]
    ordered += [value for each in sets for value in each if value in chosen and value not in ordered]
    texts = {value: chunk.text for chunk in named if not chunk.is_place for value in chunk.things}
    names = (texts.get(value) or offer.plain_name(value) for value in dict.fromkeys(ordered))
    return [name for name in names if name]


def strip_carrying_words(chunks: Sequence[Chunk], lexicon: Lexicon, kinds: frozenset[str] = CARRYING_KINDS) -> str:
    """Return the words without those of these kinds at either end: "I'd love to keep the fives, please"."""
    carried = [
        index for index, chunk in enumerate(chunks) if not (chunk.kinds & kinds) or lexicon.begins_question(chunk.text)
    ]
    return " ".join(chunk.text for chunk in chunks[carried[0] : carried[-1] + 1]) if carried else ""

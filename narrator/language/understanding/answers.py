"""What was meant by words that no template lists: one thing on offer, carried by words that carry nothing.

Templates say how the table is asked to speak; people say it in their own way. So whatever fits no template is taken
apart (`pieces`) and put together here. Around a thing may stand words of a closed class that carry nothing. One rule
keeps it honest: any other word makes it a remark. "Not", "if", somebody's name and a second thing change what is meant;
none of them is ever skipped over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from narrator.language.understanding.chunks import OTHERS, Chunk
from narrator.language.understanding.lexicon import Lexicon
from narrator.language.understanding.offers import Offer
from narrator.language.understanding.reading import Ambiguous, Reading, Suggestion, Understanding, Understood

CARRYING = frozenset({"hesitation", "politeness", "wishing", "pointing", "praise", "role"})
"""Kinds of words that say nothing about which thing is meant."""
ASIDE = frozenset({"hesitation", "politeness"})
"""Of these, what may stand before a correction or a question."""
FEW = 3
"""More things than that are not asked between."""
MOST_UNKNOWN = 3
"""Words that say something else, in a sentence that surely is a decision; with more it is a story."""
PRONOUNS = frozenset({"pronouns"})
ELSE = OTHERS | {"kin"}
"""Known words that say something else: "one moment", and somebody's brother, if no name follows."""
DEFINITE = frozenset({"hesitation", "politeness", "praise", "pointing"})
"""What may stand before a thing at the head of a sentence that is about it."""

Readings: TypeAlias = Callable[[str], tuple[Reading, ...]]
"""Everything that these words can mean just now."""


@dataclass
class Gist:
    """What is left of an utterance when all that carries nothing is taken away."""

    things: list[Chunk] = field(default_factory=list)
    refused: list[Chunk] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    correcting: bool = False  # it began with "no": it takes the place of what was said before
    doubtful: bool = False
    indefinite: bool = False  # it speaks of any such thing: "a sloth bit me"
    generic: bool = False  # it may speak of any such thing: "I want a horse for my birthday"
    why: str = ""

    def add(self, part: Chunk, before: Chunk, after: Chunk, *, refused: bool) -> None:
        """One thing more that is named, or refused."""
        self.indefinite |= part.named and before.text in ("a", "an")
        self.generic |= before.text in ("a", "an") or part.plural
        self.correcting |= refused and not self.things
        self.doubtful |= part.faint or (part.counts and after.kinds == {"wishing"})  # "two can play"
        (self.refused if refused else self.things).append(part)


POINTED = ("that", "this")
EDGE = Chunk("")
"""What stands before the first word, and after the last."""
DETERMINERS = ("the", "my", "your", "that", "this", "card", "one")


def gist(parts: Sequence[Chunk], lexicon: Lexicon) -> Gist | None:
    """What these pieces say together; nothing if it is a question."""
    said = Gist()
    negating = refused_last = meaningful = False
    for at, part in enumerate(parts):
        kinds, before, after = part.kinds, parts[at - 1] if at else EDGE, (*parts[at + 1 :], EDGE)[0]
        if not meaningful and lexicon.asks(part.text) and not kinds & {"conditions", "hesitation"}:
            return None
        if part.faint and (clear := [each for each in parts if each.means and not each.faint]):
            if not any(part.means & each.means for each in clear):  # else it only confirms what was named
                said.unknown.append(part.text)
        elif part.placed and not points(part, parts, before, after):
            said.unknown.append(part.text)  # "me first"
            continue
        elif part.means:
            said.add(part, before, after, refused=negating)
            negating, refused_last = False, negating
        elif part.player:
            said.players.append(part.player)
            said.doubtful |= before.text.endswith("for")  # "that's two for Nick"
            if before.text in ("i'm", "i am", "it's", "it is"):
                said.kinds.discard("speaker")  # "I'm Nick" names nobody else
        elif "corrections" in kinds:
            if "refusals" not in kinds and all(each.kinds & ASIDE for each in parts[at + 1 :]):
                continue  # "the mouse, sorry" takes nothing back
            said.correcting = not meaningful
            said.doubtful |= meaningful and not said.things
            said.things = []
        elif kinds & {"negations", "refusals"}:
            negating = True
            said.doubtful |= "refusals" in kinds  # "I don't want the owl, I want the fox" is asked back
        elif kinds & {"alternatives", "joining"}:
            negating = refused_last
        elif "reasons" in kinds and said.things:
            said.why = " ".join(each.text for each in parts[at + 1 :])
            break
        elif part.unknown or kinds & (ELSE | PRONOUNS) or (kinds and kinds <= {"asking", "requests"}):
            said.unknown.append(part.text)
        said.kinds |= kinds
        meaningful = meaningful or not kinds & (ASIDE | {"corrections"})
    if "theirs" in said.kinds and not said.players:
        said.unknown.append("")
    return said


def points(place: Chunk, parts: Sequence[Chunk], before: Chunk, after: Chunk) -> bool:
    """Whether a place in a list stands for what is there: "the last one", or nothing but "first, please"."""
    pointed = before.text.endswith(DETERMINERS) or "pointing_at" in after.kinds
    return " " in place.text or pointed or all(each is place or each.kinds & ASIDE for each in parts)


def thing_meant(parts: Sequence[Chunk], lexicon: Lexicon, offer: Offer, readings: Readings) -> Understanding | None:
    """What was meant, if it is an answer; a question back if it is one in doubt; nothing if it is none."""
    said = gist(parts, lexicon)
    if said is None or not said.things or len(said.players) > 1:
        return None
    if said.players and "pointing" not in said.kinds and not any(part.named for part in said.things):
        return None  # "come here, Grandma", where somebody will not come down
    if {"addressed", "conditions"} <= said.kinds:
        return None  # "take your umbrella when you go out"
    meant = candidates(said, offer)
    if not meant or len(meant) > FEW:
        return None
    found = tuple(
        each  # with the reason that was given, where one is wanted
        for text in meant
        for each in (readings(f"{text} because {said.why}") if said.why else ()) or readings(text)
    )
    if len(meant) > 1 and "joining" in said.kinds and "alternatives" not in said.kinds:
        found = readings(" and ".join(meant)) or found
    if said.players and "speaker" not in said.kinds:
        found = tuple(replace(each, slots={**each.slots, "player": said.players[0]}) for each in found)
    if len(found) != 1:
        named = "alternatives" in said.kinds and not any(part.counts for part in said.things)
        torn = not said.unknown or (named and len(said.unknown) <= MOST_UNKNOWN)
        return understood(found) if found and torn else None
    numbers = [part.text for part in said.things if part.counts]
    if "to_others" in said.kinds and not said.kinds & {"speaker", "politeness"}:
        return None  # "would you vote for the suitcase?"
    if said.things[0].absent and said.kinds & {"pointing_at", "copulas"}:
        return None  # "the one in the tree" is no apple tree, and "the cat is on the table" no card
    if numbers and ("addressed" in said.kinds or (len(set(numbers)) < len(numbers) and "joining" in said.kinds)):
        return None  # "you have three", "one for me and one for him"
    doubt = in_doubt(said) or any((kind, found[0].intent) in lexicon.unlike for kind in said.kinds)
    if not (said.unknown or doubt):
        return Understood(found[0], correcting=said.correcting)
    if said.indefinite or (said.unknown and (said.generic or not about_it(parts, said, lexicon, offer))):
        return None
    return Suggestion(meant[0], found[0])


def about_it(parts: Sequence[Chunk], said: Gist, lexicon: Lexicon, offer: Offer) -> bool:
    """Whether a sentence that says something besides still is about choosing this: "the genie always wins"."""
    at = parts.index(said.things[0])
    counts = said.things[0].counts or said.things[0].placed  # "I think three bears live there", "the last slice"
    if said.players or said.refused or counts or len(said.unknown) > MOST_UNKNOWN:
        return False
    if any(thing.proper and thing.said.casefold() == said.things[0].text for thing in offer.things):
        return True
    decided = lexicon.decides.search(" ".join(part.text for part in parts[:at]))
    describes = any(part.text in lexicon.copulas for part in parts[at:])  # "the bus was late"
    on_offer = offer.named(tuple(said.things[0].text.split())) is not None
    described = len(said.things) > 1 or "pointing_at" in said.kinds  # "that dog with the nest on its back"
    *before, last = (*parts[:at],) or (parts[at],)
    if last.unknown and before and before[-1].text in ("the", *POINTED):
        described = True  # "the poor peacock"
    elif at:
        before.append(last)
    pointed = all(part.kinds & DEFINITE or (described and part.text in POINTED) for part in before)
    at_its_head = (on_offer or described) and pointed
    return bool(decided) or (at_its_head and not describes)


def understood(found: tuple[Reading, ...]) -> Understanding:
    return Understood(found[0]) if len(found) == 1 else Ambiguous(found)


def in_doubt(said: Gist) -> bool:
    """It is all there, but something says that it may not be an answer."""
    return (
        said.doubtful
        or bool(said.kinds & {"conditions", "addressed"})
        or bool(said.players and "speaker" in said.kinds)
        or not (any(part.named for part in said.things) or "pointing_at" in said.kinds)
    )


def candidates(said: Gist, offer: Offer) -> list[str]:
    """The things that may be meant, as templates know them. Words that were read about one of them only confirm it."""
    named = [part for part in said.things if part.named]
    if len({part.means for part in named if part.counts}) > 1 and not said.kinds & {"alternatives", "joining"}:
        return []  # "one, two, three, go!"
    sets = [part.means for part in said.things]
    common = frozenset.intersection(*sets)
    chosen = common or frozenset.union(*sets)
    if named and not common:
        chosen = frozenset.union(*(part.means for part in named)) | frozenset().union(
            *(part.means for part in said.things if not part.named and len(part.means) == 1)
        )
    chosen -= frozenset().union(*(part.means for part in said.refused if part.named))
    ordered = [thing.value for thing in offer.things if thing.value in chosen]
    ordered += [value for each in sets for value in each if value in chosen and value not in ordered]
    texts = {value: part.text for part in named if not part.placed for value in part.means}
    plain = (texts.get(value) or offer.plain(value) for value in dict.fromkeys(ordered))
    return [text for text in plain if text]


def stripped(parts: Sequence[Chunk], lexicon: Lexicon, light: frozenset[str] = CARRYING) -> str:
    """Without the words around it that carry nothing: "I'd love to keep the fives, please"."""
    carried = [at for at, part in enumerate(parts) if not (part.kinds & light) or lexicon.asks(part.text)]
    return " ".join(part.text for part in parts[carried[0] : carried[-1] + 1]) if carried else ""

"""What was meant by words that no template lists: one thing on offer, carried by words that carry nothing.

Templates say how the table is asked to speak; people say it in their own way. So whatever fits no template is taken
apart word by word. A thing on offer is known by its name, its number, its place in the list that was just read, or by
a word that was read aloud about it. Around it may stand words of a closed class (`grammars/<language>/carriers.yaml`):
wishes, politeness, hesitation, pointing. One rule keeps it honest: any other word makes it a remark. "Not", "if",
somebody's name and a second thing change what is meant; none of them is ever skipped over.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from narrator.box.words import base_forms
from narrator.understand.grammar import Lists, Reading
from narrator.understand.lexicon import NOTHING, Lexicon, Phrase
from narrator.understand.meanings import Ambiguous, Perhaps, Understanding, Understood
from narrator.understand.numbers import in_words, number_of, ordinals

CARRYING = frozenset({"hesitation", "politeness", "wishing", "pointing", "praise", "role"})
"""Kinds of words that say nothing about which thing is meant."""
ASIDE = frozenset({"hesitation", "politeness"})
"""Of these, what may stand before a correction or a question."""
BESIDE = {"just_before": -1, "just_after": 1}
"""Words after which a thing only tells where another one stands."""
FEW = 3
"""More things than that are not asked between."""
MOST_UNKNOWN = 3
"""Words that say something else, in a sentence that surely is a decision; with more it is a story."""
SHORTEST_HINT = 3
"""Letters of a word that may point at a picture."""
SHORTEST_PART = 4
"""Letters of the end of a name that may stand for it."""
ROLE = frozenset({"role"})
"""What it is chosen for ("the mouse for the harpist") says nothing about which."""
POINTING = frozenset({"pointing"})
ASKING = frozenset({"asking"})
POINTING_AT = frozenset({"pointing", "pointing_at"})
OTHERS = frozenset({"others"})
PRONOUNS = frozenset({"pronouns"})
ELSE = OTHERS | {"kin"}
"""Known words that say something else: "one moment", and somebody's brother, if no name follows."""
BEFORE_ONE = frozenset({"hesitation", "politeness", "corrections", "negations", "alternatives", "joining", "numbering"})
"""After these "one" is a number; elsewhere it stands for something: "a good one", "I want one"."""
DEFINITE = frozenset({"hesitation", "politeness", "praise", "pointing"})
"""What may stand before a thing at the head of a sentence that is about it."""
NO_THINGS = frozenset({"player", "role", "ordinal"})
"""Lists that name nothing to choose."""

Readings: TypeAlias = Callable[[str], tuple[Reading, ...]]
"""Everything that these words can mean just now."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on offer, as the table knows it."""

    value: Any
    number: int
    """What it is counted by: the symbol it lies on, or its place in the list."""
    said: str = ""
    """Its name; the family's own cards have none."""
    told: str = ""
    """What was read aloud about it."""
    proper: bool = False
    """Nothing else is called so: whoever says it speaks of this."""
    known: str = ""
    """What can be heard or is known of it besides; who speaks of that is asked back."""

    @property
    def plain(self) -> str:
        """As a template knows it."""
        return self.said.removeprefix("the ") or in_words(self.number)


@dataclass(frozen=True)
class Offer:
    """All that can be named just now."""

    things: tuple[Thing, ...] = ()
    """What the open question offers, in the order in which it was read."""
    names: Lists = field(default_factory=dict)
    wide: Lists = field(default_factory=dict)
    """Names too that exist but are not on offer."""

    @cached_property
    def hints(self) -> Mapping[str, frozenset[Any]]:
        return hints_of(self.things)

    def named(self, phrase: Phrase) -> Any | None:
        """What is called so, if it is on offer; a player, where players are to choose from."""
        own = (thing.value for thing in self.things if tuple(thing.said.casefold().split()) == phrase)
        return next(own, called(phrase, self.names))

    def exists(self, phrase: Phrase) -> Any | None:
        return called(phrase, self.wide)

    def player(self, phrase: Phrase) -> str | None:
        key = (*phrase[:-1], phrase[-1].removesuffix("'s"))
        found = index(tuple(self.names.get("player", ()))).get(key)
        return None if found is None else str(found)

    def numbered(self, number: int) -> Any:
        """What is counted so; a number that counts nothing stands for itself, so that it can be refused."""
        return next((each.value for each in self.things if each.number == number), Number(number))

    def hinted(self, word: str) -> frozenset[Any]:
        """The things about which this word was read aloud."""
        return hinted(word, self.hints)

    def known_of(self, word: str) -> frozenset[Any]:
        """The things of which this word tells, though it was not read aloud."""
        return hinted(word, hints_of(tuple(Thing(each.value, 0, told=each.known) for each in self.things)))

    def beside(self, piece: "Piece", step: int) -> "Piece":
        """ "The one before the octopus"."""
        values = [thing.value for thing in self.things]
        places = (values.index(value) + step for value in piece.means if value in values)
        means = frozenset(values[place] for place in places if 0 <= place < len(values))
        return Piece(f"beside {piece.text}", means=means, named=True, placed=True)

    def placed(self, place: str) -> frozenset[Any]:
        """What stands at this place of the list: "third", "last", "middle"; of two, either may be the other one."""
        values = [thing.value for thing in self.things]
        match place:
            case "other":
                return frozenset(values if len(values) == 2 else ())
            case "last":
                return frozenset(values[-1:])
            case "before last":
                return frozenset(values[-2:-1])
            case "middle" if len(values) > 2:
                return frozenset(values[(len(values) - 1) // 2 : len(values) // 2 + 1])
            case _ if number := ordinals().get(place):
                return frozenset({values[number - 1] if number <= len(values) else Number(number)})
            case _:
                return NOTHING

    def plain(self, value: Any) -> str | None:
        """How a template knows it."""
        if isinstance(value, Number):
            return in_words(value.counted)
        return next((each.plain for each in self.things if each.value == value), None)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that counts nothing on offer."""

    counted: int


def called(phrase: Phrase, names: Lists) -> Any | None:
    for slot, entries in names.items():
        if slot not in NO_THINGS and phrase in (known := index(tuple(entries))):
            return known[phrase]
    return None


@lru_cache(maxsize=256)
def index(entries: tuple[tuple[str, Any], ...]) -> Mapping[Phrase, Any]:
    """The same names are on offer again and again."""
    return {tuple(said.casefold().split()): value for said, value in entries}


def mentions(words: str, names: Lists) -> bool:
    """Whether any word of these names is among the words: else there is no need to look closer."""
    said = frozenset(words.casefold().split())
    return not all(said.isdisjoint(vocabulary(tuple(entries))) for entries in names.values())


@lru_cache(maxsize=256)
def vocabulary(entries: tuple[tuple[str, Any], ...]) -> frozenset[str]:
    return frozenset(word for phrase in index(entries) for word in phrase)


def hinted(word: str, hints: Mapping[str, frozenset[Any]]) -> frozenset[Any]:
    forms = (form for form in base_forms(word) if len(form) >= SHORTEST_HINT)
    return next((hints[form] for form in forms if form in hints), NOTHING)


@lru_cache(maxsize=64)
def hints_of(things: tuple[Thing, ...]) -> Mapping[str, frozenset[Any]]:
    """Which things each word was read aloud about, by every form of that word."""
    hints: dict[str, frozenset[Any]] = {}
    for thing in things:
        for word in re.findall(r"[\w']+", f"{thing.said} {thing.told}".casefold()):
            for form in base_forms(word):
                if len(form) >= SHORTEST_HINT:
                    hints[form] = hints.get(form, frozenset()) | {thing.value}
        for word in thing.said.casefold().split():  # a rowboat is a boat
            for size in range(SHORTEST_PART, len(word) - SHORTEST_HINT + 1):
                hints.setdefault(word[-size:], frozenset({thing.value}))
    return hints


# --- taking it apart -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or a phrase, and what it does in the sentence."""

    text: str
    kinds: frozenset[str] = NOTHING
    means: frozenset[Any] = NOTHING
    """The things it may stand for."""
    named: bool = False
    """It stands for one of them by name, number or place; else it is a word that was read about them."""
    counts: bool = False
    """It is a number."""
    placed: bool = False
    """It is a place in the list, which no template knows."""
    absent: bool = False
    """It is called so, but not on offer."""
    plural: bool = False
    """It speaks of all that are called so: "genies"."""
    faint: bool = False
    """It was not read about them, but is known of them."""
    player: str | None = None

    @property
    def unknown(self) -> bool:
        return not (self.kinds or self.player or (self.means and not self.faint))


def pieces(words: str, lexicon: Lexicon, offer: Offer) -> list[Piece]:
    """The longest phrases that are known, one after the other."""
    tokens = words.casefold().split()
    found: list[Piece] = []
    at = 0
    while at < len(tokens):
        sizes = range(min(lexicon.longest, len(tokens) - at), 0, -1)
        known = ((size, piece_of(tuple(tokens[at : at + size]), lexicon, offer)) for size in sizes)
        size, piece = next(((size, piece) for size, piece in known if piece), (1, Piece(tokens[at])))
        found.append(piece)
        at += size
    if len(found) > 1 and found[-1].text in lexicon.tags:
        found.pop()
    return [
        counted(piece, before, after, offer)
        for before, piece, after in zip((None, *found), beside(found, offer), (*found[1:], None), strict=False)
        if not ("kin" in piece.kinds and after and after.player)  # "my brother Nick" is Nick
    ]


def beside(found: Iterable[Piece], offer: Offer) -> Iterator[Piece]:
    """Things that only tell where in the list another one stands."""
    step = 0
    for piece in found:
        yield offer.beside(piece, step) if step and piece.named else piece
        step = next((BESIDE[kind] for kind in piece.kinds if kind in BESIDE), step if "pointing" in piece.kinds else 0)


def counted(piece: Piece, before: Piece | None, after: Piece | None, offer: Offer) -> Piece:
    """A number that names something; in "two hills" it only counts, and in "a good one" it is none at all."""
    if after and after.text == "one" and piece.kinds and (hinted := offer.hinted(piece.text)):
        return Piece(piece.text, means=hinted)  # "I'd go for the fancy one": elsewhere "fancy" is a wish
    if piece.kinds == ASKING and before and "pointing_at" in before.kinds:
        return Piece(piece.text, POINTING)  # "the guy who's stuck"
    if piece.placed and " " not in piece.text and after and after.unknown:
        return Piece(piece.text)  # "the last bit"
    if not piece.counts:
        return piece
    if after and after.means and not after.named:
        return Piece(piece.text, POINTING)
    if after and "pointing_at" in after.kinds and " " not in after.text and after.text != "one":
        return Piece(piece.text, OTHERS)
    if after and "amount" in after.kinds and piece.text != "one":
        return Piece(piece.text, OTHERS)  # "six of them"
    if piece.text == "one" and before and not (before.player or before.kinds & BEFORE_ONE):
        return Piece(piece.text, POINTING_AT)
    return piece


def piece_of(phrase: Phrase, lexicon: Lexicon, offer: Offer) -> Piece | None:
    text, kinds = " ".join(phrase), lexicon.kinds(phrase)
    if (value := offer.named(phrase)) is not None:
        return Piece(text, kinds & {"pointing_at"}, frozenset({value}), named=True)
    if player := offer.player(phrase):
        return Piece(text, player=player)
    if kinds or phrase in index(tuple(offer.wide.get("role", ()))):
        return Piece(text, kinds or ROLE)
    place = lexicon.places.get(phrase) or (text if len(phrase) == 1 else "")
    if place and (placed := offer.placed(place)):
        return Piece(text, frozenset({"pointing_at"}), placed, named=True, placed=True)
    if len(phrase) == 1 and (number := number_of(text)):
        return Piece(text, means=frozenset({offer.numbered(number)}), named=True, counts=True)
    if len(phrase) == 1 and (hinted := offer.hinted(text)):
        return Piece(text, means=hinted, plural=text.endswith("s") and offer.named((text[:-1],)) is not None)
    if (value := offer.exists(phrase)) is not None:
        return Piece(text, means=frozenset({value}), named=True, absent=True)
    if len(phrase) == 1 and (known := offer.known_of(text)):
        return Piece(text, means=known, faint=True)
    return None


# --- putting it together -------------------------------------------------------------------------


@dataclass
class Gist:
    """What is left of an utterance when all that carries nothing is taken away."""

    things: list[Piece] = field(default_factory=list)
    refused: list[Piece] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    correcting: bool = False
    """It began with "no": it takes the place of what was said before."""
    doubtful: bool = False
    indefinite: bool = False
    """It speaks of any such thing: "a sloth bit me"."""
    generic: bool = False
    """It may speak of any such thing: "I want a horse for my birthday"."""
    why: str = ""


POINTED = ("that", "this")
DETERMINERS = ("the", "my", "your", "that", "this", "card", "one")


def only(kinds: frozenset[str], parts: Sequence[Piece], but: Piece) -> bool:
    """Whether all the other words are of these kinds."""
    return all(part is but or part.kinds & kinds for part in parts)


def gist(parts: Sequence[Piece], lexicon: Lexicon) -> Gist | None:
    """What these pieces say together; nothing if it is a question."""
    said = Gist()
    negating = refused_last = meaningful = False
    for at, part in enumerate(parts):
        kinds = part.kinds
        if not meaningful and lexicon.asks(part.text) and not kinds & {"conditions", "hesitation"}:
            return None
        if part.faint and any(each.means and not each.faint for each in parts):
            if not any(part.means & each.means for each in parts if not each.faint):
                said.unknown.append(part.text)
        elif part.means:
            before = parts[at - 1].text if at else ""
            pointed = before.endswith(DETERMINERS) or any(
                "pointing_at" in each.kinds for each in parts[at + 1 : at + 2]
            )
            if part.placed and not (" " in part.text or pointed or only(ASIDE, parts, part)):
                said.unknown.append(part.text)  # "me first"
                continue
            said.indefinite |= part.named and before in ("a", "an")
            said.generic |= before in ("a", "an") or part.plural
            said.doubtful |= part.faint
            said.correcting |= negating and not said.things
            after = parts[at + 1] if at + 1 < len(parts) else None
            said.doubtful |= part.counts and after is not None and after.kinds == {"wishing"}  # "two can play"
            (said.refused if negating else said.things).append(part)
            negating, refused_last = False, negating
        elif part.player:
            said.players.append(part.player)
            said.doubtful |= at > 0 and parts[at - 1].text.endswith("for")  # "that's two for Nick"
            if at and parts[at - 1].text in ("i'm", "i am", "it's", "it is"):
                said.kinds.discard("speaker")  # "I'm Nick" names nobody else
        elif "corrections" in kinds:
            rest = any(not each.kinds & ASIDE for each in parts[at + 1 :])
            if not rest and "refusals" not in kinds:
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


def thing_meant(parts: Sequence[Piece], lexicon: Lexicon, offer: Offer, readings: Readings) -> Understanding | None:
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
    found = tuple(each for text in meant for each in read_as(text, said, readings))
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
    return Perhaps(meant[0], found[0])


def about_it(parts: Sequence[Piece], said: Gist, lexicon: Lexicon, offer: Offer) -> bool:
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


def read_as(text: str, said: Gist, readings: Readings) -> tuple[Reading, ...]:
    """With the reason that was given, where one is wanted."""
    return (readings(f"{text} because {said.why}") if said.why else ()) or readings(text)


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
    ordered += [value for value in unique(sets) if value in chosen and value not in ordered]
    texts = {value: part.text for part in named if not part.placed for value in part.means}
    plain = (texts.get(value) or offer.plain(value) for value in ordered)
    return [text for text in plain if text]


def unique(sets: Iterable[frozenset[Any]]) -> list[Any]:
    return list(dict.fromkeys(value for each in sets for value in each))


def stripped(parts: Sequence[Piece], lexicon: Lexicon, light: frozenset[str] = CARRYING) -> str:
    """Without the words around it that carry nothing: "I'd love to keep the fives, please"."""
    carried = [at for at, part in enumerate(parts) if not (part.kinds & light) or lexicon.asks(part.text)]
    return " ".join(part.text for part in parts[carried[0] : carried[-1] + 1]) if carried else ""

"""The sentences that the sentence model learns from, and those it is reported on.

All are in `sentence_lines/`, made up by people and language models who knew what a player hears and not how it is
understood: ways of naming each card and picture (`references.tsv`), sentences around them (`choosing.txt`,
`contrast.txt`, `again.txt`, `owner.txt`, `talk.txt`, `undecided.txt`, `meaning.txt`), whole sentences in 126
situations (`situations.txt`), questions and requests (`intents.tsv` and more), talk (`none.txt` and more),
introductions of players (`names.tsv`), and answers about dice and readiness (`dice_tags.txt`, `ready.txt`).

Some are never learned, so that they can be reported: one half of `intents.tsv` and `none.txt`, two situations of each
author, the ways of naming every ninth thing, and every eighth introduction.
"""

import random
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from narrator.dialog.choice_names import offered_thing
from narrator.games import games
from narrator.games.hosting.pictures import title_choices
from narrator.games.hosting.questions import Choice
from narrator.games.storyline.card_names import card_choice
from narrator.games.storytellers.card_names import character_choice
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.line import line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.sentence_encoder import WORDS
from narrator.language.understanding.sentence_reading import (
    AGE,
    ANSWER,
    FILLED,
    FREE_WORDS,
    KEPT,
    NAME,
    NAME_GOES_ON,
    NAMES,
    NOTHING,
    OTHER_ANSWER,
    OUTSIDE,
    ROLLED,
    UNDECIDED,
)
from tests.support.tables import content

LINES = Path(__file__).parent / "sentence_lines"
EXPECTED = {
    "choice": frozenset({ANSWER, UNDECIDED}),
    "yesno": frozenset({"Yes", "No"}),
    "ready": frozenset({"Yes", "No"}),
    "free": frozenset({FREE_WORDS}),
    "skip": frozenset({FREE_WORDS, "No"}),
    "names": frozenset({NAMES}),
    "dice": frozenset({OTHER_ANSWER}),
    "other": frozenset(),
}
"""By kind of question, the kinds of utterances that are possible only there."""
QUESTIONS = {"yesno": "yesno", "ready": "ready", "clue": "free"}
"""The kind of question in situations without things on offer."""
MEANINGS = {"yes": "Yes", "no": "No", "ready": "Ready", "notyet": "TakeTime", "free": FREE_WORDS, "none": "NoneOfThese"}
"""The kind of utterance for each meaning that is not a number."""
REPORTED_SITUATIONS = ("8", "9")
REPORTED_THING, REPORTED_INTRODUCTION = 9, 8
"""Every thing with a checksum that this divides is reported."""
UNNUMBERED = frozenset({"game", "player"})
# fmt: off
PLAYERS = (
    "Lily", "Nick", "Julie", "Sam", "Aisha", "Emma", "Leo", "Oscar", "Mia", "Theo", "Ben", "Ruby", "Tom", "Zoe", "Anna",
    "Peter", "Max", "Nora", "Yuki", "Paula", "Karl", "Grandma", "Grandpa", "Granny", "Mum", "Dad", "Mommy", "Daddy",
    "Ivan", "Priya", "Omar", "Chloe", "Finn", "Ella", "Noah", "Lucia", "Hugo", "Amir", "Ines", "Olga", "Jack",
)
ROLES = (
    "the cook", "a queen", "the knight", "the gardener", "a very small thief", "the captain", "Sunday morning",
    "older than the sea", "mind the gap", "the judge", "a brave rescuer", "nobody home", "the king",
)
# fmt: on
"""Names of players and roles for the gaps in sentences."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence at a question, and what it means."""

    sentence: str
    kind: str
    """The kind of utterance: an intent or one of the model's other kinds."""
    place: int | None = None
    """The place of the thing it means, from 0."""
    question: str = "other"
    things: tuple[OfferedThing, ...] = ()
    tags: tuple[int, ...] | None = None
    """For an introduction or an answer about dice, the tag of each letter."""
    tagger: str = "names"
    weight: float = 1.0


# --- things --------------------------------------------------------------------------------------


@cache
def all_things() -> dict[tuple[str, str], OfferedThing]:
    """Return everything that can be offered, by its kind and its name in small letters."""
    box, words = content(), LineRenderer(DEFAULT_LANGUAGE)
    choices: dict[str, list[Choice]] = {
        "character": [character_choice(each.name, each) for each in box.characters],
        "picture": list(title_choices([each.title for each in (*box.dreams, *box.odyssey_dreams)], box)),
        "card": [card_choice(each.name, each) for cards in box.cards.values() for each in cards],
        "story": [Choice(each.title, each.title, (), each.about) for each in box.stories.values()],
        "tale": [Choice(each.title, each.title, (), each.about) for each in box.decks.values()],
        "game": [
            Choice(spoken, spoken, (), words.render(line(f"about-{name}")))
            for name, spoken in ((name, name.replace("_", " ")) for name in games())
        ],
    }
    things = [(kind, offered_thing(each, 0, box)) for kind, many in choices.items() for each in many]
    return {(kind, thing_key(str(each.value))): each for kind, each in things}


def thing_key(name: str) -> str:
    """Return a name without its article and in small letters. "Cat Dice" is "catdice", as its folder."""
    return get_language().strip_definite_article(name.casefold()).replace(" ", "")


def in_order(things: Sequence[OfferedThing], *, numbered: bool) -> tuple[OfferedThing, ...]:
    """Return the things with their numbers, as a question offers them."""
    return tuple(replace(each, number=number if numbered else 0) for number, each in enumerate(things, 1))


def is_reported(text: str, every: int) -> bool:
    """Whether a checksum reserves this text for the report, as it does with one of `every` texts."""
    return zlib.crc32(f"half {text}".encode()) % every == every - 1


# --- lists ---------------------------------------------------------------------------------------


def read_lines(name: str) -> list[str]:
    written = (LINES / name).read_text("utf-8").splitlines()
    return [each.strip() for each in written if each.strip() and not each.startswith("# ")]


def read_requests(*, reported: bool) -> list[Sample]:
    """Return the questions, requests and talk without a situation: one half of the first lists, or all other."""
    found = []
    for file in ("intents.tsv", "longer.tsv", "wider.tsv", "none.txt", "none_longer.txt", "none_wider.txt"):
        for written in read_lines(file):
            kind, _, sentence = written.rpartition("\t")
            if reported == (file in ("intents.tsv", "none.txt") and is_reported(sentence, 2)):
                found.append(Sample(sentence, kind or NOTHING))
    return found


def read_situations(*, reported: bool) -> list[list[Sample]]:
    """Return the sentences of each situation."""
    found: list[list[Sample]] = []
    for written in (LINES / "situations.txt").read_text("utf-8").splitlines():
        parts = [part.strip() for part in written.removeprefix("# ").split(" | ")]
        if written.startswith("# ") and len(parts) > 1 and "." in parts[0]:
            name, question, *names = parts
            things = in_order([thing_named(each, question) for each in names], numbered=question not in UNNUMBERED)
            is_kept = reported == (name.split(".")[1] in REPORTED_SITUATIONS)
            found += [[]] if is_kept else []
        elif written and not written.startswith("#") and is_kept:
            role, meaning, sentence = parts
            found[-1].append(sample_in_situation(role, meaning, sentence, QUESTIONS.get(question, "choice"), things))
    return found


def thing_named(name: str, question: str) -> OfferedThing:
    """Return the thing with this name in a situation; a player is a thing without a description."""
    found = (each for (kind, key), each in all_things().items() if key == thing_key(name) and kind in OFFERED[question])
    return next(found, OfferedThing(name, 0, name))


OFFERED = {
    "lay": ("character",),
    "vote": ("character",),
    "tell": ("picture",),
    "give": ("picture",),
    "guess": ("picture",),
    "fairy": ("card",),
    "game": ("game",),
    "story": ("story", "tale"),
    "player": (),
}
"""The kinds of things that are on offer at a kind of question."""


def sample_in_situation(
    role: str, meaning: str, sentence: str, question: str, things: tuple[OfferedThing, ...]
) -> Sample:
    """Return a line of `situations.txt` as a sample."""
    words, place, kind = meaning.split(), None, NOTHING
    if role == "question":
        kind = words[0]
    elif role == "answer":
        kind = ANSWER if meaning.isdigit() else MEANINGS[meaning]
    if kind in (ANSWER, "CardAgain", "Owner") and words[-1].isdigit() and int(words[-1]) <= len(things):
        place = int(words[-1]) - 1
    return Sample(sentence, kind, place, question, things, weight=1.5)


def read_introductions(*, reported: bool) -> list[Sample]:
    """Return how players introduce themselves, with the tag of each letter."""
    found = []
    for written in read_lines("names.tsv"):
        sentence, _, players = written.partition("\t")
        if reported == is_reported(sentence, REPORTED_INTRODUCTION) and (tags := tag_letters(sentence, players)):
            kind, weight = (NOTHING, 0.4) if players == "-" else (NAMES, 0.7)
            found.append(Sample(sentence, kind, question="names", tags=tags, weight=weight))
    return found


def tag_letters(sentence: str, players: str) -> tuple[int, ...] | None:
    """Return the tag of each letter of an introduction, or None if a name in it is spelled otherwise."""
    tags, language = [OUTSIDE] * len(sentence), get_language()
    for player in players.split(";") if players != "-" else ():
        name, age = re.fullmatch(r"(.*?)(?:\s+(\d+))?", player.strip()).groups()  # type: ignore[union-attr] # it fits
        places = [each.start() for each in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", sentence, re.IGNORECASE)]
        if not places:
            return None
        for place in places:
            for number, word in enumerate(WORDS.finditer(name)):
                tags[place + word.start()] = NAME_GOES_ON if number else NAME
        for found in re.finditer(r"[\w-]+", sentence) if age else ():
            if language.parse_number(found[0].casefold()) == int(age):
                for word in WORDS.finditer(found[0]):
                    tags[found.start() + word.start()] = AGE
    return tuple(tags)


def read_dice(*, reported: bool) -> list[Sample]:
    """Return answers about dice, with the tag of each letter: "keep [k the pair], roll [r the rest]"."""
    found = []
    for written in read_lines("dice_tags.txt"):
        marked = written.split(" | ", 1)[1]
        sentence, tags = re.sub(r"\[[krf] |\]", "", marked), []
        for mark, text in split_marks(marked):
            tags += [DICE_TAGS[mark]] * len(text)
        kind = OTHER_ANSWER if any(tags) else NOTHING
        if reported == is_reported(sentence, REPORTED_INTRODUCTION):
            found.append(Sample(sentence, kind, question="dice", tags=tuple(tags), tagger="dice"))
    return found


DICE_TAGS = {"k": KEPT, "r": ROLLED, "f": FILLED, "": OUTSIDE}
"""The tags by their marks."""


def split_marks(marked: str) -> Iterator[tuple[str, str]]:
    """Yield each part of a marked sentence with its mark."""
    for part in re.finditer(r"\[([krf]) ([^]]*)\]|([^[]+)", marked):
        yield part[1] or "", part[2] or part[3] or ""


def read_other_answers() -> list[Sample]:
    """Return answers about readiness, to a yes or no, and about something optional."""
    ready = [written.split(" | ", 2) for written in read_lines("ready.txt")]
    return [
        Sample(sentence, MEANINGS.get(meaning, NOTHING), question=question) for question, meaning, sentence in ready
    ]


# --- sentences with gaps -------------------------------------------------------------------------


@cache
def references(*, reported: bool) -> dict[tuple[str, str], list[str]]:
    """Return how each thing is called in other words. Every ninth thing is only reported."""
    found: dict[tuple[str, str], list[str]] = {}
    for written in read_lines("references.tsv"):
        kind, name, phrase = written.split("\t")
        if reported == is_reported(name, REPORTED_THING):
            found.setdefault((kind, thing_key(name)), []).append(phrase)
    return found


GAPS = {name: f"{name}.txt" for name in ("choosing", "contrast", "again", "owner", "talk", "undecided", "meaning")}


@cache
def sentences_with_gaps(name: str) -> tuple[str, ...]:
    return tuple(read_lines(GAPS[name]))


class SentenceMaker:
    """Makes sentences about random things on offer."""

    def __init__(self, chance: random.Random) -> None:
        """Use this source of chance."""
        self.chance = chance
        self.by_kind: dict[str, list[tuple[str, str]]] = {}
        for key in all_things():
            self.by_kind.setdefault(key[0], []).append(key)

    def make(self, count: int) -> list[Sample]:
        """Return sentences about one hand of things."""
        chance = self.chance
        kind = chance.choices(("character", "picture", "card", "story", "tale", "game"), (33, 36, 12, 8, 3, 8))[0]
        keys = self.by_kind[kind]
        hand = chance.sample(keys, min(len(keys), chance.randint(2, 4 if kind == "card" else 7)))
        numbered = kind != "game" or chance.random() < 0.3
        return [self._sample(hand, numbered=numbered) for _ in range(count)]

    def _sample(self, hand: Sequence[tuple[str, str]], *, numbered: bool) -> Sample:
        chance = self.chance
        things = in_order([all_things()[key] for key in hand], numbered=numbered)
        place = chance.randrange(len(hand))
        other = chance.choice([each for each in range(len(hand)) if each != place])
        chosen, rejected = (
            self.call(hand[each], things[each], len(hand), numbered=numbered) for each in (place, other)
        )
        kind, file, _ = chance.choices(KINDS_OF_SENTENCES, [each[2] for each in KINDS_OF_SENTENCES])[0]
        if kind == "absent":  # a choice of something that is not on offer
            key = chance.choice(list(all_things()))
            absent = key not in hand
            chosen = chance.choice([all_things()[key].plain_name, *references(reported=False).get(key, ())])
            kind = NOTHING if absent else ANSWER
            place = place if absent else hand.index(key)
        sentence = chance.choice(sentences_with_gaps(file)) if file else "{X}"
        word = chance.choice([things[place].plain_name, *re.findall(r"[a-z']{5,}", things[place].description)])
        sentence = self.fill(sentence, chosen, rejected, word)
        return Sample(sentence, kind, place if kind in (ANSWER, "CardAgain", "Owner") else None, "choice", things)

    def fill(self, sentence: str, chosen: str, other: str, word: str) -> str:
        """Return a sentence with its gaps filled."""
        gaps = {"X": chosen, "Y": other, "W": word, "P": self.chance.choice(PLAYERS), "R": self.chance.choice(ROLES)}
        filled = re.sub(r"\{(\w)\}", lambda gap: gaps[gap[1]], sentence)
        return filled[:1].upper() + filled[1:]

    def call(self, key: tuple[str, str], thing: OfferedThing, total: int, *, numbered: bool) -> str:
        """Return a way of naming a thing: in other words, by its name or place, or by a part of its description."""
        chance, known, way = self.chance, references(reported=False).get(key, ()), self.chance.random()
        if way < 0.58 and known:
            return chance.choice(known)
        if way < 0.70 or (not numbered and way < 0.85):
            return f"the {thing.plain_name}" if chance.random() < 0.8 and key[0] not in TITLED else thing.plain_name
        if way < 0.85:
            return chance.choice(ways_to_count(thing.number, total))
        words = re.sub(r"[,.;:]", "", thing.description).casefold().split()
        if len(words) < 4:
            return f"the {thing.plain_name}"
        size = chance.randint(2, min(6, len(words)))
        start = chance.randint(0, len(words) - size)
        return chance.choice(("the one ", "the ", "that ", "the one with ", "")) + " ".join(words[start : start + size])


TITLED = frozenset({"story", "tale", "game"})
KINDS_OF_SENTENCES = (
    (ANSWER, "", 10),
    (ANSWER, "choosing", 42),
    (ANSWER, "contrast", 11),
    ("CardAgain", "again", 9),
    ("Owner", "owner", 3),
    (NOTHING, "talk", 13),
    (UNDECIDED, "undecided", 4),
    ("WhatIs", "meaning", 4),
    ("absent", "choosing", 4),
)
"""The kind of utterance, the file of its sentences, and how many in a hundred are made."""


def ways_to_count(number: int, total: int) -> list[str]:
    """Return how a thing may be called by its number."""
    language = get_language()
    word, ordinal = language.number_word(number), language.ordinal_word(number)
    found = [
        f"number {word}",
        f"the {ordinal} one",
        word,
        str(number),
        f"option {word}",
        f"the {ordinal}",
        f"card {word}",
    ]
    ends = {"the last one": number == total, "the second to last one": 1 < number == total - 1}
    ends["the middle one"] = 1 < number == (total + 1) / 2
    return [*found, *(name for name, holds in ends.items() for _ in range(3) if holds)]


def say_carelessly(sentence: str, chance: random.Random) -> str:
    """Return a sentence as it may be written down: in small letters, without punctuation, after a filler."""
    way = chance.random()
    if way < 0.5:
        sentence = sentence.lower()
    if way < 0.35:
        sentence = " ".join(re.sub(r"[.,!?;:…]+", " ", sentence).split())
    return chance.choice(FILLERS) + sentence if chance.random() < 0.06 else sentence


FILLERS = ("um, ", "uh ", "well, ", "oh, ", "okay, ", "so ", "er ", "narrator, ", "please, ", "sorry, ")


def reported_references() -> Iterator[Sample]:
    """Yield choices of things that were never called in other words while learning, each among four others."""
    maker = SentenceMaker(random.Random(3))
    for key, phrases in sorted(references(reported=True).items()):
        others = [each for each in maker.by_kind[key[0]] if each != key]
        if len(others) >= 4:
            hand = maker.chance.sample(others, 4)
            place = maker.chance.randrange(5)
            hand.insert(place, key)
            things = in_order([all_things()[each] for each in hand], numbered=True)
            for phrase in phrases[:3]:
                sentence = maker.fill(maker.chance.choice(sentences_with_gaps("choosing")), phrase, "", "")
                yield Sample(sentence, ANSWER, place, "choice", things)

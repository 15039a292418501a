"""The two readings of a card: *in play*, while a role is still open, and *told*, when the hedgehog is the brave knight.

What an author writes, and what becomes of it with an owl in the role:

    *a brave knight*            in play "a brave knight", told "the owl, a brave knight" (and a comma if a word follows)
    [play words|told words]     one reading each; in the told words {who} is this card's own character
    {ferryman}   {a ferryman}   whoever was chosen for that role on an earlier card: "the owl", "an owl"
    {ferryman+}  {who+}         the same with its tag: "the owl, in three pairs of glasses" (with a comma likewise)
    <ferryman: words>           said only if the story came by the ferryman: for passages that know which way was taken
    words / words               a pause, for children to say along; told again, a new paragraph
    {hero: somebody}            StoryLine: an open place; in play "somebody", told the chosen card: "a crafty witch"
    {hero}   {a hero}           StoryLine: called back later: "the crafty witch", or as it was: "a crafty witch"

A capital at the start of a sentence comes by itself. Nothing here can fail at the table: whoever is missing is
"somebody", and mark-up that cannot be read is found by `narrator check` before anybody hears it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, assert_never

from narrator.language.content.models import Character, DeckCard, FairyCard, StoryCard
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language

RoleCast: TypeAlias = Mapping[str, Character | FairyCard | str]
"""Who was chosen, by the key of the role or the open place; of the family's own cards only the words are known."""
MarkupCard: TypeAlias = StoryCard | DeckCard

WHO = "who"  # the key by which a card calls its own character
NOBODY = "somebody"  # said instead of somebody who was never chosen
PAUSE = " … "
"""Stands in what is read where the narrator waits a moment: a sentence without words, for which a voice is silent."""
COMMA = "\0"  # stands where a comma is due after "the owl, a brave knight", until it is known whether a word follows


# --- what stands in a text -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Role:
    """The words of the role: `*a brave knight*`."""

    words: str
    at: int


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody by the key of their role: `{ferryman}`, or `{a ferryman}`."""

    key: str
    at: int
    indefinite: bool = False
    tagged: bool = False  # `{ferryman+}`: with what is seen of them, their tag


@dataclass(frozen=True, slots=True)
class Opening:
    """An open place and the words that stand for it in play: `{hero: somebody}`."""

    key: str
    words: str
    at: int


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """A passage that is read differently in play and when told: `[play words|told words]`."""

    play: tuple["Spoken", ...]
    told: tuple["Spoken", ...]
    at: int


@dataclass(frozen=True, slots=True)
class Given:
    """A passage for those who came by this role: `<ferryman: words>`."""

    key: str
    parts: tuple["Spoken | TwoReadings", ...]
    at: int


Spoken: TypeAlias = str | Role | Call | Opening
Part: TypeAlias = Spoken | TwoReadings | Given


class MarkupError(ValueError):
    """Mark-up that cannot be read, and where in the text it stands."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


MARKS = re.compile(
    r"<(?P<given>[a-z]+): *(?P<passage>[^<>]*)>"
    r"|(?P<pause>(?<=\s)/(?=\s))"
    r"|\[(?P<play>[^\[\]|]*)\|(?P<told>[^\[\]|]*)\]"
    r"|\*(?P<role>[^*\[\]{}|]+)\*"
    r"|\{(?P<call>[^*\[\]{}|]*)\}"
    r"|(?P<stray>[*\[\]{}|<>])"
)
CALL = re.compile(r"(?:(?P<article>an?) )?(?P<key>[a-z]+)(?P<tag>\+)?")
OPENING = re.compile(r"(?P<key>[a-z]+): *(?P<words>\S.*)")


@lru_cache(maxsize=1024)
def parse(text: str) -> tuple[Part, ...]:
    """The parts of a text, or `MarkupError`."""
    return tuple(_parts(text, 0))


def _parts(text: str, start: int) -> Iterator[Part]:
    last = 0
    for mark in MARKS.finditer(text):
        if mark.start() > last:
            yield text[last : mark.start()]
        yield _part(mark, start)
        last = mark.end()
    if last < len(text):
        yield text[last:]


def _part(mark: re.Match[str], start: int) -> Part:
    at = start + mark.start()
    if mark["given"] is not None:
        inside = _parts(mark["passage"], start + mark.start("passage"))
        return Given(mark["given"], tuple(part for part in inside if not isinstance(part, Given)), at)
    if mark["pause"] is not None:
        return PAUSE
    if mark["play"] is not None:
        return TwoReadings(_passage(mark, "play", start), _passage(mark, "told", start), at)
    if mark["role"] is not None:
        return Role(mark["role"].strip(), at)
    if mark["call"] is None:
        raise MarkupError(at, _what_is_wrong(mark["stray"], mark.string[mark.end() :]))
    if call := CALL.fullmatch(mark["call"]):
        return Call(call["key"], at, call["article"] is not None, call["tag"] is not None)
    if opening := OPENING.fullmatch(mark["call"]):
        return Opening(opening["key"], opening["words"], at)
    *_, key = ["…", *re.findall("[a-z]+", mark["call"].lower())]
    raise MarkupError(at, f"{mark[0]}, which is not one word in small letters such as {{{key}}}")


def _what_is_wrong(sign: str, after: str) -> str:
    if sign == "|":
        return "a | outside of [ ]"
    end = {"[": "]", "{": "}", "*": "*", "<": ">"}.get(sign)
    if end is None:
        return f"a {sign} that is never opened"
    if end not in after:
        return f"a {sign} that is never closed"
    between = after[: after.index(end)]
    if sign == "[" and not re.search(r"[\[*{]", re.sub(r"\*[^*]*\*|\{[^{}]*\}", "", between)):
        return "a [ ] with more than one |" if "|" in between else "a [ ] without a |"
    return f"a mark inside another, after {sign}"


def _passage(mark: re.Match[str], side: str, start: int) -> tuple[Spoken, ...]:
    inside = _parts(mark[side], start + mark.start(side))
    return tuple(part for part in inside if not isinstance(part, TwoReadings | Given))


# --- the two readings ----------------------------------------------------------------------------


def text_in_play(card: MarkupCard, cast: RoleCast) -> str:
    """The card as it is read at the table. Who is chosen already is named: on card one, its own character, too."""
    return text_when_told(card, cast) if is_cast(card, cast) else _say(open_reading(card.text, cast), card, cast)


def text_when_told(card: MarkupCard, cast: RoleCast) -> str:
    """The card as it is told again, with the chosen in their roles."""
    reading = told_reading(card.text, cast) if is_cast(card, cast) else open_reading(card.text, cast)
    return _say(reading, card, cast)


def entrance_sentence(card: StoryCard, cast: RoleCast) -> str:
    """The sentence in which the chosen one comes in: "And out of the leaves hops the otter, a springy harpist."."""
    role = get_language().lower_article(role_words(card) or "")
    all_of_it = split_sentences(text_when_told(card, cast).replace(PAUSE, " "))
    return next((sentence for sentence in all_of_it if role in sentence), all_of_it[0])


def is_cast(card: MarkupCard, cast: RoleCast) -> bool:
    """Whether somebody is chosen for all that was open on this card."""
    if isinstance(card, StoryCard):
        return card.role is not None and card.role in cast
    return bool(card.banners) and all(key in cast for key in card.banners)


def role_words(card: StoryCard) -> str | None:
    """The role as it is asked for: "a brave knight"."""
    return next((part.words for part in open_reading(card.text) if isinstance(part, Role)), None)


def open_reading(text: str, cast: RoleCast | None = None) -> Iterator[Spoken]:
    """The parts that are read in play; without a cast, those of every way."""
    return as_played(on_the_way(text, cast))


def told_reading(text: str, cast: RoleCast | None = None) -> Iterator[Spoken]:
    """The parts that are read when told; without a cast, those of every way."""
    return as_told(on_the_way(text, cast))


def as_played(parts: Iterable[Spoken | TwoReadings]) -> Iterator[Spoken]:
    for part in parts:
        if isinstance(part, TwoReadings):
            yield from part.play
        else:
            yield part


def as_told(parts: Iterable[Spoken | TwoReadings]) -> Iterator[Spoken]:
    """A role without told words of its own becomes "the owl, a brave knight"."""
    for part in parts:
        match part:
            case TwoReadings():
                yield from part.told
            case Role(words, at):
                yield from (Call(WHO, at), ", ", Role(get_language().lower_article(words), at), COMMA)
            case _:
                yield part


def on_the_way(text: str, cast: RoleCast | None) -> Iterator[Spoken | TwoReadings]:
    """The text as it goes for those who met these; without a cast, with all that anybody could hear."""
    for part in parse(text):
        if not isinstance(part, Given):
            yield part
        elif cast is None or part.key in cast:
            yield from part.parts


def _say(reading: Iterator[Spoken], card: MarkupCard, cast: RoleCast) -> str:
    """All parts as one text: article and capital are settled where each part meets what was said before."""
    said = ""
    is_told = is_cast(card, cast)
    for part in reading:
        match part:
            case str():
                said += part
            case Role(words):
                said += capital_after(said, words)
            case Opening(key, words):
                said += capital_after(said, phrase(cast[key]) if is_told and key in cast else words)
            case Call():
                said, article = _without_article(said)
                said += capital_after(said, _called(part, article, card, cast))
            case _:
                assert_never(part)
    said = BEFORE_A_WORD.sub(",", said).replace(COMMA, "")
    return " ".join(said.split())  # a passage left out leaves its spaces, a pause has too many


BEFORE_A_WORD = re.compile(COMMA + r"""(?=\s+["']?\w)""")
WRITTEN_ARTICLE = re.compile(r"""(?:(?<=[\s"'])|^)(an?|the) $""", re.IGNORECASE)


def _without_article(said: str) -> tuple[str, str]:
    """An author may write "the {ferryman}": the owl brings its own article."""
    written = WRITTEN_ARTICLE.search(said)
    return (said[: written.start()], written[1].lower()) if written else (said, "")


def _called(call: Call, article: str, card: MarkupCard, cast: RoleCast) -> str:
    key = card.role if call.key == WHO and isinstance(card, StoryCard) else call.key
    someone = cast.get(key) if key else None
    if someone is None:
        return NOBODY
    if isinstance(card, DeckCard):
        return (
            phrase(someone)
            if call.indefinite or article in ("a", "an")
            else get_language().make_definite(phrase(someone))
        )
    said = (
        get_language().indefinite(name(someone))
        if call.indefinite or article in ("a", "an")
        else get_language().definite(name(someone))
    )
    return f"{said}, {someone.tag}{COMMA}" if call.tagged and isinstance(someone, Character) and someone.tag else said


def name(someone: Character | FairyCard | str) -> str:
    return someone if isinstance(someone, str) else someone.name


def phrase(someone: Character | FairyCard | str) -> str:
    return someone.phrase if isinstance(someone, FairyCard) else name(someone)


# --- sentences -----------------------------------------------------------------------------------

SENTENCE_END = re.compile(r"""[.!?…]["']*$""")
SPEECH_GOES_ON = re.compile(r""",["'][^.!?]*$""")


def capital_after(said: str, words: str) -> str:
    """The words, with a capital if they begin a sentence after what was said."""
    return words[:1].upper() + words[1:] if starts_sentence(said) else words


def starts_sentence(said: str) -> bool:
    """At the start, after a full stop, and where somebody begins to speak, but not where they go on speaking.

    The cook cried, "The owl is late!" but: "Well," said the cook, "the owl is late."
    """
    before = said.rstrip()
    opening_quote = said[-1:] in ('"', "'") and said[-2:-1].strip() == ""
    if opening_quote:
        before = said[:-1].rstrip()
    if not before or SENTENCE_END.search(before):
        return True
    return opening_quote and SPEECH_GOES_ON.search(before) is None

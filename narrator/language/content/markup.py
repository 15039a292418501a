"""The two readings of a card: *in play*, while a role is open, and *told*, when the hedgehog is the brave knight.

What an author writes, and what it becomes with an owl in the role:

    *a brave knight*            in play "a brave knight", told "the owl, a brave knight" (and a comma if a word follows)
    [play words|told words]     one reading each; in the told words {who} is this card's own character
    {ferryman}   {a ferryman}   the character chosen for that role on an earlier card: "the owl", "an owl"
    {ferryman+}  {who+}         the same with a detail: "the owl, in three pairs of glasses" (and the same comma);
                                one detail on its own card, another on later cards, and a third on the last card
    {ferryman++}                the last detail before the last card
    {ferryman~}                 the character and its verb: "the owl blinked"; {ferryman~now}: "the owl blinks"
    {ferryman!}                 only its sound, with no punctuation of its own: "hoo" (`call_forms.py`)
    <ferryman: words>           only if the story has met the ferryman, for passages that depend on the way taken
    words / words               a pause, in which children can join in; in the retelling a new paragraph
    {hero: somebody}            StoryLine: an open place; in play "somebody", told the chosen card: "a crafty witch"
    {hero}   {a hero}           StoryLine: the same card later: "the crafty witch", or with its own article again
    <gift eaten: words | worn: words | words>
                                StoryLine: words by the mark of the chosen card (`CardMark`); the last words are for
                                every other card and for the open place

Directions for the voice stand in round brackets. They are never shown or printed, and nobody needs to write them:
`lines/attribution.py` finds out who speaks from "said the owl" and the manner from "whispered".

    (cook) "Stir!"              the next quotation is spoken by the character in this role; also (who), (narrator)
    (kettle) "Pssst."           ... by a thing, by its name in the text
    (whispered) words           the next quotation, or the rest of the sentence, is whispered;
                                also: shouted, sang, yawned, slowly
    (cook, shouted) "Stir!"     both
    (beat) words                a short pause before a punchline; children are not asked to join in
    (sound plop) words          a sound before these words: one of `audio/story/`

Capitals at the start of a sentence are added automatically. Rendering never fails during a game: a character who was
never chosen is "somebody", and `narrator check` finds markup errors before a story is told.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TypeAlias, assert_never

from narrator.language.content.call_forms import CallForm, detail_of, sound_of, story_moment, verb_of
from narrator.language.content.direction import (
    DIRECTION_MARK,
    Direction,
    DirectionError,
    parse_direction,
    remove_direction_marks,
)
from narrator.language.content.models import Character, DeckCard, FairyCard, StoryCard
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language

RoleCast: TypeAlias = Mapping[str, Character | FairyCard | str]
"""The chosen characters and cards, by the key of the role or the open place. A family's own card is just its words."""
MarkupCard: TypeAlias = StoryCard | DeckCard

WHO = "who"
"""The key for the card's own character."""
PAUSE = " … "
"""Marks a pause in a rendered text: a sentence without words, which a voice renders as silence."""
COMMA = "\0"
"""Marks where "the owl, a brave knight" needs a comma if a word follows."""


# --- the parts of a text -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Role:
    """The words of the role: `*a brave knight*`."""

    words: str
    at: int


@dataclass(frozen=True, slots=True)
class Call:
    """A character by the key of the role: `{ferryman}` or `{a ferryman}`."""

    key: str
    at: int
    indefinite: bool = False
    form: CallForm = CallForm.NAME

    @property
    def has_detail(self) -> bool:
        """Whether a detail follows between commas: `{ferryman+}`."""
        return self.form in (CallForm.DETAIL, CallForm.LAST_DETAIL)


@dataclass(frozen=True, slots=True)
class Opening:
    """An open place and the words for it in play: `{place: a castle}`."""

    key: str
    words: str
    at: int


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """A passage with different words in play and when told: `[play words|told words]`."""

    play: tuple["Spoken", ...]
    told: tuple["Spoken", ...]
    at: int


@dataclass(frozen=True, slots=True)
class Given:
    """A passage that is read only if this role has been cast: `<ferryman: words>`."""

    key: str
    parts: tuple["Spoken | TwoReadings", ...]
    at: int


@dataclass(frozen=True, slots=True)
class ByMark:
    """Words that depend on the mark of a chosen card: `<gift eaten: words | words>`."""

    key: str
    choices: "Mapping[str | None, tuple[Spoken | TwoReadings, ...]]"
    """The words by mark. The words under `None` are for every other card."""
    at: int

    def words_for(self, cast: "RoleCast | None") -> "Iterator[Spoken | TwoReadings]":
        """Yield the words for the chosen card; without a cast, the words for every mark."""
        if cast is None:
            yield from (part for parts in self.choices.values() for part in parts)
            return
        mark = mark_of(cast.get(self.key))
        yield from self.choices[mark if mark in self.choices else None]


@dataclass(frozen=True, slots=True)
class VoiceNote:
    """A direction for the voice: `(cook, whispered)`."""

    direction: Direction
    at: int


Spoken: TypeAlias = str | Role | Call | Opening | VoiceNote
Part: TypeAlias = Spoken | TwoReadings | Given | ByMark


class MarkupError(ValueError):
    """Markup that cannot be parsed, and its position in the text."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


MARKS = re.compile(
    r"<(?P<given>[a-z]+): *(?P<passage>[^<>]*)>"
    r"|<(?P<marked>[a-z]+) +(?P<choices>[a-z]+:[^<>]*)>"
    r"|(?P<pause>(?<=\s)/(?=\s))"
    r"|\[(?P<play>[^\[\]|]*)\|(?P<told>[^\[\]|]*)\]"
    r"|\*(?P<role>[^*\[\]{}|]+)\*"
    r"|\{(?P<call>[^*\[\]{}|]*)\}"
    r"|\((?P<direction>[^()]*)\)"
    r"|(?P<stray>[*\[\]{}|<>()])"
)
OPENING = re.compile(r"(?P<key>[a-z]+): *(?P<words>\S.*)")
CHOICE = re.compile(r"\s*(?:(?P<mark>[a-z]+):\s*)?(?P<words>[^|]+)")


@lru_cache(maxsize=1024)
def parse(text: str) -> tuple[Part, ...]:
    """Return the parts of a text, or raise `MarkupError`."""
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
        return Given(mark["given"], _passage(mark["passage"], start + mark.start("passage")), at)
    if mark["marked"] is not None:
        return ByMark(mark["marked"], dict(_choices(mark["choices"], start + mark.start("choices"))), at)
    if mark["pause"] is not None:
        return PAUSE
    if mark["play"] is not None:
        play, told = (
            tuple(part for part in _passage(mark[side], start + mark.start(side)) if not isinstance(part, TwoReadings))
            for side in ("play", "told")
        )
        return TwoReadings(play, told, at)
    if mark["role"] is not None:
        return Role(mark["role"].strip(), at)
    if mark["direction"] is not None:
        try:
            return VoiceNote(parse_direction(mark["direction"]), at)
        except DirectionError as error:
            raise MarkupError(at, str(error)) from error
    if mark["call"] is None:
        raise MarkupError(at, _what_is_wrong(mark["stray"], mark.string[mark.end() :]))
    if call := _call_pattern().fullmatch(mark["call"]):
        return Call(call["key"], at, call["article"] is not None, CallForm(call["form"]))
    if opening := OPENING.fullmatch(mark["call"]):
        return Opening(opening["key"], opening["words"], at)
    *_, key = ["…", *re.findall("[a-z]+", mark["call"].lower())]
    raise MarkupError(at, f"{mark[0]}, which is not one word in small letters such as {{{key}}}")


@cache
def _call_pattern() -> re.Pattern[str]:
    articles = "|".join(sorted(get_language().indefinite_articles))
    forms = "|".join(re.escape(form) for form in sorted(CallForm, key=len, reverse=True))
    return re.compile(rf"(?:(?P<article>{articles}) )?(?P<key>[a-z]+)(?P<form>{forms})")


def _what_is_wrong(sign: str, after: str) -> str:
    if sign == "|":
        return "a | outside of [ ]"
    end = {"[": "]", "{": "}", "*": "*", "<": ">", "(": ")"}.get(sign)
    if end is None:
        return f"a {sign} that is never opened"
    if end not in after:
        return f"a {sign} that is never closed"
    between = after[: after.index(end)]
    if sign == "[" and not re.search(r"[\[*{]", re.sub(r"\*[^*]*\*|\{[^{}]*\}", "", between)):
        return "a [ ] with more than one |" if "|" in between else "a [ ] without a |"
    return f"a mark inside another, after {sign}"


def _passage(text: str, start: int) -> tuple[Spoken | TwoReadings, ...]:
    return tuple(part for part in _parts(text, start) if not isinstance(part, Given | ByMark))


def _choices(text: str, start: int) -> Iterator[tuple[str | None, tuple[Spoken | TwoReadings, ...]]]:
    """Yield the words for each mark; those for every other card may be missing."""
    yield None, ()
    for choice in CHOICE.finditer(text):
        yield choice["mark"], _passage(choice["words"].rstrip(), start + choice.start("words"))


# --- the two readings ----------------------------------------------------------------------------


def text_in_play(card: MarkupCard, cast: RoleCast) -> str:
    """Return the card as it is read during the game. Characters already chosen are named, also the card's own."""
    return remove_direction_marks(directed_in_play(card, cast))


def directed_in_play(card: MarkupCard, cast: RoleCast) -> str:
    """Return the card as it is read during the game, with marks for its directions."""
    return directed_when_told(card, cast) if is_cast(card, cast) else _say(open_reading(card.text, cast), card, cast)


def text_when_told(card: MarkupCard, cast: RoleCast) -> str:
    """Return the card as it is retold, with the chosen characters in their roles."""
    return remove_direction_marks(directed_when_told(card, cast))


def directed_when_told(card: MarkupCard, cast: RoleCast) -> str:
    """Return the card as it is retold, with marks for its directions."""
    reading = told_reading(card.text, cast) if is_cast(card, cast) else open_reading(card.text, cast)
    return _say(reading, card, cast)


def entrance_sentence(card: StoryCard, cast: RoleCast) -> str:
    """Return the sentence that introduces the character: "Out of the leaves hops the otter, a springy harpist."."""
    role = get_language().lower_article(role_words(card) or "")
    all_of_it = split_sentences(text_when_told(card, cast).replace(PAUSE, " "))
    return next((sentence for sentence in all_of_it if role in sentence), all_of_it[0])


def is_cast(card: MarkupCard, cast: RoleCast) -> bool:
    """Whether every open role or place of this card is filled."""
    if isinstance(card, StoryCard):
        return card.role is not None and card.role in cast
    return bool(card.banners) and all(key in cast for key in card.banners)


def role_words(card: StoryCard) -> str | None:
    """Return the role as players are asked for it: "a brave knight"."""
    return _role_words(card.text)


@lru_cache(maxsize=1024)
def _role_words(text: str) -> str | None:
    return next((part.words for part in open_reading(text) if isinstance(part, Role)), None)


def open_reading(text: str, cast: RoleCast | None = None) -> Iterator[Spoken]:
    """Yield the parts that are read in play; without a cast, with the passages of every role."""
    return as_played(on_the_way(text, cast))


def told_reading(text: str, cast: RoleCast | None = None) -> Iterator[Spoken]:
    """Yield the parts that are read when told; without a cast, with the passages of every role."""
    return as_told(on_the_way(text, cast))


def as_played(parts: Iterable[Spoken | TwoReadings]) -> Iterator[Spoken]:
    """Replace passages with two readings by their words in play."""
    for part in parts:
        if isinstance(part, TwoReadings):
            yield from part.play
        else:
            yield part


def as_told(parts: Iterable[Spoken | TwoReadings]) -> Iterator[Spoken]:
    """Replace passages with two readings by their told words, and other roles by "the owl, a brave knight"."""
    for part in parts:
        match part:
            case TwoReadings():
                yield from part.told
            case Role(words, at):
                yield from (Call(WHO, at), ", ", Role(get_language().lower_article(words), at), COMMA)
            case _:
                yield part


def on_the_way(text: str, cast: RoleCast | None) -> Iterator[Spoken | TwoReadings]:
    """Yield the parts for this cast; without a cast, with the passages of every role."""
    for part in parse(text):
        match part:
            case Given(key, parts):
                yield from parts if cast is None or key in cast else ()
            case ByMark():
                yield from part.words_for(cast)
            case _:
                yield part


def _say(reading: Iterator[Spoken], card: MarkupCard, cast: RoleCast) -> str:
    """Render the parts as one text, with the articles and capitals that the text before each part requires."""
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
            case VoiceNote(direction):
                said += _directed(direction, card, cast).to_mark()
            case _:
                assert_never(part)
    said = BEFORE_A_WORD.sub(",", said).replace(COMMA, "")
    return " ".join(said.split())  # an omitted passage leaves two spaces, and so does a pause


BEFORE_A_WORD = re.compile(rf"""{COMMA}(?=\s+(?:{DIRECTION_MARK.pattern}\s*)*["']?\w)""")


def _directed(direction: Direction, card: MarkupCard, cast: RoleCast) -> Direction:
    """Return the direction with the chosen character in place of the role."""
    own = card.role if isinstance(card, StoryCard) else None
    key = own if direction.speaker == WHO else direction.speaker
    someone = cast.get(key) if key else None
    if someone is None:
        return replace(direction, speaker=key)
    return replace(direction, speaker=get_language().strip_article(phrase(someone)))


@cache
def _trailing_article() -> re.Pattern[str]:
    articles = "|".join(sorted(get_language().articles))
    return re.compile(rf"""(?:(?<=[\s"'])|^)({articles}) $""", re.IGNORECASE)


def _without_article(said: str) -> tuple[str, str]:
    """Split off an article before a call: an author may write "the {ferryman}", but "the owl" brings its own."""
    written = _trailing_article().search(said)
    return (said[: written.start()], written[1].lower()) if written else (said, "")


def _called(call: Call, article: str, card: MarkupCard, cast: RoleCast) -> str:
    language = get_language()
    key = card.role if call.key == WHO and isinstance(card, StoryCard) else call.key
    someone = cast.get(key) if key else None
    if call.form is CallForm.SOUND:
        return sound_of(someone)
    if someone is None:
        return _with_verb(language.spoken.somebody, None, call.form)
    indefinite = call.indefinite or article in language.indefinite_articles
    if isinstance(card, DeckCard):
        return phrase(someone) if indefinite else language.make_definite(phrase(someone))
    said = language.indefinite(name(someone)) if indefinite else language.definite(name(someone))
    detail = detail_of(someone, story_moment(card, key, call.form)) if call.has_detail else None
    return f"{said}, {detail}{COMMA}" if detail else _with_verb(said, someone, call.form)


def _with_verb(said: str, someone: Character | FairyCard | str | None, form: CallForm) -> str:
    return f"{said} {verb_of(someone, form)}" if form in (CallForm.VERB, CallForm.VERB_NOW) else said


def name(someone: Character | FairyCard | str) -> str:
    """Return the name of a character or card."""
    return someone if isinstance(someone, str) else someone.name


def phrase(someone: Character | FairyCard | str) -> str:
    """Return the words for a character or card within a tale: "a crafty witch"."""
    return someone.phrase if isinstance(someone, FairyCard) else name(someone)


def mark_of(someone: Character | FairyCard | str | None) -> str | None:
    """Return the mark of a fairy-tale card, or `None` for anything else."""
    return someone.mark if isinstance(someone, FairyCard) else None


# --- sentences -----------------------------------------------------------------------------------

SENTENCE_END = re.compile(r"""[.!?…]["']*$""")
SPEECH_GOES_ON = re.compile(r""",["'][^.!?]*$""")


def capital_after(said: str, words: str) -> str:
    """Return the words, with a capital if they begin a sentence after this text."""
    return words[:1].upper() + words[1:] if starts_sentence(said) else words


def starts_sentence(said: str) -> bool:
    """Whether the next word begins a sentence: at the start, after a full stop, and where direct speech begins.

    The cook cried, "The owl is late!" Direct speech that continues begins none: "Well," said the cook, "the owl is
    late."
    """
    said = DIRECTION_MARK.sub("", said)
    before = said.rstrip()
    opening_quote = said[-1:] in ('"', "'") and said[-2:-1].strip() == ""
    if opening_quote:
        before = said[:-1].rstrip()
    if not before or SENTENCE_END.search(before):
        return True
    return opening_quote and SPEECH_GOES_ON.search(before) is None

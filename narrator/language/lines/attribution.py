"""Find out who speaks each part of a story, and in which manner, from the text and its directions.

Words in quotation marks are attributed by a verb of speaking and a name beside them: "Nine leaks," whispered the owl.
A quotation that follows at once has the same speaker ("Nine leaks," said the owl. "Eight corks."). Whatever cannot be
attributed stays with the narrator. What an author wrote in brackets comes first. The words of each language are in
`content/<language>/lines/direction.yaml`; without that file, the narrator speaks everything.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

import yaml
from pydantic import TypeAdapter, ValidationError

from narrator.core.errors import PackError
from narrator.core.paths import data_folder
from narrator.language.content.direction import NARRATOR_SPEAKER, Direction, Manner
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.story import Chapter, Sentence, ToldStory

MIN_REFRAIN_CHAPTERS = 3
"""A sentence that occurs in this many chapters is a refrain."""
MAX_REFRAIN_WORDS = 12
MAX_NAME_WORDS = 4
REFRAIN_SOUND = "chime"
"""The story sound before a refrain."""
QUOTATION = re.compile(r'"[^"]*"?')
NAME_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class DirectionWords:
    """The file `direction.yaml` of one language."""

    speaks: frozenset[str] = frozenset()
    verbs: Mapping[Manner, frozenset[str]] = field(default_factory=dict)
    adverbs: Mapping[Manner, frozenset[str]] = field(default_factory=dict)
    name_ends_before: frozenset[str] = frozenset()
    nobody: frozenset[str] = frozenset()

    def is_verb(self, word: str) -> bool:
        """Return whether this is a verb of speaking."""
        return word in self.speaks or self.manner_of_verb(word) is not None

    def manner_of_verb(self, word: str) -> Manner | None:
        """Return the manner that the verb gives, if any."""
        return next((manner for manner, verbs in self.verbs.items() if word in verbs), None)

    def manner_beside(self, words: str) -> Manner | None:
        """Return the manner that an adverb in these words gives, if any."""
        for manner, adverbs in self.adverbs.items():
            if any(re.search(rf"\b{re.escape(adverb)}\b", words) for adverb in adverbs):
                return manner
        return None


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """Words of one speaker in one manner, and what is heard before them."""

    text: str
    speaker: str | None = None
    """The name of a character or thing without an article; `None` for the narrator."""
    manner: Manner | None = None
    beat: bool = False
    sounds: tuple[str, ...] = ()
    """The names of story sounds that are played before it."""
    is_refrain: bool = False


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who speaks a quotation, and how."""

    speaker: str | None = None
    manner: Manner | None = None


@cache
def load_direction_words(language: str) -> DirectionWords:
    """Return the words of this language; none if it has no file."""
    file = data_folder("content") / language / "lines" / "direction.yaml"
    if not file.is_file():
        return DirectionWords()
    try:
        return TypeAdapter(DirectionWords).validate_python(yaml.safe_load(file.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise PackError(f"{file} cannot be read: {error}") from error


# --- a whole story ---------------------------------------------------------------------------------


class StoryDirector:
    """Finds the speakers of one story; it knows the names of the characters and the refrains."""

    def __init__(self, story: ToldStory) -> None:
        self._language = story.language
        self._refrains = find_refrains(story.chapters)
        self._names = tuple(
            get_language(story.language).strip_article(picture.alt).casefold()
            for chapter in story.chapters
            for picture in chapter.pictures
        )

    def direct(self, paragraph: Sequence[Sentence], *, with_sounds: bool = True) -> list[tuple[SpokenPart, ...]]:
        """Return the spoken parts of each sentence of a paragraph."""
        directed = direct_paragraph(paragraph, self._language, self._names)
        found = []
        for sentence, parts in zip(paragraph, directed, strict=True):
            is_refrain = plain_words(sentence.text) in self._refrains
            merged = [replace(part, is_refrain=is_refrain) for part in merge_parts(parts)]
            if is_refrain and merged:
                merged[0] = replace(merged[0], sounds=(REFRAIN_SOUND, *merged[0].sounds))
            found.append(tuple(merged if with_sounds else (replace(part, sounds=()) for part in merged)))
        return found


def merge_parts(parts: Iterable[SpokenPart]) -> Iterator[SpokenPart]:
    """Join neighbours that are spoken alike, because whole sentences sound better."""
    last: SpokenPart | None = None
    for part in parts:
        if last is not None and part == replace(last, text=part.text, beat=False, sounds=()):
            last = replace(last, text=f"{last.text} {part.text}")
        else:
            yield from [] if last is None else [last]
            last = part
    yield from [] if last is None else [last]


def find_refrains(chapters: Sequence[Chapter]) -> frozenset[str]:
    """Return the sentences that come back in several chapters, in plain words."""
    counts = Counter(
        words for chapter in chapters for words in {plain_words(sentence.text) for sentence in chapter.sentences}
    )
    return frozenset(
        words
        for words, count in counts.items()
        if count >= MIN_REFRAIN_CHAPTERS and 1 <= len(words.split()) <= MAX_REFRAIN_WORDS
    )


def plain_words(text: str) -> str:
    """Return the words of a text in small letters, without signs."""
    return " ".join(NAME_WORD.findall(text.casefold()))


# --- a paragraph -----------------------------------------------------------------------------------


def direct_paragraph(
    paragraph: Sequence[Sentence], language: str = DEFAULT_LANGUAGE, names: Sequence[str] = ()
) -> Iterator[tuple[SpokenPart, ...]]:
    """Yield the spoken parts of each sentence. `names` are those of the characters, without articles."""
    text = " ".join(sentence.text for sentence in paragraph)
    starts, position = [], 0
    for sentence in paragraph:
        starts.append(position)
        position += len(sentence.text) + 1
    written = {
        start + at: direction
        for start, sentence in zip(starts, paragraph, strict=True)
        for at, direction in sentence.directions
    }
    quotations = list(attribute_quotations(text, language, names, written))
    for start, sentence in zip(starts, paragraph, strict=True):
        yield tuple(split_sentence(text, start, start + len(sentence.text), quotations, written))


def attribute_quotations(
    text: str, language: str, names: Sequence[str], written: Mapping[int, Direction]
) -> Iterator[tuple[int, int, Attribution]]:
    """Yield the start, the end and the speaker of each quotation."""
    words = load_direction_words(language)
    quotations = [found.span() for found in QUOTATION.finditer(text)]
    next_starts = [*(start for start, _ in quotations[1:]), len(text)]
    last_end, previous, named_after = 0, Attribution(), False
    for (start, end), next_start in zip(quotations, next_starts, strict=False):
        lead, after = text[last_end:start], text[end:next_start]
        follows = named_after and is_one_sentence(lead)
        found = attribute_after(text[start:end], after, words, names)
        named_after = found is not None
        if found is None:
            found = attribute_before(lead, words, names) or (previous if follows else Attribution())
            named_after = follows
        directed = written.get(start, Direction())
        speaker, manner = directed.speaker or found.speaker, directed.manner or found.manner
        previous = Attribution(None if speaker == NARRATOR_SPEAKER else speaker, manner)
        yield start, end, previous
        last_end = end


def attribute_after(quotation: str, after: str, words: DirectionWords, names: Sequence[str]) -> Attribution | None:
    """Return the speaker named after a quotation: "Nine leaks," said the owl. Or: "Hello," the owl said."""
    clause = re.split(r"[.!?](?:\s|$)", after, maxsplit=1)[0].strip()
    if not clause or clause[:1] in ",;:" or (quotation.endswith('."') and not clause[:1].islower()):
        return None
    first, *_ = [*NAME_WORD.findall(clause), ""]
    if words.is_verb(first.casefold()):
        return attribution(first, clause[clause.index(first) + len(first) :], clause, words, names)
    return name_then_verb(clause, words, names) if not quotation.endswith('."') else None


def attribute_before(lead: str, words: DirectionWords, names: Sequence[str]) -> Attribution | None:
    """Return the speaker named before a quotation: The owl said, "Nine leaks." Or: cried the owl, "Nine leaks"."""
    if not lead.rstrip().endswith((",", ":")):
        return None
    clause = re.split(r"[.!?…]\s", lead)[-1].strip()
    found = name_then_verb(clause, words, names)
    if found is not None:
        return found
    for verb in NAME_WORD.finditer(clause):
        if words.is_verb(verb[0].casefold()):
            return attribution(verb[0], clause[verb.end() :], clause, words, names)
    return None


def name_then_verb(clause: str, words: DirectionWords, names: Sequence[str]) -> Attribution | None:
    """Return the speaker of a clause like "the owl, in three pairs of glasses, said"."""
    for verb in NAME_WORD.finditer(clause):
        if words.is_verb(verb[0].casefold()) and verb.start():
            found = attribution(verb[0], clause[: verb.start()], clause, words, names)
            return found if found.speaker is not None else None
    return None


def attribution(verb: str, name_clause: str, clause: str, words: DirectionWords, names: Sequence[str]) -> Attribution:
    """Return who is named at the start of `name_clause`, with the manner of the verb or of an adverb."""
    manner = words.manner_of_verb(verb.casefold()) or words.manner_beside(clause.casefold())
    return Attribution(speaker_name(name_clause, words, names), manner)


def speaker_name(clause: str, words: DirectionWords, names: Sequence[str]) -> str | None:
    """Return the name at the start of a clause, without an article; nothing for pronouns."""
    head = get_language().strip_article(re.split(r'[,.;:!?"]', clause.strip(), maxsplit=1)[0].strip()).casefold()
    for name in sorted(names, key=len, reverse=True):
        if head == name or head.startswith(f"{name} "):
            return name
    picked: list[str] = []
    for word in NAME_WORD.findall(head)[: MAX_NAME_WORDS + 1]:
        if word in words.name_ends_before or words.is_verb(word):
            break
        picked.append(word)
    if not picked or len(picked) > MAX_NAME_WORDS or picked[0] in words.nobody:
        return None
    return " ".join(picked)


def is_one_sentence(words: str) -> bool:
    """Return whether these words between two quotations only name the speaker of the first."""
    return len([part for part in re.split(r"[.!?](?:\s|$)", words) if part.strip()]) == 1


# --- a sentence ------------------------------------------------------------------------------------


def split_sentence(
    text: str,
    start: int,
    end: int,
    quotations: Iterable[tuple[int, int, Attribution]],
    written: Mapping[int, Direction],
) -> Iterator[SpokenPart]:
    """Yield the parts of the sentence between these positions, each with its speaker and manner."""
    quotations = list(quotations)
    edges = {start, end, *(at for at in written if start <= at < end)}
    edges.update(edge for first, last, _ in quotations for edge in (first, last) if start < edge < end)
    manner: Manner | None = None
    pending, signs = Direction(), ""
    ordered = sorted(edges)
    for first, last in pairwise(ordered):
        inside = next((found for begin, stop, found in quotations if begin <= first < stop), None)
        direction = written.get(first, Direction())
        pending = replace(
            direction,
            beat=direction.beat or pending.beat,
            sound=direction.sound or pending.sound,
        )
        if inside is None:
            manner = direction.manner or manner
        signs += text[first:last]
        if not NAME_WORD.search(signs) and last < end:
            continue  # signs without words stay with the next part
        found = inside or Attribution(None, manner)
        sounds = (pending.sound,) if pending.sound else ()
        yield SpokenPart(signs.strip(), found.speaker, direction.manner or found.manner, pending.beat, sounds)
        pending, signs = Direction(), ""

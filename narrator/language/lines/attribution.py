"""Find out who speaks each part of a story, and in which manner, from the text and its directions.

Words in quotation marks are attributed by a verb of speaking and a name beside them: "Nine leaks," whispered the owl.
A quotation that follows at once has the same speaker ("Nine leaks," said the owl. "Eight corks."). Without a verb, or
with a pronoun, a character who is the subject of the sentence before speaks (The owl counted. "Nine leaks."). Whatever
cannot be attributed stays with the narrator, and so do the words of players. What an author wrote in brackets comes
first. The words of each language are in `content/<language>/lines/direction.yaml`; without that file, the narrator
speaks everything. `python -m bench.direction --speakers` prints who speaks what in the whole box.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise, takewhile

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
MIN_CHIMED_WORDS = 2
"""A lone word that comes back, like "Hop!", is too short to join in after a sound."""
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
    pronouns: frozenset[str] = frozenset()
    openings: frozenset[str] = frozenset()

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
    """Finds the speakers of one story; it knows the names of all who speak in it, and the refrains."""

    def __init__(self, story: ToldStory) -> None:
        self._language = story.language
        self._players = frozenset(name.casefold() for name in story.players)
        self._refrains = find_refrains(story.chapters)
        self._leaders = find_refrain_leaders(story.chapters, self._refrains)
        pictures = (picture.alt for chapter in story.chapters for picture in chapter.pictures)
        named = ((alt, get_language(story.language).strip_article(alt)) for alt in pictures)
        self._names = tuple(name.casefold() for alt, name in named if name != alt)  # an action has no article
        speakers = (
            part.speaker
            for chapter in story.chapters
            for paragraph in chapter.paragraphs
            for parts in direct_paragraph(paragraph, self._language, self._names)
            for part in parts
        )
        self._names += tuple(sorted({name for name in speakers if name} - {*self._names, *self._players}))

    def direct(self, paragraph: Sequence[Sentence], *, with_sounds: bool = True) -> list[tuple[SpokenPart, ...]]:
        """Return the spoken parts of each sentence of a paragraph."""
        directed = list(direct_paragraph(paragraph, self._language, self._names))
        refrains = [plain_words(sentence.text) in self._refrains for sentence in paragraph]
        found = []
        for number, parts in enumerate(directed):
            merged = [
                replace(
                    part, speaker=None if part.speaker in self._players else part.speaker, is_refrain=refrains[number]
                )
                for part in merge_parts(parts)
            ]
            if merged and not merged[0].sounds and self._starts_refrain(paragraph, refrains, number):
                merged[0] = replace(merged[0], sounds=(REFRAIN_SOUND,))
            found.append(tuple(merged if with_sounds else (replace(part, sounds=()) for part in merged)))
        return found

    def _starts_refrain(self, paragraph: Sequence[Sentence], refrains: Sequence[bool], number: int) -> bool:
        """Return whether this sentence is the first of a refrain that is long enough to join in."""
        if not refrains[number] or (number and refrains[number - 1]):
            return False
        if number == 0 and plain_words(paragraph[0].text) not in self._leaders:
            return False
        run = takewhile(lambda place: refrains[place], range(number, len(paragraph)))
        return sum(len(plain_words(paragraph[place].text).split()) for place in run) >= MIN_CHIMED_WORDS


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


def find_refrain_leaders(chapters: Sequence[Chapter], refrains: Collection[str]) -> frozenset[str]:
    """Return the refrains that mostly do not follow another refrain."""
    times: Counter[str] = Counter()
    for chapter in chapters:
        before = ""
        for words in (plain_words(sentence.text) for sentence in chapter.sentences):
            if words in refrains:
                times[words] += 1 if before not in refrains else -1
            before = words
    return frozenset(words for words, count in times.items() if count >= 0)


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
    quotations = list(QuotationReader(load_direction_words(language), names).attribute(text, written))
    for start, sentence in zip(starts, paragraph, strict=True):
        yield tuple(split_sentence(text, start, start + len(sentence.text), quotations, written))


@dataclass(frozen=True, slots=True)
class QuotationReader:
    """Attributes the quotations of a paragraph, with the words of a language and the names of a story."""

    words: DirectionWords
    names: Sequence[str] = ()
    """The names of the characters and of other known speakers, without articles."""

    def attribute(self, text: str, written: Mapping[int, Direction]) -> Iterator[tuple[int, int, Attribution]]:
        """Yield the start, the end and the speaker of each quotation."""
        quotations = [found.span() for found in QUOTATION.finditer(text)]
        next_starts = [*(start for start, _ in quotations), len(text)][1:]
        last_end, previous, was_named = 0, Attribution(), False
        for (start, end), next_start in zip(quotations, next_starts, strict=True):
            lead, after = text[last_end:start], text[end:next_start]
            found = self.before(lead) or self.after(text[start:end], after, lead)
            goes_on = is_within_sentence(lead)
            manner = self.words.manner_beside(last_clause(lead).casefold()) if lead.rstrip().endswith(",") else None
            if found is None and was_named and (goes_on or manner or is_one_sentence(lead)):
                found = Attribution(previous.speaker, manner or previous.manner)
            was_named = found is not None
            found = found or Attribution(self.subject_of_last_sentence(lead))
            directed = written.get(start, Direction())
            speaker = directed.speaker or found.speaker
            manner = directed.manner or found.manner or (previous.manner if goes_on else None)
            previous = Attribution(None if speaker == NARRATOR_SPEAKER else speaker, manner)
            yield start, end, previous
            last_end = end

    def before(self, lead: str) -> Attribution | None:
        """Return the speaker named before a quotation: The owl said, "Nine leaks." Or: cried the owl, "Nine leaks"."""
        if not lead.rstrip().endswith((",", ":")):
            return None
        clause = last_clause(lead)
        verbs = [found for found in NAME_WORD.finditer(clause) if self.words.is_verb(found[0].casefold())]
        for verb in reversed(verbs):
            if verb.start() == 0:
                return self._attribution(verb[0], clause, self.speaker_name(clause[verb.end() :]))
            speaker = self._name_before(clause[: verb.start()])
            if speaker is not None:
                return self._attribution(verb[0], clause, speaker)
        return None

    def after(self, quotation: str, after: str, lead: str) -> Attribution | None:
        """Return the speaker named after a quotation: "Nine leaks," said the owl. Or: "Hello," the owl said."""
        clause = re.split(r"[.!?](?:\s|$)", after, maxsplit=1)[0].strip()
        ends_sentence = quotation.endswith('."')
        if not clause or clause[:1] in ",;:" or (ends_sentence and not clause[:1].islower()):
            return None
        first = next(NAME_WORD.finditer(clause), None)
        if first is not None and self.words.is_verb(first[0].casefold()):
            return self._attribution(first[0], clause, self.speaker_name(clause[first.end() :]))
        verb = next((found for found in NAME_WORD.finditer(clause) if self.words.is_verb(found[0].casefold())), None)
        if verb is None or ends_sentence:
            return None
        if clause[: verb.start()].strip().casefold() in self.words.pronouns:
            return self._attribution(verb[0], clause, self.subject_of_last_sentence(lead))
        speaker = self.speaker_name(clause[: verb.start()])
        return None if speaker is None else self._attribution(verb[0], clause, speaker)

    def subject_of_last_sentence(self, lead: str) -> str | None:
        """Return the character with whose name the sentence right before a quotation begins."""
        sentence = re.split(r"[.!?…]\s+", lead.strip().rstrip(".!?…"))[-1]
        return self._known_name(self._without_opening(sentence)) if lead.rstrip()[-1:] in (".", "!", "?") else None

    def speaker_name(self, clause: str) -> str | None:
        """Return the name at the start of a clause, without an article; nothing for pronouns and for several."""
        head = get_language().strip_article(re.split(r'[,.;:!?"]', clause.strip(), maxsplit=1)[0].strip()).casefold()
        known = self._known_name(head)
        if known is not None:
            return None if self._names_another(head.removeprefix(known)) else known
        picked: list[str] = []
        for word in NAME_WORD.findall(head)[: MAX_NAME_WORDS + 1]:
            if word in self.words.name_ends_before or self.words.is_verb(word):
                break
            picked.append(word)
        if not picked or len(picked) > MAX_NAME_WORDS or {picked[0], picked[-1]} & self.words.nobody:
            return None
        return " ".join(picked)

    def _name_before(self, clause: str) -> str | None:
        """Return the subject of a verb that follows this clause: "Then the owl, in three pairs of glasses,"."""
        *others, last = re.split(r", | and ", clause)
        if NAME_WORD.search(last):
            speaker = self.speaker_name(self._without_opening(last))
            if speaker is not None:
                return speaker
        known = (self._known_name(self._without_opening(part)) for part in reversed(others))
        return next((name for name in known if name is not None), None)

    def _without_opening(self, clause: str) -> str:
        """Return a clause without words like "then" and without an article."""
        clause = clause.strip()
        first, _, rest = clause.partition(" ")
        opened = rest if first.casefold() in self.words.openings else clause
        return get_language().strip_article(opened.strip()).casefold()

    def _known_name(self, clause: str) -> str | None:
        """Return the longest known name with which a clause begins."""
        fitting = (name for name in self.names if re.match(rf"{re.escape(name)}(?![\w'-])", clause))
        return max(fitting, key=len, default=None)

    def _names_another(self, rest: str) -> bool:
        """Return whether a second name follows: "the owl and the cook"."""
        joined = re.match(r"\s+and\s+(.*)", rest)
        return joined is not None and self._known_name(self._without_opening(joined[1])) is not None

    def _attribution(self, verb: str, clause: str, speaker: str | None) -> Attribution:
        """Return the speaker with the manner of the verb, or of an adverb in the clause."""
        manner = self.words.manner_of_verb(verb.casefold()) or self.words.manner_beside(clause.casefold())
        return Attribution(speaker, manner)


def last_clause(lead: str) -> str:
    """Return the words of the sentence that leads to a quotation."""
    return re.split(r"[.!?…]\s", lead)[-1].strip()


def is_one_sentence(words: str) -> bool:
    """Return whether these words between two quotations only name the speaker of the first."""
    return len([part for part in re.split(r"[.!?](?:\s|$)", words) if part.strip()]) == 1


def is_within_sentence(lead: str) -> bool:
    """Return whether a quotation goes on after these words: "And now," said the owl, "it is late."."""
    return lead.rstrip().endswith(",") and lead[:1] in (" ", ",") and re.search(r"[.!?]\s", lead) is None


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

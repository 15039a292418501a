"""Prepare a story for telling: its sentences as passages of breath groups, with the pause after each."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from narrator.apps.bedtime.settings import BREATH_PAUSE_S, CHAPTER_PAUSE_S, PARAGRAPH_PAUSE_S, SENTENCE_PAUSE_S
from narrator.language.lines.attribution import SpokenPart, StoryDirector
from narrator.language.lines.story import Sentence, ToldStory
from narrator.speech.tts.phrasing import MAX_GROUP_WORDS, BreathGroup, group_clauses, speakable_sentences

MAX_WORDS_IN_ONE_BREATH = 28
"""Longer sentences are rendered in parts. Whole sentences sound better, and at bedtime the first word may come late."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of the story, or a sentence before or after it."""

    breaths: tuple[BreathGroup, ...]
    pause: float  # seconds of silence after it
    number: int | None = None  # index of the sentence in the story; `None` for the opening and the ending
    chapter: int = 0
    clip: str | None = None  # name of a player's recording that follows
    clip_text: str = ""  # transcript of that recording
    parts: tuple[SpokenPart, ...] = ()  # for each breath, the part it belongs to; empty if the narrator speaks it all

    @property
    def directed_breaths(self) -> Iterator[tuple[BreathGroup, SpokenPart]]:
        """Each breath with its part. Only the first breath of a part has its sounds and its beat."""
        previous: SpokenPart | None = None
        for breath, part in zip(
            self.breaths, self.parts or map(SpokenPart, (self.text,) * len(self.breaths)), strict=True
        ):
            yield breath, replace(part, sounds=(), beat=False) if part is previous else part
            previous = part

    @property
    def text(self) -> str:
        return " ".join(breath.text for breath in self.breaths)


def framing_passage(text: str, breath_before: Collection[str] = ()) -> Passage:
    """Make a passage from words around the story: its title, or "good night"."""
    return Passage(split_into_breaths(text, breath_before), CHAPTER_PAUSE_S)


def write_script(
    story: ToldStory,
    start: int = 0,
    is_audible: Callable[[str], bool] = lambda clip: True,
    breath_before: Collection[str] = (),
    *,
    with_sounds: bool = True,
) -> Iterator[Passage]:
    """Yield the passages of a story from this sentence on. `is_audible` returns whether a recording will be played."""
    number = 0
    director = StoryDirector(story)
    for chapter_number, chapter in enumerate(story.chapters):
        paragraphs: list[list[tuple[int, Sentence]]] = []
        for paragraph in chapter.paragraphs:
            paragraphs.append(list(tellable_sentences(enumerate(paragraph, start=number), is_audible)))
            number += len(paragraph)
        paragraphs = [sentences for sentences in paragraphs if sentences]
        for sentences in paragraphs:
            last_pause = CHAPTER_PAUSE_S if sentences is paragraphs[-1] else PARAGRAPH_PAUSE_S
            directed = director.direct([sentence for _, sentence in sentences], with_sounds=with_sounds)
            for (index, sentence), parts in zip(sentences, directed, strict=True):
                pause = last_pause if index == sentences[-1][0] else SENTENCE_PAUSE_S
                if index >= start:
                    breaths, of_parts = split_parts(parts, breath_before)
                    yield Passage(breaths, pause, index, chapter_number, sentence.clip, sentence.clip_text, of_parts)


def split_parts(
    parts: Sequence[SpokenPart], breath_before: Collection[str]
) -> tuple[tuple[BreathGroup, ...], tuple[SpokenPart, ...]]:
    """Return the breaths of all parts of a sentence, and for each breath the part it belongs to."""
    breaths: list[BreathGroup] = []
    of_parts: list[SpokenPart] = []
    for part in parts:
        own = split_into_breaths(part.text, breath_before)
        breaths += [*own[:-1], *(replace(breath, pause_s=BREATH_PAUSE_S) for breath in own[-1:])]
        of_parts += [part] * len(own)
    return tuple(breaths), tuple(of_parts)


def tellable_sentences(
    paragraph: Iterable[tuple[int, Sentence]], is_audible: Callable[[str], bool]
) -> Iterator[tuple[int, Sentence]]:
    """Yield the sentences of a paragraph that can be told.

    The narrator reads the transcript of a recording that is not played. Without a transcript, the sentences before the
    recording are dropped too.
    """
    sentences: list[tuple[int, Sentence]] = []
    for number, sentence in paragraph:
        if sentence.clip is None or is_audible(sentence.clip):
            sentences.append((number, sentence))
        elif sentence.clip_text:
            sentences.append((number, Sentence(f"{sentence.text} {sentence.clip_text}")))
        else:
            sentences.clear()
    yield from sentences


def split_into_breaths(text: str, breath_before: Collection[str] = ()) -> tuple[BreathGroup, ...]:
    """Split text into sentences, and only very long sentences into parts. The last has no pause."""
    breaths: list[BreathGroup] = []
    for _, sentence in speakable_sentences(text):
        is_short = len(sentence.split()) <= MAX_WORDS_IN_ONE_BREATH
        parts = [sentence] if is_short else list(group_clauses(sentence, MAX_GROUP_WORDS, breath_before))
        breaths += [BreathGroup(part, BREATH_PAUSE_S) for part in parts[:-1]]
        breaths.append(BreathGroup(parts[-1], SENTENCE_PAUSE_S))
    return (*breaths[:-1], replace(breaths[-1], pause_s=0.0)) if breaths else ()

"""What is to be told: the story sentence by sentence, cut into breaths, each with the silence behind it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from narrator.bedtime.manners import BREATH, CHAPTER, PARAGRAPH, SENTENCE
from narrator.shelf.story import Sentence, Story
from narrator.voices.render import MOST, grouped, sentences

ONE_BREATH = 28
"""Words that are said in one go. At bedtime nobody waits for an answer, so a whole sentence may be rendered at once;
it sounds better so."""


@dataclass(frozen=True, slots=True)
class Breath:
    """Some words, and the silence behind them."""

    text: str
    pause: float
    """In seconds."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence as it is told."""

    breaths: tuple[Breath, ...]
    pause: float
    """Seconds of silence behind it."""
    number: int | None = None
    """Which sentence of the story it is; none if it only leads in or out."""
    chapter: int = 0
    clip: str | None = None
    """A player's own recording that follows."""

    @property
    def text(self) -> str:
        return " ".join(breath.text for breath in self.breaths)


def script_of(
    story: Story,
    *,
    start: int = 0,
    heard: Callable[[str], bool] = lambda clip: True,
    opening: Sequence[str] = (),
    closing: Sequence[str] = (),
    breath_before: Collection[str] = (),
) -> tuple[Passage, ...]:
    """All that is told of a story, from this sentence on. `heard`: whether this recording is to be heard."""
    lead_in = [Passage(breaths_of(text, breath_before), CHAPTER) for text in opening]
    lead_out = [Passage(breaths_of(text, breath_before), SENTENCE) for text in closing]
    told = [each for each in passages_of(story, heard, breath_before) if each.number is not None and each.number >= start]
    return (*lead_in, *told, *lead_out)


def passages_of(story: Story, heard: Callable[[str], bool], breath_before: Collection[str] = ()) -> Iterator[Passage]:
    number = 0
    for at, chapter in enumerate(story.chapters):
        told: list[list[tuple[int, Sentence]]] = []
        for paragraph in chapter.paragraphs:
            told.append(list(tellable(enumerate(paragraph, start=number), heard)))
            number += len(paragraph)
        told = [paragraph for paragraph in told if paragraph]
        for part, paragraph in enumerate(told, start=1):
            for place, (which, sentence) in enumerate(paragraph, start=1):
                pause = SENTENCE if place < len(paragraph) else PARAGRAPH if part < len(told) else CHAPTER
                yield Passage(breaths_of(sentence.text, breath_before), pause, which, at, sentence.clip)


def tellable(
    paragraph: Iterable[tuple[int, Sentence]], heard: Callable[[str], bool]
) -> Iterator[tuple[int, Sentence]]:
    """What can be told of a paragraph. A recording that is not to be heard is read out by the narrator; if nobody knows
    what it says, the words that lead to it are left out as well."""
    leading: list[tuple[int, Sentence]] = []
    for number, sentence in paragraph:
        if sentence.clip is None or heard(sentence.clip):
            leading.append((number, sentence))
        elif sentence.said:
            leading.append((number, Sentence(f"{sentence.text} {sentence.said}")))
        else:
            leading.clear()
    yield from leading


def breaths_of(text: str, breath_before: Collection[str] = ()) -> tuple[Breath, ...]:
    """The words as they are breathed: whole sentences, and only very long ones in parts. The last has no pause."""
    breaths: list[Breath] = []
    for _, sentence in sentences(text):
        parts = [sentence] if len(sentence.split()) <= ONE_BREATH else list(grouped(sentence, MOST, breath_before))
        breaths += [Breath(part, BREATH) for part in parts[:-1]]
        breaths.append(Breath(parts[-1], SENTENCE))
    return (*breaths[:-1], replace(breaths[-1], pause=0.0)) if breaths else ()

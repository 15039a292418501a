"""What is to be told: the story sentence by sentence, cut into breaths, each with the silence behind it."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from narrator.apps.bedtime.settings import BREATH_PAUSE_S, CHAPTER_PAUSE_S, PARAGRAPH_PAUSE_S, SENTENCE_PAUSE_S
from narrator.language.lines.story import Sentence, ToldStory
from narrator.speech.tts.phrasing import MOST, BreathGroup, grouped, speakable

MAX_WORDS_IN_ONE_BREATH = 28
"""Words that are said in one go. At bedtime nobody waits for an answer, so a whole sentence may be rendered at once;
it sounds better so."""


@dataclass(frozen=True, slots=True)
class Passage:
    breaths: tuple[BreathGroup, ...]
    pause: float  # seconds of silence behind it
    number: int | None = None  # which sentence of the story it is; none if it only leads in or out
    chapter: int = 0
    clip: str | None = None  # a player's own recording that follows
    said: str = ""  # what that recording says, as well as it was understood

    @property
    def text(self) -> str:
        return " ".join(breath.text for breath in self.breaths)


def framing_passage(text: str, breath_before: Collection[str] = ()) -> Passage:
    """Words around the story: its title, or good night."""
    return Passage(split_into_breaths(text, breath_before), CHAPTER_PAUSE_S)


def write_script(
    story: ToldStory,
    start: int = 0,
    heard: Callable[[str], bool] = lambda clip: True,
    breath_before: Collection[str] = (),
) -> Iterator[Passage]:
    """All that is told of a story, from this sentence on. `heard`: whether this recording is to be heard."""
    number = 0
    for at, chapter in enumerate(story.chapters):
        told: list[list[tuple[int, Sentence]]] = []
        for paragraph in chapter.paragraphs:
            told.append(list(tellable_sentences(enumerate(paragraph, start=number), heard)))
            number += len(paragraph)
        told = [some for some in told if some]
        for part, some in enumerate(told, start=1):
            for place, (which, sentence) in enumerate(some, start=1):
                pause = (
                    SENTENCE_PAUSE_S
                    if place < len(some)
                    else PARAGRAPH_PAUSE_S
                    if part < len(told)
                    else CHAPTER_PAUSE_S
                )
                if which >= start:
                    breaths = split_into_breaths(sentence.text, breath_before)
                    yield Passage(breaths, pause, which, at, sentence.clip, sentence.clip_text)


def tellable_sentences(
    paragraph: Iterable[tuple[int, Sentence]], heard: Callable[[str], bool]
) -> Iterator[tuple[int, Sentence]]:
    """What can be told of a paragraph. A recording that is not to be heard is read out by the narrator; if nobody knows
    what it says, the words that lead to it are left out as well."""
    leading: list[tuple[int, Sentence]] = []
    for number, sentence in paragraph:
        if sentence.clip is None or heard(sentence.clip):
            leading.append((number, sentence))
        elif sentence.clip_text:
            leading.append((number, Sentence(f"{sentence.text} {sentence.clip_text}")))
        else:
            leading.clear()
    yield from leading


def split_into_breaths(text: str, breath_before: Collection[str] = ()) -> tuple[BreathGroup, ...]:
    """The words as they are breathed: whole sentences, and only very long ones in parts. The last has no pause."""
    breaths: list[BreathGroup] = []
    for _, sentence in speakable(text):
        parts = (
            [sentence]
            if len(sentence.split()) <= MAX_WORDS_IN_ONE_BREATH
            else list(grouped(sentence, MOST, breath_before))
        )
        breaths += [BreathGroup(part, BREATH_PAUSE_S) for part in parts[:-1]]
        breaths.append(BreathGroup(parts[-1], SENTENCE_PAUSE_S))
    return (*breaths[:-1], replace(breaths[-1], pause=0.0)) if breaths else ()

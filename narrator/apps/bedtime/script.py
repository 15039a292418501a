"""Prepare a story for telling: its sentences as passages, with the pause after each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from narrator.apps.bedtime.settings import BREATH_PAUSE_S, CHAPTER_PAUSE_S, PARAGRAPH_PAUSE_S, SENTENCE_PAUSE_S
from narrator.language.lines.attribution import SpokenPart, StoryDirector
from narrator.language.lines.story import Sentence, ToldStory
from narrator.speech.tts.phrasing import SpokenPiece, speakable_sentences


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of the story, or a sentence before or after it."""

    pieces: tuple[SpokenPiece, ...]
    pause: float  # seconds of silence after it
    number: int | None = None  # index of the sentence in the story; `None` for the opening and the ending
    chapter: int = 0
    clip: str | None = None  # name of a player's recording that follows
    clip_text: str = ""  # transcript of that recording
    parts: tuple[SpokenPart, ...] = ()  # for each piece, the part it belongs to; empty if the narrator speaks it all

    @property
    def directed_pieces(self) -> Iterator[tuple[SpokenPiece, SpokenPart]]:
        """Each piece with its part. Only the first piece of a part has its sounds and its beat."""
        previous: SpokenPart | None = None
        parts = self.parts or map(SpokenPart, (self.text,) * len(self.pieces))
        for piece, part in zip(self.pieces, parts, strict=True):
            yield piece, replace(part, sounds=(), beat=False) if part is previous else part
            previous = part

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)


def framing_passage(text: str) -> Passage:
    """Make a passage from words around the story: its title, or "good night"."""
    return Passage(split_at_sentences(text), CHAPTER_PAUSE_S)


def write_script(
    story: ToldStory,
    start: int = 0,
    is_audible: Callable[[str], bool] = lambda clip: True,
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
                    pieces, of_parts = split_parts(parts)
                    yield Passage(pieces, pause, index, chapter_number, sentence.clip, sentence.clip_text, of_parts)


def split_parts(parts: Sequence[SpokenPart]) -> tuple[tuple[SpokenPiece, ...], tuple[SpokenPart, ...]]:
    """Return the pieces of all parts of a sentence, and for each piece the part it belongs to."""
    pieces: list[SpokenPiece] = []
    of_parts: list[SpokenPart] = []
    for part in parts:
        own = split_at_sentences(part.text)
        pieces += [*own[:-1], *(replace(piece, pause_s=BREATH_PAUSE_S) for piece in own[-1:])]
        of_parts += [part] * len(own)
    return tuple(pieces), tuple(of_parts)


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


def split_at_sentences(text: str) -> tuple[SpokenPiece, ...]:
    """Split text into sentences. The last has no pause."""
    pieces = [SpokenPiece(sentence, SENTENCE_PAUSE_S) for _, sentence in speakable_sentences(text)]
    return (*pieces[:-1], *(replace(piece, pause_s=0.0) for piece in pieces[-1:]))

"""Choose who speaks for the characters on each page of a bedtime story, so that no voice changes within a page."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from narrator.apps.bedtime.script import Passage
from narrator.language.lines.attribution import SpokenPart
from narrator.speech.pcm import Pcm
from narrator.speech.tts.kokoro import KokoroReader
from narrator.speech.tts.role_voices import Delivery, RoleVoice, cast_voices, plan_delivery
from narrator.speech.tts.synthesiser import RenderPriority, Synthesiser


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page on which Kokoro speaks for the characters, and their voices."""

    roles: Mapping[str, RoleVoice]


class StoryVoices:
    """Chooses the voices of each page: Kokoro for the characters if all they say on it is rendered, else the narrator.

    The narrator always reads the rest.
    """

    def __init__(
        self,
        synthesiser: Synthesiser,
        rate: int,
        reader: KokoroReader | None = None,
        *,
        may_wait: bool = False,
        respell: Callable[[str], str] = str,
    ) -> None:
        """Take the voices. With `may_wait`, Kokoro renders what is missing, as for a file."""
        self._synthesiser, self._rate, self._reader, self._may_wait = synthesiser, rate, reader, may_wait
        self._respell = respell
        self._script: Sequence[Passage] = ()
        self._language = ""
        self._changes: dict[str, int] = {}
        self._roles: Mapping[str, RoleVoice] = {}
        self._pages: dict[int | None, RenderedPage | None] = {}
        """The pages that were begun; `None` for those that the narrator reads alone."""

    def begin_story(self, script: Sequence[Passage], language: str, changes: Mapping[str, int] | None = None) -> None:
        """Give the characters of this story their voices. `changes` counts how often others were asked for."""
        self._script, self._language, self._changes = script, language, dict(changes or {})
        self._pages.clear()
        self._roles = cast_voices(self.speakers, language, self._changes)

    @property
    def speakers(self) -> tuple[str, ...]:
        """The characters of the story, in the order of their first words."""
        return speakers_of(self._script)

    def change_voice(self, speaker: str) -> Mapping[str, int]:
        """Give a character another voice, and return all changes.

        The narrator imitates it at once. A page that Kokoro has begun keeps its voices. The next pages are rendered in
        the background, and Kokoro speaks on those that are ready in time.
        """
        self._changes[speaker] = self._changes.get(speaker, 0) + 1
        self._roles = cast_voices(self.speakers, self._language, self._changes)
        if self._reader is not None:
            for passage in self._script:
                if page_of(passage) not in self._pages:
                    for text, speaking, voice, rate in spoken_by_characters(passage, self._roles):
                        if speaking == speaker:
                            self._request_kokoro(self._reader, text, voice, rate)
        return self._changes

    def delivery(self, part: SpokenPart, page: int | None) -> Delivery:
        """Return how to speak this part on this page."""
        rendered = self._pages.get(page)
        return plan_delivery(part, rendered.roles if rendered else self._roles)

    def request(self, text: str, part: SpokenPart, page: int | None, when: RenderPriority) -> "Future[Pcm]":
        """Start rendering a text of this page."""
        uses_kokoro = self._reader is not None and self._uses_kokoro(self._reader, page)
        delivery = self.delivery(part, page)
        if self._reader is not None and uses_kokoro and delivery.voice is not None:
            return self._request_kokoro(self._reader, text, delivery.voice, delivery.rate)
        return self._synthesiser.submit(self._respell(text), delivery.live_rate(self._rate), when)

    def finish(self, pcm: Pcm, delivery: Delivery, page: int | None) -> Pcm:
        """Return the rendered words in the pitch of their character."""
        return pcm if self._pages.get(page) else delivery.shift_pitch(pcm)

    def make_urgent(self, answer: "Future[Pcm]") -> None:
        self._synthesiser.make_urgent(answer)

    def _request_kokoro(self, reader: KokoroReader, text: str, voice: RoleVoice, rate: float) -> "Future[Pcm]":
        return reader.request(self._respell(text), voice.kokoro, round(self._rate * rate))

    def _uses_kokoro(self, reader: KokoroReader, page: int | None) -> bool:
        """Decide once for each page, so that its voices never change."""
        if page not in self._pages:
            is_ready = self._may_wait or all(
                reader.has(self._respell(text), voice.kokoro, round(self._rate * rate))
                for passage in self._script
                if page_of(passage) == page
                for text, _, voice, rate in spoken_by_characters(passage, self._roles)
            )
            self._pages[page] = RenderedPage(self._roles) if is_ready else None
        return self._pages[page] is not None


def speakers_of(script: Iterable[Passage]) -> tuple[str, ...]:
    """Return the characters of a story, in the order of their first words."""
    return tuple(
        dict.fromkeys(part.speaker for passage in script for part in passage.parts if part.speaker is not None)
    )


def spoken_by_characters(
    passage: Passage, roles: Mapping[str, RoleVoice]
) -> Iterator[tuple[str, str | None, RoleVoice, float]]:
    """Yield each piece that a character says: its text, the character, its voice and its rate."""
    for piece, part in passage.directed_pieces:
        delivery = plan_delivery(part, roles)
        if delivery.voice is not None:
            yield piece.text, part.speaker, delivery.voice, delivery.rate


def page_of(passage: Passage) -> int | None:
    """Return the chapter of a passage; `None` for the words around the story."""
    return None if passage.number is None else passage.chapter

"""Choose who reads each page of a bedtime story, so that voices are never mixed within a page."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future

from narrator.apps.bedtime.script import Passage
from narrator.language.lines.attribution import SpokenPart
from narrator.speech.pcm import Pcm
from narrator.speech.tts.kokoro import STORY_NARRATOR, KokoroReader
from narrator.speech.tts.role_voices import Delivery, RoleVoice, cast_voices, plan_delivery
from narrator.speech.tts.synthesiser import RenderPriority, Synthesiser


class StoryVoices:
    """Chooses the voices of each page: Kokoro's if the whole page is rendered, otherwise the live voice."""

    def __init__(
        self, synthesiser: Synthesiser, rate: int, reader: KokoroReader | None = None, *, may_wait: bool = False
    ) -> None:
        """Take the voices. With `may_wait`, Kokoro renders what is missing, as for a file."""
        self._synthesiser, self._rate, self._reader, self._may_wait = synthesiser, rate, reader, may_wait
        self._script: Sequence[Passage] = ()
        self._roles: Mapping[str, RoleVoice] = {}
        self._is_ready: dict[int | None, bool] = {}

    def begin_story(self, script: Sequence[Passage], language: str) -> None:
        """Give the characters of this story their voices."""
        self._script = script
        self._is_ready.clear()
        self._roles = cast_voices((part.speaker for passage in script for part in passage.parts), language)

    def delivery(self, part: SpokenPart) -> Delivery:
        return plan_delivery(part, self._roles)

    def request(
        self, text: str, delivery: Delivery, page: int | None, respell: Callable[[str], str], when: RenderPriority
    ) -> "Future[Pcm]":
        """Start rendering a text of this page."""
        if self._reader is not None and self._uses_kokoro(self._reader, page, respell):
            return self._reader.request(respell(text), kokoro_voice(delivery), round(self._rate * delivery.rate))
        return self._synthesiser.submit(respell(text), delivery.live_rate(self._rate), when)

    def finish(self, pcm: Pcm, delivery: Delivery, page: int | None) -> Pcm:
        """Return the rendered words in the pitch of their character."""
        return pcm if self._is_ready.get(page) else delivery.shift_pitch(pcm)

    def make_urgent(self, answer: "Future[Pcm]") -> None:
        self._synthesiser.make_urgent(answer)

    def _uses_kokoro(self, reader: KokoroReader, page: int | None, respell: Callable[[str], str]) -> bool:
        """Decide once for each page, so that its voices never change."""
        if page not in self._is_ready:
            self._is_ready[page] = self._may_wait or all(
                reader.has(respell(breath.text), kokoro_voice(delivery), round(self._rate * delivery.rate))
                for passage in self._script
                if page_of(passage) == page
                for breath, part in passage.directed_breaths
                for delivery in [self.delivery(part)]
            )
        return self._is_ready[page]


def kokoro_voice(delivery: Delivery) -> str:
    return delivery.voice.kokoro if delivery.voice else STORY_NARRATOR


def page_of(passage: Passage) -> int | None:
    """Return the chapter of a passage; `None` for the words around the story."""
    return None if passage.number is None else passage.chapter

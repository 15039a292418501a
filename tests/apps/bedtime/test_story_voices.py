"""Who reads each page of a story, and what happens after "another voice for the bear"."""

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.story_voices import StoryVoices
from narrator.apps.bedtime.voice_changes import load_voice_changes, save_voice_changes
from narrator.language.lines.attribution import SpokenPart
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.kokoro import KokoroReader, kokoro_voice_name
from narrator.speech.tts.phrasing import SpokenPiece
from narrator.speech.tts.role_voices import cast_voices, plan_delivery
from narrator.speech.tts.synthesiser import RenderPriority
from narrator.storage.journal import Journal

RATE = 140
LINES = [
    SpokenPart("Hello.", "mouse"),
    SpokenPart("said the mouse."),
    SpokenPart("Who is there?", "bear"),
    SpokenPart("Me again.", "mouse"),
]
SCRIPT = [
    Passage((SpokenPiece(part.text, 0.0),), 0.5, number, number // 2, parts=(part,))
    for number, part in enumerate(LINES)
]
SOUND = Pcm.silence(0.1, 24_000)


class LiveVoice:
    """Notes what the narrator is asked to say."""

    def __init__(self) -> None:
        self.said: list[tuple[str, int]] = []

    def submit(self, text: str, rate: int, priority: object = None) -> "Future[Pcm]":
        self.said.append((text, rate))
        answer: Future[Pcm] = Future()
        answer.set_result(SOUND)
        return answer


@pytest.fixture
def cache(tmp_path: Path) -> SpeechCache:
    return SpeechCache(tmp_path)


@pytest.fixture
def reader(cache: SpeechCache) -> Iterator[KokoroReader]:
    reader = KokoroReader(cache)
    yield reader
    reader.close()


def store(cache: SpeechCache, *parts: SpokenPart) -> None:
    voices = cast_voices(["mouse", "bear"], "en")
    for part in parts:
        delivery = plan_delivery(part, voices)
        assert delivery.voice is not None or part.speaker is None
        if delivery.voice is not None:
            cache.put(kokoro_voice_name(delivery.voice.kokoro), round(RATE * delivery.rate), part.text, SOUND)


def begin(reader: KokoroReader | None) -> tuple[StoryVoices, LiveVoice]:
    live = LiveVoice()
    voices = StoryVoices(live, RATE, reader)  # type: ignore[arg-type]  # only `submit` is used
    voices.begin_story(SCRIPT, "en")
    return voices, live


def read_page(voices: StoryVoices, page: int) -> None:
    for part in LINES[2 * page : 2 * page + 2]:
        voices.request(part.text, part, page, RenderPriority.NOW).result()


def test_narrator_imitates_the_characters_of_a_page_that_is_not_complete(cache, reader):
    store(cache, *LINES[:3])  # a sentence of the second page is missing
    voices, live = begin(reader)
    read_page(voices, 0)
    assert [text for text, _ in live.said] == ["said the mouse."]
    read_page(voices, 1)
    assert [text for text, _ in live.said] == ["said the mouse.", "Who is there?", "Me again."]


def test_page_in_progress_keeps_its_voices_and_the_next_gets_the_new_one(cache, reader):
    store(cache, *LINES)
    voices, live = begin(reader)
    before = voices.delivery(LINES[0], 0)
    read_page(voices, 0)
    cache.put(kokoro_voice_name("bf_lily"), RATE, "Me again.", SOUND)  # spares the test from rendering it
    assert voices.change_voice("mouse") == {"mouse": 1}
    assert voices.delivery(LINES[0], 0) == before
    changed = voices.delivery(LINES[3], 1)
    assert changed.voice is not None
    assert before.voice is not None
    assert changed.voice.kokoro == "bf_lily" != before.voice.kokoro
    read_page(voices, 1)
    assert [text for text, _ in live.said] == ["said the mouse."]


def test_imitation_changes_at_once():
    voices, _ = begin(None)
    read_page(voices, 0)
    before = voices.delivery(LINES[0], 0)
    voices.change_voice("mouse")
    assert voices.delivery(LINES[0], 0).voice != before.voice


def test_changed_voices_are_stored_with_the_story(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        save_voice_changes(journal, 3, {"bear": 2})
        assert load_voice_changes(journal, 3) == {"bear": 2}
        assert load_voice_changes(journal, 4) == {}

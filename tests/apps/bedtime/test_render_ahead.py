"""Rendering ahead covers all that bedtime and export need, and stops when the machine is needed."""

import pytest

from narrator.apps.bedtime.render_ahead import is_machine_needed, render_story
from narrator.apps.bedtime.render_lock import rendering_stopped, start_rendering
from narrator.apps.bedtime.script import write_script
from narrator.apps.bedtime.story_manner import StoryManner
from narrator.apps.bedtime.story_voices import StoryVoices
from narrator.apps.export.formats import export_story
from narrator.language.lines.story import ToldStory
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.kokoro import KokoroReader
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from tests.apps.bedtime.helpers import make_story

SENTENCES = (
    '"Shh," whispered the owl. "It is late."',
    "The owl, who had counted every single star above the old hotel twice, and every lamp below it, and every snore "
    "behind each of its hundred doors, sat down at last on the warm chimney and closed its eyes.",
)


@pytest.fixture
def story() -> ToldStory:
    return make_story(*SENTENCES)


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch, tmp_path) -> list[str]:
    """Render silence instead of speech, and note each text."""
    texts: list[str] = []

    def render(text: str, voice: str, rate: int) -> Pcm:
        texts.append(text)
        return Pcm.silence(0.1, 24_000)

    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path))
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("narrator.speech.tts.kokoro.render_kokoro", render)
    monkeypatch.setattr("narrator.apps.export.narration.why_no_kokoro", lambda: None)
    return texts


def test_bedtime_and_export_render_nothing_again(story, rendered, tmp_path):
    changes = {"owl": 1}
    reader = KokoroReader(SpeechCache())
    render_story(story, StoryManner(voice_changes=changes), reader)
    ahead, pronunciation = len(rendered), load_pronunciation("en")
    assert rendered == ["shush,", "It is late."]

    voices = StoryVoices(None, StoryManner().rate, reader, respell=pronunciation.respell)  # type: ignore[arg-type]
    script = list(write_script(story))
    voices.begin_story(script, "en", changes)
    assert all(voices._uses_kokoro(reader, passage.chapter) for passage in script)
    reader.close()

    export_story(story, "mp3", Clips(tmp_path / "clips"), rate=StoryManner().rate, voice_changes=changes)
    assert len(rendered) == ahead


def test_open_game_and_forgetting_stop_the_rendering(rendered, tmp_path):
    assert not is_machine_needed()
    with Journal.open() as journal, journal.lock(1):
        assert is_machine_needed()
    assert not is_machine_needed()
    with rendering_stopped():
        assert is_machine_needed()
    assert not is_machine_needed()


def test_rendering_ahead_can_be_switched_off(monkeypatch):
    monkeypatch.setenv("NARRATOR_RENDER_AHEAD", "0")
    assert not start_rendering()

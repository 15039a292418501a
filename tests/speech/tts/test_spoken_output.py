"""The spoken voice as a whole: the room, the booth, and the music that hides it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from narrator.language.lines.clip_marks import mark_clip
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Cue, LineOutput
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.recording_output import RecordingOutput
from narrator.speech.tts.spoken_output import SpokenOutput
from tests.speech.tts.fakes import PATIENCE, FakeRenderer

HELLO = SpokenLine("Hello! I am the narrator.")
SECRET = SpokenLine("You hold the hedgehog.", "Mia")


class Speaker(RecordingOutput):
    """Remembers what lay beneath, and can hold a piece until it is stopped, as a slow loudspeaker would."""

    def __init__(self) -> None:
        super().__init__(1000)
        self.music: list[bool] = []
        self.holding = False
        self.playing = Event()
        self.released = Event()

    def play(self, pcm: Pcm) -> float:
        self.playing.set()
        if self.holding:
            self.released.wait(PATIENCE)
            return 0.0
        return super().play(pcm)

    def stop(self) -> None:
        self.released.set()
        super().stop()

    def set_background(self, music: Pcm | None) -> None:
        self.music.append(music is not None)


@pytest.fixture
def speak() -> Iterator[Callable[..., SpokenOutput]]:
    voices: list[SpokenOutput] = []

    def make(room: Speaker, booth: Speaker | None = None, **others: object) -> SpokenOutput:
        renderer = others.pop("renderer", None) or FakeRenderer()
        voices.append(SpokenOutput([renderer], room, booth, **others))  # type: ignore[arg-type,list-item]  # test
        return voices[-1]

    yield make
    for voice in voices:
        voice.stop()
        voice.close()


def test_it_is_a_voice(speak: Callable[..., SpokenOutput]) -> None:
    voice: LineOutput = speak(Speaker())
    voice.say([HELLO])


def test_the_room_hears_what_is_for_the_room_and_nothing_else(speak: Callable[..., SpokenOutput]) -> None:
    room, renderer = Speaker(), FakeRenderer()
    voice = speak(room, renderer=renderer)
    voice.say([SECRET, HELLO])
    assert voice.wait(PATIENCE)
    assert renderer.rendered == ["Hello!", "I am the narrator."]


@pytest.mark.point(12)
def test_what_is_private_goes_to_the_booth_and_music_to_the_room(speak: Callable[..., SpokenOutput]) -> None:
    room, booth = Speaker(), Speaker()
    voice = speak(room, booth)
    voice.say([SECRET])
    assert voice.wait(PATIENCE)
    assert booth.seconds > 0
    assert room.seconds == 0
    assert room.music == [True]
    voice.say([SECRET])
    assert room.music == [True], "it plays on through the whole visit"
    voice.say([SpokenLine("Mia has voted, one of four.")])
    assert room.music == [True, False]


def test_the_room_does_not_wait_for_a_whisper(speak: Callable[..., SpokenOutput]) -> None:
    """Nobody can tell from the room how long the secret was."""
    room, booth = Speaker(), Speaker()
    booth.holding = True
    voice = speak(room, booth)
    voice.say([SECRET, HELLO])
    assert booth.playing.wait(PATIENCE)
    assert voice._room.wait(PATIENCE)
    assert room.seconds > 0


def test_stop_is_silence_everywhere_and_tells_where_it_was(speak: Callable[..., SpokenOutput]) -> None:
    room, booth = Speaker(), Speaker()
    room.holding = booth.holding = True
    voice = speak(room, booth)
    voice.say([SECRET, HELLO])
    assert room.playing.wait(PATIENCE)
    assert voice.stop() == (HELLO,)
    assert not voice.is_speaking
    assert voice.wait(PATIENCE)
    assert room.music == [True, False]


def test_say_comes_back_at_once(speak: Callable[..., SpokenOutput]) -> None:
    room = Speaker()
    room.holding = True
    voice = speak(room)
    voice.say([HELLO])
    assert voice.is_speaking
    assert not voice.wait(0.01)


def test_the_ear_is_told_when_speech_begins_and_ends(speak: Callable[..., SpokenOutput]) -> None:
    told: list[bool] = []
    ended = Event()

    def changed(speaking: bool) -> None:
        told.append(speaking)
        if not speaking:
            ended.set()

    voice = speak(Speaker(), on_change=changed)
    voice.say([HELLO])
    assert ended.wait(PATIENCE)
    assert told == [True, False]


@pytest.mark.point(5)
def test_manner_changes_the_rate_of_the_next_words_and_the_volume_at_once(speak: Callable[..., SpokenOutput]) -> None:
    rates: list[int] = []

    class Noting(FakeRenderer):
        def render(self, text: str, rate: int) -> Pcm:
            rates.append(rate)
            return super().render(text, rate)

    room = Speaker()
    voice = speak(room, renderer=Noting())
    usual = room.volume
    voice.set_preferences(Preferences(rate=300, volume=100))
    assert room.volume == 1 > usual
    voice.say([HELLO])
    assert voice.wait(PATIENCE)
    assert set(rates) == {300}


@pytest.mark.point(10, 13)
def test_cues_can_be_switched_off(speak: Callable[..., SpokenOutput]) -> None:
    room = Speaker()
    voice = speak(room)
    voice.set_preferences(Preferences(cues=0))
    voice.play_cue(Cue.DICE)
    assert voice.wait(PATIENCE)
    assert room.seconds == 0
    voice.set_preferences(Preferences())
    voice.play_cue(Cue.DICE)
    assert voice.wait(PATIENCE)
    assert room.seconds > 0.3


def test_a_players_own_voice_is_played_in_its_place(speak: Callable[..., SpokenOutput]) -> None:
    room = Speaker()
    voice = speak(room, find_recording={"mine": Pcm(np.full(500, 1000, dtype=np.int16), 1000)}.get)
    voice.say(
        [
            SpokenLine(
                "Lily's clue is: a long sleep.",
                marked_text="Lily's clue is: " + mark_clip("a long sleep", "mine") + ".",
            )
        ]
    )
    assert voice.wait(PATIENCE)
    assert np.abs(room.to_pcm().samples[-400:] - round(1000 * room.volume)).max() <= 1


def test_lines_are_rendered_ahead_and_then_there_at_once(speak: Callable[..., SpokenOutput], tmp_path: Path) -> None:
    class Telling(SpeechCache):
        def put(self, voice: str, rate: int, text: str, pcm: Pcm) -> None:
            super().put(voice, rate, text, pcm)
            if text == "Goodbye!":
                ahead.set()

    ahead = Event()
    cache = Telling(tmp_path)
    voice = speak(Speaker(), cache=cache)
    voice.prefetch([HELLO.text, "Goodbye!"])
    assert ahead.wait(PATIENCE)
    renderer = FakeRenderer()
    other = speak(Speaker(), cache=cache, renderer=renderer)
    other.say([HELLO, SpokenLine("Goodbye!")])
    assert other.wait(PATIENCE)
    assert renderer.rendered == []


def test_what_was_said_another_day_is_heard_while_the_voice_is_still_loading(
    speak: Callable[..., SpokenOutput], tmp_path: Path
) -> None:
    class Loading(FakeRenderer):
        def load(self) -> None:
            loaded.wait(PATIENCE)

    loaded = Event()
    yesterday = speak(Speaker(), cache=SpeechCache(tmp_path))
    yesterday.say([HELLO])
    assert yesterday.wait(PATIENCE)
    room = Speaker()
    today = speak(room, cache=SpeechCache(tmp_path), renderer=Loading())
    today.say([HELLO])
    assert today.wait(PATIENCE)
    assert room.seconds > 0
    assert not loaded.is_set()
    loaded.set()


def test_without_any_voice_it_says_why_and_does_not_hang(speak: Callable[..., SpokenOutput]) -> None:
    told: list[str] = []
    voice = speak(Speaker(), renderer=FakeRenderer(broken=True), report=told.append)
    voice.say([HELLO])
    assert voice.wait(PATIENCE)
    assert told[0] == "fake is broken. From now on everything is only printed."

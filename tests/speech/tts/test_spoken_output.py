"""The spoken output as a whole: the room, the booth, and the music that covers private lines."""

from collections.abc import Callable, Iterator
from threading import Event

import numpy as np
import pytest

from narrator.language.lines.audience import Alone, Audience
from narrator.language.lines.clip_marks import mark_clip
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Cue
from narrator.speech.tts.recording_output import RecordingOutput
from narrator.speech.tts.spoken_output import SpokenOutput
from tests.speech.tts.fakes import TIMEOUT_S, FakeRenderer

HELLO = SpokenLine("Hello! I am the narrator.")
SECRET = SpokenLine("You hold the hedgehog.", Audience("Mia", Alone.IN_BOOTH))


class FakeSpeaker(RecordingOutput):
    """Remembers the background, and can block in `play` until it is stopped."""

    def __init__(self) -> None:
        super().__init__(1000)
        self.music: list[bool] = []
        self.is_blocking = False
        self.started = Event()
        self.released = Event()

    def play(self, pcm: Pcm) -> float:
        self.started.set()
        if self.is_blocking:
            self.released.wait(TIMEOUT_S)
            return 0.0
        return super().play(pcm)

    def stop(self) -> None:
        self.released.set()
        super().stop()

    def set_background(self, music: Pcm | None) -> None:
        self.music.append(music is not None)


@pytest.fixture
def make_output() -> Iterator[Callable[..., SpokenOutput]]:
    """Return a function that makes spoken outputs; close them after the test."""
    made: list[SpokenOutput] = []

    def make(room: FakeSpeaker, booth: FakeSpeaker | None = None, **options: object) -> SpokenOutput:
        renderer = options.pop("renderer", None) or FakeRenderer()
        made.append(SpokenOutput([renderer], room, booth, **options))  # type: ignore[arg-type,list-item]
        return made[-1]

    yield make
    for voice in made:
        voice.stop()
        voice.close()


def test_room_gets_only_public_lines(make_output: Callable[..., SpokenOutput]) -> None:
    room, renderer = FakeSpeaker(), FakeRenderer()
    voice = make_output(room, renderer=renderer)
    voice.say([SECRET, HELLO])
    assert voice.wait(TIMEOUT_S)
    assert renderer.rendered == ["Hello!", "I am the narrator."]


@pytest.mark.point(12)
def test_private_lines_go_to_the_booth_with_music_in_the_room(make_output: Callable[..., SpokenOutput]) -> None:
    room, booth = FakeSpeaker(), FakeSpeaker()
    voice = make_output(room, booth)
    voice.say([SECRET])
    assert voice.wait(TIMEOUT_S)
    assert booth.seconds > 0
    assert room.seconds == 0
    assert room.music == [True]
    voice.say([SECRET])
    assert room.music == [True], "it plays on during the whole visit"
    voice.say([SpokenLine("Mia has voted, one of four.")])
    assert room.music == [True, False]


def test_room_does_not_wait_for_the_booth(make_output: Callable[..., SpokenOutput]) -> None:
    """The room cannot tell how long the private line was."""
    room, booth = FakeSpeaker(), FakeSpeaker()
    booth.is_blocking = True
    voice = make_output(room, booth)
    voice.say([SECRET, HELLO])
    assert booth.started.wait(TIMEOUT_S)
    assert voice._room.wait(TIMEOUT_S)
    assert room.seconds > 0


def test_stop_silences_both_outputs_and_returns_the_rest(make_output: Callable[..., SpokenOutput]) -> None:
    room, booth = FakeSpeaker(), FakeSpeaker()
    room.is_blocking = booth.is_blocking = True
    voice = make_output(room, booth)
    voice.say([SECRET, HELLO])
    assert room.started.wait(TIMEOUT_S)
    assert voice.stop() == (HELLO,)
    assert not voice.is_speaking
    assert voice.wait(TIMEOUT_S)
    assert room.music == [True, False]


def test_say_returns_at_once(make_output: Callable[..., SpokenOutput]) -> None:
    room = FakeSpeaker()
    room.is_blocking = True
    voice = make_output(room)
    voice.say([HELLO])
    assert voice.is_speaking
    assert not voice.wait(0.01)


def test_start_and_end_of_speech_are_reported(make_output: Callable[..., SpokenOutput]) -> None:
    reports: list[bool] = []
    ended = Event()

    def on_change(speaking: bool) -> None:
        reports.append(speaking)
        if not speaking:
            ended.set()

    voice = make_output(FakeSpeaker(), on_change=on_change)
    voice.say([HELLO])
    assert ended.wait(TIMEOUT_S)
    assert reports == [True, False]


@pytest.mark.point(5)
def test_preferences_change_speed_and_volume(make_output: Callable[..., SpokenOutput]) -> None:
    speeds: list[int] = []

    class SpeedRecorder(FakeRenderer):
        def render(self, text: str, words_per_minute: int) -> Pcm:
            speeds.append(words_per_minute)
            return super().render(text, words_per_minute)

    room = FakeSpeaker()
    voice = make_output(room, renderer=SpeedRecorder())
    default = room.volume
    voice.set_preferences(Preferences(rate=300, volume=100))
    assert room.volume == 1 > default
    voice.say([HELLO])
    assert voice.wait(TIMEOUT_S)
    assert set(speeds) == {300}


@pytest.mark.point(10, 13)
def test_cues_can_be_switched_off(make_output: Callable[..., SpokenOutput]) -> None:
    room = FakeSpeaker()
    voice = make_output(room)
    voice.set_preferences(Preferences(cues=0))
    voice.play_cue(Cue.DICE)
    assert voice.wait(TIMEOUT_S)
    assert room.seconds == 0
    voice.set_preferences(Preferences())
    voice.play_cue(Cue.DICE)
    assert voice.wait(TIMEOUT_S)
    assert room.seconds > 0.3


def test_recording_of_a_player_replaces_the_words(make_output: Callable[..., SpokenOutput]) -> None:
    room = FakeSpeaker()
    voice = make_output(room, find_recording={"mine": Pcm(np.full(500, 1000, dtype=np.int16), 1000)}.get)
    voice.say(
        [
            SpokenLine(
                "Lily's clue is: a long sleep.",
                marked_text="Lily's clue is: " + mark_clip("a long sleep", "mine") + ".",
            )
        ]
    )
    assert voice.wait(TIMEOUT_S)
    assert np.abs(room.to_pcm().samples[-400:] - round(1000 * room.volume)).max() <= 1


def test_without_any_voice_the_reason_is_reported(make_output: Callable[..., SpokenOutput]) -> None:
    reports: list[str] = []
    voice = make_output(FakeSpeaker(), renderer=FakeRenderer(broken=True), report=reports.append)
    voice.say([HELLO])
    assert voice.wait(TIMEOUT_S)
    assert reports[0] == "fake is broken. From now on everything is only printed."

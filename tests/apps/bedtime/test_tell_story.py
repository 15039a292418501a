"""What is really heard at bedtime, measured on the rendered sound of real engines."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from narrator.apps.bedtime.commands import CommandInbox
from narrator.apps.bedtime.script import write_script
from narrator.apps.bedtime.sequencer import Command, Sequencer, StopIn
from narrator.apps.bedtime.settings import (
    BEDTIME_SAMPLE_RATE,
    CHAPTER_PAUSE_S,
    COMMAND_FADE_S,
    MAX_LEVEL_DB,
    MIN_VOICE_LEVEL_DB,
    SENTENCE_PAUSE_S,
    SOFTER_PER_CHAPTER_DB,
    BedtimeSettings,
)
from narrator.apps.bedtime.tell_story import FileOutput, PassageRenderer, SpeakerOutput, tell_story
from narrator.language.lines.preferences import Preferences
from narrator.language.lines.story import Sentence
from narrator.speech.pcm import FULL_SCALE, Pcm
from narrator.speech.ports import Cue
from narrator.speech.tts.cues import load_cue
from narrator.speech.tts.piper import PiperRenderer
from narrator.speech.tts.pronunciation import pronunciation
from narrator.speech.tts.render import Renderer
from narrator.speech.tts.studio import Studio
from narrator.speech.tts.system import SystemRenderer
from narrator.storage.clips import Clips
from tests.apps.bedtime.house import story_of, told_on_tape, voice_like

MOST = FULL_SCALE * 10 ** (MAX_LEVEL_DB / 20)
OWL = story_of(
    ("There was an owl.", "It could not sleep."),
    ("It counted stars.",),
    ("It lost count.", "Then it slept."),
)
SILENT = -90.0


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    made = Studio([SystemRenderer()])
    yield made
    made.close()


@pytest.fixture(scope="module")
def telling(studio: Studio, tmp_path_factory: pytest.TempPathFactory) -> "Telling":
    return Telling(studio, Clips(tmp_path_factory.mktemp("clips")))


class Telling:
    """Remembers what was rendered, so that every test is quick."""

    def __init__(self, studio: Studio, clips: Clips) -> None:
        self._studio, self.clips = studio, clips
        self._rendered: dict[tuple[str, int], object] = {}

    def sounds(self, manners: BedtimeSettings) -> PassageRenderer:
        return PassageRenderer(self, self.clips, pronunciation("en"), manners)

    def want(self, text: str, rate: int, when: object = None) -> object:
        if (text, rate) not in self._rendered:
            self._rendered[text, rate] = self._studio.want(text, rate)
        return self._rendered[text, rate]

    def hurry(self, answer: object) -> None:
        """Nobody waits here."""


def silences(pcm: Pcm) -> list[float]:
    """The seconds of each silence that is longer than one within a word."""
    quiet = np.concatenate([[False], pcm.frame_levels() <= SILENT, [False]])
    edges = np.flatnonzero(np.diff(quiet.astype(np.int8))).reshape(-1, 2)
    return [round((end - start) / 100, 2) for start, end in edges if end - start > 40]


def at(seconds: float, order: Command | StopIn) -> Callable[[Sequencer, FileOutput], None]:
    """Somebody says this at this second."""
    said = False

    def during(teller: Sequencer, tape: FileOutput) -> None:
        nonlocal said
        if tape.now() >= seconds and not said:
            said = True
            teller.obey(order, tape.now())

    return during


# --- how loud ------------------------------------------------------------------------------------


@pytest.mark.parametrize("volume", [35, 60, 80])
def test_nothing_exceeds_the_cap(telling: Telling, volume: int) -> None:
    shout = telling.clips.keep(voice_like(1.0, -4.0).samples, 16_000)
    story = story_of(("Stop!", Sentence("Nick said:", shout)), "Boom, bang, crash!")
    heard, _ = told_on_tape(story, telling.sounds(BedtimeSettings(volume=volume)), BedtimeSettings(volume=volume))
    assert np.abs(heard.samples.astype(np.int32)).max() <= MOST


def test_it_is_softer_than_at_the_table_and_softer_from_chapter_to_chapter(telling: Telling) -> None:
    heard, began = told_on_tape(OWL, telling.sounds(BedtimeSettings()), BedtimeSettings())
    levels = [heard.part(start, start + 1.2).voice_level for start, passage in began if passage.number in (0, 2, 3)]
    assert levels[0] == pytest.approx(-30.0, abs=1.5)
    assert levels[0] < -24.0  # as loud as at the table
    softer = [before - after for before, after in pairwise(levels)]
    assert sum(softer) == pytest.approx(2 * SOFTER_PER_CHAPTER_DB, abs=1.5)
    assert levels[-1] < levels[0]


def test_it_stays_audible_however_soft(telling: Telling) -> None:
    story = story_of(*["Go to sleep now."] * 14)
    heard, began = told_on_tape(
        story, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=at(0.1, Command.SOFTER)
    )
    levels = [heard.part(start, start + 1.5).voice_level for start, _ in began]
    assert levels[0] > levels[3] > levels[-1] + 1
    assert min(levels) == pytest.approx(MIN_VOICE_LEVEL_DB, abs=1.5)


@pytest.mark.parametrize("level", [-45.0, -8.0])
def test_a_child_is_as_loud_as_the_narrator(telling: Telling, level: float) -> None:
    clip = telling.clips.keep(voice_like(1.5, level).samples, 16_000)
    heard, _ = told_on_tape(
        story_of(("Why was it the owl?", Sentence("Lily said:", clip))),
        telling.sounds(BedtimeSettings()),
        BedtimeSettings(),
    )
    child = heard.part(heard.seconds - CHAPTER_PAUSE_S - 1.4, heard.seconds - CHAPTER_PAUSE_S)
    assert child.voice_level == pytest.approx(heard.part(0, 1.0).voice_level, abs=2.0)


def test_without_the_voices_they_are_not_heard(telling: Telling) -> None:
    clip = telling.clips.keep(voice_like(5.0, -20.0).samples, 16_000)
    story = story_of(("Lily knew.", Sentence("Lily said:", clip, "It is wise.")))
    with_voices, _ = told_on_tape(story, telling.sounds(BedtimeSettings()), BedtimeSettings())
    without, began = told_on_tape(
        story, telling.sounds(BedtimeSettings(play_recordings=False)), BedtimeSettings(play_recordings=False)
    )
    assert with_voices.seconds > without.seconds + 2
    assert began[-1][1].text == "Lily said: It is wise."


def test_a_recording_that_is_gone_is_read_out(telling: Telling) -> None:
    story = story_of((Sentence("Lily said:", "game-7-0123456789ab", "It is wise."),))
    _, began = told_on_tape(story, telling.sounds(BedtimeSettings()), BedtimeSettings())
    assert [passage.text for _, passage in began] == ["Lily said: It is wise."]


# --- how slow ------------------------------------------------------------------------------------


def test_it_is_slower_than_usual(telling: Telling) -> None:
    usual = Preferences(rate=200)
    assert BedtimeSettings.for_family(usual).rate == 160
    fast, _ = told_on_tape(OWL, telling.sounds(BedtimeSettings(rate=175)), BedtimeSettings())
    slow, _ = told_on_tape(OWL, telling.sounds(BedtimeSettings.for_family(Preferences())), BedtimeSettings())
    assert slow.seconds > fast.seconds + 0.5


def test_the_pauses_are_as_long_as_written(telling: Telling) -> None:
    heard, _ = told_on_tape(OWL, telling.sounds(BedtimeSettings()), BedtimeSettings())
    wanted = [SENTENCE_PAUSE_S, CHAPTER_PAUSE_S, CHAPTER_PAUSE_S, SENTENCE_PAUSE_S, CHAPTER_PAUSE_S]
    assert silences(heard) == pytest.approx(wanted, abs=0.12)  # each voice has a little silence of its own


# --- no cue --------------------------------------------------------------------------------------


def likeness(pcm: Pcm, cue: Pcm) -> float:
    """How like this cue the most similar place is, from 0 to 1, however soft it is."""
    sound, sought = pcm.samples.astype(np.float64), cue.resampled(pcm.rate).samples.astype(np.float64)
    sought = sought[: pcm.rate // 2]
    size = 1 << (len(sound) + len(sought)).bit_length()
    match = np.fft.irfft(np.fft.rfft(sound, size) * np.conj(np.fft.rfft(sought, size)), size)[: len(sound)]
    energy = np.concatenate([[0.0], np.cumsum(sound**2)])
    ends = np.minimum(np.arange(len(sound)) + len(sought), len(sound))
    around = np.sqrt(energy[ends] - energy[: len(sound)]) * np.linalg.norm(sought)
    return float(np.max(np.abs(match) / np.maximum(around, 1e-3 * around.max())))


def test_no_cue_sounds(telling: Telling) -> None:
    heard, _ = told_on_tape(OWL, telling.sounds(BedtimeSettings()), BedtimeSettings(), around=("The Owl.",))
    for cue in Cue:
        assert likeness(heard, load_cue(cue)) < 0.6, cue
    assert (
        likeness(Pcm.join((heard, load_cue(Cue.HEARD).amplified(-20))), load_cue(Cue.HEARD)) > 0.9
    )  # it would be found


# --- falling silent ------------------------------------------------------------------------------


def gains(heard: Pcm, whole: Pcm) -> list[float]:
    """For each quarter of a second, how loud it is of what it would have been; pauses tell nothing."""
    size = BEDTIME_SAMPLE_RATE // 4
    found = []
    for start in range(0, len(heard.samples) - size + 1, size):
        mine, usual = (np.linalg.norm(each.samples[start : start + size].astype(float)) for each in (heard, whole))
        if usual > 20 * np.sqrt(size):
            found.append(float(mine / usual))
    return found


def assert_fades(heard: Pcm, whole: Pcm, start: float, seconds: float = COMMAND_FADE_S) -> None:
    """From this second on it falls silent, within so many seconds, and nothing cracks."""
    assert heard.seconds == pytest.approx(start + seconds, abs=0.06)
    assert gains(heard.part(0, start), whole)[-1] == pytest.approx(1.0, abs=0.01)
    fading = gains(heard.part(start), whole.part(start))
    assert len(fading) > 4
    assert all(later < before for before, later in pairwise(fading))
    assert fading[-1] < 0.05
    assert np.abs(heard.samples[-round(0.02 * BEDTIME_SAMPLE_RATE) :]).max() <= 2


LONG_SENTENCE = "The owl went on and on and on about the moon and the stars and the sea and the sand and the wind."


LONG_STORY = story_of((LONG_SENTENCE, LONG_SENTENCE))


@pytest.fixture(scope="module")
def whole(telling: Telling) -> Pcm:
    """The long story, when nobody says anything."""
    return told_on_tape(LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings())[0]


def test_good_night_fades_out(telling: Telling, whole: Pcm) -> None:
    during = at(2.0, Command.GOOD_NIGHT)
    heard, _ = told_on_tape(LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=during)
    assert_fades(heard, whole, 2.0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_so_does_a_signal_and_the_second_one_ends_it_at_once(
    telling: Telling, whole: Pcm, number: signal.Signals
) -> None:
    bedside = CommandInbox(lambda sentence: None)
    sent: list[float] = []

    def during(teller: Sequencer, tape: FileOutput) -> None:
        if tape.now() >= 2.0 and not sent:
            sent.append(tape.now())
            os.kill(os.getpid(), number)
        for order in bedside.take_commands():
            teller.obey(order, tape.now())

    with bedside.catching_signals():
        heard, _ = told_on_tape(LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=during)
        assert_fades(heard, whole, 2.0)
        assert bedside.signal == number
        gc.collect()  # or it begins at that very moment, and what is raised in it is lost
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
    assert signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)


def test_the_timer_ends_on_time_and_in_silence(telling: Telling, whole: Pcm) -> None:
    heard, _ = told_on_tape(
        LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=at(0.0, StopIn(6.0))
    )
    assert_fades(heard, whole, 3.0, 3.0)


def test_a_story_that_ends_before_the_timer_just_ends(telling: Telling, whole: Pcm) -> None:
    timed, _ = told_on_tape(
        LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=at(0.0, StopIn(600.0))
    )
    assert np.array_equal(whole.samples, timed.samples)


# --- when the speaker is not there ---------------------------------------------------------------


class Flaky(FileOutput):
    """A tape that is out of order now and then."""

    def __init__(self, broken: list[int]) -> None:
        super().__init__()
        self._broken, self._count = broken, 0

    def play(self, pcm: Pcm, teller: Sequencer) -> bool:
        self._count += 1
        return self._count not in self._broken and super().play(pcm, teller)


def test_a_speaker_that_comes_back_goes_on_with_the_sentence(telling: Telling) -> None:
    kept: list[int | None] = []
    teller = Sequencer(tuple(write_script(OWL)), BedtimeSettings().room_to_soften)
    tell_story(teller, telling.sounds(BedtimeSettings()), Flaky([2, 3]), lambda passage: kept.append(passage.number))
    assert kept == [0, 1, 1, 1, 2, 3, 4]
    assert teller.finished


class Loud:
    """A speaker that plays until it is stopped, and notes how loud it was allowed to be."""

    def __init__(self) -> None:
        self.volume = 1.0
        self.first: float | None = None
        self._stopped = Event()

    def play(self, pcm: Pcm) -> float:
        self.first = self.volume
        self._stopped.wait(20)
        return 0.0

    def stop(self) -> None:
        self._stopped.set()


class Sinking:
    """A teller that sinks with every tick and is then cut."""

    def __init__(self) -> None:
        self.cut = False
        self._volume = 0.5

    def tick(self, now: float) -> float:
        self._volume /= 2
        self.cut = self._volume < 0.01
        return self._volume


def test_in_the_room_the_volume_is_set_before_the_first_sample_and_a_cut_stops_the_speaker() -> None:
    speaker, looks = Loud(), []
    room = SpeakerOutput(speaker, lambda: looks.append(1))
    assert room.play(Pcm.silence(20.0, BEDTIME_SAMPLE_RATE), Sinking())
    room.close()
    assert speaker.first is not None
    assert speaker.first <= 0.25
    assert speaker.volume < 0.01
    assert looks


# --- the other voice -----------------------------------------------------------------------------


def test_piper_keeps_the_cap_and_the_loudness_too(tmp_path: Path) -> None:
    renderers: list[Renderer] = [PiperRenderer()]
    studio = Studio(renderers)
    try:
        sounds = PassageRenderer(studio, Clips(tmp_path), pronunciation("en"), BedtimeSettings())
        heard, _ = told_on_tape(story_of("Puff!", "It slept."), sounds, BedtimeSettings())
    finally:
        studio.close()
    assert np.abs(heard.samples.astype(np.int32)).max() <= MOST
    assert heard.voice_level == pytest.approx(-30.5, abs=1.5)

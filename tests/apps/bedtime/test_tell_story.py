"""Measure what is heard at bedtime on the rendered sound of real voices."""

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
from narrator.apps.bedtime.loudness import BEDTIME_SAMPLE_RATE, MAX_LEVEL_DB
from narrator.apps.bedtime.script import write_script
from narrator.apps.bedtime.sequencer import Command, Sequencer, StopIn
from narrator.apps.bedtime.settings import (
    CHAPTER_PAUSE_S,
    COMMAND_FADE_S,
    MIN_VOICE_LEVEL_DB,
    SENTENCE_PAUSE_S,
    SOFTER_PER_CHAPTER_DB,
    BedtimeSettings,
)
from narrator.apps.bedtime.story_voices import StoryVoices
from narrator.apps.bedtime.tell_story import FileOutput, PassageRenderer, SpeakerOutput, tell_passages
from narrator.language.lines.preferences import Preferences
from narrator.language.lines.story import Sentence
from narrator.speech.pcm import FULL_SCALE, Pcm
from narrator.speech.ports import Cue
from narrator.speech.tts.cues import load_cue
from narrator.speech.tts.hibari import HibariRenderer
from narrator.speech.tts.render import Renderer
from narrator.speech.tts.synthesiser import Synthesiser
from narrator.storage.clips import Clips
from tests.apps.bedtime.helpers import make_story, make_voice_like_sound, tell_to_file

MOST = FULL_SCALE * 10 ** (MAX_LEVEL_DB / 20)
OWL = make_story(
    ("There was an owl.", "It could not sleep."),
    ("It counted stars.",),
    ("It lost count.", "Then it slept."),
)
SILENT = -90.0


@pytest.fixture(scope="module")
def synthesiser() -> Iterator[Synthesiser]:
    made = Synthesiser([HibariRenderer()])
    yield made
    made.close()


@pytest.fixture(scope="module")
def telling(synthesiser: Synthesiser, tmp_path_factory: pytest.TempPathFactory) -> "RenderingCache":
    return RenderingCache(synthesiser, Clips(tmp_path_factory.mktemp("clips")))


class RenderingCache:
    """A synthesiser that renders each text once for all tests."""

    def __init__(self, synthesiser: Synthesiser, clips: Clips) -> None:
        self._synthesiser, self.clips = synthesiser, clips
        self._rendered: dict[tuple[str, int], object] = {}

    def sounds(self, bedtime_settings: BedtimeSettings) -> PassageRenderer:
        return PassageRenderer(StoryVoices(self, bedtime_settings.rate), self.clips, bedtime_settings)

    def submit(self, text: str, rate: int, priority: object = None) -> object:
        if (text, rate) not in self._rendered:
            self._rendered[text, rate] = self._synthesiser.submit(text, rate)
        return self._rendered[text, rate]

    def make_urgent(self, result: object) -> None:
        """Do nothing: the sound is rendered already."""


def measure_silences(pcm: Pcm) -> list[float]:
    """Return the duration in seconds of each silence over 0.4 s."""
    quiet = np.concatenate([[False], pcm.frame_levels() <= SILENT, [False]])
    edges = np.flatnonzero(np.diff(quiet.astype(np.int8))).reshape(-1, 2)
    return [round((end - start) / 100, 2) for start, end in edges if end - start > 40]


def give_command_at(seconds: float, order: Command | StopIn) -> Callable[[Sequencer, FileOutput], None]:
    """Return a function that gives the command at this time."""
    given = False

    def during(sequencer: Sequencer, output: FileOutput) -> None:
        nonlocal given
        if output.now() >= seconds and not given:
            given = True
            sequencer.obey(order, output.now())

    return during


# --- level ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("volume", [35, 60, 80])
def test_no_sample_exceeds_the_maximum_level(telling: RenderingCache, volume: int) -> None:
    shout = telling.clips.keep(make_voice_like_sound(1.0, -4.0).samples, 16_000)
    story = make_story(("Stop!", Sentence("Nick said:", shout)), "Boom, bang, crash!")
    heard, _ = tell_to_file(story, telling.sounds(BedtimeSettings(volume=volume)), BedtimeSettings(volume=volume))
    assert np.abs(heard.samples.astype(np.int32)).max() <= MOST


def test_level_is_below_the_table_and_falls_with_each_chapter(telling: RenderingCache) -> None:
    heard, began = tell_to_file(OWL, telling.sounds(BedtimeSettings()), BedtimeSettings())
    levels = [heard.part(start, start + 1.2).voice_level for start, passage in began if passage.number in (0, 2, 3)]
    assert levels[0] == pytest.approx(-30.0, abs=1.5)
    assert levels[0] < -24.0  # as loud as at the table
    softer = [before - after for before, after in pairwise(levels)]
    assert sum(softer) == pytest.approx(2 * SOFTER_PER_CHAPTER_DB, abs=1.5)
    assert levels[-1] < levels[0]


def test_level_never_falls_below_the_minimum(telling: RenderingCache) -> None:
    names = [
        "Ann",
        "Ben",
        "Cora",
        "Dan",
        "Eve",
        "Finn",
        "Gwen",
        "Hal",
        "Ida",
        "Jack",
        "Kate",
        "Leo",
        "May",
        "Ned",
    ]  # a repeated sentence would get a chime
    story = make_story(*(f"Go to sleep, {name}." for name in names))
    heard, began = tell_to_file(
        story, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=give_command_at(0.1, Command.SOFTER)
    )
    levels = [heard.part(start, start + 1.5).voice_level for start, _ in began]
    assert levels[0] > levels[3] > levels[-1] + 1
    assert min(levels) == pytest.approx(MIN_VOICE_LEVEL_DB, abs=1.5)


@pytest.mark.parametrize("level", [-45.0, -8.0])
def test_recording_is_as_loud_as_the_narrator(telling: RenderingCache, level: float) -> None:
    clip = telling.clips.keep(make_voice_like_sound(1.5, level).samples, 16_000)
    heard, _ = tell_to_file(
        make_story(("Why was it the owl?", Sentence("Lily said:", clip))),
        telling.sounds(BedtimeSettings()),
        BedtimeSettings(),
    )
    child = heard.part(heard.seconds - CHAPTER_PAUSE_S - 1.4, heard.seconds - CHAPTER_PAUSE_S)
    assert child.voice_level == pytest.approx(heard.part(0, 1.0).voice_level, abs=2.0)


def test_recordings_can_be_switched_off(telling: RenderingCache) -> None:
    clip = telling.clips.keep(make_voice_like_sound(5.0, -20.0).samples, 16_000)
    story = make_story(("Lily knew.", Sentence("Lily said:", clip, "It is wise.")))
    with_voices, _ = tell_to_file(story, telling.sounds(BedtimeSettings()), BedtimeSettings())
    without, began = tell_to_file(
        story, telling.sounds(BedtimeSettings(play_recordings=False)), BedtimeSettings(play_recordings=False)
    )
    assert with_voices.seconds > without.seconds + 2
    assert began[-1][1].text == "Lily said: It is wise."


def test_transcript_is_read_if_the_recording_is_missing(telling: RenderingCache) -> None:
    story = make_story((Sentence("Lily said:", "game-7-0123456789ab", "It is wise."),))
    _, began = tell_to_file(story, telling.sounds(BedtimeSettings()), BedtimeSettings())
    assert [passage.text for _, passage in began] == ["Lily said: It is wise."]


# --- rate and pauses -----------------------------------------------------------------------------


def test_rate_is_slower_than_usual(telling: RenderingCache) -> None:
    usual = Preferences(rate=200)
    assert BedtimeSettings.for_family(usual).rate == 160
    fast, _ = tell_to_file(OWL, telling.sounds(BedtimeSettings(rate=175)), BedtimeSettings())
    slow, _ = tell_to_file(OWL, telling.sounds(BedtimeSettings.for_family(Preferences())), BedtimeSettings())
    assert slow.seconds > fast.seconds + 0.5


def test_pauses_have_their_length(telling: RenderingCache) -> None:
    heard, _ = tell_to_file(OWL, telling.sounds(BedtimeSettings()), BedtimeSettings())
    wanted = [SENTENCE_PAUSE_S, CHAPTER_PAUSE_S, CHAPTER_PAUSE_S, SENTENCE_PAUSE_S, CHAPTER_PAUSE_S]
    assert measure_silences(heard) == pytest.approx(wanted, abs=0.12)  # each voice adds a little silence


# --- cues ----------------------------------------------------------------------------------------


def best_correlation(pcm: Pcm, cue: Pcm) -> float:
    """Return the highest correlation with the cue at any position, from 0 to 1, independent of its level."""
    sound, sought = pcm.samples.astype(np.float64), cue.resampled(pcm.rate).samples.astype(np.float64)
    sought = sought[: pcm.rate // 2]
    size = 1 << (len(sound) + len(sought)).bit_length()
    match = np.fft.irfft(np.fft.rfft(sound, size) * np.conj(np.fft.rfft(sought, size)), size)[: len(sound)]
    energy = np.concatenate([[0.0], np.cumsum(sound**2)])
    ends = np.minimum(np.arange(len(sound)) + len(sought), len(sound))
    around = np.sqrt(energy[ends] - energy[: len(sound)]) * np.linalg.norm(sought)
    return float(np.max(np.abs(match) / np.maximum(around, 1e-3 * around.max())))


def test_no_cue_is_played(telling: RenderingCache) -> None:
    heard, _ = tell_to_file(OWL, telling.sounds(BedtimeSettings()), BedtimeSettings(), around=("The Owl.",))
    for cue in Cue:
        assert best_correlation(heard, load_cue(cue)) < 0.8, cue  # the voice's own vowels reach 0.7, a cue 0.9
    assert (
        best_correlation(Pcm.join((heard, load_cue(Cue.HEARD).amplified(-20))), load_cue(Cue.HEARD)) > 0.9
    )  # a cue would be found


# --- fading out ----------------------------------------------------------------------------------


def relative_levels(heard: Pcm, whole: Pcm) -> list[float]:
    """Return the level relative to the unfaded sound, for each quarter of a second without a pause."""
    size = BEDTIME_SAMPLE_RATE // 4
    found = []
    for start in range(0, len(heard.samples) - size + 1, size):
        mine, usual = (np.linalg.norm(each.samples[start : start + size].astype(float)) for each in (heard, whole))
        if usual > 20 * np.sqrt(size):
            found.append(float(mine / usual))
    return found


def assert_fades(heard: Pcm, whole: Pcm, start: float, seconds: float = COMMAND_FADE_S) -> None:
    """Check that the sound fades from this time on, for this long, without a click at the end."""
    assert heard.seconds == pytest.approx(start + seconds, abs=0.06)
    assert relative_levels(heard.part(0, start), whole)[-1] == pytest.approx(1.0, abs=0.01)
    fading = relative_levels(heard.part(start), whole.part(start))
    assert len(fading) > 4
    assert all(later < before for before, later in pairwise(fading))
    assert fading[-1] < 0.05
    assert np.abs(heard.samples[-round(0.02 * BEDTIME_SAMPLE_RATE) :]).max() <= 2


LONG_SENTENCE = "The owl went on and on and on about the moon and the stars and the sea and the sand and the wind."


LONG_STORY = make_story((LONG_SENTENCE, LONG_SENTENCE))


@pytest.fixture(scope="module")
def whole(telling: RenderingCache) -> Pcm:
    """Return the sound of the long story without any command."""
    return tell_to_file(LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings())[0]


def test_good_night_fades_out(telling: RenderingCache, whole: Pcm) -> None:
    during = give_command_at(2.0, Command.GOOD_NIGHT)
    heard, _ = tell_to_file(LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=during)
    assert_fades(heard, whole, 2.0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_fades_out_and_a_second_one_ends_at_once(
    telling: RenderingCache, whole: Pcm, number: signal.Signals
) -> None:
    inbox = CommandInbox(lambda sentence: None)
    sent: list[float] = []

    def during(sequencer: Sequencer, output: FileOutput) -> None:
        if output.now() >= 2.0 and not sent:
            sent.append(output.now())
            os.kill(os.getpid(), number)
        for order in inbox.take_commands():
            sequencer.obey(order, output.now())

    with inbox.catching_signals():
        heard, _ = tell_to_file(LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=during)
        assert_fades(heard, whole, 2.0)
        assert inbox.signal == number
        gc.collect()  # otherwise it may run while the signal arrives and swallow the exception
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
    assert signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)


def test_timer_ends_on_time_with_a_fade(telling: RenderingCache, whole: Pcm) -> None:
    heard, _ = tell_to_file(
        LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=give_command_at(0.0, StopIn(6.0))
    )
    assert_fades(heard, whole, 3.0, 3.0)


def test_timer_does_not_change_a_shorter_story(telling: RenderingCache, whole: Pcm) -> None:
    timed, _ = tell_to_file(
        LONG_STORY, telling.sounds(BedtimeSettings()), BedtimeSettings(), during=give_command_at(0.0, StopIn(600.0))
    )
    assert np.array_equal(whole.samples, timed.samples)


# --- a failing speaker ---------------------------------------------------------------------------


class FailingOutput(FileOutput):
    """An output that fails at some calls."""

    def __init__(self, broken: list[int]) -> None:
        super().__init__()
        self._broken, self._count = broken, 0

    def play(self, pcm: Pcm, sequencer: Sequencer) -> bool:
        self._count += 1
        return self._count not in self._broken and super().play(pcm, sequencer)


def test_sentence_is_repeated_when_the_speaker_returns(telling: RenderingCache) -> None:
    started: list[int | None] = []
    sequencer = Sequencer(tuple(write_script(OWL)), BedtimeSettings().room_to_soften)
    tell_passages(
        sequencer,
        telling.sounds(BedtimeSettings()),
        FailingOutput([2, 3]),
        lambda passage: started.append(passage.number),
    )
    assert started == [0, 1, 1, 1, 2, 3, 4]
    assert sequencer.finished


class BlockingSpeaker:
    """A speaker that plays until it is stopped, and records its volume at the start."""

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


class FadingSequencer:
    """A sequencer that fades with every tick and is then cut."""

    def __init__(self) -> None:
        self.cut = False
        self._volume = 0.5

    def tick(self, now: float) -> float:
        self._volume /= 2
        self.cut = self._volume < 0.01
        return self._volume


def test_volume_is_set_before_playing_and_a_cut_stops_the_speaker() -> None:
    speaker, looks = BlockingSpeaker(), []
    room = SpeakerOutput(speaker, lambda: looks.append(1))
    assert room.play(Pcm.silence(20.0, BEDTIME_SAMPLE_RATE), FadingSequencer())
    room.close()
    assert speaker.first is not None
    assert speaker.first <= 0.25
    assert speaker.volume < 0.01
    assert looks


# --- the narrator's voice ------------------------------------------------------------------------


def test_narrators_voice_has_the_right_level(tmp_path: Path) -> None:
    renderers: list[Renderer] = [HibariRenderer()]
    synthesiser = Synthesiser(renderers)
    try:
        sounds = PassageRenderer(StoryVoices(synthesiser, BedtimeSettings().rate), Clips(tmp_path), BedtimeSettings())
        heard, _ = tell_to_file(make_story("Puff!", "It slept."), sounds, BedtimeSettings())
    finally:
        synthesiser.close()
    assert np.abs(heard.samples.astype(np.int32)).max() <= MOST
    assert heard.voice_level == pytest.approx(-30.5, abs=1.5)

"""The speaking queue, playing into a recording: without threads and real time."""

from concurrent.futures import Future
from threading import Event, Thread
from typing import Any

import pytest

from narrator.core.errors import NarratorError
from narrator.language.lines.audience import Alone, Audience
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.pcm import Pcm
from narrator.speech.tts.recording_output import RecordingOutput
from narrator.speech.tts.speaking_queue import SECONDS_PER_LETTER, SpeakingQueue
from narrator.speech.tts.synthesiser import RenderPriority
from tests.speech.tts.fakes import RATE, TIMEOUT_S, InstantSynthesiser, tone

STORY = SpokenLine("Hello! Once upon a time, in a land far away, there was a cat, and it was hungry. The end.")
SCORES = SpokenLine("Lily has three points.")
ALONE = Audience("Lily", Alone.EARS_COVERED)


class RecordedQueue:
    """A queue that plays into a recording and is stopped after `stop_after` seconds of sound."""

    def __init__(self, stop_after: float = 1e9) -> None:
        self.output = RecordingOutput(RATE, on_block=self._on_block)
        self.synthesiser = InstantSynthesiser(lambda: self.output.seconds)
        self.queue = SpeakingQueue(self.synthesiser, self.output)
        self.stopped: tuple[SpokenLine, ...] = ()
        self.stopped_at: float | None = None
        self._stop_after = stop_after

    def _on_block(self, block: Pcm) -> None:
        if self.output.seconds >= self._stop_after and self.stopped_at is None:
            self.stopped_at = self.output.seconds
            self.stopped = self.queue.stop()

    def play_all(self) -> None:
        while self.queue.step():
            pass


def test_lines_are_played_in_order() -> None:
    recorded = RecordedQueue()
    recorded.queue.put([STORY, SCORES])
    recorded.play_all()
    said = " ".join(text for _, text, _ in recorded.synthesiser.jobs)
    assert said == f"{STORY.text} {SCORES.text}"
    assert not recorded.queue.is_speaking
    assert recorded.queue.wait(0)


def test_characters_of_a_story_have_their_own_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded, said = RecordedQueue(), {}
    submit = recorded.synthesiser.submit

    def note_rate(text: str, rate: int, *arguments: Any, **options: Any) -> Any:
        said[text] = rate
        return submit(text, rate, *arguments, **options)

    monkeypatch.setattr(recorded.synthesiser, "submit", note_rate)
    text = '"Hush," whispered the mouse. "Stop!" roared the bear.'
    recorded.queue.put([SpokenLine(text, id="text")])
    recorded.play_all()
    assert list(said) == ["Hush,", "whispered the mouse.", "Stop!", "roared the bear."]
    assert said["Hush,"] < said["whispered the mouse."] == recorded.queue.words_per_minute < said["Stop!"]


def test_private_lines_are_padded_to_the_same_length() -> None:
    starts = []
    for cards in ("The owl.", "The very, very long hippopotamus."):
        recorded = RecordedQueue()
        spare = 60 - len(cards)
        recorded.queue.on_begin = lambda said, piece, now=recorded.output: (
            starts.append(now.seconds) if said is SCORES else None
        )
        recorded.queue.put([SpokenLine("Listen.", ALONE), SpokenLine(cards, ALONE, spare_letters=spare)])
        recorded.queue.put([SCORES])
        recorded.play_all()
    assert starts[0] == pytest.approx(starts[-1], abs=0.001) == pytest.approx(67 * SECONDS_PER_LETTER, abs=0.001)


def test_next_piece_is_rendered_while_one_plays() -> None:
    recorded = RecordedQueue()
    recorded.queue.put([STORY])
    recorded.queue.step()
    (_, first, now), (at, second, later) = recorded.synthesiser.jobs
    assert (first, now) == ("Hello!", RenderPriority.NOW)
    assert (second, later) == (
        "Once upon a time, in a land far away, there was a cat, and it was hungry.",
        RenderPriority.NEXT,
    )
    assert at == 0, "it was submitted before the first piece was played"
    assert len(recorded.synthesiser.jobs) == 2, "only one piece ahead"


@pytest.mark.point(3)
@pytest.mark.parametrize("stop_after", [0.05, 0.5, 1.3, 2.7, 5.0])
def test_stop_is_silent_within_a_tenth_of_a_second(stop_after: float) -> None:
    recorded = RecordedQueue(stop_after)
    recorded.queue.put([STORY, SCORES])
    recorded.play_all()
    assert recorded.stopped_at is not None
    assert recorded.output.seconds - recorded.stopped_at <= 0.1
    assert not recorded.queue.is_speaking


def test_stop_returns_the_cut_sentence_and_everything_after_it() -> None:
    recorded = RecordedQueue(4.5)  # in the second piece of the second sentence
    recorded.queue.put([STORY, SCORES])
    recorded.play_all()
    assert recorded.stopped
    assert recorded.stopped[0].text == STORY.text.removeprefix("Hello! ")
    assert recorded.stopped[1:] == (SCORES,)


def test_continuing_starts_at_the_cut_sentence() -> None:
    recorded = RecordedQueue(4.5)
    recorded.queue.put([STORY])
    recorded.play_all()
    assert recorded.stopped
    before = len(recorded.synthesiser.jobs)
    recorded.queue.put(recorded.stopped)
    recorded.play_all()
    assert recorded.synthesiser.jobs[before][1].startswith("Once upon a time,")
    assert recorded.synthesiser.jobs[-1][1] == "The end."


def test_equal_lines_are_returned_separately() -> None:
    recorded = RecordedQueue(0.1)
    recorded.queue.put([SCORES, SpokenLine(SCORES.text)])
    recorded.play_all()
    assert recorded.stopped == (SCORES, SCORES)


def test_stop_of_an_empty_queue_returns_nothing() -> None:
    recorded = RecordedQueue()
    assert recorded.queue.stop() == ()


def test_queue_plays_again_after_a_stop() -> None:
    recorded = RecordedQueue(0.3)
    recorded.queue.put([STORY])
    recorded.play_all()
    recorded.queue.put([SCORES])
    recorded.play_all()
    assert recorded.synthesiser.jobs[-1][1] == SCORES.text
    assert not recorded.queue.is_speaking


def test_sounds_keep_their_place_between_lines() -> None:
    recorded = RecordedQueue()
    recorded.queue.put([SCORES])
    recorded.queue.put_sound(tone(0.7))
    recorded.queue.put([SCORES])
    recorded.play_all()
    assert recorded.output.seconds == pytest.approx(2 * (2.0 + 0.35) + 0.7, abs=0.02)


def test_higher_speed_shortens_words_and_pauses() -> None:
    recorded = RecordedQueue()
    recorded.queue.words_per_minute = 350
    recorded.queue.put([SCORES])
    recorded.play_all()
    assert recorded.output.seconds == pytest.approx((2.0 + 0.35) / 2, abs=0.02)


def test_line_that_cannot_be_rendered_is_reported_and_skipped() -> None:
    recorded = RecordedQueue()
    reports: list[str] = []

    class FailingSynthesiser(InstantSynthesiser):
        def submit(self, text: str, *arguments: Any, **options: Any) -> "Future[Pcm]":
            result = super().submit(text, *arguments, **options)
            if "Lily" in text:
                result = Future()
                result.set_exception(NarratorError("No voice."))
            return result

    queue = SpeakingQueue(FailingSynthesiser(), recorded.output, report=reports.append)
    queue.put([SCORES, SpokenLine("Goodbye!")])
    while queue.step():
        pass
    assert reports == ["No voice."]
    assert recorded.output.seconds == pytest.approx(0.85, abs=0.02)


def test_stop_just_before_the_output_starts_is_repeated() -> None:
    """An output can only cut off what it has started to play."""

    class LateOutput(RecordingOutput):
        """Ignores the first stop, because it has not started yet."""

        stops = 0

        def play(self, pcm: Pcm) -> float:
            about_to_play.set()
            stopped_twice.wait(TIMEOUT_S)
            return 0.0

        def stop(self) -> None:
            self.stops += 1
            if self.stops == 2:
                stopped_twice.set()

    about_to_play, stopped_twice = Event(), Event()
    queue = SpeakingQueue(InstantSynthesiser(), LateOutput(RATE))
    queue.put([STORY])
    playing = Thread(target=queue.step)
    playing.start()
    assert about_to_play.wait(TIMEOUT_S)
    queue.stop()
    assert stopped_twice.is_set()
    playing.join(TIMEOUT_S)
    assert not queue.is_speaking

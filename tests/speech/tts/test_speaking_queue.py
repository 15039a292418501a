"""The speaking queue, on the clock of a recording: no thread, no time."""

from concurrent.futures import Future
from threading import Event, Thread

import pytest

from narrator.core.errors import NarratorError
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.pcm import Pcm
from narrator.speech.tts.recording_output import RecordingOutput
from narrator.speech.tts.speaking_queue import SECONDS_PER_LETTER, SpeakingQueue
from narrator.speech.tts.synthesiser import FirstPart, RenderPriority
from tests.speech.tts.fakes import PATIENCE, RATE, InstantSynthesiser, tone

STORY = SpokenLine("Hello! Once upon a time, in a land far away, there was a cat, and it was hungry. The end.")
SCORES = SpokenLine("Lily has three points.")


class Table:
    """A queue that plays into a recording; `after` seconds of sound somebody says stop."""

    def __init__(self, after: float = 1e9) -> None:
        self.player = RecordingOutput(RATE, on_block=self._heard)
        self.studio = InstantSynthesiser(lambda: self.player.seconds)
        self.queue = SpeakingQueue(self.studio, self.player)
        self.stopped: tuple[SpokenLine, ...] = ()
        self.stopped_at: float | None = None
        self._after = after

    def _heard(self, block: Pcm) -> None:
        if self.player.seconds >= self._after and self.stopped_at is None:
            self.stopped_at = self.player.seconds
            self.stopped = self.queue.stop()

    def speak(self) -> None:
        while self.queue.step():
            pass


def test_lines_are_said_one_after_the_other() -> None:
    table = Table()
    table.queue.put([STORY, SCORES])
    table.speak()
    said = " ".join(text for _, text, _ in table.studio.wanted)
    assert said == f"{STORY.text} {SCORES.text}"
    assert not table.queue.is_speaking
    assert table.queue.wait(0)


def test_a_hand_takes_as_long_as_any_other_hand_would() -> None:
    begins = []
    for cards in ("The owl.", "The very, very long hippopotamus."):
        table = Table()
        spare = 60 - len(cards)
        table.queue.on_begin = lambda said, group, now=table.player: (
            begins.append(now.seconds) if said is SCORES else None
        )
        table.queue.put(
            [SpokenLine("Listen.", "Lily", aloud=True), SpokenLine(cards, "Lily", aloud=True, spare_letters=spare)]
        )
        table.queue.put([SCORES])
        table.speak()
    assert begins[0] == pytest.approx(begins[-1], abs=0.001) == pytest.approx(67 * SECONDS_PER_LETTER, abs=0.001)


def test_the_next_piece_is_rendered_while_this_one_plays() -> None:
    table = Table()
    table.queue.put([STORY])
    table.queue.step()
    (_, first, now), (at, second, later) = table.studio.wanted
    assert (first, now) == ("Hello!", RenderPriority.NOW)
    assert (second, later) == ("Once upon a time,", RenderPriority.NEXT)
    assert at == 0, "it was asked for before the first piece had been played"
    assert len(table.studio.wanted) == 2, "only one piece ahead: rendering what is never said helps nobody"


@pytest.mark.point(3)
@pytest.mark.parametrize("after", [0.05, 0.5, 1.3, 2.7, 5.0])
def test_it_is_silent_within_a_tenth_of_a_second_after_stop(after: float) -> None:
    table = Table(after)
    table.queue.put([STORY, SCORES])
    table.speak()
    assert table.stopped_at is not None
    assert table.player.seconds - table.stopped_at <= 0.1
    assert not table.queue.is_speaking


def test_it_tells_the_sentence_in_which_it_was_stopped_and_what_was_still_to_come() -> None:
    table = Table(4.5)  # in the middle of the second sentence, in its second piece
    table.queue.put([STORY, SCORES])
    table.speak()
    assert table.stopped
    assert table.stopped[0].text == STORY.text.removeprefix("Hello! ")
    assert table.stopped[1:] == (SCORES,)


def test_repeat_starts_at_that_sentence() -> None:
    table = Table(4.5)
    table.queue.put([STORY])
    table.speak()
    assert table.stopped
    before = len(table.studio.wanted)
    table.queue.put(table.stopped)
    table.speak()
    assert table.studio.wanted[before][1] == "Once upon a time,"
    assert table.studio.wanted[-1][1] == "The end."


def test_the_same_line_twice_is_two_lines() -> None:
    table = Table(0.1)
    table.queue.put([SCORES, SpokenLine(SCORES.text)])
    table.speak()
    assert table.stopped == (SCORES, SCORES)


def test_stop_in_silence_stops_nothing() -> None:
    table = Table()
    assert table.queue.stop() == ()


def test_after_a_stop_it_speaks_again() -> None:
    table = Table(0.3)
    table.queue.put([STORY])
    table.speak()
    table.queue.put([SCORES])
    table.speak()
    assert table.studio.wanted[-1][1] == SCORES.text
    assert not table.queue.is_speaking


def test_sounds_keep_their_place_between_lines() -> None:
    table = Table()
    table.queue.put([SCORES])
    table.queue.put_sound(tone(0.7))
    table.queue.put([SCORES])
    table.speak()
    assert table.player.seconds == pytest.approx(2 * (2.0 + 0.35) + 0.7, abs=0.02)


def test_a_faster_rate_shortens_words_and_pauses() -> None:
    table = Table()
    table.queue.words_per_minute = 350
    table.queue.put([SCORES])
    table.speak()
    assert table.player.seconds == pytest.approx((2.0 + 0.35) / 2, abs=0.02)


def test_what_is_private_is_not_kept() -> None:
    studio = InstantSynthesiser()
    queue = SpeakingQueue(studio, RecordingOutput(RATE), cacheable=False)
    queue.put([SpokenLine("You hold the hedgehog.", "Mia")])
    while queue.step():
        pass
    assert studio.kept == [False]


def test_what_cannot_be_said_is_told_and_passed_over() -> None:
    table = Table()
    told: list[str] = []

    class Mute(InstantSynthesiser):
        def submit(self, text, rate, priority=RenderPriority.NOW, *, cacheable=True, in_parts=False):  # type: ignore[no-untyped-def]  # as above
            answer = super().submit(text, rate, priority, cacheable=cacheable)
            if "Lily" in text:
                answer = type(answer)()
                answer.set_exception(NarratorError("No voice."))
            return answer

    queue = SpeakingQueue(Mute(), table.player, report=told.append)
    queue.put([SCORES, SpokenLine("Goodbye!")])
    while queue.step():
        pass
    assert told == ["No voice."]
    assert table.player.seconds == pytest.approx(0.85, abs=0.02)


class HalfSynthesiser(InstantSynthesiser):
    """Has the first half of everything at once; the second half is left to the test."""

    def __init__(self) -> None:
        super().__init__()
        self.rest: list[Future[Pcm]] = []

    def submit(
        self,
        text: str,
        rate: int,
        priority: RenderPriority = RenderPriority.NOW,
        *,
        cacheable: bool = True,
        in_parts: bool = False,
    ) -> "Future[Pcm]":
        super().submit(text, rate, priority, cacheable=cacheable)
        assert in_parts
        half = tone(1.0)
        self.rest.append(Future())
        answer: Future[Pcm] = Future()
        answer.set_result(FirstPart(half.samples, half.rate, self.rest[-1]))
        return answer


def test_a_piece_in_parts_is_one_piece_with_one_pause_and_the_next_is_asked_for_at_once() -> None:
    studio, player = HalfSynthesiser(), RecordingOutput(RATE)
    queue = SpeakingQueue(studio, player)
    queue.put([SCORES, SpokenLine("Goodbye!")])
    queue.step()
    assert player.seconds == 1.0, "no pause in the middle"
    assert [text for _, text, _ in studio.wanted] == [SCORES.text, "Goodbye!"]
    studio.rest[0].set_result(tone(0.5))
    queue.step()
    assert player.seconds == pytest.approx(1.5 + 0.35, abs=0.02)
    assert queue.current_line == SCORES.text


def test_stopped_between_two_parts_the_sentence_is_still_to_be_said_and_the_rest_is_called_off() -> None:
    studio = HalfSynthesiser()
    queue = SpeakingQueue(studio, RecordingOutput(RATE))
    queue.put([SCORES])
    queue.step()
    assert queue.stop() == (SCORES,)
    assert studio.rest[0].cancelled()


def test_stopped_before_the_first_part_was_played_the_rest_is_called_off() -> None:
    studio = HalfSynthesiser()
    queue = SpeakingQueue(studio, RecordingOutput(RATE))
    queue.put([SCORES])
    queue.stop()
    assert studio.rest[0].cancelled()


def test_a_stop_that_comes_just_before_the_player_begins_is_not_lost() -> None:
    """A loudspeaker can only cut off what it has begun to play."""

    class Late(RecordingOutput):
        """Takes no notice of the first stop, because it has not begun yet."""

        stops = 0

        def play(self, pcm: Pcm) -> float:
            about_to_play.set()
            stopped_twice.wait(PATIENCE)
            return 0.0

        def stop(self) -> None:
            self.stops += 1
            if self.stops == 2:
                stopped_twice.set()

    about_to_play, stopped_twice = Event(), Event()
    queue = SpeakingQueue(InstantSynthesiser(), Late(RATE))
    queue.put([STORY])
    playing = Thread(target=queue.step)
    playing.start()
    assert about_to_play.wait(PATIENCE)
    queue.stop()
    assert stopped_twice.is_set()
    playing.join(PATIENCE)
    assert not queue.is_speaking

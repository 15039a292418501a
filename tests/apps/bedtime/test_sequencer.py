"""The sequencer decides what comes next, how loud, and when to stop; tested without sound."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.sequencer import BedtimeCommand, Command, Sequencer, StopIn
from narrator.apps.bedtime.settings import COMMAND_FADE_S, SOFTER_PER_CHAPTER_DB, SOFTER_PER_COMMAND_DB, TIMER_FADE_S
from narrator.speech.tts.phrasing import SpokenPiece

ROOM = 8.0
"""How many decibels softer the voice may become."""
LONG = 4.0
"""Duration of each passage, in seconds."""
STEP = 0.02


def script(chapters: int = 3, sentences: int = 3) -> list[Passage]:
    """Return chapters with this many sentences each."""
    return [
        Passage((SpokenPiece(f"sentence {number}", 0.0),), 1.0, number, number // sentences)
        for number in range(chapters * sentences)
    ]


class SimulatedEvening:
    """Tells without sound: a passage takes four seconds unless it is cut."""

    def __init__(self, sequencer: Sequencer, orders: list[tuple[float, BedtimeCommand]]) -> None:
        self.sequencer = sequencer
        self.now = 0.0
        self.volumes: list[list[float]] = []
        """The volume at every tick, for each passage."""
        self.numbers: list[int | None] = []
        self._orders = sorted(orders, key=lambda each: each[0])

    def run(self, longest: float = 100.0) -> "SimulatedEvening":
        while not self.sequencer.over and self.now < longest:
            passage = self.sequencer.passage
            if passage is None:
                assert self._tick() == 0.0
                continue
            self.numbers.append(passage.number)
            self.sequencer.begin(self.now)
            self.volumes.append([])
            until = self.now + LONG
            while self.now < until and not self.sequencer.cut:
                self.volumes[-1].append(self._tick())
            if not self.sequencer.cut:
                self.sequencer.advance()
        return self

    def _tick(self) -> float:
        while self._orders and self._orders[0][0] <= self.now:
            self.sequencer.obey(self._orders.pop(0)[1], self.now)
        self.now += STEP
        return self.sequencer.tick(self.now)


def tell_with_commands(
    *orders: tuple[float, BedtimeCommand], room: float = ROOM, chapters: int = 3
) -> SimulatedEvening:
    return SimulatedEvening(Sequencer(script(chapters), room), list(orders)).run()


ANY_ORDER = st.one_of(st.sampled_from(Command), st.floats(2, 60).map(StopIn))


@given(st.lists(st.tuples(st.floats(0, 20), ANY_ORDER), max_size=8))
@settings(max_examples=60, deadline=None)
def test_volume_never_rises_within_a_passage(orders: list[tuple[float, BedtimeCommand]]) -> None:
    heard = tell_with_commands(*orders, chapters=2)
    for volumes in heard.volumes:
        assert all(0.0 <= later <= before + 1e-12 for before, later in pairwise(volumes))
        assert volumes[0] <= 1.0


@given(st.lists(st.tuples(st.floats(0, 20), ANY_ORDER), max_size=8))
@settings(max_examples=40, deadline=None)
def test_sound_fades_before_it_is_cut(orders: list[tuple[float, BedtimeCommand]]) -> None:
    heard = tell_with_commands(*orders, chapters=2)
    steps = [before - later for volumes in heard.volumes for before, later in pairwise(volumes)]
    assert max(steps, default=0.0) < 0.12  # the shortest fade takes twenty ticks


def test_each_chapter_is_softer_than_the_one_before() -> None:
    heard = tell_with_commands()
    assert heard.numbers == list(range(9))
    assert [volumes[0] for volumes in heard.volumes[::3]] == pytest.approx(
        [10 ** (-SOFTER_PER_CHAPTER_DB * chapter / 20) for chapter in range(3)]
    )
    assert heard.sequencer.finished


def test_softening_stops_at_the_minimum_level() -> None:
    softer: list[tuple[float, BedtimeCommand]] = [(float(at), Command.SOFTER) for at in range(1, 20)]
    heard = tell_with_commands(*softer, chapters=5)
    assert min(min(volumes) for volumes in heard.volumes) == pytest.approx(10 ** (-ROOM / 20))


def test_softer_lowers_the_volume_gradually() -> None:
    heard = tell_with_commands((1.0, Command.SOFTER)).volumes[0]
    assert heard[round(0.9 / STEP)] == 1.0
    assert heard[-1] == pytest.approx(10 ** (-SOFTER_PER_COMMAND_DB / 20), abs=0.001)


def test_go_on_after_stop_repeats_the_sentence() -> None:
    heard = tell_with_commands((5.0, Command.STOP), (30.0, Command.GO_ON))
    assert heard.numbers == [0, 1, 2, 2, *range(3, 9)]  # it fell silent within the third
    assert heard.volumes[2][-1] == 0.0


def test_go_on_during_a_fade_finishes_the_fade_first() -> None:
    heard = tell_with_commands((4.5, Command.STOP), (5.0, Command.GO_ON), room=0.0)
    assert heard.numbers == [0, 1, 1, *range(2, 9)]
    assert heard.volumes[1][-1] < 0.1
    assert heard.volumes[2][0] == 1.0


def test_again_repeats_this_sentence_or_the_one_before() -> None:
    assert tell_with_commands((7.5, Command.AGAIN)).numbers == [0, 1, 1, *range(2, 9)]
    assert tell_with_commands((5.0, Command.AGAIN)).numbers == [0, 1, 0, 1, *range(2, 9)]
    assert tell_with_commands((0.5, Command.AGAIN)).numbers == [0, 0, *range(1, 9)]
    assert tell_with_commands((7.9, Command.AGAIN)).numbers == [0, 1, 1, *range(2, 9)], (
        "the sentence ended before the fade did"
    )


def test_good_night_is_final() -> None:
    heard = tell_with_commands(
        (5.0, Command.GOOD_NIGHT), (6.0, Command.GO_ON), (7.0, Command.AGAIN), (7.5, Command.STOP)
    )
    assert heard.now == pytest.approx(5.0 + COMMAND_FADE_S, abs=0.1)
    assert not heard.sequencer.finished


def test_good_night_after_stop_ends_at_once() -> None:
    assert tell_with_commands((5.0, Command.STOP), (20.0, Command.GOOD_NIGHT)).now == pytest.approx(20.0, abs=0.1)


@pytest.mark.parametrize("seconds", [1.0, 10.0, 28.0])
def test_sound_has_faded_when_the_timer_ends(seconds: float) -> None:
    heard = tell_with_commands((0.0, StopIn(seconds)))
    assert heard.now == pytest.approx(seconds, abs=0.1)
    assert heard.volumes[-1][-1] == 0.0


def test_timer_fades_slowly() -> None:
    heard = tell_with_commands((0.0, StopIn(30.0)))
    flat = [volume for volumes in heard.volumes for volume in volumes]
    assert flat[round((30 - TIMER_FADE_S - 0.5) / STEP)] > 0.8
    assert 0.1 < flat[round((30 - TIMER_FADE_S / 2) / STEP)] < 0.4


def test_timer_runs_on_after_stop() -> None:
    assert tell_with_commands((1.0, Command.STOP), (2.0, StopIn(60.0))).now <= 62.1


def test_after_this_story_replaces_the_timer() -> None:
    heard = tell_with_commands((0.0, StopIn(5.0)), (0.5, Command.AFTER_THIS_STORY))
    assert heard.sequencer.finished
    assert heard.sequencer.only_this_story


def test_next_story_starts_as_softly_as_the_last_one_ended() -> None:
    heard = tell_with_commands()
    last = heard.volumes[-1][-1]
    heard.sequencer.start_next_story(script(1))
    heard.volumes.clear()
    assert heard.run().volumes[0][0] < last


def test_good_night_in_the_last_sentence_prevents_another_story() -> None:
    heard = tell_with_commands((35.0, Command.GOOD_NIGHT))
    assert heard.sequencer.finished
    assert heard.sequencer.falling_asleep

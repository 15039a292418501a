"""The teller, without sound: what comes next, how loud, and when it stops."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.sequencer import BedtimeCommand, Command, Sequencer, StopIn
from narrator.apps.bedtime.settings import COMMAND_FADE_S, SOFTER_PER_CHAPTER_DB, SOFTER_PER_COMMAND_DB, TIMER_FADE_S
from narrator.speech.tts.phrasing import BreathGroup

ROOM = 8.0
"""Decibels to the floor."""
LONG = 4.0
"""Seconds of each passage."""
STEP = 0.02


def script(chapters: int = 3, sentences: int = 3) -> list[Passage]:
    """Chapters of so many sentences."""
    return [
        Passage((BreathGroup(f"sentence {number}", 0.0),), 1.0, number, number // sentences)
        for number in range(chapters * sentences)
    ]


class Evening:
    """Tells without sound: a passage takes four seconds, unless it is cut."""

    def __init__(self, teller: Sequencer, orders: list[tuple[float, BedtimeCommand]]) -> None:
        self.teller = teller
        self.now = 0.0
        self.volumes: list[list[float]] = []
        """For each passage, how loud it was at every tick."""
        self.told: list[int | None] = []
        self._orders = sorted(orders, key=lambda each: each[0])

    def run(self, longest: float = 100.0) -> "Evening":
        while not self.teller.over and self.now < longest:
            passage = self.teller.passage
            if passage is None:
                assert self._tick() == 0.0
                continue
            self.told.append(passage.number)
            self.teller.begin(self.now)
            self.volumes.append([])
            until = self.now + LONG
            while self.now < until and not self.teller.cut:
                self.volumes[-1].append(self._tick())
            if not self.teller.cut:
                self.teller.advance()
        return self

    def _tick(self) -> float:
        while self._orders and self._orders[0][0] <= self.now:
            self.teller.obey(self._orders.pop(0)[1], self.now)
        self.now += STEP
        return self.teller.tick(self.now)


def evening(*orders: tuple[float, BedtimeCommand], room: float = ROOM, chapters: int = 3) -> Evening:
    return Evening(Sequencer(script(chapters), room), list(orders)).run()


ANY_ORDER = st.one_of(st.sampled_from(Command), st.floats(2, 60).map(StopIn))


@given(st.lists(st.tuples(st.floats(0, 20), ANY_ORDER), max_size=8))
@settings(max_examples=60, deadline=None)
def test_whatever_is_said_it_never_becomes_louder_while_it_speaks(orders: list[tuple[float, BedtimeCommand]]) -> None:
    heard = evening(*orders, chapters=2)
    for volumes in heard.volumes:
        assert all(0.0 <= later <= before + 1e-12 for before, later in pairwise(volumes))
        assert volumes[0] <= 1.0


@given(st.lists(st.tuples(st.floats(0, 20), ANY_ORDER), max_size=8))
@settings(max_examples=40, deadline=None)
def test_nothing_is_cut_off_before_it_has_faded(orders: list[tuple[float, BedtimeCommand]]) -> None:
    heard = evening(*orders, chapters=2)
    steps = [before - later for volumes in heard.volumes for before, later in pairwise(volumes)]
    assert max(steps, default=0.0) < 0.12  # the shortest fade takes twenty ticks


def test_it_tells_all_in_order_a_little_softer_from_chapter_to_chapter() -> None:
    heard = evening()
    assert heard.told == list(range(9))
    assert [volumes[0] for volumes in heard.volumes[::3]] == pytest.approx(
        [10 ** (-SOFTER_PER_CHAPTER_DB * chapter / 20) for chapter in range(3)]
    )
    assert heard.teller.finished


def test_the_floor_is_never_passed() -> None:
    softer: list[tuple[float, BedtimeCommand]] = [(float(at), Command.SOFTER) for at in range(1, 20)]
    heard = evening(*softer, chapters=5)
    assert min(min(volumes) for volumes in heard.volumes) == pytest.approx(10 ** (-ROOM / 20))


def test_softer_is_heard_at_once_but_gently() -> None:
    heard = evening((1.0, Command.SOFTER)).volumes[0]
    assert heard[round(0.9 / STEP)] == 1.0
    assert heard[-1] == pytest.approx(10 ** (-SOFTER_PER_COMMAND_DB / 20), abs=0.001)


def test_stop_fades_and_go_on_takes_the_sentence_up_again() -> None:
    heard = evening((5.0, Command.STOP), (30.0, Command.GO_ON))
    assert heard.told == [0, 1, 2, 2, *range(3, 9)]  # it fell silent within the third
    assert heard.volumes[2][-1] == 0.0


def test_go_on_in_the_middle_of_a_fade_first_falls_silent() -> None:
    heard = evening((4.5, Command.STOP), (5.0, Command.GO_ON), room=0.0)
    assert heard.told == [0, 1, 1, *range(2, 9)]
    assert heard.volumes[1][-1] < 0.1
    assert heard.volumes[2][0] == 1.0


def test_again_begins_the_sentence_anew_and_early_in_it_the_one_before() -> None:
    assert evening((7.5, Command.AGAIN)).told == [0, 1, 1, *range(2, 9)]
    assert evening((5.0, Command.AGAIN)).told == [0, 1, 0, 1, *range(2, 9)]
    assert evening((0.5, Command.AGAIN)).told == [0, 0, *range(1, 9)]
    assert evening((7.9, Command.AGAIN)).told == [0, 1, 1, *range(2, 9)], "the sentence ended before the fade did"


def test_good_night_ends_it_and_nothing_brings_it_back() -> None:
    heard = evening((5.0, Command.GOOD_NIGHT), (6.0, Command.GO_ON), (7.0, Command.AGAIN), (7.5, Command.STOP))
    assert heard.now == pytest.approx(5.0 + COMMAND_FADE_S, abs=0.1)
    assert not heard.teller.finished


def test_good_night_after_a_stop_ends_it_at_once() -> None:
    assert evening((5.0, Command.STOP), (20.0, Command.GOOD_NIGHT)).now == pytest.approx(20.0, abs=0.1)


@pytest.mark.parametrize("seconds", [1.0, 10.0, 28.0])
def test_by_the_end_of_the_timer_it_is_silent(seconds: float) -> None:
    heard = evening((0.0, StopIn(seconds)))
    assert heard.now == pytest.approx(seconds, abs=0.1)
    assert heard.volumes[-1][-1] == 0.0


def test_the_timer_drifts_away_slowly() -> None:
    heard = evening((0.0, StopIn(30.0)))
    flat = [volume for volumes in heard.volumes for volume in volumes]
    assert flat[round((30 - TIMER_FADE_S - 0.5) / STEP)] > 0.8
    assert 0.1 < flat[round((30 - TIMER_FADE_S / 2) / STEP)] < 0.4


def test_the_timer_also_ends_the_quiet_after_a_stop() -> None:
    assert evening((1.0, Command.STOP), (2.0, StopIn(60.0))).now <= 62.1


def test_after_this_story_takes_the_timer_away() -> None:
    heard = evening((0.0, StopIn(5.0)), (0.5, Command.AFTER_THIS_STORY))
    assert heard.teller.finished
    assert heard.teller.only_this_story


def test_the_next_story_begins_as_soft_as_the_last_one_ended() -> None:
    heard = evening()
    last = heard.volumes[-1][-1]
    heard.teller.start_next_story(script(1))
    heard.volumes.clear()
    assert heard.run().volumes[0][0] < last


def test_whoever_said_good_night_in_the_last_sentence_is_not_told_another_story() -> None:
    heard = evening((35.0, Command.GOOD_NIGHT))
    assert heard.teller.finished
    assert heard.teller.falling_asleep

"""Speech input in rooms that make recognition hard: it reports what is wrong, and the players hear what helps."""

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.recording import split_into_blocks
from narrator.speech.pcm import Pcm, to_int16
from narrator.speech.ports import NotUnderstood, RoomTroubleNoticed
from narrator.speech.room import RoomTrouble
from tests.speech.asr.test_barge_in import recognise, say
from tests.support.sessions import spoken_session

Signal = NDArray[np.float64]


def hiss(seconds: float, level_db: float = -68.0) -> Signal:
    """Return a room without speech."""
    return np.random.default_rng(1).normal(0, 32768 * 10 ** (level_db / 20), round(seconds * SAMPLE_RATE_HZ))


def with_two_answers(room: Signal, gain_db: float = 0.0) -> Signal:
    """Add a player who says twice what is not an answer."""
    words = say("strawberry jam", 1.1) * 10 ** (gain_db / 20)
    for start in (6 * SAMPLE_RATE_HZ, 10 * SAMPLE_RATE_HZ):
        room[start : start + len(words)] += words
    return room


TALK = {
    0.82: "so I told her that we would never go there again because of the rain and then it was over ",
    1.15: "the potatoes were too salty but nobody minded and my brother ate all of them with a spoon ",
    0.9: "she has been working in the garden since early this morning although her back hurts a lot ",
    1.25: "what he really wanted was a bigger boat with a red sail and a cabin for the dog ",
}


def crowded_room() -> Signal:
    talkers = (0.2 * np.resize(say(3 * words, pitch), 14 * SAMPLE_RATE_HZ) for pitch, words in TALK.items())
    return hiss(14) + sum(talkers)


def by_telephone(signal: Signal) -> Signal:
    return Pcm(to_int16(signal), SAMPLE_RATE_HZ).resampled(8_000).resampled(SAMPLE_RATE_HZ).samples.astype(np.float64)


@pytest.mark.parametrize(
    ("signal", "trouble", "explanation"),
    [
        (with_two_answers(hiss(14, -31)), RoomTrouble.LOUD, "It's loud in here."),
        (with_two_answers(hiss(14, -80), -28), RoomTrouble.FAR, "You sound far away."),
        (with_two_answers(crowded_room(), 3), RoomTrouble.TWO, "two of you at once"),
        (by_telephone(with_two_answers(hiss(14))), RoomTrouble.NARROW, "old telephone"),
        (with_two_answers(hiss(14), 25), RoomTrouble.CLIPPED, "crackle"),
        (with_two_answers(hiss(14)), None, ""),
    ],
    ids=["loud", "far", "two", "narrow", "clipped", "fine"],
)
def test_players_hear_the_reason_of_a_miss(signal: Signal, trouble: RoomTrouble | None, explanation: str) -> None:
    events = recognise(list(split_into_blocks(Pcm(to_int16(signal), SAMPLE_RATE_HZ))))
    missed = [event for event in events if isinstance(event, NotUnderstood)]
    assert len(missed) >= 2
    assert {event.room_trouble for event in missed} == {trouble}
    with spoken_session() as here:
        here.quiet()
        before = len(here.screen.lines)
        while len(here.screen.lines) == before:
            here.session.take(missed.pop(0))
        reason, *question = here.screen.lines[before:]
    if trouble:
        assert explanation in reason
        assert len(question) == 1
    else:
        assert question == []


@pytest.mark.parametrize(
    ("level_db", "noticed"),
    [(-68, []), (-33, [RoomTroubleNoticed(RoomTrouble.LOUD)])],
    ids=["a quiet room", "a loud one"],
)
def test_loud_room_is_noticed_in_the_first_minute(level_db: float, noticed: list[RoomTroubleNoticed]) -> None:
    room = hiss(62, level_db)
    for second in (10, 25, 40, 55):
        words = say("strawberry jam", 1.1)
        room[second * SAMPLE_RATE_HZ : second * SAMPLE_RATE_HZ + len(words)] += words
    events = recognise(list(split_into_blocks(Pcm(to_int16(room), SAMPLE_RATE_HZ))))
    assert [event for event in events if isinstance(event, RoomTroubleNoticed)] == noticed

"""The real ear in rooms in which nobody is understood, with synthetic voices: it says why, and what helps."""

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.speech.asr.recording import frames_of
from narrator.speech.pcm import Pcm, to_int16
from narrator.speech.ports import NotUnderstood, RoomTroubleNoticed
from narrator.speech.room import RoomTrouble
from tests.dialog.test_session import evening
from tests.speech.asr.test_while_it_reads import RATE, heard_of, said

Sound = NDArray[np.float64]


def room(seconds: float, level: float = -68.0) -> Sound:
    """A room that hisses so loud, in decibels."""
    return np.random.default_rng(1).normal(0, 32768 * 10 ** (level / 20), round(seconds * RATE))


def answered(sound: Sound, gain: float = 0.0) -> Sound:
    """Somebody says into it, twice, what is no answer."""
    words = said("strawberry jam", "en-us+f2") * 10 ** (gain / 20)
    for at in (6 * RATE, 10 * RATE):
        sound[at : at + len(words)] += words
    return sound


TALK = {
    "en-gb-scotland+m2": "so I told her that we would never go there again because of the rain and then it was over ",
    "en-us+f4": "the potatoes were too salty but nobody minded and my brother ate all of them with a spoon ",
    "en-gb-x-rp+m5": "she has been working in the garden since early this morning although her back hurts a lot ",
    "en-us+f3": "what he really wanted was a bigger boat with a red sail and a cabin for the dog ",
}


def others_talk() -> Sound:
    return room(14) + sum(0.2 * np.resize(said(3 * words, voice), 14 * RATE) for voice, words in TALK.items())


def by_telephone(sound: Sound) -> Sound:
    return Pcm(to_int16(sound), RATE).resampled(8_000).resampled(RATE).samples.astype(np.float64)


@pytest.mark.parametrize(
    ("sound", "trouble", "told"),
    [
        (answered(room(14, -31)), RoomTrouble.LOUD, "It's loud here."),
        (answered(room(14, -80), -28), RoomTrouble.FAR, "You sound far away."),
        (answered(others_talk(), 3), RoomTrouble.TWO, "two of you at once"),
        (by_telephone(answered(room(14))), RoomTrouble.NARROW, "old telephone"),
        (answered(room(14), 25), RoomTrouble.CLIPPED, "crackle"),
        (answered(room(14)), None, ""),
    ],
    ids=["loud", "far", "two", "narrow", "clipped", "fine"],
)
def test_after_two_misses_the_table_hears_why(sound: Sound, trouble: RoomTrouble | None, told: str) -> None:
    happened = heard_of(list(frames_of(Pcm(to_int16(sound), RATE))))
    missed = [each for each in happened if isinstance(each, NotUnderstood)]
    assert len(missed) >= 2
    assert {each.room_trouble for each in missed} == {trouble}
    with evening() as here:
        here.quiet()
        before = len(here.screen.lines)
        for each in missed[:2]:
            here.session.take(each)
        why, *question = here.screen.lines[before:]
    if trouble:
        assert told in why
        assert len(question) == 1
    else:
        assert question == []


@pytest.mark.parametrize(
    ("level", "noticed"), [(-68, []), (-33, [RoomTroubleNoticed(RoomTrouble.LOUD)])], ids=["a quiet room", "a loud one"]
)
def test_the_first_minute_tells_what_to_change(level: float, noticed: list[RoomTroubleNoticed]) -> None:
    sound = room(62, level)
    for second in (10, 25, 40, 55):
        words = said("five", "en-us+f2")
        sound[second * RATE : second * RATE + len(words)] += words
    happened = heard_of(list(frames_of(Pcm(to_int16(sound), RATE))))
    assert [each for each in happened if isinstance(each, RoomTroubleNoticed)] == noticed

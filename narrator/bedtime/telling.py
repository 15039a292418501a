"""Telling: passages become sound, one after the other, and the place is kept before each of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Protocol

from narrator.bedtime.manners import BREATH, Manners
from narrator.bedtime.script import Passage
from narrator.bedtime.soft import RATE, recording, softly
from narrator.bedtime.stage import Stage
from narrator.bedtime.teller import Teller
from narrator.keep.clips import Clips, NoSuchClip
from narrator.sound.pcm import Pcm
from narrator.voices.phrasing import BreathGroup
from narrator.voices.pronunciation import Pronunciation
from narrator.voices.studio import Wanted

LISTENING = 0.1
"""Seconds between two looks while it is quiet."""
SPEAKER_GONE = 2.0
"""Seconds after which a speaker that is gone is tried again."""
MOST_TRIES = 150
"""So often; then it is over for tonight."""
QUIET_FOR = 900.0
"""Seconds after "stop" in which somebody may say "go on"."""


class Rendering(Protocol):
    """The studio, as bedtime sees it."""

    def want(self, text: str, rate: int, when: Wanted = ...) -> "Future[Pcm]":
        """The sound of these words."""

    def hurry(self, answer: "Future[Pcm]") -> None:
        """What was wanted next is wanted now."""


class Sounds:
    """The sound of passages, every voice equally loud, rendered one ahead."""

    def __init__(self, rendering: Rendering, clips: Clips, pronunciation: Pronunciation, manners: Manners) -> None:
        self._rendering, self._clips, self._pronunciation = rendering, clips, pronunciation
        self._manners = manners
        self._wanted: dict[str, Future[Pcm]] = {}

    def plays(self, clip: str) -> bool:
        """Whether this recording is to be heard tonight, and can be."""
        return self._manners.voices and self._recording(clip) is not None

    def get_ready(self, passage: Passage | None) -> None:
        """Wait until the first words are rendered, or raise why nothing can be said."""
        for breath in passage.breaths[:1] if passage is not None else ():
            self._ask(breath, Wanted.NOW).result()

    def ahead(self, passage: Passage | None) -> None:
        """This will be told next."""
        for breath in passage.breaths if passage is not None else ():
            self._ask(breath, Wanted.NEXT)

    def of(self, passage: Passage, finished: Callable[["Future[Pcm]"], Pcm | None]) -> Iterator[Pcm]:
        """All of it, with the silences. `finished` waits for a rendering; nothing from it ends the passage."""
        clip = None if passage.clip is None else self._recording(passage.clip)
        behind = passage.pause if clip is None else BREATH
        for breath in passage.breaths:
            answer = self._ask(breath, Wanted.NOW)
            self._rendering.hurry(answer)
            rendered = finished(answer)
            self._wanted.pop(breath.text, None)
            if rendered is None:
                return
            pause = behind if breath is passage.breaths[-1] else breath.pause
            yield followed_by_silence(softly(rendered, self._manners.level), pause)
        if clip is not None:
            yield followed_by_silence(clip, passage.pause)

    def _ask(self, breath: BreathGroup, when: Wanted) -> "Future[Pcm]":
        if breath.text not in self._wanted:
            text = self._pronunciation.spoken(breath.text)
            self._wanted[breath.text] = self._rendering.want(text, self._manners.rate, when)
        return self._wanted[breath.text]

    def _recording(self, clip: str) -> Pcm | None:
        try:
            sound = recording(Pcm(*self._clips.sound(clip)), self._manners.level)
        except NoSuchClip:
            return None
        return sound if sound.samples.any() else None


def followed_by_silence(pcm: Pcm, seconds: float) -> Pcm:
    return Pcm.joined((pcm, Pcm.silence(seconds, RATE)))


def tell(teller: Teller, sounds: Sounds, stage: Stage, keep: Callable[[Passage], None] = lambda passage: None) -> None:
    """Until it is over. `keep` remembers each passage before it sounds."""
    lost = 0
    quiet_since = stage.now()
    while not teller.over:
        passage = teller.passage
        if passage is None:
            stage.rest(LISTENING, teller)
            teller.over = teller.over or stage.now() - quiet_since > QUIET_FOR
            continue
        keep(passage)
        teller.begin(stage.now())
        if told(passage, teller, sounds, stage):
            lost = 0
            if not teller.cut:
                teller.told()
        else:
            lost += 1
            stage.rest(SPEAKER_GONE, teller)
            teller.over = teller.over or lost > MOST_TRIES
        quiet_since = stage.now()


def told(passage: Passage, teller: Teller, sounds: Sounds, stage: Stage) -> bool:
    """Tell one passage, until its end or until it is cut; no if it could not be heard."""
    for sound in sounds.of(passage, lambda answer: stage.await_sound(answer, teller)):
        sounds.ahead(teller.upcoming)
        if not stage.play(sound, teller):
            return False
        if teller.cut:
            break
    return True

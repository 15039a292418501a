"""Watches the room while the narrator listens: why an answer was missed, and what the players should change."""

from collections import deque
from collections.abc import Iterable

import numpy as np

from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.recording import split_into_blocks
from narrator.speech.asr.vad import MIN_SPEECH_PROBABILITY
from narrator.speech.networks.silero_vad import load_speech_detector
from narrator.speech.pcm import LEVEL_FRAME_S, Pcm, Samples
from narrator.speech.room import Room, RoomTrouble, measure_room

RECENT_S = 6.0
"""Length of the audio that is searched for the reason of a missed answer. Bench: room --recordings DIR."""
FIRST_CHECK_S = 60.0
"""Audio after which the room is judged once. Not measured separately."""
MIN_VOICE_ABOVE_NOISE_DB = 8.0
"""How much louder than the room a voice must have been in that time; an empty room is not judged.
Bench: room --recordings DIR."""

Block = tuple[Samples, float]
"""Audio, and the probability that it is speech."""


class RoomMonitor:
    """Remembers the recent audio, and all of it until the first check."""

    def __init__(self) -> None:
        self._recent: deque[Block] = deque()
        self._recent_samples = 0
        self._first: list[Block] | None = []
        self._first_samples = 0

    def feed(self, samples: Samples, speech_probability: float) -> RoomTrouble | None:
        """Add a block. Return what is wrong with the room, once, when the first check is due."""
        self._recent.append((samples, speech_probability))
        self._recent_samples += len(samples)
        while self._recent_samples > RECENT_S * SAMPLE_RATE_HZ:
            self._recent_samples -= len(self._recent.popleft()[0])
        if self._first is None:
            return None
        self._first.append((samples, speech_probability))
        self._first_samples += len(samples)
        if self._first_samples < FIRST_CHECK_S * SAMPLE_RATE_HZ:
            return None
        blocks, self._first = self._first, None
        room = measure_blocks(blocks)
        return room.trouble if room.voice_db > room.noise_db + MIN_VOICE_ABOVE_NOISE_DB else None

    def find_trouble(self, start_ago_s: float, end_ago_s: float) -> RoomTrouble | None:
        """Return what in the room may be why an utterance was missed. Its start and end are seconds ago."""
        if not self._recent:
            return None
        recent_s = self._recent_samples / SAMPLE_RATE_HZ
        return measure_blocks(self._recent, (recent_s - start_ago_s, recent_s - end_ago_s)).trouble


def measure_blocks(blocks: Iterable[Block], answer: tuple[float, float] | None = None) -> Room:
    """Measure the room in these blocks. `answer`: the start and end of an answer, in seconds."""
    audio, probabilities = zip(*blocks, strict=True)
    is_speech = np.repeat(np.array(probabilities) >= MIN_SPEECH_PROBABILITY, [len(samples) for samples in audio])
    step = round(LEVEL_FRAME_S * SAMPLE_RATE_HZ)
    return measure_room(Pcm(np.concatenate(audio), SAMPLE_RATE_HZ), is_speech[::step], answer)


def measure_recording(recording: Pcm) -> Room:
    """Measure the room of a whole recording."""
    detector = load_speech_detector()
    blocks = split_into_blocks(recording.resampled(SAMPLE_RATE_HZ))
    return measure_blocks((block, detector.speech_probability(block)) for block in blocks)

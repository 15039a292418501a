"""A recogniser on another machine as an input source.

Where an utterance begins and ends is decided here, so that only what players say is sent, and silence is not. The
server writes it down. It knows nothing of what may be said now and gives no scores, so its words count as dictation:
an answer is confirmed before it counts.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.audio_format import FRAME_S, FRAME_SAMPLES, SAMPLE_RATE_HZ
from narrator.speech.asr.vad import VoiceActivityDetector, frame_levels_db
from narrator.speech.echo.aligned_canceller import SpeechOrigin
from narrator.speech.networks.silero_vad import load_speech_detector
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.ports import Inbox, InputEnded, TroubleReported, UtteranceHeard
from narrator.speech.remote.server import ServerLost, WyomingServer

ENDPOINT_SILENCE_S = 0.7
"""Silence that ends an utterance. The words are not known here, so it suits unfinished sentences too. Not tuned."""
MIN_UTTERANCE_S, MAX_UTTERANCE_S = 0.15, 15.0
"""Shorter voices are coughs; longer ones are cut."""
PRE_ROLL_FRAMES = 30
"""Frames before the voice that are sent with it."""
CHUNK_BYTES = 2048
LOST = "I cannot reach the recogniser on the other machine. Please type until it is back."
RECOVERED = "The recogniser is back. I can hear you again."


class RemoteInput:
    """Finds utterances in a stream and has a server write them down, in a thread."""

    def __init__(
        self,
        blocks: Iterable[Samples],
        server: WyomingServer,
        language: str,
        origin_of: Callable[[float, float], SpeechOrigin] | None = None,
    ) -> None:
        self._blocks, self._server, self._language = blocks, server, language
        self._origin_of = origin_of or (lambda start, end: SpeechOrigin.PERHAPS_PLAYER)
        self._is_lost = False
        self._closed = threading.Event()

    def listen(self, inbox: Inbox) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, args=(inbox,), name="remote input", daemon=True).start()

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """Do nothing: the server is not told what may be said."""

    def close(self) -> None:
        """Stop the thread after the current block or request."""
        self._closed.set()

    def _run(self, inbox: Inbox) -> None:
        try:
            for start_s, sound in find_utterances(self._until_closed()):
                origin = self._origin_of(start_s, start_s + sound.seconds)
                if origin is not SpeechOrigin.OWN_ECHO:
                    self._transcribe(sound, inbox, clear_of_playback=origin is SpeechOrigin.PLAYER)
        except Exception:  # a failure of the device; players must not wait for a dead ear
            logging.getLogger(__name__).debug("Remote recognition failed", exc_info=True)
            inbox.put(TroubleReported("My ear does not work any more. Please type."))
        finally:
            inbox.put(InputEnded())

    def _until_closed(self) -> Iterator[Samples]:
        for block in self._blocks:
            if self._closed.is_set():
                return
            yield block

    def _transcribe(self, sound: Pcm, inbox: Inbox, *, clear_of_playback: bool) -> None:
        try:
            text = transcribe(self._server, sound, self._language)
        except ServerLost:
            logging.getLogger(__name__).debug("The recogniser is lost", exc_info=True)
            if not self._is_lost:
                inbox.put(TroubleReported(LOST))
            self._is_lost = True
            return
        if self._is_lost:
            self._is_lost = False
            inbox.put(TroubleReported(RECOVERED))
        if text:
            recording = sound.trimmed().normalised()
            inbox.put(
                UtteranceHeard(text, recording, is_spoken=True, is_dictated=True, clear_of_playback=clear_of_playback)
            )


def find_utterances(blocks: Iterable[Samples]) -> Iterator[tuple[float, Pcm]]:
    """Yield each utterance with the second at which it starts."""
    vad, detector = VoiceActivityDetector(), load_speech_detector()
    before: deque[Samples] = deque(maxlen=PRE_ROLL_FRAMES)
    frames: list[Samples] = []
    pending = np.zeros(0, dtype=np.int16)
    time_s = 0.0
    for block in blocks:
        pending = np.concatenate([pending, block])
        whole = len(pending) // FRAME_SAMPLES * FRAME_SAMPLES
        if not whole:
            continue
        ready, pending = pending[:whole], pending[whole:]
        probability = detector.speech_probability(ready)
        for frame, level_db in zip(ready.reshape(-1, FRAME_SAMPLES), frame_levels_db(ready), strict=True):
            time_s += FRAME_S
            if not vad.feed(float(level_db), probability):
                before.extend([*frames, frame])
                frames = []
                continue
            frames = frames or list(before)
            frames.append(frame)
            length_s = len(frames) * FRAME_S
            if vad.quiet.silence_s < ENDPOINT_SILENCE_S and length_s < MAX_UTTERANCE_S:
                continue
            if length_s - vad.quiet.silence_s - PRE_ROLL_FRAMES * FRAME_S > MIN_UTTERANCE_S:
                yield time_s - length_s, Pcm(np.concatenate(frames), SAMPLE_RATE_HZ)
            vad.finish()
            before.clear()
            frames = []


def transcribe(server: WyomingServer, sound: Pcm, language: str) -> str:
    """Return what the server understood; empty if it heard no words."""
    from wyoming.asr import Transcribe, Transcript  # noqa: PLC0415 - optional
    from wyoming.audio import AudioChunk, AudioStart, AudioStop  # noqa: PLC0415

    audio = sound.samples.tobytes()
    chunks = (audio[start : start + CHUNK_BYTES] for start in range(0, len(audio), CHUNK_BYTES))
    with server.connect() as connection:
        connection.send(Transcribe(language=language), AudioStart(sound.rate, 2, 1))
        connection.send(*(AudioChunk(sound.rate, 2, 1, chunk) for chunk in chunks))
        connection.send(AudioStop())
        while True:
            event = connection.receive()
            if Transcript.is_type(event.type):
                return " ".join(str(Transcript.from_event(event).text).split())

"""Load each part that hears, speaks or exports, and use it once.

An installed part can still fail: a system library may be missing, a model file truncated, or the processor too old. A
library may also crash or block its process, so each part is tried in a separate process.
"""

import signal
import subprocess
import sys
import wave
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from narrator.core.errors import NarratorError
from narrator.core.paths import data_folder
from narrator.core.system_packages import missing_library, system_package_command

if TYPE_CHECKING:
    from narrator.speech.pcm import Pcm

TIMEOUT_S = 120.0
"""Give a part up after this long; an emulated ARM computer on a busy machine takes half a minute."""
TRIAL_WORD = "three"
"""The word in `audio/trial-three.wav`, in the narrator's voice."""
OTHER_WORDS = ("one", "two", "four")


class InstalledPart(StrEnum):
    """What can be tried."""

    RECOGNISER = "recogniser"
    SECOND_RECOGNISER = "second-recogniser"
    VOICE_DETECTOR = "voice-detector"
    VOICE = "voice"
    CHARACTER_VOICES = "character-voices"
    EXPORT = "export"


class TrialFailed(NarratorError):
    """A part was loaded and did not do what it should. The message is a clause."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of using a part once."""

    problem: str | None = None
    """Why it does not work, as a clause; `None` if it works."""
    fix: str | None = None
    """The command that installs what is missing on this system, where that is known."""


def try_part(part: InstalledPart) -> Trial:
    """Use this part once in another process, and return what came of it."""
    command = [sys.executable, "-m", "narrator.apps.commands._trials", part]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return Trial(f"it did not finish within {TIMEOUT_S:.0f} seconds")
    if done.returncode == 0:
        return Trial()
    if done.returncode < 0:
        return Trial(f"it ended its process ({signal.Signals(-done.returncode).name})")
    told = (done.stdout or done.stderr).strip().splitlines() or ["it gave no reason"]
    problem, _, fix = told[-1].partition(" To fix it: ")
    library = missing_library(problem)
    return Trial(problem.rstrip("."), fix or (system_package_command(library) if library else None))


# --- in the other process ----------------------------------------------------------------------------


def hear_word() -> None:
    """Let the recogniser hear the stored word."""
    from narrator.speech.asr.vosk_decoder import Vocabulary, VoskDecoder  # noqa: PLC0415 - what is being tried
    from narrator.speech.asr.vosk_model import load_recogniser_model  # noqa: PLC0415

    model = load_recogniser_model()
    decoder = VoskDecoder(model, Vocabulary(model), dict.fromkeys((TRIAL_WORD, *OTHER_WORDS), 1))
    decoder.feed(read_word().samples)
    heard = [hypothesis.text for hypothesis in decoder.finish()[:1]]
    if heard != [TRIAL_WORD]:
        raise TrialFailed(f"it heard {' '.join(heard) or 'nothing'!r} instead of {TRIAL_WORD!r}")


def score_word() -> None:
    """Let the second recogniser compare the stored word with others."""
    from narrator.speech.asr.phrase_scorer import load_moonshine  # noqa: PLC0415 - as above

    moonshine = load_moonshine()
    if moonshine is None:
        raise TrialFailed("its model is missing or damaged")
    words = (TRIAL_WORD, *OTHER_WORDS)
    scores = moonshine.likelihoods(read_word().samples, words)
    best = words[scores.index(max(scores))]
    if best != TRIAL_WORD:
        raise TrialFailed(f"it heard {best!r} instead of {TRIAL_WORD!r}")


def detect_word() -> None:
    """Let the voice detector tell the stored word from silence."""
    from narrator.speech.asr.recording import split_into_blocks  # noqa: PLC0415 - as above
    from narrator.speech.networks.silero_vad import AlwaysSpeech, load_speech_detector  # noqa: PLC0415

    detector = load_speech_detector()
    if isinstance(detector, AlwaysSpeech):
        raise TrialFailed("its package is missing, so loudness alone decides what is speech")
    probabilities = [detector.speech_probability(block) for block in split_into_blocks(read_word())]
    if max(probabilities) < 0.5 or min(probabilities) > 0.5:
        raise TrialFailed("it cannot tell a voice from silence")


def say_word() -> None:
    """Let the narrator's voice say the word."""
    from narrator.speech.tts.choose_voice import choose_voice  # noqa: PLC0415 - as above
    from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE  # noqa: PLC0415

    renderer = choose_voice().renderers[0]
    try:
        renderer.load()
        if not renderer.render(f"{TRIAL_WORD}.", DEFAULT_WORDS_PER_MINUTE).samples.any():
            raise TrialFailed("it is silent")
    finally:
        renderer.close()


def say_word_as_character() -> None:
    """Let one of Kokoro's voices say the word."""
    from narrator.speech.models.kokoro import KOKORO_VOICES  # noqa: PLC0415 - as above
    from narrator.speech.tts.kokoro import load_kokoro_network  # noqa: PLC0415

    voice = KOKORO_VOICES.files[0].path.removesuffix(".bin")
    if not load_kokoro_network().speak(f"{TRIAL_WORD}.", voice, 1.0).samples.any():
        raise TrialFailed("they are silent")


def write_book() -> None:
    """Write the stored word as an MP3 file with a cover, and read it again."""
    import io  # noqa: PLC0415 - as above

    import soundfile  # noqa: PLC0415

    from narrator.apps.export.cover import draw_cover  # noqa: PLC0415
    from narrator.apps.export.narration import BOOK_RATE_HZ, encode_mp3  # noqa: PLC0415

    word = read_word().resampled(BOOK_RATE_HZ)
    frames = soundfile.info(io.BytesIO(encode_mp3([word]))).frames
    if frames < len(word.samples) or not draw_cover(TRIAL_WORD):
        raise TrialFailed("the file that it wrote is incomplete")


def read_word() -> "Pcm":
    """Return the stored word."""
    import numpy as np  # noqa: PLC0415 - as above

    from narrator.speech.pcm import Pcm  # noqa: PLC0415

    with wave.open(str(data_folder("audio") / "trial-three.wav")) as file:
        return Pcm(np.frombuffer(file.readframes(file.getnframes()), np.int16), file.getframerate())


TRIALS: dict[InstalledPart, Callable[[], None]] = {
    InstalledPart.RECOGNISER: hear_word,
    InstalledPart.SECOND_RECOGNISER: score_word,
    InstalledPart.VOICE_DETECTOR: detect_word,
    InstalledPart.VOICE: say_word,
    InstalledPart.CHARACTER_VOICES: say_word_as_character,
    InstalledPart.EXPORT: write_book,
}


def main() -> int:
    """Try the part that the command line names. Print the reason and return 1 if it does not work."""
    try:
        TRIALS[InstalledPart(sys.argv[1])]()
    except Exception as error:  # libraries raise all kinds of errors
        print(" ".join(str(error).split()) or type(error).__name__)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Compare Kokoro's voices as narrators of bedtime stories: pitch, speed, brightness and word errors.

    python -m bench.narrators [VOICE …] [--sound DIR]

Each voice reads the same passages at its own speed. Printed are the median pitch, the range of pitch (from the 5th to
the 95th percentile, in semitones: a small range sounds flat), words per minute, the spectral centroid (a low one sounds
warm, a high one sharp), and the words that Vosk and Moonshine write down wrongly. The last column ranks the voices: the
sum of the ranks for few errors, slow reading, a low centroid and a range near `AIM_SEMITONES`; the lowest is the best.

Rendered passages are kept in the folder of `--sound`; rendering takes three seconds for each second of speech.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from bench.transcripts import Transcribers, count_word_errors, words_of
from narrator.core.paths import user_cache_folder
from narrator.speech.models.kokoro import VOICE_CHECKSUMS
from narrator.speech.pcm import Pcm, find_voiced_frames
from narrator.speech.tts.kokoro import KOKORO_WORDS_PER_MINUTE, render_kokoro

PASSAGES = (
    "Under the hill, where the roots are as thick as banisters, "
    "there was a hotel with a hundred beds and no breakfast.",
    "Nobody spoke. Then, very slowly, the old lighthouse climbed down from its rock, wiped its feet, and went home.",
    '"I do hate to complain," said the reindeer, "but somebody next door is counting sheep, and my pillow joins in."',
    "High above, the snow drew itself over the hill, and tucked in the corners. Good night until spring.",
)
AIM_SEMITONES = 9.0
"""A reader's range of pitch at bedtime: livelier than a list, calmer than a play."""
MIN_PITCH_HZ, MAX_PITCH_HZ = 60.0, 420.0
PITCH_FRAME_S, PITCH_HOP_S = 0.04, 0.01
MIN_PERIODICITY = 0.6
"""The autocorrelation above which a frame has a pitch."""


@dataclass(frozen=True, slots=True)
class VoiceFigures:
    voice: str
    pitch_hz: float
    range_semitones: float
    words_per_minute: float
    centroid_hz: float
    vosk_errors: int
    moonshine_errors: int
    words: int


def measure_voice(voice: str, folder: Path, transcribers: Transcribers) -> VoiceFigures:
    pitches, centroids, seconds = [], [], 0.0
    vosk_errors = moonshine_errors = words = 0
    for number, passage in enumerate(PASSAGES):
        pcm = read_or_render(passage, voice, folder / f"{voice}-{number}.flac")
        expected = words_of(passage)
        vosk_errors += count_word_errors(expected, words_of(transcribers.vosk(pcm)))
        moonshine_errors += count_word_errors(expected, words_of(transcribers.moonshine(pcm)))
        words += len(expected)
        seconds += pcm.seconds
        pitches.append(pitch_track(pcm))
        centroids.append(spectral_centroid(pcm))
    pitch = np.concatenate(pitches)
    low, median, high = np.percentile(pitch, (5, 50, 95))
    return VoiceFigures(
        voice,
        float(median),
        12 * float(np.log2(high / low)),
        60 * words / seconds,
        float(np.mean(centroids)),
        vosk_errors,
        moonshine_errors,
        words,
    )


def read_or_render(passage: str, voice: str, file: Path) -> Pcm:
    if not file.exists():
        pcm = render_kokoro(passage, voice, KOKORO_WORDS_PER_MINUTE)
        file.parent.mkdir(parents=True, exist_ok=True)
        soundfile.write(file, pcm.samples, pcm.rate)
    return Pcm.from_array(*soundfile.read(file, dtype="int16"))


def pitch_track(pcm: Pcm) -> NDArray[np.float64]:
    """Return the pitch of each voiced frame, by the highest peak of its autocorrelation."""
    samples = pcm.samples.astype(np.float64)
    size, hop = round(PITCH_FRAME_S * pcm.rate), round(PITCH_HOP_S * pcm.rate)
    shortest, longest = int(pcm.rate / MAX_PITCH_HZ), int(pcm.rate / MIN_PITCH_HZ)
    voiced = find_voiced_frames(pcm.frame_levels())
    found = []
    for start in range(0, len(samples) - size, hop):
        if not voiced[min(len(voiced) - 1, start // hop)]:
            continue
        frame = samples[start : start + size] - samples[start : start + size].mean()
        spectrum = np.abs(np.fft.rfft(frame * np.hanning(size), 2 * size)) ** 2
        correlation = np.fft.irfft(spectrum)[: longest + 1]
        lag = shortest + int(np.argmax(correlation[shortest:]))
        if correlation[0] > 0 and correlation[lag] > MIN_PERIODICITY * correlation[0]:
            found.append(pcm.rate / lag)
    return np.array(found or [MIN_PITCH_HZ])


def spectral_centroid(pcm: Pcm) -> float:
    """Return the average frequency of the sound, weighted by amplitude."""
    spectrum = np.abs(np.fft.rfft(pcm.samples.astype(np.float64)))
    frequencies = np.fft.rfftfreq(len(pcm.samples), 1 / pcm.rate)
    return float((spectrum * frequencies).sum() / spectrum.sum())


def rank_sums(figures: Sequence[VoiceFigures]) -> list[int]:
    """Return for each voice the sum of its ranks in all measures."""
    measures = (
        [each.vosk_errors + each.moonshine_errors for each in figures],
        [each.words_per_minute for each in figures],
        [each.centroid_hz for each in figures],
        [abs(each.range_semitones - AIM_SEMITONES) for each in figures],
    )
    return [sum(sum(other < values[place] for other in values) for values in measures) for place in range(len(figures))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voices", nargs="*", metavar="VOICE", help="default: all English voices")
    default = user_cache_folder() / "bench-narrators"
    parser.add_argument("--sound", type=Path, default=default, metavar="DIR", help="folder of the rendered passages")
    arguments = parser.parse_args()
    transcribers = Transcribers()
    figures = []
    for voice in arguments.voices or sorted(VOICE_CHECKSUMS):
        figures.append(measure_voice(voice, arguments.sound, transcribers))
        print(f"{voice} measured", file=sys.stderr, flush=True)
    print(f"{'voice':<12}{'pitch':>7}{'range':>9}{'speed':>10}{'centroid':>10}{'Vosk':>6}{'Moonshine':>11}{'ranks':>7}")
    for rank, each in sorted(zip(rank_sums(figures), figures, strict=True), key=lambda pair: pair[0]):
        print(
            f"{each.voice:<12}{each.pitch_hz:>4.0f} Hz{each.range_semitones:>6.1f} st{each.words_per_minute:>6.0f} wpm"
            f"{each.centroid_hz:>7.0f} Hz{each.vosk_errors:>6}{each.moonshine_errors:>11}{rank:>7}"
        )
    print(f"Errors in {figures[0].words} words.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

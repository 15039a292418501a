"""Measure sentences by voice: whole answers, questions and remarks, said by natural synthetic voices.

    python -m bench.spoken [--half tune|report] [--lists NAME …] [--rooms clean kitchen echo] [--voices N] [--sound DIR]
                           [--wrong]

Each sentence of `spoken_lines/` is typed, and said by one or more of Kokoro's English voices. What is said goes through
the recogniser that plays, block by block, and both are judged alike (`bench.talk`). *Asked* is a question with the
right meaning among its choices, *missed* no meaning, *wrong* another one.

The voices are split into two halves. The recogniser was tuned with the sentences and voices of one, and is reported
with those of the other. Rooms are quiet, a kitchen (12 dB above its noise) and a room with an echo.

Spoken sentences are kept in the folder of `--sound`. Those that are missing there are rendered, which needs the voices
of `narrator setup --voices`, and takes up to three seconds for each second of speech.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np

from bench.hearing_sets import REPORT, TUNE
from narrator.core.paths import user_cache_folder
from narrator.dialog.conversation import Conversation
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recogniser import Recogniser
from narrator.speech.asr.recording import read_recording, split_into_blocks
from narrator.speech.asr.result import RecognitionResult
from narrator.speech.models.kokoro import VOICE_CHECKSUMS
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.tts.kokoro import load_kokoro_network
from narrator.storage.clips import to_wav
from tests.support.synthetic_speech import (
    START_S,
    Signal,
    add_reverberation,
    end_of_voice_s,
    make_kitchen_noise,
    place_in_room,
    trim_silence,
)
from tests.support.utterances import ExpectedUtterance, read_utterances, start_conversations, verdict

LINES = Path(__file__).parent / "spoken_lines"
LISTS = {TUNE: ("tune", "tune_names"), REPORT: ("report", "report_second", "report_third")}
"""The lists of sentences of each half. The later ones for the report were frozen before their first run."""
# fmt: off
TUNE_VOICES = frozenset((
    "af_alloy", "af_bella", "af_jessica", "af_nova", "af_sarah", "am_adam", "am_eric", "am_liam", "am_onyx", "am_santa",
    "bf_alice", "bf_isabella", "bm_daniel", "bm_lewis",
))
# fmt: on
VOICES = {TUNE: sorted(TUNE_VOICES), REPORT: sorted(VOICE_CHECKSUMS.keys() - TUNE_VOICES)}
"""The voices of each half."""
PEAK_DBFS = -9.0
"""The peak to which Kokoro's voices are amplified."""
ROOMS: dict[str, Callable[[Signal, int], Samples]] = {
    "clean": lambda voice, seed: place_in_room(voice, seed=seed),
    "kitchen": lambda voice, seed: place_in_room(voice, make_kitchen_noise(), 12.0, seed=seed),
    "echo": lambda voice, seed: place_in_room(add_reverberation(voice), seed=seed),
}
OUTCOMES = ("right", "asked", "ignored", "missed", "asked wrong", "wrong")


# --- the voices ------------------------------------------------------------------------------------


def sound_file(folder: Path, sentence: str, voice: str) -> Path:
    """Return where a spoken sentence is kept."""
    return folder / f"{voice}-{sha256(sentence.encode()).hexdigest()[:12]}.wav"


def say(sentence: str, voice: str, folder: Path) -> Signal:
    """Return a spoken sentence from the folder, or render it."""
    file = sound_file(folder, sentence, voice)
    if not file.exists():
        spoken = load_kokoro_network().speak(sentence, voice, 1.0)
        sound = spoken.amplified(PEAK_DBFS - spoken.peak)
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(to_wav(sound.resampled(SAMPLE_RATE_HZ).samples, SAMPLE_RATE_HZ))
    return trim_silence(read_recording(file))


# --- what becomes of a sentence ----------------------------------------------------------------------


@dataclass
class RoomFigures:
    """What became of the sentences in one room."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """The outcomes by kind of sentence."""
    replies_s: list[float] = field(default_factory=list)
    """From the end of the voice to the decision, for sentences that were answered."""
    cpu_s: float = 0.0
    sound_s: float = 0.0


def recognise(
    recogniser: Recogniser, audio: Samples, index: PhraseIndex, *, free_speech: bool
) -> list[RecognitionResult]:
    """Return the results of one sample."""
    recogniser.reset()
    recogniser.expect(index, free_speech=free_speech)
    blocks = split_into_blocks(Pcm(audio, SAMPLE_RATE_HZ))
    return [*(result for block in blocks for result in recogniser.feed(block)), *recogniser.flush()]


def judge_results(line: ExpectedUtterance, results: Sequence[RecognitionResult], talk: Conversation) -> str:
    """Return the worst outcome of what was decided: a sentence that was cut in two may be right and then wrong."""
    found = [judge_result(line, result, talk) for result in results if result.text or result.candidates]
    if not found:
        return "ignored" if line.kind == "remark" else "missed"
    reached = [each for each in found if each not in ("missed", "ignored")]
    return max(reached or found, key=OUTCOMES.index)


def judge_result(line: ExpectedUtterance, result: RecognitionResult, talk: Conversation) -> str:
    def judge(text: str) -> str:
        return verdict(ExpectedUtterance(line.situation, line.kind, text, line.meanings), talk)

    if result.accepted:
        return judge(result.text)
    asked = [judge(text) for text in result.candidates or filter(None, [result.dictation])]
    if any(each in ("right", "asked") for each in asked):
        return "asked"
    is_asked = any(each in ("wrong", "asked wrong") for each in asked)
    return "asked wrong" if is_asked else "ignored" if line.kind == "remark" else "missed"


def measure_room(
    room: str, spoken: Sequence[tuple[ExpectedUtterance, str, Signal]], tables: dict[str, Conversation], *, wrong: bool
) -> RoomFigures:
    """Recognise and judge all sentences in one room."""
    figures, recogniser = RoomFigures(), load_recogniser()
    indexes = {name: recogniser.index(talk.expectation) for name, talk in tables.items()}
    for seed, (line, voice, signal) in enumerate(spoken):
        audio, talk = ROOMS[room](signal, seed), tables[line.situation]
        started = time.thread_time()
        results = recognise(recogniser, audio, indexes[line.situation], free_speech=talk.expectation.free)
        figures.cpu_s += time.thread_time() - started
        figures.sound_s += len(audio) / SAMPLE_RATE_HZ
        outcome = judge_results(line, results, talk)
        figures.counts[line.kind][outcome] += 1
        if outcome in ("right", "asked") and results:
            figures.replies_s.append(results[0].decided_s - START_S - end_of_voice_s(signal))
        if wrong and outcome != verdict(line, talk):
            heard = "; ".join(f"{each.text} ({each.reason}) {' / '.join(each.candidates)}" for each in results)
            print(f"{outcome:<12}{room:<8}{line.situation:<7}{voice:<12}{line.sentence} → {heard}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{room}: {seed + 1} of {len(spoken)} …\033[K", end="", file=sys.stderr, flush=True)
    return figures


def spoken_sentences(
    name: str, half: str, voices: int, folder: Path
) -> Iterator[tuple[ExpectedUtterance, str, Signal]]:
    """Yield each sentence of a list in this many voices of its half."""
    names = VOICES[half]
    for number, line in enumerate(read_utterances(LINES / f"{name}.txt")):
        for place in range(voices):
            voice = names[(number * voices + place) % len(names)]
            yield line, voice, say(line.sentence, voice, folder)


def print_counts(title: str, counts: dict[str, Counter[str]]) -> None:
    for kind, outcomes in sorted(counts.items()):
        row = ", ".join(f"{outcomes[each]} {each}" for each in OUTCOMES if outcomes[each])
        print(f"{title:<9}{kind:<9}{sum(outcomes.values()):4}: {row}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=(TUNE, REPORT), default=REPORT, help="which sentences and voices")
    parser.add_argument("--rooms", nargs="*", choices=ROOMS, default=list(ROOMS), help="which rooms (default: all)")
    parser.add_argument("--voices", type=int, default=1, metavar="N", help="voices for each sentence (default: 1)")
    default = user_cache_folder() / "bench-spoken"
    parser.add_argument("--sound", type=Path, default=default, metavar="DIR", help="folder of the spoken sentences")
    names = [name for lists in LISTS.values() for name in lists]
    parser.add_argument("--lists", nargs="*", choices=names, help="which lists of sentences (default: all of the half)")
    parser.add_argument("--wrong", action="store_true", help="print what was not understood as if typed")
    arguments = parser.parse_args()
    lists = [name for name in LISTS[arguments.half] if name in (arguments.lists or LISTS[arguments.half])]
    with ExitStack() as stack:
        tables = start_conversations(stack)
        for name in lists:
            print(f"The list “{name}”, voices of the half to {arguments.half}.")
            spoken = list(spoken_sentences(name, arguments.half, arguments.voices, arguments.sound))
            measure_list(spoken, tables, arguments.rooms, wrong=arguments.wrong)
    return 0


def measure_list(
    spoken: Sequence[tuple[ExpectedUtterance, str, Signal]],
    tables: dict[str, Conversation],
    rooms: Sequence[str],
    *,
    wrong: bool,
) -> None:
    """Judge the sentences as typed and as spoken in each room, and print the figures."""
    typed: dict[str, Counter[str]] = defaultdict(Counter)
    for line, _, _ in spoken:
        typed[line.kind][verdict(line, tables[line.situation])] += 1
    print_counts("typed", typed)
    for room in rooms:
        figures = measure_room(room, spoken, tables, wrong=wrong)
        print_counts(room, figures.counts)
        median, most = np.percentile(figures.replies_s or [0.0], (50, 90))
        share = 100 * figures.cpu_s / figures.sound_s
        print(f"{room:<9}reply after {median:.2f} s, 90 % {most:.2f} s; {share:.0f} % of a core", flush=True)


if __name__ == "__main__":
    sys.exit(main())

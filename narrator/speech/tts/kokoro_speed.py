"""Measure at set-up whether Kokoro may read live on this computer, and remember it."""

import json
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter

from narrator.core.paths import user_cache_folder
from narrator.speech.tts.kokoro import KOKORO_WORDS_PER_MINUTE, render_kokoro

TEST_SENTENCES = (
    "The old lighthouse climbed down from its rock.",
    "It wiped its feet, and went up Fish Street.",
    "Nobody had ever asked it where it was going.",
)
TEST_VOICE = "am_michael"
MAX_LIVE_RATIO = 0.5
"""Kokoro may read live if rendering takes at most this part of the length of a sentence. Other programs run, too, so
this is twice as fast as necessary."""


def measure_kokoro() -> float:
    """Return the seconds that this computer takes for a second of speech, and remember them."""
    render_kokoro("Hello.", TEST_VOICE, KOKORO_WORDS_PER_MINUTE)  # loads the network
    ratios = []
    for sentence in TEST_SENTENCES:
        started = perf_counter()
        spoken = render_kokoro(sentence, TEST_VOICE, KOKORO_WORDS_PER_MINUTE)
        ratios.append((perf_counter() - started) / spoken.seconds)
    ratio = median(ratios)
    with suppress(OSError):  # then it is rendered ahead
        speed_file().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        speed_file().write_text(json.dumps({"seconds_per_second": round(ratio, 3)}), "utf-8")
    return ratio


def may_kokoro_read_live() -> bool:
    """Return whether set-up has found this computer fast enough."""
    try:
        return float(json.loads(speed_file().read_text("utf-8"))["seconds_per_second"]) <= MAX_LIVE_RATIO
    except (OSError, ValueError, KeyError, TypeError):
        return False


def speed_file() -> Path:
    return user_cache_folder() / "kokoro-speed.json"

"""The cache of rendered speech on disk."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.cache import SpeechCache, speech_cache_folder

KEY = ("kokoro/bf_emma", 175, "Hello!")


def noise(seed: int = 0, seconds: float = 0.1) -> Pcm:
    numbers = np.random.default_rng(seed).integers(-9000, 9000, round(22050 * seconds), dtype=np.int16)
    return Pcm(numbers, 22050)


def test_cached_speech_is_returned_sample_by_sample(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path)
    cache.put(*KEY, noise())
    cached = cache.get(*KEY)
    assert cached is not None
    assert cached.rate == 22050
    assert np.array_equal(cached.samples, noise().samples)
    assert cache.has(*KEY)


@pytest.mark.parametrize(
    "other", [("system", 175, "Hello!"), ("kokoro/bf_emma", 176, "Hello!"), ("kokoro/bf_emma", 175, "Hello.")]
)
def test_voice_speed_and_text_are_the_key(tmp_path: Path, other: tuple[str, int, str]) -> None:
    cache = SpeechCache(tmp_path)
    cache.put(*KEY, noise())
    assert cache.get(*other) is None
    assert not cache.has(*other)


def test_cache_survives_a_restart(tmp_path: Path) -> None:
    SpeechCache(tmp_path).put(*KEY, noise())
    assert SpeechCache(tmp_path).get(*KEY) is not None


def test_damaged_file_counts_as_missing_and_is_deleted(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path)
    cache.put(*KEY, noise())
    (file,) = tmp_path.iterdir()
    for broken in (b"", file.read_bytes()[:20], b"something else altogether" * 10):
        file.write_bytes(broken)
        assert cache.get(*KEY) is None
        assert not file.exists()


def test_least_recently_used_files_are_deleted_above_the_limit(tmp_path: Path) -> None:
    size = size_of_one_file(tmp_path / "one")
    cache = SpeechCache(tmp_path / "many", limit=size * 5)
    for number in range(5):
        cache.put("voice", 175, str(number), noise(number))
        age_files(tmp_path / "many")
    assert cache.get("voice", 175, "0") is not None  # which makes it the most recently used
    cache.put("voice", 175, "5", noise(5))
    assert [number for number in range(6) if cache.has("voice", 175, str(number))] == [0, 3, 4, 5]
    assert sum(file.stat().st_size for file in (tmp_path / "many").iterdir()) <= size * 5


def size_of_one_file(folder: Path) -> int:
    SpeechCache(folder).put(*KEY, noise())
    (file,) = folder.iterdir()
    return file.stat().st_size + 200


def age_files(folder: Path) -> None:
    for file in folder.iterdir():
        times = file.stat().st_mtime - 60
        os.utime(file, (times, times))


def test_old_partial_files_are_deleted(tmp_path: Path) -> None:
    old, new = tmp_path / "old.half", tmp_path / "new.half"
    for file in (old, new):
        file.write_bytes(b"half")
    os.utime(old, (0, 0))
    SpeechCache(tmp_path).put(*KEY, noise())
    assert not old.exists()
    assert new.exists(), "another process may be writing it"


def test_unwritable_folder_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    cache = SpeechCache(tmp_path / "taken" / "speech")
    cache.put(*KEY, noise())
    assert cache.get(*KEY) is None


def test_kill_while_writing_leaves_no_broken_file(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tests.speech.tts.test_cache import *\n"
        "cache = SpeechCache(Path(sys.argv[1]))\n"
        "for number in range(100000):\n"
        "    cache.put('voice', 175, str(number), noise(seconds=2))\n"
        "    if number == 0: print(flush=True)"
    )
    for delay in (0.01, 0.05, 0.12):
        with subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(delay)
            writer.kill()
    complete = list(tmp_path.glob("*.flac"))
    assert complete
    cache = SpeechCache(tmp_path)
    for number in range(len(complete)):
        cached = cache.get("voice", 175, str(number))
        assert cached is not None
        assert cached.seconds == 2


def test_folder_is_in_the_user_cache_or_in_narrator_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NARRATOR_CACHE", raising=False)
    assert speech_cache_folder().parts[-2:] == ("narrator", "speech")
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path))
    assert speech_cache_folder() == tmp_path / "speech"


def test_files_are_readable_only_by_the_user(tmp_path: Path) -> None:
    folder = tmp_path / "speech"
    folder.mkdir(mode=0o755)
    before = os.umask(0)
    try:
        SpeechCache(folder).put(*KEY, noise())
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700

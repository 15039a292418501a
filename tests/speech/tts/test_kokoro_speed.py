"""Set-up decides whether Kokoro may read live."""

import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts import kokoro_speed


@pytest.mark.parametrize(("seconds", "is_live"), [(0.4, True), (2.6, False)])
def test_only_a_fast_computer_may_read_live(seconds, is_live, monkeypatch, tmp_path):
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "new"))
    clock = iter(range(100))
    monkeypatch.setattr(kokoro_speed, "perf_counter", lambda: seconds * next(clock))
    monkeypatch.setattr(kokoro_speed, "render_kokoro", lambda *_: Pcm.silence(1.0, 24_000))
    assert not kokoro_speed.may_kokoro_read_live()
    assert kokoro_speed.measure_kokoro() == pytest.approx(seconds)
    assert kokoro_speed.may_kokoro_read_live() == is_live


def test_damaged_measurement_means_no(monkeypatch, tmp_path):
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path))
    kokoro_speed.speed_file().write_text("{")
    assert not kokoro_speed.may_kokoro_read_live()

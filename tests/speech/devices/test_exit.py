"""The end of the program while a recogniser's thread still waits for the microphone."""

import subprocess
import sys


def test_exit_prints_no_leak_report_of_native_resamplers() -> None:
    """Both resamplers were held by the recogniser's thread, and nanobind listed them as leaks on the terminal."""
    command = [sys.executable, "-m", "tests.speech.devices.recognise_then_exit"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")

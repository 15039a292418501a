"""Acoustic echo cancellation (AEC): subtract the playback from the recording, frame by frame.

There are two stages. An *adaptive filter* learns the echo path from the speaker through the room to the microphone and
subtracts its estimate of the echo. A *suppressor* then attenuates the residual echo in each frequency bin, and with it
some of a player who speaks at that moment in the same bin; so the better the filter, the less of the player is lost.

The filter is a Kalman filter in the frequency domain, partitioned into blocks of one frame (Enzner and Vary 2006). For
every bin and block it keeps an estimate of the echo path and the variance of that estimate. During double talk it
adapts slowly without a double-talk detector, because the error is then mostly not echo. The variance also
tells the suppressor how much echo remains. It is plain numpy and takes about 3 % of a core, only during playback.

The initial variance must be right, or the filter adapts to noise: so for the first half second it only measures the
level of the echo.

What remains is either a player or residual echo. They differ in the share of the frame's power that passes the
suppressor (`other_share`): with the narrator alone hardly ever a twelfth, with a player in an echo four times as strong
usually half. A gate removes frames of mere residual echo, so that no utterance starts with them.

In the first seconds, and after the streams have lost alignment, the filter is on trial: only what is much louder than
any possible echo passes, and at first nothing. Otherwise the narrator would hear itself.

A microphone and a speaker with separate clocks drift apart by up to two samples in ten thousand, and no filter can
learn a moving echo path. But the phase of the filter rotates slowly with the drift and so measures it to one millionth
(`measure_drift`); the resampling of the playback compensates for it (see `aligned_canceller.py`).
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.speech.pcm import Samples, to_int16

Float64Array: TypeAlias = NDArray[np.float64]

ECHO_FRAME_SAMPLES = 320
"""The length of a frame and of each block of the filter: 20 ms."""
BINS = ECHO_FRAME_SAMPLES + 1
"""The number of frequency bins, 25 Hz apart."""
FILTER_FRAMES = 20
"""The length of the filter in frames: 0.4 s, including the latency of playback and recording."""
CALIBRATION_FRAMES = 25
"""The number of frames at the start of playback that only measure the strength of the echo."""
INITIAL_VARIANCE_FACTOR = 3.0
"""The initial variance of the echo path relative to the measured echo power."""
PATH_FORGETTING = 0.999
"""The filter's confidence in its estimate one frame later: players move, and clocks drift."""
POWER_SMOOTHING = 0.8
"""The weight of the previous frames in smoothed powers."""
MIN_GAIN = 0.01
"""The lowest gain of the suppressor. It also never attenuates below the noise floor, or breaths would stand out."""
NOISE_FLOOR_RISE = 1.01
"""How much the noise floor may rise per frame; it falls at once."""
RESIDUAL_DECAY = 0.6
"""The share of the expected residual echo that is still expected one frame later."""
PROVEN_RESIDUAL = 0.03
"""The trial ends when the filter leaves less than this share of the recorded power (it removes 15 dB)."""
HARMLESS_ECHO = 0.05
"""The trial also ends if the echo is less than this share of the recorded power."""
MUTED_TRIAL_FRAMES = 250
"""Mute the first frames of the trial; after them the strength of the echo is known."""
TRIAL_MARGIN = 3.0
"""How much stronger than the echo, in power, a voice must be to pass during the trial."""
MIN_OTHER_SHARE = 0.1
"""The gate opens if more than this share of a frame's power is not echo."""
GATE_HANGOVER = 0.85
"""The decay of that share per frame, so that soft ends of words pass."""
TRIAL_SMOOTHING = 0.98
"""The weight of the previous frames in what is measured during the trial: about one second."""
WINDOW = np.sqrt(np.hanning(2 * ECHO_FRAME_SAMPLES + 1)[:-1])
SPEECH_BINS = slice(6, 300)
"""The bins that decide the gate; hum lies below them."""
VOWEL_BINS = slice(6, 140)
"""The bins for `other_share`, without hissing sounds, which the filter learns last."""
DRIFT_BINS = slice(4, 120)
"""The bins that measure the drift, up to 3 kHz: above, the phase may have turned by more than a full circle."""


class EchoCanceller:
    """Removes playback from recorded frames. Its output is delayed by one frame."""

    def __init__(self) -> None:
        self._played = np.zeros((FILTER_FRAMES, BINS), dtype=np.complex128)
        """The spectra of the last played frames, the newest first."""
        self._other_power = np.full(BINS, 1e3 * ECHO_FRAME_SAMPLES)
        """The smoothed power of everything except the echo."""
        self._previous_played = np.zeros(ECHO_FRAME_SAMPLES)
        self._previous_residual = np.zeros(ECHO_FRAME_SAMPLES)
        self._residual_echo = np.zeros(BINS)
        self._noise_floor = self._smoothed_power = np.ones(BINS)
        self._overlap = np.zeros(ECHO_FRAME_SAMPLES)
        self.other_share = 1.0
        """The share of the power of the last returned frame that is not echo."""
        self._gate = 0.0
        self.reset()

    def reset(self) -> None:
        """Forget the echo path."""
        self._path = np.zeros_like(self._played)
        self._last_measured_path = self._path
        self._variance = np.zeros(self._path.shape)
        self._calibrated_frames = 0
        self._calibration = np.zeros(BINS), np.full(BINS, 1e3)
        """The recorded and the played power during calibration."""
        self._start_trial()

    def _start_trial(self) -> None:
        self._trial_frames: int | None = 0
        """The number of frames since the trial started; None after its end."""
        self._coupling = np.zeros(BINS), np.full(BINS, 1e3)
        """The smoothed recorded and played power."""
        self._trial_powers = np.array([1.0, 1.0, 0.0])
        """The smoothed power of the residual, of the recording and of the estimated echo."""

    def skip_trial(self) -> None:
        """Trust the filter at once, because no echo comes back."""
        self._trial_frames = None

    def skip(self, recorded: Samples) -> Samples:
        """Return the previous frame as it was recorded, because nothing has been played for a while."""
        previous, current = self._previous_residual, recorded.astype(np.float64)
        self._previous_played, self._previous_residual = np.zeros(ECHO_FRAME_SAMPLES), current
        self._overlap = previous * WINDOW[ECHO_FRAME_SAMPLES:] ** 2
        self._played[:] = 0
        self.other_share = 1.0
        self._track_noise_floor(np.abs(np.fft.rfft(np.concatenate([previous, current]) * WINDOW)) ** 2)
        return to_int16(previous)

    def process(self, recorded: Samples, played: Samples) -> Samples:
        """Return the previous frame without what was played."""
        residual, residual_echo = self._cancel(recorded.astype(np.float64), played.astype(np.float64))
        previous, self._previous_residual = self._previous_residual, residual
        self._previous_played = played.astype(np.float64)
        return self._suppress(np.concatenate([previous, residual]), residual_echo)

    def distrust(self) -> None:
        """Put the filter on trial again, because the streams have lost alignment."""
        self._variance += np.abs(self._path) ** 2
        self._start_trial()

    def measure_drift(self) -> float:
        """Return by how many samples the echo path became longer since the last call."""
        last, self._last_measured_path = self._last_measured_path, self._path.copy()
        rotation = np.sum(self._path * last.conj(), axis=0)[DRIFT_BINS]
        frequency = np.pi / ECHO_FRAME_SAMPLES * np.arange(BINS)[DRIFT_BINS]
        weight = frequency * np.abs(rotation)
        return float(-np.sum(weight * np.angle(rotation)) / max(1e-12, float(np.sum(weight * frequency))))

    def _cancel(self, recorded: Float64Array, played: Float64Array) -> tuple[Float64Array, Float64Array]:
        """Subtract the estimated echo and adapt the filter. Return the residual and its echo power by bin."""
        self._played[1:] = self._played[:-1]
        self._played[0] = np.fft.rfft(np.concatenate([self._previous_played, played]))
        played_power = self._played.real**2 + self._played.imag**2
        echo = np.fft.irfft(np.sum(self._played * self._path, axis=0))[ECHO_FRAME_SAMPLES:]
        residual = recorded - echo
        error = np.fft.rfft(np.concatenate([np.zeros(ECHO_FRAME_SAMPLES), residual]))
        error_power = np.abs(error) ** 2
        if self._calibrated_frames < CALIBRATION_FRAMES:
            self._calibrate(error_power, played_power)
        residual_echo = 0.5 * np.sum(played_power * self._variance, axis=0)
        self._other_power = POWER_SMOOTHING * self._other_power + (1 - POWER_SMOOTHING) * error_power
        gain = self._variance / (residual_echo + self._other_power + 1e-3)
        step = np.fft.irfft(gain * self._played.conj() * error, axis=1)
        step[:, ECHO_FRAME_SAMPLES:] = 0  # a block of the filter is no longer than a frame
        self._path += np.fft.rfft(step, axis=1)
        shrinkage = np.maximum(0, 1 - 0.5 * gain * played_power)
        self._variance = (
            PATH_FORGETTING**2 * shrinkage * self._variance + (1 - PATH_FORGETTING**2) * np.abs(self._path) ** 2
        )
        if self._trial_frames is not None:
            residual_echo = np.maximum(residual_echo, self._continue_trial(recorded, echo, residual))
        return residual, residual_echo

    def _calibrate(self, recorded_power: Float64Array, played_power: Float64Array) -> None:
        """Measure how loud the playback comes back; that sets the initial variance."""
        recorded_sum, played_sum = self._calibration
        self._calibration = recorded_sum + recorded_power, played_sum + 0.5 * np.sum(played_power, axis=0)
        self._calibrated_frames += 1
        if self._calibrated_frames == CALIBRATION_FRAMES:
            echo_gain = np.maximum(self._calibration[0] / self._calibration[1], 1e-7)  # at zero variance nothing adapts
            smoothed = np.convolve(np.pad(echo_gain, 4, mode="edge"), np.ones(9) / 9, mode="valid")
            self._variance[:] = INITIAL_VARIANCE_FACTOR * smoothed
            self._other_power = 0.1 * recorded_power

    def _continue_trial(self, recorded: Float64Array, echo: Float64Array, residual: Float64Array) -> Float64Array:
        """Return the highest possible echo power by bin, from the echo level measured during the trial.

        End the trial if the filter has proven itself or the echo is harmless.
        """
        assert self._trial_frames is not None
        self._trial_frames += 1
        keep, add = TRIAL_SMOOTHING, 1 - TRIAL_SMOOTHING
        played_power = np.max(np.abs(self._played) ** 2, axis=0)
        recorded_power: Float64Array = (
            np.abs(np.fft.rfft(np.concatenate([np.zeros(ECHO_FRAME_SAMPLES), recorded]))) ** 2
        )
        self._coupling = (
            keep * self._coupling[0] + add * recorded_power,
            keep * self._coupling[1] + add * played_power,
        )
        powers = np.array([residual @ residual, recorded @ recorded, echo @ echo])
        self._trial_powers = keep * self._trial_powers + add * powers
        of_residual, of_recording, of_echo = self._trial_powers
        is_measured = self._trial_frames > MUTED_TRIAL_FRAMES
        if of_residual < PROVEN_RESIDUAL * of_recording or (is_measured and of_echo < HARMLESS_ECHO * of_recording):
            self._trial_frames = None
        if not is_measured:
            return 100 * recorded_power
        highest: Float64Array = TRIAL_MARGIN * self._coupling[0] / self._coupling[1] * played_power
        return highest

    def _suppress(self, two_frames: Float64Array, residual_echo: Float64Array) -> Samples:
        """Attenuate the residual echo in each bin (spectral subtraction), and close the gate on mere echo."""
        spectrum = np.fft.rfft(two_frames * WINDOW)
        self._residual_echo = np.maximum(residual_echo, RESIDUAL_DECAY * self._residual_echo)
        power = np.abs(spectrum) ** 2 + 1e-9
        self._track_noise_floor(power)
        lowest_gains = np.clip(np.sqrt(self._noise_floor / power), MIN_GAIN, 1)
        gains = np.maximum(1 - self._residual_echo / power, 0)
        passed = power * gains**2
        self.other_share = float(np.sum(passed[VOWEL_BINS]) / np.sum(power[VOWEL_BINS]))
        speech_share = float(np.sum(passed[SPEECH_BINS]) / np.sum(power[SPEECH_BINS]))
        self._gate = max(speech_share, GATE_HANGOVER * self._gate)
        gains = np.maximum(gains, lowest_gains) if self._gate > MIN_OTHER_SHARE else lowest_gains
        suppressed = np.fft.irfft(spectrum * gains) * WINDOW
        out = self._overlap + suppressed[:ECHO_FRAME_SAMPLES]
        self._overlap = suppressed[ECHO_FRAME_SAMPLES:]
        return to_int16(out)

    def _track_noise_floor(self, power: Float64Array) -> None:
        """Follow the lowest recent power of each bin."""
        self._smoothed_power = POWER_SMOOTHING * self._smoothed_power + (1 - POWER_SMOOTHING) * power
        self._noise_floor = np.minimum(NOISE_FLOOR_RISE * self._noise_floor + 1, self._smoothed_power)

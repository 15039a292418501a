"""AAC and Opus by PyAV, an optional package. libsndfile, which encodes MP3, has no AAC and no bare Opus packets."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from narrator.speech.pcm import Pcm

if TYPE_CHECKING:
    from av import AudioFrame


def to_frame(sound: Pcm, position: int) -> "AudioFrame":
    """Return mono sound as a frame for an encoder, `position` samples after the start."""
    import av  # noqa: PLC0415 - optional

    frame = av.AudioFrame.from_ndarray(sound.samples.reshape(1, -1), format="s16", layout="mono")
    frame.sample_rate, frame.pts = sound.rate, position
    return frame


def encode_packets(codec: Any, sounds: Iterator[Pcm]) -> Iterator[bytes]:
    """Yield the packets of an audio codec that was opened by PyAV."""
    import av  # noqa: PLC0415 - optional

    resampler = av.AudioResampler(
        format=codec.format, layout=codec.layout, rate=codec.rate, frame_size=codec.frame_size
    )
    position = 0
    for sound in sounds:
        for frame in resampler.resample(to_frame(sound, position)):
            yield from map(bytes, codec.encode(frame))
        position += len(sound.samples)
    for frame in resampler.resample(None):
        yield from map(bytes, codec.encode(frame))
    yield from map(bytes, codec.encode(None))

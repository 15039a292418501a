"""Sound as MP3: the one kind of file that every reader, player and telephone can play.

A constant bit rate, so that simple players find a moment without reading all that is before it. The encoder notes how
many samples it put in front, so that times stay right to the sample where that note is read. Players that ignore it
are 50 ms late, which is within the pauses.
"""

import io
from collections.abc import Iterable

import soundfile

from narrator.export.narration import SAMPLES
from narrator.sound.pcm import Pcm

COMPRESSION = 0.6
"""Of a hundred and sixty kilobits a second this leaves sixty-four: clear for a voice, half a megabyte a minute."""


def mp3(pieces: Iterable[Pcm]) -> bytes:
    body = io.BytesIO()
    with soundfile.SoundFile(
        body,
        "w",
        samplerate=SAMPLES,
        channels=1,
        format="MP3",
        subtype="MPEG_LAYER_III",
        bitrate_mode="CONSTANT",
        compression_level=COMPRESSION,
    ) as file:
        for piece in pieces:
            file.write(piece.samples)
    return body.getvalue()

"""Files in one file: a zip that is the same, byte for byte, whenever and wherever it is made."""

import io
import zipfile
from collections.abc import Mapping
from datetime import datetime

EARLIEST = datetime(1980, 1, 1)  # no zip can tell of a time before
STORED = (".mp3", ".jpg")  # what is compressed already


def packed(files: Mapping[str, bytes], when: datetime, first: Mapping[str, bytes] | None = None) -> bytes:
    """A zip of these files. Those that must come `first` are not compressed."""
    body = io.BytesIO()
    moment = max(EARLIEST, when.replace(tzinfo=None))
    with zipfile.ZipFile(body, "w") as archive:
        for name, content in {**(first or {}), **files}.items():
            entry = zipfile.ZipInfo(
                name, (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
            )
            plain = name in (first or {}) or name.endswith(STORED)
            entry.compress_type = zipfile.ZIP_STORED if plain else zipfile.ZIP_DEFLATED
            entry.create_system = 3  # else it would tell which system it was made on
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return body.getvalue()

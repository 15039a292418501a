"""A family's own stories and cards in one file, for other families.

The file is a zip in the layout of a pack (see `language/content/packs.py`), with pictures and recordings beside it and
a list with the SHA-256 of each file. It holds texts, photos and sound, nothing that runs. Reading one trusts nothing in
it: names, kinds and sizes are checked before a file is unpacked, and the texts are validated like those of any pack.
"""

import atexit
import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from typing import IO, TYPE_CHECKING, Any
from zlib import crc32

import yaml

from narrator.core.errors import PackError
from narrator.language.content.yaml_source import MAX_FILE_BYTES
from narrator.storage.checked_zip import UnexpectedContents, ZipFormat
from narrator.storage.clips import NAME, SOUND, WORDS

if TYPE_CHECKING:
    from narrator.language.content.models import ContentModel, ExtraCharacter, ExtraDream, Story

ENDING = ".narrator.zip"
"""How the name of the file ends."""
STORIES, PICTURES, CLIPS = "storytellers/stories/", "pictures/", "clips/"
CHARACTERS, DREAMS = "storytellers/extra-characters.yaml", "dixit/extra-dreams.yaml"
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
"""The name of a file, without its ending."""
MAX_TITLE_LETTERS = 60
"""The longest beginning of a title in the name of a file."""
MAX_PHOTO_BYTES = 4 << 20
MAX_CLIP_BYTES = 32 << 20
"""More than a quarter of an hour of speech."""
MAX_WORDS_BYTES = 64 << 10
MAX_ZIP_BYTES = 200 << 20
MAX_TOTAL_BYTES = 500 << 20
MAX_FILES = 2000
PHOTO_BEGINS: Mapping[str, bytes] = {".jpg": b"\xff\xd8\xff", ".png": b"\x89PNG\r\n\x1a\n"}
"""The kinds of photos, and how such a file begins."""
PHOTO_NAME = re.compile(r"photo-[0-9a-f]{12}(?:\.jpg|\.png)")


def max_file_bytes(name: str) -> int:
    """Return the largest size of a file of this name, or -1 if it does not belong in a pack."""
    folder, _, file = name.rpartition("/")
    stem, dot, end = file.rpartition(".")
    ending = dot + end
    if name in (CHARACTERS, DREAMS):
        return MAX_FILE_BYTES
    if f"{folder}/" == CLIPS and NAME.fullmatch(stem):
        return {SOUND: MAX_CLIP_BYTES, WORDS: MAX_WORDS_BYTES}.get(ending, -1)
    if not SLUG.fullmatch(stem):
        return -1
    if f"{folder}/" == PICTURES:
        return MAX_PHOTO_BYTES if ending in PHOTO_BEGINS else -1
    return MAX_FILE_BYTES if f"{folder}/" == STORIES and ending == ".yaml" else -1


SHARED_PACK = ZipFormat(
    {"what": "a family's own stories and cards, made with Narrator", "format": 1},
    max_file_bytes,
    MAX_FILES,
    MAX_TOTAL_BYTES,
    max_list_bytes=1 << 20,
)


@dataclass(frozen=True, slots=True)
class SharedContents:
    """The contents of a shared pack."""

    stories: "Collection[Story]" = ()
    characters: "Collection[ExtraCharacter]" = ()
    dreams: "Collection[ExtraDream]" = ()
    photos: Collection[Path] = ()
    recordings: Collection[Path] = ()

    def __bool__(self) -> bool:
        return bool(self.stories or self.characters or self.dreams)


# --- writing --------------------------------------------------------------------------------------


def write_shared_pack(target: Path, contents: SharedContents) -> Path:
    """Write a new file, and return its name, which gets the right ending."""
    target = target if target.name.endswith(ENDING) else target.with_name(target.name + ENDING)
    SHARED_PACK.create(target, sources(contents))
    return target


def sources(contents: SharedContents) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the name in the zip and an open file for everything that is shared."""
    stories = {file_name(story): to_yaml(fields_of(story)) for story in contents.stories}
    characters, dreams = map(fields_of, contents.characters), map(fields_of, contents.dreams)
    sets = {name: to_yaml(cards) for name, cards in ((CHARACTERS, [*characters]), (DREAMS, [*dreams])) if cards}
    yield from ((name, BytesIO(body)) for name, body in (stories | sets).items())
    for folder, paths in ((PICTURES, contents.photos), (CLIPS, contents.recordings)):
        for path in paths:
            with path.open("rb") as file_of_family:
                yield folder + path.name, file_of_family


def file_name(story: "Story") -> str:
    """Return the name of a story's file: its title and a checksum, so that no other story has the same."""
    words = "-".join(re.findall("[a-z0-9]+", story.title.casefold()))
    return f"{STORIES}{words[:MAX_TITLE_LETTERS] or 'story'}-{crc32(to_yaml(fields_of(story))):08x}.yaml"


def fields_of(model: "ContentModel") -> Any:
    """Return the fields that differ from their defaults, as they are written to a file."""
    return model.model_dump(mode="json", exclude_defaults=True)


def to_yaml(data: Any) -> bytes:
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=110, encoding="utf-8")


# --- reading --------------------------------------------------------------------------------------


_unpacked: list[Path] = []
"""The folders of the files that were unpacked by this process."""


def open_pack(pack: Path) -> Path:
    """Return the folder of a pack. A file is unpacked into a private folder that is deleted when the program ends."""
    if not pack.is_file():
        return pack
    folder = Path(mkdtemp(prefix="narrator-pack-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    unpack(pack, folder)
    _unpacked.append(folder)
    return folder


def unpacked_folders() -> tuple[Path, ...]:
    """Return the folders of the files from other families that are in use."""
    return tuple(_unpacked)


def unpack(file: Path, folder: Path) -> tuple[str, ...]:
    """Unpack a shared file into a new folder and return the names, or raise `PackError` and leave nothing there."""
    try:
        if file.stat().st_size > MAX_ZIP_BYTES:
            raise UnexpectedContents
        names = SHARED_PACK.read(file, folder)
        if not all(is_photo(folder / name) for name in names if name.startswith(PICTURES)):
            raise UnexpectedContents
    except (UnexpectedContents, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            reason = (
                f"{file} cannot be unpacked ({error.strerror}). Make room on the disk and check that it is readable."
            )
            raise PackError(reason) from error
        raise not_a_pack(file) from error
    return names


def is_photo(path: Path) -> bool:
    """Return whether the file begins as its ending says."""
    with path.open("rb") as file:
        begins = PHOTO_BEGINS[path.suffix]
        return file.read(len(begins)) == begins


def not_a_pack(file: Path) -> PackError:
    return PackError(
        f"{file} is not a complete pack of Narrator, or it was changed on its way, so nothing was read from it. "
        "Ask the family to make it again with `narrator pack`."
    )

"""Shared packs: everything is read as it was written, and damaged or hostile files are refused."""

import json
import stat
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from narrator.core.errors import PackError, StorageError
from narrator.language.content.files import read_folder
from narrator.language.content.models import ExtraCharacter, ExtraDream, Story, StoryCard
from narrator.storage.checked_zip import LIST
from narrator.storage.shared_pack import (
    CHARACTERS,
    ENDING,
    MAX_CLIP_BYTES,
    MAX_FILES,
    SHARED_PACK,
    SharedContents,
    open_pack,
    unpack,
    write_shared_pack,
)

STORY = Story(title="Off!", place="here", about="We go.", makers=("Lily",), cards=(StoryCard(text="Good night."),))
CHARACTER = ExtraCharacter(name="sock monster", picture="a sock monster: it burps", emoji="🧦", photo="sock.jpg")
DREAM = ExtraDream(title="the loud sock", picture="It sings.", emoji=("🧦",))
CLIP = "clips/game-3-0123456789ab.wav"


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    photo, clip = tmp_path / "sock.jpg", tmp_path / Path(CLIP).name
    photo.write_bytes(b"\xff\xd8\xff a photo")
    clip.write_bytes(b"RIFF a recording")
    return write_shared_pack(tmp_path / "for-grandma", SharedContents([STORY], [CHARACTER], [DREAM], [photo], [clip]))


def test_shared_pack_is_read_as_it_was_written(shared: Path) -> None:
    assert shared.name == f"for-grandma{ENDING}"
    assert stat.S_IMODE(shared.stat().st_mode) == 0o600
    folder = open_pack(shared)
    content = read_folder(folder)
    assert [*content.stories.values()] == [STORY]
    assert (content.extra_characters, content.extra_dreams) == ((CHARACTER,), (DREAM,))
    assert (folder / CLIP).read_bytes() == b"RIFF a recording"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


words = some.text(some.characters(exclude_categories=["Cs"]), min_size=1, max_size=80).map(
    lambda text: " ".join(text.split())
)


@given(title=words.filter(bool), said=words.filter(bool))
def test_any_words_of_a_child_survive_sharing(tmp_path_factory: pytest.TempPathFactory, title: str, said: str) -> None:
    story = Story(title=title, place=said, about=said, cards=(StoryCard(text=said),))
    shared = write_shared_pack(tmp_path_factory.mktemp("shared") / "a", SharedContents([story]))
    assert [*read_folder(open_pack(shared)).stories.values()] == [story]


def test_existing_file_is_not_overwritten(shared: Path) -> None:
    with pytest.raises(StorageError, match="Choose another name"):
        write_shared_pack(shared, SharedContents([STORY]))
    assert open_pack(shared)


# --- damaged and hostile files -------------------------------------------------------------------


def refuse(file: Path) -> None:
    """Check that the file is refused in one sentence, and that nothing is left of it."""
    folder = file.parent / "unpacked"
    folder.mkdir()
    with pytest.raises(PackError, match="Ask the family to make it again"):
        unpack(file, folder)
    assert not folder.exists()


@pytest.mark.parametrize("seed", range(60))
def test_damaged_file_is_refused_or_read_whole(shared: Path, seed: int) -> None:
    dice, body = Random(seed), bytearray(shared.read_bytes())
    if seed % 3:
        body[dice.randrange(len(body))] ^= 1 << dice.randrange(8)
    else:
        del body[dice.randrange(len(body)) :]
    shared.write_bytes(body)
    folder = shared.parent / "unpacked"
    folder.mkdir()
    try:
        names = unpack(shared, folder)
    except PackError:
        assert not folder.exists()
    else:  # a bit without meaning, such as one of a date
        assert len(names) == 5
        assert [*read_folder(folder).stories.values()] == [STORY]


def forge(
    target: Path, bodies: dict[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda info: None
) -> Path:
    """Write a file with these entries, listed with the right checksums."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for name, body in bodies.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            package.writestr(info, body)
        sums = {name: sha256(body).hexdigest() for name, body in bodies.items()}
        package.writestr(LIST, json.dumps(SHARED_PACK.list_of_files(sums)))
    return target


def test_forged_file_is_otherwise_accepted(tmp_path: Path) -> None:
    assert open_pack(forge(tmp_path / "a.zip", {CHARACTERS: b"[]", CLIP: b"x"})).is_dir()


@pytest.mark.parametrize(
    "name",
    [
        "../outside.yaml",
        "/outside.yaml",
        "C:\\outside.yaml",
        "storytellers/stories/../../../outside.yaml",
        "storytellers\\stories\\outside.yaml",
        "storytellers/stories/.hidden.yaml",
        "storytellers/stories/a.py",
        "storytellers/stories/",
        "clips/../../outside.wav",
        "clips/game-3-0123456789ab.sh",
        "pictures/a.svg",
        "pictures/a.jpg",  # no photo in it
        "words.yaml\0.wav",
        "__main__.py",
        "",
    ],
)
def test_unexpected_name_is_refused(tmp_path: Path, name: str) -> None:
    refuse(forge(tmp_path / "a.zip", {CHARACTERS: b"[]", name: b"x"}))
    assert {path.name for path in tmp_path.iterdir()} == {"a.zip"}


def test_link_is_refused(tmp_path: Path) -> None:
    def link(info: zipfile.ZipInfo) -> None:
        info.external_attr = (stat.S_IFLNK | 0o777) << 16

    refuse(forge(tmp_path / "a.zip", {CLIP: b"/etc/passwd"}, link))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compression_that_takes_much_memory_is_refused(tmp_path: Path, method: int) -> None:
    refuse(forge(tmp_path / "a.zip", {CLIP: b"x"}, lambda info: setattr(info, "compress_type", method)))


def test_too_large_file_is_refused(tmp_path: Path) -> None:
    bomb = forge(tmp_path / "a.zip", {CLIP: bytes(MAX_CLIP_BYTES + 1)})
    assert bomb.stat().st_size < 1 << 20
    refuse(bomb)


@pytest.mark.parametrize("files", [MAX_FILES + 1, 20_000])  # the second has a directory that is not even parsed
def test_too_many_files_are_refused(tmp_path: Path, files: int) -> None:
    refuse(forge(tmp_path / "a.zip", {f"clips/game-{number}-0123456789ab.wav": b"" for number in range(files)}))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_name_that_occurs_twice_is_refused(shared: Path) -> None:
    with zipfile.ZipFile(shared, "a") as package:
        package.writestr(CHARACTERS, b"[]")
    refuse(shared)


def test_deeply_nested_list_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as package:
        package.writestr(LIST, "[" * 100_000)
    refuse(tmp_path / "a.zip")

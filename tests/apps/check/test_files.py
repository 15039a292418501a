"""Folders and files that are not a pack, or contain more than a pack."""

import os
import shutil

import pytest

from narrator.apps.check.run import check_content
from tests.apps.check.codes import covers
from tests.apps.check.packs import (
    CHARACTERS,
    DECK,
    HEAD,
    RAIN,
    SPOON,
    STORY,
    TRICKY,
    check_prints_one_line,
    line_of,
    only,
    pack,
)
from tests.support.rights import as_ordinary_user


@covers("no-such-folder")
def test_missing_folder_is_reported(tmp_path, capsys):
    assert only(tmp_path / "nowhere").code == "no-such-folder"
    assert "no-such-folder" in check_prints_one_line(tmp_path / "nowhere", capsys)


def test_file_is_not_a_pack(tmp_path):
    (tmp_path / "story.yaml").write_text(RAIN)
    assert only(tmp_path / "story.yaml").code == "no-such-folder"


@covers("pack-empty")
def test_empty_pack_is_reported(tmp_path, capsys):
    assert only(tmp_path).code == "pack-empty"
    assert "pack-empty" in check_prints_one_line(tmp_path, capsys)


@covers("file-unknown")
@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("rain.yaml", "storytellers/stories/"),
        ("storytellers/rain.yaml", "storytellers/stories/"),
        ("storytellers/stories/rain.yml", "Rename it to rain.yaml"),
        ("storytellers/stories/rain.YAML", "Rename it to rain.yaml"),
        ("storytellers/stories/rain.yaml.txt", "Rename it to rain.yaml"),
        ("storytellers/stories/rain.txt", "Rename it to rain.yaml"),
        ("storytellers/stories/rain", "Rename it to rain.yaml"),
        ("dixit/dream.yaml", "dixit/dreams.yaml"),
        ("storyline/cards/objects.yaml", "storyline/cards/object.yaml"),
    ],
)
def test_file_that_is_not_read_is_reported(tmp_path, name, advice):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(RAIN)
    finding = only(tmp_path)
    assert (finding.code, finding.file) == ("file-unknown", tmp_path / name)
    assert advice in finding.message


@pytest.mark.parametrize(
    ("folder", "advice"),
    [
        ("storyteller/stories", "storytellers/"),
        ("storytellers/story", "storytellers/stories/"),
        ("storytellers/stories/more", "storytellers/stories/"),
        ("stories", "storytellers/stories/"),
        ("dreams", "dixit/"),
    ],
)
def test_folder_that_is_not_read_is_reported(tmp_path, folder, advice):
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "rain.yaml").write_text(RAIN)
    finding = only(tmp_path)
    assert finding.code == "file-unknown"
    assert (tmp_path / folder).is_relative_to(finding.file)
    assert advice in finding.message


def test_file_with_the_name_of_a_folder_is_reported(tmp_path):
    pack(tmp_path)
    shutil.rmtree(tmp_path / "storytellers" / "stories")
    (tmp_path / "storytellers" / "stories").write_text(RAIN)
    finding = only(tmp_path)
    assert (finding.code, finding.file) == ("file-unknown", tmp_path / "storytellers" / "stories")


def test_other_files_are_allowed(tmp_path):
    pack(tmp_path)
    (tmp_path / "storytellers" / "stories" / "notes.txt").write_text("The cook should be funnier.")
    (tmp_path / "storytellers" / "stories" / "rain.yaml~").write_text(RAIN)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "cover.png").write_bytes(b"\x89PNG")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config.yaml").write_text("a: b")
    assert check_content(tmp_path).findings == ()


@covers("file-misplaced")
@pytest.mark.parametrize(("is_", "lies", "belongs"), [(RAIN, DECK, "stories"), (SPOON, STORY, "decks")])
def test_misfiled_content_is_sent_to_its_folder(tmp_path, is_, lies, belongs):
    (tmp_path / lies).parent.mkdir(parents=True)
    (tmp_path / lies).write_text(is_, encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code, finding.file) == ("file-misplaced", tmp_path / lies)
    assert f"/{belongs}/" in finding.message


@covers("file-too-big")
def test_huge_file_is_refused_without_reading_it(tmp_path, capsys):
    pack(tmp_path)
    with (tmp_path / STORY).open("wb") as file:
        file.truncate(100_000_000)
    assert only(tmp_path).code == "file-too-big"
    assert "file-too-big" in check_prints_one_line(tmp_path, capsys)


@covers("not-utf8")
def test_latin_1_bytes_are_reported_with_their_line(tmp_path, capsys):
    pack(tmp_path)
    (tmp_path / STORY).write_bytes(RAIN.replace("a cup", "a café").encode("latin-1"))
    finding = only(tmp_path)
    assert (finding.code, finding.line) == ("not-utf8", line_of(tmp_path / STORY, b"caf\xe9"))
    assert "not-utf8" in check_prints_one_line(tmp_path, capsys)


def test_yaml_bomb_is_one_finding(tmp_path, capsys):
    bomb = "a0: &a0 [ha, ha]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    pack(tmp_path)
    (tmp_path / STORY).write_text(bomb)
    finding = only(tmp_path)
    assert (finding.code, finding.line) == ("yaml-alias", 1)
    assert "yaml-alias" in check_prints_one_line(tmp_path, capsys)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_endless_nesting_is_one_finding(tmp_path, opening):
    pack(tmp_path)
    (tmp_path / STORY).write_text((opening * 500_000)[:999_999])
    assert only(tmp_path).code in ("yaml-depth", "yaml-syntax")


FLOODS = {
    "cards": (STORY, HEAD.format("Flood") + "\n" + "- text: a\n" * 90_000),
    "ways": (
        STORY,
        HEAD.format("Flood")
        + "\n"
        + "".join(
            f"- {{id: c{n}, role: r, text: x, "
            f"fork: [{{to: c{n + 1}, say: x, way: x}}, {{to: c{n + 2}, say: x, way: y}}]}}\n"
            for n in range(9_000)
        ),
    ),
    "stars": (STORY, HEAD.format("Flood") + '\n- text: "' + "*a " * 300_000 + '"\n'),
    "readings": (STORY, HEAD.format("Flood") + '\n- text: "' + "[a|b] " * 150_000 + '"\n'),
    "characters": (CHARACTERS, "".join(f"- {{name: n{n}, picture: p, emoji: e}}\n" for n in range(25_000))),
    "aliases": (CHARACTERS, "- {name: n, picture: p, emoji: e, aliases: [" + "a, " * 300_000 + "a]}\n"),
}


@pytest.mark.parametrize("name", FLOODS)
def test_small_file_that_floods_the_parser_is_one_finding(tmp_path, name):
    """Each is smaller than a megabyte, and once kept the checker busy for hours."""
    file, text = FLOODS[name]
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code in ("field-type", "file-too-big"), finding.file) == (True, tmp_path / file)


@covers("pack-too-big")
def test_folder_with_too_many_files_is_one_finding(tmp_path):
    """The limits themselves are tested in `test_limits`."""
    (tmp_path / STORY).parent.mkdir(parents=True)
    for number in range(2001):
        (tmp_path / STORY).with_name(f"{number}.txt").touch()
    assert only(tmp_path).code == "pack-too-big"


def test_folder_that_links_to_itself_is_one_finding(tmp_path):
    (tmp_path / "storytellers").symlink_to("storytellers")
    finding = only(tmp_path)
    assert (finding.code, finding.file) == ("folder-unreadable", tmp_path / "storytellers")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_pipe_in_the_folder_does_not_block(tmp_path):
    pack(tmp_path)
    (tmp_path / STORY).unlink()
    os.mkfifo(tmp_path / STORY)
    assert only(tmp_path).code == "file-unreadable"


@covers("folder-unreadable", "file-unreadable")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system knows no such rights")
@pytest.mark.parametrize(
    ("locked", "code"),
    [(".", "folder-unreadable"), ("storytellers/stories", "folder-unreadable"), (STORY, "file-unreadable")],
)
def test_unreadable_file_is_one_finding(tmp_path, locked, code):
    folder = pack(tmp_path)
    (folder / TRICKY).unlink()
    (folder / DECK).unlink()
    (folder / locked).chmod(0)
    try:
        said = as_ordinary_user(lambda: "\n".join(f"{one.file} {one.code}" for one in check_content(folder).findings))
    finally:
        (folder / locked).chmod(0o755)
    assert said == f"{folder / locked} {code}"


def test_parent_folder_of_a_pack_names_the_pack(tmp_path):
    pack(tmp_path / "my-stories")
    finding = only(tmp_path)
    assert finding.code == "pack-empty"
    assert "narrator check" in finding.message
    assert "my-stories" in finding.message

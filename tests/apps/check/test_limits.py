"""A huge generated pack does not take long to check. Work is counted here, not seconds."""

from collections.abc import Callable
from functools import partialmethod
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from narrator.apps.check import files, sound_alike
from narrator.apps.check.findings import MAX_FINDINGS, Code, Report, report_to_text
from narrator.apps.check.run import check_content, has_errors
from narrator.apps.check.sound_alike import MAX_COMPARISONS, NOT_ALL_COMPARED
from narrator.apps.commands.new_pack import copy_example_pack
from narrator.core.errors import PackError
from narrator.language.content import files as content_files
from narrator.language.content import yaml_source
from narrator.language.content.files import MAX_FAULTS_TOLD, MAX_FILES_LISTED, MAX_FILES_READ
from narrator.language.content.models import MAX_NAMES, MAX_SET_ENTRIES
from narrator.language.content.packs import load_content
from narrator.language.content.yaml_source import MAX_VALUES, YamlSource
from tests.support.shell import narrator

STORIES = Path("storytellers/stories")
A_FAULTY_STORY = "title: x\nplace: y\nabout: z\n"


class Counted:
    """A function that counts its calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.times = 0
        self._function = function

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.times += 1
        return self._function(*given, **named)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "pack" / STORIES).mkdir(parents=True)
    return tmp_path / "pack"


def codes(report: Report) -> set[Code]:
    return {finding.code for finding in report.findings}


def test_ninety_thousand_fields_are_not_all_read(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack / STORIES / "a.yaml").write_text("title: x\n" + "".join(f"f{number}: x\n" for number in range(90_000)))
    guesses = Counted(content_files.get_close_matches)
    monkeypatch.setattr(content_files, "get_close_matches", guesses)
    reader = Counted(yaml_source._Reader._value)
    monkeypatch.setattr(yaml_source._Reader, "_value", partialmethod(reader))
    (finding,) = check_content(pack).findings
    assert (finding.code, finding.line) == ("file-too-big", MAX_VALUES)
    assert "was read only up to here" in finding.message
    assert has_errors(pack)
    with pytest.raises(PackError, match="was read only up to here"):
        load_content(pack)
    assert guesses.times == 0
    assert reader.times < 5 * MAX_VALUES
    assert "narrator check" in narrator("play", "--pack", str(pack)).stderr


def test_only_the_first_unknown_fields_are_listed(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack / STORIES / "a.yaml").write_text(A_FAULTY_STORY + "".join(f"f{number}: x\n" for number in range(9_000)))
    guesses = Counted(content_files.get_close_matches)
    monkeypatch.setattr(content_files, "get_close_matches", guesses)
    found = check_content(pack).findings
    assert len(found) == MAX_FAULTS_TOLD + 1
    assert "has 8951 more faults" in found[0].message  # 9000 unknown fields and one missing, minus the fifty listed
    assert guesses.times <= 2 * MAX_FAULTS_TOLD


def test_only_the_first_of_many_files_are_read(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_example_pack(pack.parent / "example")
    (example,) = (pack.parent / "example" / STORIES).iterdir()
    for number in range(1500):
        (pack / STORIES / f"s{number:04}.yaml").write_text(example.read_text("utf-8"), "utf-8")
    opened = Counted(YamlSource.open)
    monkeypatch.setattr(files.YamlSource, "open", opened)
    report = check_content(pack)
    assert report.findings[0].code == "pack-too-big"
    assert "holds 1500 files" in report.findings[0].message
    assert f"up to s{MAX_FILES_READ - 1:04}.yaml" in report.findings[0].message
    assert report.counts["stories"] == MAX_FILES_READ
    assert opened.times < 2 * MAX_FILES_READ  # including the built-in files
    assert has_errors(pack)
    with pytest.raises(PackError, match="holds 1500 files"):
        load_content(pack)


def test_folder_with_thousands_of_other_files_is_refused(pack: Path) -> None:
    for number in range(MAX_FILES_LISTED + 1):
        (pack / STORIES / f"{number}.jpg").touch()
    assert codes(check_content(pack)) == {"pack-too-big"}


def test_check_stops_after_the_maximum_of_findings(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = "  - {" + ", ".join(f"q{number}: x" for number in range(90)) + "}\n"
    for number in range(MAX_FILES_READ):
        (pack / STORIES / f"s{number:02}.yaml").write_text(f"{A_FAULTY_STORY}cards:\n{40 * card}")
    guesses = Counted(content_files.get_close_matches)
    monkeypatch.setattr(content_files, "get_close_matches", guesses)
    report = check_content(pack)
    assert len(report.findings) == MAX_FINDINGS
    assert "was not checked from s10.yaml on" in report.findings[0].message
    assert "There is more to fix than these" in report_to_text(report)
    assert guesses.times < 3 * MAX_FINDINGS


def test_check_stops_after_many_faulty_stories(pack: Path) -> None:
    card = "  - role: r\n    text: >-\n" + 240 * "      1 A- …\n"
    for number in range(20):
        (pack / STORIES / f"s{number:02}.yaml").write_text(f"{A_FAULTY_STORY}cards:\n{40 * card}")
    report = check_content(pack)
    assert len(report.findings) == MAX_FINDINGS
    assert any("files were not checked, from s" in sentence for sentence in report.unchecked)


def test_thousands_of_names_are_not_all_compared(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("".join(letters) for letters in product("bdgmnrst", "aeiou", "bdgmnrst", "aeiou", "lkptm"))
    with (pack / "storytellers" / "characters.yaml").open("w") as written:
        for _ in range(MAX_SET_ENTRIES):
            name, *others = (next(words) for _ in range(1 + MAX_NAMES))
            written.write(f"- name: {name}\n  picture: a box\n  emoji: x\n  aliases: [{', '.join(others)}]\n")
    steps = Counted(sound_alike.distance)
    monkeypatch.setattr(sound_alike, "distance", steps)
    report = check_content(pack)
    assert NOT_ALL_COMPARED in report.unchecked
    assert 10 * steps.times < MAX_COMPARISONS
    assert len(report.findings) == MAX_FINDINGS


def test_built_in_content_is_within_every_limit() -> None:
    assert NOT_ALL_COMPARED not in check_content().unchecked

"""`narrator check` and `narrator new-pack` from the command line."""

import json
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from narrator.apps.check.run import check_content
from narrator.apps.cli import main
from narrator.apps.commands import check as command
from tests.apps.check.packs import OWN, STORY, line_of, only, pack, rewrite


def spoiled(folder: Path) -> Path:
    rewrite(pack(folder) / STORY, ("place: a house", "place: a house: large"))
    return folder / STORY


def test_findings_are_printed_with_file_line_and_code(tmp_path, capsys):
    file = spoiled(tmp_path)
    assert main(["check", str(tmp_path)]) == 1
    assert re.search(rf"^{re.escape(str(file))}:2: yaml-syntax: .+\.$", capsys.readouterr().out, re.MULTILINE)


def test_findings_are_printed_as_json(tmp_path, capsys):
    file = spoiled(tmp_path)
    assert main(["check", str(tmp_path), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding.keys() == {"file", "line", "code", "message"}
    assert (finding["file"], finding["line"], finding["code"]) == (str(file), 2, "yaml-syntax")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("how", [[], ["--json"]])
def test_report_can_be_printed_in_any_encoding(tmp_path, monkeypatch, encoding, how):
    """Windows writes redirected output in Windows-1252."""
    pack(tmp_path)
    rewrite(tmp_path / STORY, ("nobody minded,", "nobody minded 🙂,"), ("the roof", "the “roof”"))
    written = TextIOWrapper(BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", written)
    assert main(["check", str(tmp_path), *how]) == 1
    written.seek(0)
    report = written.read()
    if how:
        assert "🙂" in json.loads(report)["findings"][1]["message"]
    else:
        assert "unspeakable" in report


def test_long_check_says_that_it_is_running(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "MESSAGE_AFTER_S", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["check", str(pack(tmp_path)), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["findings"] == []
    assert len(err.splitlines()) == 1


def test_new_pack_has_no_findings(tmp_path, capsys):
    assert main(["new-pack", str(tmp_path / "ours")]) == 0
    assert check_content(tmp_path / "ours").findings == ()
    assert check_content(tmp_path / "ours").counts["stories"] == 1
    assert (tmp_path / "ours" / "README.md").is_file()
    said = capsys.readouterr().out
    assert str(tmp_path / "ours") in said
    assert str(OWN) in said, "whoever wants to write a deck, a fork or a dream needs to see one"


@pytest.mark.parametrize("slip", ["role mayor", "role: mayor: of the town", "\trole: mayor", 'where: "up front" or so'])
def test_comments_do_not_change_the_reported_line(tmp_path, slip):
    main(["new-pack", str(tmp_path / "ours")])
    (file,) = (tmp_path / "ours" / "storytellers" / "stories").iterdir()
    rewrite(file, ("role: mayor", slip))
    finding = only(tmp_path / "ours")
    assert (finding.code, finding.line) == ("yaml-syntax", line_of(file, slip.encode()))


def test_new_pack_overwrites_nothing(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["new-pack", str(tmp_path)]) == 1
    assert main(["new-pack", str(tmp_path / "mine.txt")]) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
    assert capsys.readouterr().err.count("\n") == 2


def test_new_pack_in_an_impossible_place_is_refused(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["new-pack", str(tmp_path / "file" / "pack")]) == 1
    assert capsys.readouterr().err.startswith("narrator: ")

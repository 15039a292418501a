"""What `narrator check` says about the scene of a dream."""

import re
from pathlib import Path

import pytest

from narrator.apps.check.run import check_content
from narrator.apps.cli import main
from narrator.language.content.packs import load_content
from tests.apps.check.codes import covers
from tests.apps.check.packs import DREAMS, with_set

WRITTEN_SCENE = re.compile(r"^  scene:.*\n(    .*\n)*", re.MULTILINE)


def pack_with_scene(folder: Path, setting: str, things: str) -> Path:
    """Return a pack of dreams of which only the first has a scene."""
    file = with_set(folder, DREAMS) / DREAMS
    text = WRITTEN_SCENE.sub("", file.read_text(encoding="utf-8"))
    scene = f"  scene:\n    setting: {setting}\n    things: [{things}]\n"
    file.write_text(text.replace("\n- title", f"\n{scene}- title", 1), encoding="utf-8")
    return folder


@covers("scene")
@pytest.mark.parametrize(
    ("setting", "things", "message"),
    [
        ("dusk-hill", "🌲 50 62 70", "`dusk-hill` is not a setting. Did you mean `dusk-hills`?"),
        ("sea", "🌲 50 62", '"🌲 50 62" is incomplete.'),
        ("sea", "🌲 50 620 70", "Y is `620`. It must be a number from -30 to 130."),
        ("sea", "🌲 50 62 big", "SIZE is `big`."),
        ("sea", "🌲 50 62 70 fade=2", "fade is `2`."),
        ("sea", "🌲 50 62 70 flop", "`flop` is not known here."),
        ("sea", "tree 50 62 70", '"tree" is not a single emoji.'),
    ],
)
def test_faulty_scene_is_reported_with_advice(tmp_path, setting, things, message):
    (finding,) = check_content(pack_with_scene(tmp_path, setting, things)).findings
    assert finding.code == "scene"
    assert finding.message.startswith(message)
    line = (tmp_path / DREAMS).read_text(encoding="utf-8").splitlines()[(finding.line or 0) - 1]
    assert line.strip().startswith("setting:" if setting != "sea" else "things:")


def test_correct_scene_is_not_reported(tmp_path):
    pack = pack_with_scene(tmp_path, "dusk-hills", "🌲 50 62 70, 🐿️ 82 80 18 flip turn=-10 fade=0.3 behind")
    assert check_content(pack).findings == ()


def test_emoji_without_a_drawing_is_noted_but_is_no_mistake(tmp_path):
    report = check_content(pack_with_scene(tmp_path, "sea", "🈺 50 62 70"))
    assert report.findings == ()
    assert [note for note in report.notes if "🈺" in note]


def test_contact_sheet_shows_every_picture(tmp_path, capsys):
    file = tmp_path / "sheet.html"
    assert main(["check", "--contact-sheet", str(file)]) == 0
    assert str(file) in capsys.readouterr().out
    page, content = file.read_text(encoding="utf-8"), load_content()
    cards = [card for kind in content.cards.values() for card in kind]
    assert page.count("<figure>") == sum(map(len, (content.all_dreams, content.characters, cards, content.stories)))


def test_contact_sheet_that_cannot_be_written_is_explained(tmp_path, capsys):
    assert main(["check", "--contact-sheet", str(tmp_path / "missing" / "sheet.html")]) == 1
    assert "cannot be written" in capsys.readouterr().err

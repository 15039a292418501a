"""The command `narrator pack`, and playing with its file."""

from pathlib import Path

import numpy as np
import pytest

from narrator.apps.cli import main
from narrator.language.content.files import read_folder
from narrator.language.content.markup import text_in_play
from narrator.language.content.packs import content_folder
from narrator.language.lines.clip_marks import ClipMark, mark_voices, split_at_clips
from narrator.storage.clips import Clips
from narrator.storage.shared_pack import open_pack
from tests.support.shell import narrator

OURS = (content_folder() / "storytellers/stories/bath-bubble.yaml").read_text(encoding="utf-8")
STORY = OURS.replace("Please Don't Pop", "Pop Goes Lily")
CLIP = "game-1-0123456789ab"
VOICES = f"voices: [{{sound: {CLIP}, words: It grew and it grew.}}]\n"
PLAY = ("storytellers", "--players", "Lily 4, Nick 8", "--no-practice")


@pytest.fixture(autouse=True)
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of things made, with a story and two cards in it."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "made"
    for name, text in {
        "story-1/storytellers/stories/made-1.yaml": STORY + VOICES,
        "card-2/storytellers/extra-characters.yaml": "- {name: sock monster, picture: a sock monster, emoji: 🧦}",
        "card-3/dixit/extra-dreams.yaml": "- {title: the loud sock, picture: It sings., emoji: [🧦]}",
    }.items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_packed_story_is_played_in_another_family(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run(capsys, "pack", str(tmp_path / "for-grandma"))
    assert (code, "sock monster, the loud sock and Pop Goes Lily" in out) == (0, True)
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "grandma"))
    played = narrator("play", *PLAY, "--pack", str(tmp_path / "for-grandma.narrator.zip"), typed="goodbye\n")
    assert (played.returncode, "The story is Pop Goes Lily." in played.stdout) == (0, True)


def test_names_choose_what_is_packed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "pack", str(tmp_path / "one"), "sock", "the loud sock")
    assert (code, "Pop Goes" in out, "sock monster and the loud sock" in out) == (0, False, True)
    code, _, err = run(capsys, "pack", str(tmp_path / "two"), "hippopotamus")
    assert (code, err.count("\n"), "Choose from" in err) == (2, 1, True)
    assert not [*tmp_path.glob("two*")]


def test_recordings_can_be_left_out(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clips = made.parent / "clips"
    clips.mkdir()
    (clips / f"{CLIP}.wav").write_bytes(bytes(range(256)) * 100)
    (clips / "game-1-ba9876543210.wav").write_bytes(b"a take that was not used")
    assert "voices are in it" in run(capsys, "pack", str(tmp_path / "with"))[1]
    assert "voices" not in run(capsys, "pack", str(tmp_path / "without"), "--without-recordings")[1]
    larger, smaller = ((tmp_path / f"{name}.narrator.zip").read_bytes() for name in ("with", "without"))
    assert f"clips/{CLIP}.wav".encode() in larger
    assert b"ba9876543210" not in larger
    assert b"clips/" not in smaller


def test_recording_of_another_family_is_heard_in_the_story(made: Path, tmp_path: Path) -> None:
    clip = Clips(made.parent / "clips").keep(np.arange(800, dtype=np.int16), 16_000, game=1)
    file = made / "story-1/storytellers/stories/made-1.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(CLIP, clip), encoding="utf-8")
    assert narrator("pack", str(tmp_path / "a"), "pop").returncode == 0
    folder = open_pack(tmp_path / "a.narrator.zip")
    (story,) = read_folder(folder).stories.values()
    page = mark_voices(text_in_play(story.cards[0], {}), story.recorded_words)
    (heard,) = (part for part in split_at_clips(page) if isinstance(part, ClipMark))
    assert heard == ClipMark(clip, "It grew and it grew.")
    samples, rate = Clips(tmp_path / "nothing", others=[folder / "clips"]).sound(heard.sound)
    assert (len(samples), rate) == (800, 16_000)


def test_hostile_pack_is_refused_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.narrator.zip").write_bytes(b"PK\5\6" + bytes(18))
    code, out, err = run(capsys, "play", "--pack", str(tmp_path / "a.narrator.zip"))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "Ask the family to make it again" in err


def test_nothing_made_yet_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "new"))
    assert run(capsys, "pack", str(tmp_path / "a")) == (
        1, "", "narrator: There is nothing to pack yet. `narrator make` makes a story or a card.\n",
    )  # fmt: skip

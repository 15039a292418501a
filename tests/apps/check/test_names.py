"""Names that the recogniser does not know, and names that sound alike."""

from collections.abc import Callable

import pytest

from narrator.apps.check import names, sound_alike
from narrator.apps.check.run import check_content
from narrator.speech.models.model import find_model
from tests.apps.check.codes import covers
from tests.apps.check.packs import CHARACTERS, TOWER, TRICKY, line_of, only, pack, rewrite, with_set


@pytest.fixture
def _speech_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the real model, which `make test` installs."""
    assert find_model() is not None, "make test sets the speech model up"
    monkeypatch.setattr(names, "find_model", find_model)


@covers("word-unheard")
@pytest.mark.usefixtures("_speech_model")
def test_title_with_an_unknown_word_is_reported(tmp_path):
    file = pack(tmp_path) / TRICKY
    assert check_content(tmp_path).findings == ()
    rewrite(file, ("indy", "indyfloop"), ("way: the attic", "way: the blorptin"))
    found = [(one.file.name, one.line, one.code) for one in check_content(tmp_path).findings]
    way = line_of(file, b"way: the blorptin")
    assert found == [("tower.yaml", 1, "word-unheard"), ("tower.yaml", way, "word-unheard")]


@pytest.mark.usefixtures("_speech_model")
def test_unknown_name_is_allowed_with_a_known_alias(tmp_path):
    file = with_set(tmp_path, CHARACTERS) / CHARACTERS
    rewrite(file, ("name: robot", "name: blorptin"), ("rusty robot", "rusty blorptin"))
    assert check_content(tmp_path).findings == ()
    rewrite(file, ("[metal man, machine]", "[zonkwhip, fribbleton]"))
    lines = {line_of(file, b"name: blorptin"), line_of(file, b"zonkwhip")}
    assert {(one.line, one.code) for one in check_content(tmp_path).findings} == {
        (line, "word-unheard") for line in lines
    }


def test_missing_speech_model_is_mentioned_once(tmp_path):
    pack(tmp_path)
    assert [said for said in check_content(tmp_path).unchecked if "narrator setup" in said] == [names.NAMES_NOT_CHECKED]


@pytest.fixture
def speak() -> Callable[[str], tuple[str, ...]]:
    speaking = sound_alike.load_phonemiser(stressed=True)
    assert speaking is not None, "make test installs hibari"
    return speaking


@pytest.mark.parametrize(
    ("one", "others"),
    [
        ("bear", "hare pear"),
        ("cat", "bat rat"),
        ("mouse", "moose"),
        ("goat", "boat goose toad"),
        ("seal", "eel"),
        ("ram", "lamb"),
        ("fox", "ox"),
        ("duck", "dog"),
        ("sheep", "ship"),
        ("bee", "pea"),
        ("hair", "hare"),
        ("parrot", "carrot"),
        ("grandmother", "grandfather"),
    ],
)
def test_similar_names_are_recognised(speak, one, others):
    assert all(sound_alike.sounds_similar(speak(one), speak(other)) for other in others.split())


@pytest.mark.parametrize(
    ("one", "others"),
    [
        ("hedgehog", "hamster"),
        ("lobster", "rooster hamster"),
        ("robot", "teapot rabbit"),
        ("tiger", "spider otter badger"),
        ("lion", "clown"),
        ("duck", "pig"),
        ("owl", "bear eel"),
        ("parade", "pirate"),
    ],
)
def test_different_names_are_not_similar(speak, one, others):
    assert not any(sound_alike.sounds_similar(speak(one), speak(other)) for other in others.split())


@covers("sounds-alike")
@pytest.mark.usefixtures("speak")
def test_similar_names_are_reported_together(tmp_path):
    file = with_set(tmp_path, CHARACTERS) / CHARACTERS
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("name: robot", "name: hare").replace("name: giraffe", "name: bear"), encoding="utf-8")
    findings = [one for one in check_content(tmp_path).findings if '"hare"' in one.message and '"bear"' in one.message]
    assert [(one.code, one.line) for one in findings] == [("sounds-alike", line_of(file, b"name: bear"))]


@pytest.mark.usefixtures("speak")
def test_ways_of_a_fork_must_not_sound_alike(tmp_path):
    pack(tmp_path)
    (tmp_path / TRICKY).write_text(TOWER.replace("way: the boat", "way: the fountain"), encoding="utf-8")
    finding = only(tmp_path)
    assert (finding.code, finding.line) == ("sounds-alike", line_of(tmp_path / TRICKY, b"way: the fountain"))


def test_missing_phonemes_are_mentioned_once(tmp_path, monkeypatch):
    pack(tmp_path)
    monkeypatch.setattr("narrator.apps.check.run.load_phonemiser", lambda language, stressed=False: None)
    unchecked = check_content(tmp_path).unchecked
    assert any(sentence.startswith(sound_alike.SOUNDS_NOT_CHECKED) for sentence in unchecked)

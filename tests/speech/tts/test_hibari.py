"""hibari, the narrator's voice."""

import numpy as np
import pytest

from narrator.speech.networks.onnx_runtime import load_hibari
from narrator.speech.tts.hibari import HIBARI_ASSETS, MAX_TOKENS, HibariRenderer, split_tokens
from narrator.speech.tts.phonemes import (
    PackedMapping,
    find_hibari_folder,
    load_vocabulary,
    pack_g2p,
    to_phonemes,
    to_tokens,
)
from narrator.speech.tts.render import VOICE_LEVEL_DBFS, normalise_speech

LINE = "Once upon a time there was an old lighthouse, which nobody had ever asked where it was going."


@pytest.fixture(scope="module")
def voice() -> HibariRenderer:
    voice = HibariRenderer()
    voice.load()
    return voice


@pytest.mark.parametrize("rate", [100, 140, 175, 220, 300, 440])
def test_voice_speaks_at_the_wanted_rate(voice: HibariRenderer, rate: int) -> None:
    seconds = normalise_speech(voice.render(LINE, rate)).seconds
    assert 60 * len(LINE) / 6 / seconds == pytest.approx(rate, rel=0.15)


def test_voice_has_the_common_level_without_clipping(voice: HibariRenderer) -> None:
    spoken = normalise_speech(voice.render(LINE, 175))
    assert spoken.voice_level == pytest.approx(VOICE_LEVEL_DBFS, abs=2.5)
    assert spoken.peak < -0.9


def test_same_text_gives_the_same_samples(voice: HibariRenderer) -> None:
    assert np.array_equal(voice.render(LINE, 175).samples, voice.render(LINE, 175).samples)


@pytest.mark.parametrize("text", ["…", "🦔", "李雷", '"; rm -rf /; "', "[x](/", "a" * 500, "3.14 km, 7:30 pm"])
def test_unusual_text_does_not_fail(voice: HibariRenderer, text: str) -> None:
    voice.render(text, 175)


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("Siobhan", "ʃəvˈɔn"),
        ("Nguyen’s turn.", "wˈɪnz tˈɜɹn."),
        ("Aoife and Ottilie", "ˈifə ænd ˈɑtəli"),
        ("Hoom!", "hˈuːm!"),
    ],
)
def test_difficult_words_are_said_by_their_phonemes(text: str, phonemes: str) -> None:
    assert to_phonemes(text) == phonemes


def test_british_voices_get_british_phonemes() -> None:
    assert to_phonemes("a path", british=True) != to_phonemes("a path")
    assert len(to_tokens("hˈuːm")) == 5
    assert len(load_vocabulary()) == 114


def test_long_sentence_is_split_at_a_clause() -> None:
    pieces = list(split_tokens(to_phonemes("She went to the end of the world, and then a little farther, " * 30)))
    assert len(pieces) > 1
    assert all(len(piece) <= MAX_TOKENS for piece in pieces)


def test_packed_words_are_found_and_others_are_not() -> None:
    words = {f"word {number}": {"NN": number / 10} for number in range(1000)}
    packed = PackedMapping(words)
    assert all(packed.get(word) == value for word, value in words.items())
    assert packed.get("another") is None
    assert PackedMapping({}).get("word") is None


def test_voice_and_the_packages_own_give_the_same_phonemes() -> None:
    packed, own = load_hibari().g2p.G2P(), load_hibari().g2p.G2P()
    pack_g2p(packed)
    text = f"{LINE} Siobhan read 21 books; I read 3, and will record a new record."
    assert packed(text) == own(text)


def test_downloader_of_other_voices_is_never_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_hibari().voices, "voice_path", lambda *_, **__: pytest.fail("it may download"))
    HibariRenderer().load()


def test_voice_has_the_published_checksum() -> None:
    assert HIBARI_ASSETS.damaged_files(find_hibari_folder()) == ()

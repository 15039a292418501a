"""Articles, inflection, numbers and lists of a language, and what a second language needs."""

from pathlib import Path

import pytest

from narrator.core.paths import data_folder
from narrator.language import language as language_module
from narrator.language.language import Language, get_language

LANGUAGES = sorted(folder.name for folder in data_folder("grammars").iterdir() if folder.is_dir())
ENGLISH = get_language("en")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_valid_data(code):
    language = get_language(code)
    assert language.is_available
    assert language.heard.language == code
    assert language.spoken.inflections


@pytest.mark.parametrize(
    ("words", "definite", "indefinite"),
    [
        ("hedgehog", "the hedgehog", "a hedgehog"),
        ("an owl", "the owl", "an owl"),
        ("The unicorn", "the unicorn", "a unicorn"),
        ("hour", "the hour", "an hour"),
        ("Gerald", "Gerald", "Gerald"),
        ("our stork", "our stork", "our stork"),
        ("Grandpa's hat", "Grandpa's hat", "Grandpa's hat"),
    ],
)
def test_article_depends_on_sound_and_kind_of_name(words, definite, indefinite):
    assert ENGLISH.definite(words) == definite
    assert ENGLISH.indefinite(words) == indefinite


def test_articles_are_stripped():
    assert [ENGLISH.strip_article(words) for words in ("the owl", "An owl", "owl")] == ["owl", "owl", "owl"]
    assert ENGLISH.strip_definite_article("the owl") == "owl"
    assert ENGLISH.strip_definite_article("a sheep") == "a sheep"
    assert ENGLISH.title_without_article("The Missing Snore") == "Missing Snore"


def test_only_phrases_with_an_article_become_definite():
    assert ENGLISH.make_definite("a crafty witch") == "the crafty witch"
    assert ENGLISH.make_definite("somebody") == "somebody"
    assert ENGLISH.lower_article("An owl of Athens") == "an owl of Athens"
    assert ENGLISH.lower_article("Athens") == "Athens"


@pytest.mark.parametrize(
    ("word", "form"), [("wading", "wade"), ("dripping", "drip"), ("wolves", "wolf"), ("Tom's", "Tom")]
)
def test_base_forms_contain_the_dictionary_form(word, form):
    assert form in ENGLISH.base_forms(word)


def test_singular_and_possessive():
    assert (ENGLISH.singular("genies"), ENGLISH.singular("moon")) == ("genie", None)
    assert ENGLISH.strip_possessive("Nick's") == "Nick"


def test_numbers_are_said_and_parsed():
    assert ENGLISH.number_word(8) == "eight"
    assert ENGLISH.ordinal_word(3) == "third"
    assert [ENGLISH.parse_number(word) for word in ("eight", "8", "Twenty-one", "twenty one", "owl")] == [
        8,
        8,
        21,
        21,
        None,
    ]
    assert (ENGLISH.ordinals["third"], ENGLISH.ordinals["3rd"], ENGLISH.ordinals["11th"]) == (3, 3, 11)


def test_lists_are_joined():
    assert ENGLISH.join(["Lily", "Nick", "Julie"]) == "Lily, Nick, and Julie"
    assert ENGLISH.join(["Lily", "Nick"], "or") == "Lily or Nick"


def test_language_without_data_is_not_available():
    missing = Language("xx")
    assert not missing.is_available
    assert missing.piper_voice is None
    assert missing.espeak_voice == "xx"  # eSpeak knows many languages by their code


def test_second_language_needs_only_its_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A language with other articles and endings works without a change to the code."""
    spoken = (data_folder("content") / "en" / "language.yaml").read_text("utf-8")
    spoken = spoken.replace("definite: the", "definite: il").replace("[a, an]", "[un, uno]")
    spoken = spoken.replace("\nplural: s\n", "\nplural: i\n").replace("espeak: en-us", "espeak: it")
    heard = (data_folder("grammars") / "en" / "language.yaml").read_text("utf-8")
    for kind, text in (("content", spoken), ("grammars", heard.replace("language: en", "language: it"))):
        file = tmp_path / kind / "it" / "language.yaml"
        file.parent.mkdir(parents=True)
        file.write_text(text, "utf-8")
    monkeypatch.setattr(language_module, "data_folder", tmp_path.joinpath)
    italian = Language("it")
    assert italian.definite("un gatto") == "il gatto"
    assert italian.articles == {"il", "un", "uno"}
    assert italian.singular("gatti") == "gatt"
    assert italian.number_word(8) == "otto"
    assert italian.join(["Ada", "Bea"]) == "Ada e Bea"
    assert italian.espeak_voice == "it"


def test_misspelled_field_in_language_data_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    text = (data_folder("content") / "en" / "language.yaml").read_text("utf-8").replace("plural: s", "plurals: s")
    file = tmp_path / "content" / "en" / "language.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    monkeypatch.setattr(language_module, "data_folder", tmp_path.joinpath)
    with pytest.raises(ValueError, match="plural"):
        _ = Language("en").spoken

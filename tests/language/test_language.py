"""Articles, inflection, numbers and lists of a language, and what a second language needs."""

import re
from pathlib import Path

import pytest

from narrator.apps.check import sound_alike
from narrator.core.paths import data_folder
from narrator.language import language as language_module
from narrator.language.content.packs import load_content
from narrator.language.language import Language, get_language

LANGUAGES = sorted(folder.name for folder in data_folder("grammars").iterdir() if folder.is_dir())
ENGLISH = get_language("en")
CONTENT = load_content()


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


def test_name_may_have_any_article_or_none():
    heard = [
        ENGLISH.definite(name) for name in ("stork", "a stork", "the stork", "our stork", "Grandpa's hat", "Gerald")
    ]
    assert heard == ["the stork", "the stork", "the stork", "our stork", "Grandpa's hat", "Gerald"]
    assert [ENGLISH.indefinite(name) for name in ("the owl", "our stork", "Gerald")] == [
        "an owl",
        "our stork",
        "Gerald",
    ]


@pytest.mark.parametrize(
    ("right", "words"),
    [
        (
            "an",
            "owl elephant umbrella hour honest-fox heir unidentified uninvited unimpressed usher urn X-ray onion egg",
        ),
        ("a", "hedgehog unicorn ukulele ewe eucalyptus useful one-eyed union utensil house yak university once-seen"),
    ],
)
def test_indefinite_article_depends_on_the_sound(right, words):
    assert {word: ENGLISH.indefinite_article(word) for word in words.split()} == dict.fromkeys(words.split(), right)


def test_article_of_every_character_agrees_with_the_voice():
    speak = sound_alike.load_phonemiser()
    assert speak is not None, "make test installs hibari"
    names = [character.name for character in CONTENT.characters]
    vowel_first = {name: speak(name)[0] in sound_alike.VOWELS for name in names}
    assert {name: ENGLISH.indefinite_article(name) == "an" for name in names} == vowel_first


def test_article_of_every_word_in_our_content_agrees_with_the_voice():
    """The other tests use our own rule; this one compares it with the sounds of the voice."""
    speak = sound_alike.load_phonemiser()
    assert speak is not None, "make test installs hibari"
    cards = [one.text for kind in (CONTENT.stories, CONTENT.decks) for item in kind.values() for one in item.cards]
    pictures = [one.picture for one in (*CONTENT.characters, *CONTENT.dreams)]
    phrases = [one.phrase for cards_ in CONTENT.cards.values() for one in cards_]
    found = {
        (article.lower(), word)
        for text in (*cards, *pictures, *phrases)
        for article, word in re.findall(r"\b([Aa]n?) ([^\W\d_][\w'-]*)", text)
    }
    assert len(found) > 100
    assert [pair for pair in found if (pair[0] == "an") != (speak(pair[1])[0] in sound_alike.VOWELS)] == []


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
    assert missing.hibari_voice is None
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

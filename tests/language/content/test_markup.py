"""The two readings of a card: single sentences, and all of our stories with random characters in their roles."""

import random
import re

import pytest

from narrator.games.storytellers.host import story_shape
from narrator.games.storytellers.rules import StoryShape
from narrator.language.content import markup
from narrator.language.content.direction import Direction, Manner, split_directions
from narrator.language.content.markup import (
    Call,
    MarkupError,
    Role,
    TwoReadings,
    entrance_sentence,
    parse,
    role_words,
    starts_sentence,
    text_in_play,
    text_when_told,
)
from narrator.language.content.markup import name as called
from narrator.language.content.models import CardMark, Character, DeckCard, FairyCard, StoryCard, Verb
from narrator.language.content.packs import load_content
from narrator.language.language import get_language

CONTENT = load_content()


def card(text: str, role: str | None = "knight") -> StoryCard:
    return StoryCard(role=role, text=text)


def fairy(text: str, **banners: str) -> DeckCard:
    return DeckCard.model_validate({"banners": banners, "text": text})


def fairy_card(phrase: str, mark: str) -> FairyCard:
    return FairyCard(name=phrase, phrase=phrase, mark=CardMark(mark), emoji="")


# --- a role --------------------------------------------------------------------------------------


def test_role_in_play_is_read_as_written():
    assert text_in_play(card("Up came *a brave knight*."), {}) == "Up came a brave knight."


def test_told_role_names_the_chosen_character():
    assert text_when_told(card("Up came *a brave knight*."), {"knight": "owl"}) == "Up came the owl, a brave knight."


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("There leaned *a giant* and yawned.", "There leaned the owl, a giant, and yawned."),
        ("There leaned *a giant*, who yawned.", "There leaned the owl, a giant, who yawned."),
        ("There leaned *a giant*: it yawned.", "There leaned the owl, a giant: it yawned."),
        ('"Here is *a giant*" she said.', '"Here is the owl, a giant" she said.'),
        ('There sat *a giant* "in person".', 'There sat the owl, a giant, "in person".'),
        ("There leaned *a giant* [with|without] a hat.", "There leaned the owl, a giant, without a hat."),
    ],
)
def test_told_role_ends_with_a_comma_before_a_word(written, heard):
    assert text_when_told(card(written), {"knight": "owl"}) == heard


def test_role_at_the_start_of_a_sentence_gets_a_capital():
    first = card("*a brave knight* came. *the end*")
    assert text_in_play(first, {}).startswith("A brave knight came.")
    assert text_when_told(first, {"knight": "owl"}).startswith("The owl, a brave knight, came.")


def test_told_words_replace_the_words_in_play():
    ferry = card("There stood [*the ferryman*|{who}, and {who} was *the ferryman*: a captain] in a hat.")
    assert text_in_play(ferry, {}) == "There stood the ferryman in a hat."
    assert (
        text_when_told(ferry, {"knight": "owl"})
        == "There stood the owl, and the owl was the ferryman: a captain in a hat."
    )


def test_chosen_character_is_named_in_play_too():
    first = card("Up came *a brave knight*.")
    assert text_in_play(first, {"knight": "owl"}) == "Up came the owl, a brave knight."


def test_card_without_a_character_reads_as_in_play():
    assert text_when_told(card("Up came *a brave knight*."), {}) == "Up came a brave knight."


def test_role_words_are_found():
    assert role_words(card("Up came [*a brave knight*|{who}, *a brave knight*].")) == "a brave knight"
    assert role_words(card("The end.", role=None)) is None


# --- calling back --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("{cook} ran.", "The owl ran."),
        ("Off ran {cook}.", "Off ran the owl."),
        ("It was {cook}'s hat.", "It was the owl's hat."),
        ("It was only {a cook}.", "It was only an owl."),
        ("{a cook} ran.", "An owl ran."),
        ("It rained. {cook} ran.", "It rained. The owl ran."),
        ('It rained! "{cook}!" they cried.', 'It rained! "The owl!" they cried.'),
        ('They cried, "{cook} is late!"', 'They cried, "The owl is late!"'),
        ('"Well," said somebody, "{cook} is late."', '"Well," said somebody, "the owl is late."'),
        ('"Run!" {cook} ran.', '"Run!" The owl ran.'),
        ("Off ran the {cook}.", "Off ran the owl."),
        ("The {cook} ran.", "The owl ran."),
        ("Once there was a {cook}.", "Once there was an owl."),
        ("Off ran {nobody}.", "Off ran somebody."),
    ],
)
def test_call_names_the_chosen_character(written, heard):
    assert text_in_play(card(written, role=None), {"cook": "owl"}) == heard


# --- tags, ways and pauses -----------------------------------------------------------------------

BEAR = Character(
    name="polar bear", picture="a polar bear under seven blankets", tag="still in its blankets", emoji="🐻"
)


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("{cook+} ran.", "The polar bear, still in its blankets, ran."),
        ("Off ran {cook+}.", "Off ran the polar bear, still in its blankets."),
        ('"Run," said {cook+}, "now."', '"Run," said the polar bear, still in its blankets, "now."'),
        ('"Run!" said {cook+}. "Now!"', '"Run!" said the polar bear, still in its blankets. "Now!"'),
        ("Off ran {cook+} and the rest.", "Off ran the polar bear, still in its blankets, and the rest."),
        ("Off ran {cook}.", "Off ran the polar bear."),
    ],
)
def test_tag_stands_between_two_commas(written, heard):
    assert text_in_play(card(written, role=None), {"cook": BEAR}) == heard


def test_character_without_a_tag_is_named_without_one():
    untagged = BEAR.model_copy(update={"tag": None})
    for someone in (untagged, "polar bear"):
        assert text_in_play(card("{cook+} ran.", role=None), {"cook": someone}) == "The polar bear ran."


def test_own_character_of_the_card_has_its_tag_when_told():
    entrance = card('Up came *a brave knight*. "Hello," said [the knight|{who+}].')
    assert text_in_play(entrance, {}) == 'Up came a brave knight. "Hello," said the knight.'
    assert text_when_told(entrance, {"knight": BEAR}).endswith('"Hello," said the polar bear, still in its blankets.')


SNOWMAN = Character(
    name="snowman",
    picture="a snowman who sneezes, then has to look for its nose again",
    tag="holding on to its nose",
    later="nose on upside down",
    at_end="nose in place at last",
    verb=Verb(now="sneezes", past="sneezed"),
    sound="achoo",
    emoji="⛄",
)


def test_detail_moves_on_with_the_story():
    cast = {"knight": SNOWMAN, "cook": "owl"}
    own = card('Up came *a brave knight*. "Hello," said [the knight|{who+}].')
    assert text_when_told(own, cast).endswith("the snowman, holding on to its nose.")
    assert text_when_told(card("*A cook* met {knight+}.", role="cook"), cast).endswith("nose on upside down.")
    assert text_when_told(card("*A cook* met {knight++}.", role="cook"), cast).endswith("nose in place at last.")
    assert text_when_told(card("{knight+} bowed.", role=None), cast) == "The snowman, nose in place at last, bowed."


@pytest.mark.parametrize(
    ("written", "heard", "heard_without"),
    [
        ("Then {cook~}.", "Then the snowman sneezed.", "Then the owl nodded."),
        ("{cook~now} for joy.", "The snowman sneezes for joy.", "The owl nods for joy."),
        ('{cook!}! "{cook!}," said {cook}.', 'Achoo! "Achoo," said the snowman.', 'Aha! "Aha," said the owl.'),
    ],
)
def test_verb_and_sound_belong_to_the_character(written, heard, heard_without):
    ending = card(written, role=None)
    assert text_in_play(ending, {"cook": SNOWMAN}) == heard
    assert text_in_play(ending, {"cook": "owl"}) == heard_without


def test_passage_depends_on_the_way_taken():
    ending = card("Bump! <cannon: {cannon} flew.><juggler: {juggler} caught it.> The end.", role=None)
    assert text_in_play(ending, {"cannon": "owl"}) == "Bump! The owl flew. The end."
    assert text_in_play(ending, {"juggler": "fox"}) == "Bump! The fox caught it. The end."
    assert text_in_play(ending, {}) == "Bump! The end."


def test_passage_may_have_two_readings():
    page = card("Then <cook: {cook} cried> *a knight* <cook: [came|came at once]>.")
    assert (
        text_when_told(page, {"cook": "owl", "knight": "fox"}) == "Then the owl cried the fox, a knight, came at once."
    )


def test_entrance_sentence_introduces_the_character():
    page = card("It rained. / Up came *a brave knight*, wet. It stopped.")
    assert entrance_sentence(page, {"knight": BEAR}) == "Up came the polar bear, a brave knight, wet."


def test_slash_is_a_pause():
    assert text_in_play(card("Who is it? / {cook}!", role=None), {"cook": "owl"}) == "Who is it? … The owl!"


# --- StoryLine -----------------------------------------------------------------------------------


def test_open_place_is_filled_with_the_chosen_card_when_told():
    first = fairy("There lived {hero: somebody} in {home: a place}.", hero="character", home="place")
    assert text_in_play(first, {}) == "There lived somebody in a place."
    cast = {"hero": "a crafty witch", "home": "the wrong end of a tunnel"}
    assert text_when_told(first, cast) == "There lived a crafty witch in the wrong end of a tunnel."


def test_open_place_at_the_start_of_a_sentence_gets_a_capital():
    first = fairy("It snowed. {hero: somebody} came.", hero="character")
    assert text_in_play(first, {}) == "It snowed. Somebody came."
    assert text_when_told(first, {"hero": "a crafty witch"}) == "It snowed. A crafty witch came."


@pytest.mark.parametrize(
    ("chosen", "heard"),
    [
        (fairy_card("a red apple", "eaten"), "Out came a red apple, and she ate it."),
        (fairy_card("a golden ring", "worn"), "Out came a golden ring, and it fit her."),
        (fairy_card("a jar of fog", "used"), "Out came a jar of fog, and she kept it."),
        ("our old cup", "Out came our old cup, and she kept it."),
    ],
)
def test_words_follow_the_mark_of_the_chosen_card(chosen, heard):
    page = fairy(
        "Out came {gift: something}, and <gift eaten: she ate it | worn: it fit her | she kept it>.", gift="object"
    )
    assert text_in_play(page, {}) == "Out came something, and she kept it."
    assert text_when_told(page, {"gift": chosen}) == heard


def test_words_by_mark_may_be_for_one_mark_only():
    later = fairy("She bowed. <deed helpless: It passed. |> They left.", other="object")
    assert text_in_play(later, {"deed": fairy_card("fell asleep", "helpless")}) == "She bowed. It passed. They left."
    assert text_in_play(later, {"deed": fairy_card("danced", "quiet")}) == "She bowed. They left."


def test_card_is_definite_when_called_again():
    later = fairy("{hero} sneezed, and {deed}, because of {trait}.", other="object")
    cast = {"hero": "a crafty witch", "deed": "danced home", "trait": "an odd laugh"}
    assert text_in_play(later, cast) == "The crafty witch sneezed, and danced home, because of the odd laugh."
    assert text_in_play(fairy("It was {a hero}.", other="object"), cast) == "It was a crafty witch."
    assert get_language().make_definite("the wrong end") == "the wrong end"


# --- parsing markup -------------------------------------------------------------------------


def test_text_is_parsed_into_parts():
    assert parse("Up [came *a cook*|{who}] to {a guest}.") == (
        "Up ",
        TwoReadings(("came ", Role("a cook", 9)), (Call("who", 18),), 3),
        " to ",
        Call("guest", 28, indefinite=True),
        ".",
    )


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("ab *c", 3),
        ("a [b|c", 2),
        ("a [b|[c|d]] e", 2),
        ("a {Big Cook} b", 2),
        ("a b] c", 3),
        ("a {} b", 2),
        ("a | b", 2),
        ("a <b: c", 2),
        ("a <B: c> d", 2),
        ("a > b", 2),
    ],
)
def test_markup_error_has_its_position(text, at):
    with pytest.raises(MarkupError) as error:
        parse(text)
    assert error.value.at == at


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a [b|c", "never closed"),
        ("a [b] c", "without a |"),
        ("a [b|c|d] e", "more than one |"),
        ("a [b|[c|d]] e", "inside another"),
        ("a {b c", "never closed"),
        ("a {b [c|d] e}", "inside another"),
        ("a *b", "never closed"),
        ("a *b {c}*", "inside another"),
        ("a b] c", "never opened"),
        ("a {the cook} b", "{cook}"),
        ("a {Cook} b", "{cook}"),
        ("a { cook } b", "{cook}"),
    ],
)
def test_markup_error_describes_the_fault(text, said):
    with pytest.raises(MarkupError, match=re.escape(said)):
        parse(text)


def test_continued_speech_begins_no_sentence():
    assert starts_sentence("") is True
    assert starts_sentence('"Well," said the cook. "') is True
    assert starts_sentence('"Well," said the cook, "') is False
    assert starts_sentence("so ") is False


# --- all of our content -------------------------------------------------------------------------------


def paths(shape: StoryShape) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [(shape.start,)]
    while shape.follows[found[0][-1]]:
        found = [(*path, after) for path in found for after in shape.follows[path[-1]]]
    return found


PATHS = [(name, path) for name, story in CONTENT.stories.items() for path in paths(story_shape(name, story))]


FAMILY_NAMES = [
    *(
        "our stork",
        "Grandpa's hat",
        "a purple owl",
        "the old umbrella",
        "Ottilie",
        "Captain O'Brien",
        "Amélie",
        "walrus",
    ),
    *("hour hand", "X-ray fish", "ukulele", "glasses"),
]
"""Names that families may give their own cards, and packs their characters."""


def slips_in(text: str, names: list[str]) -> list[str]:
    """Return faults that no English sentence has."""
    wrong = {
        "markup": r"[*{}\[\]|\0]",
        "two articles": r"(?i)\b(the|an?) (the|an?)\b",
        "two commas": r",\s*,|,\s*[.!?;:]|\s[,.!?]",
        "two spaces": r"\s\s",
        "no capital": r"[.!?]\s+[\"']?[a-z]",
        "speech without a capital": r"(?<![,\w])\s\"[a-z]",
        "capital in the middle": r"[a-z,;] (?:The|An?) \w+",
        "article before a name": r"(?i:\b(?:the|an?)) (?:Ottilie|Captain O'Brien|Amélie|Grandpa's|our stork)\b",
        "nobody there": r"\bsomebody's? (?:was the|, an? )",
    }
    slips = [f"{what}: {found[0]!r}" for what, pattern in wrong.items() for found in re.finditer(pattern, text)]
    slips += [
        f"a or an: {found[0]!r}"
        for found in re.finditer(r"\b([Aa]n?) ([\w'-]+)", text)
        if found[1].lower() != get_language().indefinite_article(found[2])
    ]
    slips += [
        f"twice: {name}"
        for name in names
        if re.search(rf"(?i)\b{get_language().definite(name)}\W+{get_language().definite(name)}\b", text)
    ]
    if text.count('"') % 2 or not re.search(r"[.!?]\"?$", text) or not re.match(r"\"?[A-Z]", text):
        slips.append("no beginning or no end")
    return slips


@pytest.mark.parametrize(
    ("name", "path"), PATHS, ids=lambda value: value if isinstance(value, str) else "-".join(value)
)
def test_every_way_through_every_story_is_correct_english(name, path):
    story = CONTENT.stories[name]
    luck = random.Random(f"{name} {path}")
    hands = [luck.sample(CONTENT.characters, len(path)) for _ in range(15)]
    hands += [luck.sample(FAMILY_NAMES, len(path)) for _ in range(10)]
    for hand in hands:
        chosen = dict(zip(path, hand, strict=True))
        cast: dict[str, object] = {}
        names = [called(someone) for someone in hand]
        for page in path:
            one = story.card(page)
            open_text = text_in_play(one, cast)
            if one.role is not None:
                cast[one.role] = chosen[page]
            told_text = text_when_told(one, cast)
            assert slips_in(open_text, names) == [], open_text
            assert slips_in(told_text, names) == [], told_text
            assert len(told_text.split()) <= 105 + 3 * len(path)
            if one.role is not None:
                assert get_language().definite(called(chosen[page])).lower() in told_text.lower()


def test_every_card_of_a_tricky_story_is_on_some_way():
    assert len(PATHS) == 25 + 5 * 8
    assert all(len(path) == (6 if CONTENT.stories[name].refrain else 7) for name, path in PATHS)


@pytest.mark.parametrize("name", CONTENT.decks)
def test_every_deck_is_correct_english_with_any_cards(name):
    luck = random.Random(name)
    for _ in range(100):
        cast: dict[str, object] = {}
        hands = {category: luck.sample(cards, len(cards)) for category, cards in CONTENT.cards.items()}
        for one in CONTENT.decks[name].cards:
            assert slips_in(text_in_play(one, cast), []) == []
            cast |= {key: hands[category].pop() for key, category in one.banners.items()}
            assert slips_in(text_when_told(one, cast), []) == []


def test_role_words_of_a_card_are_evaluated_once(monkeypatch):
    """One vote asks for the role of the same card many times."""
    calls: list[str] = []
    evaluate = markup.open_reading
    monkeypatch.setattr(markup, "open_reading", lambda text: calls.append(text) or evaluate(text))
    page = card("Up came *a knight of no other test*.")
    assert [role_words(page) for _ in range(13)] == ["a knight of no other test"] * 13
    assert calls == [page.text]


@pytest.mark.parametrize("name", ["bear, number 1", "whispered", "sound plop"])
def test_character_with_any_name_can_speak_in_a_directed_text(name: str) -> None:
    direction = Direction(name, Manner.SHOUTED)
    assert split_directions(f"{direction.to_mark()}Hello!") == ("Hello!", ((0, direction),))

"""The phrases of templates, compared with hassil's own sampling."""

import pytest
from hassil.intents import SlotList, TextSlotList
from hassil.parse_expression import parse_sentence
from hassil.sample import sample_sentence

from narrator.language.understanding.phrase_expansion import PhraseExpander

SLOTS: dict[str, SlotList] = {"card": TextSlotList.from_tuples([("owl", 1), ("old lady", 2)], allow_template=False)}
RULES = {"please": parse_sentence("[please|pretty please]"), "take": parse_sentence("(I take|I['ll] have)")}
TEMPLATES = [
    "the owl",
    "[the] {card}",
    "<take> [the] {card} <please>",
    "(I|we) vote[s] for {card}",
    "owl(s|let)",
    "(now;then) {card}",
    "[um] [well] the {card} [because of that]",
]


def expand(template: str, max_words: int) -> set[str]:
    expander = PhraseExpander(SLOTS, RULES, "en", max_words)
    return set(expander.phrases(parse_sentence(template)))


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("max_words", [2, 4, 20])
def test_phrases_are_those_of_hassil_up_to_the_limit(template: str, max_words: int) -> None:
    sampled = sample_sentence(parse_sentence(template), SLOTS, RULES, language="en")
    wanted = {phrase for text in sampled if len((phrase := " ".join(text.split())).split()) <= max_words}
    assert expand(template, max_words) == wanted
    assert wanted or max_words == 2


def test_letters_without_a_space_make_one_word() -> None:
    assert expand("owl[s] fly", 2) == {"owl fly", "owls fly"}

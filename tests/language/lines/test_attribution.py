"""Who speaks each part of a story: written by the author, or derived from verbs and names."""

import pytest

from narrator.games.hosting.retelling import paragraph
from narrator.language.content.direction import Manner
from narrator.language.content.markup import directed_when_told, text_in_play, text_when_told
from narrator.language.content.models import Character, StoryCard
from narrator.language.lines.attribution import SpokenPart, direct_paragraph, find_refrains
from narrator.language.lines.story import Chapter, Sentence

OWL = Character(name="owl", aliases=(), picture="an owl", tag="in three pairs of glasses", emoji="🦉")
NAMES = ("owl", "polar bear")


def direct(marked: str) -> list[tuple[SpokenPart, ...]]:
    return list(direct_paragraph(paragraph(marked), "en", NAMES))


def speakers(text: str) -> list[tuple[str | None, Manner | None]]:
    """Return who speaks each part in quotation marks, and how."""
    return [(part.speaker, part.manner) for parts in direct(text) for part in parts if part.text.startswith('"')]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Nine leaks," said the owl.', [("owl", None)]),
        ('"Weather?" whispered the polar bear, in blankets.', [("polar bear", Manner.WHISPERED)]),
        ('The owl, in three pairs of glasses, roared, "Shut it!"', [("owl", Manner.SHOUTED)]),
        ('"And now," said the owl, more softly, "it is late."', [("owl", Manner.WHISPERED)] * 2),
        ('"Land?" gasped the owl. "On the ground?"', [("owl", None)] * 2),
        ('"Land?" gasped the owl. It rained. "On the ground?"', [("owl", None), (None, None)]),
        ('"Who plays?" asks a radish.', [("radish", None)]),
        ('"You are late," it said.', [(None, None)]),
        ('"Hush!" said everybody.', [(None, None)]),
        ('"Good night."', [(None, None)]),
        ('On the sign stood "no dogs". The owl said nothing.', [(None, None)]),
    ],
)
def test_quotation_is_attributed_by_verb_and_name(text, expected):
    assert speakers(text) == expected


def test_quotation_over_several_sentences_keeps_its_speaker():
    parts = [part for parts in direct('"Nine leaks. Eight corks. We land," said the owl. Puff.') for part in parts]
    assert [part.speaker for part in parts] == ["owl", "owl", "owl", None, None]


def test_written_directions_come_first_and_are_never_shown():
    card = StoryCard(
        role="cook",
        where="here",
        text='*A cook* came. (who, shouted) "Stir!" (narrator) "Stir," said {who}. (kettle) "Psst." '
        "(beat, sound plop) Down it fell. (slowly) Very far.",
    )
    cast = {"cook": OWL}
    told = text_when_told(card, cast)
    assert told == 'The owl, a cook, came. "Stir!" "Stir," said the owl. "Psst." Down it fell. Very far.'
    assert text_in_play(card, {}).endswith('"Psst." Down it fell. Very far.')
    sentences = paragraph(directed_when_told(card, cast))
    assert " ".join(sentence.text for sentence in sentences) == told
    parts = [part for parts in direct_paragraph(sentences, "en", NAMES) for part in parts]
    assert parts == [
        SpokenPart("The owl, a cook, came."),
        SpokenPart('"Stir!"', "owl", Manner.SHOUTED),
        SpokenPart('"Stir,"'),
        SpokenPart("said the owl."),
        SpokenPart('"Psst."', "kettle"),
        SpokenPart("Down it fell.", beat=True, sounds=("plop",)),
        SpokenPart("Very far.", manner=Manner.SLOWLY),
    ]


def test_sentence_in_three_chapters_is_a_refrain():
    chapters = [Chapter("", ((Sentence("Puff, went the cloud."), Sentence(f"It was {n}.")),)) for n in "abc"]
    assert find_refrains(chapters) == {"puff went the cloud"}
    assert find_refrains(chapters[:2]) == frozenset()

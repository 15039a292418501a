"""Who speaks each part of a story: written by the author, or derived from verbs and names."""

from datetime import UTC, datetime

import pytest

from narrator.games.hosting.retelling import paragraph
from narrator.language.content.direction import Manner
from narrator.language.content.markup import directed_when_told, text_in_play, text_when_told
from narrator.language.content.models import Character, StoryCard
from narrator.language.lines.attribution import (
    REFRAIN_SOUND,
    SpokenPart,
    StoryDirector,
    direct_paragraph,
    find_refrains,
)
from narrator.language.lines.story import Chapter, Sentence, ToldStory

OWL = Character(name="owl", aliases=(), picture="an owl", tag="in three pairs of glasses", emoji="🦉")
NAMES = ("owl", "polar bear")


def direct(marked: str) -> list[tuple[SpokenPart, ...]]:
    card = StoryCard(role=None, where=None, text=marked)
    return list(direct_paragraph(paragraph(directed_when_told(card, {})), "en", NAMES))


def speakers(text: str) -> list[tuple[str | None, Manner | None]]:
    """Return who speaks each part in quotation marks, and how."""
    return [(part.speaker, part.manner) for parts in direct(text) for part in parts if '"' in part.text]


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
        ('At noon, the owl, with a hiccup, shouted, "Flash!" The ships said it was fine.', [("owl", Manner.SHOUTED)]),
        ('Then the owl bent down to the polar bear, and whispered, "Hush."', [("owl", Manner.WHISPERED)]),
        ('The owl rowed about, shouting, "Rock!"', [("owl", Manner.SHOUTED)]),
        (
            '"Hello," said the polar bear. The owl shivered. "Dig," it whispered.',
            [("polar bear", None), ("owl", Manner.WHISPERED)],
        ),
        ('The owl counted. "One. Two."', [("owl", None)] * 2),
        ('"Night," said the owl. Then, softly, "Same time?"', [("owl", None), ("owl", Manner.WHISPERED)]),
        ('(slowly) "I wave," said the owl, "and wave."', [("owl", Manner.SLOWLY)] * 2),
        ('"No!" cried the owl and the polar bear together.', [(None, None)]),
        ('"Four!" said nearly everybody.', [(None, None)]),
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


def told_story(*pages: str, players: tuple[str, ...] = ()) -> ToldStory:
    chapters = tuple(Chapter("", tuple(paragraph(each) for each in page.split(" / "))) for page in pages)
    return ToldStory(1, "", "storytellers", datetime(2026, 1, 1, tzinfo=UTC), players, True, chapters)


def chimes(story: ToldStory) -> list[str]:
    """Return the parts of a story that come after a chime."""
    director = StoryDirector(story)
    paragraphs = [each for chapter in story.chapters for each in chapter.paragraphs]
    parts = (part for each in paragraphs for sentence in director.direct(each) for part in sentence)
    return [part.text for part in parts if REFRAIN_SOUND in part.sounds]


def test_refrain_of_several_sentences_has_one_chime_and_a_lone_word_has_none():
    pages = [f"Hop! It was {n}. / Rice! Noodles! Rice! Noodles! / Not today." for n in ("one", "two", "three")]
    assert chimes(told_story(*pages)) == ["Rice!"] * 3


def test_words_of_players_are_read_by_the_narrator():
    story = told_story('"Ha," said the owl. Lily said, "Because it has kind eyes."', players=("Lily",))
    [first, second] = StoryDirector(story).direct(story.chapters[0].paragraphs[0])
    assert [part.speaker for part in (*first, *second)] == ["owl", None, None, None]

"""A story is split into passages."""

from narrator.apps.bedtime.script import framing_passage, split_at_sentences, write_script
from narrator.apps.bedtime.settings import BREATH_PAUSE_S, CHAPTER_PAUSE_S, PARAGRAPH_PAUSE_S, SENTENCE_PAUSE_S
from narrator.language.content.markup import PAUSE, text_in_play
from narrator.language.content.packs import load_content
from narrator.language.lines.story import Chapter, Sentence, ToldStory
from tests.apps.bedtime.helpers import make_story

LEAD = Sentence("And why the owl?")
SAID = Sentence("Lily said:", "game-1-0123456789ab", "Because it is wise.")
HUMMED = Sentence("Lily said:", "game-1-0123456789ab")


def test_script_contains_every_word_in_order() -> None:
    for story in load_content().stories.values():
        texts = [text_in_play(card, {}).replace(PAUSE, " ") for card in story.cards]
        words = " ".join(passage.text for passage in write_script(make_story(*texts))).split()
        assert words == " ".join(texts).split()


def test_pauses_grow_from_sentence_to_chapter() -> None:
    two = Chapter("", ((Sentence("One."), Sentence("Two.")), (Sentence("Three."),)))
    story = ToldStory(1, "", "", make_story().played, (), True, (two, two))
    assert [each.pause for each in write_script(story)] == [SENTENCE_PAUSE_S, PARAGRAPH_PAUSE_S, CHAPTER_PAUSE_S] * 2
    assert BREATH_PAUSE_S < SENTENCE_PAUSE_S < PARAGRAPH_PAUSE_S < CHAPTER_PAUSE_S


def test_sentences_are_not_split() -> None:
    pieces = split_at_sentences("Once upon a time, there was an owl, and it could not sleep. Who?")
    assert [(piece.text, piece.pause_s) for piece in pieces] == [
        ("Once upon a time, there was an owl, and it could not sleep.", SENTENCE_PAUSE_S),
        ("Who?", 0.0),
    ]


def test_script_from_a_later_sentence_keeps_the_numbers() -> None:
    story = make_story(("One.", "Two."), ("Three.", "Four."))
    whole = tuple(write_script(story))
    assert tuple(write_script(story, 2)) == whole[2:]
    assert [passage.number for passage in whole] == [0, 1, 2, 3]


def test_transcript_is_read_if_the_recording_is_not_played() -> None:
    story = make_story((LEAD, SAID), ("The end.",))
    assert [each.text for each in write_script(story, is_audible=lambda clip: False)] == [
        "And why the owl?",
        "Lily said: Because it is wise.",
        "The end.",
    ]
    assert [each.clip for each in write_script(story)] == [None, SAID.clip, None]


def test_recording_without_transcript_is_dropped_with_its_lead() -> None:
    story = make_story(("One.",), (LEAD, HUMMED), ("The end.",))
    passages = tuple(write_script(story, is_audible=lambda clip: False))
    assert [each.text for each in passages] == ["One.", "The end."]
    assert [each.number for each in passages] == [0, 3]


def test_framing_passage_has_no_sentence_number() -> None:
    assert framing_passage("Good night.").number is None

"""The story in passages and breaths."""

from narrator.apps.bedtime.script import MAX_WORDS_IN_ONE_BREATH, framing_passage, split_into_breaths, write_script
from narrator.apps.bedtime.settings import BREATH_PAUSE_S, CHAPTER_PAUSE_S, PARAGRAPH_PAUSE_S, SENTENCE_PAUSE_S
from narrator.language.content.packs import load_content
from narrator.language.lines.story import Chapter, Sentence, ToldStory
from tests.apps.bedtime.house import story_of

LEAD = Sentence("And why the owl?")
SAID = Sentence("Lily said:", "game-1-0123456789ab", "Because it is wise.")
HUMMED = Sentence("Lily said:", "game-1-0123456789ab")


def test_every_word_of_the_box_is_told_in_order() -> None:
    for story in load_content().stories.values():
        told = write_script(story_of(*(card.text for card in story.cards)))
        words = " ".join(passage.text for passage in told).split()
        assert words == " ".join(card.text for card in story.cards).split()


def test_pauses_are_longer_between_paragraphs_and_longest_between_chapters() -> None:
    two = Chapter("", ((Sentence("One."), Sentence("Two.")), (Sentence("Three."),)))
    story = ToldStory(1, "", "", story_of().played, (), True, (two, two))
    assert [each.pause for each in write_script(story)] == [SENTENCE_PAUSE_S, PARAGRAPH_PAUSE_S, CHAPTER_PAUSE_S] * 2
    assert BREATH_PAUSE_S < SENTENCE_PAUSE_S < PARAGRAPH_PAUSE_S < CHAPTER_PAUSE_S


def test_a_sentence_is_one_breath_unless_it_is_very_long() -> None:
    assert len(split_into_breaths("Once upon a time, there was an owl, and it could not sleep at all.")) == 1
    long = "word " * (MAX_WORDS_IN_ONE_BREATH + 1) + "end."
    assert len(split_into_breaths(long)) > 1
    assert all(len(breath.text.split()) <= MAX_WORDS_IN_ONE_BREATH for breath in split_into_breaths(long))


def test_from_a_sentence_on_the_numbers_stay_the_same() -> None:
    story = story_of(("One.", "Two."), ("Three.", "Four."))
    whole = tuple(write_script(story))
    assert tuple(write_script(story, 2)) == whole[2:]
    assert [passage.number for passage in whole] == [0, 1, 2, 3]


def test_a_voice_that_is_not_heard_is_read_out() -> None:
    story = story_of((LEAD, SAID), ("The end.",))
    assert [each.text for each in write_script(story, heard=lambda clip: False)] == [
        "And why the owl?",
        "Lily said: Because it is wise.",
        "The end.",
    ]
    assert [each.clip for each in write_script(story)] == [None, SAID.clip, None]


def test_a_voice_that_nobody_understood_takes_its_lead_along() -> None:
    story = story_of(("One.",), (LEAD, HUMMED), ("The end.",))
    told = tuple(write_script(story, heard=lambda clip: False))
    assert [each.text for each in told] == ["One.", "The end."]
    assert [each.number for each in told] == [0, 3]


def test_words_around_the_story_are_no_part_of_it() -> None:
    assert framing_passage("Good night.").number is None

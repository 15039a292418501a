"""Stories as plain text."""

from datetime import UTC, datetime

from narrator.language.lines.story import Chapter, Sentence, ToldStory
from narrator.storage.library.listing import format_story
from tests.storage.library.games import SOUND

PLAYED = datetime(2026, 11, 15, 12, tzinfo=UTC)


def test_words_of_a_recording_follow_its_sentence() -> None:
    paragraph = (
        Sentence("Out came the owl."),
        Sentence("And Lily said:", SOUND, "It sees at night."),
        Sentence("And Nick said:", SOUND),
    )
    story = ToldStory(
        1, "The owl", "storytellers", PLAYED, ("Lily", "Nick"), True, (Chapter("At night", (paragraph,)),)
    )
    assert format_story(story) == (
        "The owl\nSun, Nov 15, 2026, with Lily and Nick\n\nAt night\n\n"
        'Out came the owl. And Lily said: "It sees at night." And Nick said: (as\nrecorded)\n'
    )

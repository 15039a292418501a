"""How a story is read to the family that played it: speed, sounds, and the voices that they asked for.

Bedtime, exported books and rendering ahead use the same values, so a sentence is rendered once for all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from narrator.apps.bedtime.settings import BedtimeSettings
from narrator.apps.bedtime.voice_changes import load_voice_changes
from narrator.dialog.intents import load_preferences
from narrator.language.lines.preferences import Preferences
from narrator.language.lines.story import ToldStory
from narrator.storage.journal import Journal


@dataclass(frozen=True, slots=True)
class StoryManner:
    rate: int = BedtimeSettings().rate  # words per minute
    with_sounds: bool = True
    voice_changes: Mapping[str, int] = field(default_factory=dict)


def load_story_manner(journal: Journal, story: ToldStory) -> StoryManner:
    """Return how to read this story."""
    preferences = story_preferences(journal, story)
    return StoryManner(
        BedtimeSettings.for_family(preferences).rate, preferences.cues > 0, load_voice_changes(journal, story.number)
    )


def story_preferences(journal: Journal, story: ToldStory) -> Preferences:
    """Return the preferences of the family that played this story: those of its first player."""
    return (load_preferences(journal, story.players[0]) if story.players else None) or Preferences()

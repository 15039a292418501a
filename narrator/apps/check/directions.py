"""Checks of directions for the voice: `(cook, whispered)`, `(sound plop)`."""

import re
from collections.abc import Collection, Iterator

from narrator.apps.check.findings import TextFault, did_you_mean
from narrator.language.content.direction import NARRATOR_SPEAKER, story_sounds
from narrator.language.content.markup import WHO, ByMark, Given, Part, TwoReadings, VoiceNote, parse


def check_directions(text: str, roles: Collection[str]) -> Iterator[TextFault]:
    """Check that speakers occur in the story, that each has something to say, and that sounds exist."""
    for note in find_voice_notes(parse(text)):
        speaker, sound = note.direction.speaker, note.direction.sound
        if sound is not None and sound not in story_sounds():
            advice = did_you_mean(sound, sorted(story_sounds()), "(sound {})")
            yield note.at, "direction", f"There is no sound `{sound}`. {advice}"
        if speaker is None:
            continue
        words = re.sub(r"\([^()]*\)", " ", text).casefold()
        if speaker not in {*roles, WHO, NARRATOR_SPEAKER} and not re.search(rf"\b{re.escape(speaker)}\b", words):
            advice = did_you_mean(speaker, sorted({*roles, NARRATOR_SPEAKER}), "({})")
            yield note.at, "direction", f"`{speaker}` is no role, and this text does not name it. {advice}"
        elif not re.match(r'\([^()]*\)\s*"', text[note.at :]):
            message = f'({speaker}) says who speaks, but no quotation follows. Put it right before the opening ".'
            yield note.at, "direction", message


def find_voice_notes(parts: Collection[Part]) -> Iterator[VoiceNote]:
    """Yield the directions of a text, also within passages."""
    for part in parts:
        if isinstance(part, VoiceNote):
            yield part
        elif isinstance(part, Given):
            yield from find_voice_notes(part.parts)
        elif isinstance(part, ByMark):
            yield from find_voice_notes([each for parts in part.choices.values() for each in parts])
        elif isinstance(part, TwoReadings):
            yield from find_voice_notes((*part.play, *part.told))

"""What a call such as `{cook+}` says about a chosen character: its name, a detail, its verb or its sound.

A detail is what the story mentions of the character's picture, after its name. Each character has three, so that the
detail moves on with the story: "holding on to its nose", "nose on upside down", "nose in the right place at last". The
first is read on the card where the character enters, the second on later cards, the third on the last card.
"""

from enum import StrEnum

from narrator.language.content.models import Character, FairyCard, StoryCard
from narrator.language.language import get_language


class CallForm(StrEnum):
    """The form of a call: the sign after the key."""

    NAME = ""
    DETAIL = "+"
    """The name and the detail for this card."""
    LAST_DETAIL = "++"
    """The name and the detail for the end, on any card."""
    VERB = "~"
    """The name and the verb, in the past."""
    VERB_NOW = "~now"
    """The name and the verb, for stories in the present."""
    SOUND = "!"
    """Only the sound."""


class StoryMoment(StrEnum):
    """When a character is named, which decides its detail."""

    ENTERS = "enters"
    LATER = "later"
    AT_END = "at the end"


def story_moment(card: StoryCard, key: str | None, form: CallForm) -> StoryMoment:
    """Return the moment of a call with the key of this role on this card."""
    if card.role is None or form is CallForm.LAST_DETAIL:
        return StoryMoment.AT_END
    return StoryMoment.ENTERS if key == card.role else StoryMoment.LATER


def detail_of(someone: Character | FairyCard | str, moment: StoryMoment) -> str | None:
    """Return the detail to read after the name, or the tag if there is none for this card."""
    if not isinstance(someone, Character):
        return None
    own = {StoryMoment.ENTERS: None, StoryMoment.LATER: someone.later, StoryMoment.AT_END: someone.at_end}[moment]
    return own or someone.tag


def verb_of(someone: Character | FairyCard | str | None, form: CallForm) -> str:
    """Return what the character does: "hiccuped", or "hiccups" now."""
    own = someone.verb if isinstance(someone, Character) else None
    anybody = get_language().spoken.anybody
    if form is CallForm.VERB_NOW:
        return own.now if own else anybody.verb_now
    return own.past if own else anybody.verb_past


def sound_of(someone: Character | FairyCard | str | None) -> str:
    """Return what is heard of the character: "hic"."""
    own = someone.sound if isinstance(someone, Character) else None
    return own or get_language().spoken.anybody.sound

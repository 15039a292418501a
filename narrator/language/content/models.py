"""The fields of all content files, as pydantic models.

pydantic is slow to import and the narrator's first words do not depend on content, so modules that are loaded before
them import `packs.py` and not this one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from narrator.core.cards import CardKind
from narrator.core.moods import StoryMood

# Limits for hand-written files. Larger ones would make players wait.
MAX_TEXT_LETTERS = 2000
"""The longest card of ours has six hundred."""
MAX_NAME_LETTERS = 100
MAX_STORY_CARDS = 40
MAX_SET_ENTRIES = 500
MAX_EXPLAINED_WORDS = 2000
MAX_NAMES = 12


def limit_size(most: int, least: int = 0) -> BeforeValidator:
    """Return a validator for the number of entries.

    It runs before the entries are validated; otherwise pydantic would first report a million faulty ones.
    """

    def check_size(value: Any) -> Any:
        if isinstance(value, list | dict) and len(value) > most:
            raise PydanticCustomError("too_long", "too many", {"max_length": most})
        if isinstance(value, list) and len(value) < least:
            raise PydanticCustomError("too_short", "too few")
        return value

    return BeforeValidator(check_size)


Text: TypeAlias = Annotated[str, Field(max_length=MAX_TEXT_LETTERS)]
ShortText: TypeAlias = Annotated[str, Field(max_length=MAX_NAME_LETTERS)]
Age: TypeAlias = Annotated[int, Field(ge=1, le=99)]
Few = limit_size(MAX_NAMES)
Many = limit_size(MAX_SET_ENTRIES)
ManyWords = limit_size(MAX_EXPLAINED_WORDS)
Pages = limit_size(MAX_STORY_CARDS, least=1)


@dataclass(frozen=True, slots=True)
class TextRule:
    """What `narrator check` requires of a text. The number of words is limited so that no text is too long to hear."""

    least: int
    most: int
    ends: bool | None = None
    """Whether it must end with a full stop (True), must not, because it goes into a sentence (False), or may (None)."""
    proofread: bool = False
    """Whether it is checked for slips of the pen."""


class ContentModel(BaseModel):
    """A part of a content file: these fields and no others."""

    # built when the first file of its kind is read
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class WrittenScene(ContentModel):
    """A picture as written by its author. Parts that cannot be drawn are skipped; `narrator check` reports them."""

    setting: ShortText
    """One of the names in `scenes/scene.py`."""
    things: Annotated[tuple[ShortText, ...], Few]
    """Each an emoji with its place and size, such as "🌲 50 62 70"; see `scenes/scene.py`."""


class Verb(ContentModel):
    """The character's reaction, an intransitive verb: "the dragon hiccuped"."""

    now: Annotated[ShortText, TextRule(1, 3, ends=False)]
    past: Annotated[ShortText, TextRule(1, 3, ends=False)]


class Character(ContentModel):
    """A character of Storytellers.

    The tag, `later` and `at_end` are its three details: what the story mentions of the picture after the name when the
    character enters, on a later card, and on the last one.
    """

    name: Annotated[ShortText, TextRule(1, 2)]
    """One or two words; the narrator adds "the". A capital makes it a proper name without "the": Gerald."""
    aliases: Annotated[tuple[ShortText, ...], Few, TextRule(1, 4)] = ()
    """What else players call it."""
    picture: Annotated[Text, TextRule(8, 14, ends=False, proofread=True)]
    """Such as "a small hedgehog with a lantern and muddy boots"."""
    tag: ShortText | None = None
    """The first detail, also heard in hands: "the hedgehog, lantern held high, …"."""
    later: ShortText | None = None
    """The second detail. Without one, the tag is read again."""
    at_end: ShortText | None = None
    """The third detail. Without one, the tag is read again."""
    verb: Verb | None = None
    sound: Annotated[ShortText | None, TextRule(1, 4, ends=False)] = None
    """The character's sound, without a full stop: "hic"."""
    emoji: ShortText
    photo: ShortText | None = None
    """A photo instead of the drawing: the name of a file in `pictures/` of the pack."""


class ExtraCharacter(Character):
    """A character that a family made, beside ours: named and described as its maker likes."""

    name: Annotated[ShortText, TextRule(1, 6)]
    picture: Annotated[Text, TextRule(1, 60)]


class Mood(StrEnum):
    """The mood of a dream, so that a set can have many different ones."""

    WISTFUL = "wistful"
    TENDER = "tender"
    SILLY = "silly"
    SLY = "sly"
    ANGRY = "angry"
    TRIUMPHANT = "triumphant"
    EERIE = "eerie"
    BRAVE = "brave"
    SAD = "sad"
    SLEEPY = "sleepy"


class DreamTag(StrEnum):
    """What a dream is marked with."""

    SAD = "sad"
    """Left out when a small child plays."""


class DreamSense(StrEnum):
    """What a dream is about, if not about something to see."""

    SOUND = "sound"
    TOUCH = "touch"
    SMELL = "smell"


class Dream(ContentModel):
    """A picture of Dixit or Odyssey."""

    title: Annotated[ShortText, TextRule(1, 4)]
    """The name to vote by."""
    picture: Annotated[Text, TextRule(14, 24, ends=True, proofread=True)]
    """The description. Players must remember it after hearing it once."""
    closer: Annotated[Text, TextRule(8, 19, ends=True, proofread=True)] = ""
    """A second sentence, for players who look closer."""
    glance: Annotated[Text | None, TextRule(4, 11, ends=True, proofread=True)] = None
    """The picture in one short sentence, for hands. Without one, the beginning of the picture is read."""
    emoji: Annotated[tuple[ShortText, ...], Few]
    scene: WrittenScene | None = None
    """The composed picture. Without one it is composed from the emoji."""
    mood: Mood | None = None
    sense: DreamSense | None = None
    tags: Annotated[tuple[DreamTag, ...], Few] = ()
    photo: ShortText | None = None
    """A photo instead of the scene: the name of a file in `pictures/` of the pack."""

    @property
    def suits_small_children(self) -> bool:
        """Whether the dream may be dealt when a player is under six."""
        return DreamTag.SAD not in self.tags


class ExtraDream(Dream):
    """A picture that a family made, beside ours: named and described as its maker likes."""

    title: Annotated[ShortText, TextRule(1, 8)]
    picture: Annotated[Text, TextRule(1, 60, ends=True)]
    closer: Text = ""


class ForkWay(ContentModel):
    """One of the two ways at a fork."""

    to: ShortText
    """The id of the card it leads to."""
    say: Annotated[Text, TextRule(4, 12, ends=True)]
    """How the narrator offers it."""
    way: Annotated[ShortText, TextRule(1, 3)]
    """What a player says to take it."""


class StoryCard(ContentModel):
    """A page of a Storytellers story."""

    id: ShortText | None = None
    """Needed only if a fork or `then` leads to the card."""
    role: ShortText | None = None
    """The key that later cards use for the chosen character. The last card of a story has none."""
    where: Annotated[Text | None, TextRule(2, 8)] = None
    """The place of the role in the story, for "Who was the ferryman, at the broken bridge?"."""
    text: Text
    bridge: Annotated[Text | None, TextRule(2, 24, ends=True)] = None
    """A sentence that leads to this card in the retelling. Most cards need none."""
    fork: Annotated[tuple[ForkWay, ...], Few] = ()
    then: ShortText | None = None
    """The id of the next card, if it is not the next in the list."""


class MakerVoice(ContentModel):
    """A recording of one of the makers, and the words in the text that it replaces."""

    sound: ShortText
    """The name of the recording in `clips/`."""
    words: Text


class Story(ContentModel):
    """A story of Storytellers."""

    title: Annotated[ShortText, TextRule(1, 8)]
    place: Annotated[Text, TextRule(1, 12)]
    about: Annotated[Text, TextRule(3, 14, ends=True)]
    setting: ShortText | None = None
    """What the pages and the cover show of the place: one of the names in `scenes/scene.py`."""
    refrain: Annotated[Text | None, TextRule(2, 12)] = None
    """Marks a story for the youngest: one card fewer, short cards, and words on each card to say along."""
    meets: Annotated[tuple[ShortText, ...], Few] = ()
    """Characters that the text names on purpose although players may choose them: the sheep counts the sheep."""
    ages: tuple[Age, Age] | None = None
    """The youngest and the oldest children it is written for."""
    mood: Annotated[tuple[StoryMood, ...], Few] = ()
    """The most important mood first."""
    bedtime: bool = False
    """Whether it ends quietly enough to be the last one of the day."""
    series: ShortText | None = None
    """The name of the stories with the same place and people: Ladder Street."""
    episode: Annotated[int, Field(ge=1)] = 1
    """The place in the series."""
    months: Annotated[tuple[Annotated[int, Field(ge=1, le=12)], ...], Few] = ()
    """The months of its season or festival. Then it is proposed first, in other months last."""
    makers: Annotated[tuple[ShortText, ...], Few] = ()
    """The children who made the story. Their words are not proofread, and their names are on the cover."""
    voices: Annotated[tuple[MakerVoice, ...], Few] = ()
    cards: Annotated[tuple[StoryCard, ...], Pages]

    @property
    def tricky(self) -> bool:
        """Whether the story has forks."""
        return any(card.fork for card in self.cards)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of the cards in the rules; a card without an id has its number."""
        return tuple(card.id or str(number) for number, card in enumerate(self.cards, start=1))

    @cached_property
    def follows(self) -> Mapping[str, tuple[str, ...]]:
        """The cards that may follow each card: two after a fork, none after a card without a role."""
        follows: dict[str, tuple[str, ...]] = {}
        for card, name, after in zip(self.cards, self.ids, (*self.ids[1:], None), strict=True):
            if card.fork:
                follows[name] = tuple(way.to for way in card.fork)
            elif card.then is not None:
                follows[name] = (card.then,)
            else:
                follows[name] = (after,) if after is not None and card.role is not None else ()
        return MappingProxyType(follows)

    @property
    def recorded_words(self) -> Mapping[str, str]:
        """The words that a maker's recording replaces, by the name of the recording."""
        return {voice.sound: voice.words for voice in self.voices}

    def card(self, name: str) -> StoryCard:
        """Return the card with this id."""
        return self.cards[self.ids.index(name)]


class CardMark(StrEnum):
    """What a fairy-tale card can do in a sentence. Every category has its own marks, and a card has one of them."""

    PERSON = "person"
    ANIMAL = "animal"
    CREATURE = "creature"
    """Neither person nor animal: a ghost, a robot, a dragon."""
    DOOR = "door"
    """A place with a door to knock on."""
    OPEN = "open"
    """A place without a door: a forest, a boot."""
    SEEN = "seen"
    HEARD = "heard"
    HIDDEN = "hidden"
    """A feature that can neither be seen nor heard: a kind heart."""
    EATEN = "eaten"
    WORN = "worn"
    USED = "used"
    """A thing that is neither eaten nor worn."""
    LOUD = "loud"
    QUIET = "quiet"
    HELPLESS = "helpless"
    """An involuntary action, such as falling asleep."""


MARKS_BY_KIND: Mapping[CardKind, tuple[CardMark, ...]] = {
    CardKind.CHARACTER: (CardMark.PERSON, CardMark.ANIMAL, CardMark.CREATURE),
    CardKind.PLACE: (CardMark.DOOR, CardMark.OPEN),
    CardKind.FEATURE: (CardMark.SEEN, CardMark.HEARD, CardMark.HIDDEN),
    CardKind.OBJECT: (CardMark.EATEN, CardMark.WORN, CardMark.USED),
    CardKind.ACTION: (CardMark.LOUD, CardMark.QUIET, CardMark.HELPLESS),
}


class DeckCard(ContentModel):
    """A card that the narrator reads in StoryLine, with one or two open places."""

    banners: Annotated[Mapping[ShortText, CardKind], Few] = Field(default_factory=dict)
    """The category of cards that may fill each open place."""
    needs: Annotated[Mapping[ShortText, tuple[CardMark, ...]], Few] = Field(default_factory=dict)
    """The marks that the plain text suits, by the key of a place. The text has other words for every other mark."""
    text: Text
    the_end: bool = False


class Deck(ContentModel):
    """A narrator deck of StoryLine."""

    title: Annotated[ShortText, TextRule(1, 8)]
    about: Annotated[Text, TextRule(3, 14, ends=True)]
    topics: Annotated[tuple[ShortText, ...], Few, TextRule(1, 3)] = ()
    """Subjects of the tale. Players may choose it by them: "the one about the dragons"."""
    setting: ShortText | None = None
    """What the pages show behind the tale: one of the names in `scenes/scene.py`."""
    cards: Annotated[tuple[DeckCard, ...], Pages]

    @property
    def banners(self) -> tuple[tuple[CardKind, ...], ...]:
        """The categories of each card but "The End", for the rules."""
        return tuple(tuple(card.banners.values()) for card in self.cards if not card.the_end)


class FairyCard(ContentModel):
    """A card that players lay in StoryLine."""

    name: Annotated[ShortText, TextRule(1, 4)]
    """The name to choose it by."""
    phrase: Annotated[Text, TextRule(2, 8, proofread=True)]
    """The words for it in the tale."""
    mark: CardMark | None = None
    """Without one, the card gets the words for any card."""
    emoji: ShortText


class PartKind(StrEnum):
    """What a question of a frame asks for. It decides how the answer is used in the story."""

    WHO = "who"
    """A character: "a snail who wants to fly". Later sentences use a short name: "the snail"."""
    WHAT = "what"
    """Anything else: a thing, a place or a whole sentence. It has no short name."""
    TITLE = "title"
    """The title of the story. Each frame asks for it last."""


MIN_FRAME_QUESTIONS, MAX_FRAME_QUESTIONS = 7, 9
MIN_CARD_QUESTIONS = 2
MIN_SUGGESTIONS = 3


class FrameQuestion(ContentModel):
    """A question that children answer in their own words. The answer is a part of their story."""

    key: ShortText
    """One word in small letters, which the cards use for the part."""
    kind: PartKind = PartKind.WHAT
    ask: Text
    """The question. It may use the short name of an earlier part: "What does $the_hero want?"."""
    easier: Text
    """Another, easier wording for children who did not answer the first."""
    suggestions: Annotated[tuple[ShortText, ...], limit_size(MAX_NAMES, least=MIN_SUGGESTIONS)]
    """Answers for children who do not know. Three of them are read; all fit wherever the part is used."""
    nickname: Annotated[ShortText | None, TextRule(1, 3, ends=False)] = None
    """For kind `who`: the short name if the answer gives none, such as "our traveler"."""


class QuestionSet(ContentModel):
    """The questions whose answers become a story or a card."""

    title: Annotated[ShortText, TextRule(1, 5)]
    """What will be made, to choose it by: "a journey"."""
    about: Annotated[Text, TextRule(3, 14, ends=True)]
    questions: Annotated[tuple[FrameQuestion, ...], limit_size(MAX_FRAME_QUESTIONS, least=MIN_CARD_QUESTIONS)]


class MadeCardKind(StrEnum):
    """What kind of card a family can make."""

    CHARACTER = "character"
    DREAM = "dream"


class CardFrame(QuestionSet):
    """The questions for a card of the family's own. Their keys are in `made_card.py`."""

    makes: MadeCardKind


class Frame(QuestionSet):
    """A story with gaps. Children fill them in `narrator make`, which turns it into a `Story`.

    In the cards, `$hero` is the part as it was said, and `$the_hero` its short name.
    """

    place: Annotated[Text, TextRule(1, 12)]
    setting: ShortText | None = None
    refrain: Annotated[Text, TextRule(2, 12)]
    questions: Annotated[tuple[FrameQuestion, ...], limit_size(MAX_FRAME_QUESTIONS, least=MIN_FRAME_QUESTIONS)]
    cards: Annotated[tuple[StoryCard, ...], Pages]
    """Six cards, five of them with a role, like a story for the youngest."""

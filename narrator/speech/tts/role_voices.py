"""Give each character of a story a voice of its own, by its nature: a mouse does not sound like a giant.

With Kokoro, each character gets one of its voices. Without it, the narrator speaks the part higher or lower, faster or
slower. Voices are given in the order of the first words, so a story always gets the same ones.
`content/<language>/lines/voices.yaml` says which nature a name has.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

import yaml
from pydantic import ConfigDict, TypeAdapter, ValidationError

from narrator.core.errors import PackError
from narrator.core.paths import data_folder
from narrator.language.content.direction import Manner
from narrator.language.lines.attribution import SpokenPart, direct_paragraph, merge_parts
from narrator.language.lines.story import Sentence
from narrator.speech.pcm import MAX_PEAK_DBFS, Pcm


@dataclass(frozen=True, slots=True)
class RoleVoice:
    """The voice of one character: a voice of Kokoro, and how the narrator imitates it."""

    kokoro: str
    pitch: float = 1.0
    """Factor of pitch for the narrator."""
    rate: float = 1.0
    """Factor of speed."""


VOICES_BY_NATURE: Mapping[str, Sequence[RoleVoice]] = {
    "small": (
        RoleVoice("af_nova", 1.25, 1.05),
        RoleVoice("bf_lily", 1.32),
        RoleVoice("am_puck", 1.2, 1.1),
        RoleVoice("af_jessica", 1.28, 1.08),
    ),
    "big": (
        RoleVoice("am_onyx", 0.8, 0.9),
        RoleVoice("am_fenrir", 0.84, 0.95),
        RoleVoice("am_santa", 0.77, 0.88),
        RoleVoice("bm_lewis", 0.82, 0.92),
    ),
    "old": (RoleVoice("bm_george", 0.88, 0.88), RoleVoice("bf_isabella", 1.1, 0.88), RoleVoice("am_santa", 0.85, 0.88)),
    "lady": (RoleVoice("bf_emma", 1.18), RoleVoice("af_bella", 1.14), RoleVoice("bf_alice", 1.22)),
    "gentleman": (RoleVoice("bm_daniel", 0.93), RoleVoice("am_echo", 0.9), RoleVoice("bm_fable", 0.96, 1.05)),
    "machine": (
        RoleVoice("af_river", 1.05, 0.92),
        RoleVoice("am_michael", 0.95, 0.92),
        RoleVoice("af_kore", 1.1, 0.94),
    ),
}
OTHER_VOICES = (
    RoleVoice("bm_fable", 0.92, 1.04),
    RoleVoice("af_sky", 1.16),
    RoleVoice("am_liam", 0.96, 1.06),
    RoleVoice("af_aoede", 1.12, 0.96),
    RoleVoice("am_eric", 0.9),
    RoleVoice("af_alloy", 1.08),
    RoleVoice("am_adam", 0.87),
    RoleVoice("af_sarah", 1.2, 0.97),
)


@dataclass(frozen=True, slots=True)
class Natures:
    """The file `voices.yaml` of one language."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    natures: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each nature, the words in a name that give it."""

    def nature_of(self, name: str) -> str | None:
        """Return the nature that a word of the name gives, the last word first."""
        for word in reversed(re.findall(r"\w+", name.casefold())):
            for nature, words in self.natures.items():
                if word in words:
                    return nature
        return None


@cache
def load_natures(language: str) -> Natures:
    """Return the natures of names in this language; none if it has no file."""
    file = data_folder("content") / language / "lines" / "voices.yaml"
    if not file.is_file():
        return Natures()
    try:
        return TypeAdapter(Natures).validate_python(yaml.safe_load(file.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise PackError(f"{file} cannot be read: {error}") from error


def cast_voices(
    speakers: Iterable[str | None], language: str, changes: Mapping[str, int] | None = None
) -> dict[str, RoleVoice]:
    """Return a voice for each speaker. `changes` counts how often a family asked for another voice.

    A change gives the character an unused voice, so that no other voice changes with it.
    """
    given: dict[str, RoleVoice] = {}
    for speaker in dict.fromkeys(speakers):
        if speaker is not None:
            voices = suitable_voices(speaker, language)
            given[speaker] = next((voice for voice in voices if voice not in given.values()), voices[0])
    for speaker, count in (changes or {}).items():
        if speaker in given:
            taken = {voice for name, voice in given.items() if name != speaker}
            free = [voice for voice in suitable_voices(speaker, language) if voice not in taken] or [given[speaker]]
            given[speaker] = free[(free.index(given[speaker]) + count) % len(free)]
    return given


def suitable_voices(name: str, language: str) -> tuple[RoleVoice, ...]:
    """Return the voices for the nature of this name, then the others."""
    nature = load_natures(language).nature_of(name)
    return tuple(dict.fromkeys((*VOICES_BY_NATURE.get(nature or "", ()), *shuffled_voices(name))))


def shuffled_voices(name: str) -> tuple[RoleVoice, ...]:
    """Return the voices for any nature, in an order that depends on the name."""
    start = sha256(name.encode()).digest()[0] % len(OTHER_VOICES)
    return (*OTHER_VOICES[start:], *OTHER_VOICES[:start])


# --- manner ----------------------------------------------------------------------------------------

MANNER_GAIN_DB: Mapping[Manner, float] = {Manner.WHISPERED: -8.0, Manner.SHOUTED: 3.0, Manner.YAWNED: -4.0}
MANNER_RATE: Mapping[Manner, float] = {
    Manner.WHISPERED: 0.88,
    Manner.SANG: 0.82,
    Manner.YAWNED: 0.75,
    Manner.SLOWLY: 0.75,
}
REFRAIN_RATE = 0.92
"""A refrain is a little slower, so that children can join in."""
BEAT_S = 0.7


@dataclass(frozen=True, slots=True)
class Delivery:
    """The voice, speed and level of a part."""

    voice: RoleVoice | None
    """`None` for the narrator."""
    rate: float
    gain_db: float

    def live_rate(self, words_per_minute: int) -> int:
        """Return the speed to ask of the narrator's voice, so that it is right after the change of pitch."""
        pitch = self.voice.pitch if self.voice else 1.0
        return round(words_per_minute * self.rate / pitch)

    def shift_pitch(self, pcm: Pcm) -> Pcm:
        """Return the narrator's voice at the pitch of the character."""
        return shift_pitch(pcm, self.voice.pitch) if self.voice else pcm

    def finish_live(self, pcm: Pcm) -> Pcm:
        """Return the narrator's voice at the pitch of the character and as loud as its manner wants."""
        return self.apply_gain(self.shift_pitch(pcm))

    def apply_gain(self, pcm: Pcm) -> Pcm:
        """Return the voice as loud as its manner wants, without clipping."""
        return pcm.amplified(min(self.gain_db, MAX_PEAK_DBFS - pcm.peak)) if self.gain_db else pcm


def shift_pitch(pcm: Pcm, factor: float) -> Pcm:
    """Return a voice with its pitch and formants raised by a factor. It also speaks faster by this factor."""
    return pcm if factor == 1.0 else Pcm(pcm.samples, round(pcm.rate * factor)).resampled(pcm.rate)


NARRATOR_DELIVERY = Delivery(None, 1.0, 0.0)


class TableCast:
    """The voices of the characters in the stories that are told at the table, as the narrator imitates them.

    A character keeps its voice until the story changes.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._speakers: dict[str, None] = {}

    def begin_story(self) -> None:
        """Forget the characters of the last story."""
        self._speakers.clear()

    def direct(self, sentences: Sequence[str]) -> list[tuple[SpokenPart, ...]]:
        """Return the spoken parts of each sentence of a story."""
        found = direct_paragraph([Sentence(each) for each in sentences], self._language, tuple(self._speakers))
        directed = [tuple(part for part in merge_parts(parts) if has_words(part)) for parts in found]
        self._speakers.update(dict.fromkeys(part.speaker for parts in directed for part in parts if part.speaker))
        return directed

    def delivery(self, part: SpokenPart | None) -> Delivery:
        """Return how to speak this part."""
        if part is None:
            return NARRATOR_DELIVERY
        return plan_delivery(part, cast_voices(self._speakers, self._language))


def has_words(part: SpokenPart) -> bool:
    return any(map(str.isalnum, part.text))


def plan_delivery(part: SpokenPart, voices: Mapping[str, RoleVoice]) -> Delivery:
    """Return how to speak this part."""
    voice = voices.get(part.speaker) if part.speaker else None
    rate = (voice.rate if voice else 1.0) * (MANNER_RATE.get(part.manner, 1.0) if part.manner else 1.0)
    gain_db = MANNER_GAIN_DB.get(part.manner, 0.0) if part.manner else 0.0
    return Delivery(voice, rate * (REFRAIN_RATE if part.is_refrain else 1.0), gain_db)

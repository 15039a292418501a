"""Choose the voice: hibari where it is installed, else the system's own voice, else print."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from narrator.core.errors import NarratorError
from narrator.core.installation import install_command
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.speech.tts import hibari, phonemes, system
from narrator.speech.tts.render import Renderer

VoiceKind: TypeAlias = Literal["hibari", "system", "printed"]


class VoiceMissing(NarratorError):
    """The requested voice is not installed."""


@dataclass(frozen=True, slots=True)
class ChosenVoice:
    """The voice that will speak, and why."""

    kind: VoiceKind
    renderers: tuple[Renderer, ...]
    """The chosen one first, then those that take over if it fails. They are not loaded yet."""
    reason: str
    """A sentence for users who wonder."""


def choose_voice(requested: VoiceKind | None = None, language: str = DEFAULT_LANGUAGE) -> ChosenVoice:
    """Return the requested voice or the best installed one. Raise `VoiceMissing` if the requested one is missing."""
    has_hibari = phonemes.is_hibari_installed() and get_language(language).hibari_voice is not None
    has_system_voice = system.is_system_voice_installed()
    if requested == "printed":
        return ChosenVoice("printed", (), "Everything is printed, as requested.")
    if requested == "hibari" and not has_hibari:
        raise VoiceMissing(why_not_hibari(language) + ".")
    if requested == "system" and not has_system_voice:
        raise VoiceMissing(f"The system has no voice ({system.install_system_voice()}).")
    if has_hibari and requested != "system":
        spare = (system.SystemRenderer(language),) if has_system_voice else ()
        return ChosenVoice("hibari", (hibari.HibariRenderer(language), *spare), "hibari speaks, the narrator's voice.")
    if has_system_voice:
        why = "as requested" if requested == "system" else f"because {why_not_hibari(language)}"
        return ChosenVoice("system", (system.SystemRenderer(language),), f"The system's own voice speaks, {why}.")
    why_not_system = f"the system has no voice ({system.install_system_voice()})"
    reason = f"Everything is printed: {why_not_hibari(language)}, and {why_not_system}."
    return ChosenVoice("printed", (), reason)


def why_not_hibari(language: str) -> str:
    """Return why hibari cannot speak, as a clause."""
    if get_language(language).hibari_voice is None:
        return f"hibari has no voice for the language {language}"
    return f"hibari is not installed ({install_command('voice')})"

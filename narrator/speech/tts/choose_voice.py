"""Which voice speaks here, and why: Piper where it is installed, else the system's own, else print."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from narrator.core.errors import NarratorError
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.speech.tts import piper, system
from narrator.speech.tts.render import Renderer

VoiceKind: TypeAlias = Literal["piper", "system", "printed"]
PIPER_MISSING = "Piper is not installed (pip install 'narrator[piper]')"
SYSTEM_MISSING = f"the system has no voice ({system.SYSTEM_VOICE_INSTALL})"


class VoiceMissing(NarratorError):
    """The voice that was asked for is not installed."""


@dataclass(frozen=True, slots=True)
class ChosenVoice:
    kind: VoiceKind
    renderers: tuple[Renderer, ...]
    """The chosen one first, then those that take over if it fails. They are not loaded yet."""
    reason: str  # in a sentence, for whoever wonders


def choose_voice(asked: VoiceKind | None = None, language: str = DEFAULT_LANGUAGE) -> ChosenVoice:
    by_piper = piper.is_piper_installed() and get_language(language).piper_voice is not None
    by_system = system.is_system_voice_installed()
    if asked == "printed":
        return ChosenVoice("printed", (), "Everything is printed, as was asked for.")
    if asked == "piper" and not by_piper:
        raise VoiceMissing(why_not_piper(language) + ".")
    if asked == "system" and not by_system:
        raise VoiceMissing(f"{SYSTEM_MISSING[0].upper()}{SYSTEM_MISSING[1:]}.")
    if by_piper and asked != "system":
        renderer = piper.PiperRenderer()
        spare = (system.SystemRenderer(language),) if by_system else ()
        return ChosenVoice(
            "piper", (renderer, *spare), f"Piper speaks, with the voice {renderer.name.partition('/')[2]}."
        )
    if by_system:
        why = "as was asked for" if asked == "system" else f"because {why_not_piper(language)}"
        return ChosenVoice("system", (system.SystemRenderer(language),), f"The system's own voice speaks, {why}.")
    return ChosenVoice("printed", (), f"Everything is printed: {why_not_piper(language)}, and {SYSTEM_MISSING}.")


def why_not_piper(language: str) -> str:
    return (
        PIPER_MISSING
        if get_language(language).piper_voice is not None
        else f"Piper has no voice for the language {language}"
    )

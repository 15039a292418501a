"""Checking a folder from top to bottom: its files, then each file by itself, then what must fit together."""

from collections.abc import Sequence
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from narrator.apps.check.decks import check_cards, check_deck
from narrator.apps.check.files import sheets
from narrator.apps.check.findings import MOST_FINDINGS, Code, Finding, Report, Sheet
from narrator.apps.check.names import (
    NO_MODEL,
    commands,
    double_names,
    mistaken,
    spoken_sets,
    unheard,
    unknown_to_the_ear,
)
from narrator.apps.check.sets import check_characters, check_dreams, complete, counts, enough
from narrator.apps.check.sound_alike import NO_ESPEAK, NOT_ALL, espeak, sounding_alike
from narrator.apps.check.stories import check_story
from narrator.apps.check.words import check_words, unexplained
from narrator.language.content.files import FileKind
from narrator.language.content.packs import content_folder
from narrator.language.language import DEFAULT_LANGUAGE

CHECKS: dict[FileKind, Any] = {
    FileKind.STORIES: check_story,
    FileKind.CHARACTERS: check_characters,
    FileKind.DREAMS: check_dreams,
    FileKind.ODYSSEY_DREAMS: check_dreams,
    FileKind.DECKS: check_deck,
    FileKind.CARDS: check_cards,
    FileKind.WORDS: check_words,
}


DREAMS = {FileKind.DREAMS, FileKind.ODYSSEY_DREAMS}  # both games find a dream by its title, so none may be in both sets
HARMLESS: frozenset[Code] = frozenset((
    "stands-out", "emoji", "length", "unspeakable", "quote-open", "full-stop", "article", "word-twice",
    "where-idle", "where-missing", "file-unknown", "picture-name", "tag", "refrain", "way-passage",
))  # fmt: skip
"""What an author should mend, but a family can play with."""


def check(pack: Path | None = None, language: str = DEFAULT_LANGUAGE) -> Report:
    """Check a pack; without one, the box that came with Narrator, which has to be complete."""
    own = content_folder(language)
    is_own = pack is None or same_folder(pack, own)
    folder = own if pack is None else pack
    found, findings = sheets(folder, own=is_own)
    all_read = not findings
    untold: list[str] = []
    for place, sheet in enumerate(found):
        if len(findings) >= MOST_FINDINGS:
            left = len(found) - place
            files = "One file was" if left == 1 else f"{left} files were"
            untold.append(f"{files} not looked at, from {sheet.source.file.name} on: mend the others first.")
            break
        findings += islice(CHECKS[sheet.kind](sheet), MOST_FINDINGS - len(findings))
    if is_own and all_read:
        findings += complete(folder, found)
        findings += unexplained(folder, found)
    elif not is_own:
        findings += enough(found)
    beside = [] if is_own else left_in_play(own, found)
    about_names, unchecked = check_names([*beside, *found], language)
    here = dict.fromkeys(one for one in (*findings, *about_names) if one.file.is_relative_to(folder))  # each once
    if len(here) > MOST_FINDINGS:
        untold.append(f"There is more to mend than these {MOST_FINDINGS}. Mend them first.")
    told = sorted(here, key=lambda one: (one.file, one.line or 0, one.code))[:MOST_FINDINGS]
    return Report(counts(found), tuple(told), (*untold, *unchecked))


def broken(pack: Path) -> bool:
    """Whether the pack has faults that would stop a game half way. Odd words do not."""
    found, findings = sheets(pack)
    each = (finding for sheet in found for finding in CHECKS[sheet.kind](sheet))
    # the first that would stop a game is enough: the others are not even looked for
    return any(finding.code not in HARMLESS for finding in chain(findings, enough(found), each))


def same_folder(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def left_in_play(own: Path, pack: Sequence[Sheet[Any]]) -> list[Sheet[Any]]:
    """The files of our box among which the pack's are chosen: those of the same kinds that it does not replace."""
    kinds = {sheet.kind for sheet in pack}
    if kinds & DREAMS:
        kinds |= DREAMS
    replaced = {(sheet.kind, sheet.source.file.name) for sheet in pack}
    return [
        sheet
        for sheet in own_sheets(own)
        if sheet.kind in kinds and (sheet.kind, sheet.source.file.name) not in replaced
    ]


@cache
def own_sheets(own: Path) -> Sequence[Sheet[Any]]:
    """Those of our box, which nobody changes while we run."""
    return sheets(own, own=True)[0]


def check_names(found: Sequence[Sheet[Any]], language: str) -> tuple[list[Finding], tuple[str, ...]]:
    """Everything that players choose by its name; and what could not be checked on this machine."""
    chosen = spoken_sets(found)
    if not chosen:
        return [], ()  # the model and the voice need not be loaded
    unknown = unknown_to_the_ear(name for group in chosen for name in group)
    speak = espeak(language)
    findings, all_compared = ([], True) if speak is None else sounding_alike(chosen, speak)
    taken = commands(language)
    for group in chosen:
        findings += double_names(group)
        findings += mistaken(group, taken)
        if unknown is not None:
            findings += unheard(group, unknown)
    unchecked = {NO_MODEL: unknown is None, NO_ESPEAK: speak is None, NOT_ALL: not all_compared}
    return findings, tuple(sentence for sentence, said in unchecked.items() if said)

"""Check a folder: which files it has, then each file, then how they fit together."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from narrator.apps.check.decks import check_deck, check_phrase_cards
from narrator.apps.check.files import read_sheets
from narrator.apps.check.findings import MAX_FINDINGS, Code, Finding, Report, Sheet
from narrator.apps.check.frames import check_card_frame, check_frame
from narrator.apps.check.gaps import check_cards_in_gaps
from narrator.apps.check.misread import note_misread
from narrator.apps.check.names import (
    NAMES_NOT_CHECKED,
    check_command_names,
    check_duplicate_names,
    check_recognisable,
    find_unknown_name_words,
    spoken_commands,
    spoken_sets,
)
from narrator.apps.check.scenes import note_undrawn_emoji
from narrator.apps.check.sets import check_characters, check_complete, check_dreams, check_set_sizes, count_content
from narrator.apps.check.sound_alike import NOT_ALL_COMPARED, SOUNDS_NOT_CHECKED, find_similar_names, load_phonemiser
from narrator.apps.check.stories import check_story
from narrator.apps.check.words import check_explained, check_texts, check_words, load_plain_words
from narrator.core.installation import install_command
from narrator.language.content.files import FileKind
from narrator.language.content.packs import content_folder
from narrator.language.language import DEFAULT_LANGUAGE

CHECKS: dict[FileKind, Any] = {
    FileKind.STORIES: check_story,
    FileKind.CHARACTERS: check_characters,
    FileKind.EXTRA_CHARACTERS: check_texts,
    FileKind.DREAMS: check_dreams,
    FileKind.EXTRA_DREAMS: check_texts,
    FileKind.ODYSSEY_DREAMS: check_dreams,
    FileKind.DECKS: check_deck,
    FileKind.CARDS: check_phrase_cards,
    FileKind.WORDS: check_words,
    FileKind.FRAMES: check_frame,
    FileKind.CARD_FRAMES: check_card_frame,
}


DREAM_KINDS = {FileKind.DREAMS, FileKind.ODYSSEY_DREAMS}
"""Both games find dreams by title, so no title may be in both sets."""
STORYLINE_KINDS = {FileKind.DECKS, FileKind.CARDS}
"""A pack may have only one of them, and its tales are played with all cards."""
MINOR_CODES: frozenset[Code] = frozenset((
    "stands-out", "emoji", "scene", "length", "unspeakable", "quote-open", "full-stop", "article", "word-twice",
    "where-idle", "where-missing", "file-unknown", "picture-name", "tag", "refrain", "way-passage", "mark",
))  # fmt: skip
"""Findings that do not prevent a game."""


def check_content(pack: Path | None = None, language: str = DEFAULT_LANGUAGE) -> Report:
    """Check a pack, or without one the built-in content, which has to be complete."""
    own = content_folder(language)
    is_own = pack is None or same_folder(pack, own)
    folder = own if pack is None else pack
    found, findings = read_sheets(folder, own=is_own)
    all_read = not findings
    not_checked: list[str] = []
    for place, sheet in enumerate(found):
        if len(findings) >= MAX_FINDINGS:
            left = len(found) - place
            files = "One file was" if left == 1 else f"{left} files were"
            not_checked.append(f"{files} not checked, from {sheet.source.file.name} on. Fix the others first.")
            break
        findings += islice(without_repeats(CHECKS[sheet.kind](sheet)), MAX_FINDINGS - len(findings))
    if is_own and all_read:
        findings += check_complete(folder, found)
        findings += check_explained(folder, found)
    elif not is_own:
        findings += check_set_sizes(found)
    built_in = [] if is_own else built_in_sheets_in_use(own, found)
    findings += check_cards_in_gaps(found, built_in)
    name_findings, unchecked = check_names([*built_in, *found], language)
    here = dict.fromkeys(one for one in (*findings, *name_findings) if one.file.is_relative_to(folder))  # each once
    if len(here) > MAX_FINDINGS:
        not_checked.append(f"There is more to fix than these {MAX_FINDINGS}. Fix them first.")
    reported = sorted(here, key=lambda one: (one.file, one.line or 0, one.code))[:MAX_FINDINGS]
    misread = note_misread(found, load_phonemiser(language), load_plain_words(own), language)
    notes = (*note_undrawn_emoji(found), *misread)
    return Report(count_content(found), tuple(reported), (*not_checked, *unchecked), notes)


def without_repeats(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield each finding once, also if several checks report it."""
    found: set[Finding] = set()
    for finding in findings:
        if finding not in found:
            found.add(finding)
            yield finding


def has_errors(pack: Path) -> bool:
    """Tell whether the pack has mistakes that would stop a game."""
    found, findings = read_sheets(pack)
    each = (finding for sheet in found for finding in CHECKS[sheet.kind](sheet))
    # lazily: the first one is enough
    return any(finding.code not in MINOR_CODES for finding in chain(findings, check_set_sizes(found), each))


def same_folder(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def built_in_sheets_in_use(own: Path, pack: Sequence[Sheet[Any]]) -> list[Sheet[Any]]:
    """Return the built-in files that are played together with the pack: the same kinds, without replaced files."""
    kinds = {sheet.kind for sheet in pack}
    for together in (DREAM_KINDS, STORYLINE_KINDS):
        if kinds & together:
            kinds |= together
    replaced = {(sheet.kind, sheet.source.file.name) for sheet in pack}
    return [
        sheet
        for sheet in built_in_sheets(own)
        if sheet.kind in kinds and (sheet.kind, sheet.source.file.name) not in replaced
    ]


@cache
def built_in_sheets(own: Path) -> Sequence[Sheet[Any]]:
    """Return the built-in files, which do not change while the program runs."""
    return read_sheets(own, own=True)[0]


def check_names(found: Sequence[Sheet[Any]], language: str) -> tuple[list[Finding], tuple[str, ...]]:
    """Check everything that players choose by name; also return what could not be checked here."""
    chosen = spoken_sets(found)
    if not chosen:
        return [], ()  # avoids loading the model and the phonemes
    unknown = find_unknown_name_words(name for group in chosen for name in group)
    speak = load_phonemiser(language, stressed=True)
    findings, all_compared = ([], True) if speak is None else find_similar_names(chosen, speak)
    commands = spoken_commands(language)
    for group in chosen:
        findings += check_duplicate_names(group)
        findings += check_command_names(group, commands)
        if unknown is not None:
            findings += check_recognisable(group, unknown)
    unchecked = {
        NAMES_NOT_CHECKED: unknown is None,
        f"{SOUNDS_NOT_CHECKED}{install_command('voice')}": speak is None,
        NOT_ALL_COMPARED: not all_compared,
    }
    return findings, tuple(sentence for sentence, applies in unchecked.items() if applies)

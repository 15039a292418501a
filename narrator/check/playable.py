"""Whether a pack can be played, or has faults that would stop a game half way."""

from itertools import chain
from pathlib import Path

from narrator.check.files import sheets
from narrator.check.findings import Code
from narrator.check.run import CHECKS
from narrator.check.sets import enough

HARMLESS = frozenset(
    {Code.STANDS_OUT, Code.EMOJI, Code.LENGTH, Code.UNSPEAKABLE, Code.QUOTE_OPEN, Code.FULL_STOP, Code.ARTICLE}
    | {Code.WORD_TWICE, Code.WHERE_IDLE, Code.WHERE_MISSING, Code.FILE_UNKNOWN, Code.PICTURE_NAME}
    | {Code.TAG, Code.REFRAIN, Code.WAY_PASSAGE}
)
"""What an author should mend, but a family can play with."""


def broken(pack: Path) -> bool:
    """Whether the pack has faults that would stop a game half way. Odd words do not."""
    found, findings = sheets(pack)
    each = (finding for sheet in found for finding in CHECKS[sheet.kind](sheet))
    # the first that would stop a game is enough: the others are not even looked for
    return any(finding.code not in HARMLESS for finding in chain(findings, enough(found), each))

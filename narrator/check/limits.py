"""How much is looked at and told. A pack that somebody generated must not keep the checker busy all evening.

The limits count work (findings, steps), not seconds: the same pack gets the same answer on every machine. What was not
looked at for them is said.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from narrator.check.findings import Finding, Sheet

MOST_FINDINGS = 500
"""Nobody mends more in one go."""


def of_each(sheets: Sequence[Sheet[Any]], checks: Any, found: Sequence[Finding]) -> tuple[list[Finding], list[str]]:
    """What is wrong with each file, until that is enough; and a sentence about the files that were left out."""
    findings: list[Finding] = []
    for place, sheet in enumerate(sheets):
        room = MOST_FINDINGS - len(found) - len(findings)
        if room <= 0:
            left = len(sheets) - place
            files = "One file was" if left == 1 else f"{left} files were"
            return findings, [f"{files} not looked at, from {sheet.source.file.name} on: mend the others first."]
        findings += islice(checks[sheet.kind](sheet), room)
    return findings, []


def enough_told(findings: Sequence[Finding]) -> tuple[tuple[Finding, ...], list[str]]:
    """The first of them, and a sentence about the others."""
    more = len(findings) - MOST_FINDINGS
    if more <= 0:
        return tuple(findings), []
    return tuple(findings[:MOST_FINDINGS]), [f"There is more to mend than these {MOST_FINDINGS}. Mend them first."]


class Steps:
    """A stock of small steps of work that can be used up."""

    def __init__(self, most: int) -> None:
        self.left = most

    def within(self, work: Iterable[tuple[int, Any]]) -> Iterator[Any]:
        """Of these pieces of work, each with its steps, as many as can be done."""
        for steps, piece in work:
            self.left -= steps
            if self.left < 0:
                return
            yield piece

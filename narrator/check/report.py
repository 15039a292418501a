"""How a report is shown: line by line for people and their editors, or as JSON for tools."""

import json
from pathlib import Path

from narrator.check.findings import Finding, Report, number
from narrator.terminal import one_line

THINGS = {
    "stories": "story",
    "tricky": "tricky one",
    "story_cards": "story card",
    "characters": "character",
    "dreams": "dream",
    "odyssey_dreams": "Odyssey dream",
    "narrator_cards": "narrator card",
    "fairy_tale_cards": "fairy-tale card",
}


def as_json(report: Report) -> str:
    findings = [
        {"file": str(one.file), "line": one.line, "code": one.code, "message": one.message} for one in report.findings
    ]
    document = {"counts": dict(report.counts), "findings": findings, "unchecked": list(report.unchecked)}
    return json.dumps(document, indent=2)  # plain ASCII, which every tool can read


def as_lines(report: Report) -> str:
    there = [number(count, THINGS[thing]) for thing, count in report.counts.items() if count]
    lines = [as_line(finding) for finding in report.findings]
    lines += report.unchecked
    if there:
        lines.append(", ".join(there) + ".")
    lines.append(f"{number(len(report.findings), 'thing')} to mend." if report.findings else "Nothing to mend.")
    return "\n".join(lines)


def as_line(finding: Finding) -> str:
    """As compilers do it, so that editors can jump there."""
    place = shown(finding.file) if finding.line is None else f"{shown(finding.file)}:{finding.line}"
    return one_line(f"{place}: {finding.code}: {finding.message}")


def shown(file: Path) -> Path:
    """From here if that is shorter."""
    here = Path.cwd()
    return file.relative_to(here) if file.is_relative_to(here) else file

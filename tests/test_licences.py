"""The manual lists the licence of every package that Narrator installs."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "docs" / "list_licences.py"


def table_rows(lines: list[str]) -> set[str]:
    """Return the first cell of every table row."""
    return {line.split(" | ")[0] for line in lines if line.startswith("| ")}


def test_every_installed_package_is_listed_with_its_licence() -> None:
    script = runpy.run_path(str(SCRIPT))
    page = script["PAGE"].read_text("utf-8").splitlines()
    missing = table_rows(list(script["rows"]())) - table_rows(page)
    assert not missing, "run docs/list_licences.py"
    assert "| mutagen | GPL-2.0-or-later |" in page
    assert "| soxr | LGPL-2.1-or-later |" in page

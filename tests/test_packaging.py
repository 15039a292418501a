"""The contents of the wheel and of its package page."""

import runpy
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

TOP = Path(__file__).parents[1]


@pytest.fixture
def package_page(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the text of the package page. Hatchling is only there while a wheel is built, so its class is replaced."""
    interface = ModuleType("hatchling.metadata.plugin.interface")
    interface.MetadataHookInterface = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    script = runpy.run_path(str(TOP / "hatch_build.py"))
    page: str = script["to_package_page"]((TOP / "README.md").read_text("utf-8"))
    return page


def test_package_page_has_descriptions_instead_of_pictures(package_page: str) -> None:
    assert "# Narrator" in package_page
    assert "![" not in package_page
    assert "<img" not in package_page
    assert "](docs/" not in package_page


def test_data_in_the_wheel_contains_no_scripts() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    folders = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert folders
    assert [file for folder in folders for file in (TOP / folder).rglob("*.py")] == []

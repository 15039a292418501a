"""Packages are fetched by their ordinary clients: no host of a package registry stands anywhere in the repository."""

import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs"),
        ("npmjs", "com"),
        ("npmjs", "org"),
        ("deb", "debian"),
        ("archive", "ubuntu"),
        ("jsdelivr", "net"),
        ("unpkg", "com"),
    )
]
"""Joined here, so that this file does not contain them."""


def test_no_host_of_a_registry_is_named() -> None:
    if not (TOP / ".git").exists():
        pytest.skip("only in a checkout")
    patterns = [argument for host in HOSTS for argument in ("-e", host)]
    command = ["git", "-C", str(TOP), "grep", "--fixed-strings", "--ignore-case", "--line-number", *patterns]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == ""

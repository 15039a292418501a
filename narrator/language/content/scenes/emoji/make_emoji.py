"""Write emoji.json: the drawings of all emoji that Narrator shows.

    python narrator/language/content/scenes/emoji/make_emoji.py

Run it after adding an emoji to the content or to a page. It needs npm, which fetches the two sets of drawings. Only the
emoji in use are kept. Fluent is preferred, because its flat drawings are small; Noto has what Fluent lacks.
"""

import json
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
TOP = HERE.parents[4]
BUNDLE = HERE / "emoji.json"
SETS = (
    {"name": "Fluent Emoji Flat", "package": "@iconify-json/fluent-emoji-flat@1.2.6", "licence": "MIT"},
    {"name": "Noto Emoji", "package": "@iconify-json/noto@1.2.9", "licence": "Apache-2.0"},
)
SEARCHED = {
    "content": {".yaml", ".ftl"},
    "narrator/apps/window": {".py", ".js", ".html", ".css"},
    "narrator/language/content/scenes": {".py"},
}
"""Folders whose files may show emoji, and the endings of those files."""
VARIATION_SELECTOR = "\ufe0f"
TEXT_SYMBOLS = frozenset("©®™ℹ‼⁉↔↕↖↗↘↙")
"""Emoji that are also ordinary characters of a text."""


def main() -> None:
    """Write the bundle."""
    with TemporaryDirectory() as folder:
        sets = [read_set(entry["package"], Path(folder)) for entry in SETS]
    missing = find_emoji({emoji for glyphs, _ in sets for emoji in glyphs})
    bundle: list[dict[str, Any]] = []
    for entry, (glyphs, size) in zip(SETS, sets, strict=True):
        chosen = {emoji: glyphs[emoji] for emoji in sorted(missing & glyphs.keys())}
        missing -= chosen.keys()
        bundle.append({**entry, "size": size, "glyphs": chosen})
    BUNDLE.write_text(json.dumps(bundle, ensure_ascii=False, indent=0) + "\n", "utf-8")
    counts = ", ".join(f"{len(entry['glyphs'])} from {entry['name']}" for entry in bundle)
    print(f"{counts}: {BUNDLE.stat().st_size:,} bytes", file=sys.stderr)


def read_set(package: str, folder: Path) -> tuple[Mapping[str, str], int]:
    """Return the drawings of a package by emoji, and the width of their square."""
    command = ["npm", "pack", "--silent", "--pack-destination", str(folder), package]
    archive = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]
    with tarfile.open(folder / archive) as files:
        icons, names = (read_json(files, f"package/{name}.json") for name in ("icons", "chars"))
    glyphs = {}
    for code, name in names.items():
        emoji = "".join(chr(int(part, 16)) for part in code.split("-")).replace(VARIATION_SELECTOR, "")
        icon = icons["icons"].get(name)
        if icon is not None and not emoji.isascii():
            glyphs[emoji] = icon["body"]
    return glyphs, icons["width"]


def read_json(files: tarfile.TarFile, name: str) -> Any:
    """Return the contents of a JSON file in an archive."""
    file = files.extractfile(name)
    assert file is not None
    return json.load(file)


def find_emoji(known: set[str]) -> set[str]:
    """Return the known emoji that occur in our files."""
    longest_first = sorted(known - TEXT_SYMBOLS, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, longest_first)))
    return {emoji for text in searched_texts() for emoji in pattern.findall(text.replace(VARIATION_SELECTOR, ""))}


def searched_texts() -> Iterator[str]:
    """Yield the texts of all files that may show emoji."""
    for folder, endings in SEARCHED.items():
        for file in sorted((TOP / folder).rglob("*")):
            if file.suffix in endings:
                yield file.read_text("utf-8")


if __name__ == "__main__":
    main()

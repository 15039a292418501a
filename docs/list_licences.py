"""Write docs/engineers/licences.md: the licence of every package that Narrator installs.

    python docs/list_licences.py

Licences come from the metadata of the installed packages. Where the metadata is missing or vague, `KNOWN` says what the
package's own licence file says.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

TOP = Path(__file__).parents[1]
PAGE = TOP / "docs" / "engineers" / "licences.md"
EXTRAS = ("voice", "window", "tls", "export", "audiobook", "wyoming")
KNOWN = {
    "av": "BSD-3-Clause; carries FFmpeg, LGPL-3.0-or-later, and x264 and x265, GPL-2.0-or-later",
    "babel": "BSD-3-Clause",
    "fluent-runtime": "Apache-2.0",
    "fluent-syntax": "Apache-2.0",
    "jinja2": "BSD-3-Clause",
    "onnxruntime": "MIT",
    "pathvalidate": "MIT",
    "protobuf": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "soundfile": "BSD-3-Clause; carries libsndfile, LGPL-2.1-or-later",
    "vosk": "Apache-2.0",
}
SPDX = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
OTHER_SYSTEMS = {
    "colorama": ("BSD-3-Clause", "Windows"),
    "comtypes": ("MIT", "Windows"),
    "pywin32, pypiwin32": ("PSF-2.0", "Windows"),
    "coloredlogs, humanfriendly": ("MIT", "macOS"),
    "mpmath": ("BSD-3-Clause", "macOS"),
    "pyobjc and its frameworks": ("MIT", "macOS"),
}
MODELS = {
    "vosk-model-small-en-us-0.15": ("Apache-2.0", "recognition"),
    "Moonshine base": ("MIT", "recognition"),
    "all-MiniLM-L6-v2, from which our sentence model was trained": ("Apache-2.0", "understanding"),
    "Silero VAD": ("MIT", "voice activity detection"),
    "Kokoro-82M v1.0 and its voices": ("Apache-2.0", "speech, after `narrator setup --voices`"),
    "hibari, its voice heart, its lexicon and its rules (from Kokoro and misaki)": ("Apache-2.0", "speech"),
    "tokenizer rules of spaCy, in hibari": ("MIT", "speech"),
    "Atkinson Hyperlegible": ("OFL-1.1", "font of the pages"),
    "Fluent Emoji Flat": ("MIT", "drawings in the pictures"),
    "Noto Emoji": ("Apache-2.0", "drawings in the pictures that Fluent lacks"),
}


def normalise(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(package: Distribution) -> str:
    """Return the licence of an installed package, or raise `LookupError`."""
    name = normalise(package.metadata["Name"])
    if name in KNOWN:
        return KNOWN[name]
    classifiers = (line for line in package.metadata.get_all("Classifier") or () if line.startswith("License ::"))
    stated = [package.metadata.get("License-Expression"), package.metadata.get("License")]
    stated += [line.rpartition(":: ")[2] for line in classifiers]
    for text in filter(None, stated):
        licence = SPDX.get(text, text)
        if "\n" not in licence and licence != "UNKNOWN":
            return licence
    raise LookupError(f"{name} states no licence: add it to KNOWN in {Path(__file__).name}")


def packages(requirements: Iterable[str], found: dict[str, Distribution]) -> None:
    """Add the installed packages that these requirements need, and what those need, to `found`."""
    for text in requirements:
        requirement = Requirement(text)
        name = normalise(requirement.name)
        applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if name in found or name == "story-narrator" or not applies:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            raise LookupError(f"{name} is not installed: run `make test` first") from None
        packages(found[name].requires or (), found)


def rows() -> Iterator[str]:
    """Yield the page line by line."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    yield from ("# Licences", "", "Narrator's own code, stories, pictures and sounds: Apache-2.0.", "")
    yield "Written by `docs/list_licences.py`; a test checks that it is up to date."
    listed: set[str] = set()
    for part, requirements in [
        ("every installation", project["dependencies"]),
        *((f"`[{extra}]`", project["optional-dependencies"][extra]) for extra in EXTRAS),
    ]:
        found: dict[str, Distribution] = {}
        packages(requirements, found)
        new = sorted(found.keys() - listed)
        listed.update(new)
        yield from ("", f"## Packages of {part}", "", "| package | licence |", "|---|---|")
        yield from (f"| {name} | {licence_of(found[name])} |" for name in new)
    yield from ("", "## Packages on other systems only", "", "| package | licence | system |", "|---|---|---|")
    yield from (f"| {name} | {licence} | {system} |" for name, (licence, system) in OTHER_SYSTEMS.items())
    yield from ("", "## Models, fonts and drawings", "", "| name | licence | used for |", "|---|---|---|")
    yield from (f"| {name} | {licence} | {use} |" for name, (licence, use) in MODELS.items())


def main() -> None:
    """Write the page."""
    PAGE.write_text("\n".join(rows()) + "\n", "utf-8")


if __name__ == "__main__":
    main()

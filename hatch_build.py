"""Write the text of the package page: the README without what works only in the repository.

Its pictures and its links to other files are relative, and a package page has no such files. The pictures become their
descriptions, and the links their texts.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)[^)]*\)|<img\b[^>]*\balt=\"([^\"]*)\"[^>]*>")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)[^)]*\)")


def to_package_page(readme: str) -> str:
    """Return the README without pictures and relative links."""
    described = PICTURE.sub(lambda found: f"*{' '.join((found[1] or found[2]).split())}*", readme)
    return LINK.sub(r"\1", described)


class PackagePage(MetadataHookInterface):
    """Sets the field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the text to the metadata."""
        readme = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": to_package_page(readme)}

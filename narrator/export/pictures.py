"""Who is in the story, as small pictures: the emoji of a character on a card, with its name below.

An emoji needs a font that the reader's machine may not have. Then the name is still there, in plain letters, and so is
the description for those who do not see it.
"""

import re
from xml.sax.saxutils import escape, quoteattr

from narrator.tell.story import Picture

ARTICLE = re.compile(r"^(an?|the)\s+", re.IGNORECASE)
FONTS = "'Noto Color Emoji', 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Emoji', sans-serif"
WIDE, LARGEST = 108, 17  # how much room a name has on the card, and how large it is at most
LETTER = 0.74  # how wide a bold letter is, of its height


def svg(picture: Picture, *, alone: bool) -> str:
    """The card: as a file that stands alone, or within a page, where it describes itself."""
    lines = in_two(ARTICLE.sub("", picture.alt))
    size = round(min(LARGEST, WIDE / LETTER / max(1, *map(len, lines))), 1)
    about = "" if alone else f'role="img" aria-label={quoteattr(picture.alt)} '
    below = 124 if len(lines) == 1 else 113
    name = "".join(
        f'<text x="60" y="{below + 17 * number}" font-size="{size}" text-anchor="middle" font-weight="bold" '
        f'font-family="Verdana, \'DejaVu Sans\', sans-serif" fill="#1b1b1b">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {about}viewBox="0 0 120 140" width="120" height="140">'
        '<rect x="2" y="2" width="116" height="136" rx="14" fill="#fffdf5" stroke="#1b1b1b" stroke-width="3"/>'
        f'<text x="60" y="82" font-size="66" text-anchor="middle" font-family="{FONTS}">{escape(picture.emoji)}</text>'
        f"{name}</svg>"
    )


def in_two(name: str) -> list[str]:
    """On one line if it is short, else on two that are about as long."""
    words = name.split()
    if len(name) * LETTER * LARGEST <= WIDE or len(words) < 2:
        return [name]
    cuts = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words)))
    return list(min(cuts, key=lambda lines: max(map(len, lines))))

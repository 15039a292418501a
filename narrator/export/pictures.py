"""Who is in the story, as small pictures: the emoji of a character on a card, with its name below.

An emoji needs a font that the reader's machine may not have. Then the name is still there, in plain letters, and so is
the description for those who do not see it.
"""

from narrator.box.articles import bare
from narrator.export.templates import filled
from narrator.tell.story import Picture

WIDE, LARGEST = 108, 17  # how much room a name has on the card, and how large it is at most
LETTER = 0.74  # how wide a bold letter is, of its height


def svg(picture: Picture, *, alone: bool) -> bytes:
    """The card: as a file that stands alone, or within a page, where it describes itself."""
    lines = in_two(bare(picture.alt))
    size = round(min(LARGEST, WIDE / LETTER / max(1, *map(len, lines))), 1)
    return filled("picture.svg", emoji=picture.emoji, alt=picture.alt, lines=lines, size=size, alone=alone)


def in_two(name: str) -> list[str]:
    """On one line if it is short, else on two that are about as long."""
    words = name.split()
    if len(name) * LETTER * LARGEST <= WIDE or len(words) < 2:
        return [name]
    cuts = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words)))
    return list(min(cuts, key=lambda lines: max(map(len, lines))))

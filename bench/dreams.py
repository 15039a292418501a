"""How much the dreams of a set differ: the pairs that are most alike, and how often the same turn is used.

    python -m bench.dreams [FILE …] [--pairs N]

Two dreams are alike if they share words, emoji and motifs such as sleeping or coming home. A shared word or motif
counts more the fewer dreams have it. The measure finds candidates; whether two pictures tell the same story has to be
read.
"""

import argparse
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from narrator.language.content.files import FileKind
from narrator.language.content.models import Dream
from narrator.language.content.packs import content_folder
from narrator.language.content.yaml_source import read_yaml

STEM_LETTERS = 5
"""Words with this many first letters in common count as one word."""
WORD_SHARE, MOTIF_SHARE, EMOJI_SHARE = 0.5, 0.25, 0.25
"""How much each counts for the likeness of two dreams."""
LIKELY_ALIKE = 0.3
"""Pairs above this deserve to be read again."""
MOTIFS = {
    "sleeping": re.compile(r"\b(a?sleep|a?wake|beds?\b|pillow|nodded|lullaby)"),
    "waiting": re.compile(r"\b(wait|until|breath|breathe|never yet|patient)"),
    "coming home": re.compile(r"\b(home|back|return|follow)"),
    "hiding": re.compile(r"\b(hid|hides|hiding|shy|secret|pretend|notice|whisper)"),
    "lost": re.compile(r"\b(lost|forgot|left|empty|missing)"),
    "helping": re.compile(r"\b(mend|help|tuck|warm|gentle|kind|polite)"),
    "two together": re.compile(r"\b(two|both|twins?|together|each other|the other one)\b"),
    "weather and sky": re.compile(r"\b(moon|stars?|sun|clouds?|rain|sky|wind|snow|fog|storm)"),
}
"""What a picture is about, as far as words show it."""
TURNS = {
    "has/have": re.compile(r"\b(has|have)\b"),
    ", and": re.compile(r", and\b"),
    ", so": re.compile(r", so\b"),
    ", where/which/who": re.compile(r", (where|which|who)\b"),
    ", but": re.compile(r", but\b"),
}
"""Turns of phrase that tire listeners if most pictures have them."""


def read_dreams(file: Path) -> tuple[Dream, ...]:
    return tuple(Dream.model_validate(entry) for entry in read_yaml(file))


def word_weights(dreams: Sequence[Dream]) -> list[dict[str, float]]:
    """Return the stems of each dream; a rare one weighs more."""
    stems = [
        {word[:STEM_LETTERS] for word in re.findall(r"[a-z]{3,}", f"{dream.title} {dream.picture}".lower())}
        for dream in dreams
    ]
    used = Counter(stem for each in stems for stem in each)
    return [{stem: math.log(len(dreams) / used[stem]) for stem in each} for each in stems]


def motif_weights(dreams: Sequence[Dream]) -> list[dict[str, float]]:
    """Return the motifs of each dream; a rare one weighs more."""
    motifs = [{name for name, words in MOTIFS.items() if words.search(dream.picture.lower())} for dream in dreams]
    used = Counter(name for each in motifs for name in each)
    return [{name: math.log(len(dreams) / used[name]) for name in each} for each in motifs]


def shared_weight(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the share of the weight that both have, from 0 to 1."""
    whole = sum({**one, **other}.values())
    return sum(one[name] for name in one.keys() & other.keys()) / whole if whole else 0


def rank_pairs(dreams: Sequence[Dream]) -> list[tuple[float, str, str]]:
    """Return all pairs with their likeness from 0 to 1, the most alike first."""
    emoji = [dict.fromkeys(dream.emoji, 1.0) for dream in dreams]
    aspects = ((WORD_SHARE, word_weights(dreams)), (MOTIF_SHARE, motif_weights(dreams)), (EMOJI_SHARE, emoji))
    pairs = combinations(range(len(dreams)), 2)
    return sorted(
        (
            (
                sum(share * shared_weight(weights[one], weights[other]) for share, weights in aspects),
                dreams[one].title,
                dreams[other].title,
            )
            for one, other in pairs
        ),
        reverse=True,
    )


def print_set(dreams: Sequence[Dream], pairs: int) -> None:
    ranked = rank_pairs(dreams)
    above = sum(score > LIKELY_ALIKE for score, *_ in ranked)
    print(f"{above} pairs above {LIKELY_ALIKE}; mean {sum(score for score, *_ in ranked) / len(ranked):.4f}")
    for score, one, other in ranked[:pairs]:
        print(f"  {score:.2f}  {one} / {other}")
    turns = (f"{name} {sum(bool(turn.search(dream.picture)) for dream in dreams)}" for name, turn in TURNS.items())
    print(f"  of {len(dreams)} pictures: {'; '.join(turns)}")
    found = Counter(name for each in motif_weights(dreams) for name in each).most_common()
    print(f"  motifs: {', '.join(f'{name} {count}' for name, count in found)}")
    for field in ("mood", "sense"):
        counted = Counter(str(getattr(dream, field) or "none") for dream in dreams).most_common()
        print(f"  {field}: {', '.join(f'{name} {count}' for name, count in counted)}")


def main() -> None:
    own = [content_folder() / kind.value for kind in (FileKind.DREAMS, FileKind.ODYSSEY_DREAMS)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=own, metavar="FILE", help="files with dreams")
    parser.add_argument("--pairs", type=int, default=10, help="number of pairs to print (default: 10)")
    arguments = parser.parse_args()
    for file in arguments.files:
        print(file.relative_to(content_folder()) if file in own else file)
        print_set(read_dreams(file), arguments.pairs)


if __name__ == "__main__":
    main()

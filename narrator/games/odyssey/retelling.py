"""Dixit Odyssey told again: a book of dreams. At a party no picture is found: there, most of them saw one in it."""

from collections import Counter

from narrator.games.odyssey.moves import PartyVotesRevealed
from narrator.host import dreams
from narrator.play import Event


def seen_by_most(event: Event) -> int | None:
    """What most of them chose, the red one only if there is no other."""
    if not isinstance(event, PartyVotesRevealed):
        return None
    count, red = Counter(event.votes.values()), event.red
    return max(sorted(count), key=lambda symbol: (symbol != red, count[symbol]), default=red)


retell, cast_of = dreams.told_by(seen_by_most)

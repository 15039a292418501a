"""What a line shows on the big screen at the moment it is said, so that the screen keeps in step with the voice."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Showing:
    """What everybody sees with a line. A host adds it to lines about the table; other lines change nothing."""

    card: int | None = None
    """The symbol of the card on the table that the line reads."""
    votes: Mapping[str, Collection[int]] = field(default_factory=dict)
    """The symbols that these players voted for."""
    owners: Mapping[int, str] = field(default_factory=dict)
    """Who laid the cards on these symbols."""
    gained: Mapping[str, int] = field(default_factory=dict)
    """The points that these players get."""
    moves_on: bool = False
    """Whether the table is shown as it is after all events: a new page of the story has begun."""

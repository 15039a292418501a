"""What helps players to choose a story: a sentence about it, its length, ages, mood and series."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoryInfo:
    """A story or tale that can be played."""

    title: str
    about: str
    """One sentence about it."""
    minutes: float
    """About how long it takes with three players."""
    place: str = ""
    setting: str | None = None
    """The name of the place's picture."""
    ages: tuple[int, int] | None = None
    moods: tuple[str, ...] = ()
    is_for_bedtime: bool = False
    series: str | None = None
    episode: int = 1
    topics: tuple[str, ...] = ()
    """Words that name it for players who do not know the title, such as "dragons"."""

"""The box: all stories and tales that can be played, with what helps a family to choose one."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from narrator.apps.window.messages import page_labels
from narrator.dialog.table_setup import round_minutes
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.story_info import StoryInfo
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class BoxStory:
    """A story or tale of the box."""

    name: str
    info: StoryInfo
    facts: str
    """Game, series, ages, length and moods, in a few words."""
    is_heard: bool

    def matches(self, words: Collection[str]) -> bool:
        """Return whether each of these words, in lower case, occurs in what is known of the story."""
        text = f"{self.info.title} {self.info.about} {self.info.place} {self.facts}".casefold()
        return all(word in text for word in words)


def list_box(content: Content, heard: Collection[str], language: str = DEFAULT_LANGUAGE) -> tuple[BoxStory, ...]:
    """Return all stories and tales, by game, series and title."""
    labels = page_labels(language)
    found = [
        BoxStory(name, info, " · ".join(facts(game, info, labels)), name in heard)
        for game in games()
        for name, info in host_of(game).story_infos(content).items()
    ]
    return tuple(sorted(found, key=lambda each: (each.info.series or each.info.title, each.info.episode)))


def facts(game: str, info: StoryInfo, labels: Mapping[str, str]) -> Iterator[str]:
    """Yield game, series, ages, length and moods of a story."""
    yield games()[game].TITLE
    if info.series:
        yield labels["box-series"].format(series=info.series, episode=info.episode)
    if info.ages:
        yield labels["box-ages"].format(low=info.ages[0], high=info.ages[1])
    yield labels["box-minutes"].format(minutes=round_minutes(info.minutes))
    yield from (labels[f"box-{mood}"] for mood in info.moods)
    if info.is_for_bedtime:
        yield labels["box-bedtime"]

"""Choose a story for these players: what they ask for, their ages, the season, and what they have heard already."""

import random
from collections.abc import Mapping

from narrator.core.game import Seat
from narrator.games.hosting.options import SHORT_GAME
from narrator.games.hosting.plan import Plan
from narrator.games.storytellers.options import BEDTIME, SERIES, STORY_KIND, TRICKY_STORY
from narrator.language.content.models import Story
from narrator.language.content.packs import Content

GROWN_UP_FROM_AGE = 13
"""From this age on, a player likes stories for any age."""
MAX_YEARS_TOO_YOUNG = 1
"""A story for children one year older still suits a player."""


def rank_stories(plan: Plan, content: Content, *, short: bool) -> list[str]:
    """Return the stories that fit the plan, the best one first. Stories that fit equally well are shuffled."""
    stories = content.stories
    names = content.prefer_pack([name for name, story in stories.items() if fits_wishes(story, plan)])
    short = short or SHORT_GAME.name in plan.game_options
    right_length = [name for name in names if (stories[name].refrain is not None) == short]
    shuffled = sorted(right_length or names or stories)
    random.Random(plan.seed).shuffle(shuffled)
    return sorted(shuffled, key=lambda name: misfit(name, stories, plan))


def choose_proposals(plan: Plan, content: Content, *, short: bool, count: int) -> list[str]:
    """Return the best stories, each of another series and, as far as possible, of another mood than those before."""
    ranked = rank_stories(plan, content, short=short)
    proposed: list[str] = []
    for must_differ in (True, False):
        for name in ranked:
            chosen = [content.stories[each] for each in proposed]
            if len(proposed) < count and name not in proposed and differs(content.stories[name], chosen, must_differ):
                proposed.append(name)
    return proposed


def differs(story: Story, others: list[Story], by_mood: bool) -> bool:
    """Return whether the story belongs to no series of the others and, with `by_mood`, has other moods."""
    same_series = story.series is not None and any(story.series == other.series for other in others)
    return not same_series and not (by_mood and any(story.mood == other.mood for other in others))


def fits_wishes(story: Story, plan: Plan) -> bool:
    """Return whether the story is of the kind that players asked for."""
    wished = plan.game_options
    kind, series = wished.get(STORY_KIND.name), wished.get(SERIES.name)
    if TRICKY_STORY.name in wished and not story.tricky:
        return False
    if kind is None and series is None and story.tricky and TRICKY_STORY.name not in wished:
        return False  # stories with forks take longer, so players must ask for them
    if kind is not None and not (story.bedtime if kind == BEDTIME else kind in story.mood):
        return False
    return series is None or story.series == series


def misfit(name: str, stories: Mapping[str, Story], plan: Plan) -> tuple[bool, int, int]:
    """Return a sort key: too difficult ones last, then what was heard, the latest last, then what fits less today."""
    story = stories[name]
    too_young, too_old = years_off(story, plan.seats)
    heard = plan.recent_stories.index(name) + 1 if name in plan.recent_stories else 0
    season, episodes = season_misfit(story, plan), missing_episodes(story, stories, plan)
    return too_young > MAX_YEARS_TOO_YOUNG, heard, too_young + too_old + season + episodes


def years_off(story: Story, seats: tuple[Seat, ...]) -> tuple[int, int]:
    """Return by how many years the youngest child is too young for the story, and the oldest one too old."""
    ages = [seat.age for seat in seats if seat.age is not None and seat.age < GROWN_UP_FROM_AGE]
    if story.ages is None or not ages:
        return 0, 0
    low, high = story.ages
    return max(low - min(ages), 0), max(max(ages) - high, 0)


def season_misfit(story: Story, plan: Plan) -> int:
    """Return -2 for a story of this season, 2 for one of another season, and 0 for one that fits all the year."""
    if plan.day is None or not story.months:
        return 0
    return -2 if plan.day.month in story.months else 2


def missing_episodes(story: Story, stories: Mapping[str, Story], plan: Plan) -> int:
    """Return how many earlier episodes of the story's series, for the same ages, have not been heard."""
    if story.series is None:
        return 0
    kin = (story.series, story.refrain is None)
    series = {name: other.episode for name, other in stories.items() if (other.series, other.refrain is None) == kin}
    return sum(episode < story.episode and name not in plan.recent_stories for name, episode in series.items())

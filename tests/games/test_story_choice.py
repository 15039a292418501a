"""Which stories Storytellers proposes to which players."""

from dataclasses import replace
from datetime import date

import pytest

from narrator.core.game import Seat
from narrator.games.hosting.plan import Plan
from narrator.games.storytellers.story_choice import choose_proposals, rank_stories
from narrator.language.content.models import Story, StoryCard
from narrator.language.content.packs import Content

CHILDREN = (Seat("Lily", 6), Seat("Nick", 8), Seat("Grandma", 71))
CARDS = (StoryCard(role="cook", text="*A cook* cooked."), StoryCard(text="{cook} ate."))


def story(**fields: object) -> Story:
    return Story(title="A Story", place="here", about="It is told.", cards=CARDS, **fields)


BOX = Content(
    stories={
        "aunts": story(ages=(9, 12), mood=["clever"]),
        "bears": story(ages=(6, 9), mood=["funny"]),
        "cooks": story(ages=(6, 9), mood=["funny"], series="Kitchen", episode=1),
        "cakes": story(ages=(6, 9), mood=["cozy"], series="Kitchen", episode=2, bedtime=True),
        "ghosts": story(ages=(6, 9), mood=["scary"], months=[10]),
        "tiny": story(ages=(3, 5), mood=["funny"], refrain="Again!"),
    }
)


def ranked(plan: Plan, *, short: bool = False) -> list[str]:
    return rank_stories(plan, BOX, short=short)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_story_for_older_children_comes_last(seed: str) -> None:
    assert ranked(Plan(seats=CHILDREN, seed=seed))[-1] == "aunts"


def test_story_of_the_season_comes_first_and_out_of_season_after_the_others() -> None:
    plan = Plan(seats=CHILDREN, seed="a")
    assert ranked(replace(plan, day=date(2030, 10, 31)))[0] == "ghosts"
    assert ranked(replace(plan, day=date(2030, 5, 1))).index("ghosts") == 3


def test_unheard_stories_come_first_and_the_longest_unheard_after_them() -> None:
    plan = Plan(seats=CHILDREN, seed="a", recent_stories=("bears", "cooks", "ghosts"))
    assert ranked(plan) == ["cakes", "bears", "cooks", "ghosts", "aunts"]


def test_second_episode_waits_for_the_first() -> None:
    plan = Plan(seats=CHILDREN, seed="a", game_options={"series": "Kitchen"})
    assert ranked(plan) == ["cooks", "cakes"]
    assert ranked(replace(plan, recent_stories=("cooks",)))[0] == "cakes"


@pytest.mark.parametrize(("kind", "found"), [("scary", ["ghosts"]), ("bedtime", ["cakes"]), ("clever", ["aunts"])])
def test_kind_of_story_is_found(kind: str, found: list[str]) -> None:
    assert ranked(Plan(seats=CHILDREN, game_options={"kind": kind})) == found


def test_short_story_is_chosen_for_small_children() -> None:
    assert ranked(Plan(seats=(Seat("Mia", 4),)), short=True) == ["tiny"]


def test_kind_that_no_story_has_gives_any_story() -> None:
    assert len(ranked(Plan(game_options={"kind": "festive"}))) == len(BOX.stories)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_proposals_differ_in_series_and_mood(seed: str) -> None:
    chosen = [
        BOX.stories[name] for name in choose_proposals(Plan(seats=CHILDREN, seed=seed), BOX, short=False, count=3)
    ]
    assert len(chosen) == len({each.mood for each in chosen}) == 3
    assert len([each for each in chosen if each.series]) <= 1

"""Choosing a story from a large box by voice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.dialog.story_proposals import StoryProposals
from narrator.games.hosting.plan import Plan
from narrator.language.understanding.player_list import parse_players
from narrator.storage.heard_stories import save_heard_story
from narrator.storage.journal import Journal
from tests.support.tables import content
from tests.support.talk import Talk

FAMILY = Plan("storytellers", "basic", parse_players("Lily 6, Nick 8, Julie 9"), seed="box")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        yield journal


@pytest.fixture
def lobby(journal: Journal) -> Talk:
    return Talk(journal)


@pytest.fixture
def table(journal: Journal) -> Talk:
    return Talk(journal, FAMILY)


def proposed(talk: Talk) -> list[str]:
    topic = talk.talk.topic
    assert isinstance(topic, StoryProposals)
    return list(topic.proposals)


def story_on_table(talk: Talk) -> str:
    return str(talk.table.state.options.story.name)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_proposal_is_chosen_by_its_place_or_title(lobby: Talk, place: int) -> None:
    lobby.say("which stories do you have?")
    name = proposed(lobby)[place]
    lobby.say(("the first one", content().stories[name].title, "number three")[place], "Lily, Nick, Julie")
    assert story_on_table(lobby) == name


def test_other_ones_are_other_stories(lobby: Talk) -> None:
    lobby.say("what stories are there")
    first = proposed(lobby)
    lobby.say("other ones")
    assert len(proposed(lobby)) == 3
    assert set(first).isdisjoint(proposed(lobby))


def test_proposals_at_the_table_leave_out_the_story_on_it(table: Talk) -> None:
    before = story_on_table(table)
    table.say("which stories do you have")
    assert before not in proposed(table)
    name = proposed(table)[0]
    table.say("you choose")
    assert story_on_table(table) == name


def test_no_goes_back_to_the_question_before(lobby: Talk) -> None:
    lobby.say("which stories do you have")
    assert "Cat Dice" in lobby.say("no")


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("something funny", "funny"),
        ("a scary one", "scary"),
        ("let's hear something really spooky", "scary"),
        ("one for bedtime", "bedtime"),
        ("a story that makes us laugh", "funny"),
    ],
)
def test_kind_of_story_is_understood(lobby: Talk, asked: str, kind: str) -> None:
    lobby.say(asked, "Lily, Nick, Julie")
    story = content().stories[story_on_table(lobby)]
    assert story.bedtime if kind == "bedtime" else kind in story.mood


def test_next_episode_of_a_series_is_told(journal: Journal) -> None:
    episodes = {story.episode: name for name, story in content().stories.items() if story.series == "Night Train"}
    save_heard_story(journal, episodes[1], 1)
    talk = Talk(journal, FAMILY)
    talk.say("the next Night Train, please", "yes")
    assert story_on_table(talk) == episodes[2]

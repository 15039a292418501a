"""Mumbling players: no exception, no silence and no dead end. `bench.mumble` plays a thousand such games."""

import pytest

from narrator.games.hosting.plan import Plan
from tests.support.mumblers import mumble_through
from tests.support.tables import plan_name, plans


@pytest.mark.parametrize("plan", list(plans()), ids=plan_name)
def test_mumbling_players_get_answers_and_reach_the_end(plan: Plan) -> None:
    assert mumble_through(plan, seed=1, noise=0.4) in ("over", "saved")

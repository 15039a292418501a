"""Whatever is said, typed or keyed: no exception, no silence and no dead end. (A thousand such games: `python -m
bench.mumble`.)
"""

import pytest

from narrator.games.hosting.plan import Plan
from tests.support.mumblers import mumble_through
from tests.support.tables import plan_name, plans


@pytest.mark.parametrize("plan", list(plans()), ids=plan_name)
def test_mumblers_reach_the_end_and_whatever_they_say_is_answered(plan: Plan) -> None:
    assert mumble_through(plan, seed=1, noise=0.4) in ("over", "saved")

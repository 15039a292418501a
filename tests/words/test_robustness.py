"""Whatever is said, typed or keyed: no exception and no dead end. (A thousand such games: `python -m bench.mumble`.)"""

import pytest

from narrator.words.plan import Plan
from tests.words.mumblers import mumble_through
from tests.words.table import plan_name, plans


@pytest.mark.parametrize("plan", list(plans()), ids=plan_name)
def test_mumblers_reach_the_end(plan: Plan) -> None:
    assert mumble_through(plan, seed=1) in ("over", "saved")

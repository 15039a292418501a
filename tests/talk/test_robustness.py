"""Whatever is said, typed or keyed: no exception and no dead end. (A thousand such games: `python -m bench.mumble`.)"""

import pytest

from bench.mumblers import Mumbler, mumble_through
from bench.tables import conversation, plan_name, plans, put
from narrator.host.plan import Plan
from narrator.tell.own_voice import BEGIN


@pytest.mark.parametrize("plan", list(plans()), ids=plan_name)
def test_mumblers_reach_the_end(plan: Plan) -> None:
    assert mumble_through(plan, seed=1) in ("over", "saved")


@pytest.mark.parametrize("plan", list(plans()), ids=plan_name)
def test_whatever_is_said_is_answered(plan: Plan) -> None:
    """Silence is a bug: every utterance is answered in the room, every key somewhere, and nothing is half a line."""
    player = Mumbler(seed=2, noise=0.6)
    with conversation(plan) as talk:
        talk.open()
        for _ in range(250):
            if talk.dialogue is None or talk.done:
                break
            words = player.answer(talk)
            answer = put(talk, words)
            assert answer, f"silence after {words!r}"
            if not words.startswith("#"):
                assert any(said.to is None for said in answer), f"the room hears nothing after {words!r}"
            assert all(said.text.strip() and BEGIN not in said.text for said in answer)

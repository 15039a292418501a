"""What is on somebody's own phone is on nobody else's: on the bytes of the wire, in which order they come, and after
what. `bench.window` measures by the clock that they come no sooner or later, either.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from narrator.core.game import Seat
from narrator.games.hosting.plan import Plan, Privacy
from tests.apps.window.window_session import WebClient, WindowSession, open_window_session

NAMES = ("Lily", "Nick", "Julie", "Mia")
SEATS = tuple(Seat(name, 8) for name in NAMES)
PICTURES = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)

Step = tuple[str, Mapping[str, Any]]
"""Who chooses what on their phone."""
TELL: Step = ("Lily", {"card": 2, "clue": "a quiet storm"})
LAY: Sequence[Step] = [(name, {"card": 1}) for name in NAMES[1:]]
TAKE_BACK: Mapping[str, Any] = {}


def all_in(tonight: WindowSession) -> dict[str, WebClient]:
    """A screen and four phones, all with the newest page."""
    clients = {"": tonight.big_screen().open()}
    for name in NAMES:
        clients[name] = tonight.phone(name).open()
        clients[name].wait_for_page(lambda page: page["hand"])
        clients[""].wait_for_page(lambda page, name=name: all(invite["seat"] != name for invite in page["invites"]))
    for client in clients.values():
        client.wait_for_page(lambda page: all(player["phone"] for player in page["players"]))
    settle(clients, tonight)
    return clients


def settle(clients: Mapping[str, WebClient], tonight: WindowSession) -> None:
    """Until all has come that was on its way: what is sent to all behind it comes behind it."""
    tonight.run_in_session(
        lambda: tonight.window._server.call_soon(tonight.window._server.hub.broadcast, "end", '{"kind": "end"}')
    )
    for client in clients.values():
        while client.receive()["kind"] != "end":
            pass
        del client.raw[-1]


def wire_of(folder: Path, before: Sequence[Step], steps: Sequence[Step]) -> tuple[list[dict[str, list[str]]], object]:
    """What each client got after each step, and the state in which that leaves the table."""
    with open_window_session(folder, PICTURES, phones=True) as tonight:
        clients, wire = all_in(tonight), []
        for seat, values in [*before, *steps]:
            for client in clients.values():
                client.raw.clear()
            clients[seat].send(kind="choose", values=values)
            clients[seat].wait_for_page(lambda page: len(clients[seat].raw) > 0)  # noqa: B023 - as above
            settle(clients, tonight)
            wire.append({name: [*map(without_invites, client.raw)] for name, client in clients.items()})
        states: list[object] = []
        tonight.run_in_session(lambda: states.append(tonight.conversation.game_topic.table.state))
        return wire[len(before) :], states[0]


def without_invites(text: str) -> str:
    """Keys differ every evening, and only the big screen has them."""
    return json.dumps({**json.loads(text), "invites": []})


@pytest.mark.parametrize(
    ("before", "one", "two"),
    [
        ((), [TELL], [("Lily", {"card": 5, "clue": "a quiet storm"})]),
        (
            [TELL],
            [("Nick", {"card": 1}), ("Mia", {"card": 1}), ("Nick", TAKE_BACK), ("Nick", {"card": 6})],
            [("Nick", {"card": 4}), ("Mia", {"card": 1}), ("Nick", TAKE_BACK), ("Nick", {"card": 2})],
        ),
        (
            [TELL, *LAY],
            [("Nick", {"symbol": 2}), ("Mia", {"symbol": 2}), ("Nick", TAKE_BACK), ("Nick", {"symbol": 1})],
            [("Nick", {"symbol": 4}), ("Mia", {"symbol": 2}), ("Nick", TAKE_BACK), ("Nick", {"symbol": 2})],
        ),
    ],
    ids=["told", "laid", "voted"],
)
def test_whatever_somebody_chooses_the_others_get_the_same_bytes_after_the_same_steps(
    tmp_path: Path, before: Sequence[Step], one: Sequence[Step], two: Sequence[Step]
) -> None:
    secret = one[0][0]
    (first, state), (second, other) = wire_of(tmp_path / "one", before, one), wire_of(tmp_path / "two", before, two)
    assert state != other, "there was a secret"
    for number, (here, there) in enumerate(zip(first, second, strict=True)):
        for name in ("", *NAMES):
            if name != secret:
                assert here[name] == there[name], (number, name)
        assert [len(text) for text in here.values()] == [len(text) for text in there.values()], "how many, and no more"


def test_a_refusal_on_one_phone_moves_nothing_on_another(tmp_path: Path) -> None:
    """Who votes for their own card is told so, alone: even that something happened would be a hint."""
    with open_window_session(tmp_path, PICTURES, phones=True) as tonight:
        clients = all_in(tonight)
        for seat, values in (TELL, *LAY):
            clients[seat].wait_for_page(lambda page: page["slots"])
            clients[seat].send(kind="choose", values=values)
            clients[seat].wait_for_page(lambda page: not page["slots"] or page["slots"][0]["name"] == "symbol")
            settle(clients, tonight)
        own = clients["Nick"].page
        held = []
        tonight.run_in_session(lambda: held.append(tonight.conversation.game_topic.table.state.owners))
        mine = next(symbol for symbol, owner in held[0].items() if owner == "Nick")
        for client in clients.values():
            client.raw.clear()
        clients["Nick"].send(kind="choose", values={"symbol": mine})
        assert clients["Nick"].wait_for_page(lambda page: page["note"])["slots"] == own["slots"]
        settle(clients, tonight)
        assert {name: len(client.raw) for name, client in clients.items()} == {**dict.fromkeys(clients, 0), "Nick": 1}


def test_no_phone_is_ever_sent_a_card_of_another_hand(tmp_path: Path) -> None:
    with open_window_session(tmp_path, PICTURES, phones=True) as tonight:
        clients = all_in(tonight)
        clients["Lily"].send(kind="choose", values=TELL[1])
        for name in NAMES[1:]:
            clients[name].wait_for_page(lambda page: page["slots"] and page["panels"])
        settle(clients, tonight)
        hands = {name: [card["name"] for card in clients[name].page["hand"]] for name in NAMES}
        for name, client in clients.items():
            others = [card for seat in NAMES if seat != name for card in hands[seat]]
            assert not [card for card in others for text in client.raw if card in text], name
            assert name == "" or not any(json.loads(text).get("invites") for text in client.raw)

"""Secrets of a phone reach no other page: neither in the bytes on the wire nor by their order.

`bench.window` measures that timing reveals nothing, either.
"""

import json
import re
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
"""A seat, and what it chooses on its phone."""
GIVE_CLUE: Step = ("Lily", {"card": 2, "clue": "a quiet storm"})
CHOOSE_PICTURES: Sequence[Step] = [(name, {"card": 1}) for name in NAMES[1:]]
TAKE_BACK: Mapping[str, Any] = {}


def connect_all(session: WindowSession) -> dict[str, WebClient]:
    """Connect a screen and four phones, and wait until all have the newest page."""
    clients = {"": session.big_screen().open()}
    for name in NAMES:
        clients[name] = session.phone(name).open()
        clients[name].wait_for_page(lambda page: page["hand"])
        clients[""].wait_for_page(lambda page, name=name: not page["invite"] or name not in page["invite"]["seats"])
    for client in clients.values():
        client.wait_for_page(lambda page: all(player["phone"] for player in page["players"]))
    settle(clients, session)
    return clients


def settle(clients: Mapping[str, WebClient], session: WindowSession) -> None:
    """Wait until every message has arrived, by a last message that is sent to all."""
    session.run_in_session(
        lambda: session.window._server.call_soon(session.window._server.hub.broadcast, "end", '{"kind": "end"}')
    )
    for client in clients.values():
        while client.receive()["kind"] != "end":
            pass
        del client.raw[-1]


def record_messages(
    folder: Path, before: Sequence[Step], steps: Sequence[Step]
) -> tuple[list[dict[str, list[str]]], object]:
    """Return what each client received after each step, and the final state of the game."""
    with open_window_session(folder, PICTURES, phones=True) as session:
        clients, wire = connect_all(session), []
        for seat, values in [*before, *steps]:
            for client in clients.values():
                client.raw.clear()
            clients[seat].send(kind="choose", values=values)
            clients[seat].wait_for_page(lambda page: len(clients[seat].raw) > 0)  # noqa: B023 - called before the next step
            settle(clients, session)
            wire.append({name: [*map(without_invites, client.raw)] for name, client in clients.items()})
        states: list[object] = []
        session.run_in_session(lambda: states.append(session.conversation.game_topic.table.state))
        return wire[len(before) :], states[0]


def without_invites(text: str) -> str:
    """Remove the invitations, which are only on the big screen, and the addresses of sounds. Both are random."""
    return re.sub(r'"sound": "\w*"', '"sound": ""', json.dumps({**json.loads(text), "invite": None}))


@pytest.mark.parametrize(
    ("before", "one", "two"),
    [
        ((), [GIVE_CLUE], [("Lily", {"card": 5, "clue": "a quiet storm"})]),
        (
            [GIVE_CLUE],
            [("Nick", {"card": 1}), ("Mia", {"card": 1}), ("Nick", TAKE_BACK), ("Nick", {"card": 6})],
            [("Nick", {"card": 4}), ("Mia", {"card": 1}), ("Nick", TAKE_BACK), ("Nick", {"card": 2})],
        ),
        (
            [GIVE_CLUE, *CHOOSE_PICTURES],
            [("Nick", {"symbol": 2}), ("Mia", {"symbol": 2}), ("Nick", TAKE_BACK), ("Nick", {"symbol": 1})],
            [("Nick", {"symbol": 4}), ("Mia", {"symbol": 2}), ("Nick", TAKE_BACK), ("Nick", {"symbol": 2})],
        ),
    ],
    ids=["clue", "picture", "vote"],
)
def test_secret_choice_does_not_change_what_others_receive(
    tmp_path: Path, before: Sequence[Step], one: Sequence[Step], two: Sequence[Step]
) -> None:
    secret = one[0][0]
    (first, state), (second, other) = (
        record_messages(tmp_path / "one", before, one),
        record_messages(tmp_path / "two", before, two),
    )
    assert state != other, "the secrets differ"
    for number, (here, there) in enumerate(zip(first, second, strict=True)):
        for name in ("", *NAMES):
            if name != secret:
                assert here[name] == there[name], (number, name)
        assert [len(text) for text in here.values()] == [len(text) for text in there.values()], (
            "the same number of messages"
        )


def test_refusal_on_one_phone_sends_nothing_to_others(tmp_path: Path) -> None:
    """Only the player who votes for their own card learns it: to others, even the refusal would be a hint."""
    with open_window_session(tmp_path, PICTURES, phones=True) as session:
        clients = connect_all(session)
        for seat, values in (GIVE_CLUE, *CHOOSE_PICTURES):
            clients[seat].wait_for_page(lambda page: page["slots"])
            clients[seat].send(kind="choose", values=values)
            clients[seat].wait_for_page(lambda page: not page["slots"] or page["slots"][0]["name"] == "symbol")
            settle(clients, session)
        own = clients["Nick"].page
        held = []
        session.run_in_session(lambda: held.append(session.conversation.game_topic.table.state.owners))
        mine = next(symbol for symbol, owner in held[0].items() if owner == "Nick")
        for client in clients.values():
            client.raw.clear()
        clients["Nick"].send(kind="choose", values={"symbol": mine})
        assert clients["Nick"].wait_for_page(lambda page: page["note"])["slots"] == own["slots"]
        settle(clients, session)
        assert {name: len(client.raw) for name, client in clients.items()} == {**dict.fromkeys(clients, 0), "Nick": 1}


def test_phone_never_receives_cards_of_another_hand(tmp_path: Path) -> None:
    with open_window_session(tmp_path, PICTURES, phones=True) as session:
        clients = connect_all(session)
        clients["Lily"].send(kind="choose", values=GIVE_CLUE[1])
        for name in NAMES[1:]:
            clients[name].wait_for_page(lambda page: page["slots"] and page["clue"])
        settle(clients, session)
        hands = {name: [card["name"] for card in clients[name].page["hand"]] for name in NAMES}
        for name, client in clients.items():
            others = [card for seat in NAMES if seat != name for card in hands[seat]]
            assert not [card for card in others for text in client.raw if card in text], name
            assert name == "" or not any(json.loads(text).get("invite") for text in client.raw)

"""What is on somebody's own phone is on nobody else's: on the bytes of the wire, and when they come."""

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from narrator.host.plan import Plan, Privacy
from narrator.play import Seat
from tests.window.evening import Client, Evening, evening

NAMES = ("Lily", "Nick", "Julie", "Mia")
SEATS = tuple(Seat(name, 8) for name in NAMES)
PICTURES = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)


def all_in(tonight: Evening) -> dict[str, Client]:
    """A screen and four phones, all with the newest page."""
    clients = {"": tonight.big_screen().open()}
    for name in NAMES:
        clients[name] = tonight.phone(name).open()
        clients[name].until(lambda page: page["hand"])
        clients[""].until(lambda page, name=name: all(invite["seat"] != name for invite in page["invites"]))
    for name, client in clients.items():
        client.until(lambda page, name=name: all(player["phone"] for player in page["players"]))
    return clients


def settle(clients: Mapping[str, Client], tonight: Evening) -> None:
    """Until all that is on its way has come."""
    tonight.do(lambda: None)
    for client in clients.values():
        drain(client)


def drain(client: Client) -> None:
    try:
        while True:
            client.receive(0.3)
    except TimeoutError:
        return


def wire_of(folder: Path, card: int, seed: int) -> dict[str, list[str]]:
    """What each client got while Nick gave this card, and the others what they always give."""
    with evening(folder, PICTURES, phones=True) as tonight:
        clients = all_in(tonight)
        clients["Lily"].send(kind="choose", values={"card": 2, "clue": "a quiet storm"})
        for name in NAMES[1:]:
            clients[name].until(lambda page: page["places"] and page["panels"])
        settle(clients, tonight)
        for client in clients.values():
            client.raw.clear()
        order = random.Random(seed).sample(["Nick", "Mia"], 2)
        for name in order:
            clients[name].send(kind="choose", values={"card": card if name == "Nick" else 1})
            clients[""].until(lambda page, name=name: name in page["lines"][0])
            settle(clients, tonight)
        clients["Nick"].send(kind="choose", values={})
        clients[""].until(lambda page: "Nick" in page["lines"][0] and "again" in page["lines"][0])
        settle(clients, tonight)
        return {name: list(client.raw) for name, client in clients.items()}


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_somebody_chooses_the_others_get_the_same_bytes(tmp_path: Path, seed: int) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = wire_of(tmp_path / "one", 1, seed), wire_of(tmp_path / "two", 4, seed)
    for name in ("", "Lily", "Julie", "Mia"):
        assert one[name], name
        assert without_invites(one[name]) == without_invites(two[name]), name


def without_invites(messages: list[str]) -> list[str]:
    """Keys differ every evening, and only the big screen has them."""
    return [json.dumps({**json.loads(text), "invites": []}) for text in messages]


def test_a_refusal_on_one_phone_moves_nothing_on_another(tmp_path: Path) -> None:
    """Who votes for their own card is told so, alone: even that something happened would be a hint."""
    with evening(tmp_path, PICTURES, phones=True) as tonight:
        clients = all_in(tonight)
        clients["Lily"].send(kind="choose", values={"card": 2, "clue": "a quiet storm"})
        for name in NAMES[1:]:
            clients[name].until(lambda page: page["places"] and page["panels"])
            clients[name].send(kind="choose", values={"card": 1})
        own = clients["Nick"].until(lambda page: page["places"] and page["places"][0]["name"] == "symbol")
        settle(clients, tonight)
        held = []
        tonight.do(lambda: held.append(tonight.conversation.dialogue.table.state.owners))
        mine = next(symbol for symbol, owner in held[0].items() if owner == "Nick")
        for client in clients.values():
            client.raw.clear()
        clients["Nick"].send(kind="choose", values={"symbol": mine})
        assert clients["Nick"].until(lambda page: page["note"])["places"] == own["places"]
        settle(clients, tonight)
        assert {name: len(client.raw) for name, client in clients.items()} == {**dict.fromkeys(clients, 0), "Nick": 1}


def test_no_phone_is_ever_sent_a_card_of_another_hand(tmp_path: Path) -> None:
    with evening(tmp_path, PICTURES, phones=True) as tonight:
        clients = all_in(tonight)
        clients["Lily"].send(kind="choose", values={"card": 2, "clue": "a quiet storm"})
        for name in NAMES[1:]:
            clients[name].until(lambda page: page["places"] and page["panels"])
        settle(clients, tonight)
        hands = {name: [card["name"] for card in clients[name].page["hand"]] for name in NAMES}
        for name, client in clients.items():
            others = [card for seat in NAMES if seat != name for card in hands[seat]]
            assert not [card for card in others for text in client.raw if card in text], name
            assert name == "" or all(
                "invites" in json.loads(text) and not json.loads(text)["invites"] for text in client.raw
            )

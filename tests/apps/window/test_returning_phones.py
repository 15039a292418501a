"""Phones reconnect after the program was killed."""

from pathlib import Path

from narrator.apps.window.returning_phones import KEYS_NOTE
from narrator.storage.journal import Journal
from tests.apps.window.window_session import (
    PICTURES,
    WebClient,
    give_clue,
    open_window_session,
)


def copy_of(phone: WebClient, address: str) -> WebClient:
    """Return the same phone, with its cookie, at an address."""
    same = WebClient.__new__(WebClient)
    same.__dict__.update(
        phone.__dict__, address=address, host=address.removeprefix("http://"), page={}, raw=[], acks=[]
    )
    return same


def test_phone_has_its_seat_and_question_again_after_a_restart(tmp_path: Path) -> None:
    with open_window_session(tmp_path, PICTURES, phones=True) as session:
        phones = give_clue(session, "Nick")
        before = phones["Nick"].wait_for_page(lambda page: page["slots"] and page["clue"])
        address = session.phone_address
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        (game,) = journal.games(unfinished=True)
        stored = journal.find_note(KEYS_NOTE, game.id)
    assert stored is not None
    assert phones["Nick"].cookie.split("=")[1] not in stored
    with open_window_session(tmp_path, PICTURES, phones=True, resume=game.id) as session:
        assert session.phone_address == address, "the same port"
        assert session.window.holders == {"Lily", "Nick"}
        nick = copy_of(phones["Nick"], session.phone_address).open()
        page = nick.wait_for_page(lambda page: page["slots"])
        assert (page["seat"], page["turn"]) == ("Nick", before["turn"])
        assert nick.wait_for_ack(nick.send(kind="choose", values={"card": 1}, turn=before["turn"]))["ok"]


def test_keys_are_deleted_with_their_game(tmp_path: Path) -> None:
    with open_window_session(tmp_path, PICTURES, phones=True) as session:
        session.phone("Lily").open().wait_for_page(lambda page: page["hand"])
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        (game,) = journal.games(unfinished=True)
        assert journal.find_note(KEYS_NOTE, game.id) is not None
        journal.forget(game.id)
        assert journal.find_note(KEYS_NOTE, game.id) is None

"""The pictures on the pages, and who gets their addresses."""

import json
import re
from pathlib import Path

import pytest

from narrator.apps.window.art import Artwork, address_of, card_art, find_art
from narrator.games.hosting.panels import Drawing
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.scenes.compose import story_setting
from narrator.language.content.scenes.scene import Scene
from tests.apps.window.window_session import NAMES, SEATS, WindowSession, give_clue, open_window_session
from tests.support.tables import content

ART = re.compile(r"/art/[0-9a-f]{32}\.svg")


def test_every_card_of_a_hand_has_a_picture_that_its_phone_can_fetch(pictures: WindowSession) -> None:
    phone = pictures.phone("Nick").open()
    hand = phone.wait_for_page(lambda page: page["hand"])["hand"]
    for card in hand:
        status, headers, body = phone.request("GET", card["art"])
        assert (status, headers["content-type"]) == (200, "image/svg+xml")
        assert card["name"] in body.decode()
        assert "immutable" in headers["cache-control"]
        assert headers["content-security-policy"].startswith("default-src 'none'; img-src data:; sandbox")
        again = phone.request("GET", card["art"], **{"If-None-Match": headers["etag"]})
        assert (again[0], again[2]) == (304, b"")
        assert phone.request("GET", card["art"].replace(".svg", "-dark.svg"))[2] not in (b"", body)


def test_address_of_a_hidden_picture_reaches_only_its_seat(pictures: WindowSession) -> None:
    screen, phones = pictures.big_screen().open(), give_clue(pictures, *NAMES[1:])
    hands = {}
    for seat in NAMES[1:]:
        page = phones[seat].wait_for_page(lambda page: page["hand"] and page["slots"])
        hands[seat] = {card["art"] for card in page["hand"]}
    screen.wait_for_page(lambda page: page["players"])
    for seat in NAMES[1:]:
        others = set().union(*(set(ART.findall(json.dumps(phones[each].raw))) for each in NAMES if each != seat))
        assert hands[seat]
        assert not hands[seat] & (others | set(ART.findall(json.dumps(screen.raw))))


def test_pictures_are_for_invited_browsers_only(story: WindowSession) -> None:
    screen = story.big_screen()
    address = card_art("fox", Drawing(("🦊",), "a fox"))
    assert screen.request("GET", address)[0] == 200
    screen.cookie = ""
    assert screen.request("GET", address)[0] == 404


def test_story_page_shows_the_place_of_its_story(story: WindowSession) -> None:
    screen = story.big_screen().open()
    page = screen.wait_for_page(lambda page: page["players"])
    status, _, body = screen.request("GET", page["backdrop"])
    assert (status, body[:4]) == (200, b"<svg")


def test_tale_page_shows_the_setting_of_its_deck(tmp_path: Path) -> None:
    plan = Plan("storyline", "basic", SEATS, seed="a", privacy=Privacy.OPEN, story="the-missing-snore")
    with open_window_session(tmp_path, plan) as session:
        screen = session.big_screen().open()
        page = screen.wait_for_page(lambda page: page["players"])
        assert page["backdrop"] == address_of(Artwork(Scene("snow", ()), frame="screen"))
        assert screen.request("GET", page["backdrop"])[0] == 200


def test_deck_without_a_setting_gets_the_one_its_words_suggest() -> None:
    deck = content().decks["back-by-tuesday"]
    assert story_setting(deck.model_copy(update={"setting": None})) == "road"


@pytest.mark.parametrize("file", ["x.svg", "../server.py", f"{'0' * 32}.svg", f"{'0' * 32}-dark.svg"])
def test_unknown_picture_is_not_found(file: str) -> None:
    assert find_art(file) is None


def test_unknown_look_is_not_found() -> None:
    name = card_art("fox", Drawing(("🦊",), "a fox")).removeprefix("/art/")
    assert find_art(name) is not None
    assert find_art(name.replace(".svg", "-pink.svg")) is None
    assert find_art(name.removesuffix(".svg")) is None


def test_card_without_emoji_has_no_picture() -> None:
    assert card_art("a card of the family", Drawing((), "")) == ""

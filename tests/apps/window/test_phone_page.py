"""The contents of a phone's page: question and clue, own cards, what was chosen, and whom we wait for."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from narrator.apps.window.messages import Page, PhonePage
from narrator.apps.window.page_parts import PageParts
from narrator.apps.window.phone_page import PhonePageBuilder
from narrator.apps.window.room_page import RoomPageBuilder
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan, Privacy
from tests.support.tables import conversation

NAMES = ("Lily", "Nick", "Julie", "Mia")
SEATS = tuple(Seat(name, 8) for name in NAMES)


class Phones:
    """The pages of all phones at a table."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        parts = PageParts(talk)
        self._room, self._phones = RoomPageBuilder(talk, parts), PhonePageBuilder(talk, parts)

    @property
    def room(self) -> Page:
        return self._room.build(())

    def page(self, seat: str, shown: Page | None = None) -> PhonePage:
        return self._phones.build(seat, self.room, shown=shown)

    def choose(self, seat: str, **values: int | str) -> PhonePage:
        self.talk.choose(seat, values)
        return self.page(seat)


@pytest.fixture
def phones() -> Iterator[Phones]:
    with conversation(Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)) as talk:
        talk.open()
        yield Phones(talk)


def vote(phones: Phones) -> None:
    """Play until everybody votes."""
    phones.choose("Lily", card=2, clue="a quiet storm")
    for seat in NAMES[1:]:
        phones.choose(seat, card=1)


def test_anybody_may_tell_first_in_two_steps(phones: Phones) -> None:
    for seat in NAMES:
        page = phones.page(seat)
        assert page.anybody
        assert page.question == "Who tells first?"
        assert [slot.name for slot in page.slots] == ["card", "clue"]
        assert len(page.slots[0].cards) == 6
        assert not page.progress


def test_chosen_card_and_words_are_shown_until_the_reveal(phones: Phones) -> None:
    card = phones.page("Lily").slots[0].cards[1]
    page = phones.choose("Lily", card=2, clue="a quiet storm")
    assert page.question == f"You chose {card.name}."
    assert [each.name for each in page.chosen] == [card.name]
    assert page.chosen_words == "a quiet storm"
    assert page.undo
    assert page.waiting == "Waiting for Nick, Julie, and Mia."
    vote(phones)
    assert phones.page("Lily").chosen == ()


def test_clue_is_pinned_and_progress_counts_those_who_are_asked(phones: Phones) -> None:
    phones.choose("Lily", card=2, clue="a quiet storm")
    assert phones.page("Nick").clue == "“a quiet storm”"
    assert phones.page("Nick").progress == "0 of 3 have chosen"
    assert phones.choose("Nick", card=1).waiting == "Waiting for Julie and Mia."
    assert phones.page("Julie").progress == "1 of 3 have chosen"


def test_own_card_is_marked_in_the_vote(phones: Phones) -> None:
    own = phones.page("Nick").slots[0].cards[0].name
    vote(phones)
    page = phones.page("Nick")
    assert page.vote
    assert [card.name for card in page.slots[0].cards if card.own] == [own]
    number = next(int(card.number) for card in page.slots[0].cards if not card.own)
    voted = phones.choose("Nick", symbol=number)
    assert voted.question == f"You voted for {page.slots[0].cards[number - 1].name}."
    assert voted.progress == "1 of 3 have voted"


def test_question_keeps_its_key_and_token_while_others_choose(phones: Phones) -> None:
    phones.choose("Lily", card=2, clue="a quiet storm")
    before = phones.page("Mia")
    phones.choose("Nick", card=1)
    after = phones.page("Mia")
    assert (before.key, before.turn) == (after.key, after.turn)


def test_reading_goes_through_question_clue_and_cards(phones: Phones) -> None:
    vote(phones)
    page = phones.page("Nick")
    assert [item.part for item in page.reading] == ["question", "clue", *(f"symbol {n}" for n in range(1, 5))]
    own = next(item.text for item in page.reading if "yours" in item.text)
    assert next(card.name for card in page.slots[0].cards if card.own) in own


def test_two_cards_chosen_at_once_are_both_shown() -> None:
    seats = SEATS[:3]
    with conversation(Plan("dixit", "basic", seats, seed="a", privacy=Privacy.PHONES)) as talk:
        talk.open()
        phones = Phones(talk)
        phones.choose("Lily", card=2, clue="a quiet storm")
        hand = [card.name for card in phones.page("Nick").slots[0].cards]
        page = phones.choose("Nick", card=1, card2=3)
        assert [card.name for card in page.chosen] == [hand[0], hand[2]]
        assert page.question == f"You chose {hand[0]} and {hand[2]}."


def test_dice_can_be_kept_in_words() -> None:
    with conversation(Plan("cat_dice", None, SEATS, seed="a", privacy=Privacy.PHONES)) as talk:
        talk.open()
        phones = Phones(talk)
        assert not phones.page("Lily").progress, "one player answers for all"
        for words in ("Lily", "roll"):
            talk.hear(words)
        page = phones.page("Lily")
        assert page.more_to_say
        assert [slot.name for slot in page.slots] == ["category"]


def test_player_who_is_not_asked_sees_what_the_big_screen_shows(phones: Phones) -> None:
    vote(phones)
    before = phones.room
    cards = tuple(replace(card, hidden=card.number != "2", voters=("Mia",), owner="Lily") for card in before.table)
    shown = replace(before, question="", table=cards, lines=("Mia: two.",))
    for seat in NAMES[1:]:
        page = phones.page(seat)
        phones.choose(seat, symbol=next(n for n, card in enumerate(page.slots[0].cards, 1) if not card.own))
    page = phones.page("Lily", shown)
    assert [(panel.kind, [card.number for card in panel.cards]) for panel in page.panels] == [("panel-table", ["2"])]
    assert [(card.owner, card.voters) for card in page.panels[0].cards] == [("Lily", ("Mia",))]
    assert (page.clue, page.waiting, page.lines) == ("“a quiet storm”", "", ("Mia: two.",))
    asked = phones.page("Nick", shown)
    assert asked.question == "Nick, which picture?"
    assert not asked.clue
    assert asked.slots

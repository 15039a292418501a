"""Dixit in conversation."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from narrator.core.clues import ClueForm
from narrator.core.game import CardSource, Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan, Privacy
from tests.support.conversations import hear
from tests.support.tables import content, conversation

FOUR = ("Lily", "Nick", "Julie", "Dylan")
CLUE = ("Lily", "the second one", "my clue is a wet dog")


@contextmanager
def table(
    *heard: str, names: tuple[str, ...] = FOUR, cards: CardSource = CardSource.SPOKEN, songs: bool = False
) -> Iterator[Conversation]:
    """Start an open game and say these words."""
    seats = tuple(Seat(name) for name in names)
    plan = Plan("dixit", "basic", seats, cards=cards, game_options={"songs": songs}, privacy=Privacy.OPEN, seed="words")
    with conversation(plan) as talk:
        talk.open()
        hear(talk, *heard)
        yield talk


def state(talk: Conversation) -> Any:
    assert talk.game_topic is not None
    return talk.game_topic.table.state


# --- the ways to say it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *("Nick", "Nick has an idea", "let Nick start", "can Nick begin", "Nick wants to go first", "it's Nick's turn"),
        *("Nick will", "Nick is ready", "Nick has a clue"),
    ],
)
def test_phrases_that_start_the_first_round(words: str) -> None:
    with table(words) as talk:
        assert talk.game_topic is not None
        assert talk.game_topic.now.speaker == "Nick"


@pytest.mark.parametrize("words", ["I have an idea", "ready", "I'm ready", "got it", "listen", "I have a clue"])
def test_phrases_that_announce_a_clue(words: str) -> None:
    with table("Lily", "the second one", words) as talk:
        assert hear(talk, "a wet dog")[0] == "Lily's clue: a wet dog."


@pytest.mark.parametrize(
    "words",
    [
        *("two", "number two", "card number two", "the second one", "my second picture", "I want the second one"),
        *("I want number two", "I think number two", "Nick two", "Nick takes two", "Nick gives number two"),
        *(
            "{0}",
            "the {0}",
            "I want the {0}",
            "the one with the {0}",
            "I give the picture with the {0}",
            "mine is the {0}",
        ),
    ],
)
def test_phrases_that_give_the_second_picture(words: str) -> None:
    with table(*CLUE) as talk:
        second = state(talk).hands["Nick"][1]
        hear(talk, words.format(second.removeprefix("the ")))
        assert state(talk).laid["Nick"] == (second,)


@pytest.mark.parametrize(
    "words", ["one and three", "the first one and the third one", "I give the first picture and the third picture"]
)
def test_with_three_players_two_pictures_are_given_in_one_sentence(words: str) -> None:
    with table(*CLUE, names=FOUR[:3]) as talk:
        hand = state(talk).hands["Nick"]
        hear(talk, words)
        assert state(talk).laid["Nick"] == (hand[0], hand[2])


@pytest.mark.parametrize(
    "words",
    [
        *("{n}", "I vote {n}", "I vote number {n}", "I think {n}", "I guess number {n}", "maybe {n}", "probably {n}"),
        *("it must be {n}", "I'm voting for {n}", "Nick {n}", "Nick votes {n}", "Nick takes number {n}"),
        *("picture number {n}", "I vote for the picture {n}", "the one with the {card}", "I think the {card}"),
    ],
)
def test_phrases_that_vote(words: str) -> None:
    with table(*CLUE, "one", "one", "one") as talk:
        number = next(symbol for symbol, owner in state(talk).owners.items() if owner == "Lily")
        card = state(talk).face_up[number].removeprefix("the ")
        hear(talk, words.format(n=number, card=card))
        assert state(talk).votes == {"Nick": (number,)}


# --- songs, mimes, and the family's own cards --------------------------------------------------------


def test_storyteller_hears_that_songs_and_mimes_are_allowed() -> None:
    with table("Lily", songs=True) as talk:
        (told,) = hear(talk, "two")
        assert "“I will sing”" in told
        assert "“it is a mime”" in told
    with table("Lily") as talk:
        assert "sing" not in hear(talk, "two")[0]


def test_own_cards_first_refill_explains_how_to_end_the_game() -> None:
    round_of_lily = ("Lily", "my clue is a wet dog", "ready", "one", "one", "one", "Lily", "Nick")
    with table(*round_of_lily, cards=CardSource.TABLE) as talk:
        assert any("“the pile is empty”" in said for said in hear(talk, "Julie"))
        round_of_nick = ("my clue is a dry cat", "ready", "one", "one", "one", "Nick", "Julie")
        told = hear(talk, *round_of_nick, "Dylan")
        assert any("draws back up to six" in said for said in told)
        assert not any("the pile is empty" in said for said in told)


def test_own_card_claimed_twice_is_refused_with_advice() -> None:
    with table("Lily", "my clue is a wet dog", "ready", "two", "two", "two", cards=CardSource.TABLE) as talk:
        told = hear(talk, "Lily", "number one was Nick's")
        assert told == ["Number one is already Lily's. To change that, say “undo”."]
        (told_again,) = hear(talk, "Lily")
        assert told_again.startswith("I already have Lily's.")


# --- coming and going --------------------------------------------------------------------------------


def test_round_restarted_with_a_newcomer_is_explained() -> None:
    with table(*CLUE, "new player", "Grandma", names=FOUR[:3]) as talk:
        told = hear(talk, "Julie leaves", "yes")
        assert told[1].startswith("There are too few of you left for this round")
        assert "Grandma is playing now, too, with no points yet." in told
        assert talk.topic.kept_game is not None


@pytest.mark.parametrize(("songs", "how"), [(True, ClueForm.MIMED), (False, ClueForm.SAID)])
def test_mime_may_be_announced_while_the_clue_is_awaited(songs: bool, how: ClueForm) -> None:
    with table("Lily has a clue", "the second one", "it is a mime", songs=songs) as talk:
        assert state(talk).how is how


# --- looking closer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["look closer", "look closer at my cards", "what are my cards"])
def test_own_pictures_are_described_in_two_sentences_on_request(words: str) -> None:
    with table("Lily") as talk:
        held = state(talk).hands["Lily"]
        told = " ".join(hear(talk, words))
        closer = {dream.title: dream.closer for dream in content().dreams}
        assert all(closer[title].rstrip(".") in told for title in held)


def test_pictures_on_the_table_are_described_in_detail_on_request() -> None:
    with table("Lily", "one", "my clue is a wet dog") as talk:
        while not state(talk).face_up:
            hear(talk, "one")
        told = " ".join(hear(talk, "look closer"))
        closer = {dream.title: dream.closer for dream in content().dreams}
        assert all(closer[title].rstrip(".") in told for title in state(talk).face_up.values())

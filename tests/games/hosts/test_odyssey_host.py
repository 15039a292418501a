"""Dixit Odyssey in conversation."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from narrator.core.game import CardSource, Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan, Privacy
from narrator.games.odyssey.rules import Mode
from tests.support.conversations import hear
from tests.support.tables import NAMES, conversation

CLUE = ("Lily", "the second one", "my clue is a wet dog")


@contextmanager
def table(
    players: int,
    *heard: str,
    mode: str = "basic",
    cards: CardSource = CardSource.SPOKEN,
    privacy: Privacy = Privacy.OPEN,
) -> Iterator[Conversation]:
    """Start a game (by default an open one) and say these words."""
    seats = tuple(Seat(name) for name in NAMES[:players])
    with conversation(Plan("odyssey", mode, seats, cards=cards, privacy=privacy, seed="words")) as talk:
        talk.open()
        hear(talk, *heard)
        yield talk


def state(talk: Conversation) -> Any:
    assert talk.game_topic is not None
    return talk.game_topic.table.state


def others(talk: Conversation) -> list[int]:
    """Return the symbols that Nick, who votes first, may vote for."""
    return [symbol for symbol, owner in state(talk).owners.items() if owner != "Nick"]


# --- two votes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *("{} and {}", "I vote for {} and {}", "I think {} and {}", "Nick votes for {} and {}", "Nick {} and {}"),
        *("number {} and number {}", "I vote for number {} and for number {}"),
    ],
)
def test_seven_players_give_two_votes_in_one_sentence(words: str) -> None:
    with table(7, *CLUE, *["one"] * 6) as talk:
        first, second, *_ = others(talk)
        hear(talk, words.format(first, second))
        assert state(talk).votes == {"Nick": (first, second)}


@pytest.mark.parametrize(
    "words", ["only number {}", "just number {}", "number {} and that's it", "I vote only for number {}"]
)
def test_seven_players_decline_the_second_vote_in_one_sentence(words: str) -> None:
    with table(7, *CLUE, *["one"] * 6) as talk:
        first = others(talk)[0]
        hear(talk, words.format(first))
        assert state(talk).votes == {"Nick": (first,)}


def test_only_one_does_not_vote_for_number_one() -> None:
    with table(7, *CLUE, *["one"] * 6) as talk:
        hear(talk, "only one")
        assert state(talk).votes == {}


def test_another_number_without_second_vote_is_confirmed() -> None:
    with table(7, *CLUE, *["one"] * 6) as talk:
        first, second, *_ = others(talk)
        assert hear(talk, f"number {first}", f"only number {second}")[0].endswith("Is that right? “Yes” or “no”?")
        assert state(talk).votes == {}
        hear(talk, "yes")
        assert state(talk).votes == {"Nick": (second,)}


@pytest.mark.parametrize("words", ["only one", "no", "just the one", "no thanks", "that's all"])
def test_second_vote_may_be_declined(words: str) -> None:
    with table(7, *CLUE, *["one"] * 6) as talk:
        first = others(talk)[0]
        hear(talk, str(first))
        assert state(talk).votes == {}
        hear(talk, words)
        assert state(talk).votes == {"Nick": (first,)}


def test_booth_declines_the_second_vote_by_number() -> None:
    keys = ["#1"] * 3
    with table(7, "Lily", *keys, "my clue is a wet dog", *keys * 6, privacy=Privacy.BOOTH) as talk:
        first = others(talk)[0]
        whispered = hear(talk, "#1", f"#{first}", f"#{first}")
        assert "No second vote: eight." in whispered
        assert not any("say" in told.split() for told in whispered)
        hear(talk, "#8", "#8")
        assert state(talk).votes == {"Nick": (first,)}


@pytest.mark.parametrize("players", [7, 12])
@pytest.mark.parametrize("mode", ["basic", "party"])
def test_grammar_of_a_large_table_stays_small(mode: str, players: int) -> None:
    """Every combination of two votes in every wording would be millions of phrases."""
    begin = CLUE if mode == "basic" else ("Lily", "my clue is a wet dog")
    with table(players, *begin, *["one"] * (players - (mode == "basic")), mode=mode) as talk:
        phrases = set(talk.expectation.phrases)
        assert {"one and twelve", "only two", "only number one"} <= phrases or mode == "party"
        assert len(phrases) < 60_000


# --- teams, and players who left ---------------------------------------------------------------------

TEAM_ROUND = ("Lily", "my clue is a wet dog", "Nick", "Julie")
"""Own cards: Lily tells, Dylan is her partner; Nick and Julie give cards, so Mia and Tom vote."""


def test_voter_for_an_absent_partner_is_named() -> None:
    with table(6, *TEAM_ROUND, "Tom leaves", "yes", mode="teams", cards=CardSource.TABLE) as talk:
        told = hear(talk, "Mia votes for two", "one")
        assert "Julie voted for number one." in told
        told = hear(talk, "Lily", "Dylan", "Nick")
        assert "Lily's was number one. Julie found it!" in told
        assert not any("Tom votes" in said or "Tom found" in said for said in told)
        assert "Three points for Julie and Tom." in told


def test_lost_vote_for_an_absent_partner_names_the_voter() -> None:
    with table(6, *TEAM_ROUND, "Tom leaves", "yes", mode="teams", cards=CardSource.TABLE) as talk:
        told = hear(talk, "Mia votes for two", "one", "Julie", "Lily", "Dylan")
        assert (
            "Julie voted for number one, and that was a card of Julie's own team. So this vote doesn't count." in told
        )


@pytest.mark.parametrize(
    "words", ["Mia", "let Mia do it", "Mia should", "Mia gives one", "Mia will give it", "it's Mia"]
)
def test_phrases_that_name_the_teams_giver(words: str) -> None:
    with table(6, "Lily", "my clue is a wet dog", words, mode="teams", cards=CardSource.TABLE) as talk:
        assert "Mia" in state(talk).laid


# --- party -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["red two", "my red vote is number two", "red for two", "two is red", "make two red", "the red one goes to two"],
)
def test_phrases_that_cast_the_red_vote(words: str) -> None:
    with table(6, "Lily", "my phrase is a wet dog", "ready", "ready", mode="party", cards=CardSource.TABLE) as talk:
        hear(talk, words)
        assert state(talk).red == 2


def test_partly_refused_answer_changes_nothing() -> None:
    with table(6, "Lily", "my phrase is a wet dog", "ready", "ready", mode="party", cards=CardSource.TABLE) as talk:
        assert hear(talk, "three", "red for twelve")[0].startswith("There's no such picture")
        assert state(talk).votes == {}
        hear(talk, "two")  # the earlier answers still count
        assert (state(talk).votes, state(talk).red) == ({"Lily": (3,)}, 2)


def test_red_vote_of_another_player_is_refused_with_the_reason() -> None:
    with table(
        6, "Lily", "my phrase is a wet dog", "ready", "ready", "one", "two", mode="party", cards=CardSource.TABLE
    ) as talk:
        hear(talk, "undo")  # now Lily's red vote is open again
        assert hear(talk, "Nick votes for three", "Julie's red vote is two")[0].startswith("Only the storyteller has")


# --- the family's own cards, coming and going --------------------------------------------------------


@pytest.mark.parametrize("mode", ["basic", "party"])
def test_own_cards_family_hears_what_to_do_with_an_empty_pile(mode: str) -> None:
    hint = "When your pile runs out, shuffle the cards that were played into a new one."
    if mode == "party":
        laid = ("ready", "ready")  # on the table, and chosen by hand
        first, second = ("my phrase is wet", *laid, "one", "two", *["one"] * 5), ("my phrase is dry", *laid)
    else:
        first, second = ("my clue is wet", "ready", *["one"] * 5, *NAMES[:5]), ("my clue is dry", "ready")
    second = (*second, *(first[3:8] if mode == "party" else first[2:7]))
    second = (*second, *(("two", "one") if mode == "party" else ("Nick", "Lily", *NAMES[2:5])))
    with table(6, "Lily", *first[:-1], mode=mode, cards=CardSource.TABLE) as talk:
        assert any(hint in said for said in hear(talk, first[-1]))
        told = hear(talk, *second)
        assert any("draws back up to" in said for said in told)
        assert not any(hint in said for said in told)


def test_round_restarted_with_a_newcomer_is_explained() -> None:
    with table(3, *CLUE, "new player", "Grandma") as talk:
        told = hear(talk, "Julie leaves", "yes")
        assert told[1].startswith("There are too few of you left for this round")
        assert "Grandma is playing now, too, with no points yet." in told


def test_vote_for_own_card_is_refused_before_the_second_vote() -> None:
    with table(7, *CLUE, *["one"] * 6) as talk:
        own = next(symbol for symbol, owner in state(talk).owners.items() if owner == "Nick")
        assert "'s own" in " ".join(hear(talk, f"symbol {own}"))
        assert state(talk).votes == {}
        assert "second" not in " ".join(hear(talk, "repeat"))


# --- who voted for what ------------------------------------------------------------------------------


def test_all_votes_of_twelve_players_are_read_and_repeated_on_request() -> None:
    with table(12, *CLUE, *["one"] * 11) as talk:
        said: list[str] = []
        while state(talk).face_up:
            seat = talk.game_topic.asked
            free = [str(symbol) for symbol, owner in state(talk).owners.items() if owner != seat]
            said = hear(talk, f"{free[len(state(talk).votes) % len(free)]}", "skip")
        past = state(talk).last_votes
        assert len(past.votes) == 11
        told = [each for each in said if " for " in each or "found it" in each]
        for voter, (symbol,) in past.votes.items():
            card, owner = past.face_up[symbol].removeprefix("the "), past.owners[symbol]
            assert any(voter in each and (f"{owner}'s {card}." in each or "found it" in each) for each in told), voter
        again = hear(talk, "who voted for what?")
        assert sum(each.count(voter) for each in again for voter in past.votes) >= len(past.votes)
        assert hear(talk, "what did Nick vote")[0].startswith("Nick voted for the ")


def test_party_tells_which_picture_each_single_vote_was_for() -> None:
    with table(6, "Lily has a phrase", "a wet dog", *["one"] * 6, mode="party") as talk:
        cards = state(talk).face_up
        told = " ".join(hear(talk, "ready", "one", "six", "one", "two", "three", "one", "one"))
    assert f"Lily's red vote is on {cards[6]}, so nobody gets points for that one." in told
    assert f"Four points each for Lily, Nick, Mia, and Tom, who chose {cards[1]}." in told
    assert f"A single vote gets no points: {cards[2]} from Julie and {cards[3]} from Dylan." in told


def test_team_that_leads_is_plural() -> None:
    with table(6, mode="teams") as talk:
        before, after = {"Lily and Dylan": 1, "Nick and Mia": 0}, {"Lily and Dylan": 1, "Nick and Mia": 3}
        (told,) = talk.game_topic.setting.host.narrate_new_leaders(before, after, Mode.TEAMS)
        assert talk.game_topic.words.render(told) == "Nick and Mia lead with three points."

"""Rules of Storytellers."""

from dataclasses import replace
from pathlib import Path

import pytest

from narrator.core.cards import Dealt, LaidOut, LayOut, Own, OwnersAsked, RoundVoided, Scored, VoteReturned
from narrator.core.game import (
    CardSource,
    GameEnded,
    IllegalMove,
    Join,
    Joined,
    Leave,
    Left,
    Reason,
    Seat,
    Seated,
    SpokenWords,
)
from narrator.games.storytellers import rules as storytellers
from narrator.games.storytellers.moves import (
    AgesAsked,
    BookOpened,
    CharacterEntered,
    Choose,
    Disagreed,
    DrawLot,
    DrawWay,
    EntranceCause,
    Favour,
    ForkReached,
    Lay,
    LeaveToChance,
    Name,
    PageTurned,
    Proposed,
    TellAge,
    TieFound,
    TogetherScored,
    Vote,
    VotesRevealed,
    WayTaken,
    Wish,
)
from narrator.games.storytellers.rules import Mode, Options, Phase, StoryShape
from narrator.storage.journal import Journal
from narrator.storage.table import Table
from tests.support.playouts import FORKED, ScriptedGame

FOUR = [Seat("Lily"), Seat("Nick"), Seat("Julie"), Seat("Dylan")]


def begin(*names: str, mode: Mode = Mode.BASIC, ages: tuple[int, ...] = (), **options) -> ScriptedGame:
    """Start a game with hands and pile in the order of the characters."""
    seats = [Seat(name, age) for name, age in zip(names, ages or [None] * len(names), strict=True)]
    return ScriptedGame(storytellers, seats, Options(mode=mode, **options))


def lay_first(game: ScriptedGame) -> None:
    """Let everyone lay the first card of the hand. With fixed luck, symbols follow the seats."""
    game.do(*(Lay(name, (game.state.hands[name] or (None,))[0]) for name in game.state.names))


def vote(game: ScriptedGame, **votes: int) -> list:
    return game.do(*(Vote(name, symbol) for name, symbol in votes.items()))


def round_of(game: ScriptedGame, **votes: int) -> list:
    lay_first(game)
    return vote(game, **votes)


# --- the worked example of the rule book -----------------------------------------------------------


def test_rule_book_example_game_is_scored_as_printed() -> None:
    hands = [
        ("water skater", "tuna", "sheep", "newt", "crow"),
        ("squirrel", "shark", "gnu", "emu", "yak"),
        ("hedgehog", "stork", "crab", "mule", "toad"),
        ("chipmunk", "moose", "wolf", "lynx", "hen"),
    ]
    dealt = tuple(card for hand in hands for card in hand)
    others = tuple(f"character {n}" for n in range(66))
    game = ScriptedGame(storytellers, FOUR, Options(characters=dealt + others))

    def lay(*cards: str) -> None:
        game.do(*(Lay(name, card) for name, card in zip(game.state.names, cards, strict=True)))

    # Julie's hedgehog two votes, Dylan's chipmunk one, Lily's water skater one, Nick's squirrel none.
    lay("water skater", "squirrel", "hedgehog", "chipmunk")
    vote(game, Lily=3, Nick=3, Julie=4, Dylan=1)
    assert game.state.scores == {"Julie": 2, "Lily": 2, "Nick": 1, "Dylan": 1}
    assert game.state.book[-1].character == "hedgehog"

    # Julie's stork and Nick's shark two votes each: Dylan, alone with the fewest points, chooses. No age is asked.
    lay("tuna", "shark", "stork", "moose")
    vote(game, Lily=3, Nick=3, Julie=2, Dylan=2)
    assert game.events_of(Scored)[-1].gained == {"Julie": 3, "Nick": 3, "Lily": 1, "Dylan": 1}
    assert game.state.scores == {"Julie": 5, "Nick": 4, "Lily": 3, "Dylan": 2}
    assert game.events_of(TieFound) == [TieFound("Dylan", (2, 3))]
    assert game.refused(Choose("Lily", 3)) is Reason.NOT_YOUR_TURN
    assert game.refused(Choose("Dylan", 1)) is Reason.NOT_A_LEADER
    game.do(Choose("Dylan", 3))
    assert game.state.book[-1].character == "stork"

    # Each card one vote: Dylan may choose anyone, and takes Lily's sheep.
    lay("sheep", "gnu", "crab", "wolf")
    vote(game, Lily=2, Nick=3, Julie=4, Dylan=1)
    assert game.state.scores == {"Julie": 6, "Nick": 5, "Lily": 4, "Dylan": 3}
    assert game.events_of(TieFound)[-1] == TieFound("Dylan", (1, 2, 3, 4))
    game.do(Choose("Dylan", 1))
    assert game.state.book[-1].character == "sheep"
    assert game.events_of(AgesAsked) == []


# --- scoring by hand -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("votes", "gained", "leading"),
    [
        # round one of the book
        ({"Nick": 3, "Lily": 3, "Julie": 4, "Dylan": 1}, {"Julie": 2, "Lily": 2, "Nick": 1, "Dylan": 1}, {3}),
        # several cards share the most votes: all of them count
        ({"Lily": 3, "Dylan": 3, "Julie": 2, "Nick": 3}, {"Julie": 3, "Nick": 2, "Lily": 1, "Dylan": 1}, {3}),
        ({"Lily": 3, "Nick": 3, "Julie": 2, "Dylan": 2}, {"Julie": 3, "Nick": 3, "Lily": 1, "Dylan": 1}, {2, 3}),
        # every card got exactly one vote: no extra points, and all lead
        ({"Lily": 2, "Nick": 3, "Julie": 4, "Dylan": 1}, {"Julie": 1, "Nick": 1, "Lily": 1, "Dylan": 1}, {1, 2, 3, 4}),
    ],
)
def test_points_and_leaders(votes: dict[str, int], gained: dict[str, int], leading: set[int]) -> None:
    laid = {1: "Lily", 2: "Nick", 3: "Julie", 4: "Dylan"}
    assert storytellers.points(laid, votes) == gained
    assert storytellers.leading_symbols(laid, votes) == leading


def test_card_without_a_vote_breaks_the_one_each_rule() -> None:
    laid = {1: "Ann", 2: "Bob", 3: "Cid", 4: "gone"}
    votes = {"Ann": 2, "Bob": 3, "Cid": 1}
    assert storytellers.points(laid, votes) == {"Ann": 2, "Bob": 2, "Cid": 2, "gone": 0}
    assert storytellers.leading_symbols(laid, votes) == {1, 2, 3}


def test_no_votes_give_no_points_and_all_cards_lead() -> None:
    laid = {1: "Ann", 2: "Bob"}
    assert storytellers.points(laid, {}) == {"Ann": 0, "Bob": 0}
    assert storytellers.leading_symbols(laid, {}) == {1, 2}
    assert storytellers.points({}, {}) == {}
    assert storytellers.leading_symbols({}, {}) == frozenset()


def test_points_include_players_with_zero() -> None:
    assert storytellers.points({1: "Ann", 2: "Bob", 3: "Cid"}, {"Ann": 2, "Cid": 2}) == {"Ann": 1, "Bob": 2, "Cid": 1}
    assert storytellers.points({1: "Ann", 2: "Bob"}, {"Bob": 1}) == {"Ann": 1, "Bob": 1}


# --- basic -----------------------------------------------------------------------------------------


def test_hands_have_five_and_the_top_card_opens_the_book() -> None:
    game = begin("Ann", "Bob", "Cid")
    assert [len(hand) for hand in game.state.hands.values()] == [5, 5, 5]
    assert game.state.book[0].character == "character 16"
    assert game.events_of(BookOpened) == [BookOpened("character 16", "1")]
    assert game.events_of(CharacterEntered) == []


def test_first_and_last_story_card_have_no_vote() -> None:
    game = begin("Ann", "Bob", "Cid", ages=(6, 7, 8))
    assert game.events_of(PageTurned) == [PageTurned("1", 1), PageTurned("2", 2)]
    for _ in range(5):
        round_of(game, Ann=2, Bob=1, Cid=1)
    assert game.events_of(PageTurned)[-1] == PageTurned("7", 7)
    assert game.state.phase is Phase.OVER
    assert [page.character is None for page in game.state.book] == [False] * 6 + [True]


def test_each_player_lays_one_card_of_the_hand() -> None:
    game = begin("Ann", "Bob", "Cid")
    assert game.refused(Lay("Ann", "character 6")) is Reason.NOT_IN_HAND
    assert game.refused(Lay("Zed", "character 1")) is Reason.NOT_AT_TABLE
    game.do(Lay("Ann", "character 1"))
    assert game.refused(Lay("Ann", "character 2")) is Reason.ALREADY_LAID
    assert game.refused(Vote("Ann", 1)) is Reason.NOT_NOW


def test_laid_cards_are_shuffled_and_owners_hidden() -> None:
    game = begin("Ann", "Bob", "Cid")
    lay_first(game)
    assert game.events_of(LaidOut)[0].cards == {1: "character 1", 2: "character 6", 3: "character 11"}
    assert storytellers.view(game.state, None).owners == {}
    assert storytellers.view(game.state, "Bob").owners == {2: "Bob"}


def test_layout_order_is_random_and_owners_follow_their_cards() -> None:
    game = begin("Ann", "Bob", "Cid")
    lay = [Lay(name, game.state.hands[name][0]) for name in game.state.names]
    state = game.state
    for move in lay:
        state = storytellers.apply(state, move).state
    for wrong in (("character 1", "character 6"), ("character 1", "character 6", "character 2")):
        with pytest.raises(IllegalMove, match="impossible draw"):
            storytellers.apply(state, LayOut(wrong))
    state = storytellers.apply(state, LayOut(("character 11", "character 1", "character 6"))).state
    assert state.owners == {1: "Cid", 2: "Ann", 3: "Bob"}


def test_reason_is_hidden_from_other_players() -> None:
    game = begin("Ann", "Bob", "Cid")
    game.do(Lay("Ann", "character 1", SpokenWords("because it has spikes")))
    assert storytellers.view(game.state, "Bob").why == {}
    assert storytellers.view(game.state, "Ann").why == {"Ann": SpokenWords("because it has spikes")}


def test_vote_for_own_card_is_refused() -> None:
    game = begin("Ann", "Bob", "Cid")
    lay_first(game)
    assert game.refused(Vote("Ann", 1)) is Reason.OWN_CARD
    assert game.refused(Vote("Ann", 4)) is Reason.NO_SUCH_SYMBOL
    assert game.refused(Vote("Zed", 1)) is Reason.NOT_AT_TABLE


def test_votes_are_secret_and_revealed_together() -> None:
    game = begin("Ann", "Bob", "Cid", ages=(6, 7, 8))
    lay_first(game)
    vote(game, Ann=2, Bob=1)
    assert game.refused(Vote("Ann", 3)) is Reason.ALREADY_VOTED
    assert game.events_of(VotesRevealed) == []
    assert storytellers.view(game.state, "Cid").votes == {"Ann": 0, "Bob": 0}
    vote(game, Cid=1)
    assert game.events_of(VotesRevealed)[0].votes == {"Ann": 2, "Bob": 1, "Cid": 1}


def test_card_with_most_votes_enters_the_book() -> None:
    game = begin("Ann", "Bob", "Cid")
    events = round_of(game, Ann=2, Bob=1, Cid=2)
    assert CharacterEntered("character 6", "2", EntranceCause.VOTED, "Bob") in events
    assert sorted(game.state.loose) == ["character 1", "character 11"]
    assert {event.seat: event.cards for event in events if isinstance(event, Dealt)} == {
        "Ann": ("character 17",),
        "Bob": ("character 18",),
        "Cid": ("character 19",),
    }


def test_discards_are_shuffled_when_the_pile_runs_out() -> None:
    game = begin("Ann", "Bob", "Cid", mode=Mode.COOPERATIVE, characters=tuple(f"character {n}" for n in range(31)))
    for _ in range(5):
        round_of(game, Ann=1, Bob=1, Cid=1)
        if game.state.phase is not Phase.OVER:
            assert [len(hand) for hand in game.state.hands.values()] == [5, 5, 5]
            assert len(game.events_of(LaidOut)[-1].cards) == 6
    assert game.state.phase is Phase.OVER


def test_discards_are_shuffled_in_mid_round_for_six_characters() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan", mode=Mode.COOPERATIVE)
    game.state = replace(game.state, pile=game.state.pile[:2], loose=game.state.pile[2:])
    game.do(Leave("Dan"))  # now the pile has to add three
    lay_first(game)
    assert len(game.state.face_up) == 6
    assert len(set(game.state.face_up.values())) == 6


def test_youngest_of_the_lowest_scorers_breaks_the_tie() -> None:
    game = begin("Ann", "Bob", "Cid", ages=(9, 5, 7))
    round_of(game, Ann=2, Bob=3, Cid=1)
    assert game.events_of(TieFound) == [TieFound("Bob", (1, 2, 3))]


def test_ages_are_asked_only_when_the_youngest_decides() -> None:
    game = begin("Ann", "Bob", "Cid")
    round_of(game, Ann=2, Bob=3, Cid=1)
    assert game.events_of(AgesAsked) == [AgesAsked(("Ann", "Bob", "Cid"))]
    assert storytellers.waiting(game.state) == ("Ann", "Bob", "Cid")
    game.do(TellAge("Ann", 8), TellAge("Bob", 8))
    assert game.refused(TellAge("Ann", 7)) is Reason.ALREADY_SAID
    assert game.refused(TellAge("Cid", 0)) is Reason.BAD_AGE
    game.do(TellAge("Cid", 11))
    assert game.events_of(TieFound) == [TieFound("Ann", (1, 2, 3))]


def test_most_points_win_and_ties_share_the_victory() -> None:
    game = begin("Ann", "Bob", "Cid", ages=(6, 7, 8))
    for _ in range(5):
        round_of(game, Ann=2, Bob=1, Cid=1)
    result = game.state.outcome
    assert result.scores == {"Ann": 10, "Bob": 10, "Cid": 5}
    assert result.winners == ("Ann", "Bob")
    assert result.finished


# --- cooperative -----------------------------------------------------------------------------------


def test_cooperative_pile_fills_up_to_six_characters() -> None:
    for count in range(3, 7):
        game = begin(*"ABCDEF"[:count], mode=Mode.COOPERATIVE)
        assert game.state.scores == {"players": 0, "game": 0}
        lay_first(game)
        assert list(game.state.face_up) == [1, 2, 3, 4, 5, 6]
        assert sorted(game.state.owners.values()) == list("ABCDEF"[:count])


def test_cooperative_single_leader_scores_for_the_players() -> None:
    game = begin("Ann", "Bob", "Cid", mode=Mode.COOPERATIVE)
    events = round_of(game, Ann=1, Bob=1, Cid=4)
    assert TogetherScored(True, 1, 0) in events
    assert game.state.book[-1].character == "character 1"


def test_cooperative_tie_scores_for_the_game_and_draws_a_lot() -> None:
    game = begin("Ann", "Bob", "Cid", mode=Mode.COOPERATIVE)
    events = round_of(game, Ann=5, Bob=2, Cid=3)
    assert TogetherScored(False, 0, 1) in events
    assert any(isinstance(event, CharacterEntered) and event.how is EntranceCause.DRAWN for event in events)


def test_cooperative_lot_is_drawn_among_the_leaders() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan", "Eve", mode=Mode.COOPERATIVE)
    lay_first(game)
    state = game.state
    for name, symbol in zip(state.names, (6, 6, 2, 2, 1), strict=True):
        state = storytellers.apply(state, Vote(name, symbol)).state
    assert state.leading == {2, 6}
    with pytest.raises(IllegalMove, match="impossible draw"):
        storytellers.apply(state, DrawLot(1))
    assert storytellers.apply(state, DrawLot(6)).state.book[-1].character == game.state.face_up[6]


def test_cooperative_draw_is_lost() -> None:
    game = begin("Ann", "Bob", mode=Mode.COOPERATIVE)
    round_of(game, Ann=3, Bob=3)
    round_of(game, Ann=1, Bob=2)
    game.do(Leave("Bob"))
    assert game.state.outcome.scores == {"players": 1, "game": 1}
    assert game.state.outcome.winners == ()


@pytest.mark.parametrize(("agreed", "won"), [(3, True), (2, False)])
def test_cooperative_players_win_only_if_ahead(agreed: int, won: bool) -> None:
    game = begin("Ann", "Bob", "Cid", mode=Mode.COOPERATIVE)
    for number in range(5):
        round_of(game, Ann=1, Bob=1, Cid=1) if number < agreed else round_of(game, Ann=1, Bob=2, Cid=3)
    assert game.state.outcome.winners == (("Ann", "Bob", "Cid") if won else ())


@pytest.mark.parametrize(("extras", "symbols"), [(None, 4), (1, 3), (2, 4), (3, 5)])
def test_extras_option_sets_cards_added_for_two_players(extras: int | None, symbols: int) -> None:
    game = begin("Ann", "Bob", mode=Mode.COOPERATIVE, extras=extras)
    lay_first(game)
    assert len(game.state.face_up) == symbols


def test_two_cooperative_players_score_if_they_vote_alike() -> None:
    game = begin("Ann", "Bob", mode=Mode.COOPERATIVE)
    assert TogetherScored(True, 1, 0) in round_of(game, Ann=3, Bob=3)
    lay_first(game)
    voted = {game.state.face_up[2], game.state.face_up[4]}
    assert TogetherScored(False, 1, 1) in vote(game, Ann=2, Bob=4)
    assert game.state.book[-1].character in voted


# --- the youngest ----------------------------------------------------------------------------------


def test_youngest_choose_aloud_and_say_why() -> None:
    game = begin("Ann", "Bob", mode=Mode.YOUNGEST)
    why = SpokenWords("because it is brave")
    assert Proposed("Ann", "character 1", 1, why) in game.do(Lay("Ann", "character 1", why))


def test_youngest_agree_on_one_and_have_no_winner() -> None:
    game = begin("Ann", "Bob", mode=Mode.YOUNGEST)
    for _ in range(5):
        game.do(Lay("Ann", game.state.hands["Ann"][0], SpokenWords("it sings")), Lay("Bob", game.state.hands["Bob"][0]))
        game.do(Favour("Ann", 1), Favour("Bob", 1))
        assert game.state.book[-1].why == SpokenWords("it sings") or game.state.phase is Phase.OVER
    assert game.state.outcome == game.events_of(GameEnded)[0].outcome
    assert game.state.outcome.winners == ()
    assert game.events_of(Scored) == []


def test_youngest_may_draw_a_lot_after_two_attempts() -> None:
    game = begin("Ann", "Bob", mode=Mode.YOUNGEST)
    lay_first(game)
    game.do(Favour("Ann", 1), Favour("Bob", 2))
    assert game.refused(LeaveToChance()) is Reason.NOT_NOW
    game.do(Favour("Ann", 1), Favour("Bob", 2))
    assert game.events_of(Disagreed) == [Disagreed((1, 2), 1), Disagreed((1, 2), 2)]
    game.do(LeaveToChance())
    assert game.events_of(CharacterEntered)[-1].how is EntranceCause.DRAWN


def test_youngest_draw_among_their_last_wishes() -> None:
    game = begin("Ann", "Bob", "Cid", mode=Mode.YOUNGEST)
    lay_first(game)
    for _ in range(2):
        game.do(Favour("Ann", 2), Favour("Bob", 2), Favour("Cid", 3))
    drawing = storytellers.apply(game.state, LeaveToChance()).state
    assert drawing.leading == {2, 3}
    with pytest.raises(IllegalMove, match="impossible draw"):
        storytellers.apply(drawing, DrawLot(1))


def test_attempts_are_counted_per_page() -> None:
    game = begin("Ann", "Bob", mode=Mode.YOUNGEST)
    lay_first(game)
    game.do(Favour("Ann", 1), Favour("Bob", 2), Favour("Ann", 1), Favour("Bob", 1))
    lay_first(game)
    game.do(Favour("Ann", 1), Favour("Bob", 2))
    assert game.refused(LeaveToChance()) is Reason.NOT_NOW
    assert game.refused(Favour("Ann", 3)) is Reason.NO_SUCH_SYMBOL


# --- tricky stories --------------------------------------------------------------------------------


def test_majority_decides_at_a_fork_after_the_role() -> None:
    game = begin("Ann", "Bob", "Cid", story=FORKED)
    events = round_of(game, Ann=2, Bob=1, Cid=2)
    assert isinstance(events[-1], ForkReached)
    assert game.refused(Wish("Ann", "six")) is Reason.NO_SUCH_WAY
    game.do(Wish("Ann", "three b"), Wish("Bob", "three a"), Wish("Cid", "three b"))
    assert game.events_of(WayTaken) == [WayTaken("three b", drawn=False)]
    assert game.state.card == "three b"


@pytest.mark.parametrize("mode", Mode)
def test_role_is_cast_before_the_way_is_chosen(mode: Mode) -> None:
    game = begin("Ann", "Bob", "Cid", mode=mode, story=FORKED)
    lay_first(game)
    game.do(
        *(
            Favour(name, 1) if mode is Mode.YOUNGEST else Vote(name, 1 + (name == "Ann"))
            for name in ["Ann", "Bob", "Cid"]
        )
    )
    assert len(game.state.book) == 2
    assert game.state.phase is Phase.FORK
    game.do(Wish("Ann", "three a"), Wish("Bob", "three a"))
    assert game.refused(Wish("Bob", "three b")) is Reason.ALREADY_VOTED
    game.do(Wish("Cid", "three b"))
    assert game.state.card == "three a"


def test_way_lot_must_be_one_of_the_two_ways() -> None:
    game = begin("Ann", "Bob", "Cid", story=FORKED)
    round_of(game, Ann=2, Bob=1, Cid=2)
    state = game.state
    for name in state.names:
        state = storytellers.apply(state, Wish(name, None)).state
    with pytest.raises(IllegalMove, match="impossible draw"):
        storytellers.apply(state, DrawWay("five a"))
    assert storytellers.apply(state, DrawWay("three b")).state.card == "three b"


@pytest.mark.parametrize(
    "wishes",
    [
        (None, None, "three b"),
        ("three b", "three a", None),
        ("three b", None),
        ("three a", "three b"),
        ("three b", "three b", None, None, "three a"),
    ],
)
def test_lot_decides_the_way_on_request_or_tie(wishes: tuple[str | None, ...]) -> None:
    game = begin(*"ABCDE"[: len(wishes)], mode=Mode.YOUNGEST, story=FORKED)
    lay_first(game)
    game.do(*(Favour(name, 1) for name in game.state.names))
    game.do(*(Wish(name, way) for name, way in zip(game.state.names, wishes, strict=True)))
    assert game.events_of(WayTaken)[0].drawn


def test_seven_of_ten_story_cards_are_read() -> None:
    game = begin("Ann", "Bob", mode=Mode.YOUNGEST, story=FORKED)
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.FORK:
            game.do(*(Wish(name, None) for name in game.state.names))
        else:
            lay_first(game)
            game.do(Favour("Ann", 1), Favour("Bob", 1))
    assert [page.card for page in game.state.book] == ["one", "two", "three a", "four", "five a", "six", "seven a"]


# --- the family's own cards ------------------------------------------------------------------------


def test_own_cards_are_named_and_claimed() -> None:
    game = begin("Ann", "Bob", "Cid", cards=CardSource.TABLE)
    game.do(Name("the grey cat"))
    lay_first(game)
    vote(game, Ann=2, Bob=3, Cid=2)
    assert isinstance(game.events[-1], OwnersAsked)
    game.do(Own("Bob", 2))
    assert game.refused(Own("Ann", 2)) is Reason.ALREADY_OWNED
    assert game.refused(Own("Bob", 1)) is Reason.ALREADY_SAID
    game.do(Own("Cid", 3))  # the last card is then known
    assert game.events_of(Scored)[0].gained == {"Ann": 1, "Bob": 2, "Cid": 2}
    game.do(Name("the old boot"))
    assert [page.character for page in game.state.book] == ["the grey cat", "the old boot"]


def test_own_cards_voter_for_own_card_votes_again() -> None:
    game = begin("Ann", "Bob", "Cid", cards=CardSource.TABLE)
    game.do(Name("the grey cat"))
    lay_first(game)
    vote(game, Ann=1, Bob=3, Cid=2)
    game.do(Own("Ann", 1), Own("Bob", 2))
    assert game.events_of(VoteReturned) == [VoteReturned("Ann", 1)]
    assert storytellers.waiting(game.state) == ("Ann",)
    assert game.refused(Vote("Ann", 1)) is Reason.OWN_CARD
    vote(game, Ann=2)
    assert game.events_of(Scored)[0].gained == {"Ann": 1, "Bob": 2, "Cid": 2}


# --- coming and going ------------------------------------------------------------------------------


def test_round_continues_if_the_last_awaited_player_leaves() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan", ages=(6, 7, 8, 9))
    lay_first(game)
    vote(game, Ann=2, Bob=1, Cid=1)
    game.do(Leave("Dan"))
    assert game.events_of(Scored)[0].standing == {"Ann": 2, "Bob": 2, "Cid": 1}


def test_leavers_laid_out_card_stays_without_scoring() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan")
    lay_first(game)
    game.do(Leave("Dan"))
    vote(game, Ann=4, Bob=4, Cid=4)
    assert game.state.book[-1].character == "character 16"
    assert game.state.scores == {"Ann": 1, "Bob": 1, "Cid": 1}


def test_leaver_takes_a_face_down_card_along() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan")
    game.do(Lay("Dan", "character 16"), Leave("Dan"))
    assert "character 16" in game.state.loose
    lay_first(game)
    assert list(game.state.face_up.values()) == ["character 1", "character 6", "character 11"]


def test_next_player_chooses_if_the_tie_breaker_leaves() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan", ages=(9, 5, 7, 8))
    round_of(game, Ann=2, Bob=3, Cid=4, Dan=1)
    assert TieFound("Cid", (1, 2, 3, 4)) in game.do(Leave("Bob"))
    game.do(Choose("Cid", 2))
    assert game.state.book[-1].character == "character 6"


def test_age_is_not_awaited_after_its_player_left() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan")
    round_of(game, Ann=2, Bob=3, Cid=4, Dan=1)
    game.do(TellAge("Ann", 9), TellAge("Bob", 8), TellAge("Cid", 7))
    assert TieFound("Cid", (1, 2, 3, 4)) in game.do(Leave("Dan"))


def test_leaving_at_a_fork_or_agreement_continues_the_game() -> None:
    game = begin("Ann", "Bob", "Cid", mode=Mode.YOUNGEST, story=FORKED)
    lay_first(game)
    game.do(Favour("Ann", 3), Favour("Bob", 3), Leave("Cid"))
    assert game.state.book[-1].character == "character 11"  # Cid's card may still be chosen
    game.do(Join("Dan"), Wish("Ann", "three b"), Wish("Bob", "three b"))
    assert game.state.names == ("Ann", "Bob", "Dan")
    assert game.state.card == "three b"
    lay_first(game)
    game.do(*(Favour(name, 1) for name in game.state.names))
    lay_first(game)
    game.do(*(Favour(name, 1) for name in game.state.names))
    game.do(Wish("Ann", "five b"), Wish("Dan", "five b"), Leave("Bob"))
    assert game.state.card == "five b"


def test_leaving_while_cards_are_chosen_continues_the_game() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan")
    game.do(Lay("Ann", "character 1"), Lay("Bob", "character 6"), Lay("Cid", "character 11"))
    assert list(game.do(Leave("Dan"))[-1].cards) == [1, 2, 3]


def test_own_cards_of_a_leaver_still_have_to_be_claimed() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan", cards=CardSource.TABLE)
    game.do(Name("the grey cat"))
    lay_first(game)
    vote(game, Ann=4, Bob=1, Cid=4, Dan=1)
    game.do(Leave("Dan"))
    assert storytellers.waiting(game.state) == ("Ann", "Bob", "Cid", "Dan")
    game.do(Own("Dan", 4), Own("Bob", 2), Own("Ann", 1))
    assert game.events_of(Scored)[0].gained == {"Ann": 2, "Bob": 0, "Cid": 1}


def test_newcomer_may_leave_before_the_next_round() -> None:
    game = begin("Ann", "Bob", "Cid")
    game.do(Join("Dan"), Leave("Dan"))
    round_of(game, Ann=2, Bob=1, Cid=2)
    assert game.state.names == ("Ann", "Bob", "Cid")
    assert game.refused(Leave("Dan")) is Reason.NOT_AT_TABLE


def test_cooperative_pile_adds_fewer_cards_with_newcomers() -> None:
    game = begin("Ann", "Bob", mode=Mode.COOPERATIVE, extras=1)
    lay_first(game)
    game.do(Join("Cid"))
    assert Seated("Cid", None) in vote(game, Ann=1, Bob=1)
    lay_first(game)
    assert len(game.state.face_up) == 6
    game.do(Leave("Ann"))
    vote(game, Bob=1, Cid=1)
    lay_first(game)
    assert len(game.state.face_up) == 3  # two players again, and one card from the pile


def test_game_ends_unfinished_with_too_few_players() -> None:
    game = begin("Ann", "Bob", "Cid")
    round_of(game, Ann=2, Bob=1, Cid=2)
    game.do(Leave("Cid"))
    assert game.state.outcome.scores == {"Ann": 2, "Bob": 2}
    assert game.state.outcome.finished is False
    assert game.refused(Leave("Ann")) is Reason.NOT_NOW


@pytest.mark.parametrize("leave_after", [Phase.CHOOSING, Phase.VOTING])
def test_waiting_newcomer_keeps_the_game_going(leave_after: Phase) -> None:
    game = begin("Ann", "Bob", "Cid")
    game.do(Join("Dan", 6), Lay("Cid", game.state.hands["Cid"][0]))
    if leave_after is Phase.VOTING:
        game.do(*(Lay(name, game.state.hands[name][0]) for name in ("Ann", "Bob")), Vote("Ann", 3))
    told = game.do(Leave("Cid"))
    assert told[:3] == [Left("Cid"), RoundVoided(None), Seated("Dan", 0)]
    assert game.state.phase is Phase.CHOOSING
    assert {name: len(hand) for name, hand in game.state.hands.items()} == {"Ann": 5, "Bob": 5, "Dan": 5}
    round_of(game, Ann=2, Bob=1, Dan=1)
    assert game.state.scores == {"Ann": 2, "Bob": 2, "Dan": 1}


def test_newcomer_starts_next_round_with_lowest_score_and_full_hand() -> None:
    game = begin("Ann", "Bob", "Cid")
    lay_first(game)
    assert Joined("Dan") in game.do(Join("Dan", 6))
    assert game.refused(Vote("Dan", 1)) is Reason.NOT_AT_TABLE
    assert game.refused(Join("Dan")) is Reason.NAME_TAKEN
    events = vote(game, Ann=2, Bob=1, Cid=2)
    assert Seated("Dan", 1) in events
    assert len(game.state.hands["Dan"]) == 5
    assert game.state.scores == {"Ann": 2, "Bob": 2, "Cid": 1, "Dan": 1}


def test_seventh_player_is_refused() -> None:
    game = begin("Ann", "Bob", "Cid", "Dan", "Eve", "Flo")
    assert game.refused(Join("Gus")) is Reason.TABLE_FULL


# --- setting up ------------------------------------------------------------------------------------


def changed(story: StoryShape, **follows: tuple[str, ...]) -> StoryShape:
    return replace(story, follows={**story.follows, **follows})


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (["Ann", "Bob"], Options(), Reason.PLAYER_COUNT),
        ([*"abcdefg"], Options(), Reason.PLAYER_COUNT),
        (["Ann"], Options(mode=Mode.YOUNGEST), Reason.PLAYER_COUNT),
        ([*"abcdefg"], Options(mode=Mode.YOUNGEST), Reason.PLAYER_COUNT),
        (["Ann"], Options(mode=Mode.COOPERATIVE), Reason.PLAYER_COUNT),
        (["Ann", "Bob"], Options(mode=Mode.YOUNGEST, extras=2), Reason.OPTION),
        (["Ann", "Bob"], Options(mode=Mode.COOPERATIVE, extras=0), Reason.OPTION),
        (["Ann", "Ann", "Bob"], Options(), Reason.NAME_TAKEN),
        (["Ann", " ", "Bob"], Options(), Reason.NO_NAME),
        (["Ann", "Bob", "Cid"], Options(mode=Mode.COOPERATIVE, extras=2), Reason.OPTION),
        (["Ann", "Bob"], Options(mode=Mode.COOPERATIVE, extras=4), Reason.OPTION),
        (["Ann", "Bob", "Cid"], Options(characters=("owl", "fox")), Reason.TOO_FEW_CARDS),
        (["Ann", "Bob", "Cid"], Options(story=StoryShape("short", "1", {"1": ("2",), "2": ()})), Reason.OPTION),
        (["Ann", "Bob", "Cid"], Options(story=changed(FORKED, one=("two", "alas"), alas=("three a",))), Reason.OPTION),
        (["Ann", "Bob", "Cid"], Options(story=changed(FORKED, lost=("six",))), Reason.OPTION),
    ],
)
def test_invalid_setup_is_refused_with_the_reason(seats: list[str], options: Options, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refusal:
        storytellers.setup([Seat(name) for name in seats], options)
    assert refusal.value.reason is reason


# --- taking back -----------------------------------------------------------------------------------


def test_undo_stops_at_reveals_and_deals(tmp_path: Path) -> None:
    seats = [Seat("Ann", 6), Seat("Bob", 7), Seat("Cid", 8)]
    with (
        Journal.open(tmp_path / "narrator.sqlite") as journal,
        Table.begin(journal, "storytellers", seats, Options(story=FORKED)) as table,
    ):
        assert table.undo() is None  # the deal
        lay = [Lay(name, hand[0]) for name, hand in table.state.hands.items()]
        table.play(lay[0])
        assert table.undo() == lay[0]
        for move in lay:
            table.play(move)
        assert table.undo() is None  # the cards are shown
        symbols = {owner: symbol for symbol, owner in table.state.owners.items()}
        table.play(Vote("Ann", symbols["Bob"]))
        table.play(Join("Dan", 5))
        assert (table.undo(), table.undo()) == (Join("Dan", 5), Vote("Ann", symbols["Bob"]))
        for voter, owner in (("Ann", "Bob"), ("Bob", "Cid"), ("Cid", "Ann")):
            table.play(Vote(voter, symbols[owner]))
        assert table.undo() is None  # the votes are open
        table.play(Choose("Ann", symbols["Cid"]))
        assert table.undo() is None  # it is in the book
        table.play(Wish("Ann", "three a"))
        assert table.undo() == Wish("Ann", "three a")
        for name in table.state.names:
            table.play(Wish(name, "three a"))
        assert table.undo() is None  # the page is turned

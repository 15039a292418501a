"""Rules of Dixit Odyssey."""

from typing import Any

import pytest

from narrator.core.cards import (
    FACE_DOWN,
    HIDDEN_VOTE,
    Dealt,
    Laid,
    LaidOut,
    LayOut,
    Own,
    Owned,
    OwnersAsked,
    RoundVoided,
    Scored,
    Shuffle,
    Voted,
)
from narrator.core.clues import ClueGiven, CluePhase, Found, Give, RoundBegan, VoteLost, VotesRevealed
from narrator.core.game import (
    CardSource,
    GameEnded,
    IllegalMove,
    Join,
    Joined,
    Leave,
    Left,
    Outcome,
    Reason,
    Seat,
    Seated,
    SpokenWords,
)
from narrator.games.odyssey import rules as odyssey
from narrator.games.odyssey.moves import (
    HandReceived,
    HandsPassed,
    PartnerDealt,
    PartyVotesRevealed,
    PhraseSaid,
    Red,
    RedVoted,
    Say,
    Tell,
    TookOver,
    Vote,
)
from narrator.games.odyssey.rules import Mode, Options, party_points, points, team_points
from tests.support.playouts import FixedLuck, ScriptedGame
from tests.support.tables import NAMES

CLUE = SpokenWords("once upon a time")
FOUR = ("Ann", "Bob", "Cid", "Dot")
SIX = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
SEVEN = (*SIX, "Gus")
TEAMS = (("Ann", "Dot"), ("Bob", "Eve"), ("Cid", "Fay"))


def begin(*names: str, **options: Any) -> ScriptedGame:
    """Start a game with hands, pile and symbols in the order of the pictures."""
    return ScriptedGame(odyssey, [Seat(name) for name in names or FOUR], Options(**options))


def party(*names: str, **options: Any) -> ScriptedGame:
    return begin(*names or SIX, mode=Mode.PARTY, **options)


def teams(*names: str, **options: Any) -> ScriptedGame:
    """Start a game of the teams Ann and Dot, Bob and Eve, Cid and Fay."""
    return begin(*names or SIX, mode=Mode.TEAMS, **options)


def tell(game: ScriptedGame, seat: str | None = None) -> list[Any]:
    """Let the storyteller (by default the current one, or the first seat) give a clue for the first card."""
    seat = seat or game.state.teller or game.state.names[0]
    if game.state.options.mode is Mode.PARTY:
        return game.do(Say(seat, CLUE))
    return game.do(Tell(seat, (*game.state.hands[seat], None)[0], CLUE))


def give(game: ScriptedGame, *givers: str) -> None:
    """Let these players, or all awaited ones, give their first cards. Symbols follow that order."""
    while names := [name for name in givers or odyssey.waiting(game.state) if name not in game.state.laid]:
        if game.state.phase is not CluePhase.GIVING:
            return
        game.do(Give(names[0], game.state.hands[names[0]][: game.state.cards_to_give]))


def vote(game: ScriptedGame, **votes: int | tuple[int, ...]) -> list[Any]:
    return game.do(*(Vote(name, (of,) if isinstance(of, int) else of) for name, of in votes.items()))


def play_round(game: ScriptedGame) -> list[Any]:
    """Play a round where everyone votes for the storyteller's card, or at a party for the first."""
    told = tell(game)
    give(game)
    if game.state.options.mode is Mode.PARTY:
        told += game.do(Red(game.state.teller, 2))
    return told + vote(game, **dict.fromkeys(odyssey.waiting(game.state), 1))


def up_to_voting(game: ScriptedGame) -> ScriptedGame:
    tell(game)
    give(game)
    return game


# --- the basic game, scored by hand ----------------------------------------------------------------

FOUR_LAID = {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dot"}
SEVEN_LAID = dict(enumerate(SEVEN, 1))


def test_all_or_none_found_gives_storyteller_nothing_and_others_two() -> None:
    assert points("Ann", FOUR_LAID, {"Bob": [1], "Cid": [1], "Dot": [1]}) == {"Ann": 0, "Bob": 2, "Cid": 2, "Dot": 2}
    assert points("Ann", FOUR_LAID, {"Bob": [3], "Cid": [4], "Dot": [3]}) == {"Ann": 0, "Bob": 2, "Cid": 4, "Dot": 3}


def test_storyteller_and_each_finder_get_three() -> None:
    assert points("Ann", FOUR_LAID, {"Bob": [1], "Cid": [1], "Dot": [2]}) == {"Ann": 3, "Bob": 4, "Cid": 3, "Dot": 0}


def test_votes_on_own_card_earn_at_most_three() -> None:
    laid = dict(enumerate(SIX, 1))
    votes = {"Bob": [1], "Cid": [2], "Dot": [2], "Eve": [2], "Fay": [2]}
    assert points("Ann", laid, votes) == {"Ann": 3, "Bob": 6, "Cid": 0, "Dot": 0, "Eve": 0, "Fay": 0}


def test_lone_finder_among_three_players_gets_three() -> None:
    laid = {1: "Ann", 2: "Bob", 3: "Bob", 4: "Cid", 5: "Cid"}
    assert points("Ann", laid, {"Bob": [1], "Cid": [2]}) == {"Ann": 3, "Bob": 4, "Cid": 0}


def test_with_seven_players_a_find_by_single_vote_gives_one_more() -> None:
    votes = {"Bob": [1], "Cid": [2, 1], "Dot": [1, 3], "Eve": [2], "Fay": [2, 3], "Gus": [6]}
    gained = {"Ann": 3, "Bob": 4 + 3, "Cid": 3 + 2, "Dot": 3, "Eve": 0, "Fay": 1, "Gus": 0}
    assert points("Ann", SEVEN_LAID, votes) == gained


def test_with_seven_players_single_vote_bonus_applies_if_all_found() -> None:
    votes = {"Bob": [1], "Cid": [1, 2], "Dot": [1], "Eve": [1], "Fay": [1], "Gus": [1]}
    assert points("Ann", SEVEN_LAID, votes) == {"Ann": 0, "Bob": 4, "Cid": 2, "Dot": 3, "Eve": 3, "Fay": 3, "Gus": 3}


def test_with_six_players_a_single_vote_gives_no_bonus() -> None:
    votes = {"Bob": [1], "Cid": [1], "Dot": [1], "Eve": [1], "Fay": [3]}
    laid = dict(enumerate(SIX, 1))
    assert points("Ann", laid, votes) == {"Ann": 3, "Bob": 3, "Cid": 4, "Dot": 3, "Eve": 3, "Fay": 0}


# --- setting up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "allowed"),
    [(Mode.BASIC, range(3, 13)), (Mode.PARTY, range(6, 13)), (Mode.TEAMS, (6, 8, 10, 12))],
)
def test_each_mode_limits_the_number_of_players(mode: Mode, allowed: Any) -> None:
    for players in range(2, 14):
        seats = [Seat(f"player {n}") for n in range(players)]
        if players in allowed:
            assert odyssey.setup(seats, Options(mode=mode)).state.phase is CluePhase.SHUFFLING
        else:
            with pytest.raises(IllegalMove) as refusal:
                odyssey.setup(seats, Options(mode=mode))
            assert refusal.value.reason is Reason.PLAYER_COUNT


@pytest.mark.parametrize(
    ("mode", "names", "size"),
    [(Mode.BASIC, FOUR, 6), (Mode.BASIC, FOUR[:3], 7), (Mode.PARTY, SIX, 5), (Mode.TEAMS, SIX, 4)],
)
def test_each_mode_has_its_hand_size(mode: Mode, names: tuple[str, ...], size: int) -> None:
    assert {len(hand) for hand in begin(*names, mode=mode).state.hands.values()} == {size}


def test_deck_too_small_for_all_hands_is_refused() -> None:
    with pytest.raises(IllegalMove) as refusal:
        begin(pictures=tuple(f"picture {n}" for n in range(23)))
    assert refusal.value.reason is Reason.TOO_FEW_CARDS


@pytest.mark.parametrize(("mode", "times"), [(Mode.BASIC, 2), (Mode.BASIC, 0), (Mode.PARTY, 0), (Mode.TEAMS, -1)])
def test_times_option_is_refused_in_the_basic_mode(mode: Mode, times: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        begin(*SIX, mode=mode, times=times)
    assert refusal.value.reason is Reason.OPTION


# --- basic -----------------------------------------------------------------------------------------


def test_first_player_with_a_clue_tells_first_then_clockwise() -> None:
    game = begin()
    assert game.events_of(RoundBegan) == [RoundBegan(None)]
    assert tell(game, "Cid") == [ClueGiven("Cid", CLUE)]
    assert game.state.laid == {"Cid": ("picture 13",)}
    give(game)
    vote(game, Ann=1, Bob=1, Dot=1)
    assert game.events_of(RoundBegan)[-1] == RoundBegan("Dot")
    assert game.refused(Tell("Ann", game.state.hands["Ann"][0], CLUE)) is Reason.NOT_YOUR_TURN


def test_clue_needs_a_card_in_hand_and_words_or_a_recording() -> None:
    game = begin()
    assert game.refused(Tell("Zoe", "picture 1", CLUE)) is Reason.NOT_AT_TABLE
    assert game.refused(Tell("Ann", "picture 7", CLUE)) is Reason.NOT_IN_HAND
    assert game.refused(Tell("Ann", "picture 1", SpokenWords(""))) is Reason.NO_WORDS
    game.do(Tell("Ann", "picture 1", SpokenWords(sound="a bark")))


def test_phrase_is_refused_outside_a_party() -> None:
    assert begin().refused(Say("Ann", CLUE)) is Reason.NOT_NOW
    assert party().refused(Tell("Ann", "picture 1", CLUE)) is Reason.NOT_NOW


def test_other_players_give_one_card_of_the_hand() -> None:
    game = begin()
    tell(game)
    assert game.do(Give("Cid", ("picture 14",))) == [Laid("Cid", ("Bob", "Dot"))]
    assert game.state.laid["Cid"] == ("picture 14",)
    assert game.refused(Give("Cid", ("picture 15",))) is Reason.ALREADY_LAID
    assert game.refused(Give("Ann", ("picture 2",))) is Reason.ALREADY_LAID
    assert game.refused(Give("Bob", ("picture 1",))) is Reason.NOT_IN_HAND
    assert game.refused(Give("Bob", ("picture 7", "picture 8"))) is Reason.CARD_COUNT
    assert game.refused(Give("Zoe", ("picture 7",))) is Reason.NOT_AT_TABLE


def test_with_three_players_the_others_give_two_different_cards() -> None:
    game = begin("Ann", "Bob", "Cid")
    tell(game)
    assert game.refused(Give("Bob", ("picture 8",))) is Reason.CARD_COUNT
    assert game.refused(Give("Bob", ("picture 8", "picture 8"))) is Reason.SAME_CARD
    give(game)
    assert game.events_of(LaidOut)[0].cards.keys() == {1, 2, 3, 4, 5}
    vote(game, Bob=1, Cid=2)
    assert game.state.scores == {"Ann": 3, "Bob": 4, "Cid": 0}


def test_twelve_players_use_symbols_one_to_twelve() -> None:
    game = up_to_voting(begin(*NAMES))
    assert tuple(game.state.face_up) == tuple(range(1, 13))


def test_layout_with_another_card_is_refused() -> None:
    game = begin()
    tell(game)
    game.do(Give("Bob", ("picture 7",)), Give("Cid", ("picture 13",)))
    state = odyssey.apply(game.state, Give("Dot", ("picture 19",))).state
    assert odyssey.legal(state) == {LayOut}
    with pytest.raises(IllegalMove) as refusal:
        odyssey.apply(state, LayOut(("picture 1", "picture 7", "picture 13", "picture 20")))
    assert refusal.value.reason is Reason.IMPOSSIBLE_DRAW


def test_up_to_six_players_vote_once_and_not_for_own_card() -> None:
    game = up_to_voting(begin(*SIX))
    assert odyssey.waiting(game.state) == SIX[1:]
    assert game.refused(Vote("Ann", (2,))) is Reason.TELLER_DOES_NOT_VOTE
    assert game.refused(Vote("Bob", (2,))) is Reason.OWN_CARD
    assert game.refused(Vote("Bob", (1, 3))) is Reason.VOTE_COUNT
    assert game.refused(Vote("Bob", ())) is Reason.VOTE_COUNT
    assert game.refused(Vote("Bob", (7,))) is Reason.NO_SUCH_SYMBOL
    assert game.refused(Vote("Zoe", (1,))) is Reason.NOT_AT_TABLE
    assert vote(game, Bob=1) == [Voted("Bob", SIX[2:])]
    assert game.refused(Vote("Bob", (3,))) is Reason.ALREADY_VOTED


def test_seven_players_have_an_optional_second_vote() -> None:
    game = up_to_voting(begin(*SEVEN))
    assert game.refused(Vote("Bob", (1, 1))) is Reason.SAME_SYMBOL
    assert game.refused(Vote("Bob", (1, 2))) is Reason.OWN_CARD
    assert game.refused(Vote("Bob", (1, 8))) is Reason.NO_SUCH_SYMBOL
    assert game.refused(Vote("Bob", (1, 3, 4))) is Reason.VOTE_COUNT
    told = vote(game, Bob=1, Cid=(2, 1), Dot=(1, 3), Eve=2, Fay=(2, 3), Gus=6)
    assert Found("Ann", 1, ("Bob", "Cid", "Dot")) in told
    assert game.state.scores == {"Ann": 3, "Bob": 7, "Cid": 5, "Dot": 3, "Eve": 0, "Fay": 1, "Gus": 0}


def test_second_vote_is_as_secret_as_the_first() -> None:
    game = up_to_voting(begin(*SEVEN))
    vote(game, Bob=(1, 3), Cid=1)
    assert odyssey.view(game.state, None).votes == {"Bob": (HIDDEN_VOTE,), "Cid": (HIDDEN_VOTE,)}
    assert odyssey.view(game.state, "Bob").votes == {"Bob": (1, 3), "Cid": (HIDDEN_VOTE,)}


def test_votes_are_revealed_together() -> None:
    game = up_to_voting(begin())
    told = vote(game, Bob=1, Cid=1, Dot=2)
    assert VotesRevealed({"Bob": (1,), "Cid": (1,), "Dot": (2,)}, FOUR_LAID) in told
    assert Scored({"Ann": 3, "Bob": 4, "Cid": 3, "Dot": 0}, {"Ann": 3, "Bob": 4, "Cid": 3, "Dot": 0}) in told


def test_hands_are_refilled_to_six() -> None:
    game = begin()
    told = play_round(game)
    assert [event for event in told if isinstance(event, Dealt)] == [
        Dealt(name, (f"picture {25 + n}",)) for n, name in enumerate(FOUR)
    ]
    assert set(game.state.loose) == {"picture 1", "picture 7", "picture 13", "picture 19"}


def test_discards_are_shuffled_in_when_the_pile_is_too_small() -> None:
    pictures = tuple(f"picture {n}" for n in range(1, 28))
    state = odyssey.setup([Seat(name) for name in FOUR], Options(pictures=pictures)).state
    state = odyssey.apply(state, Shuffle(pictures)).state
    assert len(state.pile) == 3
    for move in (Tell("Ann", "picture 1", CLUE), *(Give(name, (state.hands[name][0],)) for name in FOUR[1:])):
        state = odyssey.apply(state, move).state
    state = odyssey.apply(state, odyssey.chance(state, FixedLuck())).state
    for name in FOUR[1:]:
        state = odyssey.apply(state, Vote(name, (1,))).state
    assert odyssey.legal(state) == {Shuffle}
    with pytest.raises(IllegalMove) as refusal:
        odyssey.apply(state, Shuffle(("picture 2", *state.loose[1:])))
    assert refusal.value.reason is Reason.IMPOSSIBLE_DRAW
    state = odyssey.apply(state, Shuffle(("picture 19", "picture 7", "picture 1", "picture 13"))).state
    assert state.hands["Dot"][-1] == "picture 19"
    assert state.pile == ("picture 7", "picture 1", "picture 13")


def test_game_ends_after_the_round_with_thirty_points() -> None:
    game = begin("Ann", "Bob", "Cid")
    while game.state.outcome is None:
        assert max(game.state.scores.values()) < 30
        up_to_voting(game)
        first, second = odyssey.waiting(game.state)
        vote(game, **{first: 1, second: next(s for s, owner in game.state.owners.items() if owner == first)})
    assert max(game.state.scores.values()) >= 30
    best = max(game.state.scores, key=lambda name: game.state.scores[name])
    assert game.events[-1] == GameEnded(Outcome((best,), game.state.scores))


def test_players_see_only_their_own_hand_card_and_owner() -> None:
    game = up_to_voting(begin())
    seen = odyssey.view(game.state, "Bob")
    assert seen.hands["Bob"] == game.state.hands["Bob"]
    assert set(seen.hands["Ann"]) == {FACE_DOWN}
    assert seen.laid == {"Ann": (FACE_DOWN,), "Bob": ("picture 7",), "Cid": (FACE_DOWN,), "Dot": (FACE_DOWN,)}
    assert seen.owners == {2: "Bob"}
    assert odyssey.view(game.state, None).owners == {}


# --- party -----------------------------------------------------------------------------------------


def test_party_points_of_the_rule_book_example() -> None:
    six = dict.fromkeys(["Luca", "Ida", "Ugo", "Pia", "Leo", "Eva"], 3)
    votes = {**six, "Massimo": 2, "Marta": 2, "Chiara": 5}
    gained = party_points(votes, red=2)
    assert gained == {**dict.fromkeys(six, 5), "Massimo": 0, "Marta": 0, "Chiara": 0}


def test_party_voter_scores_the_number_of_votes_on_the_card() -> None:
    votes = {"Ann": 1, "Bob": 1, "Cid": 2, "Dot": 2, "Eve": 2, "Fay": 4}
    assert party_points(votes, red=6) == {"Ann": 2, "Bob": 2, "Cid": 3, "Dot": 3, "Eve": 3, "Fay": 0}
    assert party_points(votes, red=2) == {"Ann": 2, "Bob": 2, "Cid": 0, "Dot": 0, "Eve": 0, "Fay": 0}


def test_cards_are_hidden_before_the_first_phrase() -> None:
    game = party()
    assert game.events_of(Dealt) == game.events_of(HandReceived) == []
    for seat in SIX:
        assert set(odyssey.view(game.state, seat).hands[seat]) == {FACE_DOWN}
    told = tell(game, "Cid")
    assert told == [PhraseSaid("Cid", CLUE), *(HandReceived(name, game.state.hands[name]) for name in SIX)]
    assert odyssey.view(game.state, "Cid").hands["Cid"] == game.state.hands["Cid"]


def test_storyteller_sees_the_cards_only_after_the_phrase() -> None:
    game = party()
    told = play_round(game)
    assert [event.seat for event in told if isinstance(event, HandReceived)][-5:] == ["Ann", "Cid", "Dot", "Eve", "Fay"]
    assert set(odyssey.view(game.state, "Bob").hands["Bob"]) == {FACE_DOWN}
    assert odyssey.view(game.state, "Cid").hands["Cid"] == game.state.hands["Cid"]
    assert game.refused(Say("Ann", CLUE)) is Reason.NOT_YOUR_TURN
    assert game.refused(Say("Bob", SpokenWords())) is Reason.NO_WORDS
    assert tell(game) == [PhraseSaid("Bob", CLUE), HandReceived("Bob", game.state.hands["Bob"])]
    assert odyssey.view(game.state, "Bob").hands["Bob"] == game.state.hands["Bob"]


def test_at_a_party_the_storyteller_lays_a_card_too() -> None:
    game = party()
    tell(game)
    assert odyssey.waiting(game.state) == SIX
    give(game)
    assert game.state.owners == dict(enumerate(SIX, 1))


def test_at_a_party_everyone_may_vote_for_their_own_card() -> None:
    game = up_to_voting(party())
    assert odyssey.waiting(game.state) == SIX
    assert game.refused(Vote("Bob", (2, 3))) is Reason.VOTE_COUNT
    vote(game, Ann=1, Bob=2)
    assert game.refused(Vote("Bob", (1,))) is Reason.ALREADY_VOTED
    assert game.state.votes == {"Ann": (1,), "Bob": (2,)}


def test_storyteller_casts_a_secret_red_vote() -> None:
    game = up_to_voting(party())
    assert game.refused(Red("Bob", 1)) is Reason.NOT_YOUR_TURN
    assert game.refused(Red("Zoe", 1)) is Reason.NOT_AT_TABLE
    assert game.refused(Red("Ann", 7)) is Reason.NO_SUCH_SYMBOL
    vote(game, Ann=1, Bob=1, Cid=1, Dot=2, Eve=2)
    assert game.do(Red("Ann", 2)) == [RedVoted("Ann", ("Fay",))]
    assert game.refused(Red("Ann", 3)) is Reason.ALREADY_VOTED
    assert odyssey.view(game.state, "Bob").red == odyssey.view(game.state, None).red == HIDDEN_VOTE
    assert odyssey.view(game.state, "Ann").red == 2
    told = vote(game, Fay=4)
    assert told[1] == PartyVotesRevealed({"Ann": 1, "Bob": 1, "Cid": 1, "Dot": 2, "Eve": 2, "Fay": 4}, 2)
    assert game.state.scores == {"Ann": 3, "Bob": 3, "Cid": 3, "Dot": 0, "Eve": 0, "Fay": 0}


def test_storyteller_is_awaited_until_both_votes_are_cast() -> None:
    game = up_to_voting(party())
    vote(game, **dict.fromkeys(SIX, 1))
    assert odyssey.waiting(game.state) == ("Ann",)
    game.do(Red("Ann", 1))
    assert game.state.scores == dict.fromkeys(SIX, 0)


def test_red_vote_is_refused_outside_a_party() -> None:
    assert up_to_voting(begin()).refused(Red("Ann", 1)) is Reason.NOT_NOW


def test_party_hands_are_refilled_to_five_and_passed_left() -> None:
    game = party()
    up_to_voting(game)
    left = dict(game.state.hands)
    told = [*game.do(Red("Ann", 2)), *vote(game, **dict.fromkeys(SIX, 1))]
    assert HandsPassed() in told
    assert game.events_of(Dealt) == []
    for number, (giver, taker) in enumerate(zip(SIX, (*SIX[1:], SIX[0]), strict=True)):
        hand = (*left[giver], f"picture {31 + number}")
        assert game.state.hands[taker] == hand
        assert (HandReceived(taker, hand) in told) is (taker != "Bob")


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("mode", [Mode.PARTY, Mode.TEAMS])
def test_game_ends_when_everyone_has_told_often_enough(mode: Mode, times: int) -> None:
    game = begin(*SIX, mode=mode, times=times)
    for _ in range(6 * times):
        assert game.state.outcome is None
        play_round(game)
    assert [event.teller for event in game.events_of(RoundBegan)][1:] == [*SIX * times][1:]
    result = game.state.outcome
    assert result is not None
    assert result.finished


def test_tied_party_players_share_the_victory() -> None:
    game = party()
    for _ in range(6):
        play_round(game)
    assert game.state.outcome == Outcome(SIX, dict.fromkeys(SIX, 30))


# --- teams -----------------------------------------------------------------------------------------

# Ann tells, Dot is her partner; Eve gives for Bob and Eve, Cid for Cid and Fay.
TEAM_LAID = {1: "Ann", 2: "Dot", 3: "Eve", 4: "Cid"}
EIGHT_TEAMS = (("Ann", "Eve"), ("Bob", "Fay"), ("Cid", "Gus"), ("Dot", "Hal"))


def by_team(*gained: int) -> dict[tuple[str, str], int]:
    return dict(zip(TEAMS, gained, strict=True))


def test_all_or_none_found_gives_storytellers_team_nothing() -> None:
    assert team_points("Ann", TEAM_LAID, {"Bob": 1, "Fay": 1}, TEAMS) == by_team(0, 2, 2)
    assert team_points("Ann", TEAM_LAID, {"Bob": 4, "Fay": 3}, TEAMS) == by_team(0, 3, 3)


def test_storytellers_team_and_finding_teams_get_three() -> None:
    assert team_points("Ann", TEAM_LAID, {"Bob": 1, "Fay": 3}, TEAMS) == by_team(3, 4, 0)


def test_card_of_the_storytellers_partner_earns_points() -> None:
    assert team_points("Ann", TEAM_LAID, {"Bob": 1, "Fay": 2}, TEAMS) == by_team(4, 3, 0)
    assert team_points("Ann", TEAM_LAID, {"Bob": 2, "Fay": 2}, TEAMS) == by_team(2, 2, 2)


def test_votes_on_a_teams_card_earn_at_most_three() -> None:
    names = [f"player {n}" for n in range(12)]
    six_teams = tuple(zip(names[:6], names[6:], strict=True))
    laid = {1: names[0], 2: names[6], 3: names[1], 4: names[2], 5: names[3], 6: names[4], 7: names[5]}
    votes = {names[7]: 1, names[8]: 3, names[9]: 3, names[10]: 3, names[11]: 3}
    assert list(team_points(names[0], laid, votes, six_teams).values()) == [3, 6, 0, 0, 0, 0]


def test_rules_for_seven_players_do_not_apply_to_teams() -> None:
    laid = {1: "Ann", 2: "Eve", 3: "Bob", 4: "Cid", 5: "Dot"}
    gained = team_points("Ann", laid, {"Fay": 1, "Gus": 1, "Hal": 3}, EIGHT_TEAMS)
    assert gained == {EIGHT_TEAMS[0]: 3, EIGHT_TEAMS[1]: 4, EIGHT_TEAMS[2]: 3, EIGHT_TEAMS[3]: 0}


def test_card_of_an_absent_team_earns_nothing() -> None:
    gained = team_points("Ann", TEAM_LAID, {"Bob": 4}, TEAMS[:2])
    assert gained == {("Ann", "Dot"): 0, ("Bob", "Eve"): 2}


def test_teams_are_opposite_players() -> None:
    assert teams().state.teams == TEAMS
    assert teams().state.scores == {"Ann and Dot": 0, "Bob and Eve": 0, "Cid and Fay": 0}


def test_teams_of_the_same_name_are_refused() -> None:
    with pytest.raises(IllegalMove) as refusal:
        teams("Ann", "Ann and Bob", "Cid", "Bob and Dot", "Dot", "Eve")
    assert refusal.value.reason is Reason.NAME_TAKEN


def test_storytellers_partner_and_each_other_team_give_one_card() -> None:
    game = teams()
    tell(game)
    assert odyssey.waiting(game.state) == SIX[1:]
    game.do(Give("Eve", ("picture 17",)))
    assert odyssey.waiting(game.state) == ("Cid", "Dot", "Fay")
    assert game.refused(Give("Bob", ("picture 5",))) is Reason.ALREADY_LAID
    assert game.refused(Give("Ann", ("picture 2",))) is Reason.ALREADY_LAID
    game.do(Give("Dot", ("picture 13",)), Give("Cid", ("picture 9",)))
    assert game.state.owners == {1: "Ann", 2: "Eve", 3: "Dot", 4: "Cid"}


@pytest.fixture
def team_voting() -> ScriptedGame:
    """Ann's card is on one, Dot's on two, Eve's on three, Cid's on four; Bob and Fay vote."""
    game = teams()
    tell(game)
    give(game, "Dot", "Eve", "Cid")
    return game


def test_giver_and_storyteller_may_not_vote(team_voting: ScriptedGame) -> None:
    assert odyssey.waiting(team_voting.state) == ("Bob", "Fay")
    assert team_voting.refused(Vote("Ann", (2,))) is Reason.TELLER_DOES_NOT_VOTE
    for giver in ("Dot", "Eve", "Cid"):
        assert team_voting.refused(Vote(giver, (1,))) is Reason.GIVER_DOES_NOT_VOTE


def test_team_vote_for_own_teams_card_is_refused(team_voting: ScriptedGame) -> None:
    assert team_voting.refused(Vote("Bob", (3,))) is Reason.OWN_TEAM
    assert team_voting.refused(Vote("Bob", (1, 2))) is Reason.VOTE_COUNT
    assert odyssey.view(team_voting.state, "Bob").owners == {3: "Eve"}
    vote(team_voting, Bob=1, Fay=2)
    assert team_voting.state.scores == {"Ann and Dot": 4, "Bob and Eve": 3, "Cid and Fay": 0}


def test_team_hands_stay_and_are_refilled_to_four(team_voting: ScriptedGame) -> None:
    vote(team_voting, Bob=1, Fay=1)
    assert {len(hand) for hand in team_voting.state.hands.values()} == {4}
    assert team_voting.state.teller == "Bob"


def test_both_players_of_the_best_team_win(team_voting: ScriptedGame) -> None:
    vote(team_voting, Bob=1, Fay=2)
    for _ in range(5):
        play_round(team_voting)
    scores = {"Ann and Dot": 4 + 8, "Bob and Eve": 3 + 6, "Cid and Fay": 0 + 6}
    assert team_voting.events[-1] == GameEnded(Outcome(("Ann", "Dot"), scores))


def test_tied_teams_share_the_victory() -> None:
    game = teams()
    for _ in range(6):
        play_round(game)
    result = game.state.outcome
    assert result is not None
    assert set(result.winners) == set(SIX)
    assert result.scores == {"Ann and Dot": 8, "Bob and Eve": 8, "Cid and Fay": 8}


# --- the family's own cards ------------------------------------------------------------------------


def test_own_cards_are_known_by_symbol_only() -> None:
    game = begin(cards=CardSource.TABLE)
    assert game.refused(Tell("Ann", "picture 1", CLUE)) is Reason.NOT_IN_HAND
    tell(game)
    assert game.refused(Give("Bob", ("picture 7",))) is Reason.NOT_IN_HAND
    give(game)
    assert game.events_of(LaidOut) == [LaidOut({1: None, 2: None, 3: None, 4: None})]
    assert game.events_of(Dealt) == []


def test_own_cards_are_claimed_after_the_votes_except_the_last() -> None:
    game = up_to_voting(begin(cards=CardSource.TABLE))
    assert vote(game, Bob=3, Cid=1, Dot=3)[-1] == OwnersAsked((1, 2, 3, 4))
    game.do(Own("Ann", 3))
    assert game.refused(Own("Bob", 3)) is Reason.ALREADY_OWNED
    assert game.refused(Own("Ann", 1)) is Reason.ALREADY_SAID
    assert game.refused(Own("Bob", 5)) is Reason.NO_SUCH_SYMBOL
    assert game.refused(Own("Zoe", 1)) is Reason.NOT_AT_TABLE
    assert game.do(Own("Bob", 1), Own("Cid", 4))[:3] == [Owned("Bob", 1), Owned("Cid", 4), Owned("Dot", 2)]
    assert game.state.scores == {"Ann": 3, "Bob": 4, "Cid": 0, "Dot": 3}


def test_own_cards_vote_for_own_card_is_lost() -> None:
    game = up_to_voting(begin(*SEVEN, cards=CardSource.TABLE))
    vote(game, Bob=(2, 1), Cid=3, Dot=1, Eve=1, Fay=1, Gus=1)
    told = game.do(*(Own(name, symbol) for symbol, name in enumerate(SIX, 1)))
    assert [event for event in told if isinstance(event, VoteLost)] == [VoteLost("Bob", 2), VoteLost("Cid", 3)]
    assert game.state.scores == {"Ann": 3, "Bob": 3, "Cid": 0, "Dot": 4, "Eve": 4, "Fay": 4, "Gus": 4}


def test_own_cards_vote_for_own_teams_card_is_lost() -> None:
    game = teams(cards=CardSource.TABLE)
    tell(game)
    give(game, "Dot", "Eve", "Cid")
    vote(game, Bob=3, Fay=1)
    told = game.do(Own("Ann", 1), Own("Dot", 2), Own("Eve", 3))
    assert VoteLost("Bob", 3) in told
    assert game.state.scores == {"Ann and Dot": 3, "Bob and Eve": 0, "Cid and Fay": 3}


def test_own_cards_are_not_claimed_at_a_party() -> None:
    game = party(cards=CardSource.TABLE)
    told = play_round(game)
    assert [type(event) for event in told[-4:]] == [PartyVotesRevealed, Scored, HandsPassed, RoundBegan]
    assert game.events_of(OwnersAsked) == game.events_of(HandReceived) == []


# --- coming and going ------------------------------------------------------------------------------


def test_leaver_takes_a_face_down_card_along() -> None:
    game = begin(*SIX)
    tell(game)
    game.do(Give("Bob", ("picture 7",)), Leave("Bob"))
    assert set(game.state.loose) == {f"picture {n}" for n in range(7, 13)}
    give(game)
    assert game.state.owners == {1: "Ann", 2: "Cid", 3: "Dot", 4: "Eve", 5: "Fay"}


def test_leavers_laid_out_card_stays_without_scoring() -> None:
    game = up_to_voting(begin())
    vote(game, Bob=1, Cid=2)
    game.do(Leave("Bob"))
    assert game.state.votes == {"Cid": (2,)}
    told = vote(game, Dot=1)
    assert Scored({"Ann": 3, "Cid": 0, "Dot": 3}, {"Ann": 3, "Cid": 0, "Dot": 3}) in told


def test_second_vote_depends_on_the_number_of_laid_cards() -> None:
    game = up_to_voting(begin(*SEVEN))
    game.do(Leave("Gus"))
    vote(game, Bob=(1, 3), Cid=1, Dot=2, Eve=2, Fay=2)
    assert game.state.scores == {"Ann": 3, "Bob": 6, "Cid": 5, "Dot": 0, "Eve": 0, "Fay": 0}
    game = begin(*SEVEN)
    tell(game)
    game.do(Leave("Gus"))
    give(game)
    assert game.refused(Vote("Bob", (1, 3))) is Reason.VOTE_COUNT


@pytest.mark.parametrize("mode", [Mode.BASIC, Mode.PARTY])
@pytest.mark.parametrize("stage", [CluePhase.TELLING, CluePhase.GIVING, CluePhase.VOTING])
def test_round_is_void_if_the_storyteller_leaves(mode: Mode, stage: CluePhase) -> None:
    game = begin(*SEVEN, mode=mode)
    play_round(game)
    scores = {name: score for name, score in game.state.scores.items() if name != "Bob"}
    if stage is not CluePhase.TELLING:
        tell(game)
        give(game, "Ann")
    if stage is CluePhase.VOTING:
        give(game)
        vote(game, Ann=3)
    assert game.state.phase is stage
    told = game.do(Leave("Bob"))
    assert told[:2] == [Left("Bob"), RoundVoided("Bob")]
    assert told[-1] == RoundBegan("Cid")
    assert game.state.scores == scores
    assert {len(hand) for hand in game.state.hands.values()} == {odyssey.hand_size(mode, 6)}
    assert (game.state.laid, game.state.face_up, game.state.votes, game.state.owners) == ({}, {}, {}, {})


def test_party_hands_are_passed_after_a_void_round() -> None:
    """The next storyteller gets cards they have not seen."""
    game = party(*SEVEN)
    play_round(game)
    hand = game.state.hands["Ann"]
    assert HandsPassed() in game.do(Leave("Bob"))
    assert game.state.hands["Cid"] == hand
    assert set(odyssey.view(game.state, "Cid").hands["Cid"]) == {FACE_DOWN}


def test_game_ends_if_the_last_storyteller_leaves() -> None:
    game = party(*SEVEN)
    for _ in range(6):
        play_round(game)
    tell(game)
    told = game.do(Leave("Gus"))
    assert told[-1] == GameEnded(Outcome(SIX, game.state.scores))


def test_three_player_rules_apply_from_the_round_after_leaving() -> None:
    game = begin()
    tell(game)
    game.do(Leave("Dot"))
    give(game)
    assert len(game.state.face_up) == 3
    vote(game, Bob=1, Cid=2)
    assert [len(hand) for hand in game.state.hands.values()] == [7, 7, 7]
    assert game.state.cards_to_give == 2


@pytest.mark.parametrize(("mode", "names"), [(Mode.BASIC, FOUR[:3]), (Mode.PARTY, SIX)])
def test_game_ends_unfinished_below_the_minimum(mode: Mode, names: tuple[str, ...]) -> None:
    game = up_to_voting(begin(*names, mode=mode))
    rest = names[:-1]
    assert game.do(Leave(names[-1]))[1:] == [GameEnded(Outcome(rest, dict.fromkeys(rest, 0), finished=False))]


@pytest.mark.parametrize(("mode", "names"), [(Mode.BASIC, FOUR[:3]), (Mode.PARTY, SIX)])
@pytest.mark.parametrize("stage", [CluePhase.TELLING, CluePhase.GIVING, CluePhase.VOTING])
def test_waiting_newcomer_keeps_the_game_going(mode: Mode, names: tuple[str, ...], stage: CluePhase) -> None:
    game = begin(*names, mode=mode)
    play_round(game)
    if stage is not CluePhase.TELLING:
        tell(game)
    if stage is CluePhase.VOTING:
        give(game)
    game.do(Join("Gus"))
    lowest = min(game.state.scores.values())
    told = game.do(Leave("Cid"))
    assert told[:3] == [Left("Cid"), RoundVoided("Bob"), Seated("Gus", lowest)]
    assert told[-1] == RoundBegan("Bob")
    assert game.state.times_told["Bob"] == 0
    assert {len(hand) for hand in game.state.hands.values()} == {odyssey.hand_size(mode, len(names))}
    assert (game.state.laid, game.state.face_up, game.state.red) == ({}, {}, None)


def test_newcomer_replaces_a_leaver_before_the_first_phrase() -> None:
    game = party()
    assert game.do(Join("Gus"), Leave("Ann"))[1:] == [Left("Ann"), Seated("Gus", 0), RoundBegan(None)]
    assert odyssey.waiting(game.state) == (*SIX[1:], "Gus")
    assert game.events_of(HandReceived) == []


def test_round_continues_if_the_last_awaited_player_leaves() -> None:
    game = begin()
    tell(game)
    give(game, "Bob", "Cid")
    game.do(Leave("Dot"))
    assert game.state.phase is CluePhase.VOTING
    vote(game, Bob=1)
    game = up_to_voting(party(*SEVEN))
    game.do(Red("Ann", 7))
    vote(game, **dict.fromkeys(SIX, 1))
    assert Scored(dict.fromkeys(SIX, 5), dict.fromkeys(SIX, 5)) in game.do(Leave("Gus"))


@pytest.mark.parametrize("mode", [Mode.BASIC, Mode.PARTY])
def test_newcomer_starts_next_round_with_lowest_score_and_full_hand(mode: Mode) -> None:
    game = up_to_voting(begin(*SIX, mode=mode))
    assert game.do(Join("Gus", 7)) == [Joined("Gus")]
    assert game.refused(Vote("Gus", (1,))) is Reason.NOT_AT_TABLE
    if mode is Mode.PARTY:
        game.do(Red("Ann", 6), Vote("Ann", (1,)))
    told = vote(game, Bob=1, Cid=1, Dot=1, Eve=1, Fay=2)
    lowest = min(game.state.scores[name] for name in SIX)
    assert Seated("Gus", lowest) in told
    assert game.state.scores["Gus"] == lowest
    assert len(game.state.hands["Gus"]) == odyssey.hand_size(mode, 7)


def test_party_newcomer_tells_as_often_as_everyone() -> None:
    game = party()
    for _ in range(5):
        play_round(game)
    game.do(Join("Gus"))
    play_round(game)
    assert game.state.teller == "Gus"
    play_round(game)
    assert game.state.outcome is not None


def test_thirteenth_player_and_taken_name_are_refused() -> None:
    game = begin(*NAMES[:11])
    assert game.refused(Join(NAMES[0])) is Reason.NAME_TAKEN
    assert game.refused(Join("")) is Reason.NO_NAME
    game.do(Join("Gus"))
    assert game.refused(Join("Hal")) is Reason.TABLE_FULL


def test_joining_is_refused_without_a_full_hand() -> None:
    game = begin(pictures=tuple(f"picture {n}" for n in range(29)))
    assert game.refused(Join("Eve")) is Reason.TOO_FEW_CARDS
    begin(pictures=tuple(f"picture {n}" for n in range(30))).do(Join("Eve"))


def test_newcomer_may_leave_again() -> None:
    game = begin()
    assert game.do(Join("Eve"), Leave("Eve")) == [Joined("Eve"), Left("Eve")]
    assert game.refused(Leave("Eve")) is Reason.NOT_AT_TABLE


# --- coming and going in teams ---------------------------------------------------------------------


def test_joining_teams_is_refused() -> None:
    game = teams()
    assert Join not in odyssey.legal(game.state)
    assert game.refused(Join("Gus")) is Reason.NO_JOINING


def test_partner_plays_for_an_absent_player() -> None:
    game = teams()
    told = game.do(Leave("Eve"))
    assert told == [Left("Eve"), TookOver("Bob", "Eve"), PartnerDealt("Bob", "Eve", game.state.hands["Eve"])]
    assert game.state.absent == {"Eve"}
    seen = odyssey.view(game.state, "Bob")
    assert (seen.hands["Bob"], seen.hands["Eve"]) == (game.state.hands["Bob"], game.state.hands["Eve"])
    assert set(odyssey.view(game.state, "Eve").hands["Eve"]) == {FACE_DOWN}
    assert game.refused(Leave("Eve")) is Reason.NOT_AT_TABLE
    tell(game)
    game.do(Give("Eve", ("picture 17",)))
    assert odyssey.view(game.state, "Bob").laid["Eve"] == ("picture 17",)
    give(game, "Dot", "Cid")
    vote(game, Bob=1, Fay=2)
    assert game.state.scores["Bob and Eve"] == 3 + 1
    assert PartnerDealt("Bob", "Eve", game.state.hands["Eve"][-1:]) in game.events


def test_team_round_continues_without_its_storyteller() -> None:
    game = teams()
    tell(game)
    game.do(Leave("Ann"))
    give(game, "Dot", "Eve", "Cid")
    vote(game, Bob=1, Fay=3)
    assert game.state.scores == {"Ann and Dot": 3, "Bob and Eve": 4, "Cid and Fay": 0}
    assert game.events_of(RoundVoided) == []


def test_partner_tells_for_an_absent_player() -> None:
    game = teams()
    game.do(Leave("Bob"))
    play_round(game)
    assert odyssey.waiting(game.state) == ("Bob",)
    play_round(game)
    assert game.state.times_told["Bob"] == 1


def test_team_is_removed_when_both_leave() -> None:
    game = teams("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
    tell(game)
    give(game, "Eve", "Bob", "Cid", "Dot")
    vote(game, Fay=1, Gus=3)
    game.do(Leave("Bob"), Leave("Fay"))
    assert game.state.teams == (("Ann", "Eve"), ("Cid", "Gus"), ("Dot", "Hal"))
    assert game.state.votes == {"Gus": (3,)}
    vote(game, Hal=1)
    assert game.state.scores == {"Ann and Eve": 3, "Cid and Gus": 0, "Dot and Hal": 3}
    assert game.state.names == ("Ann", "Cid", "Dot", "Eve", "Gus", "Hal")
    assert game.state.teller == "Cid"


def test_removed_team_takes_a_face_down_card_along() -> None:
    game = teams("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
    tell(game)
    give(game, "Eve", "Bob", "Cid")
    game.do(Leave("Bob"), Leave("Fay"))
    give(game, "Dot")
    assert game.state.owners == {1: "Ann", 2: "Eve", 3: "Cid", 4: "Dot"}


def test_round_is_void_if_the_storytellers_team_leaves() -> None:
    game = teams("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
    tell(game)
    give(game, "Bob")
    told = game.do(Leave("Eve"), Leave("Ann"))
    assert RoundVoided("Ann") in told
    assert told[-1] == RoundBegan("Bob")
    assert {len(hand) for hand in game.state.hands.values()} == {4}


def test_game_ends_below_three_teams() -> None:
    game = teams()
    play_round(game)
    told = game.do(Leave("Cid"), Leave("Fay"))
    scores = {"Ann and Dot": 0, "Bob and Eve": 2}
    assert told[-1] == GameEnded(Outcome(("Bob", "Eve"), scores, finished=False))
    assert odyssey.legal(game.state) == frozenset()

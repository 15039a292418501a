"""Rules of Dixit."""

from collections.abc import Sequence
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
from narrator.core.clues import ClueForm, ClueGiven, CluePhase, Found, Give, RoundBegan, VoteLost, VotesRevealed
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
from narrator.games.dixit import rules as dixit
from narrator.games.dixit.moves import Finish, Tell, Vote
from narrator.games.dixit.rules import Options, points
from tests.support.playouts import ScriptedGame

FOUR = ("Ann", "Bob", "Cid", "Dot")
CLUE = SpokenWords("where is happiness?")


def begin(*names: str, luck: Any = None, **options: Any) -> ScriptedGame:
    """Start a game with hands, pile and symbols in the order of the pictures."""
    return ScriptedGame(dixit, [Seat(name) for name in names or FOUR], Options(**options), luck)


def tell(game: ScriptedGame, seat: str | None = None) -> None:
    """Let the storyteller (by default the current one, or the first seat) give a clue for the first card."""
    seat = seat or game.state.teller or game.state.names[0]
    game.do(Tell(seat, (*game.state.hands[seat], None)[0], CLUE))


def give(game: ScriptedGame) -> None:
    """Let everyone else give a card. The storyteller's is on symbol one, the others follow by seat."""
    for name in dixit.waiting(game.state):
        game.do(Give(name, game.state.hands[name][: game.state.cards_to_give]))


def vote(game: ScriptedGame, **votes: int) -> list[Any]:
    return game.do(*(Vote(name, symbol) for name, symbol in votes.items()))


def play_round(game: ScriptedGame) -> list[Any]:
    """Play a round where everyone finds the storyteller's card."""
    tell(game)
    give(game)
    return vote(game, **{name: 1 for name in game.state.names if name != game.state.teller})


def table(*names: str) -> ScriptedGame:
    return begin(*names, cards=CardSource.TABLE)


# --- the worked example of the rule book -----------------------------------------------------------

LAID = {1: "Léa", 2: "Mathilde", 3: "Tom", 4: "Julien", 5: "Nicolas"}
VOTES = {"Léa": 4, "Mathilde": 1, "Tom": 1, "Nicolas": 3}
GAINED = {"Léa": 5, "Julien": 3, "Tom": 1, "Mathilde": 0, "Nicolas": 0}


class PutsInOrder:
    """A `Luck` that lays these cards out in this order and shuffles nothing else."""

    def __init__(self, *order: str) -> None:
        self.order = order

    def shuffled(self, items: Sequence[str]) -> tuple[str, ...]:
        return self.order if set(items) == set(self.order) else tuple(items)

    def pick(self, items: Sequence[str]) -> str:
        raise AssertionError("nothing is drawn by lot in this game")


def test_rule_book_example_round_is_scored_as_printed() -> None:
    seats = ("Julien", "Tom", "Léa", "Nicolas", "Mathilde")
    cards = dict(zip(seats, (f"picture {1 + 6 * n}" for n in range(5)), strict=True))
    game = begin(*seats, luck=PutsInOrder(*(cards[LAID[symbol]] for symbol in LAID)))
    game.do(Tell("Julien", cards["Julien"], CLUE))
    game.do(*(Give(name, (cards[name],)) for name in seats[1:]))
    # only Léa finds card 4; two vote for her card, number 1, and one for Tom's, number 3
    told = vote(game, **VOTES)
    assert VotesRevealed({voter: (symbol,) for voter, symbol in VOTES.items()}, LAID) in told
    assert Found("Julien", 4, ("Léa",)) in told
    assert Scored(GAINED, GAINED) in told
    # Tom sits to the left of Julien
    assert game.events_of(RoundBegan)[-1] == RoundBegan("Tom")


def test_points_of_the_rule_book_example() -> None:
    assert points("Julien", LAID, VOTES) == GAINED


# --- scoring by hand -------------------------------------------------------------------------------

FOUR_LAID = {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dot"}
FIVE_LAID = {1: "Ann", 2: "Bob", 3: "Bob", 4: "Cid", 5: "Cid"}


def test_all_found_gives_storyteller_nothing_and_others_two() -> None:
    assert points("Ann", FOUR_LAID, {"Bob": 1, "Cid": 1, "Dot": 1}) == {"Ann": 0, "Bob": 2, "Cid": 2, "Dot": 2}


def test_none_found_gives_others_two_and_votes_on_their_cards() -> None:
    assert points("Ann", FOUR_LAID, {"Bob": 3, "Cid": 4, "Dot": 3}) == {"Ann": 0, "Bob": 2, "Cid": 4, "Dot": 3}


def test_storyteller_and_each_finder_get_three() -> None:
    assert points("Ann", FOUR_LAID, {"Bob": 1, "Cid": 1, "Dot": 2}) == {"Ann": 3, "Bob": 4, "Cid": 3, "Dot": 0}


def test_points_for_own_card_have_no_limit() -> None:
    laid = {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dot", 5: "Eve", 6: "Fay"}
    votes = {"Bob": 1, "Cid": 2, "Dot": 2, "Eve": 2, "Fay": 2}
    assert points("Ann", laid, votes) == {"Ann": 3, "Bob": 7, "Cid": 0, "Dot": 0, "Eve": 0, "Fay": 0}


def test_lone_finder_among_three_players_and_storyteller_get_four() -> None:
    assert points("Ann", FIVE_LAID, {"Bob": 1, "Cid": 2}) == {"Ann": 4, "Bob": 5, "Cid": 0}
    assert points("Ann", FIVE_LAID, {"Bob": 5, "Cid": 1}) == {"Ann": 4, "Bob": 0, "Cid": 5}


def test_three_players_score_all_or_none_as_usual() -> None:
    assert points("Ann", FIVE_LAID, {"Bob": 1, "Cid": 1}) == {"Ann": 0, "Bob": 2, "Cid": 2}
    assert points("Ann", FIVE_LAID, {"Bob": 4, "Cid": 3}) == {"Ann": 0, "Bob": 3, "Cid": 3}


def test_vote_for_own_card_earns_nothing() -> None:
    assert points("Ann", FOUR_LAID, {"Bob": 1, "Cid": 3, "Dot": 2}) == {"Ann": 3, "Bob": 4, "Cid": 0, "Dot": 0}


# --- setting up ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 7])
def test_only_three_to_six_may_play(players: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        begin(*"ABCDEFG"[:players])
    assert refusal.value.reason is Reason.PLAYER_COUNT


def test_deck_has_84_pictures_and_hands_have_six() -> None:
    game = begin()
    assert len(game.state.options.pictures) == 84
    assert [len(hand) for hand in game.state.hands.values()] == [6, 6, 6, 6]
    assert len(game.state.pile) == 84 - 24


def test_three_players_have_seven_cards() -> None:
    game = begin("Ann", "Bob", "Cid")
    assert [len(hand) for hand in game.state.hands.values()] == [7, 7, 7]


@pytest.mark.parametrize(("names", "needed"), [(("Ann", "Bob", "Cid"), 26), (FOUR, 28)])
def test_deck_too_small_for_a_round_is_refused(names: tuple[str, ...], needed: int) -> None:
    pictures = tuple(f"picture {n}" for n in range(needed))
    assert begin(*names, pictures=pictures).state.phase is CluePhase.TELLING
    with pytest.raises(IllegalMove) as refusal:
        begin(*names, pictures=pictures[1:])
    assert refusal.value.reason is Reason.TOO_FEW_CARDS


def test_shuffle_that_changes_the_cards_is_refused() -> None:
    state = dixit.setup([Seat(name) for name in FOUR], Options()).state
    assert dixit.legal(state) == {Shuffle}
    with pytest.raises(IllegalMove) as refusal:
        dixit.apply(state, Shuffle(("picture 1",) * 84))
    assert refusal.value.reason is Reason.IMPOSSIBLE_DRAW


# --- the storyteller -------------------------------------------------------------------------------


def test_first_player_with_a_clue_is_first_storyteller() -> None:
    game = begin()
    assert game.events_of(RoundBegan) == [RoundBegan(None)]
    assert dixit.waiting(game.state) == FOUR
    told = game.do(Tell("Cid", "picture 13", CLUE))
    assert told == [ClueGiven("Cid", CLUE, ClueForm.SAID)]
    assert game.state.laid == {"Cid": ("picture 13",)}
    assert game.state.teller == "Cid"
    assert dixit.waiting(game.state) == ("Ann", "Bob", "Dot")


def test_storyteller_role_moves_clockwise() -> None:
    game = begin()
    tell(game, "Cid")
    give(game)
    vote(game, Ann=1, Bob=1, Dot=1)
    for _ in range(4):
        play_round(game)
    assert [event.teller for event in game.events_of(RoundBegan)] == [None, "Dot", "Ann", "Bob", "Cid", "Dot"]


def test_only_the_storyteller_may_tell() -> None:
    game = begin()
    play_round(game)
    assert game.refused(Tell("Ann", game.state.hands["Ann"][0], CLUE)) is Reason.NOT_YOUR_TURN
    assert game.refused(Tell("Zoe", "picture 1", CLUE)) is Reason.NOT_AT_TABLE


def test_storyteller_must_hold_the_card() -> None:
    game = begin()
    assert game.refused(Tell("Ann", "picture 7", CLUE)) is Reason.NOT_IN_HAND
    assert game.refused(Tell("Ann", None, CLUE)) is Reason.NOT_IN_HAND


def test_clue_needs_words_or_a_recording() -> None:
    game = begin()
    assert game.refused(Tell("Ann", "picture 1", SpokenWords())) is Reason.NO_WORDS
    assert game.refused(Tell("Ann", "picture 1", SpokenWords(" "))) is Reason.NO_WORDS
    game.do(Tell("Ann", "picture 1", SpokenWords(sound="a bark")))
    assert game.state.clue == SpokenWords(sound="a bark")


@pytest.mark.parametrize("how", [ClueForm.SUNG, ClueForm.MIMED])
def test_songs_and_mimes_are_refused_without_the_variant(how: ClueForm) -> None:
    assert begin().refused(Tell("Ann", "picture 1", SpokenWords(), how)) is Reason.ONLY_WORDS


def test_variant_allows_a_song_as_clue() -> None:
    game = begin(mimes_and_songs=True)
    assert game.refused(Tell("Ann", "picture 1", SpokenWords(), ClueForm.SUNG)) is Reason.NO_WORDS
    assert game.do(Tell("Ann", "picture 1", SpokenWords(sound="la la"), ClueForm.SUNG))[0] == ClueGiven(
        "Ann", SpokenWords(sound="la la"), ClueForm.SUNG
    )


def test_variant_allows_a_mime_without_recording() -> None:
    game = begin(mimes_and_songs=True)
    assert game.refused(Tell("Ann", "picture 1", SpokenWords("a fish"), ClueForm.MIMED)) is Reason.MIME_IS_SILENT
    assert game.refused(Tell("Ann", "picture 1", SpokenWords(sound="blub"), ClueForm.MIMED)) is Reason.MIME_IS_SILENT
    assert game.do(Tell("Ann", "picture 1", SpokenWords(), ClueForm.MIMED))[0] == ClueGiven(
        "Ann", SpokenWords(), ClueForm.MIMED
    )


# --- giving ----------------------------------------------------------------------------------------


def test_other_players_give_a_card_in_secret() -> None:
    game = begin()
    tell(game)
    assert game.do(Give("Cid", ("picture 14",))) == [Laid("Cid", ("Bob", "Dot"))]
    assert dixit.view(game.state, "Cid").laid["Cid"] == ("picture 14",)
    assert dixit.view(game.state, "Bob").laid["Cid"] == (FACE_DOWN,)
    assert game.state.hands["Cid"] == ("picture 13", "picture 15", "picture 16", "picture 17", "picture 18")


def test_each_player_gives_one_card_of_the_hand_once() -> None:
    game = begin()
    tell(game)
    game.do(Give("Bob", ("picture 7",)))
    assert game.refused(Give("Bob", ("picture 8",))) is Reason.ALREADY_LAID
    assert game.refused(Give("Ann", ("picture 2",))) is Reason.ALREADY_LAID
    assert game.refused(Give("Cid", ("picture 8",))) is Reason.NOT_IN_HAND
    assert game.refused(Give("Cid", ("picture 13", "picture 14"))) is Reason.CARD_COUNT
    assert game.refused(Give("Cid", ())) is Reason.CARD_COUNT
    assert game.refused(Give("Zoe", ("picture 1",))) is Reason.NOT_AT_TABLE
    assert game.refused(Vote("Cid", 1)) is Reason.NOT_NOW


def test_with_three_players_the_others_give_two_different_cards() -> None:
    game = begin("Ann", "Bob", "Cid")
    tell(game)
    assert game.refused(Give("Bob", ("picture 8",))) is Reason.CARD_COUNT
    assert game.refused(Give("Bob", ("picture 8", "picture 8"))) is Reason.SAME_CARD
    game.do(Give("Bob", ("picture 8", "picture 9")), Give("Cid", ("picture 15", "picture 16")))
    assert game.state.owners == FIVE_LAID


def test_cards_are_laid_out_in_random_order() -> None:
    game = begin(luck=PutsInOrder("picture 13", "picture 1", "picture 19", "picture 7"))
    tell(game)
    give(game)
    assert game.events_of(LaidOut) == [LaidOut({1: "picture 13", 2: "picture 1", 3: "picture 19", 4: "picture 7"})]
    assert game.state.owners == {1: "Cid", 2: "Ann", 3: "Dot", 4: "Bob"}


def test_layout_with_another_card_is_refused() -> None:
    game = begin()
    tell(game)
    game.do(Give("Bob", ("picture 7",)), Give("Cid", ("picture 13",)))
    state = dixit.apply(game.state, Give("Dot", ("picture 19",))).state
    assert dixit.legal(state) == {LayOut}
    with pytest.raises(IllegalMove) as refusal:
        dixit.apply(state, LayOut(("picture 1", "picture 7", "picture 13", "picture 20")))
    assert refusal.value.reason is Reason.IMPOSSIBLE_DRAW


# --- voting ----------------------------------------------------------------------------------------


@pytest.fixture
def voting() -> ScriptedGame:
    """Ann's card is on symbol one, Bob's on two, Cid's on three, Dot's on four."""
    game = begin()
    tell(game)
    give(game)
    return game


def test_votes_are_secret_until_all_have_voted(voting: ScriptedGame) -> None:
    assert voting.do(Vote("Bob", 1)) == [Voted("Bob", ("Cid", "Dot"))]
    assert dixit.view(voting.state, "Cid").votes == {"Bob": (HIDDEN_VOTE,)}
    assert dixit.view(voting.state, None).votes == {"Bob": (HIDDEN_VOTE,)}
    assert dixit.view(voting.state, "Bob").votes == {"Bob": (1,)}
    voting.do(Vote("Cid", 1))
    assert VotesRevealed({"Bob": (1,), "Cid": (1,), "Dot": (2,)}, FOUR_LAID) in voting.do(Vote("Dot", 2))


def test_storyteller_may_not_vote(voting: ScriptedGame) -> None:
    assert dixit.waiting(voting.state) == ("Bob", "Cid", "Dot")
    assert voting.refused(Vote("Ann", 2)) is Reason.TELLER_DOES_NOT_VOTE


def test_vote_for_own_card_is_refused(voting: ScriptedGame) -> None:
    assert voting.refused(Vote("Bob", 2)) is Reason.OWN_CARD


def test_with_three_players_vote_for_either_own_card_is_refused() -> None:
    game = begin("Ann", "Bob", "Cid")
    tell(game)
    give(game)
    assert game.refused(Vote("Cid", 4)) is Reason.OWN_CARD
    assert game.refused(Vote("Cid", 5)) is Reason.OWN_CARD


def test_each_player_votes_once_for_a_card_on_the_table(voting: ScriptedGame) -> None:
    voting.do(Vote("Bob", 1))
    assert voting.refused(Vote("Bob", 3)) is Reason.ALREADY_VOTED
    assert voting.refused(Vote("Cid", 5)) is Reason.NO_SUCH_SYMBOL
    assert voting.refused(Vote("Cid", 0)) is Reason.NO_SUCH_SYMBOL
    assert voting.refused(Vote("Zoe", 1)) is Reason.NOT_AT_TABLE


def test_game_of_three_scores_four_for_a_lone_find() -> None:
    game = begin("Ann", "Bob", "Cid")
    tell(game)
    give(game)
    vote(game, Bob=1, Cid=2)
    assert game.state.scores == {"Ann": 4, "Bob": 5, "Cid": 0}


# --- the end of a round, and of the game -----------------------------------------------------------


def test_hands_are_refilled_to_six_and_laid_cards_discarded(voting: ScriptedGame) -> None:
    told = vote(voting, Bob=1, Cid=1, Dot=2)
    assert [event for event in told if isinstance(event, Dealt)] == [
        Dealt("Bob", ("picture 25",)),
        Dealt("Cid", ("picture 26",)),
        Dealt("Dot", ("picture 27",)),
        Dealt("Ann", ("picture 28",)),
    ]
    assert voting.state.loose == ("picture 1", "picture 7", "picture 13", "picture 19")
    assert voting.state.clue is None


@pytest.mark.parametrize(("names", "rounds"), [("Ann Bob Cid", 13), ("Ann Bob Cid Dot", 15), ("A B C D E", 11)])
def test_game_ends_when_the_last_card_has_been_drawn(names: str, rounds: int) -> None:
    game = begin(*names.split())
    for _ in range(rounds):
        assert game.state.outcome is None
        play_round(game)
    assert not game.state.pile
    assert game.state.outcome == Outcome(dixit.winners(game.state.scores), game.state.scores)
    assert dixit.legal(game.state) == frozenset()


def test_last_refill_deals_from_the_storytellers_left() -> None:
    game = begin(pictures=tuple(f"picture {n}" for n in range(1, 31)))
    tell(game, "Bob")
    give(game)
    vote(game, Ann=1, Cid=1, Dot=1)
    told = play_round(game)
    assert [event for event in told if isinstance(event, Dealt)] == [
        Dealt("Dot", ("picture 29",)),
        Dealt("Ann", ("picture 30",)),
    ]
    assert isinstance(told[-1], GameEnded)


def test_most_points_win_and_ties_share_the_victory() -> None:
    game = begin(pictures=tuple(f"picture {n}" for n in range(28)))
    tell(game)
    give(game)
    told = vote(game, Bob=1, Cid=1, Dot=3)
    scores = {"Ann": 3, "Bob": 3, "Cid": 4, "Dot": 0}
    assert told[-1] == GameEnded(Outcome(("Cid",), scores))
    game = begin(pictures=tuple(f"picture {n}" for n in range(28)))
    assert play_round(game)[-1] == GameEnded(Outcome(("Bob", "Cid", "Dot"), {"Ann": 0, "Bob": 2, "Cid": 2, "Dot": 2}))


# --- what a seat may know --------------------------------------------------------------------------


def test_players_see_only_their_own_hand_and_card() -> None:
    game = begin()
    tell(game)
    seen = dixit.view(game.state, "Bob")
    assert seen.hands["Bob"] == game.state.hands["Bob"]
    assert set(seen.hands["Cid"]) == set(seen.pile) == {FACE_DOWN}
    assert seen.laid == {"Ann": (FACE_DOWN,)}
    assert dixit.view(game.state, "Ann").laid == {"Ann": ("picture 1",)}
    assert set().union(*dixit.view(game.state, None).hands.values()) == {FACE_DOWN}


def test_owners_are_hidden_while_voting(voting: ScriptedGame) -> None:
    assert dixit.view(voting.state, "Cid").owners == {3: "Cid"}
    assert dixit.view(voting.state, None).owners == {}


# --- the family's own cards ------------------------------------------------------------------------


def test_own_cards_are_known_by_symbol_only() -> None:
    game = table()
    assert game.state.phase is CluePhase.TELLING
    assert game.refused(Tell("Ann", "picture 1", CLUE)) is Reason.NOT_IN_HAND
    tell(game)
    assert game.refused(Give("Bob", ("picture 7",))) is Reason.NOT_IN_HAND
    give(game)
    assert game.events_of(LaidOut) == [LaidOut({1: None, 2: None, 3: None, 4: None})]


def test_own_cards_are_claimed_after_the_votes_except_the_last() -> None:
    game = table()
    tell(game)
    give(game)
    told = vote(game, Bob=3, Cid=1, Dot=3)
    assert told[-2:] == [
        VotesRevealed({"Bob": (3,), "Cid": (1,), "Dot": (3,)}, dict.fromkeys((1, 2, 3, 4))),
        OwnersAsked((1, 2, 3, 4)),
    ]
    assert dixit.waiting(game.state) == FOUR
    game.do(Own("Ann", 3), Own("Bob", 1))
    assert game.do(Own("Cid", 4))[:2] == [Owned("Cid", 4), Owned("Dot", 2)]
    assert game.state.scores == {"Ann": 3, "Bob": 4, "Cid": 0, "Dot": 3}


def test_own_cards_of_three_players_are_claimed_two_by_two() -> None:
    game = table("Ann", "Bob", "Cid")
    tell(game)
    give(game)
    assert len(game.state.face_up) == 5
    vote(game, Bob=5, Cid=5)
    game.do(Own("Bob", 1), Own("Bob", 2))
    assert game.refused(Own("Bob", 3)) is Reason.ALREADY_SAID
    assert game.do(Own("Ann", 5))[:3] == [Owned("Ann", 5), Owned("Cid", 3), Owned("Cid", 4)]
    assert game.state.scores == {"Ann": 0, "Bob": 2, "Cid": 2}


def test_own_card_cannot_be_claimed_twice() -> None:
    game = table()
    tell(game)
    give(game)
    vote(game, Bob=3, Cid=1, Dot=3)
    game.do(Own("Ann", 3))
    assert game.refused(Own("Bob", 3)) is Reason.ALREADY_OWNED
    assert game.refused(Own("Ann", 1)) is Reason.ALREADY_SAID
    assert game.refused(Own("Bob", 5)) is Reason.NO_SUCH_SYMBOL
    assert game.refused(Own("Zoe", 1)) is Reason.NOT_AT_TABLE


def test_own_cards_vote_for_own_card_is_lost() -> None:
    game = table()
    tell(game)
    give(game)
    vote(game, Bob=2, Cid=1, Dot=1)
    told = game.do(Own("Ann", 1), Own("Bob", 2), Own("Cid", 3))
    assert VoteLost("Bob", 2) in told
    assert game.state.scores == {"Ann": 3, "Bob": 0, "Cid": 3, "Dot": 3}


def test_own_cards_game_is_finished_on_request() -> None:
    game = table("Ann", "Bob", "Cid")
    assert game.refused(Finish()) is Reason.NOT_NOW
    tell(game)
    assert game.refused(Finish()) is Reason.NOT_NOW
    give(game)
    vote(game, Bob=5, Cid=5)
    game.do(Own("Ann", 5), Own("Bob", 1), Own("Bob", 2))
    assert game.do(Finish()) == [GameEnded(Outcome(("Bob", "Cid"), {"Ann": 0, "Bob": 2, "Cid": 2}))]


def test_game_with_the_narrators_cards_cannot_be_finished_on_request() -> None:
    game = begin()
    play_round(game)
    assert game.refused(Finish()) is Reason.NOT_NOW


# --- coming and going ------------------------------------------------------------------------------


def test_leaver_takes_a_face_down_card_along() -> None:
    game = begin("Ann", "Bob", "Cid", "Dot", "Eve")
    tell(game)
    game.do(Give("Bob", ("picture 7",)), Leave("Bob"))
    assert set(game.state.loose) == {f"picture {n}" for n in range(7, 13)}
    give(game)
    assert game.state.owners == {1: "Ann", 2: "Cid", 3: "Dot", 4: "Eve"}


def test_leavers_laid_out_card_stays_without_scoring() -> None:
    game = begin("Ann", "Bob", "Cid", "Dot", "Eve")
    tell(game)
    give(game)
    vote(game, Bob=1, Cid=2)
    game.do(Leave("Bob"))
    assert game.state.votes == {"Cid": (2,)}
    assert game.state.face_up[2] == "picture 7"
    told = vote(game, Dot=2, Eve=1)
    assert Scored({"Ann": 3, "Cid": 0, "Dot": 0, "Eve": 3}, {"Ann": 3, "Cid": 0, "Dot": 0, "Eve": 3}) in told


def test_round_continues_if_the_last_awaited_player_leaves(voting: ScriptedGame) -> None:
    vote(voting, Bob=1, Cid=1)
    told = voting.do(Leave("Dot"))
    assert told[0] == Left("Dot")
    assert Scored({"Ann": 0, "Bob": 2, "Cid": 2}, {"Ann": 0, "Bob": 2, "Cid": 2}) in told
    game = begin()
    tell(game)
    game.do(Give("Bob", ("picture 7",)), Give("Cid", ("picture 13",)), Leave("Dot"))
    assert game.state.phase is CluePhase.VOTING


@pytest.mark.parametrize("stage", [CluePhase.TELLING, CluePhase.GIVING, CluePhase.VOTING])
def test_round_is_void_if_the_storyteller_leaves(stage: CluePhase) -> None:
    game = begin("Ann", "Bob", "Cid", "Dot", "Eve")
    play_round(game)
    scores = {name: score for name, score in game.state.scores.items() if name != "Bob"}
    if stage is not CluePhase.TELLING:
        tell(game)
        game.do(Give("Ann", (game.state.hands["Ann"][0],)))
    if stage is CluePhase.VOTING:
        give(game)
        vote(game, Ann=1)
    assert game.state.phase is stage
    told = game.do(Leave("Bob"))
    assert told[:2] == [Left("Bob"), RoundVoided("Bob")]
    assert told[-1] == RoundBegan("Cid")
    assert game.state.scores == scores
    assert {len(hand) for hand in game.state.hands.values()} == {6}
    assert (game.state.laid, game.state.face_up, game.state.votes, game.state.owners) == ({}, {}, {}, {})


def test_leaving_before_the_first_clue_voids_no_round() -> None:
    game = begin()
    assert game.do(Leave("Ann")) == [Left("Ann")]
    assert dixit.waiting(game.state) == ("Bob", "Cid", "Dot")


def test_three_player_rules_apply_from_the_round_after_leaving() -> None:
    game = begin()
    tell(game)
    game.do(Leave("Dot"))
    give(game)
    assert len(game.state.face_up) == 3
    vote(game, Bob=1, Cid=2)
    assert game.state.scores == {"Ann": 3, "Bob": 4, "Cid": 0}
    assert [len(hand) for hand in game.state.hands.values()] == [7, 7, 7]
    tell(game)
    give(game)
    assert len(game.state.face_up) == 5


@pytest.mark.parametrize("stage", [CluePhase.TELLING, CluePhase.GIVING, CluePhase.VOTING])
def test_game_ends_unfinished_below_three_players(stage: CluePhase) -> None:
    game = begin("Ann", "Bob", "Cid")
    play_round(game)
    if stage is not CluePhase.TELLING:
        tell(game)
    if stage is CluePhase.VOTING:
        give(game)
        vote(game, Ann=1)
    told = game.do(Leave("Cid"))
    assert told == [Left("Cid"), GameEnded(Outcome(("Bob",), {"Ann": 0, "Bob": 2}, finished=False))]
    assert dixit.view(game.state, None).votes == {}


@pytest.mark.parametrize("stage", [CluePhase.TELLING, CluePhase.GIVING, CluePhase.VOTING])
def test_waiting_newcomer_keeps_the_game_going(stage: CluePhase) -> None:
    game = begin("Ann", "Bob", "Cid")
    play_round(game)
    if stage is not CluePhase.TELLING:
        tell(game)
    if stage is CluePhase.VOTING:
        give(game)
    game.do(Join("Dot"))
    told = game.do(Leave("Cid"))
    assert told[:3] == [Left("Cid"), RoundVoided("Bob"), Seated("Dot", 0)]
    assert told[-1] == RoundBegan("Bob")
    assert game.state.scores == {"Ann": 0, "Bob": 2, "Dot": 0}
    assert [len(hand) for hand in game.state.hands.values()] == [7, 7, 7]
    play_round(game)
    assert game.state.teller == "Dot"


def test_newcomer_replaces_a_leaver_before_the_first_clue() -> None:
    game = begin("Ann", "Bob", "Cid")
    told = game.do(Join("Dot"), Leave("Ann"))
    assert told[:3] == [Joined("Dot"), Left("Ann"), Seated("Dot", 0)]
    assert dixit.waiting(game.state) == ("Bob", "Cid", "Dot")


def test_newcomer_starts_next_round_with_lowest_score_and_full_hand() -> None:
    game = begin()
    tell(game)
    assert game.do(Join("Eve", 7)) == [Joined("Eve")]
    assert game.refused(Give("Eve", ("picture 25",))) is Reason.NOT_AT_TABLE
    give(game)
    told = vote(game, Bob=3, Cid=1, Dot=1)
    assert game.state.scores == {"Ann": 3, "Bob": 0, "Cid": 4, "Dot": 3, "Eve": 0}
    assert Seated("Eve", 0) in told
    assert len(game.state.hands["Eve"]) == 6


def test_newcomer_ends_three_player_rules_with_the_next_round() -> None:
    game = begin("Ann", "Bob", "Cid")
    tell(game)
    game.do(Join("Dot"))
    give(game)
    assert len(game.state.face_up) == 5
    vote(game, Bob=1, Cid=1)
    assert [len(hand) for hand in game.state.hands.values()] == [6, 6, 6, 6]
    assert game.state.cards_to_give == 1


def test_newcomer_sits_between_last_and_first() -> None:
    game = begin()
    tell(game, "Dot")
    game.do(Join("Eve"))
    give(game)
    vote(game, Ann=1, Bob=1, Cid=1)
    assert game.state.teller == "Eve"


def test_seventh_player_and_taken_name_are_refused() -> None:
    game = begin("Ann", "Bob", "Cid", "Dot", "Eve")
    assert game.refused(Join("Bob")) is Reason.NAME_TAKEN
    assert game.refused(Join(" ")) is Reason.NO_NAME
    game.do(Join("Fay"))
    assert game.refused(Join("Fay")) is Reason.NAME_TAKEN
    assert game.refused(Join("Gus")) is Reason.TABLE_FULL


def test_joining_is_refused_without_a_full_hand_in_the_pile() -> None:
    game = begin(pictures=tuple(f"picture {n}" for n in range(24 + 4 + 6)))
    assert game.refused(Join("Eve")) is Reason.TOO_FEW_CARDS
    game = begin(pictures=tuple(f"picture {n}" for n in range(24 + 4 + 6 + 1)))
    game.do(Join("Eve"))
    play_round(game)
    assert len(game.state.hands["Eve"]) == 6
    assert game.state.phase is CluePhase.TELLING


def test_newcomer_may_leave_again() -> None:
    game = begin()
    assert game.do(Join("Eve"), Leave("Eve")) == [Joined("Eve"), Left("Eve")]
    play_round(game)
    assert game.state.names == FOUR


def test_absent_player_cannot_leave() -> None:
    assert begin().refused(Leave("Zoe")) is Reason.NOT_AT_TABLE


def test_own_cards_of_a_leaver_still_have_to_be_claimed() -> None:
    game = table()
    tell(game)
    give(game)
    vote(game, Bob=1, Cid=1)
    game.do(Leave("Dot"))
    assert game.state.phase is CluePhase.OWNING
    game.do(Own("Dot", 1), Own("Ann", 2), Own("Bob", 3))
    assert game.state.scores == {"Ann": 0, "Bob": 2, "Cid": 2}


def test_own_cards_allow_joining_at_any_time() -> None:
    game = table()
    game.do(Join("Eve"), Join("Fay"))
    assert game.refused(Join("Gus")) is Reason.TABLE_FULL


def test_nothing_is_legal_after_the_end() -> None:
    game = begin("Ann", "Bob", "Cid")
    game.do(Leave("Ann"))
    for move in (Leave("Bob"), Join("Eve"), Tell("Bob", None, CLUE), Vote("Bob", 1)):
        assert game.refused(move) is Reason.NOT_NOW

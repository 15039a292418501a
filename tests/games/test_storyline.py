"""Rules of StoryLine: Fairy Tales."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from narrator.core.cards import FACE_DOWN, Dealt, Laid, LayOut, Own, Owned, OwnersAsked, Shuffle
from narrator.core.game import CardSource, GameEnded, IllegalMove, Join, Leave, Left, Outcome, Reason, Seat, SpokenWords
from narrator.games.storyline import rules as storyline
from narrator.games.storyline.moves import (
    Begin,
    CardRead,
    CardsEntered,
    Crowned,
    DrawTokens,
    EffectAsked,
    Lay,
    Mix,
    Name,
    Named,
    NamesAsked,
    NameWinner,
    Pick,
    Picked,
    Resolve,
    RowShown,
    Snap,
    TellerAsked,
    TieFound,
    TokensTurned,
    TokenTaken,
    TookOver,
    TrapSnapped,
    WinnerNamed,
    Withdrawn,
)
from narrator.games.storyline.rules import (
    BEAR_TRAP,
    CROWN,
    DEFAULT_DECK,
    OLD_BOOT,
    SCALES,
    TOKEN_POINTS,
    TOKENS,
    CardKind,
    Mode,
    Options,
    Phase,
    TalePage,
)
from tests.support.playouts import FixedLuck, ScriptedGame

CHARACTER, PLACE, FEATURE, OBJECT, ACTION = CardKind
FIVE = ("Lily", "Nick", "Julie", "Dylan", "Mia")
SINGLES_FIRST = tuple(sorted(DEFAULT_DECK, key=len))
"""Ten cards with one banner (first a feature, an object and an action), then four with two."""


class WantedFirst(FixedLuck):
    """A `Luck` that puts the wanted items first."""

    def __init__(self, *wanted: Any) -> None:
        self.wanted = wanted

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        first = [item for item in self.wanted if item in items]
        return (*first, *(item for item in items if item not in first))

    def pick(self, items: Sequence[Any]) -> Any:
        return self.shuffled(items)[0]


def sit(*names: str, luck: Any = None, **options: Any) -> ScriptedGame:
    """Start a game with decks and tokens in order: Lily holds "character 1", Nick "character 2" and so on."""
    return ScriptedGame(storyline, [Seat(name) for name in names], Options(**options), luck)


def begin(*names: str, luck: Any = None, **options: Any) -> ScriptedGame:
    """Start a game where the first player tells."""
    game = sit(*names, luck=luck, **options)
    game.do(Begin(names[0]))
    return game


def lay_all(game: ScriptedGame) -> None:
    """Let every awaited player lay the first possible cards."""
    while game.state.phase is Phase.LAYING:
        seat = storyline.waiting(game.state)[0]
        game.do(Lay(seat, next(storyline.layable_cards(game.state, seat))))


def symbols_of(game: ScriptedGame, *owners: str) -> tuple[int, ...]:
    """Return the symbols of these players' cards, one per banner."""
    rows = game.state.rows.values()
    return tuple(
        next(symbol for symbol in row if game.state.owners[symbol] == owner)
        for row, owner in zip(rows, owners, strict=True)
    )


def tell(game: ScriptedGame, *owners: str) -> list[Any]:
    """Play a round where the teller picks the cards of these players."""
    lay_all(game)
    return game.do(Pick(game.state.teller, symbols_of(game, *owners)))


def tell_on(game: ScriptedGame, rounds: int) -> None:
    """Play rounds where the teller picks the first symbol under each banner."""
    for _ in range(rounds):
        lay_all(game)
        game.do(Pick(game.state.teller, tuple(row[0] for row in game.state.rows.values())))


def at_the_end(luck: Any = None, teller: str | None = None, **tokens: tuple[str, ...]) -> ScriptedGame:
    """Start a game at "The End" with these tokens. The first player is the teller by default."""
    game = begin(*tokens, luck=luck)
    held = [token for some in tokens.values() for token in some]
    game.state = replace(
        game.state,
        phase=Phase.SHUFFLING,
        teller=teller or next(iter(tokens)),
        book=tuple(TalePage(number, ("a card",)) for number in range(1, 15)),
        supply=tuple(token for token in TOKENS if token not in held),
        tokens=tokens,
    )
    game.do(Shuffle(()))
    return game


def all_cards(state: storyline.State) -> list[str]:
    """Return every story card in the state."""
    piles = [*state.decks.values(), *state.hands.values(), *state.laid.values(), *(page.cards for page in state.book)]
    return sorted([*state.loose, *(card for pile in piles for card in pile)])


def all_tokens(state: storyline.State) -> list[str]:
    return sorted([*state.loose_tokens, *state.supply, *(token for held in state.tokens.values() for token in held)])


def categories(state: storyline.State, seat: str) -> Counter[CardKind]:
    return Counter(storyline.category_of(state, card) for card in state.hands[seat])


def refusal(names: Sequence[str], **options: Any) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        sit(*names, **options)
    return refused.value


# --- setting up ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Mode)
def test_only_three_to_eight_may_play(mode: Mode) -> None:
    names = [*FIVE, "Tom", "Zoe", "Ben", "Ada"]
    for players in range(3, 9):
        assert sit(*names[:players], mode=mode).state.phase is Phase.BEGINNING
    for players in (2, 9):
        assert refusal(names[:players], mode=mode).reason is Reason.PLAYER_COUNT


def test_there_are_twenty_one_tokens() -> None:
    assert len(set(TOKENS)) == 21
    assert Counter(TOKEN_POINTS.values()) == {1: 6, 2: 6, 3: 5, 0: 4}
    assert [token for token, worth in TOKEN_POINTS.items() if not worth] == [OLD_BOOT, SCALES, BEAR_TRAP, CROWN]


def test_everyone_draws_one_shuffled_card_of_each_category() -> None:
    game = sit("Lily", "Nick", "Julie", luck=WantedFirst("place 20", "action 7"))
    assert game.state.hands["Lily"] == ("character 1", "place 20", "feature 1", "object 1", "action 7")
    assert game.state.hands["Nick"] == ("character 2", "place 1", "feature 2", "object 2", "action 1")
    assert all(categories(game.state, name) == dict.fromkeys(CardKind, 1) for name in game.state.names)
    assert [event.seat for event in game.events_of(Dealt)] == ["Lily", "Nick", "Julie"]
    assert len(all_cards(game.state)) == 100


def test_tokens_are_mixed() -> None:
    game = sit("Lily", "Nick", "Julie", luck=WantedFirst("three c", SCALES))
    assert game.state.supply[:2] == ("three c", SCALES)
    assert all_tokens(game.state) == sorted(TOKENS)


def test_shuffle_that_loses_or_invents_something_is_refused() -> None:
    state = storyline.setup([Seat(name) for name in FIVE], Options()).state
    for wrong in (state.loose[1:], (*state.loose, "a joker"), (*state.loose[:-1], state.loose[0])):
        with pytest.raises(IllegalMove) as refused:
            storyline.apply(state, Shuffle(wrong))
        assert refused.value.reason is Reason.IMPOSSIBLE_DRAW
    state = storyline.apply(state, Shuffle(state.loose)).state
    assert state.phase is Phase.MIXING
    for tokens in (TOKENS[1:], (*TOKENS, "a button"), (*TOKENS[:-1], TOKENS[0])):
        with pytest.raises(IllegalMove) as refused:
            storyline.apply(state, Mix(tokens))
        assert refused.value.reason is Reason.IMPOSSIBLE_DRAW


@pytest.mark.parametrize(
    "deck",
    [
        DEFAULT_DECK[1:],
        (*DEFAULT_DECK, (FEATURE,)),
        (*DEFAULT_DECK[:-1], ()),
        (*DEFAULT_DECK[:-1], (ACTION, ACTION)),
        (*DEFAULT_DECK[:-1], (ACTION, PLACE, FEATURE)),
        tuple(banners[:1] for banners in DEFAULT_DECK),
        (*[banners[:1] for banners in DEFAULT_DECK[:6]], *DEFAULT_DECK[6:]),
        (*DEFAULT_DECK[:-2], (ACTION, FEATURE), (ACTION, OBJECT)),
        (*DEFAULT_DECK[:-2], (CHARACTER,), (CHARACTER,)),
    ],
    ids=[
        "thirteen cards",
        "fifteen cards",
        "a card without a banner",
        "a category twice on a card",
        "three banners",
        "no double banner",
        "two double banners",
        "six double banners",
        "a category six times",
    ],
)
def test_invalid_narrator_deck_is_refused(deck: tuple[tuple[CardKind, ...], ...]) -> None:
    refused = refusal(FIVE, deck=deck)
    assert (refused.reason, refused.facts) == (Reason.OPTION, {"option": "deck"})


def test_three_to_five_double_banners_are_allowed() -> None:
    three = (DEFAULT_DECK[0][:1], *DEFAULT_DECK[1:])
    five = (*DEFAULT_DECK[:-1], (ACTION, PLACE))
    assert Counter(category for banners in five for category in banners)[PLACE] == 5
    for deck in (three, five):
        assert sit(*FIVE, deck=deck).state.phase is Phase.BEGINNING


def test_category_with_too_few_cards_is_refused() -> None:
    # Five hands, four drawn by all but the teller, and three characters in the book before the fourth is asked for.
    assert storyline.cards_needed(DEFAULT_DECK, CHARACTER, 5) == 5 + 4 + 3
    # Never asked for: only the cards in the hands.
    assert storyline.cards_needed(((PLACE,),), CHARACTER, 5) == 5
    enough = {category: tuple(f"{category} {n}" for n in range(12)) for category in CardKind}
    assert sit(*FIVE, story_cards=enough).state.phase is Phase.BEGINNING
    refused = refusal(FIVE, story_cards={**enough, CHARACTER: enough[CHARACTER][1:]})
    assert (refused.reason, refused.facts) == (Reason.TOO_FEW_CARDS, {"needed": 12})
    assert refusal(FIVE, story_cards={CHARACTER: enough[CHARACTER]}).reason is Reason.TOO_FEW_CARDS


def test_twenty_cards_per_category_suffice_for_eight_players() -> None:
    deck = (*DEFAULT_DECK[:-1], (ACTION, PLACE))
    game = begin(*FIVE, "Tom", "Zoe", "Ben", deck=deck, mode=Mode.FAMILY)
    tell_on(game, 14)
    assert game.state.phase is Phase.OVER


def test_card_in_two_categories_is_refused() -> None:
    cards = dict(Options().story_cards)
    twice = {**cards, PLACE: (*cards[PLACE][1:], cards[OBJECT][0])}
    assert refusal(FIVE, story_cards=twice).reason is Reason.TOO_FEW_CARDS


def test_named_player_tells_first() -> None:
    game = sit("Lily", "Nick", "Julie")
    assert game.events[-1] == TellerAsked()
    assert storyline.waiting(game.state) == ("Lily", "Nick", "Julie")
    assert game.refused(Begin("Santa")) is Reason.NOT_AT_TABLE
    game.do(Begin("Julie"))
    assert game.state.teller == "Julie"
    assert game.events_of(CardRead) == [CardRead(1, (CHARACTER, PLACE), "Julie")]


# --- a round ---------------------------------------------------------------------------------------


def test_everyone_but_the_teller_draws_a_card_of_the_banner() -> None:
    game = sit("Lily", "Nick", "Julie", deck=SINGLES_FIRST)
    told = game.do(Begin("Nick"))
    assert told == [
        CardRead(1, (FEATURE,), "Nick"),
        Dealt("Julie", ("feature 4",)),
        Dealt("Lily", ("feature 5",)),
    ]
    assert {name: len(hand) for name, hand in game.state.hands.items()} == {"Lily": 6, "Nick": 5, "Julie": 6}


def test_double_banner_draws_one_card_of_each_category() -> None:
    game = begin("Lily", "Nick", "Julie")
    assert game.events_of(Dealt)[-2:] == [
        Dealt("Nick", ("character 4", "place 4")),
        Dealt("Julie", ("character 5", "place 5")),
    ]


def test_teller_may_not_lay_a_card() -> None:
    game = begin("Lily", "Nick", "Julie", deck=SINGLES_FIRST)
    assert storyline.waiting(game.state) == ("Nick", "Julie")
    assert game.refused(Lay("Lily", ("feature 1",))) is Reason.TELLER_LAYS_NONE


def test_player_lays_either_card_of_the_category_in_secret() -> None:
    game = begin("Lily", "Nick", "Julie", deck=SINGLES_FIRST)
    assert game.do(Lay("Nick", ("feature 4",))) == [Laid("Nick", ("Julie",))]
    assert storyline.view(game.state, "Nick").laid == {"Nick": ("feature 4",)}
    assert storyline.view(game.state, "Julie").laid == {"Nick": (FACE_DOWN,)}
    game.do(Lay("Julie", ("feature 3",)))
    assert "feature 2" in game.state.hands["Nick"]
    assert "feature 5" in game.state.hands["Julie"]
    assert all(categories(game.state, name) == dict.fromkeys(CardKind, 1) for name in game.state.names)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (("character 1", "place 1"), Reason.NOT_IN_HAND),
        (("character 2",), Reason.CARD_COUNT),
        ((), Reason.CARD_COUNT),
        (("character 2", "place 2", "object 2"), Reason.CARD_COUNT),
        (("character 2", "character 2"), Reason.SAME_CARD),
        (("character 2", "character 5"), Reason.WRONG_CATEGORY),
        (("character 2", "object 2"), Reason.WRONG_CATEGORY),
    ],
)
def test_illegal_cards_are_refused(cards: tuple[str, ...], reason: Reason) -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    assert game.refused(Lay("Nick", cards)) is reason


def test_laying_twice_or_without_a_seat_is_refused() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    assert game.refused(Lay("Santa", ("character 2", "place 2"))) is Reason.NOT_AT_TABLE
    game.do(Lay("Nick", ("character 2", "place 2")))
    assert game.refused(Lay("Nick", ("character 5", "place 5"))) is Reason.ALREADY_LAID
    assert game.refused(Pick("Lily", (1, 4))) is Reason.NOT_NOW


def test_two_cards_may_be_named_in_any_order() -> None:
    game = begin("Lily", "Nick", "Julie")
    game.do(Lay("Nick", ("place 2", "character 2")))
    assert game.state.laid["Nick"] == ("character 2", "place 2")


def test_offered_moves_have_one_card_or_symbol_per_banner() -> None:
    game = begin("Lily", "Nick", "Julie")
    assert {move.cards for move in storyline.moves(game.state) if move.seat == "Nick"} == {
        ("character 2", "place 2"),
        ("character 2", "place 4"),
        ("character 4", "place 2"),
        ("character 4", "place 4"),
    }
    lay_all(game)
    picks = list(storyline.moves(game.state))
    assert {pick.symbols for pick in picks} == {(1, 3), (1, 4), (2, 3), (2, 4)}
    assert len(picks) == 8  # each with and without embellishment


def test_laid_cards_are_shuffled_and_shown() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan", deck=SINGLES_FIRST)
    game.luck = WantedFirst("feature 4")
    lay_all(game)
    row = {1: "feature 4", 2: "feature 2", 3: "feature 3"}
    assert game.events[-1] == RowShown(FEATURE, row)
    assert game.state.face_up == row
    assert storyline.waiting(game.state) == ("Lily",)


def test_second_banner_continues_the_numbers() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    lay_all(game)
    assert game.events_of(RowShown) == [
        RowShown(CHARACTER, {1: "character 2", 2: "character 3", 3: "character 4"}),
        RowShown(PLACE, {4: "place 2", 5: "place 3", 6: "place 4"}),
    ]


@pytest.mark.parametrize(
    "cards",
    [
        ("character 2", "character 3", "place 2"),
        ("character 2", "character 3", "place 2", "place 9"),
        ("place 2", "place 3", "character 2", "character 3"),
        ("character 2", "place 2", "character 3", "place 3"),
    ],
    ids=["one lost", "one invented", "second banner first", "banners mixed"],
)
def test_impossible_layout_is_refused(cards: tuple[str, ...]) -> None:
    game = begin("Lily", "Nick", "Julie")
    game.do(Lay("Nick", ("character 2", "place 2")))
    state = storyline.apply(game.state, Lay("Julie", ("character 3", "place 3"))).state
    assert storyline.legal(state) == {LayOut}
    game.state = state
    assert game.refused(LayOut(cards)) is Reason.IMPOSSIBLE_DRAW


def test_owner_of_the_picked_card_takes_the_top_token() -> None:
    game = begin("Lily", "Nick", "Julie", luck=WantedFirst("three b"), deck=SINGLES_FIRST)
    lay_all(game)
    told = game.do(Pick("Lily", (2,)))
    assert told[:3] == [
        Picked("Lily", (2,), None),
        CardsEntered(1, ("feature 3",), ("Julie",)),
        TokenTaken("Julie", 1),
    ]
    assert game.state.tokens == {"Lily": (), "Nick": (), "Julie": ("three b",)}
    assert "three b" not in game.state.supply
    for seat in ("Lily", "Nick", "Julie", None):
        assert storyline.view(game.state, seat).tokens == {"Lily": (), "Nick": (), "Julie": (FACE_DOWN,)}


def test_only_the_teller_may_pick() -> None:
    game = begin("Lily", "Nick", "Julie", deck=SINGLES_FIRST)
    lay_all(game)
    assert game.refused(Pick("Nick", (1,))) is Reason.NOT_YOUR_TURN
    assert game.refused(Pick("Santa", (1,))) is Reason.NOT_AT_TABLE


@pytest.mark.parametrize(
    ("symbols", "reason"),
    [
        ((1, 7), Reason.NO_SUCH_SYMBOL),
        ((1,), Reason.CARD_COUNT),
        ((1, 4, 5), Reason.CARD_COUNT),
        ((), Reason.CARD_COUNT),
        ((4, 4), Reason.SAME_SYMBOL),
        ((1, 2), Reason.WRONG_CATEGORY),
        ((5, 6), Reason.WRONG_CATEGORY),
    ],
)
def test_illegal_pick_is_refused(symbols: tuple[int, ...], reason: Reason) -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    lay_all(game)
    assert game.refused(Pick("Lily", symbols)) is reason


def test_two_symbols_may_be_named_in_any_order() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    lay_all(game)
    game.do(Pick("Lily", (5, 1)))
    assert game.events_of(Picked) == [Picked("Lily", (1, 5), None)]
    assert game.state.book == (TalePage(1, ("character 2", "place 3"), "Lily"),)


def test_one_player_may_win_both_cards_of_a_double_banner() -> None:
    game = begin("Lily", "Nick", "Julie")
    told = tell(game, "Nick", "Nick")
    assert [event for event in told if isinstance(event, TokenTaken)] == [TokenTaken("Nick", 1), TokenTaken("Nick", 2)]
    assert game.state.tokens["Nick"] == TOKENS[:2]


def test_two_players_may_win_one_card_each() -> None:
    game = begin("Lily", "Nick", "Julie")
    told = tell(game, "Julie", "Nick")
    assert CardsEntered(1, ("character 3", "place 2"), ("Julie", "Nick")) in told
    assert game.state.tokens == {"Lily": (), "Nick": TOKENS[1:2], "Julie": TOKENS[:1]}


def test_book_records_cards_embellishment_and_teller() -> None:
    game = begin("Lily", "Nick", "Julie")
    lay_all(game)
    named = SpokenWords("He was called Bob.", "clip 1")
    told = game.do(Pick("Lily", (1, 4), named))
    assert told[0] == Picked("Lily", (1, 4), named)
    tell(game, "Lily")
    assert game.state.book == (
        TalePage(1, ("character 2", "place 3"), "Lily", named),
        TalePage(2, ("feature 1",), "Nick"),
    )


def test_other_cards_go_shuffled_under_their_decks() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    lay_all(game)
    game.luck = WantedFirst("character 4", "place 3")
    game.do(Pick("Lily", (1, 4)))
    assert game.state.decks[CHARACTER][-2:] == ("character 4", "character 3")
    assert game.state.decks[PLACE][-2:] == ("place 3", "place 4")
    assert len(all_cards(game.state)) == 100


def test_teller_role_passes_to_the_left() -> None:
    game = sit("Lily", "Nick", "Julie")
    game.do(Begin("Nick"))
    tell_on(game, 4)
    assert [event.teller for event in game.events_of(CardRead)] == ["Nick", "Julie", "Lily", "Nick", "Julie"]


def test_every_hand_keeps_one_card_of_each_category() -> None:
    game = begin(*FIVE)
    for _ in range(13):
        lay_all(game)
        assert all(categories(game.state, name) == dict.fromkeys(CardKind, 1) for name in game.state.names)
        game.do(Pick(game.state.teller, tuple(row[-1] for row in game.state.rows.values())))
        assert all_cards(game.state) == sorted(card for cards in Options().story_cards.values() for card in cards)
        assert all_tokens(game.state) == sorted(TOKENS)


def test_revealing_events_are_marked() -> None:
    assert all(event.reveals for event in (RowShown, CardsEntered, TokensTurned, TrapSnapped, Crowned, GameEnded))
    assert not any(event.reveals for event in (CardRead, Laid, Picked, TokenTaken, Owned, Named))


# --- "The End" -------------------------------------------------------------------------------------


def test_the_end_comes_after_fourteen_rounds_and_turns_tokens() -> None:
    game = begin("Lily", "Nick", "Julie")
    tell_on(game, 13)
    assert game.events_of(TokensTurned) == []
    lay_all(game)
    told = game.do(Pick(game.state.teller, tuple(row[0] for row in game.state.rows.values())))
    assert CardRead(15, (), "Julie") in told
    assert len(game.events_of(TokensTurned)) == 1
    assert [page.card for page in game.state.book] == list(range(1, 16))
    assert game.state.book[-1] == TalePage(15)
    # Eighteen banners: all numbers and an Old Boot, in the order of the tokens.
    assert sum(len(held) for held in game.state.tokens.values()) == 18
    result = game.state.outcome
    assert result == Outcome(result.winners, {name: storyline.points(game.state.tokens[name]) for name in FIVE[:3]})
    assert sum(result.scores.values()) == 6 * 1 + 6 * 2 + 5 * 3
    assert game.events[-1] == GameEnded(result)
    assert storyline.legal(game.state) == frozenset()


def test_numbers_are_points_and_the_old_boot_has_no_effect() -> None:
    assert storyline.points(("one a", "two c", "three e", OLD_BOOT, SCALES, BEAR_TRAP, CROWN)) == 6
    assert storyline.points(()) == 0
    game = at_the_end(Lily=("three a", OLD_BOOT), Nick=("two a", "two b"), Julie=("one a",))
    assert game.state.outcome == Outcome(("Nick",), {"Lily": 3, "Nick": 4, "Julie": 1})
    assert game.events[-2:] == [
        TokensTurned({"Lily": ("three a", OLD_BOOT), "Nick": ("two a", "two b"), "Julie": ("one a",)}),
        GameEnded(Outcome(("Nick",), {"Lily": 3, "Nick": 4, "Julie": 1})),
    ]


def test_bear_trap_returns_one_of_the_other_tokens() -> None:
    game = at_the_end(WantedFirst("three b"), Lily=("three a", BEAR_TRAP, "three b"), Nick=("two a",), Julie=("two b",))
    assert game.events_of(TrapSnapped) == [TrapSnapped("Lily", "three b")]
    assert game.state.tokens["Lily"] == ("three a", BEAR_TRAP)
    assert "three b" in game.state.supply
    assert game.state.outcome.scores["Lily"] == 3
    assert all_tokens(game.state) == sorted(TOKENS)


def test_bear_trap_never_returns_itself() -> None:
    game = at_the_end(Lily=(BEAR_TRAP,), Nick=("two a",), Julie=("one a",))
    assert game.events_of(TrapSnapped) == [TrapSnapped("Lily", None)]
    assert game.state.tokens["Lily"] == (BEAR_TRAP,)


def test_crown_brings_two_more_tokens() -> None:
    game = at_the_end(WantedFirst("three a", "three b"), Lily=(CROWN,), Nick=("two a",), Julie=("one a",))
    assert game.events_of(Crowned) == [Crowned("Lily", ("three a", "three b"))]
    assert game.state.outcome == Outcome(("Lily",), {"Lily": 6, "Nick": 2, "Julie": 1})
    assert all_tokens(game.state) == sorted(TOKENS)


def test_bear_trap_brought_by_the_crown_is_resolved() -> None:
    luck = WantedFirst(BEAR_TRAP, "three a", CROWN)
    game = at_the_end(luck, Lily=("one a", CROWN), Nick=("two a",), Julie=("one b",))
    assert [event for event in game.events if isinstance(event, Crowned | TrapSnapped)] == [
        Crowned("Lily", (BEAR_TRAP, "three a")),
        TrapSnapped("Lily", "three a"),
    ]


def test_resolved_crown_may_be_trapped_but_its_tokens_stay() -> None:
    game = at_the_end(Lily=("one a", CROWN, BEAR_TRAP), Nick=("two a",), Julie=("one b",))
    state = storyline.apply(game.state, Resolve("Lily", CROWN)).state
    state = storyline.apply(state, DrawTokens(("three a", "three b"))).state
    state = storyline.apply(state, Snap(CROWN)).state
    assert state.tokens["Lily"] == ("one a", BEAR_TRAP, "three a", "three b")
    assert state.outcome.scores["Lily"] == 7


def test_player_with_two_effects_is_asked_for_the_order() -> None:
    game = at_the_end(Lily=("two a",), Nick=(CROWN, "three a", BEAR_TRAP), Julie=("one b",))
    assert game.events[-1] == EffectAsked("Nick", (CROWN, BEAR_TRAP))
    assert storyline.waiting(game.state) == ("Nick",)
    assert set(storyline.moves(game.state)) == {Resolve("Nick", CROWN), Resolve("Nick", BEAR_TRAP)}
    assert game.refused(Resolve("Lily", CROWN)) is Reason.NOT_YOUR_TURN
    assert game.refused(Resolve("Santa", CROWN)) is Reason.NOT_AT_TABLE
    assert game.refused(Resolve("Nick", "three a")) is Reason.NOT_HELD
    game.luck = WantedFirst("three b", "three c", "three a")
    told = game.do(Resolve("Nick", CROWN))
    assert told[:2] == [Crowned("Nick", ("three b", "three c")), TrapSnapped("Nick", "three b")]
    assert game.state.outcome == Outcome(("Nick",), {"Lily": 2, "Nick": 6, "Julie": 1})


def test_trapped_crown_has_no_effect() -> None:
    game = at_the_end(Lily=("two a",), Nick=(CROWN, "three a", BEAR_TRAP), Julie=("one b",))
    game.luck = WantedFirst(CROWN)
    told = game.do(Resolve("Nick", BEAR_TRAP))
    assert told[0] == TrapSnapped("Nick", CROWN)
    assert game.events_of(Crowned) == []
    assert game.state.tokens["Nick"] == ("three a", BEAR_TRAP)


def test_spared_crown_is_resolved_next() -> None:
    game = at_the_end(Lily=("two a",), Nick=(CROWN, "three a", BEAR_TRAP), Julie=("one b",))
    game.luck = WantedFirst("three a")
    told = game.do(Resolve("Nick", BEAR_TRAP))
    assert told[:2] == [TrapSnapped("Nick", "three a"), Crowned("Nick", ("three a", "one a"))]


def test_effects_go_clockwise_from_the_last_teller() -> None:
    tokens = {"Lily": ("one a", CROWN), "Nick": ("two a",), "Julie": ("one b", BEAR_TRAP)}
    for teller, order in (("Lily", [Crowned, TrapSnapped]), ("Nick", [TrapSnapped, Crowned])):
        game = at_the_end(teller=teller, **tokens)
        assert [type(event) for event in game.events if isinstance(event, Crowned | TrapSnapped)] == order


def test_last_teller_is_the_teller_at_the_end() -> None:
    game = begin("Lily", "Nick", "Julie", luck=WantedFirst(CROWN, BEAR_TRAP))
    tell(game, "Julie", "Nick")  # Julie has the Crown, Nick the Bear Trap
    tell_on(game, 13)
    assert game.events_of(CardRead)[-1].teller == "Julie"
    assert [event.seat for event in game.events if isinstance(event, Crowned | TrapSnapped)] == ["Julie", "Nick"]


def test_impossible_draw_from_the_supply_is_refused() -> None:
    game = at_the_end(Lily=(CROWN, "three a", BEAR_TRAP), Nick=("two a",), Julie=("one b",))
    ready = game.state
    game.state = storyline.apply(ready, Resolve("Lily", CROWN)).state
    assert storyline.legal(game.state) == {DrawTokens}
    for tokens in (("three b",), ("three b", "three b"), ("three b", "two a"), ("one a", "one c", "one d")):
        assert game.refused(DrawTokens(tokens)) is Reason.IMPOSSIBLE_DRAW
    game.state = storyline.apply(ready, Resolve("Lily", BEAR_TRAP)).state
    assert storyline.legal(game.state) == {Snap}
    for token in (BEAR_TRAP, "two a", "one a"):
        assert game.refused(Snap(token)) is Reason.IMPOSSIBLE_DRAW


# --- ties ------------------------------------------------------------------------------------------


def test_scales_owner_names_the_winner_among_the_tied() -> None:
    game = at_the_end(Lily=("three a",), Nick=("one a", "two a"), Julie=(SCALES, "one b"))
    assert game.events[-1] == TieFound(("Lily", "Nick"), "Julie")
    assert storyline.waiting(game.state) == ("Julie",)
    assert set(storyline.moves(game.state)) == {NameWinner("Julie", "Lily"), NameWinner("Julie", "Nick")}
    assert game.refused(NameWinner("Lily", "Lily")) is Reason.NOT_YOUR_TURN
    assert game.refused(NameWinner("Santa", "Lily")) is Reason.NOT_AT_TABLE
    assert game.refused(NameWinner("Julie", "Julie")) is Reason.NOT_TIED
    told = game.do(NameWinner("Julie", "Lily"))
    assert told == [
        WinnerNamed("Julie", "Lily"),
        GameEnded(Outcome(("Lily",), {"Lily": 3, "Nick": 3, "Julie": 1})),
    ]


def test_scales_owner_may_name_themselves() -> None:
    game = at_the_end(Lily=("three a",), Nick=(SCALES, "three b"), Julie=("one b",))
    game.do(NameWinner("Nick", "Nick"))
    assert game.state.outcome.winners == ("Nick",)


def test_scales_owner_is_not_asked_without_a_tie() -> None:
    game = at_the_end(Lily=("three a",), Nick=(SCALES, "one a"), Julie=("one b",))
    assert game.events_of(TieFound) == []
    assert game.state.outcome.winners == ("Lily",)


def test_most_tokens_win_a_tie_without_the_scales() -> None:
    game = at_the_end(Lily=("three a",), Nick=("one a", "two a"), Julie=("one b", "one c", OLD_BOOT))
    assert game.events_of(TieFound) == [TieFound(("Lily", "Nick"), None)]
    assert game.state.outcome == Outcome(("Nick",), {"Lily": 3, "Nick": 3, "Julie": 2})


def test_players_still_tied_share_the_victory() -> None:
    game = at_the_end(Lily=("three a",), Nick=("three b",), Julie=("one b",))
    assert game.state.outcome.winners == ("Lily", "Nick")


@pytest.mark.parametrize(
    ("scores", "tokens", "won"),
    [
        ({"Lily": 5, "Nick": 4, "Julie": 4}, {"Lily": 2, "Nick": 3, "Julie": 3}, ("Lily",)),
        ({"Lily": 5, "Nick": 5, "Julie": 4}, {"Lily": 2, "Nick": 3, "Julie": 9}, ("Nick",)),
        ({"Lily": 5, "Nick": 5, "Julie": 5}, {"Lily": 3, "Nick": 2, "Julie": 3}, ("Lily", "Julie")),
        ({"Lily": 0, "Nick": 0, "Julie": 0}, {"Lily": 0, "Nick": 0, "Julie": 0}, ("Lily", "Nick", "Julie")),
    ],
)
def test_winners_have_most_points_then_most_tokens(
    scores: dict[str, int], tokens: dict[str, int], won: tuple[str, ...]
) -> None:
    assert storyline.winners_by_tokens(scores, tokens) == won


def test_trapped_scales_decide_nothing() -> None:
    game = at_the_end(WantedFirst(SCALES), Lily=("three a",), Nick=("three b", SCALES, BEAR_TRAP), Julie=("one b",))
    assert game.events_of(TieFound) == [TieFound(("Lily", "Nick"), None)]
    assert game.state.outcome.winners == ("Nick",)


# --- the family variant ----------------------------------------------------------------------------


def test_family_game_is_won_by_face_down_tokens() -> None:
    game = begin("Lily", "Nick", "Julie", luck=WantedFirst(CROWN, BEAR_TRAP, SCALES), mode=Mode.FAMILY)
    tell_on(game, 14)
    assert game.state.phase is Phase.OVER
    assert game.events_of(TokensTurned) == []
    assert game.events_of(TieFound) == []
    count = {name: len(held) for name, held in game.state.tokens.items()}
    assert sum(count.values()) == 18
    assert game.state.outcome.scores == count
    shown = storyline.view(game.state, "Lily").tokens
    assert {name: len(held) for name, held in shown.items()} == count
    assert {token for held in shown.values() for token in held} == {FACE_DOWN}


def test_family_game_ties_are_shared() -> None:
    game = begin("Lily", "Nick", "Julie", mode=Mode.FAMILY)
    tokens = {"Lily": ("one a", "one b"), "Nick": ("three a", SCALES), "Julie": (CROWN,)}
    over = storyline.end(replace(game.state, tokens=tokens)).state
    assert over.outcome == Outcome(("Lily", "Nick"), {"Lily": 2, "Nick": 2, "Julie": 1})


# --- coming and going ------------------------------------------------------------------------------


def test_joining_is_refused() -> None:
    game = sit("Lily", "Nick", "Julie")
    assert game.refused(Join("Dylan")) is Reason.NO_JOINING
    game.do(Begin("Lily"))
    assert game.refused(Join("Dylan")) is Reason.NO_JOINING
    assert Join not in storyline.legal(game.state)


def test_absent_player_cannot_leave() -> None:
    game = begin(*FIVE)
    assert game.refused(Leave("Santa")) is Reason.NOT_AT_TABLE


def test_cards_of_an_early_leaver_go_under_the_decks() -> None:
    game = sit(*FIVE)
    game.do(Leave("Lily"), Begin("Nick"))
    assert game.state.names == FIVE[1:]
    assert game.state.loose == ()
    assert {deck[-1] for deck in game.state.decks.values()} == {f"{category} 1" for category in CardKind}


def test_leavers_cards_and_tokens_go_back_unseen() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    tell(game, "Nick", "Nick")  # Nick tells now and has two tokens
    game.do(Lay("Julie", ("feature 3",)))
    game.do(Leave("Julie"))
    assert "Julie" not in game.state.hands
    assert "Julie" not in game.state.laid
    tell(game, "Lily")
    game.do(Leave("Nick"))
    assert game.state.supply[-2:] == TOKENS[:2]
    assert len(all_cards(game.state)) == 100
    assert all_tokens(game.state) == sorted(TOKENS)
    assert game.events_of(TokensTurned) == []


def test_cards_are_shown_if_the_last_awaited_player_leaves() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    game.do(Lay("Nick", ("character 2", "place 2")), Lay("Julie", ("character 3", "place 3")), Leave("Dylan"))
    assert game.state.phase is Phase.PICKING
    assert game.state.face_up == {1: "character 2", 2: "character 3", 3: "place 2", 4: "place 3"}


def test_leavers_card_is_removed_and_other_symbols_stay() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    lay_all(game)
    told = game.do(Leave("Julie"))
    assert told == [Left("Julie"), Withdrawn((2, 5))]
    assert game.state.face_up == {1: "character 2", 3: "character 4", 4: "place 2", 6: "place 4"}
    assert game.refused(Pick("Lily", (2, 4))) is Reason.NO_SUCH_SYMBOL
    game.do(Pick("Lily", (3, 6)))
    assert game.state.tokens["Dylan"] == TOKENS[:2]
    assert len(all_cards(game.state)) == 100


def test_left_neighbour_takes_over_if_the_teller_leaves() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    told = game.do(Leave("Lily"))
    assert told == [Left("Lily"), TookOver("Nick")]
    assert game.state.loose[-2:] == ("character 5", "place 5")
    assert game.state.teller == "Nick"
    assert storyline.waiting(game.state) == ("Julie", "Dylan")
    assert categories(game.state, "Nick") == dict.fromkeys(CardKind, 1)
    tell(game, "Julie", "Dylan")
    assert game.state.teller == "Julie"
    assert len(all_cards(game.state)) == 100


def test_new_tellers_laid_card_goes_back() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    game.do(Lay("Nick", ("character 2", "place 5")))
    game.do(Leave("Lily"))
    assert game.state.loose[-2:] == ("character 2", "place 5")
    assert set(game.state.hands["Nick"]) >= {"character 5", "place 2"}
    assert categories(game.state, "Nick") == dict.fromkeys(CardKind, 1)
    lay_all(game)
    assert set(game.state.owners.values()) == {"Julie", "Dylan"}


def test_cards_are_shown_if_the_new_teller_was_last_awaited() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    game.do(Lay("Julie", ("character 3", "place 3")), Lay("Dylan", ("character 4", "place 4")), Leave("Lily"))
    assert game.state.phase is Phase.PICKING
    assert storyline.waiting(game.state) == ("Nick",)


def test_new_teller_cannot_pick_their_own_card() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    lay_all(game)
    told = game.do(Leave("Lily"))
    assert told == [Left("Lily"), TookOver("Nick"), Withdrawn((1, 4))]
    assert game.state.loose[-2:] == ("character 2", "place 2")
    assert game.refused(Pick("Nick", (1, 5))) is Reason.NO_SUCH_SYMBOL
    game.do(Pick("Nick", (2, 6)))
    assert game.state.teller == "Julie"
    assert all(len(hand) <= 6 for hand in game.state.hands.values())


def test_game_below_three_ends_with_face_down_tokens_counted() -> None:
    game = begin("Lily", "Nick", "Julie", luck=WantedFirst("three a", "three b", "one a"))
    tell(game, "Nick", "Nick")
    tell(game, "Julie")
    told = game.do(Leave("Lily"))
    assert told == [Left("Lily"), GameEnded(Outcome(("Nick",), {"Nick": 2, "Julie": 1}, finished=False))]
    assert game.events_of(TokensTurned) == []
    assert storyline.view(game.state, "Nick").tokens == {"Nick": (FACE_DOWN,) * 2, "Julie": (FACE_DOWN,)}
    assert storyline.legal(game.state) == frozenset()


@pytest.mark.parametrize("leaver", ["Nick", "Julie"])
def test_game_below_three_at_the_end_counts_token_points(leaver: str) -> None:
    game = at_the_end(Lily=("three a",), Nick=("one a", "one b", "one c"), Julie=(SCALES, "one d"))
    assert game.state.phase is Phase.TIE
    told = game.do(Leave(leaver))
    scores = {"Lily": 3, "Nick": 3, "Julie": 1}
    del scores[leaver]
    won = ("Nick",) if leaver == "Julie" else ("Lily",)  # the tied player with more tokens, or the only one left
    assert told == [Left(leaver), GameEnded(Outcome(won, scores, finished=False))]


def test_most_tokens_decide_if_the_scales_owner_leaves() -> None:
    game = at_the_end(Lily=("three a",), Nick=("one a", "two a"), Julie=(SCALES, "one b"), Dylan=())
    told = game.do(Leave("Julie"))
    assert told == [
        Left("Julie"),
        TieFound(("Lily", "Nick"), None),
        GameEnded(Outcome(("Nick",), {"Lily": 3, "Nick": 3, "Dylan": 0})),
    ]


def test_other_tied_player_wins_if_one_leaves() -> None:
    game = at_the_end(Lily=("three a",), Nick=("one a", "two a"), Julie=(SCALES, "one b"), Dylan=())
    told = game.do(Leave("Nick"))
    assert told == [Left("Nick"), GameEnded(Outcome(("Lily",), {"Lily": 3, "Julie": 1, "Dylan": 0}))]


def test_next_player_resolves_if_the_asked_one_leaves() -> None:
    game = at_the_end(Lily=(CROWN, "two a", BEAR_TRAP), Nick=("one a",), Julie=("one b",), Dylan=("three a",))
    assert storyline.waiting(game.state) == ("Lily",)
    told = game.do(Leave("Lily"))
    assert told == [Left("Lily"), GameEnded(Outcome(("Dylan",), {"Nick": 1, "Julie": 1, "Dylan": 3}))]
    assert all_tokens(game.state) == sorted(TOKENS)


def test_question_stays_if_another_player_leaves() -> None:
    game = at_the_end(Lily=(CROWN, "two a", BEAR_TRAP), Nick=("one a",), Julie=("one b",), Dylan=("three a",))
    assert game.do(Leave("Nick")) == [Left("Nick"), EffectAsked("Lily", (CROWN, BEAR_TRAP))]
    assert storyline.waiting(game.state) == ("Lily",)


# --- the family's own cards ------------------------------------------------------------------------


def test_own_cards_are_not_dealt_but_tokens_are_kept() -> None:
    game = begin("Lily", "Nick", "Julie", cards=CardSource.TABLE, story_cards={})
    assert game.events_of(Dealt) == []
    assert all_cards(game.state) == []
    assert all_tokens(game.state) == sorted(TOKENS)
    assert game.refused(Lay("Nick", ("character 2", "place 2"))) is Reason.NOT_IN_HAND
    told = game.do(Lay("Nick"), Lay("Julie"))
    assert told == [
        Laid("Nick", ("Julie",)),
        Laid("Julie", ()),
        RowShown(CHARACTER, {1: None, 2: None}),
        RowShown(PLACE, {3: None, 4: None}),
    ]


def test_own_cards_are_claimed_and_named() -> None:
    game = begin("Lily", "Nick", "Julie", cards=CardSource.TABLE)
    game.do(Lay("Nick"), Lay("Julie"))
    assert game.do(Pick("Lily", (1, 4), SpokenWords("a clue"))) == [
        Picked("Lily", (1, 4), SpokenWords("a clue")),
        OwnersAsked((1, 4)),
    ]
    assert game.do(Own("Julie", 1)) == [Owned("Julie", 1)]
    assert game.do(Own("Julie", 4)) == [Owned("Julie", 4), NamesAsked((1, 4))]
    assert game.do(Name(4, "a crooked bakery")) == [Named(4, "a crooked bakery")]
    told = game.do(Name(1, "a crafty witch"))
    assert told[:4] == [
        Named(1, "a crafty witch"),
        CardsEntered(1, ("a crafty witch", "a crooked bakery"), ("Julie", "Julie")),
        TokenTaken("Julie", 1),
        TokenTaken("Julie", 2),
    ]
    assert game.state.book == (TalePage(1, ("a crafty witch", "a crooked bakery"), "Lily", SpokenWords("a clue")),)
    assert game.state.teller == "Nick"
    assert game.state.phase is Phase.LAYING


def test_illegal_claims_and_names_are_refused() -> None:
    game = begin("Lily", "Nick", "Julie", cards=CardSource.TABLE)
    game.do(Lay("Nick"), Lay("Julie"), Pick("Lily", (1, 4)))
    assert game.refused(Own("Santa", 1)) is Reason.NOT_AT_TABLE
    assert game.refused(Own("Lily", 1)) is Reason.TELLER_LAYS_NONE
    assert game.refused(Own("Nick", 2)) is Reason.NO_SUCH_SYMBOL
    assert game.refused(Name(1, "a crafty witch")) is Reason.NOT_NOW
    game.do(Own("Nick", 1))
    assert game.refused(Own("Julie", 1)) is Reason.ALREADY_OWNED
    game.do(Own("Nick", 4))
    assert game.refused(Name(2, "a wise piglet")) is Reason.NO_SUCH_SYMBOL
    assert game.refused(Name(1, " ")) is Reason.NO_WORDS
    game.do(Name(1, "a crafty witch"))
    assert game.refused(Name(1, "a wise piglet")) is Reason.ALREADY_SAID


def test_own_cards_are_laid_out_again_if_a_player_leaves() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan", cards=CardSource.TABLE, deck=SINGLES_FIRST)
    lay_all(game)
    assert game.do(Leave("Julie")) == [Left("Julie"), RowShown(FEATURE, {1: None, 2: None})]
    game.do(Pick("Lily", (2,)))
    assert game.refused(Own("Julie", 2)) is Reason.NOT_AT_TABLE


def test_new_teller_removes_their_own_card() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan", cards=CardSource.TABLE, deck=SINGLES_FIRST)
    lay_all(game)
    assert game.do(Leave("Lily")) == [Left("Lily"), TookOver("Nick"), RowShown(FEATURE, {1: None, 2: None})]


def test_leaver_gets_no_token_for_a_picked_card() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan", cards=CardSource.TABLE, deck=SINGLES_FIRST)
    lay_all(game)
    game.do(Pick("Lily", (2,)), Leave("Julie"), Own("Julie", 2), Name(2, "a laugh like a rusty gate"))
    assert game.state.book[-1].cards == ("a laugh like a rusty gate",)
    assert game.events_of(TokenTaken) == []
    assert game.state.supply == TOKENS


def test_pick_stands_if_the_teller_leaves_afterwards() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan", cards=CardSource.TABLE, deck=SINGLES_FIRST)
    lay_all(game)
    game.do(Pick("Lily", (2,), SpokenWords("Ha!")))
    assert game.do(Leave("Lily")) == [Left("Lily"), TookOver("Nick")]
    game.do(Own("Nick", 2), Name(2, "a laugh like a rusty gate"))
    assert game.state.book == (TalePage(1, ("a laugh like a rusty gate",), "Lily", SpokenWords("Ha!")),)
    assert game.events_of(TokenTaken) == [TokenTaken("Nick", 1)]
    assert game.state.teller == "Julie"


# --- what a seat may know --------------------------------------------------------------------------


def test_seat_sees_only_its_own_face_down_cards() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    game.do(Lay("Nick", ("character 2", "place 2")), Lay("Julie", ("character 3", "place 3")))
    seen = storyline.view(game.state, "Nick")
    assert seen.hands["Nick"] == game.state.hands["Nick"]
    assert seen.laid == {"Nick": ("character 2", "place 2"), "Julie": (FACE_DOWN,) * 2}
    hidden = [
        *seen.hands["Lily"],
        *seen.hands["Julie"],
        *seen.supply,
        *(c for deck in seen.decks.values() for c in deck),
    ]
    assert set(hidden) == {FACE_DOWN}
    assert set(storyline.view(game.state, None).hands["Nick"]) == {FACE_DOWN}


def test_owners_are_hidden_until_the_pick() -> None:
    game = begin("Lily", "Nick", "Julie", "Dylan")
    lay_all(game)
    assert storyline.view(game.state, "Lily").owners == {}
    assert storyline.view(game.state, "Nick").owners == {1: "Nick", 4: "Nick"}
    assert storyline.view(game.state, "Nick").face_up == game.state.face_up


def test_tokens_are_visible_at_the_end_but_never_the_supply() -> None:
    game = at_the_end(Lily=("three a",), Nick=("one a", "two a"), Julie=(SCALES, "one b"))
    for seat in ("Lily", None):
        assert storyline.view(game.state, seat).tokens == game.state.tokens
        assert set(storyline.view(game.state, seat).supply) == {FACE_DOWN}


def test_scores_reveal_no_token() -> None:
    game = begin("Lily", "Nick", "Julie", luck=WantedFirst("three a", "three b"))
    tell(game, "Nick", "Nick")
    assert game.state.scores == {"Lily": 0, "Nick": 2, "Julie": 0}
    assert storyline.view(game.state, None).scores == game.state.scores

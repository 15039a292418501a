"""Answers that must not be misread: as another player's vote, as another game, or as the end of the session."""

from collections.abc import Iterator

import pytest

from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan, Privacy
from tests.support.conversations import answer_to, hear
from tests.support.tables import NAMES, conversation

THREE = tuple(Seat(name, 7 + number) for number, name in enumerate(NAMES[:3]))
MANY = tuple(Seat(name) for name in NAMES[:7])


def state(talk: Conversation):
    assert talk.game_topic is not None
    return talk.game_topic.table.state


# --- corrections -----------------------------------------------------------------------------------


@pytest.fixture
def voting() -> Iterator[Conversation]:
    """Lily has voted; Nick is asked."""
    plan = Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        answer_to(talk, *(state(talk).hands[seat.name][0] for seat in THREE))
        mine = vote_of(talk, "Lily")
        answer_to(talk, str(mine[0]))
        assert state(talk).votes == {"Lily": mine[0]}
        yield talk


def vote_of(talk: Conversation, seat: str) -> list[int]:
    """Return the symbols that this player may vote for."""
    return [symbol for symbol in state(talk).face_up if state(talk).owners.get(symbol) != seat]


@pytest.mark.parametrize("begin", ["actually, ", "wait, ", "sorry, ", "oh wait, ", "um, actually "])
def test_correction_belongs_to_the_player_being_asked(voting: Conversation, begin: str) -> None:
    before, two = state(voting).votes["Lily"], vote_of(voting, "Nick")
    answer_to(voting, f"{begin}{two[0]}")
    assert state(voting).votes == {"Lily": before, "Nick": two[0]}


@pytest.mark.point(32)
@pytest.mark.parametrize("said", ["no, Lily votes for {}", "wait, Lily votes for {}"])
def test_correction_with_a_name_replaces_that_answer(voting: Conversation, said: str) -> None:
    other = vote_of(voting, "Lily")[1]
    answer_to(voting, said.format(other))
    assert state(voting).votes == {"Lily": other}


@pytest.mark.parametrize(
    "begin", ["I mean ", "rather ", "no, ", "no no, ", "no wait, ", "nope, ", "not two, ", "not two but "]
)
@pytest.mark.parametrize("whose", ["Lily", "Nick's"])
def test_unclear_correction_is_asked_about(voting: Conversation, begin: str, whose: str) -> None:
    before, other = state(voting).votes["Lily"], vote_of(voting, "Lily")[1]
    common = next((each for each in vote_of(voting, "Nick") if each == other), vote_of(voting, "Nick")[0])
    assert "Lily's or Nick's" in answer_to(voting, f"{begin}{common}")
    assert state(voting).votes == {"Lily": before}
    answer_to(voting, whose)
    changed = {"Lily": common} if whose == "Lily" else {"Lily": before, "Nick": common}
    if whose == "Nick's" or common in vote_of(voting, "Lily"):
        assert state(voting).votes == changed


@pytest.mark.parametrize("said", ["no, Lily votes for {}", "no, number twelve", "no, the dragon"])
def test_refused_correction_changes_nothing(voting: Conversation, said: str) -> None:
    before = dict(state(voting).votes)
    own = next(symbol for symbol in state(voting).face_up if symbol not in vote_of(voting, "Lily"))
    answer = answer_to(voting, said.format(own))
    assert state(voting).votes == before
    assert "Nick" in answer, "the question to Nick is asked again"
    answer_to(voting, str(vote_of(voting, "Nick")[0]))
    assert set(state(voting).votes) == {"Lily", "Nick"}


# --- several things in one answer ------------------------------------------------------------------


@pytest.fixture
def second_vote() -> Iterator[Conversation]:
    """Seven players at Odyssey: the first voter has given a first vote and is asked for a second one."""
    plan = Plan("odyssey", "basic", MANY, privacy=Privacy.OPEN, seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        answer_to(talk, "Lily", "one", "I have a clue", "the sea at night")
        answer_to(talk, *(["one"] * 6))
        assert "Nick" in answer_to(talk, str(vote_of(talk, "Nick")[0]))
        yield talk


def filled(talk: Conversation):
    assert talk.game_topic is not None
    return talk.game_topic.now.filled


def test_refused_second_vote_keeps_the_first(second_vote: Conversation) -> None:
    first = filled(second_vote)["symbol"]
    own = next(symbol for symbol in state(second_vote).face_up if symbol not in vote_of(second_vote, "Nick"))
    for refused in (first, own, "twelve"):
        answer_to(second_vote, f"number {refused}")
        assert filled(second_vote) == {"symbol": first}
    answer_to(second_vote, "only one")
    assert state(second_vote).votes == {"Nick": (first,)}


def test_lone_one_as_second_vote_is_confirmed(second_vote: Conversation) -> None:
    answer_to(second_vote, "undo")
    first = vote_of(second_vote, "Nick")[-1]
    assert first != 1
    answer_to(second_vote, f"number {first}")
    assert "picture one" in answer_to(second_vote, "one").casefold()
    answer_to(second_vote, "no")
    assert filled(second_vote) == {"symbol": first}
    answer_to(second_vote, "only one")
    assert state(second_vote).votes == {"Nick": (first,)}


def test_second_card_of_a_page_does_not_change_the_first() -> None:
    """An answer for the second gap of a StoryLine page does not change the first."""
    for number in range(40):
        plan = Plan("storyline", "basic", THREE, privacy=Privacy.OPEN, seed=f"double {number}")
        with conversation(plan) as talk:
            talk.open()
            answer_to(talk, "Lily")
            if len(state(talk).banners) < 2:
                continue
            shown = answer_to(talk, *(["one"] * 4))
            rows = state(talk).rows
            assert "two of four" not in shown
            assert ": two." in shown
            (first, *_), (second, *_) = rows.values()
            answer_to(talk, str(first))
            refused = answer_to(talk, str(first))
            assert "vote" not in refused
            assert filled(talk)["symbol"] == first
            answer_to(talk, str(second), "skip")
            assert state(talk).book[0].cards
            return
    raise AssertionError("no page with two gaps")


def test_two_numbers_at_once_choose_both_cards_of_a_hidden_hand() -> None:
    plan = Plan("storyline", "basic", THREE, privacy=Privacy.TOKENS, seed="s")
    with conversation(plan) as talk:
        talk.open()
        assert "Nick's place, one or two?" in answer_to(talk, "Lily", *(["ready"] * 3))
        assert "Nick: one and two." in answer_to(talk, "1 and 2")
        assert "Nick" in state(talk).laid


@pytest.fixture
def rolled() -> Iterator[Conversation]:
    """Lily has rolled four ones and a two."""
    with conversation(Plan("cat_dice", "basic", THREE[:2], seed="s")) as talk:
        talk.open()
        answer_to(talk, "Lily", "roll")
        assert state(talk).dice == (1, 1, 1, 1, 2)
        yield talk


@pytest.mark.parametrize("said", ["six or seven", "three or seven", "seven or eight"])
def test_choice_between_dice_that_were_not_rolled_is_refused(rolled: Conversation, said: str) -> None:
    assert "The dice don't show that" in answer_to(rolled, said)


def test_only_rolled_dice_of_two_are_offered(rolled: Conversation) -> None:
    assert "you mean keep a two?" in answer_to(rolled, "two or seven")
    assert "Four ones and a two" in answer_to(rolled, "no")


# --- what was just listed --------------------------------------------------------------------------


@pytest.fixture
def tied() -> Iterator[Conversation]:
    """Two characters have the same number of votes, and are not the first two on the table."""
    four = tuple(Seat(name, 7 + number) for number, name in enumerate(NAMES[:4]))
    with conversation(Plan("storytellers", "basic", four, privacy=Privacy.OPEN, seed="a tie")) as talk:
        talk.open()
        answer_to(talk, *(state(talk).hands[seat.name][0] for seat in four))
        answer_to(talk, *tie(talk))
        assert state(talk).phase == "tie"
        yield talk


def tie(talk: Conversation) -> list[str]:
    """Return votes that give two later symbols two votes each."""
    owners, symbols = state(talk).owners, list(state(talk).face_up)
    for one in symbols:
        for two in symbols:
            if not 1 < one < two:
                continue
            voters = {
                seat.name: [each for each in (one, two) if owners[each] != seat.name] for seat in state(talk).seats
            }
            votes = [mine[number % len(mine)] for number, mine in enumerate(voters.values())]
            if votes.count(one) == votes.count(two) == 2:
                return [str(vote) for vote in votes]
    raise AssertionError("no tie")


@pytest.mark.parametrize(
    ("said", "which"), [("the second one", 1), ("second", 1), ("the first one", 0), ("the last one", 1)]
)
def test_ordinals_count_the_last_list(tied: Conversation, said: str, which: int) -> None:
    symbol = sorted(state(tied).leading)[which]
    chosen = state(tied).face_up[symbol]
    answer_to(tied, said)
    assert state(tied).book[-1].character == chosen


@pytest.mark.parametrize(
    ("said", "filled"), [("three of a kind", True), ("the second one", True), ("keep", False), ("the first one", False)]
)
def test_keep_or_fill_is_answered_by_name_or_place(said: str, filled: bool) -> None:
    with conversation(Plan("cat_dice", "basic", THREE[:2], game_options={"own_dice": True}, seed="dice")) as talk:
        talk.open()
        answer_to(talk, "Lily", "roll", "I rolled five five five one two", "yes")
        assert "or" in answer_to(talk, "three of a kind")
        answer_to(talk, said)
        assert (state(talk).turn == "Nick") == filled


# --- losing more than one answer needs a confirmation ----------------------------------------------


@pytest.fixture
def before_the_first_move() -> Iterator[Conversation]:
    with conversation(Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed")) as talk:
        talk.open()
        yield talk


LOSING_ANSWERS = (
    *("cooperative", "play together", "Dixit", "let's play Dixit", "play the tricky story", "without Nick"),
    *(
        "undo",
        "bye",
        "good night",
        "goodbye",
        "new game",
        "start over",
        "with our own cards",
        "tokens",
        "Dylan plays too",
    ),
)


@pytest.mark.point(33)
@pytest.mark.parametrize("words", LOSING_ANSWERS)
def test_losing_more_than_one_answer_is_confirmed(before_the_first_move: Conversation, words: str) -> None:
    talk = before_the_first_move
    table = talk.game_topic.table
    asked = answer_to(talk, words)
    assert asked.count("?") <= 2, "one short question"
    assert len(asked.split()) < 16
    assert talk.game_topic.table is table
    assert not talk.done
    answer_to(talk, "no")
    assert talk.game_topic.table is table
    assert not talk.done
    answer_to(talk, words, "yes")
    assert talk.done or talk.game_topic is None or talk.game_topic.table is not table


@pytest.mark.parametrize("words", ["good night", "bye", "new game", "somebody leaves"])
def test_leaving_in_mid_game_is_confirmed(voting: Conversation, words: str) -> None:
    votes = dict(state(voting).votes)
    answer_to(voting, words, *(["Nick"] if "leaves" in words else []), "no")
    assert state(voting).votes == votes
    assert not voting.done


def test_second_goodbye_in_a_row_confirms_the_first(voting: Conversation) -> None:
    answer_to(voting, "bye", "what are the scores", "bye")
    assert not voting.done
    answer_to(voting, "bye")
    assert voting.done


@pytest.mark.point(16)
def test_change_before_the_first_move_repeats_nothing() -> None:
    with conversation(Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed")) as talk:
        opening = [said.text for said in talk.open()]
        changed = hear(talk, "cooperative", "yes")
        again = [said for said in changed if said in opening and not said.endswith("?")]
        assert again == []
        assert any("cooperative" in said for said in changed)
        assert state(talk).options.mode == "cooperative"


# --- names, questions and own words ----------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["I am alone", "alone", "just me", "only me", "I'm on my own", "by myself", "it's just me"]
)
def test_alone_is_not_taken_as_a_name(words: str) -> None:
    with conversation(Plan()) as talk:
        talk.open()
        assert "two" in answer_to(talk, "storytellers", words)
        assert talk.game_topic is None


@pytest.mark.parametrize("words", ["Lily and Undo", "Help and Nick", "Lily, Nick and Repeat", "Pause and Stop"])
def test_command_is_not_taken_as_a_name(words: str) -> None:
    with conversation(Plan()) as talk:
        talk.open()
        assert "another name" in answer_to(talk, "storytellers", words)
        assert talk.game_topic is None


@pytest.fixture
def clue_awaited() -> Iterator[Conversation]:
    with conversation(Plan("dixit", "basic", THREE, privacy=Privacy.OPEN, seed="a seed")) as talk:
        talk.open()
        assert "clue, Lily?" in answer_to(talk, "Lily", "one")
        yield talk


@pytest.mark.parametrize("clue", ["the sea at night", "honey", "it smells of rain", "once upon a time", "two"])
def test_free_words_are_the_clue(clue_awaited: Conversation, clue: str) -> None:
    answer_to(clue_awaited, clue)
    assert state(clue_awaited).clue.text == clue


@pytest.mark.parametrize("lead", ["I have a clue", "I've got one", "here comes my clue"])
def test_clue_may_be_announced_first(clue_awaited: Conversation, lead: str) -> None:
    answer_to(clue_awaited, lead, "the sea at night")
    assert state(clue_awaited).clue.text == "the sea at night"


@pytest.mark.parametrize("words", ["what are the scores", "whose turn is it", "what are my cards", "which round is it"])
def test_known_question_is_answered_and_no_clue(clue_awaited: Conversation, words: str) -> None:
    answer_to(clue_awaited, words)
    assert state(clue_awaited).clue is None


@pytest.mark.parametrize(
    "words", ["how many cats live on the moon?", "what a day", "my clue is how many cards are left"]
)
def test_clue_like_a_question_is_confirmed(clue_awaited: Conversation, words: str) -> None:
    assert "is that your clue" in answer_to(clue_awaited, words)
    assert state(clue_awaited).clue is None
    answer_to(clue_awaited, "no", "the sea at night")
    assert state(clue_awaited).clue.text == "the sea at night"


def test_clue_like_a_question_can_be_confirmed(clue_awaited: Conversation) -> None:
    answer_to(clue_awaited, "Lily's clue is how many cards are left", "yes")
    assert state(clue_awaited).clue.text == "how many cards are left"


# --- no dead ends ----------------------------------------------------------------------------------


TWO = (Seat("Lily", 5), Seat("Nick", 8))


def test_mode_for_other_numbers_of_players_changes_nothing() -> None:
    with conversation(Plan("storytellers", None, TWO, seed="a seed")) as talk:
        talk.open()
        table = talk.game_topic.table
        assert "three to six" in answer_to(talk, "basic")
        assert talk.game_topic.table is table


@pytest.mark.parametrize("words", ["just us", "just us two", "that's all", "cat dice", "nobody else", "Lily and Nick"])
def test_two_players_are_not_asked_for_a_third_forever(words: str) -> None:
    with conversation(Plan()) as talk:
        talk.open()
        assert "who else" in answer_to(talk, "dixit", "Lily and Nick")
        answer_to(talk, words)
        if talk.game_topic is None:
            answer_to(talk, "cat dice")
        assert talk.game_topic is not None
        assert state(talk).names == ("Lily", "Nick")


@pytest.mark.parametrize("words", ["just us", "that's all", "cooperative", "Lily and Nick"])
def test_two_players_can_play_after_choosing_points(words: str) -> None:
    with conversation(Plan()) as talk:
        talk.open()
        answer_to(talk, "basic storytellers", "Lily and Nick", words)
        assert talk.game_topic is not None
        assert state(talk).options.mode == "cooperative"


@pytest.fixture
def ages_asked() -> Iterator[Conversation]:
    four = tuple(Seat(name) for name in NAMES[:4])
    with conversation(Plan("storytellers", "basic", four, privacy=Privacy.OPEN, seed="a tie")) as talk:
        talk.open()
        answer_to(talk, *(state(talk).hands[seat.name][0] for seat in four))
        answer_to(talk, *tie(talk))
        assert state(talk).phase == "ages"
        yield talk


@pytest.mark.parametrize("words", ["skip", "never mind", "no thanks"])
def test_age_may_be_withheld(ages_asked: Conversation, words: str) -> None:
    answer = answer_to(ages_asked, *([words] * 4))
    assert state(ages_asked).phase == "tie"
    assert "hundred" not in answer


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("words", ["{} is the youngest", "the youngest is {}"])
def test_youngest_player_can_be_named(ages_asked: Conversation, words: str, which: int) -> None:
    name = ages_asked.game_topic.table.waiting()[which]
    answer_to(ages_asked, words.format(name))
    assert state(ages_asked).phase == "tie"
    assert ages_asked.game_topic.table.waiting() == (name,)


@pytest.mark.point(30)
def test_narrator_offers_to_choose_the_third_time(before_the_first_move: Conversation) -> None:
    talk = before_the_first_move
    for _ in range(2):
        assert "hall I choose" in answer_to(talk, *(["blorp the gribble"] * 3))
        answer_to(talk, "no")
    assert "hall I choose" in answer_to(talk, *(["blorp the gribble"] * 3))
    answer_to(talk, "yes")
    assert set(state(talk).laid) == {"Lily"}


def test_number_still_answers_the_offer_to_choose(before_the_first_move: Conversation) -> None:
    talk = before_the_first_move
    card = state(talk).hands["Lily"][1]
    answer_to(talk, *(["blorp the gribble"] * 3), "two")
    assert state(talk).laid["Lily"] == (card,)


@pytest.mark.parametrize("words", ["I said the dolphn", "dolphinn", "I take the dolphinn"])
def test_offer_names_the_card_and_not_the_phrase_that_came_closest(words: str) -> None:
    plan = Plan("storytellers", "basic", tuple(map(Seat, ("Lily", "Nick", "Julie"))), privacy=Privacy.OPEN, seed="61")
    with conversation(plan) as talk:
        talk.open()
        assert hear(talk, words) == ["Did you mean the dolphin? “Yes” or “no”?"]
        assert hear(talk, "yes")[0] == "Lily: the dolphin."


def test_card_that_is_not_in_the_hand_is_refused_with_its_article() -> None:
    plan = Plan("storytellers", "basic", tuple(map(Seat, ("Lily", "Nick", "Julie"))), privacy=Privacy.OPEN, seed="61")
    with conversation(plan) as talk:
        talk.open()
        assert hear(talk, "the camel")[0].startswith("The camel? Lily doesn't have that one.")

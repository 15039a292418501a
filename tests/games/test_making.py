"""Rules of story making, sentence by sentence."""

import pytest

from narrator.core.game import Join, Leave, Reason, Seat, SpokenWords
from narrator.games.making import rules
from narrator.games.making.forgetting import moves_without, seats_without
from narrator.games.making.moves import (
    AskForIdeas,
    ChooseFrame,
    ChooseVoice,
    DeclineOffer,
    IdeasShown,
    LetChoose,
    Mend,
    PartKept,
    PassTurn,
    Tell,
)
from narrator.games.making.rules import FrameShape, Options, Part, Phase
from tests.support.playouts import ScriptedGame

IDEAS = ("a snail", "a very small giant", "a teapot", "a bear")
FRAME = FrameShape(dict.fromkeys(("hero", "wish", "where", "ending", "title"), IDEAS))
RECORDED = SpokenWords("a snail who wants to fly", "game-1-clip")


@pytest.fixture
def game() -> ScriptedGame:
    seats = [Seat("Lily"), Seat("Tom")]
    made = ScriptedGame(rules, seats, Options(frames={"journey": FRAME}))
    made.do(ChooseFrame("journey"))
    return made


def said(text: str) -> SpokenWords:
    return SpokenWords(text)


def test_children_answer_clockwise_until_the_title(game: ScriptedGame) -> None:
    for place, key in enumerate(FRAME.parts):
        seat = ("Lily", "Tom")[place % 2]
        assert (game.state.asked, game.state.open_part) == (seat, key)
        game.do(Tell(seat, said(key)))
    assert game.state.outcome.finished
    assert [(part.key, part.seat) for part in game.state.parts][-1] == ("title", "Lily")


def test_other_child_cannot_answer_out_of_turn(game: ScriptedGame) -> None:
    assert game.refused(Tell("Tom", said("a dog"))) is Reason.NOT_YOUR_TURN
    assert game.refused(Tell("Lily", said("  "))) is Reason.NO_WORDS


def test_unsure_child_gets_three_ideas(game: ScriptedGame) -> None:
    (first,) = game.do(AskForIdeas("Lily"))
    assert isinstance(first, IdeasShown)
    assert len(first.ideas) == 3
    game.do(Tell("Lily", said(first.ideas[1])))
    assert game.state.parts[0].by_narrator


def test_narrator_chooses_among_the_ideas_that_were_shown(game: ScriptedGame) -> None:
    game.do(AskForIdeas("Lily"))
    shown = game.state.shown_ideas
    game.do(LetChoose("Lily"))
    assert game.state.parts[0].words.text in shown


def test_turn_passes_to_the_next_or_to_a_named_child(game: ScriptedGame) -> None:
    game.do(Join("Mia"), PassTurn("Lily", "Mia"))
    assert game.state.asked == "Mia"
    game.do(PassTurn("Mia"))
    assert game.state.asked == "Lily"


def test_recording_is_kept_after_the_transcript_was_denied_twice(game: ScriptedGame) -> None:
    game.do(Tell("Lily", RECORDED, misheard=True))
    assert (game.state.open_part, game.state.parts) == ("hero", ())
    (kept,) = game.do(Tell("Lily", RECORDED, misheard=True))
    assert isinstance(kept, PartKept)
    assert kept.misheard
    assert game.state.parts[0].words == RECORDED


def test_typed_words_that_are_denied_are_asked_for_again(game: ScriptedGame) -> None:
    game.do(*[Tell("Lily", said("a dog"), misheard=True)] * 3)
    assert game.state.parts == ()


def test_pieces_of_a_long_answer_are_offered_one_by_one(game: ScriptedGame) -> None:
    game.do(Tell("Lily", RECORDED, rest=("It wanted to fly.", "It lived in a shoe.")))
    assert game.state.phase is Phase.OFFERING
    game.do(Tell("Tom", said("It wanted to fly.")))
    assert [part.words for part in game.state.parts] == [said(RECORDED.text or ""), said("It wanted to fly.")]
    game.do(DeclineOffer("Lily"))
    assert game.state.parts[-1].words.text == "It wanted to fly. It lived in a shoe."
    assert game.state.phase is Phase.ASKING


def test_other_answer_puts_the_pieces_back(game: ScriptedGame) -> None:
    game.do(Tell("Lily", RECORDED, rest=("It wanted to fly.",)), Tell("Tom", said("a red balloon")))
    assert game.state.parts[0].words == SpokenWords(f"{RECORDED.text} It wanted to fly.", RECORDED.sound)
    assert game.state.rest == ()


def test_part_of_a_child_stays_after_leaving(game: ScriptedGame) -> None:
    game.do(Tell("Lily", said("a dog")), Leave("Tom"))
    assert (game.state.asked, game.state.parts[0].seat) == ("Lily", "Lily")
    game.do(Leave("Lily"))
    assert not game.state.outcome.finished


def finish(game: ScriptedGame) -> None:
    while game.state.open_part:
        game.do(Tell(game.state.asked, SpokenWords(f"the {game.state.open_part}", f"game-1-{game.state.open_part}")))


def test_finished_story_can_be_mended_and_read_in_another_voice(game: ScriptedGame) -> None:
    assert game.refused(Mend("hero", "a snail")) is Reason.NOT_NOW
    finish(game)
    game.do(Mend("hero", "a snail"), ChooseVoice(own=False))
    assert game.state.parts[0].words == SpokenWords("a snail", "game-1-hero")
    assert not game.state.own_voices
    assert game.refused(Mend("hero", " ")) is Reason.NO_WORDS
    assert game.refused(Mend("dragon", "a snail")) is Reason.OPTION


def test_parts_of_one_child_can_be_taken_out(game: ScriptedGame) -> None:
    game.do(*[Tell("Lily", RECORDED, misheard=True)] * 2)
    finish(game)
    seats = seats_without(game.state, "tom")

    def is_toms(part: Part) -> bool:
        return part.seat == "Tom"

    again = ScriptedGame(rules, seats, game.state.options)
    again.do(*(move for move in moves_without(game.state, seats, is_toms) if type(move) not in rules.CHANCE))
    assert [seat.name for seat in seats] == ["Lily"]
    assert again.state.outcome.finished
    for before, after in zip(game.state.parts, again.state.parts, strict=True):
        assert after.by_narrator if is_toms(before) else after == before

"""The session with inputs and outputs: who listens when, who is interrupted, and what is never lost."""

import gc
import signal
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from narrator.apps.terminal.output import stop_on_signals
from narrator.core.game import Seat
from narrator.dialog.session import MAX_WAITING_CUES, Session, run
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.clip_marks import mark_clip
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.speech.ports import (
    Cue,
    Inbox,
    InputEnded,
    NotUnderstood,
    RoomTroubleNoticed,
    TroubleReported,
    UtteranceHeard,
)
from narrator.speech.room import RoomTrouble
from tests.support.sessions import FAMILY, SOUND, RecordingInput, RecordingScreen, SpokenSession, spoken_session
from tests.support.tables import conversation


@pytest.fixture
def at_the_table() -> Iterator[SpokenSession]:
    with spoken_session() as each:
        yield each


def test_only_answers_and_commands_count_while_it_speaks(at_the_table: SpokenSession) -> None:
    here = at_the_table
    assert {"stop", "louder", "repeat", "one"} <= set(here.ear.expected.phrases)
    assert not {"help", "undo", "whose turn is it"} & set(here.ear.expected.phrases)
    here.quiet()
    assert {"stop", "one", "help"} <= set(here.ear.expected.phrases)


def test_stray_word_does_not_interrupt_the_story(at_the_table: SpokenSession) -> None:
    here = at_the_table
    assert here.room.is_telling_story
    before, moves = list(here.room.waiting), here.moves
    assert here.says("one") == []
    assert (here.room.waiting, here.moves) == (before, moves)


def test_answer_interrupts_the_question_and_counts(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.room.waiting = [said for said in here.room.waiting if not said.is_narration]  # the page has been read
    unsaid = list(here.room.waiting)
    here.room.current_line = unsaid[-1].text
    assert "hedgehog" in " ".join(said.text for said in unsaid) or "?" in unsaid[-1].text
    assert ", Lily? Or" in " ".join(here.says("one"))
    assert not any(said in here.room.waiting for said in unsaid)


@pytest.mark.point(17)
def test_typed_answer_interrupts_the_story(at_the_table: SpokenSession) -> None:
    here = at_the_table
    unsaid = list(here.room.waiting)
    here.session.take(UtteranceHeard("one"))
    assert ", Lily? Or" in here.screen.lines[-1]
    assert not any(said in here.room.waiting for said in unsaid)


def test_stop_silences_and_go_on_resumes(at_the_table: SpokenSession) -> None:
    here = at_the_table
    unsaid = list(here.room.waiting)
    here.says("stop")
    assert not any(said in here.room.waiting for said in unsaid)
    here.quiet()
    here.says("go on")
    assert here.room.waiting == unsaid


def test_stop_in_silence_asks_whether_to_end(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    here.says("stop")
    assert "for today" in here.screen.lines[-1]
    here.quiet()
    here.says("go on")
    assert "for today" not in here.screen.lines[-1]
    assert not here.session.over
    for _ in range(2):
        here.quiet()
        here.says("stop")
    assert here.session.over


def test_dictated_vote_is_confirmed_and_dictated_help_is_not(at_the_table: SpokenSession) -> None:
    here = at_the_table

    def dictate(text: str) -> str:
        here.quiet()
        here.session.take(UtteranceHeard(text, is_spoken=True, is_dictated=True))
        return here.screen.lines[-1]

    def has_chosen() -> bool:
        topic = here.talk.game_topic
        return topic is not None and bool(topic.now.filled)

    before = here.screen.lines[-1]
    assert dictate("help") != before
    assert dictate("number one please").endswith("?")
    assert not has_chosen()
    dictate("yes")
    assert has_chosen()


@pytest.mark.point(26)
def test_narrators_own_words_are_no_command(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.room.current_line = "Say “stop”, and I am quiet."
    before = list(here.room.waiting)
    assert here.says("stop") == []
    assert here.room.waiting == before
    here.session.take(UtteranceHeard("stop", is_spoken=True, clear_of_playback=True))
    assert not any(said in here.room.waiting for said in before)


@pytest.mark.point(16)
def test_repeat_while_reading_starts_at_the_sentence(at_the_table: SpokenSession) -> None:
    here = at_the_table
    unsaid = list(here.room.waiting)
    assert here.says("repeat") == []  # it is on the screen already
    assert here.room.waiting == unsaid
    here.room.finish()
    here.says("go on")  # nothing was interrupted since: the question only
    assert unsaid[0] not in here.room.waiting


def test_louder_while_reading_works_at_once_and_reading_goes_on(at_the_table: SpokenSession) -> None:
    here = at_the_table
    unsaid = list(here.room.waiting)
    here.says("louder")
    assert here.room.manner.volume > Preferences().volume
    assert here.room.waiting[1:] == unsaid


@pytest.mark.point(7)
def test_trouble_is_said_after_an_interruption(at_the_table: SpokenSession) -> None:
    here = at_the_table
    trouble = "The microphone is gone."
    here.session.take(TroubleReported(trouble))
    here.session.take(UtteranceHeard("one"))
    assert SpokenLine(trouble) in here.room.waiting


@pytest.mark.point(29)
def test_unclear_answer_is_asked_about_and_makes_no_move(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    moves = here.moves
    here.session.take(UtteranceHeard("", candidates=("one",), is_spoken=True))
    assert here.talk.game_topic is not None
    assert f"Did you mean {here.talk.game_topic.things[0].name}?" in here.screen.lines[-1]
    assert here.moves == moves
    here.quiet()
    here.session.take(UtteranceHeard("", candidates=("one", "two"), is_spoken=True))
    assert here.moves == moves


@pytest.mark.point(29)
def test_dictated_answer_is_confirmed_and_side_talk_ignored(at_the_table: SpokenSession) -> None:
    """These words fit no phrase of the recogniser, but mean one thing on offer."""
    here = at_the_table
    here.quiet()
    moves, said = here.moves, len(here.screen.lines)
    here.session.take(NotUnderstood(dictation="who moved the chair"))
    assert len(here.screen.lines) == said
    assert here.talk.dictated("it is raining again") is here.talk.dictated("what") is None
    assert here.talk.game_topic is not None
    card = here.talk.game_topic.things[1].name
    here.session.take(NotUnderstood(dictation="so who is winning by now"))
    assert "point" in here.screen.lines[-1]
    here.quiet()
    here.session.take(NotUnderstood(dictation=f"well I suppose {card} would be lovely"))
    assert here.screen.lines[-1].startswith(f"Did you mean {card}?")
    assert here.moves == moves
    here.quiet()
    assert ", Lily? Or" in here.says("yes")[-1]


def test_same_unclear_answer_twice_counts(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    here.session.take(UtteranceHeard("", candidates=("one",), is_spoken=True))
    here.quiet()
    here.session.take(UtteranceHeard("", candidates=("one",), is_spoken=True))
    assert ", Lily? Or" in here.screen.lines[-1]


def test_unclear_call_for_help_is_answered(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    here.session.take(UtteranceHeard("", candidates=("whose turn is it",), is_spoken=True))
    assert "Did you mean" not in here.screen.lines[-1]
    assert "page two of six" in here.screen.lines[-1]


def test_spoken_player_names_are_confirmed() -> None:
    with spoken_session(Plan("storytellers", seed="table")) as here:
        here.quiet()
        assert "Lily six and Located" in here.says("lily six and located")[-1]
        here.quiet()
        assert "names" in here.says("no")[-1].casefold()
        here.quiet()
        here.says("lily six nick eight")
        here.quiet()
        assert "Here are Lily and Nick" in " ".join(here.says("yes"))


def test_unclear_answer_interrupts_the_question_and_is_confirmed(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.room.waiting = [said for said in here.room.waiting if not said.is_narration]
    unsaid, moves = list(here.room.waiting), here.moves
    here.room.current_line = unsaid[-1].text
    here.session.take(UtteranceHeard("", candidates=("one",), is_spoken=True))
    assert here.talk.game_topic is not None
    assert f"Did you mean {here.talk.game_topic.things[0].name}?" in here.screen.lines[-1]
    assert here.moves == moves
    assert not any(said in here.room.waiting for said in unsaid)


def test_unclear_answer_during_the_story_is_ignored(at_the_table: SpokenSession) -> None:
    here = at_the_table
    lines = len(here.screen.lines)
    here.session.take(UtteranceHeard("", candidates=("one",), is_spoken=True))
    assert len(here.screen.lines) == lines


@pytest.mark.point(25)
def test_missed_answer_is_asked_again_twice_and_then_gets_a_cue(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    lines = len(here.screen.lines)
    for repairs in (1, 2):
        here.session.take(NotUnderstood())
        assert len(here.screen.lines) == lines + repairs
        here.quiet()
    assert here.screen.lines[-1] != here.screen.lines[-2]
    for _ in range(5):
        cues = here.room.said.count(Cue.WAITING)
        here.session.take(NotUnderstood())
        assert here.room.said.count(Cue.WAITING) == cues + 1
    assert len(here.screen.lines) == lines + 2


def test_first_remark_gets_a_cue_and_words_to_a_player_nothing(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    lines, cues = len(here.screen.lines), here.room.said.count(Cue.WAITING)
    for words in ("Nick, turn around", "stop giving hints, Lily"):
        here.session.take(NotUnderstood(dictation=words))
    assert here.room.said.count(Cue.WAITING) == cues
    here.session.take(NotUnderstood(dictation="who moved the chair"))
    assert here.room.said.count(Cue.WAITING) == cues + 1
    assert len(here.screen.lines) == lines


def test_first_voice_without_words_after_a_question_gets_a_cue(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    lines, cues = len(here.screen.lines), here.room.said.count(Cue.WAITING)
    here.session.take(NotUnderstood(has_words=False))
    assert here.room.said.count(Cue.WAITING) == cues, "not after a question"
    for _ in range(3):
        here.session.take(NotUnderstood(has_words=False, is_awaited=True))
    assert here.room.said.count(Cue.WAITING) == cues + 1
    assert len(here.screen.lines) == lines


def test_miss_while_reading_counts_as_a_first_miss(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.room.waiting = [said for said in here.room.waiting if not said.is_narration]
    for _ in range(3):
        here.session.take(NotUnderstood())
    lines = len(here.screen.lines)
    here.quiet()
    assert len(here.screen.lines) == lines
    here.session.take(NotUnderstood())
    assert len(here.screen.lines) == lines + 1


@pytest.mark.parametrize(
    ("room", "told"),
    [
        (RoomTrouble.LOUD, "It's loud in here."),
        (RoomTrouble.FAR, "You sound far away."),
        (RoomTrouble.TWO, "two of you at once"),
        (RoomTrouble.NARROW, "telephone"),
        (RoomTrouble.CLIPPED, "crackle"),
        (RoomTrouble.LATE, "a little late"),
    ],
)
def test_second_miss_explains_the_room_trouble_once(at_the_table: SpokenSession, room: RoomTrouble, told: str) -> None:
    here = at_the_table
    here.quiet()
    for _ in range(2):
        here.session.take(NotUnderstood(room, has_words=False))
    assert told in here.screen.lines[-2]
    assert here.talk.expectation.active, "the question is still the same"
    here.quiet()
    here.says("one")
    here.quiet()
    lines = len(here.screen.lines)
    for _ in range(4):
        here.session.take(NotUnderstood(room, has_words=False))
    assert len(here.screen.lines) == lines, "only noise: nobody wants to hear that at every question"


def test_room_trouble_is_explained_once(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    here.session.take(RoomTroubleNoticed(RoomTrouble.LOUD))
    here.session.take(RoomTroubleNoticed(RoomTrouble.LOUD))
    assert sum("loud in here" in text for text in here.screen.lines) == 1


def test_reason_is_stored_and_played_in_the_childs_voice(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    here.says("one")
    here.quiet()
    assert here.ear.expected.free
    told = here.says("he knows the way", SOUND)
    assert here.kept == [here.talk.topic.kept_game]
    assert any("he knows the way" in text for text in told)
    own = mark_clip("he knows the way", "clip-0123456789ab")
    assert any(own in said.marked_text for said in here.room.said if isinstance(said, SpokenLine) and said.marked_text)


def test_song_without_words_is_an_answer(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    here.says("one")
    here.quiet()
    moves = here.moves
    here.says("", SOUND)
    assert here.moves > moves


@pytest.mark.point(12)
def test_next_player_and_heard_answer_have_cues(at_the_table: SpokenSession) -> None:
    here = at_the_table
    assert here.room.said[-1] is Cue.YOUR_TURN
    here.quiet()
    del here.room.said[:]
    here.says("one")
    assert (here.room.said[0], here.room.said[-1]) == (
        Cue.HEARD,
        Cue.LISTENING,
    )  # same player


@pytest.mark.point(12, 13, 22)
def test_long_silence_only_plays_the_waiting_cue(at_the_table: SpokenSession) -> None:
    """There are no time limits: the same question is open after a long silence."""
    here = at_the_table
    here.quiet()
    before, asked, lines = here.moves, here.talk.topic.asked, len(here.screen.lines)
    del here.room.said[:]
    for _ in range(50):
        here.session.remind_of_waiting()
    assert here.room.said == [Cue.WAITING] * MAX_WAITING_CUES
    assert (here.moves, here.talk.topic.asked, len(here.screen.lines)) == (before, asked, lines)
    assert ", Lily? Or" in here.says("one")[-1]


@pytest.mark.point(26)
def test_same_answer_twice_in_a_row_counts_once() -> None:
    """The end or the echo of an answer is not taken as the answer to the next question."""
    with spoken_session(FAMILY) as here:
        session = Session(here.talk, [here.ear], here.screen, here.room)
        here.quiet()
        session.take(UtteranceHeard("one", is_spoken=True))
        session.take(UtteranceHeard("no reason", is_spoken=True))
        assert here.room.waiting
        lines = len(here.screen.lines)
        session.take(UtteranceHeard("no reason", is_spoken=True))
        session.take(UtteranceHeard("one", is_spoken=True))
        assert len(here.screen.lines) == lines


@pytest.mark.point(18)
def test_ended_keyboard_input_does_not_end_a_spoken_session() -> None:
    with conversation(FAMILY) as talk:
        session = Session(talk, [RecordingInput(), RecordingInput()], RecordingScreen())
        session.begin()
        session.take(InputEnded())
        assert not session.over
        session.take(InputEnded())
        assert session.over


@pytest.mark.point(14)
def test_unknown_name_is_learned_and_played_as_recorded() -> None:
    plan = Plan("storytellers", "youngest", (Seat("Xanthe", 5), Seat("Nick", 8)), privacy=Privacy.OPEN, seed="table")
    with conversation(plan, hears=lambda name: name != "Xanthe") as talk:
        here = SpokenSession(talk)
        assert "Xanthe" in here.screen.lines[-1]
        assert here.ear.expected.free or here.room.is_speaking
        here.quiet()
        here.says("zan the", SOUND)
        here.quiet()
        here.says("san tea", SOUND)
        assert here.kept == [None, None]  # stored for all games
        assert talk.game_topic is not None
        assert talk.expectation.lists["player"][:3] == [
            ("Xanthe", "Xanthe"),
            ("zan the", "Xanthe"),
            ("san tea", "Xanthe"),
        ]
        called = [said.marked_text for said in here.room.said if isinstance(said, SpokenLine) and said.marked_text]
        assert any(mark_clip("Xanthe", "clip-0123456789ab") in heard for heard in called)


class Interrupted(RecordingInput):
    """An input that closes the terminal window."""

    def __init__(self, how: signal.Signals) -> None:
        super().__init__()
        self._how = how

    def listen(self, inbox: Inbox) -> None:
        gc.collect()  # otherwise a collection may start now and swallow the exception
        signal.raise_signal(self._how)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_closed_terminal_window_ends_the_session(how: signal.Signals) -> None:
    before = signal.getsignal(how)
    with conversation(FAMILY) as talk:
        ear = Interrupted(how)
        with pytest.raises(KeyboardInterrupt), stop_on_signals():
            run(Session(talk, [ear], RecordingScreen()), [ear], SimpleQueue())
        assert talk.topic.kept_game is not None
    assert signal.getsignal(how) == before


def test_unclear_goodbye_after_the_game_counts() -> None:
    with spoken_session(Plan()) as here:
        here.quiet()
        here.session.take(UtteranceHeard("", candidates=("goodbye",), is_spoken=True))
        assert here.session.over


def test_unclear_goodbye_during_a_game_is_confirmed(at_the_table: SpokenSession) -> None:
    here = at_the_table
    here.quiet()
    here.session.take(UtteranceHeard("", candidates=("goodbye",), is_spoken=True))
    assert not here.session.over
    here.quiet()
    here.says("yes")
    assert here.session.over

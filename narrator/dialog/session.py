"""The main loop: hear an utterance, understand it once, answer it, and say the lines of the answer.

Input sources and the speech output run in their own threads and only touch the inbox. The conversation, and with it the
table, belongs to the thread that runs this loop; no other thread ever uses it. That one rule keeps moves in order.

Players may answer before the question has been read to the end: an answer stops the reading of a question, a hand or
the cards on the table, once its first line was read. Narration is not stopped by a stray word; then only a few commands
count ("stop", "louder"). Everything else counts when the narrator has finished, which a cue announces. The narrator's
voice is removed from the microphone signal (`speech.echo`). Where an utterance is not clearly louder than that voice,
words of the line that is being read do not count.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from queue import Empty
from typing import TYPE_CHECKING, TypeAlias

from narrator.core.errors import StorageError
from narrator.dialog.conversation import HARMLESS, Conversation
from narrator.dialog.intents import INTERRUPTING_INTENTS
from narrator.dialog.side_talk import is_addressed_to_player, is_remark
from narrator.dialog.topic import Topic
from narrator.language.lines.audience import EVERYBODY, ROOM_SPEAKER, Alone, may_reach
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.reading import Understood
from narrator.language.understanding.understand import tidy, understand
from narrator.speech.ports import (
    ChosenOnPhone,
    Cue,
    DisplayChanged,
    Inbox,
    InputEnded,
    InputEvent,
    InputSource,
    KeysPressed,
    LineOutput,
    NotUnderstood,
    PagesOutdated,
    PhoneConnected,
    RoomTroubleNoticed,
    SpeechFinished,
    SpeechOutput,
    TroubleReported,
    UtteranceHeard,
)

if TYPE_CHECKING:  # typed sessions start without the sound libraries
    from narrator.speech.pcm import Pcm
    from narrator.speech.room import RoomTrouble

REPROMPT_AFTER_S = 25.0
"""Play the waiting cue after this much silence."""
MAX_WAITING_CUES = 2
"""Play the waiting cue at most this often in a row."""
MAX_REPAIRS = 2
"""Ask again at most this often at one question; after that a soft cue says that nothing was understood."""
RESUMES_READING = frozenset({"Louder", "Softer", "Faster", "Slower", "GoOn"})
"""Intents after which the narrator goes on with what it was reading."""

StoreRecording: TypeAlias = "Callable[[Pcm, str, int | None], str]"
"""Stores a recording and its transcript, for a game or for all games, and returns the name of the clip."""


class Session:
    """One evening, event by event. It knows no thread and no clock."""

    def __init__(  # noqa: PLR0913  # everything an evening is held with
        self,
        conversation: Conversation,
        inputs: Sequence[InputSource],
        screen: LineOutput,
        speaker: SpeechOutput | None = None,
        store_recording: "StoreRecording | None" = None,
        *,
        let_it_finish: bool = False,
    ) -> None:
        """Prepare an evening.

        `inputs` are told what may be said now. All lines go to the screen, and to the speaker if there is one. With
        `let_it_finish`, an answer counts only after the question has been read to the end.
        """
        self._may_interrupt = not let_it_finish
        self._store_recording = store_recording
        self._conversation = conversation
        self._inputs = inputs
        self._open_inputs = len(inputs)
        self._screen, self._speaker = screen, speaker
        self._next: Expectation
        """The expectation for when the narrator has finished. Computed after the first line was sent."""
        self._unread: tuple[SpokenLine, ...] = ()
        """Lines that were interrupted and may be resumed."""
        self._later_lines: frozenset[str] = frozenset()
        """The last reply without its first line. While the first line is read, the end of the last utterance, or the
        same word said twice, would be taken for an answer to the next question."""
        self._important: list[SpokenLine] = []
        """Lines that an interruption must not drop."""
        self._asked: str | None = None
        self._misses = 0
        self._explained_troubles: set[RoomTrouble] = set()
        """Conditions of the room that were explained this evening."""
        self._waiting_cues = 0
        self._game: str | None = None
        self._manner: Preferences | None = None
        self._said: list[SpokenLine] = []
        """The lines that answer the current event."""

    @property
    def over(self) -> bool:
        """Whether the players have said goodbye, or all input has ended."""
        return self._conversation.done or not self._open_inputs

    def begin(self, resume: int | None = None, topic: Topic | None = None) -> None:
        """Say the first lines; with the number of a stored game or a topic, go on with that."""
        talk = self._conversation
        if topic is not None:
            self._reply(talk.talk_about(topic))
        else:
            self._reply(talk.open() if resume is None else talk.resume(resume))

    def take(self, event: InputEvent) -> None:
        """Handle one input event, and tell its sender how it was answered."""
        self._said = []
        try:
            self._handle(event)
        except OSError:  # no input or output is left
            raise
        except Exception as failure:
            seat = event.seat if isinstance(event, UtteranceHeard | ChosenOnPhone) else None
            self._reply(self._conversation.survive(failure, seat))
        if isinstance(event, UtteranceHeard | ChosenOnPhone) and event.on_answered:
            event.on_answered(tuple(self._said), self._conversation.refused)

    def _handle(self, event: InputEvent) -> None:
        match event:
            case UtteranceHeard(candidates=candidates) if candidates:
                if not self._is_speaking or (self._may_answer_now and not self._is_echo(event, *candidates)):
                    self._interrupt()
                    self._reply(self._conversation.doubt(candidates))
            case UtteranceHeard(is_dictated=True) if not self._counts_at_once(event.text):
                self._miss(NotUnderstood(dictation=event.text))
            case UtteranceHeard():
                self._hear(event)
            case NotUnderstood():
                self._miss(event)
            case RoomTroubleNoticed(trouble):
                self._explain_room_trouble(trouble)
            case KeysPressed(keys):
                self._reply(self._conversation.key(keys))
            case ChosenOnPhone(seat, values, turn):
                self._reply(self._conversation.choose(seat, values, turn))
            case PhoneConnected(seat):
                self._reply(self._conversation.phone_connected(seat))
            case DisplayChanged(seat, size, theme, reader):
                self._conversation.change_display(seat, size, theme, reader=reader)
                self._screen.say(())
            case PagesOutdated():
                self._screen.say(())
            case SpeechFinished():
                self._listen()
            case TroubleReported(sentence):
                spoken = SpokenLine(sentence)
                self._important.append(spoken)
                self._say((spoken,))
            case InputEnded():
                self._open_inputs -= 1

    def remind_of_waiting(self) -> None:
        """Play the waiting cue after a long silence; the last time, ask in easier words where there are some."""
        speaker, paused = self._speaker, self._conversation.paused
        if speaker and not speaker.is_speaking and self._waiting_cues < MAX_WAITING_CUES and not paused:
            self._waiting_cues += 1
            speaker.play_cue(Cue.WAITING)
            if self._waiting_cues == MAX_WAITING_CUES:
                self._say(self._conversation.ask_easier())

    def _counts_at_once(self, dictation: str) -> bool:
        """Return whether dictated words count without confirmation: free text, yes or no, and harmless requests."""
        expected = self._conversation.expectation
        meaning = understand(dictation, expected)
        harmless = isinstance(meaning, Understood) and meaning.reading.intent in HARMLESS | {"Yes", "No"}
        return expected.free or harmless

    # --- hear, understand, reply, say ------------------------------------------------------------

    def _hear(self, utterance: UtteranceHeard) -> None:
        """Understand an utterance, answer it, and say the lines of the answer."""
        talk, speaker = self._conversation, self._speaker
        meaning = understand(utterance.text, talk.expectation_for(utterance.seat))
        if talk.is_for_phone(utterance.seat, meaning):  # the narrator goes on speaking in the room
            self._reply(talk.answer(meaning, utterance))
            return
        intent = meaning.reading.intent if isinstance(meaning, Understood) else ""
        if speaker and speaker.is_speaking and utterance.is_spoken:
            counts = intent in INTERRUPTING_INTENTS or self._may_answer_now
            if not counts or self._is_echo(utterance, utterance.text):
                return
        utterance = replace(utterance, interrupts=self._is_speaking)
        unread = self._interrupt() if speaker else ()
        if speaker and unread and intent == "Repeat" and utterance.is_spoken:
            self._resume_reading(unread)  # from the sentence that was interrupted
            return
        was_paused = talk.paused
        if utterance.recording:
            utterance = replace(utterance, clip=self._stored_clip(utterance))
        lines = talk.answer(meaning, utterance)
        if intent == "GoOn" and unread:
            lines = lines[: int(was_paused)]  # the question is among the unread lines
        elif intent in ("Stop", "Pause"):  # until they go on, the others may have uncovered their ears
            self._unread = tuple(line for line in unread if line.audience == EVERYBODY)
        resumes = bool(speaker and unread and intent in RESUMES_READING)
        self._reply(lines, is_spoken=utterance.is_spoken, invites=not resumes)
        if resumes:
            self._resume_reading(unread)  # the lines are on the screen already
        elif speaker:
            speaker.say([line for line in unread if line in self._important])

    @property
    def _may_answer_now(self) -> bool:
        """Whether an answer counts while the narrator speaks."""
        speaker = self._speaker
        busy = speaker is not None and (speaker.is_telling_story or speaker.current_line not in self._later_lines)
        return self._may_interrupt and not busy

    def _is_echo(self, utterance: UtteranceHeard, *texts: str) -> bool:
        """Return whether the narrator is saying one of these texts and may have heard its own voice."""
        if self._speaker is None or utterance.clear_of_playback:
            return False
        speaking = set(tidy(self._speaker.current_line).casefold().split())
        return self._speaker.is_speaking and any(set(tidy(text).casefold().split()) <= speaking for text in texts)

    def _interrupt(self) -> tuple[SpokenLine, ...]:
        """Stop speaking and return the lines that were interrupted now, or before."""
        if self._speaker and self._speaker.is_speaking:
            self._unread = self._speaker.stop()
        unread, self._unread = self._unread, ()
        return unread

    def _stored_clip(self, utterance: UtteranceHeard) -> str | None:
        """Store the recording and return its name; None if recordings are not stored here, or the disk is full."""
        topic = self._conversation.topic
        if self._store_recording is None or utterance.recording is None or not topic.records:
            return None
        try:
            return self._store_recording(utterance.recording, utterance.text, topic.kept_game)
        except StorageError as trouble:
            self.take(TroubleReported(str(trouble)))
            return None

    def _miss(self, missed: NotUnderstood) -> None:
        """Ask again after an answer that was not understood: the same, then something easier, then only play a cue.

        Words to another player are ignored. The first remark to nobody gets the cue, and so does the first voice
        without words right after a question. If the room is the cause, say so, but not the first time.
        """
        known = missed.room_trouble in self._explained_troubles
        trouble = None if known else missed.room_trouble
        telling = self._speaker is not None and self._speaker.is_telling_story
        if telling or self._conversation.paused:
            return
        if not (missed.has_words or trouble):
            if self._speaker and missed.is_awaited and not (self._misses or self._is_speaking):
                self._misses = 1
                self._speaker.play_cue(Cue.WAITING)
            return
        if self._is_speaking:  # perhaps a first attempt, perhaps an echo
            self._misses = max(self._misses, 1)
            return
        if (lines := self._conversation.dictated(missed.dictation)) is not None:
            self._reply(lines, is_spoken=True)
            return
        expected = self._conversation.expectation
        if is_addressed_to_player(missed.dictation, expected):
            return
        self._misses += 1
        is_unclear = not missed.has_words or is_remark(missed.dictation, expected)
        if self._misses > MAX_REPAIRS or (self._misses == 1 and is_unclear):
            if self._speaker and missed.has_words and not (is_unclear and self._misses > 1):
                self._speaker.play_cue(Cue.WAITING)
            return
        if trouble is not None:
            self._explain_room_trouble(trouble)
        self._reply(self._conversation.miss(), counts_misses=True)

    def _explain_room_trouble(self, trouble: "RoomTrouble") -> None:
        """Say once an evening what in the room makes recognition hard."""
        if trouble not in self._explained_troubles:
            self._explained_troubles.add(trouble)
            self._say(self._conversation.explain_room_trouble(trouble))

    # --- say -----------------------------------------------------------------------------------------

    def _reply(
        self,
        lines: tuple[SpokenLine, ...],
        *,
        is_spoken: bool = False,
        counts_misses: bool = False,
        invites: bool = True,
    ) -> None:
        """Say the lines of a reply, with the cues around them."""
        talk, speaker = self._conversation, self._speaker
        if any(line.audience == EVERYBODY for line in lines):
            self._misses, self._waiting_cues = self._misses if counts_misses else 0, 0
        if speaker is None:
            self._say(lines)
            return
        if talk.preferences != self._manner:
            self._manner = talk.preferences
            speaker.set_preferences(talk.preferences)
        sounds = [Cue(name) for name in dict.fromkeys(talk.sounds)]
        for cue in ([Cue.HEARD] if is_spoken else []) + [sound for sound in sounds if sound is not Cue.WIN]:
            speaker.play_cue(cue)
        self._say(lines)
        if Cue.WIN in sounds:
            speaker.play_cue(Cue.WIN)
        if invites and self._awaits_answer(lines):
            before, self._asked = self._asked, talk.topic.asked  # a change of turn has its own cue
            speaker.play_cue(Cue.YOUR_TURN if self._asked not in (None, before) else Cue.LISTENING)
        if talk.game != self._game:
            self._game = talk.game
            speaker.begin_game()

    def _say(self, lines: Sequence[SpokenLine]) -> None:
        """Send lines to screen and speaker, and listen for what may be said after them.

        Each output takes what may reach it.
        """
        self._said += lines
        self._later_lines = frozenset(line.text for line in lines[1:] if may_reach(line.audience, ROOM_SPEAKER))
        try:
            self._screen.say(lines)
        except OSError:
            raise
        except Exception as failure:  # the voice goes on without the page
            self._conversation.log(failure)
        if self._speaker is not None:
            for ears_covered, group in groupby(lines, lambda line: line.audience.alone is Alone.EARS_COVERED):
                self._speaker.say(list(group))
                if ears_covered:
                    self._speaker.play_cue(Cue.YOUR_TURN)  # loud enough for covered ears
        self._next = self._conversation.expectation
        self._listen()
        assert self._next.grammar.intent_names  # load the grammar now, before the next utterance

    def _resume_reading(self, unread: Sequence[SpokenLine]) -> None:
        """Read the interrupted lines, listening only for what counts meanwhile; then invite an answer."""
        if self._speaker:
            self._later_lines = frozenset(line.text for line in unread)
            self._speaker.say(unread)
            if self._awaits_answer(unread):
                self._speaker.play_cue(Cue.LISTENING)
            self._listen()

    def _listen(self) -> None:
        """Tell the inputs what may be said now: less while the narrator speaks."""
        if self._conversation.done:
            return
        expected = [self._next]
        if self._speaker and self._speaker.is_speaking:
            expected.insert(0, self._conversation.expectation_while_reading(answering=self._may_interrupt))
        for source in self._inputs:
            source.expect(*expected)

    def _awaits_answer(self, lines: Sequence[SpokenLine]) -> bool:
        """Return whether something was said to everybody, and the players may answer."""
        return not self._conversation.done and any(line.audience == EVERYBODY for line in lines)

    @property
    def _is_speaking(self) -> bool:
        return self._speaker is not None and self._speaker.is_speaking


def run(
    session: Session, inputs: Sequence[InputSource], inbox: Inbox, resume: int | None = None, topic: Topic | None = None
) -> None:
    """Run a session until the players say goodbye or all input has ended. Everything is saved at any moment."""
    try:
        session.begin(resume, topic)
        for source in inputs:
            source.listen(inbox)
        while not session.over:
            try:
                session.take(inbox.get(timeout=REPROMPT_AFTER_S))
            except Empty:
                session.remind_of_waiting()
    finally:
        for source in inputs:
            source.close()

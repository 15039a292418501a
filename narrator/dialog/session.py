"""The one loop: ears put what they heard into the inbox, the conversation answers, the voices say it.

Ears and the spoken voice run in threads of their own and touch nothing but the inbox. The conversation, and with it the
table, belongs to the thread that runs this loop; nobody else ever sees it.

Whoever knows the answer need not wait: while a question, a hand or the cards on the table are read, an answer ends the
reading, after the first line of it. A page of the story is not cut by a stray word: there only a few words count
("stop", "louder"). Whatever else may be said comes when the narrator has finished, which a soft sound tells. Its own
voice is taken out of what the microphone hears (`sound.echo`), and where an answer does not clearly stand out from that
voice, words of the line that is being said do not count.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import Empty
from typing import TYPE_CHECKING, TypeAlias

from narrator.core.errors import StorageError
from narrator.dialog.conversation import Conversation
from narrator.dialog.manners import INTERRUPTING
from narrator.dialog.topic import Statement, Topic
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.understand import Understood, tidy, understand
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
    PhoneConnected,
    RoomTroubleNoticed,
    SpeechFinished,
    SpeechOutput,
    TroubleReported,
    UtteranceHeard,
)

if TYPE_CHECKING:  # whoever types and reads needs nothing that knows sounds
    from narrator.speech.pcm import Pcm
    from narrator.speech.room import RoomTrouble

REPROMPT_AFTER_S = 25.0
"""Play the waiting cue after this much silence."""
MAX_WAITING_CUES = 2
"""Play the waiting cue at most this often in a row."""
TRIES = 2
"""So often somebody has to try before it is taken for an answer and not for side talk."""
GOES_ON_WITH = frozenset({"Louder", "Softer", "Faster", "Slower", "GoOn"})
"""After these the narrator takes up what it was saying."""


Keep: TypeAlias = "Callable[[Pcm, str, int | None], str]"
"""Keeps a recording with its words, for this game or for all; tells its name."""


class Session:
    """One evening, happening by happening. Knows no thread and no clock."""

    def __init__(  # noqa: PLR0913  # whatever an evening is held with
        self,
        conversation: Conversation,
        ears: Sequence[InputSource],
        screen: LineOutput,
        speaker: SpeechOutput | None = None,
        keep: "Keep | None" = None,
        *,
        let_it_finish: bool = False,
    ) -> None:
        """What is said is written on the screen in any case, and spoken where there is a speaker.

        `ears` listen to the room. `keep` keeps what players said in their own words. `let_it_finish`: answers count
        only when a question was read to its end, and before that but what stops or repeats it.
        """
        self._answered_at_once = not let_it_finish
        self._keep = keep
        self._conversation = conversation
        self._ears = ears
        self._listening = len(ears)
        self._screen, self._speaker = screen, speaker
        self._next: Expectation
        """What is listened for as soon as the narrator has finished; gathered behind the first words, not before."""
        self._rest: tuple[SpokenLine, ...] = ()
        """What was broken off, to be taken up again."""
        self._after_a_rest: frozenset[str] = frozenset()
        """The lines of the last answer but its first. While that is said, the same word twice in one breath, or the end
        of it, would be taken for the answer to the next question."""
        self._important: list[SpokenLine] = []
        """What must not be lost, whoever interrupts."""
        self._asked: str | None = None
        self._tried = 0
        self._rooms: set[RoomTrouble] = set()
        """What of the room was told this evening: nobody wants to hear it at every question."""
        self._waited = 0
        self._game: str | None = None
        self._manner: Preferences | None = None

    @property
    def over(self) -> bool:
        """Whether everybody said goodbye, or nobody can be heard any more."""
        return self._conversation.done or not self._listening

    def begin(self, resume: int | None = None, topic: Topic | None = None) -> None:
        """The first words; with the number of a kept game or a topic, straight on with that one."""
        talk = self._conversation
        if topic is not None:
            self._answer(talk.talk_about(topic))
        else:
            self._answer(talk.open() if resume is None else talk.resume(resume))

    def take(self, happening: InputEvent) -> None:
        match happening:
            case UtteranceHeard(candidates=doubt) if doubt:
                if not self._speaking or (self._answers_count and not self._says_itself(happening, *doubt)):
                    self._interrupt()
                    self._answer(self._conversation.doubt(doubt))
            case UtteranceHeard():
                self._hear(happening)
            case NotUnderstood():
                self._miss(happening)
            case RoomTroubleNoticed(room):
                self._tell_of_the_room(room)
            case KeysPressed(keys):
                self._answer(self._conversation.key(keys))
            case ChosenOnPhone(seat, values):
                self._answer(self._conversation.choose(seat, values))
            case PhoneConnected(seat):
                self._answer(self._conversation.phone_came(seat))
            case DisplayChanged(seat, size, theme, reader):
                self._conversation.look(seat, size, theme, reader=reader)
                self._screen.say(())
            case SpeechFinished():
                self._listen()
            case TroubleReported(sentence):
                said = SpokenLine(sentence)
                self._important.append(said)
                self._say((said,))
            case InputEnded():
                self._listening -= 1

    def nobody_speaks(self) -> None:
        speaker, paused = self._speaker, self._conversation.paused
        if speaker and not speaker.is_speaking and self._waited < MAX_WAITING_CUES and not paused:
            self._waited += 1
            speaker.play_cue(Cue.WAITING)

    # --- hearing -------------------------------------------------------------------------------------

    def _hear(self, heard: UtteranceHeard) -> None:
        """Heard, understood, replied to, said. A new command ends what is being said; some only interrupt it."""
        talk = self._conversation
        understood = understand(heard.text, talk.expectation)
        intent = understood.reading.intent if isinstance(understood, Understood) else ""
        if heard.is_spoken and self._speaking:
            counts = intent in INTERRUPTING or self._answers_count  # a command, or an answer to what it asks
            if not counts or self._says_itself(heard, heard.text):
                return
        rest = self._interrupt()
        if intent == "Repeat" and rest and self._speaker and heard.is_spoken:
            self._take_up(rest)  # from the sentence on that was not heard
            return
        was_paused = talk.paused
        sound = self._kept(heard) if heard.recording else None
        reply = talk.reply(Statement(understood, heard.text, sound, heard.is_spoken))
        said = talk.in_words(reply)
        if intent == "GoOn" and rest:
            said = said[: int(was_paused)]  # the question is among the rest
        elif intent in ("Stop", "Pause"):
            self._rest = rest
        goes_on = bool(intent in GOES_ON_WITH and rest and self._speaker)
        self._answer(said, heard_aloud=heard.is_spoken, inviting=not goes_on)
        if goes_on:
            self._take_up(rest)  # it is on the screen already
        elif self._speaker:
            self._speaker.say([said for said in rest if said in self._important])

    @property
    def _answers_count(self) -> bool:
        speaker = self._speaker
        busy = speaker is not None and (speaker.is_telling_story or speaker.current_line not in self._after_a_rest)
        return self._answered_at_once and not busy

    def _says_itself(self, heard: UtteranceHeard, *texts: str) -> bool:
        """Whether the narrator is saying one of these, and may have heard itself."""
        if self._speaker is None or heard.clear_of_playback:
            return False
        saying = set(tidy(self._speaker.current_line).casefold().split())
        return self._speaker.is_speaking and any(set(tidy(text).casefold().split()) <= saying for text in texts)

    def _interrupt(self) -> tuple[SpokenLine, ...]:
        """Fall silent; what was broken off now, or before."""
        if self._speaker and self._speaker.is_speaking:
            self._rest = self._speaker.stop()
        rest, self._rest = self._rest, ()
        return rest

    def _kept(self, heard: UtteranceHeard) -> str | None:
        """The name of the recording; nothing if it is not worth keeping, or there is no room for it."""
        topic = self._conversation.topic
        if self._keep is None or heard.recording is None or not topic.records:
            return None
        try:
            return self._keep(heard.recording, heard.text, topic.kept_game)
        except StorageError as trouble:
            self.take(TroubleReported(str(trouble)))
            return None

    def _miss(self, missed: NotUnderstood) -> None:
        """Side talk is ignored; whoever tries to answer is helped, but only once for each question. Where the room is
        to blame, that is said, too; a voice without words counts only then."""
        room = missed.room_trouble if missed.room_trouble not in self._rooms else None
        telling = self._speaker is not None and self._speaker.is_telling_story
        if telling or self._conversation.paused or not (missed.has_words or room):
            return
        if self._speaking:  # a first try, perhaps; it may also be the rest of an echo
            self._tried = max(self._tried, 1)
            return
        if (asked := self._conversation.dictated(missed.dictation)) is not None:
            self._answer(asked, heard_aloud=True)
            return
        self._tried += 1
        if self._tried == TRIES:
            if room is not None:
                self._tell_of_the_room(room)
            self._answer(self._conversation.miss(), again=True)

    def _tell_of_the_room(self, room: "RoomTrouble") -> None:
        """What was heard of the room, and what helps; once an evening."""
        if room not in self._rooms:
            self._rooms.add(room)
            self._say(self._conversation.tell_of_the_room(room))

    # --- answering -----------------------------------------------------------------------------------

    def _answer(
        self, lines: tuple[SpokenLine, ...], *, heard_aloud: bool = False, again: bool = False, inviting: bool = True
    ) -> None:
        talk, speaker = self._conversation, self._speaker
        self._tried, self._waited = self._tried if again else 0, 0
        sounds = [Cue(name) for name in dict.fromkeys(talk.sounds)]
        if speaker is None:
            self._say(lines)
            return
        if talk.manner != self._manner:
            self._manner = talk.manner
            speaker.set_preferences(talk.manner)
        for cue in ([Cue.HEARD] if heard_aloud else []) + [sound for sound in sounds if sound is not Cue.WIN]:
            speaker.play_cue(cue)
        self._say(lines)
        if Cue.WIN in sounds:
            speaker.play_cue(Cue.WIN)
        if inviting and self._over_to_the_table(lines):
            before, self._asked = self._asked, talk.topic.asked  # whose turn it is has a sound of its own
            speaker.play_cue(Cue.YOUR_TURN if self._asked not in (None, before) else Cue.LISTENING)
        if talk.game != self._game:  # its words are got ready, once its first are on their way
            self._game = talk.game
            speaker.prepare_game(talk.game)

    def _say(self, lines: Sequence[SpokenLine]) -> None:
        in_the_room = [replace(said, to=None) if said.aloud else said for said in lines]
        self._after_a_rest = frozenset(said.text for said in in_the_room[1:])
        if self._speaker is None:
            self._screen.say(in_the_room)
        else:
            self._screen.say([said for said in lines if not said.aloud])  # ears can be covered, a screen cannot
            alone = sum(said.aloud for said in in_the_room)
            self._speaker.say(in_the_room[:alone])
            if alone:
                self._speaker.play_cue(Cue.YOUR_TURN)  # loud enough to be heard through one's hands
            self._speaker.say(in_the_room[alone:])
        self._next = self._conversation.expectation
        self._listen()
        assert self._next.grammar.intent_names  # read it now, while nobody waits for an answer

    def _take_up(self, rest: Sequence[SpokenLine]) -> None:
        """Say what was broken off, with as little listened for meanwhile as ever; then it is over to the table."""
        if self._speaker:
            self._after_a_rest = frozenset(said.text for said in rest)
            self._speaker.say(rest)
            if self._over_to_the_table(rest):
                self._speaker.play_cue(Cue.LISTENING)
            self._listen()

    def _listen(self) -> None:
        """From now on everything that fits the question is listened for; while it is read, less."""
        if self._conversation.done:
            return
        now = [self._next]
        if self._speaker and self._speaker.is_speaking:
            now.insert(0, self._conversation.expectation_while_reading(answering=self._answered_at_once))
        for ear in self._ears:
            ear.expect(*now)

    def _over_to_the_table(self, lines: Sequence[SpokenLine]) -> bool:
        """Whether something for the room was said, and an answer is awaited from it."""
        return not self._conversation.done and any(said.to is None for said in lines)

    @property
    def _speaking(self) -> bool:
        return self._speaker is not None and self._speaker.is_speaking


def run(
    session: Session, ears: Sequence[InputSource], inbox: Inbox, resume: int | None = None, topic: Topic | None = None
) -> None:
    """Play until somebody says goodbye or nobody can be heard any more. Everything is kept at any moment."""
    try:
        session.begin(resume, topic)
        for ear in ears:
            ear.listen(inbox)
        while not session.over:
            try:
                session.take(inbox.get(timeout=REPROMPT_AFTER_S))
            except Empty:
                session.nobody_speaks()
    finally:
        for ear in ears:
            ear.close()

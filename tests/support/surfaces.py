"""A whole evening with all its surfaces recorded: room speaker, terminal, big screen, phones, and the booth."""

import io
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from narrator.apps.terminal.text_output import ERASE_EVERYTHING, CombinedOutput, PlainTextOutput
from narrator.apps.window.browser_window import BrowserWindow
from narrator.apps.window.messages import Invite
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content
from narrator.language.lines.audience import BOOTH, EVERYBODY, ROOM_SPEAKER, Alone, may_reach
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.speech.ports import Cue, InputEvent, LineOutput
from narrator.storage.journal import Journal

Record = dict[str, list[str]]
"""The recorded output of each surface, in order. A player's own surface has the player's name."""

RANDOM_NAME = re.compile(r'"sound":"[0-9a-f]+"')
"""Matches the address of a sound, which is random in each session."""


class RecordedSpeaker:
    """Records what the room hears. While the others cover their ears, they notice only how long it takes."""

    is_speaking = is_telling_story = False
    current_line = ""

    def __init__(self, record: Record) -> None:
        self._record = record["speaker"]

    def say(self, lines: Sequence[SpokenLine]) -> None:
        heard = [line for line in lines if may_reach(line.audience, ROOM_SPEAKER)]
        alone = [line for line in heard if line.audience != EVERYBODY]
        if alone:
            letters = sum(len(line.text) + (line.spare_letters or 0) for line in alone)
            self._record.append(f"{alone[0].audience.seat} alone for {letters} letters")
        self._record += [line.text for line in heard if line.audience == EVERYBODY]

    def play_cue(self, cue: Cue) -> None:
        self._record.append(f"cue {cue}")

    def stop(self) -> tuple[SpokenLine, ...]:
        return ()

    def set_preferences(self, manner: Preferences) -> None:
        self._record.append(f"manner {manner.to_json()}")

    def begin_game(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""


class Screen(io.StringIO):
    """A terminal that understands escape sequences."""

    def isatty(self) -> bool:
        return True


class RecordedTerminal:
    """Records the public terminal. Text shown while the others look away must be erased before the next line."""

    def __init__(self, record: Record) -> None:
        self._record = record["terminal"]
        self._screen = Screen()
        self._output = PlainTextOutput(self._screen)
        self._has_secret = False

    def say(self, lines: Sequence[SpokenLine]) -> None:
        before = len(self._screen.getvalue())
        self._output.say(lines)
        text = self._screen.getvalue()[before:]
        if text:
            assert text.startswith(ERASE_EVERYTHING) == self._has_secret, "a secret stays on the screen"
            self._has_secret = any(line.audience.alone is Alone.LOOKING_AWAY for line in lines)
            public = [line.text for line in lines if line.audience == EVERYBODY]
            self._record.append("\n".join(public) if self._has_secret else text)

    def close(self) -> None:
        """Nothing to do."""


class RecordedBooth:
    """Records what each player reads or hears in the booth."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def say(self, lines: Sequence[SpokenLine]) -> None:
        for line in lines:
            if line.audience.seat is not None and may_reach(line.audience, BOOTH):
                self._record[line.audience.seat].append(f"booth {line.text}")

    def close(self) -> None:
        """Nothing to do."""


class RecordedServer:
    """A server without a network that records the messages to the pages. Like the hub, it sends no page twice."""

    addresses = ("http://localhost",)

    def __init__(self, record: Record) -> None:
        self._record = record
        self._pages: dict[str | None, str] = {}
        self.hub = self

    def call_soon(self, function: Any, *arguments: Any) -> None:
        function(*arguments)

    def show_pages(self, pages: Mapping[str | None, str]) -> None:
        for seat, page in pages.items():
            if self._pages.get(seat) != page:
                self._record["screen" if seat is None else seat].append(RANDOM_NAME.sub('"sound":""', page))
        self._pages |= pages

    def show_room_page(self, page: str) -> None:
        self.show_pages({None: page})

    def broadcast(self, kind: str, text: str) -> None:
        self._record["screen"].append(text)

    def close(self) -> None:
        """Nothing to do."""


class RecordedWindow(BrowserWindow):
    """A window whose phones are given by a test."""

    def __init__(self, record: Record, phones: set[str]) -> None:
        super().__init__(SimpleQueue())
        self.phones, self.lost = phones, set[str]()
        self._server = RecordedServer(record)  # type: ignore[assignment]

    @property
    def holders(self) -> frozenset[str]:
        return frozenset(self.phones)

    @property
    def away(self) -> frozenset[str]:
        return frozenset(self.lost & self.phones)

    def open(self, *, phones: bool = False, game: int | None = None) -> bool:
        return True

    def release(self, seat: str) -> None:
        self.phones.discard(seat)

    def _invites(self) -> tuple[Invite, ...]:
        return ()  # random keys

    def _write_open_addresses(self) -> None:
        """Write nothing."""


class Evening:
    """A session with recorded surfaces, which can be killed and resumed."""

    def __init__(  # noqa: PLR0913  # everything an evening is held with
        self,
        folder: Path,
        plan: Plan,
        content: Content,
        *,
        phones: Sequence[str],
        window: bool,
        speaker: bool,
        private: bool = False,
    ) -> None:
        self.record: Record = defaultdict(list)
        self._folder, self._plan, self._content = folder, plan, content
        self.window = RecordedWindow(self.record, set(phones)) if window or phones else None
        self._speaker = RecordedSpeaker(self.record) if speaker else None
        in_room = Alone.EARS_COVERED if speaker else Alone.LOOKING_AWAY
        self._alone = Alone.IN_BOOTH if private else in_room
        self._open().begin()

    def _open(self) -> Session:
        self.journal = Journal.open(self._folder / "narrator.sqlite")
        self.talk = Conversation(
            self.journal,
            self._content,
            self._plan,
            private_line=self._alone is Alone.IN_BOOTH or str(self._plan.privacy) == "booth",
            practice=False,
            window=self.window,
            alone=self._alone,
        )
        outputs: list[LineOutput] = [RecordedTerminal(self.record), RecordedBooth(self.record)]
        if self.window is not None:
            self.window.attach(self.talk)
            outputs.append(self.window)
        self.session = Session(self.talk, [], CombinedOutput(*outputs), self._speaker)
        return self.session

    def take(self, event: InputEvent) -> None:
        self.session.take(event)

    def restart(self) -> None:
        """End without a word, and resume the game from the journal."""
        number = self.talk.topic.kept_game
        self.close()
        self._open().begin(resume=number)

    def close(self) -> None:
        self.talk.close()
        self.journal.close()

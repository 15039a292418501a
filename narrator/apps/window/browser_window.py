"""Connect a session to its web pages.

The window is an output of the session: it shows what the narrator says. It is an input too: what is typed, clicked or
chosen on a page goes into the inbox. Pages are built in the session's thread, because the conversation belongs to it.
The server sends them in its own thread.
"""

import json
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

from narrator.apps.window.keys import Holder, Keys
from narrator.apps.window.messages import (
    Invite,
    Meter,
    Page,
    ShownCard,
    Speaking,
    display_fields,
    encode_message,
    page_labels,
)
from narrator.apps.window.page_builder import PageBuilder
from narrator.core.errors import StorageError
from narrator.core.paths import user_data_folder
from narrator.dialog.conversation import Conversation
from narrator.dialog.ports import Window
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.expectation import Expectation
from narrator.speech.ports import ChosenOnPhone, DisplayChanged, Inbox, PhoneConnected, UtteranceHeard
from narrator.storage.disk import PRIVATE_FILE, make_private_folder

if TYPE_CHECKING:  # imported late, so that a game without a window starts faster
    from narrator.apps.window.hub import IncomingMessage
    from narrator.apps.window.server import WindowServer

METER_INTERVAL_S = 0.2
METER_MIN_DB, METER_STEP_DB = -60.0, 5.0
"""Level at the bottom of the meter, and the size of each of its ten steps."""
BEDTIME_BUTTONS = ("night-softer", "night-again", "night-stop", "night-go-on", "night-good-night")
PROBE_TIMEOUT_S = 0.5
"""How long `find_open_addresses` waits for a server to accept a connection."""
OPEN_WINDOW_FILE = "window.json"
"""File in the user's data folder with the addresses of the open window, for `narrator doctor`."""


class BrowserWindow(Window):
    """The window of one session. It is closed until `open` is called."""

    def __init__(
        self,
        inbox: Inbox,
        show: Callable[[str], None] = lambda address: None,
        addresses: Callable[[], Sequence[str]] | None = None,
        content: Content | None = None,
        language: str = DEFAULT_LANGUAGE,
    ) -> None:
        """Create a closed window.

        `show` opens an address in a browser. `addresses` returns the addresses on the home network, by default those of
        this machine. With `content` there is also a page with the library of finished stories.
        """
        self._content, self._language = content, language
        self.bedtime_preferences = Preferences()  # size and colours of the bedtime page
        self._inbox = inbox
        self._show = show
        self._addresses = addresses
        self._keys = Keys()
        self._server: WindowServer | None = None
        self._talk: Conversation | None = None
        self._pages: PageBuilder | None = None
        self._phones = False
        self._said: tuple[SpokenLine, ...] = ()
        self._notes: dict[str, str] = {}
        self._metered_at, self._meter = 0.0, Meter(state="waiting")

    def attach(self, conversation: Conversation) -> None:
        self._talk, self._pages = conversation, PageBuilder(conversation)

    # --- the conversation's interface ---------------------------------------------------------------

    @property
    def holders(self) -> frozenset[str]:
        return self._keys.seats_with_phone

    def open(self, *, phones: bool = False) -> bool:
        try:
            server = self._server or self._start()
        except OSError:
            return False
        if not phones:
            self._show(self.address)  # also when it is open already, because the page may have been closed
        if phones and not self._phones:
            from narrator.apps.window.server import home_addresses  # noqa: PLC0415 - see above

            self._phones = server.listen_on_home_network((self._addresses or home_addresses)())
            self._write_open_addresses()
        return self._phones or not phones

    def shut(self) -> None:
        self.close()

    def release(self, seat: str) -> None:
        self._keys.release(seat)
        if self._server:
            self._server.call_soon(self._server.hub.disconnect_seat, seat)

    def _start(self) -> "WindowServer":
        from narrator.apps.window.library_page import LibraryPage  # noqa: PLC0415 - see above
        from narrator.apps.window.server import WindowServer  # noqa: PLC0415 - see above

        library = LibraryPage(self._content, language=self._language, tell=self._tell) if self._content else None
        server = WindowServer(
            self._keys, self._handle, lambda seat: self._inbox.put(PhoneConnected(seat)), library, self._language
        )
        server.start()
        self._server = server
        self._write_open_addresses()
        return server

    @property
    def address(self) -> str:
        """The address of the big screen, with a key that works once."""
        assert self._server is not None
        return f"{self._server.addresses[0]}/#{self._keys.invitation_for(None).key}"

    # --- output ------------------------------------------------------------------------------------

    def say(self, lines: Sequence[SpokenLine]) -> None:
        public = tuple(line for line in lines if line.to is None)
        if public:
            self._said, self._notes = public, {}
        for line in lines:
            if line.to is not None:
                self._notes[line.to] = line.text
        self._publish()

    def show_bedtime_sentence(self, title: str, sentence: str) -> None:
        """Show the bedtime page: the sentence being told, and buttons for the bedtime commands."""
        if self._server:
            labels = page_labels(self._language)
            page = Page(
                title=title,
                question=sentence,
                lines=(),
                choices=tuple(ShownCard(name=labels[name]) for name in BEDTIME_BUTTONS),
                dim=True,
                **display_fields(self.bedtime_preferences),
            )
            self._server.call_soon(self._server.hub.show_pages, {None: encode_message(page)})

    def _publish(self) -> None:
        server, pages = self._server, self._pages
        if server is None or pages is None:
            return
        room = pages.build_room_page(self._said, self._invites())
        messages: dict[str | None, str] = {None: encode_message(room)}
        for seat in self._keys.seats_with_phone:
            messages[seat] = encode_message(pages.build_phone_page(seat, room, self._notes.get(seat, "")))
        server.call_soon(server.hub.show_pages, messages)

    def _invites(self) -> tuple[Invite, ...]:
        at_table = self._talk.game_topic if self._talk else None
        if not self._phones or at_table is None or self._server is None:
            return ()
        seats = at_table.room.everyone
        address = self._server.addresses[-1]
        return tuple(
            Invite(seat=seat, address=address, words=self._keys.invitation_for(seat).passphrase, code=f"/code/{seat}")
            for seat in seats
            if seat not in self._keys.seats_with_phone
        )

    def mark_spoken_words(self, said: SpokenLine, words: str, sentence: int) -> None:
        """Mark the words of a line that are being spoken. Called from the voice's thread.

        `sentence` is the position in the line where their sentence begins.
        """
        for index, line in enumerate(self._said):
            start = line.text.find(said.text)
            offset = said.text.find(words, sentence)
            if self._server and start >= 0 and offset >= 0:
                self._show_all(Speaking(line=index, start=start + offset, end=start + offset + len(words)))
                self._show_meter(Meter(state="speaking"))
                return

    def clear_spoken_words(self) -> None:
        self._show_all(Speaking(line=-1, start=0, end=0))
        self._show_meter(Meter(state="listening"))

    def show_loudness(self, decibels: Callable[[], float]) -> None:
        """Show how loud the room is. Called often, from the recogniser's thread; it measures only when needed."""
        now = monotonic()
        if self._server and now - self._metered_at >= METER_INTERVAL_S and self._meter.state != "speaking":
            self._metered_at = now
            level = round((decibels() - METER_MIN_DB) / METER_STEP_DB)
            self._show_meter(Meter(state="listening", level=max(0, min(10, level))))

    def _show_meter(self, meter: Meter) -> None:
        if self._server and meter != self._meter:
            self._meter = meter
            self._show_all(meter)

    def _show_all(self, message: Speaking | Meter) -> None:
        if self._server:
            self._server.call_soon(self._server.hub.broadcast, message.kind, encode_message(message))

    # --- input -------------------------------------------------------------------------------------

    def listen(self, inbox: Inbox) -> None:
        """Do nothing: the window got its inbox when it was created."""

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """Do nothing: typed words are not recognised from sound."""

    def _handle(self, holder: Holder, message: "IncomingMessage") -> None:
        """Put a message from a page into the inbox. Called from the server's thread."""
        from narrator.apps.window.hub import ChooseMessage, DisplayMessage, SayMessage  # noqa: PLC0415 - see above

        match message:
            case SayMessage(text=text):
                self._inbox.put(UtteranceHeard(text))
            case ChooseMessage(values=values) if holder.seat is not None:
                self._inbox.put(ChosenOnPhone(holder.seat, values))
            case DisplayMessage(size=size, theme=theme, reader=reader):
                self.bedtime_preferences = replace(self.bedtime_preferences, size=size, theme=theme, reader=reader)
                self._inbox.put(DisplayChanged(holder.seat, size, theme, reader))

    def _tell(self, number: int) -> bool:
        """Ask for a story from the library, if one can be asked for now. Called from the server's thread."""
        if self._pages is None or not self._pages.can_tell_story:
            return False
        self._inbox.put(UtteranceHeard(page_labels(self._language)["shelf-say"].format(number=number)))
        return True

    # --- closing -----------------------------------------------------------------------------------

    def close(self) -> None:
        server, self._server = self._server, None
        if server:
            server.close()
            self._phones = False
            with suppress(OSError):
                open_window_file().unlink(missing_ok=True)

    def _write_open_addresses(self) -> None:
        """Write the open addresses to a file, without keys."""
        if self._server:
            contents = {"process": os.getpid(), "addresses": self._server.addresses}
            with suppress(OSError, StorageError):
                make_private_folder(user_data_folder())  # does not exist before the first game
                open_window_file().touch(PRIVATE_FILE)
                open_window_file().write_text(json.dumps(contents), "utf-8")


def open_window_file() -> Path:
    return user_data_folder() / OPEN_WINDOW_FILE


def find_open_addresses() -> tuple[str, ...]:
    """Return the addresses of a window that is open now, in any process. Ignore what a killed process left."""
    try:
        addresses: list[str] = list(json.loads(open_window_file().read_text("utf-8"))["addresses"])
        return tuple(address for address in addresses if is_listening(address))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def is_listening(address: str) -> bool:
    """Return whether a server accepts connections at this address."""
    host, _, port = address.removeprefix("http://").partition(":")
    try:
        socket.create_connection((host, int(port)), PROBE_TIMEOUT_S).close()
    except OSError:
        return False
    return True


def show_in_browser(address: str) -> None:
    """Open the address in a browser; print it if this machine has no graphical display."""
    has_display = sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if has_display:
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    else:
        print(f"The window is at {address}", flush=True)

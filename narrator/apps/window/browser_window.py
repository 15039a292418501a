"""Connect a session to its web pages.

The window is an output of the session: it shows what the narrator says. It is an input too: what is typed, clicked or
chosen on a page goes into the inbox. Pages are built in the session's thread, because the conversation belongs to it.
The server sends them in its own thread.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from narrator.apps.window.keys import Holder, Keys, hash_secret
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
from narrator.apps.window.open_addresses import find_last_port, write_open_addresses
from narrator.apps.window.page_parts import PageParts
from narrator.apps.window.phone_page import PhonePageBuilder
from narrator.apps.window.phone_voice import PhoneVoice
from narrator.apps.window.returning_phones import ReturningPhones
from narrator.apps.window.room_page import RoomPageBuilder
from narrator.apps.window.voice_follower import VoiceFollower
from narrator.core.installation import is_extra_installed
from narrator.dialog.conversation import Conversation
from narrator.dialog.ports import Window
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.audience import BIG_SCREEN, may_reach, phone_of
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.expectation import Expectation
from narrator.speech.ports import ChosenOnPhone, DisplayChanged, Inbox, PagesOutdated, PhoneConnected, UtteranceHeard

if TYPE_CHECKING:  # imported late, so that a game without a window starts faster
    from narrator.apps.window.hub import IncomingMessage, SendAck
    from narrator.apps.window.server import Certificate, WindowServer
    from narrator.speech.tts.spoken_output import SpokenOutput

METER_INTERVAL_S = 0.2
METER_MIN_DB, METER_STEP_DB = -60.0, 5.0
"""Level at the bottom of the meter, and the size of each of its ten steps."""
BEDTIME_BUTTONS = ("night-softer", "night-again", "night-stop", "night-go-on", "night-good-night")


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
        self._room_page: RoomPageBuilder | None = None
        self._phone_pages: PhonePageBuilder | None = None
        self._preferred_address: str | None = None
        self._certify: Callable[[str], Certificate] | None = None
        self._phone_address: str | None = None  # where phones join; None while they cannot
        self._returning = ReturningPhones(self._keys)
        self._phone_voice = PhoneVoice(language)
        self._said: tuple[SpokenLine, ...] = ()
        self._notes: dict[str, str] = {}
        self._follower = VoiceFollower(self._show_room_page)
        self._turns: dict[str, str] = {}  # the question on each phone
        self._metered_at, self._meter = 0.0, Meter(state="waiting")

    def attach(self, conversation: Conversation) -> None:
        parts = PageParts(conversation)
        self._talk = conversation
        self._room_page, self._phone_pages = RoomPageBuilder(conversation, parts), PhonePageBuilder(conversation, parts)

    # --- the conversation's interface ---------------------------------------------------------------

    @property
    def holders(self) -> frozenset[str]:
        return self._keys.seats_with_phone

    @property
    def away(self) -> frozenset[str]:
        return self.holders - self._server.hub.connected_seats if self._server else frozenset()

    def open(self, *, phones: bool = False, game: int | None = None) -> bool:
        if not is_extra_installed("window"):
            return False
        try:
            server = self._server or self._start()
        except OSError:
            return False
        if game is not None and self._talk is not None:
            self._returning.restore(self._talk, game)
        if not phones:
            self._show(self.address)  # also when it is open already, because the page may have been closed
        elif self._phone_address is None:
            self._listen_at(server, self._find_addresses())
        return self._phone_address is not None or not phones

    def _find_addresses(self) -> Sequence[str]:
        from narrator.apps.window.network import home_addresses  # noqa: PLC0415 - see above

        found = (self._addresses or home_addresses)()
        preferred = [self._preferred_address] if self._preferred_address else []
        return [*preferred, *(each for each in found if each not in preferred)]

    def prefer_address(self, address: str) -> None:
        """Let phones join at this address of this computer, if it works."""
        self._preferred_address = address

    def use_tls(self, certify: "Callable[[str], Certificate]") -> None:
        """Require HTTPS for phones. `certify` returns the certificate for an address."""
        self._certify = certify

    def _listen_at(self, server: "WindowServer", addresses: Sequence[str]) -> None:
        """Listen at the first of these addresses that works."""
        address = next((each for each in addresses if self._listen(server, each)), None)
        self._phone_address = address or self._phone_address
        write_open_addresses(server.addresses, server.port)

    def _listen(self, server: "WindowServer", address: str) -> bool:
        try:
            return server.listen_on_home_network(address, self._certify(address) if self._certify else None)
        except OSError:  # the certificate cannot be stored
            return False

    def use_next_address(self) -> bool:
        addresses, server = self._find_addresses(), self._server
        if server is None or self._phone_address is None or len(addresses) < 2:
            return False
        place = addresses.index(self._phone_address) + 1 if self._phone_address in addresses else 0
        self._listen_at(server, [*addresses[place:], *addresses[:place]])
        return True

    def replace_code(self) -> bool:
        self._keys.replace_table_invitation()
        return self._phone_address is not None

    def shut(self) -> None:
        self.close()

    def is_current(self, seat: str, turn: str) -> bool:
        return self._turns.get(seat, turn) == turn

    def release(self, seat: str) -> None:
        self._keys.release(seat)
        if self._server:
            self._server.call_soon(self._server.hub.disconnect_seat, seat)

    def _start(self) -> "WindowServer":
        from narrator.apps.window.library_page import LibraryPage  # noqa: PLC0415 - see above
        from narrator.apps.window.server import PREFERRED_PORT, WindowServer  # noqa: PLC0415 - see above
        from narrator.apps.window.web_app import PageSources  # noqa: PLC0415 - see above

        library = (
            LibraryPage(self._content, language=self._language, tell=self._tell, play=self._play)
            if self._content
            else None
        )
        sources = PageSources(
            library=library,
            language=self._language,
            find_sound=self._phone_voice.find_sound,
        )
        server = WindowServer(
            self._keys,
            self._handle,
            lambda seat: self._inbox.put(PhoneConnected(seat)),
            sources,
            find_last_port() or PREFERRED_PORT,
        )
        server.start()
        self._server = server
        write_open_addresses(server.addresses, server.port)
        return server

    @property
    def address(self) -> str:
        """The address of the big screen, with a key that works once."""
        assert self._server is not None
        return f"{self._server.addresses[0]}/#{self._keys.screen_invitation.key}"

    # --- output ------------------------------------------------------------------------------------

    def say(self, lines: Sequence[SpokenLine]) -> None:
        public = tuple(line for line in lines if may_reach(line.audience, BIG_SCREEN))
        if public:
            self._said, self._notes = public, {}
        self._notes |= notes_for_phones(lines)
        self._publish(public)

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

    def _publish(self, lines: Sequence[SpokenLine]) -> None:
        """Show the pages after these lines. Show public changes only when the voice reaches them."""
        server = self._server
        if server is None or self._room_page is None or self._phone_pages is None:
            return
        shown = self._room_page.build(self._said, self._invite())
        spectators = self._keys.allows_spectators if self._phone_address else None
        room = self._follower.add(replace(shown, spectators=spectators), lines)
        messages: dict[str | None, str] = {}
        for seat in self.holders:
            page = self._phone_pages.build(seat, room, self._notes.get(seat, ""), self._follower.shown)
            self._turns[seat] = page.turn
            self._phone_voice.set_reading(seat, page.reading)
            messages[seat] = encode_message(page)
        server.call_soon(server.hub.show_pages, messages)
        if self._talk is not None and self._phone_address is not None:
            self._returning.save(self._talk)

    def _show_room_page(self, page: Page) -> None:
        """Show this page on the big screen. Called from the session's thread or the voice's."""
        if self._server:
            self._server.call_soon(self._server.hub.show_room_page, encode_message(page))
            if self._follower.has_voice:
                self._inbox.put(PagesOutdated())  # the phones follow

    def follow_voice(self, voice: "SpokenOutput") -> None:
        """Follow this voice: show what it says, and the final state when it is stopped."""
        self._follower.has_voice = True
        voice.on_stop(self._follower.catch_up)
        voice.on_words(lambda said, piece: self.mark_spoken_words(said, piece.text, piece.sentence_start))

    def _invite(self) -> Invite | None:
        """Let phones join for the seats at the table, and return how, while a seat is free."""
        at_table = self._talk.game_topic if self._talk else None
        seats = at_table.room.everyone if at_table and self._phone_address else ()
        self._keys.invite(seats, " ".join(said.text for said in self._said))
        if self._server is None or not self._keys.free_seats:
            return None
        invitation = self._keys.table_invitation
        address = self._server.join_address
        version = hash_secret(address + invitation.key)[:8]  # so that browsers load the code again when it changes
        return Invite(
            address=address,
            words=invitation.passphrase,
            code=f"/code?{version}",
            seats=self._keys.free_seats,
            has_other_addresses=len(self._find_addresses()) > 1,
        )

    def mark_spoken_words(self, said: SpokenLine, words: str, sentence: int) -> None:
        """Mark the words of a line that are being spoken. Called from the voice's thread.

        `sentence` is the position in the line where their sentence begins.
        """
        if not may_reach(said.audience, BIG_SCREEN):
            return
        text = self._follower.begin_line(said.text)
        start, offset = text.find(said.text), said.text.find(words, sentence)
        if self._server and text and offset >= 0:
            line = next((number for number, each in enumerate(self._said) if each.text == text), -1)
            start += offset
            self._show_all(Speaking(line=line, text=text, start=start, end=start + len(words)))
            self._show_meter(Meter(state="speaking"))

    def clear_spoken_words(self) -> None:
        self._follower.end_speech()
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

    def _handle(self, holder: Holder, message: "IncomingMessage", acknowledge: "SendAck") -> None:
        """Put a message from a page into the inbox. Called from the server's thread."""
        from narrator.apps.window.hub import (  # noqa: PLC0415 - see above
            ChooseMessage,
            DisplayMessage,
            SayMessage,
            SpectatorsMessage,
        )

        seat = holder.seat

        def on_answered(lines: Sequence[SpokenLine], refused: bool) -> None:
            """Acknowledge the message, with the answer to its sender. A reveal is left to the voice."""
            reachable = [line for line in lines if seat and may_reach(line.audience, phone_of(seat))]
            own = [line.text for line in reachable if line.audience.seat]
            if not own and isinstance(message, SayMessage) and not any(line.shows for line in lines):
                own = [line.text for line in reachable]
            acknowledge(not refused, " ".join(own))

        match message:
            case _ if holder.is_spectator:
                acknowledge(False, "")
            case SpectatorsMessage(allow=allow) if seat is None:
                self._keys.allows_spectators = allow
                self._inbox.put(PagesOutdated())
            case SayMessage(text=text):
                self._inbox.put(UtteranceHeard(text, seat=seat, on_answered=on_answered))
            case ChooseMessage(values=values, turn=turn) if seat is not None:
                self._inbox.put(ChosenOnPhone(seat, values, turn, on_answered))
            case ChooseMessage():
                acknowledge(False, "")  # the big screen has no seat
            case DisplayMessage(size=size, theme=theme, reader=reader):
                self.bedtime_preferences = replace(self.bedtime_preferences, size=size, theme=theme, reader=reader)
                self._inbox.put(DisplayChanged(holder.seat, size, theme, reader))

    def _tell(self, number: int) -> bool:
        """Ask for a story from the library, if one can be asked for now. Called from the server's thread."""
        return self._ask_for_story(page_labels(self._language)["shelf-say"].format(number=number))

    def _play(self, title: str) -> bool:
        """Ask to play the story of this title, if that can be asked for now. Called from the server's thread."""
        return self._ask_for_story(page_labels(self._language)["box-say"].format(title=title))

    def _ask_for_story(self, words: str) -> bool:
        if self._room_page is None or not self._room_page.can_tell_story:
            return False
        self._inbox.put(UtteranceHeard(words))
        return True

    # --- closing -----------------------------------------------------------------------------------

    def close(self) -> None:
        server, self._server = self._server, None
        if server:
            server.close()
            self._phone_voice.close()
            self._phone_address = None
            write_open_addresses((), server.port)


def notes_for_phones(lines: Sequence[SpokenLine]) -> dict[str, str]:
    """Return the private lines of each player as one text."""
    notes: dict[str, list[str]] = {}
    for line in lines:
        seat = line.audience.seat
        if seat is not None and may_reach(line.audience, phone_of(seat)):
            notes.setdefault(seat, []).append(line.text)
    return {seat: " ".join(texts) for seat, texts in notes.items()}

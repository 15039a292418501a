"""Show the pages of the big screen in the order of speech: each when the voice begins the line it belongs to.

Pages are added in the session's thread; the voice's thread says which line it has begun. If the voice is stopped, the
page goes to the present state at once. Without a voice every line counts as said when it is added.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock

from narrator.apps.window.messages import Page
from narrator.apps.window.room_steps import Step, keep_last_round, make_steps
from narrator.language.lines.outbox import SpokenLine

MAX_REMEMBERED_LINES = 60
"""Keep the text of this many lines, because an interrupted line may be read again."""


class VoiceFollower:
    """The steps that the voice has not come to yet, and the page that is shown now."""

    def __init__(self, show: Callable[[Page], None]) -> None:
        self.has_voice = False
        self._show = show
        self._shown: Page | None = None
        self._latest: Page | None = None
        """The page after everything that was added."""
        self._steps: deque[Step] = deque()
        self._replies = 0
        self._begun_reply = 0
        self._public_lines: deque[str] = deque(maxlen=MAX_REMEMBERED_LINES)
        self._lock = Lock()

    @property
    def shown(self) -> Page | None:
        """The page that is shown now. May be read in any thread."""
        return self._shown

    # --- called from the session's thread ----------------------------------------------------------

    def add(self, page: Page, lines: Sequence[SpokenLine]) -> Page:
        """Add the page after these lines, and return it with what stays on the table of the last round."""
        with self._lock:
            before = self._latest
            page = keep_last_round(before, page, lines, has_voice=self.has_voice)
            self._latest = page
            self._public_lines += (line.text for line in lines)
            if lines and self.has_voice and before is not None:
                self._replies += 1
                self._steps += (replace(step, reply=self._replies) for step in make_steps(before, page, lines))
            elif self._steps:
                self._steps[-1] = replace(self._steps[-1], page=page)
                self._refresh(page)
            else:
                self._put(page)
            return page

    def catch_up(self) -> None:
        """Show the page after everything that was added."""
        with self._lock:
            self._skip_to(len(self._steps))

    # --- called from the voice's thread --------------------------------------------------------------

    def begin_line(self, words: str) -> str:
        """Show the step of the line that contains these words, and return the line; empty if it is not public."""
        with self._lock:
            place = next((place for place, step in enumerate(self._steps) if words in step.line), None)
            if place is None:
                return next((line for line in reversed(self._public_lines) if words in line), "")
            step = self._steps[place]
            self._begun_reply = step.reply
            self._skip_to(place + 1)
            return step.line

    def end_speech(self) -> None:
        """Show the page after the reply that was spoken last. A reply that was just added is still to be spoken."""
        with self._lock:
            self._skip_to(sum(step.reply <= self._begun_reply for step in self._steps))

    # --- called with the lock held -------------------------------------------------------------------

    def _skip_to(self, count: int) -> None:
        """Show the last of these steps."""
        for _ in range(count):
            last = self._steps.popleft()
        if count:
            self._put(last.page)

    def _refresh(self, page: Page) -> None:
        """Show at once what does not wait for the voice: print, colours, and which phones may join."""

        def refreshed(older: Page) -> Page:
            return replace(older, size=page.size, theme=page.theme, reader=page.reader, invite=page.invite)

        self._steps = deque(replace(step, page=refreshed(step.page)) for step in self._steps)
        if self._shown is not None:
            self._put(refreshed(self._shown))

    def _put(self, page: Page) -> None:
        if page != self._shown:
            self._shown = page
            self._show(page)

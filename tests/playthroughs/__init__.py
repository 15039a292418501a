"""Transcripts of whole games, for people to read and for a test to replay.

A file starts with the plan (`game: storytellers`, `players: Lily 6, Nick 8` …), followed by lines of

    heard:       words said in the room
    keyed:       a number pressed in the booth
    killed:      the program is killed here and started again
    said:        what the room hears
    whispered:   what only the player in the booth hears

`python -m tests.playthroughs` rewrites the answers after an intended change. Read the diff before you commit it.
"""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from narrator.core.game import CardSource
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import load_content
from narrator.language.lines.outbox import SpokenLine
from narrator.language.understanding.player_list import parse_players
from narrator.storage.journal import Journal

FOLDER = Path(__file__).parent
INPUTS = ("heard", "keyed", "killed")


@dataclass(frozen=True)
class Playthrough:
    """One transcript file."""

    about: str
    header: dict[str, str]
    inputs: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    """Everything below the header."""

    @classmethod
    def read(cls, path: Path) -> "Playthrough":
        head, _, body = path.read_text("utf-8").partition("\n\n")
        comments = [line[2:] for line in head.splitlines() if line.startswith("# ")]
        header = dict(line.split(": ", 1) for line in head.splitlines() if not line.startswith("#"))
        lines = tuple(line for line in body.splitlines() if line)
        split = (line.split(":", 1) for line in lines)
        inputs = tuple((kind, words.strip()) for kind, words in split if kind in INPUTS)
        return cls("\n".join(comments), header, inputs, lines)

    @property
    def plan(self) -> Plan:
        """The choices that the header makes. The conversation asks for the rest."""
        head = self.header
        return Plan(
            game=head.get("game"),
            mode=head.get("mode"),
            seats=parse_players(head.get("players", "")),
            story=head.get("story"),
            cards=CardSource(head.get("cards", "spoken")),
            game_options={name.replace(" ", "_"): True for name in ("tricky", "own dice") if name in head},
            privacy=Privacy(head["privacy"]) if "privacy" in head else None,
            seed=head.get("seed", "playthrough"),
        )

    def play(self) -> Iterator[str]:
        """Replay the inputs and yield inputs and answers as transcript lines."""
        with (
            tempfile.TemporaryDirectory() as folder,
            open_conversation(Path(folder), self.plan, self.header) as conversation,
        ):
            yield from transcript_lines(conversation.begin())
            for kind, words in self.inputs:
                yield f"{kind}: {words}".rstrip()
                yield from transcript_lines(conversation.put(kind, words))

    def text(self, lines: Iterable[str]) -> str:
        """Return the text of a file with these lines."""
        comments = "".join(f"# {line}\n" for line in self.about.splitlines())
        header = "".join(f"{key}: {value}\n" for key, value in self.header.items())
        body = "\n".join(f"\n{line}" if line.split(":")[0] in INPUTS else line for line in lines)
        return f"{comments}{header}\n{body.lstrip()}\n"


class RestartableConversation:
    """A conversation that can be killed and started again."""

    def __init__(self, path: Path, plan: Plan, header: dict[str, str]) -> None:
        self._path = path
        self._plan = plan
        self._options = {"private_line": "booth" in header.values(), "practice": "practice" in header}
        self._journal = Journal.open(path)
        self.conversation = Conversation(self._journal, load_content(), plan, **self._options)

    def begin(self) -> tuple[SpokenLine, ...]:
        return self.conversation.open()

    def put(self, kind: str, words: str) -> tuple[SpokenLine, ...]:
        match kind:
            case "heard":
                return self.conversation.hear(words)
            case "keyed":
                return self.conversation.key(words)
            case _:
                return self._restart()

    def _restart(self) -> tuple[SpokenLine, ...]:
        """Restart from the journal, without the old conversation saying or saving anything."""
        self.close()
        self._journal = Journal.open(self._path)
        self.conversation = Conversation(self._journal, load_content(), Plan(seed=self._plan.seed), **self._options)
        return self.conversation.open()

    def close(self) -> None:
        self.conversation.close()
        self._journal.close()


@contextmanager
def open_conversation(folder: Path, plan: Plan, header: dict[str, str]) -> Iterator[RestartableConversation]:
    conversation = RestartableConversation(folder / "narrator.sqlite", plan, header)
    try:
        yield conversation
    finally:
        conversation.close()


def transcript_lines(answer: Iterable[SpokenLine]) -> Iterator[str]:
    """Yield the answer as lines of a transcript."""
    for line in answer:
        yield f"said: {line.text}" if line.audience.seat is None else f"whispered: {line.text}"


def files() -> list[Path]:
    """Return all transcript files."""
    return sorted(FOLDER.glob("*/*.txt"))

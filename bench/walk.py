"""Measure how far an answer travels through the code: functions, calls, files and package switches.

    python -m bench.walk [--trace NAME] [--json FILE] [--limit]

Six walks are measured in a Storytellers round with three players:

    typed      a typed "I vote for symbol three", from the session to the text handed to the screen
    last       the typed vote that ends the round: the votes are revealed and the next page is read
    spoken     the same vote as `typed`, heard through a microphone, with a voice that speaks
    free       a typed vote in words that fit no template
    phone      the same vote as `typed` on a phone; each of the three players has one, and there is a big screen
    line       one event: told by the game's host, put into words, queued at the speaker

With --limit, the status is 1 if a figure is larger than in `LIMITS`.

What counts: functions, methods, properties, lambdas and generators defined in `narrator/`, on the session's thread.
Comprehensions and generator expressions belong to the function they stand in, and methods that `dataclass` generates
have no source, so neither is counted. A call is one frame; resuming a generator is not another call. A package switch
is a step, by call or by return, from a function of one package to a function of another; a package is the folder that
contains the module, such as `narrator.language.understanding`.

Caches are warm: the same walk was made before in a game with other cards, and one player has voted. What is
measured is what every further vote costs.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np

import narrator
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import load_content
from narrator.language.lines.outbox import Outbox, SpokenLine
from narrator.speech.pcm import Pcm
from narrator.speech.ports import ChosenOnPhone, InputEvent, UtteranceHeard
from narrator.speech.tts.spoken_output import SpokenOutput
from narrator.storage.journal import Journal
from tests.support.surfaces import Evening

SOURCE = Path(narrator.__file__).parent
NOT_COUNTED = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
SEATS = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))
SEED, WARM_UP_SEED = "walk 6", "walk 7"
"""With these seeds the votes below are legal: no player votes for their own card."""
FIRST_VOTE, VOTE, LAST_VOTE = "one", "I vote for symbol three", "I vote for symbol two"
FREE_VOTE = "hm well my favourite would have to be number three then"
LIMITS = {
    "typed": (130, 171, 48),
    "last": (152, 291, 118),
    "spoken": (160, 245, 84),
    "free": (222, 1426, 330),
    "phone": (231, 1082, 586),
    "line": (35, 51, 14),
}
"""The most functions, calls and package switches of each walk. Lower them when a walk gets shorter.

`spoken` has a margin: how far the voice has got differs by a few calls."""


class Walk:
    """Records the calls of functions in `narrator/`."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, CodeType]] = []  # how deep, and what
        self._path: list[str] = []  # the package in control after every step
        self._frames: set[FrameType] = set()  # kept, so that no two have the same identity

    @contextmanager
    def record(self) -> Iterator[None]:
        sys.setprofile(self._step)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _step(self, frame: FrameType, event: str, argument: Any) -> None:
        if event not in ("call", "return") or not is_counted(frame.f_code):
            return
        callers = tuple(callers_of(frame))
        if event == "call":
            self._path.append(package_of(frame.f_code))
            if frame not in self._frames:
                self._frames.add(frame)
                self.calls.append((len(callers), frame.f_code))
        elif callers:
            self._path.append(package_of(callers[0].f_code))

    def figures(self) -> dict[str, int]:
        codes = [code for _, code in self.calls]
        return {
            "functions": len(set(codes)),
            "calls": len(codes),
            "files": len({code.co_filename for code in codes}),
            "package switches": sum(one != other for one, other in zip(self._path, self._path[1:], strict=False)),
        }


def is_counted(code: CodeType) -> bool:
    return code.co_name not in NOT_COUNTED and SOURCE in Path(code.co_filename).parents


def callers_of(frame: FrameType) -> Iterator[FrameType]:
    """Yield the callers of this frame that are functions of the package, the nearest first."""
    caller = frame.f_back
    while caller is not None:
        if is_counted(caller.f_code):
            yield caller
        caller = caller.f_back


def package_of(code: CodeType) -> str:
    return ".".join(Path(code.co_filename).relative_to(SOURCE.parent).parent.parts)


# --- a round to walk through ---------------------------------------------------------------------


class Screen:
    """Takes lines and does nothing with them."""

    def say(self, lines: object) -> None: ...
    def close(self) -> None: ...


class SilentOutput:
    """A loudspeaker that plays nothing."""

    volume = 1.0

    def play(self, pcm: Pcm) -> None: ...
    def stop(self) -> None: ...
    def set_background(self, music: Pcm | None) -> None: ...


class SilentRenderer:
    """A voice that renders every text to a moment of silence."""

    name = "silence"

    def render(self, text: str, rate: int) -> Pcm:
        return Pcm(np.zeros(160, dtype=np.int16), 16_000)

    def load(self) -> None: ...
    def interrupt(self) -> None: ...
    def close(self) -> None: ...


@contextmanager
def round_begun(seed: str, *, aloud: bool = False) -> Iterator[tuple[Conversation, Session]]:
    """Open a round after the first of three votes."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        journal = stack.enter_context(Journal.open(folder / "narrator.sqlite"))
        plan = Plan("storytellers", "basic", SEATS, privacy=Privacy.OPEN, seed=seed)
        talk = Conversation(journal, load_content(), plan, practice=False)
        stack.callback(talk.close)
        voice = SpokenOutput([SilentRenderer()], SilentOutput()) if aloud else None
        if voice is not None:
            stack.callback(voice.close)
        session = Session(talk, (), Screen(), voice)
        session.begin()
        for words in ("one", "one", "one", FIRST_VOTE):
            session.take(UtteranceHeard(words))
        if voice is not None:
            voice.wait()  # an utterance does not always count while the narrator speaks
        yield talk, session


def walk_vote(seed: str, *earlier: str, words: str, aloud: bool = False) -> Walk:
    walk = Walk()
    with round_begun(seed, aloud=aloud) as (talk, session):
        for each in earlier:
            session.take(UtteranceHeard(each, is_spoken=aloud))
        assert talk.game_topic is not None
        moves = talk.game_topic.table.count
        with walk.record():
            session.take(UtteranceHeard(words, is_spoken=aloud))
        assert talk.game_topic.table.count > moves, f"{words} was no vote"
    return walk


def walk_line(seed: str) -> Walk:
    walk = Walk()
    with round_begun(seed) as (talk, _):
        assert talk.game_topic is not None
        table, moment = talk.game_topic.table, talk.game_topic
        before = table.view(None)
        assert moment.answer_kind is not None
        move = moment.answer_kind.build_moves({"symbol": 3})
        events = table.play(move)
        after, host, content = table.view(None), moment.setting.host, moment.setting.content
        voice, outbox = SpokenOutput([SilentRenderer()], SilentOutput()), Outbox()
        try:
            with walk.record():
                lines = [(talk.game_topic.words, line) for line in host.narrate(events, before, after, content)]
                manner = talk.preferences.verbosity
                said: tuple[SpokenLine, ...] = outbox.render(lines, manner, table_verbosity=manner, remember=True)
                voice.say(said)
        finally:
            voice.close()
    return walk


def walk_phone(seed: str) -> Walk:
    """Record a vote on a phone, after the first of three votes."""
    walk, names = Walk(), [seat.name for seat in SEATS]
    plan = Plan("storytellers", "basic", SEATS, privacy=Privacy.PHONES, seed=seed)
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder), plan, load_content(), phones=names, window=True, speaker=False)
        chosen: list[InputEvent] = [ChosenOnPhone(name, {"card": 1}) for name in names]
        for event in (*chosen, ChosenOnPhone(names[0], {"symbol": 1})):
            evening.take(event)
        game = evening.talk.game_topic
        assert game is not None
        moves = game.table.count
        with walk.record():
            evening.take(ChosenOnPhone(names[1], {"symbol": 3}))
        assert game.table.count > moves, "the phone did not vote"
        evening.close()
    return walk


WALKS: dict[str, Callable[[str], Walk]] = {
    "typed": lambda seed: walk_vote(seed, words=VOTE),
    "last": lambda seed: walk_vote(seed, VOTE, words=LAST_VOTE),
    "spoken": lambda seed: walk_vote(seed, words=VOTE, aloud=True),
    "free": lambda seed: walk_vote(seed, words=FREE_VOTE),
    "phone": walk_phone,
    "line": walk_line,
}
COUNTED = ("functions", "calls", "package switches")


def measure(name: str) -> Walk:
    WALKS[name](WARM_UP_SEED)
    return WALKS[name](SEED)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trace", choices=WALKS, help="print every call of this walk, indented by its depth")
    parser.add_argument("--limit", action="store_true", help="fail if a figure is larger than its limit")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    arguments = parser.parse_args()
    if arguments.trace:
        for depth, code in measure(arguments.trace).calls:
            print(f"{'  ' * depth}{Path(code.co_filename).relative_to(SOURCE)}: {code.co_qualname}")
    found = {name: measure(name).figures() for name in WALKS}
    print(f"{'walk':<10}" + "".join(f"{figure:>18}" for figure in found["typed"]))
    for name, figures in found.items():
        print(f"{name:<10}" + "".join(f"{number:>18}" for number in figures.values()))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    longer = [
        f"{name}: {figures[counted]} {counted}, at most {most}"
        for name, figures in found.items()
        for counted, most in zip(COUNTED, LIMITS[name], strict=True)
        if figures[counted] > most
    ]
    if arguments.limit and longer:
        sys.exit("These walks have become longer:\n" + "\n".join(longer))


if __name__ == "__main__":
    main()

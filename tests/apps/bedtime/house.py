"""A house with stories on its shelf, for tests: games really played, without a word said, and stories made up."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

import numpy as np

from narrator.apps.bedtime.script import Passage, framing_passage, write_script
from narrator.apps.bedtime.sequencer import Sequencer
from narrator.apps.bedtime.settings import BedtimeSettings
from narrator.apps.bedtime.tell_story import FileOutput, PassageRenderer, tell_story
from narrator.core.game import Seat, SpokenWords
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.games.storytellers.moves import Lay
from narrator.games.storytellers.rules import Mode
from narrator.language.content.packs import Content
from narrator.language.lines.story import Chapter, Sentence, ToldStory
from narrator.speech.pcm import Pcm
from narrator.storage.journal import Journal
from narrator.storage.table import Table

LILY, NICK, JULIE = Seat("Lily", 5), Seat("Nick", 8), Seat("Julie", 7)
MOST_MOVES = 2000


def played(
    journal: Journal, content: Content, plan: Plan, *, moves: int = MOST_MOVES, why: SpokenWords | None = None
) -> int:
    """The number of a game by players who do anything that is allowed; finished, or broken off after so many moves."""
    game = plan.game or "storytellers"
    random = Random(str(plan.seed))
    with Table.begin(journal, game, plan.seats, host_of(game).build_options(plan, content), plan.seed) as table:
        for _ in range(moves):
            if table.outcome() is not None:
                break
            move = random.choice(list(table.game.moves(table.state)))
            table.play(replace(move, why=why) if isinstance(move, Lay) and why is not None else move)
        return table.id


def bedtime_story(
    journal: Journal, content: Content, story: str, seed: str = "owl", why: SpokenWords | None = None
) -> int:
    """A story played by two small children."""
    plan = Plan("storytellers", Mode.YOUNGEST, (LILY, NICK), story=story, seed=seed)
    return played(journal, content, plan, why=why)


def story_of(*chapters: str | tuple[str | Sentence, ...], number: int = 1, title: str = "The Owl") -> ToldStory:
    """A story with these chapters, each of one paragraph."""
    parts = []
    for chapter in chapters:
        texts = (chapter,) if isinstance(chapter, str) else chapter
        sentences = tuple(text if isinstance(text, Sentence) else Sentence(text) for text in texts)
        parts.append(Chapter("", (sentences,)))
    return ToldStory(number, title, "storytellers", datetime(2026, 1, 4), ("Lily", "Nick"), True, tuple(parts))


def voice_like(seconds: float, level: float, rate: int = 16_000) -> Pcm:
    """Something like a child's voice: syllables of a humming tone, as loud as this."""
    at = np.arange(round(seconds * rate)) / rate
    hum = np.sum([np.sin(2 * np.pi * 260 * part * at) / part for part in (1, 2, 3, 4)], axis=0)
    syllables = np.clip(np.sin(2 * np.pi * 3 * at), 0.0, 1.0) ** 0.5
    voice = Pcm.from_array(0.1 * hum * syllables, rate)
    return voice.amplified(level - voice.voice_level)


def told_on_tape(
    story: ToldStory,
    sounds: PassageRenderer,
    manners: BedtimeSettings,
    *,
    around: tuple[str, ...] = (),
    during: Callable[[Sequencer, FileOutput], None] = lambda teller, tape: None,
) -> tuple[Pcm, list[tuple[float, Passage]]]:
    """What would be heard, and when each passage began. `during` is asked at every tick."""
    began: list[tuple[float, Passage]] = []
    script = (*map(framing_passage, around), *write_script(story, heard=sounds.is_audible))
    teller = Sequencer(script, manners.room_to_soften)
    tape = FileOutput(lambda: during(teller, tape))
    tell_story(teller, sounds, tape, lambda passage: began.append((tape.now(), passage)))
    return tape.recording.recorded(), began

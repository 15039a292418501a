"""Stories for tests of bedtime: games played by random moves, and invented stories."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

import numpy as np

from narrator.apps.bedtime.script import Passage, framing_passage, write_script
from narrator.apps.bedtime.sequencer import Sequencer
from narrator.apps.bedtime.settings import BedtimeSettings
from narrator.apps.bedtime.tell_story import FileOutput, PassageRenderer, tell_passages
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
MAX_MOVES = 2000


def play_randomly(
    journal: Journal, content: Content, plan: Plan, *, moves: int = MAX_MOVES, why: SpokenWords | None = None
) -> int:
    """Play a game by random legal moves, to its end or up to a number of moves. Return its number."""
    game = plan.game or "storytellers"
    random = Random(str(plan.seed))
    with Table.begin(journal, game, plan.seats, host_of(game).build_options(plan, content), plan.seed) as table:
        for _ in range(moves):
            if table.outcome() is not None:
                break
            move = random.choice(list(table.game.moves(table.state)))
            table.play(replace(move, why=why) if isinstance(move, Lay) and why is not None else move)
        return table.id


def play_story(
    journal: Journal, content: Content, story: str, seed: str = "owl", why: SpokenWords | None = None
) -> int:
    """Play *storytellers* with two small children. Return the number of the game."""
    plan = Plan("storytellers", Mode.YOUNGEST, (LILY, NICK), story=story, seed=seed)
    return play_randomly(journal, content, plan, why=why)


def make_story(*chapters: str | tuple[str | Sentence, ...], number: int = 1, title: str = "The Owl") -> ToldStory:
    """Return a story with these chapters, each of one paragraph."""
    parts = []
    for chapter in chapters:
        texts = (chapter,) if isinstance(chapter, str) else chapter
        sentences = tuple(text if isinstance(text, Sentence) else Sentence(text) for text in texts)
        parts.append(Chapter("", (sentences,)))
    return ToldStory(number, title, "storytellers", datetime(2026, 1, 4), ("Lily", "Nick"), True, tuple(parts))


def make_voice_like_sound(seconds: float, level: float, rate: int = 16_000) -> Pcm:
    """Return something like a child's voice at this level: syllables of a humming tone."""
    times = np.arange(round(seconds * rate)) / rate
    hum = np.sum([np.sin(2 * np.pi * 260 * part * times) / part for part in (1, 2, 3, 4)], axis=0)
    syllables = np.clip(np.sin(2 * np.pi * 3 * times), 0.0, 1.0) ** 0.5
    voice = Pcm.from_array(0.1 * hum * syllables, rate)
    return voice.amplified(level - voice.voice_level)


def tell_to_file(
    story: ToldStory,
    sounds: PassageRenderer,
    bedtime_settings: BedtimeSettings,
    *,
    around: tuple[str, ...] = (),
    during: Callable[[Sequencer, FileOutput], None] = lambda sequencer, output: None,
) -> tuple[Pcm, list[tuple[float, Passage]]]:
    """Return the sound of a told story, and when each passage began. `during` is called at every tick."""
    began: list[tuple[float, Passage]] = []
    script = (*map(framing_passage, around), *write_script(story, is_audible=sounds.is_audible))
    sequencer = Sequencer(script, bedtime_settings.room_to_soften)
    output = FileOutput(lambda: during(sequencer, output))
    tell_passages(sequencer, sounds, output, lambda passage: began.append((output.now(), passage)))
    return output.recording.to_pcm(), began

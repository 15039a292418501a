"""Stories for tests of exports: an invented one, and games played by simulated players."""

import random
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import load_content
from narrator.language.lines.story import Chapter, Picture, Sentence, ToldStory
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal

HEDGEHOG, OWL = Picture("🦔", "a hedgehog"), Picture("🦉", "an owl in the rain")

SMALL_STORY = ToldStory(
    number=7,
    title="The Owl & the <Lost> Sock",
    game="storytellers",
    played=datetime(2026, 5, 3, 18, 30, tzinfo=UTC),
    players=("Lily", "Nick"),
    finished=True,
    chapters=(
        Chapter(
            "The Sock",
            (
                (Sentence("A hedgehog had lost a sock."), Sentence("“Who has it?” asked the hedgehog.")),
                (Sentence("And Lily said:", clip="game-7-0123456789ab", clip_text="the owl is cold"),),
            ),
            (HEDGEHOG,),
        ),
        Chapter("The Owl", ((Sentence("It was the owl."),), (Sentence("The end."),)), (OWL, HEDGEHOG)),
    ),
)


def make_recordings(folder: Path) -> Clips:
    """Store Lily's recording of the small story: one second of a steady tone in a quiet room."""
    clips = Clips(folder)
    rate = 16000
    times = np.arange(2 * rate) / rate
    tone = np.where((times > 0.5) & (times < 1.5), 6000 * np.sin(2 * np.pi * 440 * times), 0)
    name = clips.keep((tone + np.random.default_rng(1).normal(0, 3, len(times))).astype(np.int16), rate, game=7)
    for kept in folder.glob(f"{name}.*"):
        kept.rename(kept.with_stem("game-7-0123456789ab"))
    return clips


def play_game(home: Path, game: str = "storytellers", seed: str = "a", answers: int = 5000) -> int:
    """Let simulated players play to the end or for a number of answers. Return the number of the game."""
    seats = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))
    plan = Plan(game, None, seats, privacy=Privacy.OPEN, seed=seed)
    guest = Guest(random.Random(seed))
    with Journal.open(home / "narrator.sqlite") as journal:
        talk = Conversation(journal, load_content(), plan, practice=False)
        talk.open()
        for _ in range(answers):
            if talk.game_topic is None:
                break
            talk.hear(guest.answer(talk))
        talk.close()
        return journal.games()[0].id

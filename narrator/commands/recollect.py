"""Remember a story together: who was it, nailing up the notice? The narrator asks, everybody helps, nobody keeps score.

Say a name, or “I don't know” for a hint; the hints get easier and easier. In between, tell what happened in your own
words. At the end it counts what all of you remembered together.
"""

from dataclasses import dataclass
from pathlib import Path

from narrator.commands._arguments import AudioArguments, option

HELP = "remember a story together: who was it, and what happened?"

EXAMPLES = """\
examples:
  narrator recollect                          the newest story
  narrator recollect the one with the owl     any words that are in it, or its number
  narrator recollect 3 --ears typed           typed answers only

Say or type: “the hedgehog”, “I don't know”, “repeat”, “next”, “help”, “stop”.
"""


@dataclass(frozen=True, slots=True)
class RecollectArguments(AudioArguments):
    story: list[str] = option("its number, words from it, or “newest”; else the newest", "story", metavar="STORY")
    window: bool = option("a large, clear page in your browser as well")
    pack: Path | None = option("the stories of your own that it was played with", metavar="FOLDER")


def run(wishes: RecollectArguments) -> int:
    # here and not above: remembering needs much that no other command should wait for
    from narrator.commands._recollect_session import remember  # noqa: PLC0415

    return remember(wishes)

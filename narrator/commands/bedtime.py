"""Tell a finished story again, slowly and softly, to somebody who is going to sleep.

Without a word more it goes on where you stopped, or else tells the newest story on the shelf. The microphone stays off
unless you ask for it; Ctrl-C lets the voice fade out. It needs no microphone, and where nothing can be heard it writes.
"""

from dataclasses import dataclass
from pathlib import Path

from narrator.commands._arguments import number, option

NIGHT, SOUND = "this night", "how it sounds"
LONGEST_TIMER = 600
SOFTEST, LOUDEST = 35, 80  # as in `narrator.bedtime.settings`, which is not needed for a help text
minutes = number(float, 0.01, LONGEST_TIMER, f"write the minutes as a number up to {LONGEST_TIMER}, such as --timer 10")
volume = number(int, SOFTEST, LOUDEST, f"at bedtime the volume goes from {SOFTEST} to {LOUDEST}, such as --volume 50")

HELP = "tell a finished story again, softly; it goes on where you stopped"

EXAMPLES = """\
examples:
  narrator bedtime                            where we stopped, or the newest story
  narrator bedtime the one with the owl       any words that are in it, or its number
  narrator bedtime --timer 10                 fall silent by itself within ten minutes
  narrator bedtime --more --timer 30          one story after the other, for half an hour
  narrator bedtime 3 --out tonight.mp3        as a sound file, to take along

With --listen, or typed: “stop”, “go on”, “again”, “softer”, “good night”, “stop in ten minutes”, “after this story”.
"""


@dataclass(frozen=True, slots=True)
class BedtimeArguments:
    story: list[str] = option("its number, words from it, or “newest”; else where we stopped", "story", metavar="STORY")
    timer: float | None = option(
        "the sleep timer: by then it has fallen silent, gently", group=NIGHT, type=minutes, metavar="MINUTES"
    )
    more: bool = option("after this story tell the next one on the shelf", group=NIGHT)
    from_start: bool = option("not where we stopped, but from the beginning", group=NIGHT)
    listen: bool = option("listen with the microphone, too", group=NIGHT)
    microphone: str | None = option("not the usual microphone but this one", group=NIGHT, metavar="NAME")
    with_voices: bool = option("what the players said, in their own voices (as usual)", group=SOUND, exclusive=True)
    without_voices: bool = option("the narrator says it for them", group=SOUND, exclusive=True)
    volume: int | None = option(
        f"from {SOFTEST} to {LOUDEST}; it becomes softer by itself", group=SOUND, type=volume, metavar="N"
    )
    rate: int | None = option("words a minute; usually slower than at the table", group=SOUND, metavar="WORDS")
    voice: str | None = option("piper, system or printed; else the best there is", group=SOUND, metavar="VOICE")
    speaker: str | None = option("not the usual speaker but this one", group=SOUND, metavar="NAME")
    show: bool = option("write each sentence as it is told", group=SOUND)
    window: bool = option("a dark page in your browser that sleeps when you do", group=SOUND)
    out: Path | None = option("write what would be heard to a .wav, .flac, .ogg or .mp3 file", metavar="FILE")
    pack: Path | None = option("the stories of your own that it was played with", metavar="FOLDER")


def run(wishes: BedtimeArguments) -> int:
    # here and not above: telling needs much that no other command should wait for
    from narrator.commands._bedtime_telling import tell_at_bedtime  # noqa: PLC0415

    return tell_at_bedtime(wishes)

"""All that can be wished on the command line: a dataclass for each command, its docstring the help.

They stand apart from the commands, so that nobody who only reads the help waits for what a command is made of.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from narrator.apps.commands._arguments import number, option
from narrator.apps.export.kinds import BookKind
from narrator.core.text import join_words
from narrator.games import game_ids
from narrator.games import game_options as every_wish
from narrator.games.hosting.options import SHORT_GAME

TABLE, SECRETS, SENSES = "the table", "secrets", "how it listens and speaks"
NIGHT, SOUND = "this night", "how it sounds"
SLOWEST, FASTEST = 80, 500  # words a minute, as `narrator.speech.tts.render` has it, which takes long to load
SOFTEST, LOUDEST = 35, 80  # the volume at bedtime, as `narrator.apps.bedtime.settings` has it
LONGEST_TIMER = 600
rate = number(int, SLOWEST, FASTEST, f"write a number of words from {SLOWEST} to {FASTEST}, such as --rate 150")
minutes = number(float, 0.01, LONGEST_TIMER, f"write the minutes as a number up to {LONGEST_TIMER}, such as --timer 10")
volume = number(int, SOFTEST, LOUDEST, f"at bedtime the volume goes from {SOFTEST} to {LOUDEST}, such as --volume 50")


@dataclass(frozen=True, slots=True)
class AudioArguments:
    """Which ears, which voice, and on which devices; what is not said is chosen."""

    ears: str | None = option("microphone or typed; else both. Typing always works", group=SENSES)
    voice: str | None = option("piper, system or printed; else the best there is", group=SENSES)
    microphone: str | None = option("by a part of its name (see narrator doctor)", group=SENSES, metavar="NAME")
    speaker: str | None = option("where it speaks in the room", group=SENSES, metavar="NAME")
    headphones: str | None = None  # nothing is whispered, unless a command says so


def titled(name: str) -> str:
    """A game by the name of its folder: its title stands in its rules, which nobody should wait for here."""
    return name.replace("_", " ").title()


def add_wishes(parser: argparse.ArgumentParser) -> None:
    for name, wishes in every_wish().items():
        own = parser.add_argument_group(f"only in {titled(name)}")
        for wish in (each for each in wishes if each is not SHORT_GAME):
            if len(wish.values) == 1:
                own.add_argument(wish.flag, action="store_const", const=wish.values[0], help=wish.help)
            else:
                own.add_argument(wish.flag, type=type(wish.values[0]), choices=wish.values, help=wish.help)


def read_wishes(arguments: argparse.Namespace, _: str) -> Mapping[str, Any]:
    named = {wish.name: getattr(arguments, wish.name) for some in every_wish().values() for wish in some}
    return {name: value for name, value in named.items() if value is not None and value is not False}


@dataclass(frozen=True, slots=True)
class PlayArguments(AudioArguments):
    """Sit down and play. Without a word more, the narrator asks what you would like, and who is with you.

    Everything is said in whole sentences and answered in your own words: "the hedgehog", "I vote for three", "help".
    Every move is kept at once; stop whenever you like, and go on another day.

    examples:
      narrator play                                            it asks what and who
      narrator play storytellers --players "Lily 6, Nick 8"    straight into a story
      narrator play cat dice --own-dice                        you roll, it keeps the score
      narrator play dixit --privacy phones                     a page for all, and hands on your own phones
      narrator play --resume                                   go on where you stopped
    """

    game: list[str] = option(
        f"{join_words(map(titled, game_ids()), 'or')}; a beginning will do", "game", metavar="GAME"
    )
    players: str | None = option('who plays, with ages if you like: "Lily 6, Nick 8"', group=TABLE, metavar="NAMES")
    mode: str | None = option("such as basic, cooperative or youngest; else the one that fits the players", group=TABLE)
    story: str | None = option("a story or a fairy tale, by its title or file name", group=TABLE)
    cards: str | None = option("spoken: the narrator's cards; table: your own", group=TABLE, metavar="WHOSE")
    pack: Path | None = option("stories of your own, on top of those in the box", group=TABLE, metavar="FOLDER")
    seed: str | None = option("the same text deals the same cards", group=TABLE, metavar="TEXT")
    short: bool = option(SHORT_GAME.help, group=TABLE)
    no_practice: bool = option("do not offer a practice round", group=TABLE)
    resume: str | None = option(
        "go on with a game: the last one, or the one of this number", group=TABLE, nargs="?", const="", metavar="NUMBER"
    )
    own: Mapping[str, Any] = field(default_factory=dict, metadata={"add": add_wishes, "read": read_wishes})
    privacy: str | None = option(
        "open: all aloud; tokens: by hand first; booth: headphones; phones: on your own, over the home network",
        group=SECRETS,
        metavar="HOW",
    )
    private: Path | None = option(
        "where the booth is whispered to: another terminal, a pipe, a file", group=SECRETS, metavar="FILE"
    )
    keypad: Path | None = option(
        "where the booth's keys come from; typed lines with # work as well", group=SECRETS, metavar="FILE"
    )
    voice: str | None = option(
        "piper or system: it speaks, and shows it; screen: only large and clear; printed: only plain lines",
        group=SENSES,
    )
    let_it_finish: bool = option("answers count only when a question was read to its end", group=SENSES)
    plain: bool = option("plain lines on the screen, for screen readers and pipes", group=SENSES)
    window: bool = option("a large, clear page in your browser as well", group=SENSES)
    window_only: bool = option("that page, and nothing in the terminal", group=SENSES)
    headphones: str | None = option("where it whispers in the booth", group=SENSES, metavar="NAME")


@dataclass(frozen=True, slots=True)
class StoriesArguments:
    """The shelf: every story that was ever told at this table, the newest first.

    Look for one by its number or by anything you remember: its title, who played, who was in it, what happened,
    or when.

    examples:
      narrator stories                               all of them, the newest first
      narrator stories the one with the hedgehog     those that you may mean, the likeliest first
      narrator stories from Sunday with Lily
      narrator stories --tell the newest             at bedtime, softly
      narrator stories --text 3                      the whole story in writing
      narrator stories --rename 3 "The night the lighthouse left"
      narrator stories --forget 3                    for ever, with all recordings; asks first
      narrator stories --forget-names Xanthe         how a name sounds; without a NAME, all of them
      narrator stories --forget-player Lily          every game that Lily was in, and how she likes it; asks first
      narrator stories --backup games.zip            everything in one file
      narrator stories --restore games.zip           and back; what is here now is set aside
    """

    words: list[str] = option("what you remember of the story, or its number", "words", metavar="WORDS")
    tell: list[str] | None = option("tell it at bedtime; without a STORY, the newest", exclusive=True, metavar="STORY")
    text: list[str] | None = option("write the whole story", exclusive=True, nargs="+", metavar="STORY")
    rename: list[str] | None = option("give it another title", exclusive=True, nargs=2, metavar=("STORY", "TITLE"))
    forget: list[str] | None = option(
        "delete it with all its recordings, after asking", exclusive=True, nargs="+", metavar="STORY"
    )
    forget_names: list[str] | None = option(
        "delete these names, or all, that were learned by ear, with their recordings, after asking",
        exclusive=True,
        metavar="NAME",
    )
    forget_player: str | None = option(
        "delete all that is kept of a player, after asking", exclusive=True, metavar="NAME"
    )
    backup: Path | None = option("keep everything in one file: games and recordings", exclusive=True, metavar="FILE")
    restore: Path | None = option("bring everything back from such a file", exclusive=True, metavar="FILE")
    yes: bool = option("forget without asking")
    pack: Path | None = option("the stories of your own that it was played with", metavar="FOLDER")


@dataclass(frozen=True, slots=True)
class BedtimeArguments:
    """Tell a finished story again, slowly and softly, to somebody who is going to sleep.

    Without a word more it goes on where you stopped, or else tells the newest story on the shelf. The microphone
    stays off unless you ask for it; Ctrl-C lets the voice fade out. It needs no microphone, and where nothing can be
    heard it writes.

    examples:
      narrator bedtime                            where we stopped, or the newest story
      narrator bedtime the one with the owl       any words that are in it, or its number
      narrator bedtime --timer 10                 fall silent by itself within ten minutes
      narrator bedtime --more --timer 30          one story after the other, for half an hour
      narrator bedtime 3 --out tonight.mp3        as a sound file, to take along

    With --listen, or typed: “stop”, “go on”, “again”, “softer”, “good night”, “stop in ten minutes”,
    “after this story”.
    """

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
    voice: str | None = option("piper, system or printed; else the best there is", group=SOUND)
    speaker: str | None = option("not the usual speaker but this one", group=SOUND, metavar="NAME")
    show: bool = option("write each sentence as it is told", group=SOUND)
    window: bool = option("a dark page in your browser that sleeps when you do", group=SOUND)
    out: Path | None = option("write what would be heard to a .wav, .flac, .ogg or .mp3 file", metavar="FILE")
    pack: Path | None = option("the stories of your own that it was played with", metavar="FOLDER")


@dataclass(frozen=True, slots=True)
class RecollectArguments(AudioArguments):
    """Remember a story together: who was it, nailing up the notice? The narrator asks, everybody helps, nobody keeps
    score.

    Say a name, or “I don't know” for a hint; the hints get easier and easier. In between, tell what happened in your
    own words. At the end it counts what all of you remembered together.

    examples:
      narrator recollect                          the newest story
      narrator recollect the one with the owl     any words that are in it, or its number
      narrator recollect 3 --ears typed           typed answers only

    Say or type: “the hedgehog”, “I don't know”, “repeat”, “next”, “help”, “stop”.
    """

    story: list[str] = option("its number, words from it, or “newest”; else the newest", "story", metavar="STORY")
    window: bool = option("a large, clear page in your browser as well")
    pack: Path | None = option("the stories of your own that it was played with", metavar="FOLDER")


@dataclass(frozen=True, slots=True)
class ExportArguments:
    """Take a story along: as an EPUB that reads itself, a DAISY book, MP3 files, or a page in large print.

    It is read aloud by the best voice that is installed, and players are heard in their own voices where they were
    recorded. That takes a while, but no sound hardware and no network. Either all of it is written or nothing.

    examples:
      narrator export newest --to epub                 for a reader on a telephone or tablet
      narrator export 3 --to daisy -o story.zip        for the players that libraries for the blind hand out
      narrator export the owl --to mp3 --folder        numbered files and a playlist, for any player
      narrator export the owl --to mp3 --rate 140      one file with chapters, read slowly
      narrator export the owl --to html                large print, to read or to print; needs no voice
    """

    story: list[str] = option("its number, or words from it, or “newest”", "story", nargs="+", metavar="STORY")
    to: BookKind = option("what to make of it", required=True)
    output: Path | None = option("where to write it; else here, under its title", "-o", "--output", metavar="FILE")
    force: bool = option("write over what is there")
    folder: bool = option("MP3: not one file, but a folder of numbered ones")
    voice: Literal["piper", "system"] | None = option("who reads; else the best voice there is")
    rate: int | None = option(f"words a minute, from {SLOWEST} to {FASTEST}", type=rate, metavar="WPM")
    pack: Path | None = option("the stories of your own that it was played with", metavar="FOLDER")


@dataclass(frozen=True, slots=True)
class DemoArguments:
    """Listen to a whole game, played by guests who really speak: their voices go through the real ear.

    examples:
      narrator demo
      narrator demo cat dice --fast
      narrator demo odyssey --mode party --seed again --out party.mp3
    """

    game: list[str] = option("what is played, if not Storytellers", "game", metavar="GAME")
    mode: str | None = option("the way it is played, such as cooperative or party")
    seed: str | None = option("the same text gives the same game again", metavar="TEXT")
    out: Path | None = option("write it all as one WAV, FLAC, OGG or MP3 file", metavar="FILE")
    fast: bool = option("do not play it, but make it as fast as the machine can")
    noise: Literal["calm", "kitchen", "babble", "none"] = option("what else sounds in the room", default="kitchen")
    keep: bool = option("keep the game and its story among the family's own")
    text: bool = option("the guests write instead of speaking")


@dataclass(frozen=True, slots=True)
class SetupArguments:
    """Fetch what Narrator needs and does not carry itself: the speech model, the second ear, and with --voice a good
    voice. Run it once, with a connection.

    Everything is checked, and repaired where it is damaged; what is there already is not fetched again.
    After that nothing needs a network.
    """

    voice: bool = option("also install Piper with its voice (GPL-3), or repair it")


@dataclass(frozen=True, slots=True)
class DoctorArguments:
    """Look at everything that Narrator hears and speaks with, and try it out: say something, and listen.

    For each thing that is missing there is the one command that mends it, if a command can.
    The result is 0 if a game can be played in some way, be it by typing and reading.
    """

    json: bool = option("one JSON document, for tools")
    silent: bool = option("only look: record nothing and say nothing aloud")
    microphone: str | None = option("try this microphone; a part of its name will do", metavar="NAME")
    speaker: str | None = option("try this speaker; a part of its name will do", metavar="NAME")


@dataclass(frozen=True, slots=True)
class CheckArguments:
    """Check a story pack before anybody hears it; without a pack, the stories that came with Narrator.

    Everything an author can get wrong is listed with its file and line, a short code and what to do.
    The result is 1 if there is anything to mend.

    With --read-through the stories are told, each with ten casts that are hard on it, for their author to read.
    """

    pack: Path | None = option("the folder of a pack", "pack", nargs="?", metavar="PACK")
    json: bool = option("one JSON document, for tools")
    read_through: str | None = option(
        "tell the stories, or this one, with ten hard casts", nargs="?", const="", metavar="STORY"
    )


@dataclass(frozen=True, slots=True)
class NewPackArguments:
    """Write a small story pack into a new folder, with a story to read, change and replace.

    narrator new-pack my-stories
    narrator check my-stories
    narrator play --pack my-stories
    """

    folder: Path = option("a new folder", "folder", metavar="FOLDER")


@dataclass(frozen=True, slots=True)
class HearArguments:
    """What the ear makes of recordings: the words, what they would mean, and whether they would count.

    Say what is listened for: a phase of a game (`--game storytellers --phase vote`), or the templates of a file in the
    format of `grammars/` (`--grammar mine.yaml`). Recordings may be WAV, FLAC, OGG or MP3 of any rate. Without a
    recording the microphone is listened to, until Ctrl-C.
    """

    files: list[Path] = option("recordings; none: the microphone", "files", metavar="FILE")
    game: str | None = option("as if this game were played", metavar="G")
    phase: str | None = option("and stood in this phase", metavar="P")
    grammar: Path | None = option("or with all the templates of this file", metavar="FILE")
    players: str | None = option('who plays: "Lily 6, Nick 8"', metavar="NAMES")
    json: bool = option("one JSON object per line")

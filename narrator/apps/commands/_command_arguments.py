"""The arguments of every command: one dataclass each, whose docstring is the help text.

They are separate from the commands so that `--help` does not have to import what a command is made of. The arguments
of the commands about packs are in `_pack_arguments.py`.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from narrator.apps.commands._dataclass_parser import number_between, option
from narrator.apps.export.kinds import BookKind
from narrator.core.text import join_words
from narrator.games import available_games
from narrator.games import game_options as every_game_option
from narrator.games.hosting.options import SHORT_GAME

TABLE, SECRETS, AUDIO = "the game", "secrets", "listening and speaking"
TONIGHT, SOUND = "tonight", "sound"
# Copies of `narrator.speech.tts.render` and `narrator.apps.bedtime.settings`, which take too long to import here.
SLOWEST, FASTEST = 80, 500  # words per minute
SOFTEST, LOUDEST = 35, 80  # volume at bedtime
MAX_TIMER_MINUTES = 600
rate = number_between(
    int, SLOWEST, FASTEST, f"give the words per minute as a number from {SLOWEST} to {FASTEST}, such as --rate 150"
)
minutes = number_between(
    float, 0.01, MAX_TIMER_MINUTES, f"give the minutes as a number up to {MAX_TIMER_MINUTES}, such as --timer 10"
)
volume = number_between(
    int, SOFTEST, LOUDEST, f"at bedtime the volume is a number from {SOFTEST} to {LOUDEST}, such as --volume 50"
)


@dataclass(frozen=True, slots=True)
class AudioArguments:
    """How to listen and speak. Narrator chooses the best of what is installed for anything left out."""

    ears: str | None = option(
        "microphone or typed; by default both. Typing always works. wyoming://HOST:PORT uses a recogniser or a "
        "microphone on another machine",
        group=AUDIO,
    )
    voice: str | None = option(
        "hibari, system or printed; by default the best voice installed. wyoming://HOST:PORT uses a voice on another "
        "machine",
        group=AUDIO,
    )
    microphone: str | None = option(
        "the microphone to use; part of its name is enough (see narrator doctor)", group=AUDIO, metavar="NAME"
    )
    speaker: str | None = option("the speaker to use; part of its name is enough", group=AUDIO, metavar="NAME")
    headphones: str | None = None


def title_from_name(name: str) -> str:
    """Turn the name of a game's folder into a title. The real title is in its rules, which load slowly."""
    return name.replace("_", " ").title()


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that only one game has, in a group for each game."""
    for name, game_options in every_game_option().items():
        group = parser.add_argument_group(f"only in {title_from_name(name)}")
        for item in (item for item in game_options if item is not SHORT_GAME):
            if not item.values:
                group.add_argument(item.flag, metavar="NAME", help=item.help)
            elif len(item.values) == 1:
                group.add_argument(item.flag, action="store_const", const=item.values[0], help=item.help)
            else:
                group.add_argument(item.flag, type=type(item.values[0]), choices=item.values, help=item.help)


def read_game_options(namespace: argparse.Namespace, _: str) -> Mapping[str, Any]:
    """Return the game's own options that were given, by name."""
    given = {item.name: getattr(namespace, item.name) for items in every_game_option().values() for item in items}
    return {name: value for name, value in given.items() if value is not None and value is not False}


@dataclass(frozen=True, slots=True)
class PlayArguments(AudioArguments):
    """Play a game. Without options the narrator asks what you would like to play and who is playing.

    Answer in your own words: "the hedgehog", "I vote for three", "help".
    Every move is saved at once, so you can stop at any time and continue another day.

    Examples:
      narrator play                                            asks which game, and who plays
      narrator play storytellers --players "Lily 6, Nick 8"    starts a story right away
      narrator play cat dice --own-dice                        you roll the dice, it keeps the score
      narrator play dixit --privacy phones                     everyone sees their cards on their own phone
      narrator play --resume                                   continues where you stopped
    """

    game: list[str] = option(
        f"{join_words(map(title_from_name, available_games()), 'or')}; the beginning is enough",
        "game",
        metavar="GAME",
    )
    players: str | None = option(
        'who is playing, with ages if you like: "Lily 6, Nick 8"', group=TABLE, metavar="NAMES"
    )
    mode: str | None = option("such as basic, cooperative or youngest; by default what suits the players", group=TABLE)
    story: str | None = option("a story or fairy tale, by its title or file name", group=TABLE)
    cards: str | None = option(
        "spoken: the narrator deals its own cards; table: you use cards on the table", group=TABLE, metavar="WHOSE"
    )
    pack: Path | None = option(
        "a folder with your own stories, or a file from another family, played along with the built-in ones",
        group=TABLE,
        metavar="PACK",
    )
    seed: str | None = option("any text; the same text deals the same cards again", group=TABLE, metavar="TEXT")
    short: bool = option(SHORT_GAME.help, group=TABLE)
    no_practice: bool = option("skip the offer of a practice round", group=TABLE)
    resume: str | None = option(
        "continue an unfinished game: the latest, or the one with this number",
        group=TABLE,
        nargs="?",
        const="",
        metavar="NUMBER",
    )
    game_options: Mapping[str, Any] = field(
        default_factory=dict, metadata={"add": add_game_options, "read": read_game_options}
    )
    privacy: str | None = option(
        "open: everything aloud; tokens: choose with tokens first; booth: one player at a time with headphones; "
        "phones: each player's own phone, over the home network",
        group=SECRETS,
        metavar="HOW",
    )
    address: str | None = option(
        "the address of this computer that phones open, if it has several; by default the one in the home network",
        group=SECRETS,
        metavar="ADDRESS",
    )
    tls: bool = option(
        "encrypt the connection to phones; each phone has to install a certificate once, and the code leads to a page "
        "that explains how",
        group=SECRETS,
    )
    private: Path | None = option(
        "where to write what only the player in the booth may read: another terminal, a pipe or a file",
        group=SECRETS,
        metavar="FILE",
    )
    keypad: Path | None = option(
        "where to read the keys pressed in the booth; typing # and a number works too", group=SECRETS, metavar="FILE"
    )
    voice: str | None = option(
        "hibari or system: speak, and show the text; screen: only show large text; printed: only print plain lines; "
        "wyoming://HOST:PORT: a voice on another machine",
        group=AUDIO,
    )
    let_it_finish: bool = option("ignore answers until a question has been read to the end", group=AUDIO)
    plain: bool = option("print plain lines, for screen readers and pipes", group=AUDIO)
    window: bool = option("also show the game in your browser, in large type", group=AUDIO)
    window_only: bool = option("show the game only in the browser, not in the terminal", group=AUDIO)
    headphones: str | None = option(
        "the headphones in the booth, for secrets; part of the name is enough", group=AUDIO, metavar="NAME"
    )


@dataclass(frozen=True, slots=True)
class MakeArguments(AudioArguments):
    """Make a story or a card of your own. The narrator asks short questions, and children answer in their own words.

    Each answer is kept as it was said, with its recording, and goes into a story that the narrator tells at the end. It
    stays here for Storytellers, for bedtime and for books.
    Say “I don't know” for ideas, “you choose”, “again”, “no, wait”, or “my brother's turn”. You can stop at any time
    and go on another day.

    Examples:
      narrator make                                 asks which kind of story, and who makes it
      narrator make a journey --players "Lily 6"
      narrator make a card                          a character for Storytellers or a dream for Dixit
      narrator make --resume                        goes on at the same question
      narrator make --mend 3                        the parts of story 3 and their names
      narrator make --mend 3 hero "a snail"         corrects the text of one part
      narrator make --read-by-narrator 3            reads the parts instead of playing the children's voices
    """

    kind: list[str] = option("the kind of story, such as a journey, or a card", "kind", metavar="KIND")
    players: str | None = option("who makes it: “Lily 6, Nick 8”", group=TABLE, metavar="NAMES")
    resume: str | None = option(
        "go on with an unfinished story: the latest, or the one with this number",
        group=TABLE,
        nargs="?",
        const="",
        metavar="NUMBER",
    )
    mend: list[str] = option(
        "correct the text of a part; without PART, list the parts",
        group="a finished story",
        exclusive=True,
        nargs="+",
        metavar=("STORY", "PART TEXT"),
    )
    own_voices: str | None = option(
        "tell this story in the children's own voices", group="a finished story", exclusive=True, metavar="STORY"
    )
    read_by_narrator: str | None = option(
        "let the narrator read this story", group="a finished story", exclusive=True, metavar="STORY"
    )
    plain: bool = option("print plain lines, for screen readers and pipes", group=AUDIO)
    window: bool = option("also show the questions in your browser, in large type", group=AUDIO)
    window_only: bool = option("show the questions only in the browser, not in the terminal", group=AUDIO)


@dataclass(frozen=True, slots=True)
class StoriesArguments:
    """List the stories that were told here, the newest first.

    Find one by its number, or by anything you remember: its title, who played, who was in it, what happened, or when.

    Examples:
      narrator stories                               all stories, the newest first
      narrator stories the one with the hedgehog     the stories that match, the likeliest first
      narrator stories from Sunday with Lily
      narrator stories --box                         all stories that you can play; also: --box funny
      narrator stories --tell the newest             read it aloud, softly
      narrator stories --text 3                      print the whole story
      narrator stories --rename 3 "The night the lighthouse left"
      narrator stories --forget 3                    delete it with all its recordings; asks first
      narrator stories --forget-names Xanthe         delete how a name sounds; without NAME, all names
      narrator stories --forget-player Lily          delete every game with Lily, and her settings; asks first
      narrator stories --backup games.zip            save everything in one file
      narrator stories --restore games.zip           bring it back; the current stories are set aside
    """

    words: list[str] = option("what you remember of the story, or its number", "words", metavar="WORDS")
    box: bool = option("list the stories that can be played, or those that fit the words", exclusive=True)
    tell: list[str] | None = option(
        "read it aloud as at bedtime; without STORY, the newest", exclusive=True, metavar="STORY"
    )
    text: list[str] | None = option("print the whole story", exclusive=True, nargs="+", metavar="STORY")
    rename: list[str] | None = option("give it a new title", exclusive=True, nargs=2, metavar=("STORY", "TITLE"))
    forget: list[str] | None = option(
        "delete it with all its recordings, after asking", exclusive=True, nargs="+", metavar="STORY"
    )
    forget_names: list[str] | None = option(
        "delete names that were learned from recordings, with the recordings, after asking; without NAME, all of them",
        exclusive=True,
        metavar="NAME",
    )
    forget_player: str | None = option(
        "delete everything saved about a player, after asking", exclusive=True, metavar="NAME"
    )
    backup: Path | None = option("save all games and recordings in one file", exclusive=True, metavar="FILE")
    restore: Path | None = option("bring everything back from a backup file", exclusive=True, metavar="FILE")
    yes: bool = option("delete without asking")
    pack: Path | None = option("the pack with your own stories, if the game was played with one", metavar="PACK")


@dataclass(frozen=True, slots=True)
class BedtimeArguments:
    """Read a finished story again, slowly and softly, at bedtime.

    Without options it continues where you stopped, or reads the newest story. The microphone stays off unless you
    ask for it with --listen. Ctrl-C lets the voice fade out. Without a speaker the story is printed.

    Examples:
      narrator bedtime                            where you stopped, or the newest story
      narrator bedtime the one with the owl       words from the story, or its number
      narrator bedtime --timer 10                 stop after ten minutes
      narrator bedtime --more --timer 30          one story after another, for half an hour
      narrator bedtime 3 --out tonight.mp3        as a sound file

    Say (with --listen) or type: “stop”, “go on”, “again”, “softer”, “good night”, “stop in ten minutes”,
    “after this story”.
    """

    story: list[str] = option(
        "its number, words from it, or “newest”; by default where you stopped", "story", metavar="STORY"
    )
    timer: float | None = option(
        "sleep timer: fade out after this many minutes", group=TONIGHT, type=minutes, metavar="MINUTES"
    )
    more: bool = option("continue with the next older story", group=TONIGHT)
    from_start: bool = option("start at the beginning, not where you stopped", group=TONIGHT)
    listen: bool = option("also listen with the microphone", group=TONIGHT)
    microphone: str | None = option("the microphone to use; part of its name is enough", group=TONIGHT, metavar="NAME")
    with_voices: bool = option("play the recordings of what players said (the default)", group=SOUND, exclusive=True)
    without_voices: bool = option("read what players said instead of playing recordings", group=SOUND, exclusive=True)
    volume: int | None = option(
        f"from {SOFTEST} to {LOUDEST}; it slowly gets softer", group=SOUND, type=volume, metavar="N"
    )
    rate: int | None = option("words per minute; by default slower than in a game", group=SOUND, metavar="WORDS")
    voice: str | None = option("hibari, system or printed; by default the best voice installed", group=SOUND)
    speaker: str | None = option("the speaker to use; part of its name is enough", group=SOUND, metavar="NAME")
    show: bool = option("print each sentence as it is read", group=SOUND)
    window: bool = option("also show a dark page in your browser", group=SOUND)
    out: Path | None = option("write the sound to a .wav, .flac, .ogg or .mp3 file instead", metavar="FILE")
    pack: Path | None = option("the pack with your own stories, if the game was played with one", metavar="PACK")


@dataclass(frozen=True, slots=True)
class RecollectArguments(AudioArguments):
    """Remember a story together. The narrator asks who did what; everybody helps, without a score.

    Say a name, or “I don't know” for a hint; each hint is easier than the last. In between, tell what happened in
    your own words. At the end the narrator counts what all of you remembered together.

    Examples:
      narrator recollect                          the newest story
      narrator recollect the one with the owl     words from the story, or its number
      narrator recollect 3 --ears typed           typed answers only

    Say or type: “the hedgehog”, “I don't know”, “repeat”, “next”, “help”, “stop”.
    """

    story: list[str] = option("its number, or words from it; by default the newest", "story", metavar="STORY")
    window: bool = option("also show it in your browser, in large type")
    pack: Path | None = option("the pack with your own stories, if the game was played with one", metavar="PACK")


@dataclass(frozen=True, slots=True)
class ExportArguments:
    """Export a story as a talking book, as sound, for a children's player, or as a page in large print.

    The best installed voice reads the story, and recordings of the players are included. That takes a while, but works
    without a sound card and without a network. If it fails, it leaves no half-finished file.

    Examples:
      narrator export newest --to epub                 for a reading app on a phone or tablet
      narrator export 3 --to daisy -o story.zip        for DAISY players, as lent by libraries for the blind
      narrator export the owl --to mp3 --folder        numbered files and a playlist
      narrator export the owl --to mp3 --rate 140      one file with chapters, read slowly
      narrator export the owl --to html                large print, on screen or on paper; needs no voice
      narrator export newest --to m4b                  an audiobook with chapters, for Audiobookshelf and others
      narrator export newest --to yoto                 a folder to upload to a Yoto Make Your Own card
      narrator export newest --to taf                  for a Toniebox with TeddyCloud
    """

    story: list[str] = option("its number, words from it, or “newest”", "story", nargs="+", metavar="STORY")
    to: BookKind = option("the format", required=True)
    output: Path | None = option(
        "the file or folder to write; by default named after the story, in this folder",
        "-o",
        "--output",
        metavar="FILE",
    )
    force: bool = option("overwrite an existing file")
    folder: bool = option("MP3: a folder of numbered files instead of one file")
    voice: Literal["kokoro", "hibari", "system"] | None = option(
        "the voice that reads; kokoro also gives each character its own. By default the best that is installed"
    )
    rate: int | None = option(f"words per minute, from {SLOWEST} to {FASTEST}", type=rate, metavar="WPM")
    pack: Path | None = option("the pack with your own stories, if the game was played with one", metavar="PACK")


@dataclass(frozen=True, slots=True)
class DemoArguments:
    """Listen to a whole game. The players are synthetic voices, and the real speech recogniser hears them.

    Examples:
      narrator demo
      narrator demo cat dice --fast
      narrator demo odyssey --mode party --seed again --out party.mp3
      narrator demo --fast --minutes 2 --out two-minutes.mp3
      narrator demo storyline --text --keep       without sound: prints a game and keeps its story, to export it
    """

    game: list[str] = option("the game; by default Storytellers", "game", metavar="GAME")
    mode: str | None = option("such as cooperative or party")
    seed: str | None = option("any text; the same text gives the same game again", metavar="TEXT")
    out: Path | None = option("record everything in one WAV, FLAC, OGG or MP3 file", metavar="FILE")
    fast: bool = option("run as fast as the computer can, without playing it aloud")
    minutes: float | None = option("end with the turn after this time", type=minutes, metavar="MINUTES")
    noise: Literal["calm", "kitchen", "babble", "none"] = option("the background noise in the room", default="kitchen")
    keep: bool = option("save the game and its story along with your own")
    text: bool = option("print what the players say instead of speaking it")


@dataclass(frozen=True, slots=True)
class SetupArguments:
    """Download what Narrator needs: by default the speech models, or only the parts that you name.

    At the end, everything that is installed is tried once.

    Run this once while you are online; after that Narrator works offline. Run it again to check all files and
    repair damaged ones. Files that are already there are not downloaded again.

    Examples:
      narrator setup                     the speech models, 140 MB
      narrator setup --voices            Kokoro with 28 voices, 90 MB
    """

    ears: bool = option("the speech models: Vosk (85 MB) and Moonshine (55 MB)")
    forget_tls: bool = option("delete the certificates of `play --tls`; phones have to install a new one then")
    for_play: bool = option("nothing if the speech models are there or no microphone is connected; `make play` uses it")
    voices: bool = option("Kokoro with 28 English voices (Apache-2.0, 90 MB), for the characters of stories")


@dataclass(frozen=True, slots=True)
class DoctorArguments:
    """Check the microphone, the speakers, the speech model and the voice by trying them out.

    For everything that is missing, it names the command that fixes it.
    The exit code is 0 if a game can be played at all, even if only by typing and reading.
    """

    json: bool = option("print one JSON document, for tools")
    silent: bool = option("only look: do not record or play anything")
    ears: str | None = option("also test the recogniser or microphone at wyoming://HOST:PORT", metavar="ADDRESS")
    voice: str | None = option("also test the voice at wyoming://HOST:PORT", metavar="ADDRESS")
    microphone: str | None = option("the microphone to test; part of its name is enough", metavar="NAME")
    speaker: str | None = option("the speaker to test; part of its name is enough", metavar="NAME")


@dataclass(frozen=True, slots=True)
class HearArguments:
    """Show what the speech recogniser hears in recordings: the words, their meaning, and whether they are accepted.

    Choose what to listen for: a phase of a game (--game storytellers --phase vote), or your own phrases in a file in
    the format of grammars/ (--grammar mine.yaml). Recordings may be WAV, FLAC, OGG or MP3. Without a recording it
    listens to the microphone until you press Ctrl-C.
    """

    files: list[Path] = option("recordings; without any, the microphone", "files", metavar="FILE")
    game: str | None = option("listen as in this game", metavar="G")
    phase: str | None = option("listen as in this phase of the game", metavar="P")
    grammar: Path | None = option("listen for the phrases in this file", metavar="FILE")
    players: str | None = option('who is playing: "Lily 6, Nick 8"', metavar="NAMES")
    json: bool = option("print one JSON object per line")

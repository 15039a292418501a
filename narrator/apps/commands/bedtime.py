"""`narrator bedtime`: a story is told again, through a speaker, to a file or in writing."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from narrator.apps.bedtime.choose_story import ChosenStory, choose_story, clear_bookmark, save_bookmark
from narrator.apps.bedtime.commands import CommandInbox
from narrator.apps.bedtime.script import Passage, framing_passage, write_script
from narrator.apps.bedtime.sequencer import Sequencer, StopIn
from narrator.apps.bedtime.settings import BedtimeSettings
from narrator.apps.bedtime.tell_story import FileOutput, PassageRenderer, SpeakerOutput, StoryOutput, tell_story
from narrator.apps.commands._audio_setup import check_microphone, make_echo, open_keyboard, open_microphone
from narrator.apps.commands._command_arguments import BedtimeArguments
from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands._plan_from_arguments import load_content_with_pack
from narrator.apps.commands._progress import ProgressBar, spoken_time
from narrator.apps.terminal.output import safe_console
from narrator.apps.terminal.typed import TypedEar
from narrator.apps.window.browser_window import BrowserWindow, show_in_browser
from narrator.core.errors import NarratorError, StorageError, UsageError
from narrator.core.text import join_words, one_line
from narrator.language.lines.line import line
from narrator.language.lines.preferences import Preferences
from narrator.language.lines.renderer import LineRenderer
from narrator.language.lines.story import ToldStory
from narrator.speech.devices import backend as devices
from narrator.speech.devices import playback
from narrator.speech.echo.aligned_canceller import AlignedEchoCanceller
from narrator.speech.ports import InputSource
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.recording_output import RECORDING_SUFFIXES
from narrator.speech.tts.synthesiser import Synthesiser
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library

KINDS: dict[str, VoiceKind] = {"piper": "piper", "system": "system", "printed": "printed"}
SPEAKER = {
    playback.NO_SPEAKER: "There is no speaker here, so the story is written.",
    playback.SPEAKER_GONE: "The speaker is gone. The story waits for it.",
}
"""What the player tells, in words that fit the night."""


def run(arguments: BedtimeArguments) -> int:
    if arguments.out is not None:
        check_file(arguments.out)
    kind = None if arguments.voice is None else match_name(arguments.voice, KINDS, "voice")
    with Journal.open_for_reading() as journal:
        bedtime = Bedtime(arguments, journal, kind)
        return bedtime.aloud() if arguments.out is None else bedtime.written(arguments.out)


def complain(sentence: str) -> None:
    print(SPEAKER.get(sentence, sentence), file=sys.stderr, flush=True)


def check_file(file: Path) -> None:
    """Better said now than after all of it was rendered."""
    if file.suffix.lower() not in RECORDING_SUFFIXES:
        raise UsageError(f"{file.name} should end in {join_words(RECORDING_SUFFIXES, 'or')}.")
    if not file.parent.is_dir():
        raise UsageError(f"There is no folder {file.parent}. Make it first, or choose another one.")


class Bedtime:
    def __init__(self, arguments: BedtimeArguments, journal: Journal, kind: VoiceKind | None) -> None:
        self._arguments = arguments
        self._journal = journal
        self._clips = Clips()
        if journal.notice is not None:
            complain(journal.notice)
        with safe_console(stderr=True).status("Looking along the shelf …"):
            self._shelf = Library(journal, load_content_with_pack(arguments.pack), self._clips)
            self._choice = choose_story(
                " ".join(arguments.story), self._shelf, journal, from_start=arguments.from_start
            )
        self._language = self._choice.story.language
        self._lines = LineRenderer(self._language, "bedtime")
        self._voice = choose_voice(kind, self._language)
        self._bedside = CommandInbox(complain, self._language)
        players = self._choice.story.players
        kept = journal.find_note("player", players[0]) if players else None
        usual = Preferences.from_json(kept) if kept else Preferences()
        self._window = BrowserWindow(self._bedside.inbox, show_in_browser, language=self._language)
        self._window.bedtime_preferences = usual
        self._manners = BedtimeSettings.for_family(
            usual, arguments.rate, arguments.volume, play_recordings=not arguments.without_voices
        )

    # --- in the room -------------------------------------------------------------------------------

    def aloud(self) -> int:
        """In the room; in writing, if nothing can be heard here."""
        if not self._voice.renderers:
            complain(self._voice.reason)
            return self._print()
        if self._arguments.speaker is not None:
            # says which ones there are, if it is not among them
            devices.find_device(devices.Direction.SPEAKER, self._arguments.speaker)
        with ExitStack() as closing:
            echo = make_echo(self._bedside.inbox, closing) if self._arguments.listen else None
            played = echo.add_playback if echo else None
            player = playback.Playback(self._arguments.speaker, report=complain, on_played=played)
            closing.callback(player.close)
            if not player.open():
                return self._print()
            ears = self._ears(echo, closing)
            if self._arguments.window:
                if self._window.open():
                    ears.append(self._window)
                else:
                    complain("No page can be opened on this machine, so the story is told without one.")
            closing.enter_context(self._bedside.listening(ears))
            return self._through(player, self._renderer(closing))

    def _through(self, player: playback.Playback, sounds: PassageRenderer) -> int:
        bedside = self._bedside

        def obey() -> None:
            for order in bedside.take_commands():
                teller.obey(order, room.now())

        room = SpeakerOutput(player, obey)
        teller = self._teller(sounds, room)
        try:
            with safe_console(stderr=True).status("Getting the voice ready …"):
                sounds.render_first_words(teller.passage)
            complain(f"{self._choice.story.title}. Ctrl-C lets it fade out.")
            with bedside.catching_signals():
                self._tell_all(teller, sounds, room, self._keep)
        except NarratorError as trouble:  # the voice has failed; the story is still there
            complain(str(trouble))
            return self._print(teller.sentence_number)
        finally:
            room.close()
        return 128 + bedside.signal if bedside.signal else 0

    def _ears(self, echo: AlignedEchoCanceller | None, closing: ExitStack) -> list[InputSource]:
        """The keyboard, if anybody can type; the microphone only if it was asked for."""
        keyboard = open_keyboard() if in_the_foreground() else None
        ears: list[InputSource] = [] if keyboard is None else [TypedEar(keyboard)]
        if self._arguments.listen:
            check_microphone("microphone", devices.find_audio_devices, by_default=True)
            ears.append(open_microphone(self._arguments.microphone, self._bedside.inbox, echo, closing))
        return ears

    def _keep(self, passage: Passage) -> None:
        """Remember the place, before the sentence sounds."""
        self._bedside.note_passage(passage)
        self._window.show_bedtime_sentence(self._choice.story.title, passage.text)
        if passage.number is not None:
            self._note(lambda: save_bookmark(self._journal, self._choice.story, passage.number or 0))
        if self._arguments.show:
            print(one_line(passage.text), flush=True)

    def _note(self, note: Callable[[], None]) -> None:
        """A full disk is no reason to wake a child."""
        try:
            note()
        except StorageError as trouble:
            complain(str(trouble))

    # --- in a file, and in writing -----------------------------------------------------------------

    def written(self, file: Path) -> int:
        """To a file, as it would sound. Where we stopped stays where it is."""
        if not self._voice.renderers:
            raise NarratorError(f"A sound file needs a voice. {self._voice.reason}")
        told = count(1)
        with ExitStack() as closing, ProgressBar(self._choice.story.title, delay_s=0.0) as bar:
            sounds = self._renderer(closing)
            tape = FileOutput()
            teller = self._teller(sounds, tape)
            self._tell_all(teller, sounds, tape, lambda passage: bar.progress(next(told), teller.length))
            tape.recording.write(file)
        complain(f"{file} is ready: {spoken_time(tape.now())}.")
        return 0

    def _print(self, start: int | None = None) -> int:
        if self._arguments.window and start is None:
            complain("No page is opened, because it follows the voice and there is none.")
        begin = self._choice.start if start is None else start
        print(one_line(self._opening()), flush=True)
        for paragraph in paragraphs_from(self._choice.story, begin):
            print(one_line(paragraph), flush=True)
        return 0

    # --- one story, or several ---------------------------------------------------------------------

    def _renderer(self, closing: ExitStack) -> PassageRenderer:
        studio = Synthesiser(self._voice.renderers, SpeechCache(), report=complain)
        closing.callback(studio.close)
        return PassageRenderer(studio, self._clips, load_pronunciation(self._language), self._manners)

    def _teller(self, sounds: PassageRenderer, stage: StoryOutput) -> Sequencer:
        teller = Sequencer(self._script(sounds), self._manners.room_to_soften)
        if self._arguments.timer is not None:
            teller.obey(StopIn(60 * self._arguments.timer), stage.now())
        return teller

    def _tell_all(
        self, teller: Sequencer, sounds: PassageRenderer, stage: StoryOutput, keep: Callable[[Passage], None]
    ) -> None:
        """This story; with `--more` also those behind it on the shelf, until somebody sleeps."""
        tell_story(teller, sounds, stage, keep)
        while teller.finished:
            if self._arguments.out is None:
                self._note(lambda: clear_bookmark(self._journal))
            if teller.only_this_story or teller.falling_asleep or not self._arguments.more:
                return
            told = self._choice.story.number
            older = next((spine.number for spine in self._shelf.spines() if spine.number < told), None)
            if older is None:
                return
            self._choice = ChosenStory(self._shelf.story(older))
            teller.start_next_story(self._script(sounds))
            tell_story(teller, sounds, stage, keep)

    def _script(self, sounds: PassageRenderer) -> Sequence[Passage]:
        choice, breath_before = self._choice, load_pronunciation(self._language).breath_before
        story = write_script(choice.story, choice.start, sounds.is_audible, breath_before)
        last = [] if self._arguments.more else [framing_passage(self._lines.render(line("good-night")))]
        return (framing_passage(self._opening(), breath_before), *story, *last)

    def _opening(self) -> str:
        return self._lines.render(line("going-on" if self._choice.start else "opening", title=self._choice.story.title))


def paragraphs_from(story: ToldStory, start: int) -> Iterator[str]:
    number = 0
    for paragraph in (each for chapter in story.chapters for each in chapter.paragraphs):
        texts = [f"{each.text} {each.clip_text}" if each.clip and each.clip_text else each.text for each in paragraph]
        left = texts[max(0, start - number) :]
        number += len(texts)
        if left:
            yield " ".join(left)


def in_the_foreground() -> bool:
    """Whether the keyboard is ours. A program in the background that reads from it is put to sleep."""
    try:
        return not sys.stdin.isatty() or os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (AttributeError, OSError, ValueError):  # no keyboard, or a system that does not know of such things
        return True

"""`narrator bedtime`: read a finished story softly, through a speaker, to a file or as text."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path

from narrator.apps.bedtime.choose_story import ChosenStory, choose_story, clear_bookmark, save_bookmark
from narrator.apps.bedtime.commands import CommandInbox
from narrator.apps.bedtime.render_lock import start_rendering
from narrator.apps.bedtime.script import Passage, framing_passage, write_script
from narrator.apps.bedtime.sequencer import (
    VOICE_COMMANDS,
    BedtimeCommand,
    ChangeVoice,
    Command,
    Sequencer,
    StopIn,
)
from narrator.apps.bedtime.settings import BedtimeSettings
from narrator.apps.bedtime.story_manner import story_preferences
from narrator.apps.bedtime.story_voices import StoryVoices
from narrator.apps.bedtime.tell_story import (
    FileOutput,
    PassageRenderer,
    ReadingPauses,
    SilentOutput,
    SpeakerOutput,
    StoryOutput,
    StorySounds,
    tell_passages,
)
from narrator.apps.bedtime.voice_changes import load_voice_changes, save_voice_changes
from narrator.apps.commands._audio_setup import check_microphone, make_echo, open_keyboard, open_speech_input
from narrator.apps.commands._command_arguments import BedtimeArguments
from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands._plan_from_arguments import load_content_with_pack
from narrator.apps.commands._progress import ProgressBar, spoken_time
from narrator.apps.terminal.keyboard_input import KeyboardInput
from narrator.apps.terminal.output import safe_console
from narrator.apps.window.browser_window import BrowserWindow
from narrator.apps.window.open_addresses import show_in_browser
from narrator.core.errors import NarratorError, StorageError, UsageError
from narrator.core.installation import require_extra
from narrator.core.text import join_words, one_line
from narrator.games import MAKING_GAME
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.line import line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.lines.story import ToldStory
from narrator.speech.devices import backend as devices
from narrator.speech.devices import playback
from narrator.speech.echo.aligned_canceller import AlignedEchoCanceller
from narrator.speech.ports import InputSource
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.choose_voice import VoiceKind, choose_voice
from narrator.speech.tts.kokoro import KokoroReader, why_no_kokoro
from narrator.speech.tts.kokoro_speed import may_kokoro_read_live
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.recording_output import RECORDING_SUFFIXES
from narrator.speech.tts.synthesiser import Synthesiser
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.made_packs import choose_voices

VOICE_KINDS: dict[str, VoiceKind] = {"hibari": "hibari", "system": "system", "printed": "printed"}
SPEAKER_MESSAGES = {
    playback.NO_SPEAKER: "There is no speaker here, so the story is printed.",
    playback.SPEAKER_GONE: "The speaker is gone. The story continues when it is back.",
}
"""Messages about the speaker, reworded for bedtime."""


def run(arguments: BedtimeArguments) -> int:
    if arguments.out is not None:
        check_recording_file(arguments.out)
    if arguments.window:
        require_extra("window")
    kind = None if arguments.voice is None else match_name(arguments.voice, VOICE_KINDS, "voice")
    with Journal.open_for_reading() as journal:
        bedtime = Bedtime(arguments, journal, kind)
        code = bedtime.read_aloud() if arguments.out is None else bedtime.write_file(arguments.out)
    start_rendering()
    return code


def report(sentence: str) -> None:
    print(SPEAKER_MESSAGES.get(sentence, sentence), file=sys.stderr, flush=True)


def check_recording_file(file: Path) -> None:
    """Raise `UsageError` now rather than after everything was rendered."""
    if file.suffix.lower() not in RECORDING_SUFFIXES:
        raise UsageError(f"{file.name} should end in {join_words(RECORDING_SUFFIXES, 'or')}.")
    if not file.parent.is_dir():
        raise UsageError(f"There is no folder {file.parent}. Create it first, or choose another one.")


class Bedtime:
    """A bedtime story, or several one after another."""

    def __init__(self, arguments: BedtimeArguments, journal: Journal, kind: VoiceKind | None) -> None:
        self._arguments = arguments
        self._journal = journal
        self._clips = Clips()
        if journal.notice is not None:
            report(journal.notice)
        with safe_console(stderr=True).status("Looking for the story …"):
            self._library = Library(journal, load_content_with_pack(arguments.pack), self._clips)
            self._choice = choose_story(
                " ".join(arguments.story), self._library, journal, from_start=arguments.from_start
            )
        self._language = self._choice.story.language
        self._lines = LineRenderer(self._language, "bedtime")
        self._voice = choose_voice(kind, self._language)
        self._commands = CommandInbox(report, self._language)
        preferences = self._preferences = story_preferences(journal, self._choice.story)
        self._window = BrowserWindow(self._commands.inbox, show_in_browser, language=self._language)
        self._window.bedtime_preferences = preferences
        self._settings = BedtimeSettings.for_family(
            preferences, arguments.rate, arguments.volume, play_recordings=not arguments.without_voices
        )

    # --- through a speaker -------------------------------------------------------------------------

    def read_aloud(self) -> int:
        """Read the story on the speaker, or print it without a speaker or voice. Return the exit code."""
        if not self._voice.renderers:
            report(self._voice.reason)
            return self._show_story() if self._arguments.window else self._print_story()
        if self._arguments.speaker is not None:
            devices.find_device(devices.Direction.SPEAKER, self._arguments.speaker)  # raises if there is none
        with ExitStack() as closing:
            echo = make_echo(self._commands.inbox, closing) if self._arguments.listen else None
            played = echo.add_playback if echo else None
            player = playback.Playback(self._arguments.speaker, report=report, on_played=played)
            closing.callback(player.close)
            if not player.open():
                return self._print_story()
            inputs = self._open_inputs(echo, closing)
            if self._arguments.window:
                if self._window.open():
                    inputs.append(self._window)
                else:
                    report("The browser page cannot be opened on this computer, so the story is read without one.")
            closing.enter_context(self._commands.listening(inputs))
            return self._read_through_speaker(player, self._make_renderer(closing, may_wait=may_kokoro_read_live()))

    def _read_through_speaker(self, player: playback.Playback, sounds: PassageRenderer) -> int:
        commands = self._commands

        def obey() -> None:
            for command in commands.take_commands():
                self._obey(command, sequencer, sounds, room)

        room = SpeakerOutput(player, obey)
        sequencer = self._make_sequencer(sounds, room)
        try:
            with safe_console(stderr=True).status("Getting the voice ready …"):
                sounds.render_first_words(sequencer.passage)
            report(f"{self._choice.story.title}. Ctrl-C lets it fade out.")
            with commands.catching_signals():
                self._tell_stories(sequencer, sounds, room, self._on_passage)
        except NarratorError as trouble:  # the voice has failed, so print the rest
            report(str(trouble))
            return self._print_story(sequencer.sentence_number)
        finally:
            room.close()
        return 128 + commands.signal if commands.signal else 0

    def _show_story(self) -> int:
        """Show the story on a page without a sound, sentence by sentence, and print it."""
        with ExitStack() as closing:
            if not self._window.open():
                report("The browser page cannot be opened on this computer, so the story is only printed.")
                return self._print_story()
            commands = self._commands
            closing.enter_context(commands.listening([*self._open_inputs(None, closing), self._window]))

            def obey() -> None:
                for command in commands.take_commands():
                    self._obey(command, sequencer, sounds, output)

            sounds, output = ReadingPauses(self._settings), SilentOutput(obey)
            sequencer = self._make_sequencer(sounds, output)
            report(f"{self._choice.story.title}. Ctrl-C ends it.")

            def print_passage(passage: Passage) -> None:
                self._on_passage(passage)
                if not self._arguments.show:
                    print(one_line(passage.text), flush=True)

            with commands.catching_signals():
                self._tell_stories(sequencer, sounds, output, print_passage)
            return 128 + commands.signal if commands.signal else 0

    def _obey(
        self, command: BedtimeCommand | ChangeVoice, sequencer: Sequencer, sounds: StorySounds, output: StoryOutput
    ) -> None:
        if isinstance(command, ChangeVoice):
            if isinstance(sounds, PassageRenderer):  # a page has no voices
                self._change_voice(sounds, command.speaker)
            return
        own = VOICE_COMMANDS.get(command) if isinstance(command, Command) else None
        if own is None:
            sequencer.obey(command, output.now())
            return
        story = self._choice.story
        if story.game == MAKING_GAME:  # where the transcript is wrong, the recording stays
            self._save(lambda: choose_voices(self._journal, story.number, own=own))
            self._choice = replace(self._choice, story=self._library.story(story.number))
        else:
            sounds.play_recordings(own)
        sequencer.replace_script(self._write_script(sounds))
        sequencer.obey(Command.AGAIN, output.now())

    def _change_voice(self, sounds: PassageRenderer, speaker: str) -> None:
        """Give a character another voice, tonight and in the book of the story."""
        changes = sounds.change_voice(speaker)
        self._save(lambda: save_voice_changes(self._journal, self._choice.story.number, changes))
        report(f"Another voice for {get_language(self._language).definite(speaker)}.")

    def _open_inputs(self, echo: AlignedEchoCanceller | None, closing: ExitStack) -> list[InputSource]:
        """Return the keyboard, if it can be used, and the microphone, if it was asked for."""
        keyboard = open_keyboard() if is_in_foreground() else None
        inputs: list[InputSource] = [] if keyboard is None else [KeyboardInput(keyboard)]
        if self._arguments.listen:
            check_microphone("microphone", devices.find_audio_devices, by_default=True)
            inputs.append(open_speech_input(self._arguments.microphone, self._commands.inbox, echo, closing))
        return inputs

    def _on_passage(self, passage: Passage) -> None:
        """Save the bookmark and show the sentence before it is heard."""
        self._commands.note_passage(passage)
        self._window.show_bedtime_sentence(self._choice.story.title, passage.text)
        if passage.number is not None:
            self._save(lambda: save_bookmark(self._journal, self._choice.story, passage.number or 0))
        if self._arguments.show:
            print(one_line(passage.text), flush=True)

    def _save(self, save: Callable[[], None]) -> None:
        """Report a full disk, but continue: a child may be falling asleep."""
        try:
            save()
        except StorageError as trouble:
            report(str(trouble))

    # --- to a file, or as text ---------------------------------------------------------------------

    def write_file(self, file: Path) -> int:
        """Write what would be heard to a file. The bookmark stays where it is."""
        if not self._voice.renderers:
            raise NarratorError(f"A voice is needed to write a sound file. {self._voice.reason}")
        passages = count(1)
        with ExitStack() as closing, ProgressBar(self._choice.story.title, delay_s=0.0) as bar:
            sounds = self._make_renderer(closing, may_wait=True)
            output = FileOutput()
            sequencer = self._make_sequencer(sounds, output)
            self._tell_stories(
                sequencer, sounds, output, lambda passage: bar.progress(next(passages), sequencer.length)
            )
            output.recording.write(file)
        report(f"{file} is ready: {spoken_time(output.now())}.")
        return 0

    def _print_story(self, start: int | None = None) -> int:
        begin = self._choice.start if start is None else start
        print(one_line(self._opening()), flush=True)
        for paragraph in paragraphs_from(self._choice.story, begin):
            print(one_line(paragraph), flush=True)
        return 0

    # --- one story, or several ---------------------------------------------------------------------

    def _make_renderer(self, closing: ExitStack, *, may_wait: bool = False) -> PassageRenderer:
        """Return the renderer. With `may_wait`, Kokoro renders what is not ready yet."""
        synthesiser = Synthesiser(self._voice.renderers, report=report)
        closing.callback(synthesiser.close)
        reader = self._open_kokoro(closing)
        respell = load_pronunciation(self._language).respell
        voices = StoryVoices(synthesiser, self._settings.rate, reader, may_wait=may_wait, respell=respell)
        return PassageRenderer(voices, self._clips, self._settings)

    def _open_kokoro(self, closing: ExitStack) -> KokoroReader | None:
        """Return the voices of characters, if they are installed and no other voice was asked for."""
        if self._arguments.voice is not None or self._language != DEFAULT_LANGUAGE or why_no_kokoro() is not None:
            return None
        reader = KokoroReader(SpeechCache())
        closing.callback(reader.close)
        return reader

    def _make_sequencer(self, sounds: StorySounds, output: StoryOutput) -> Sequencer:
        sequencer = Sequencer(self._write_script(sounds), self._settings.room_to_soften)
        if self._arguments.timer is not None:
            sequencer.obey(StopIn(60 * self._arguments.timer), output.now())
        return sequencer

    def _tell_stories(
        self,
        sequencer: Sequencer,
        sounds: StorySounds,
        output: StoryOutput,
        on_passage: Callable[[Passage], None],
    ) -> None:
        """Tell the chosen story, and with `--more` older ones after it, until the timer or a listener stops it."""
        tell_passages(sequencer, sounds, output, on_passage)
        while sequencer.finished:
            if self._arguments.out is None:
                self._save(lambda: clear_bookmark(self._journal))
            if sequencer.only_this_story or sequencer.falling_asleep or not self._arguments.more:
                return
            last = self._choice.story.number
            older = next((spine.number for spine in self._library.list_stories() if spine.number < last), None)
            if older is None:
                return
            self._choice = ChosenStory(self._library.story(older))
            sequencer.start_next_story(self._write_script(sounds))
            tell_passages(sequencer, sounds, output, on_passage)

    def _write_script(self, sounds: StorySounds) -> Sequence[Passage]:
        choice = self._choice
        story = write_script(choice.story, choice.start, sounds.is_audible, with_sounds=self._preferences.cues > 0)
        ending = [] if self._arguments.more else [framing_passage(self._lines.render(line("good-night")))]
        script = (framing_passage(self._opening()), *story, *ending)
        sounds.begin_story(script, self._language, load_voice_changes(self._journal, choice.story.number))
        self._commands.set_speakers(sounds.speakers)
        return script

    def _opening(self) -> str:
        return self._lines.render(line("going-on" if self._choice.start else "opening", title=self._choice.story.title))


def paragraphs_from(story: ToldStory, start: int) -> Iterator[str]:
    """Yield the paragraphs from this sentence on, with the words of recordings."""
    number = 0
    for paragraph in (paragraph for chapter in story.chapters for paragraph in chapter.paragraphs):
        texts = [f"{part.text} {part.clip_text}" if part.clip and part.clip_text else part.text for part in paragraph]
        rest = texts[max(0, start - number) :]
        number += len(texts)
        if rest:
            yield " ".join(rest)


def is_in_foreground() -> bool:
    """Tell whether the keyboard may be read. The system suspends a background program that tries to."""
    if sys.platform == "win32":  # has no process groups
        return True
    try:
        return not sys.stdin.isatty() or os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (AttributeError, OSError, ValueError):  # no keyboard
        return True

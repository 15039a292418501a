"""Everything that can go wrong, and what the user is told.

NarratorError                 a sentence for the user; never shown as a traceback
├── IllegalMove               the rules say no; carries the reason (narrator.play)
├── ModelDamaged              the speech model cannot be read
├── SetupError                something Narrator needs could not be put in place
│   └── SourceFailed          one source could not deliver; the next one is asked
├── DataMissing               a folder of the program itself is not there
├── PackError                 a story pack, or the story box, cannot be read or written
├── VoiceMissing              the voice that was asked for is not installed (narrator.voices.choose_voice)
├── NoVoice                   nothing that is installed can speak (narrator.voices.studio)
├── RenderFailed              a voice cannot say a line, or nothing at all (narrator.voices.render)
├── RecordingFailed           what was said cannot be written to a file (narrator.voices.recording_output)
├── NoPrivateLine             secrets have nowhere to go (narrator.voices.private_line)
└── KeepingError              a game cannot be kept or read
    ├── FolderNotWritable     the data folder is read-only, missing or in the way
    ├── DiskFull              no room for another move
    ├── NotWritable           a move or a name holds something that cannot be written down
    ├── JournalTooNew         written by a newer Narrator
    ├── JournalDamaged        the journal, or one game in it, cannot be read; says how many moves can
    ├── NoSuchGame            no game of that number is kept here
    └── TableTaken            another Narrator is playing at this table
"""


class NarratorError(Exception):
    """A mistake or mishap that has a sentence of its own."""


class ModelDamaged(NarratorError):
    """The speech model cannot be read."""


class SetupError(NarratorError):
    """Something Narrator needs could not be put in place."""


class SourceFailed(SetupError):
    """One source could not deliver, and why, as half a sentence; the next one is asked."""


class DataMissing(NarratorError):
    """A folder of the program itself is not there."""


class PackError(NarratorError):
    """A story pack, or the story box, cannot be read or written."""


class KeepingError(NarratorError):
    """A game cannot be kept or read."""


class FolderNotWritable(KeepingError):
    """The data folder is read-only, missing or in the way."""


class DiskFull(KeepingError):
    """No room for another move."""


class NotWritable(KeepingError):
    """A move or a name holds something that cannot be written down."""


class JournalTooNew(KeepingError):
    """The journal was written by a newer Narrator."""


class JournalDamaged(KeepingError):
    """The journal, or one game in it, cannot be read."""

    def __init__(self, sentence: str, kept: int | None = None) -> None:
        super().__init__(sentence)
        self.kept = kept
        """After how many of its moves a single game can go on; `None` if nothing can."""


class NoSuchGame(KeepingError):
    """No game of that number is kept here."""


class TableTaken(KeepingError):
    """Another Narrator is playing at this table."""

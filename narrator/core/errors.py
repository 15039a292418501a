"""Every error of the program. In brackets: the package that defines it, if not this module.

NarratorError                 a sentence for the user; never shown as a traceback
├── Mistake                   the command line asks for something that cannot be
├── IllegalMove               the rules say no; carries the reason
├── DataMissing               a folder of the program itself is not there
├── PackError                 a story pack, or the story box, cannot be read or written
│   └── Unreadable            one file of it, or a place in it; says where (language)
├── KeepingError              a game cannot be kept or read
│   ├── FolderNotWritable     the data folder is read-only, missing or in the way
│   ├── DiskFull              no room for another move
│   ├── NotWritable           a move or a name holds something that cannot be written down
│   ├── JournalTooNew         written by a newer Narrator
│   ├── JournalDamaged        the journal, or one game in it, cannot be read; says how many moves can
│   ├── NoSuchGame            no game of that number is kept here
│   ├── NoSuchClip            no recording of that name is kept here, or it cannot be read (storage)
│   │   └── ClipDamaged       a recording is not what it was (storage)
│   ├── BackupDamaged         a file is no backup of ours, or not whole; nothing was restored (storage)
│   └── TableTaken            another Narrator is playing at this table
├── NoSuchLine                there are no words for this in this language (language)
├── WordsMissing              the words of a story are in a pack that is not at hand (games)
├── NothingToTell             nothing of it has been told yet, or there is no story in it (storage)
├── NoSuchStory               no story of that number, or none that these words describe (storage)
├── BadTitle                  no story can be called that (storage)
├── NoCast                    nobody was chosen in this game, or not yet (games)
├── CannotWrite               an exported book cannot be written (apps)
├── ModelDamaged              the speech model cannot be read
├── SetupError                something Narrator needs could not be put in place
│   └── SourceFailed          one source could not deliver; the next one is asked
├── AudioUnavailable          audio cannot be recorded or played, and how to fix it (speech)
├── RecordingUnreadable       a recording cannot be read (speech)
├── NoSuchPhase               this game has no such phase in which players speak (apps)
├── VoiceMissing              the voice that was asked for is not installed (speech)
├── NoVoice                   nothing that is installed can speak (speech)
├── RenderFailed              a voice cannot say a line, or nothing at all (speech)
├── RecordingFailed           what was said cannot be written to a file (speech)
└── NoPrivateLine             secrets have nowhere to go (apps)
"""


class NarratorError(Exception):
    """A mistake or mishap that has a sentence of its own."""


class Mistake(NarratorError):
    """The command line asks for something that cannot be: a usage error, for which a shell gets 2."""


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

"""All errors of the program. In brackets: the package that defines the error, if not this module.

NarratorError                 its message is a sentence for the user; never shown as a traceback
├── UsageError                wrong use of the command line
│   └── NoHomeFolder          the system knows no home folder, or none for the user that a path names
├── IllegalMove               the rules refuse a move; carries the reason
├── DataMissing               a data folder of the program is missing
├── ExtraMissing              an optional part of the program is not installed; says how to install it
├── PackError                 a content pack cannot be read or written
│   └── ContentFileError      a file of a pack, or a part of it, cannot be read; says where (language)
├── StorageError              a game cannot be stored or read
│   ├── FolderNotWritable     the data folder is read-only, missing, or not a folder
│   ├── DiskFull              no space for another move
│   ├── NotStorable           a move or a name contains something that cannot be stored
│   ├── JournalTooNew         written by a newer Narrator
│   ├── JournalDamaged        the journal, or one game in it, cannot be read; says how many moves can
│   ├── NoSuchGame            there is no stored game with this number
│   ├── NoSuchClip            there is no recording with this name, or it cannot be read (storage)
│   │   └── ClipDamaged       a recording fails its checksum (storage)
│   ├── BackupDamaged         a file is not a complete backup; nothing was restored (storage)
│   ├── AuthorityDamaged      the certificates for phones cannot be read (apps)
│   └── TableInUse            another Narrator is using this journal
├── NoSuchLine                this language has no such line (language)
├── StoryTextMissing          the text of a story is in a pack that is not loaded (games)
├── NothingToTell             a game has no story, or none yet (storage)
├── NoSuchStory               no story has this number or fits this description (storage)
├── BadTitle                  a story cannot have this title (storage)
├── NoCast                    a game has no cast, or none yet (games)
├── CannotWrite               an exported book cannot be written (apps)
├── ServerLost                a Wyoming server cannot be reached (speech)
├── TooLongForCard            a story does not fit on a player's card (apps)
├── ModelDamaged              the speech model cannot be read
├── RecogniserBroken          the recogniser's library cannot be loaded (speech)
├── SetupError                something that Narrator needs could not be installed
│   └── SourceFailed          a download source failed; the next one is tried
├── AudioUnavailable          audio cannot be recorded or played, and how to fix it (speech)
├── RecordingUnreadable       a recording cannot be read (speech)
│   └── RecordingTooLong      a recording is longer than can be processed (speech)
├── NoSuchPhase               a game has no phase of this name with questions (apps)
├── TrialFailed               an installed part was used once and does not work (apps)
├── VoiceMissing              the chosen voice is not installed (speech)
├── NoVoice                   no voice is installed (speech)
├── RenderFailed              a voice cannot render a line (speech)
├── RecordingFailed           an utterance cannot be written to a file (speech)
└── NoPrivateOutput           there is no private output for secrets (apps)
"""


class NarratorError(Exception):
    """An error whose message is a sentence for the user."""


class UsageError(NarratorError):
    """Wrong use of the command line. The exit status is 2."""


class ModelDamaged(NarratorError):
    """The speech model cannot be read."""


class SetupError(NarratorError):
    """Something that Narrator needs could not be installed."""


class SourceFailed(SetupError):
    """A download source failed; the next one is tried. The message is a clause, not a sentence."""


class DataMissing(NarratorError):
    """A data folder of the program is missing."""


class NoHomeFolder(UsageError):
    """The system knows no home folder for the current user, or for the one that a path names."""


class ExtraMissing(NarratorError):
    """An optional part of the program is not installed."""


class PackError(NarratorError):
    """A content pack cannot be read or written."""


class StorageError(NarratorError):
    """A game cannot be stored or read."""


class FolderNotWritable(StorageError):
    """The data folder is read-only, missing, or not a folder."""


class DiskFull(StorageError):
    """The disk has no space for another move."""


class NotStorable(StorageError):
    """A move or a name contains something that cannot be stored."""


class JournalTooNew(StorageError):
    """The journal was written by a newer Narrator."""


class JournalDamaged(StorageError):
    """The journal, or one game in it, cannot be read."""

    def __init__(self, sentence: str, readable_moves: int | None = None) -> None:
        super().__init__(sentence)
        self.readable_moves = readable_moves
        """How many moves of a single game can still be read; `None` if the journal cannot be read at all."""


class NoSuchGame(StorageError):
    """No stored game has this number."""


class TableInUse(StorageError):
    """Another Narrator is using this journal."""

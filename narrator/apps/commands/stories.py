"""`narrator stories`: the shelf, and all that can be done with what lies on it."""

import sys
from collections.abc import Sequence
from pathlib import Path

from narrator.apps.commands._command_arguments import BedtimeArguments, StoriesArguments
from narrator.apps.commands._progress import ProgressBar
from narrator.core.errors import UsageError
from narrator.core.paths import user_data_folder
from narrator.language.content.packs import load_content
from narrator.storage import backup
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library, NoSuchStory
from narrator.storage.library.listing import StoryEntry, format_day, format_entries, format_players, format_story

WORDS_FOLLOW = {
    "tell": "the story",
    "text": "the story",
    "rename": "the story",
    "forget": "the story",
    "forget-names": "the names",
    "forget-player": "the name",
    "backup": "the file",
    "restore": "the file",
}
"""What is written after each option that does something."""
EMPTY = "There is no story on the shelf yet. Play one first: narrator play storytellers"
SEVERAL = 3  # so many of those that may be meant are named


def run(wishes: StoriesArguments) -> int:
    check(wishes)
    if wishes.restore is not None:
        restore(wishes.restore.expanduser())
        return 0
    with Journal.open_for_reading() as journal:
        library = Library(journal, load_content(wishes.pack) if wishes.pack else None)
        if journal.notice:
            print(f"narrator: {journal.notice}", file=sys.stderr)
        number = do(wishes, library)
    if number is None:
        return 0
    from narrator.apps.commands import bedtime  # noqa: PLC0415 - telling needs much that the shelf does not

    return bedtime.run(BedtimeArguments([str(number)], pack=wishes.pack))


def check(wishes: StoriesArguments) -> None:
    """Refuse what does not go together, rather than leave out half of it."""
    doing = next((option for option in WORDS_FOLLOW if getattr(wishes, option.replace("-", "_")) is not None), None)
    if doing and wishes.words:
        raise UsageError(
            f"Write {WORDS_FOLLOW[doing]} after --{doing}: narrator stories --{doing} {' '.join(wishes.words)}"
        )
    forgetting = doing in ("forget", "forget-names", "forget-player")
    if wishes.yes and not forgetting:
        raise UsageError("--yes goes with --forget, --forget-names and --forget-player only. Leave it out.")
    if forgetting and not wishes.yes and not (sys.stdin and sys.stdin.isatty()):
        raise UsageError(
            "Forgetting is for ever, so I ask first, and here is nobody to ask. Add --yes if you are sure."
        )


def do(wishes: StoriesArguments, library: Library) -> int | None:
    """Do what is wished. The number is that of a story to be told, once the shelf is closed again."""
    if wishes.tell is not None:
        return candidates(" ".join(wishes.tell) or "newest", library)[0].number
    if wishes.text is not None:
        print(format_story(library.story(candidates(" ".join(wishes.text), library)[0].number)), end="")
    elif wishes.rename is not None:
        words, title = wishes.rename
        spine = only(words, library)
        print(f"“{spine.title}” is now called “{library.rename(spine.number, title)}”.")
    elif wishes.forget is not None:
        forget(" ".join(wishes.forget), library, sure=wishes.yes)
    elif wishes.forget_names is not None:
        forget_names(wishes.forget_names, library, sure=wishes.yes)
    elif wishes.forget_player is not None:
        forget_player(wishes.forget_player, library, sure=wishes.yes)
    elif wishes.backup is not None:
        done = library.back_up(wishes.backup.expanduser())
        print(f"{wishes.backup} holds {done.games} games and {done.recordings} recordings, and was read again.")
    else:
        show(" ".join(wishes.words), library)
    return None


# --- what is done --------------------------------------------------------------------------------


def show(words: str, library: Library) -> None:
    every = looked_along(library)
    for sentence in library.damage_reports(every):
        print(f"narrator: {sentence}", file=sys.stderr)
    if not every:
        print(EMPTY)
        return
    spines = candidates(words, library) if words else every
    if len(spines) == 1:
        print("This story fits:" if words else "One story:")
    else:
        print(len(spines), "stories fit, the likeliest first:" if words else "stories, the newest first:")
    print("\n".join(format_entries(spines)))


def forget(words: str, library: Library, *, sure: bool) -> None:
    spine = only(words, library, others=True) if sure else candidates(words, library, others=True)[0]
    if not sure and not agreed(told(spine), "this story? It"):
        return
    library.forget(spine.number)
    forget_what_was_said()
    print(f"“{spine.title}” is forgotten, with all its recordings.")
    warn_of_copies(library)


def forget_player(name: str, library: Library, *, sure: bool) -> None:
    """With every game that the player was in or is spoken of in: what was said there cannot be taken apart."""
    looked_along(library)
    taken = library.find_player(name)
    if not (taken.names or taken.games):
        raise NoSuchStory(f"Nothing is kept of anybody called {name}.")
    for spine in library.list_games(taken.games):
        print(told(spine))
    print(f"{taken.summary(name)} All of it is deleted with the player, and cannot be brought back.")
    if not sure and not yes(f"Type yes to forget {name}: "):
        return
    library.forget_player(taken)
    forget_what_was_said()
    print(f"{name} is forgotten.")
    warn_of_copies(library)


def restore(file: Path) -> None:
    done, aside = backup.restore(user_data_folder() / "narrator.sqlite", file)
    print(f"Restored: {done.games} games and {done.recordings} recordings.")
    if aside:
        print(f"What was here before lies in {aside}")


def warn_of_copies(library: Library) -> None:
    for file in library.leftover_copies():
        print(f"A file that was set aside earlier may still hold it. Delete it as well: {file}")


def forget_names(wanted: Sequence[str], library: Library, *, sure: bool) -> None:
    learned = library.learned_names()
    if not learned:
        print("No names were learned by ear.")
        return
    by_plain = {plain(name): name for name in learned}
    unknown = [name for name in wanted if plain(name) not in by_plain]
    if unknown:
        raise UsageError(f"“{unknown[0]}” was not learned by ear. These were: {', '.join(learned)}.")
    names = list(dict.fromkeys(by_plain[plain(name)] for name in wanted)) or learned
    if not sure and not agreed(", ".join(names), "how this sounds? It"):
        return
    library.forget_names(names)
    forget_what_was_said()
    print(f"Forgotten, with the recordings: {', '.join(names)}.")


def plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def forget_what_was_said() -> None:
    """The narrator keeps the sound of its own lines for the next time; a forgotten story may be among them."""
    from narrator.speech.tts.cache import SpeechCache  # noqa: PLC0415 - needs what only sound needs

    SpeechCache().clear()


def agreed(shown: str, what: str) -> bool:
    print(shown)
    print(f"Forget {what} will be deleted with all its recordings, and cannot be brought back.")
    return yes("Type yes to forget it: ")


def yes(question: str) -> bool:
    try:
        answer = input(question)
    except EOFError:
        answer = ""
    if answer.strip().casefold() in ("yes", "y"):
        return True
    print("Nothing was deleted.")
    return False


# --- which story ---------------------------------------------------------------------------------


def only(words: str, library: Library, *, others: bool = False) -> StoryEntry:
    """The one story that can be meant: what is changed for ever is never a guess."""
    found = candidates(words, library, others=others)
    if len(found) > 1:
        some = "; ".join(told(spine) for spine in found[:SEVERAL])
        raise UsageError(f"{len(found)} stories fit “{words}”: {some}. Name it by its number.")
    return found[0]


def candidates(words: str, library: Library, *, others: bool = False) -> tuple[StoryEntry, ...]:
    """The stories that may be meant, the likeliest first; with `others`, also games that left none."""
    bare = words.strip().removeprefix("#")
    every = looked_along(library)
    if others and (storyless := library.find_storyless(bare)):
        return storyless
    if not every:
        raise NoSuchStory(EMPTY)
    spines = (
        tuple(spine for spine in every if str(spine.number) == bare) if bare.isdecimal() else searched(words, library)
    )
    if not spines:
        raise NoSuchStory(f"There is no story that fits “{words}”. `narrator stories` lists them all.")
    return spines


def looked_along(library: Library) -> tuple[StoryEntry, ...]:
    """Every story; those that never were listed before take a moment each."""
    with ProgressBar("Looking through the stories") as bar:
        return library.list_stories(bar.progress)


def searched(words: str, library: Library) -> tuple[StoryEntry, ...]:
    """Those that these words describe; to search in all of them may take a moment, too."""
    with ProgressBar("Searching the stories") as bar:
        return library.find(words, progress=bar.progress)


def told(spine: StoryEntry) -> str:
    return f"{spine.number}, “{spine.title}”, {format_day(spine.played.date())}, with {format_players(spine)}"

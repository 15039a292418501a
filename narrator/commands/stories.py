"""The shelf: every story that was ever told at this table, the newest first.

Look for one by its number or by anything you remember: its title, who played, who was in it, what happened, or when.
"""

import argparse
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.errors import NarratorError

if TYPE_CHECKING:
    from narrator.keep.journal import Journal
    from narrator.shelf.library import Library, Progress
    from narrator.shelf.spines import Spine

HELP = "list, find, tell, rename or forget the stories that were told here"
MISTAKEN = 2
"""What a shell expects of a command that was not called right."""
EXAMPLES = """\
examples:
  narrator stories                               all of them, the newest first
  narrator stories the one with the hedgehog     those that you may mean, the likeliest first
  narrator stories from Sunday with Lily
  narrator stories --tell the newest             at bedtime, softly
  narrator stories --text 3                      the whole story in writing
  narrator stories --rename 3 "The night the lighthouse left"
  narrator stories --forget 3                    for ever, with all recordings; asks first
  narrator stories --forget-player Lily          every game that Lily was in, and how she likes it; asks first
  narrator stories --backup games.zip            everything in one file
  narrator stories --restore games.zip           and back; what is here now is set aside
"""
EMPTY = "There is no story on the shelf yet. Play one first: narrator play storytellers"
SEVERAL = 3
"""So many of those that may be meant are named."""
MANY = 20
"""So many stories take long enough to look at that one wants to see something move."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("words", nargs="*", metavar="WORDS", help="what you remember of the story, or its number")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--tell", nargs="*", metavar="STORY", help="tell it at bedtime; without a STORY, the newest")
    what.add_argument("--text", nargs="+", metavar="STORY", help="write the whole story")
    what.add_argument("--rename", nargs=2, metavar=("STORY", "TITLE"), help="give it another title")
    what.add_argument("--forget", nargs="+", metavar="STORY", help="delete it with all its recordings, after asking")
    what.add_argument(
        "--forget-names", action="store_true", help="delete the recordings of names that were learned by ear"
    )
    what.add_argument("--forget-player", metavar="NAME", help="delete all that is kept of a player, after asking")
    what.add_argument("--backup", type=Path, metavar="FILE", help="keep everything in one file: games and recordings")
    what.add_argument("--restore", type=Path, metavar="FILE", help="bring everything back from such a file")
    parser.add_argument("--yes", action="store_true", help="forget without asking")
    parser.add_argument("--pack", type=Path, metavar="FOLDER", help="the stories of your own that it was played with")


class Mistake(NarratorError):
    """The command line asks for something that cannot be."""


class NoStory(NarratorError):
    """Nothing on the shelf fits."""


def run(arguments: argparse.Namespace) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a screen that lacks a letter shows another
    try:
        check(arguments)
        if arguments.restore is not None:
            restore(arguments.restore.expanduser())
            return 0
        with opened(arguments.pack) as (journal, library):
            if journal.notice:
                print(f"narrator: {journal.notice}", file=sys.stderr)
            number = do(arguments, library)
        return 0 if number is None else tell(number, arguments.pack)
    except Mistake as mistake:
        print(f"narrator: {mistake}", file=sys.stderr)
        return MISTAKEN


def check(arguments: argparse.Namespace) -> None:
    """Refuse what does not go together, rather than leave out half of it."""
    verbs = ("tell", "text", "rename", "forget", "forget_player", "backup", "restore")
    doing = next((name.replace("_", "-") for name in verbs if getattr(arguments, name) is not None), None)
    if doing and arguments.words:
        raise Mistake(f"Write the story after --{doing}: narrator stories --{doing} {' '.join(arguments.words)}")
    forgetting = doing in ("forget", "forget-player")
    if arguments.yes and not forgetting:
        raise Mistake("--yes goes with --forget and --forget-player only. Leave it out.")
    if forgetting and not arguments.yes and not (sys.stdin and sys.stdin.isatty()):
        raise Mistake("Forgetting is for ever, so I ask first, and here is nobody to ask. Add --yes if you are sure.")


def do(arguments: argparse.Namespace, library: "Library") -> int | None:
    """Do what is wished. The number is that of a story to be told, once the shelf is closed again."""
    if arguments.tell is not None:
        return likeliest(" ".join(arguments.tell) or "newest", library).number
    if arguments.text is not None:
        from narrator.shelf.text import as_text  # noqa: PLC0415 - only the reading of a story needs it

        print(as_text(library.story(likeliest(" ".join(arguments.text), library).number)), end="")
    elif arguments.rename is not None:
        words, title = arguments.rename
        rename(only(words, library), title, library)
    elif arguments.forget is not None:
        forget(" ".join(arguments.forget), library, sure=arguments.yes)
    elif arguments.forget_names:
        forget_names(library)
    elif arguments.forget_player is not None:
        forget_player(arguments.forget_player, library, sure=arguments.yes)
    elif arguments.backup is not None:
        done = library.back_up(arguments.backup.expanduser())
        print(f"{arguments.backup} holds {done.games} games and {done.recordings} recordings, and was read again.")
    else:
        show(" ".join(arguments.words), library)
    return None


@contextmanager
def opened(pack: Path | None) -> Iterator[tuple["Journal", "Library"]]:
    # here and not above: the shelf needs much that no other command should wait for
    from narrator.box.content import load  # noqa: PLC0415
    from narrator.keep.journal import Journal  # noqa: PLC0415
    from narrator.shelf.library import Library  # noqa: PLC0415

    with Journal.to_read() as journal:
        yield journal, Library(journal, load(pack))


# --- what is done --------------------------------------------------------------------------------


def show(words: str, library: "Library") -> None:
    from narrator.shelf.text import as_lines  # noqa: PLC0415

    with moving() as progress:
        every = library.spines(progress)
    for sentence in library.damaged(every):
        print(f"narrator: {sentence}", file=sys.stderr)
    if not every:
        print(EMPTY)
        return
    spines = library.find(words) if words else every
    if not spines:
        raise NoStory(no_story(words))
    print(f"{heading(words, len(spines))}:")
    print("\n".join(as_lines(spines)))


def heading(words: str, count: int) -> str:
    if words:
        return "This story fits" if count == 1 else f"{count} stories fit, the likeliest first"
    return "One story" if count == 1 else f"{count} stories, the newest first"


def tell(number: int, pack: Path | None) -> int:
    """As `narrator bedtime` does."""
    from narrator.commands import bedtime  # noqa: PLC0415

    parser = argparse.ArgumentParser()
    bedtime.add_arguments(parser)
    return bedtime.run(parser.parse_args([str(number), *(["--pack", str(pack)] if pack else [])]))


def rename(spine: "Spine", title: str, library: "Library") -> None:
    print(f"“{spine.title}” is now called “{library.rename(spine.number, title)}”.")


def forget(words: str, library: "Library", *, sure: bool) -> None:
    spine = only(words, library, others=True) if sure else candidates(words, library, others=True)[0]
    if not sure and not agreed(spine):
        print("Nothing was deleted.")
        return
    library.forget(spine.number)
    forget_what_was_said()
    print(f"“{spine.title}” is forgotten, with all its recordings.")
    warn_of_copies(library)


def forget_player(name: str, library: "Library", *, sure: bool) -> None:
    """With every game that the player was in or is spoken of in: what was said there cannot be taken apart."""
    with moving() as progress:
        library.spines(progress)
    taken = library.of_player(name)
    if not (taken.names or taken.games):
        raise NoStory(f"Nothing is kept of anybody called {name}.")
    for spine in library.named(taken.games):
        print(told(spine))
    print(f"{taken.sentence(name)} All of it is deleted with the player, and cannot be brought back.")
    if not sure and not yes(f"Type yes to forget {name}: "):
        print("Nothing was deleted.")
        return
    library.forget_player(taken)
    forget_what_was_said()
    print(f"{name} is forgotten.")
    warn_of_copies(library)


def restore(file: Path) -> None:
    from narrator.data import home  # noqa: PLC0415
    from narrator.keep import backup  # noqa: PLC0415

    done, aside = backup.restore(home() / "narrator.sqlite", file)
    print(f"Restored: {done.games} games and {done.recordings} recordings.")
    if aside:
        print(f"What was here before lies in {aside}")


def warn_of_copies(library: "Library") -> None:
    for file in library.set_aside():
        print(f"A file that was set aside earlier may still hold it. Delete it as well: {file}")


def forget_names(library: "Library") -> None:
    count = library.forget_names()
    forget_what_was_said()
    print(f"Forgotten: the recordings of {count} names." if count else "No names were learned by ear.")


def forget_what_was_said() -> None:
    """The narrator keeps the sound of its own lines for the next time; a forgotten story may be among them."""
    from narrator.voices.cache import Cache  # noqa: PLC0415 - needs what only sound needs

    Cache().clear()


def agreed(spine: "Spine") -> bool:
    print(f"{told(spine)}")
    print("Forget this story? It will be deleted with all its recordings, and cannot be brought back.")
    return yes("Type yes to forget it: ")


def yes(question: str) -> bool:
    try:
        answer = input(question)
    except EOFError:
        return False
    return answer.strip().casefold() in ("yes", "y")


# --- which story ---------------------------------------------------------------------------------


def likeliest(words: str, library: "Library") -> "Spine":
    """The story that is most likely meant."""
    return candidates(words, library)[0]


def only(words: str, library: "Library", *, others: bool = False) -> "Spine":
    """The one story that can be meant: what is changed for ever is never a guess."""
    found = candidates(words, library, others=others)
    if len(found) > 1:
        some = "; ".join(told(spine) for spine in found[:SEVERAL])
        raise Mistake(f"{len(found)} stories fit “{words}”: {some}. Name it by its number.")
    return found[0]


def candidates(words: str, library: "Library", *, others: bool = False) -> tuple["Spine", ...]:
    """The stories that may be meant; with `others`, also games that left none."""
    bare = words.strip().removeprefix("#")
    with moving() as progress:
        every = library.spines(progress)
    if others and (storyless := library.without_story(bare)):
        return storyless
    if not every:
        raise NoStory(EMPTY)
    found = tuple(spine for spine in every if str(spine.number) == bare) if bare.isdecimal() else library.find(words)
    if not found:
        raise NoStory(no_story(words))
    return found


def no_story(words: str) -> str:
    return f"There is no story that fits “{words}”. `narrator stories` lists them all."


def told(spine: "Spine") -> str:
    from narrator.shelf.text import day, with_whom  # noqa: PLC0415

    return f"{spine.number}, “{spine.title}”, {day(spine.played)}, with {with_whom(spine)}"


@contextmanager
def moving() -> Iterator["Progress"]:
    """A bar on a terminal, while stories are looked at that never were listed before."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    console = Console(stderr=True)
    with Bar(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Looking through the stories", visible=False)

        def moved(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, visible=of >= MANY)

        yield moved

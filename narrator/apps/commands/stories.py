"""`narrator stories`: list, find, tell, rename, forget, back up and restore stories."""

import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from narrator.apps.box import list_box
from narrator.apps.commands._command_arguments import BedtimeArguments, StoriesArguments
from narrator.apps.commands._plan_from_arguments import load_content_with_pack
from narrator.apps.commands._progress import ProgressBar
from narrator.core.errors import UsageError
from narrator.core.paths import expand_user, user_data_folder
from narrator.language.content.packs import Content
from narrator.storage import backup
from narrator.storage.heard_stories import heard_stories
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library, NoSuchStory
from narrator.storage.library.listing import StoryEntry, format_day, format_entries, format_players, format_story

ARGUMENTS = {
    "tell": "the story",
    "text": "the story",
    "rename": "the story",
    "forget": "the story",
    "forget-names": "the names",
    "forget-player": "the name",
    "backup": "the file",
    "restore": "the file",
}
"""What the user writes after each option."""
NO_STORIES = "There is no story on the shelf yet. Play one first: narrator play storytellers"
MAX_CANDIDATES_NAMED = 3  # how many stories an ambiguous request names


def run(arguments: StoriesArguments) -> int:
    check_options(arguments)
    if arguments.restore is not None:
        restore(expand_user(arguments.restore))
        return 0
    with Journal.open_for_reading() as journal:
        content = load_content_with_pack(arguments.pack) if arguments.pack else None
        if arguments.box:
            show_box(arguments.words, content or load_content_with_pack(None), heard_stories(journal))
            return 0
        library = Library(journal, content)
        notice = journal.notice
        if notice:
            warn(notice)
        number = run_action(arguments, library)
        if journal.notice and journal.notice != notice:
            warn(journal.notice.removeprefix(notice or "").strip())
    if number is None:
        return 0
    from narrator.apps.commands import bedtime  # noqa: PLC0415 - telling imports much that a list does not need

    return bedtime.run(BedtimeArguments([str(number)], pack=arguments.pack))


def check_options(arguments: StoriesArguments) -> None:
    """Refuse options that do not go together, rather than ignore one of them."""
    doing = next((option for option in ARGUMENTS if getattr(arguments, option.replace("-", "_")) is not None), None)
    if doing and arguments.words:
        raise UsageError(
            f"Write {ARGUMENTS[doing]} after --{doing}: narrator stories --{doing} {' '.join(arguments.words)}"
        )
    forgetting = doing in ("forget", "forget-names", "forget-player")
    if arguments.yes and not forgetting:
        raise UsageError("--yes goes with --forget, --forget-names and --forget-player only. Leave it out.")
    if forgetting and not arguments.yes and not (sys.stdin and sys.stdin.isatty()):
        raise UsageError(
            "Forgetting is for ever, so I ask first, but there is no terminal to ask on. Add --yes if you are sure."
        )


def run_action(arguments: StoriesArguments, library: Library) -> int | None:
    """Do what was asked for. Return the number of a story to be told once the journal is closed, or `None`."""
    if arguments.tell is not None:
        return find_candidates(" ".join(arguments.tell) or "newest", library)[0].number
    if arguments.text is not None:
        print(format_story(library.story(find_candidates(" ".join(arguments.text), library)[0].number)), end="")
    elif arguments.rename is not None:
        words, title = arguments.rename
        entry = find_one(words, library)
        print(f"“{entry.title}” is now called “{library.rename(entry.number, title)}”.")
    elif arguments.forget is not None:
        forget(" ".join(arguments.forget), library, sure=arguments.yes)
    elif arguments.forget_names is not None:
        forget_names(arguments.forget_names, library, sure=arguments.yes)
    elif arguments.forget_player is not None:
        forget_player(arguments.forget_player, library, sure=arguments.yes)
    elif arguments.backup is not None:
        done = library.back_up(expand_user(arguments.backup))
        print(f"{arguments.backup} holds {done.games} games and {done.recordings} recordings, and was read again.")
        warn_of_damaged_games(done)
    else:
        show_list(" ".join(arguments.words), library)
    return None


# --- actions ---------------------------------------------------------------------------------------


def show_list(words: str, library: Library) -> None:
    every = list_all(library)
    for sentence in library.damage_reports(every):
        warn(sentence)
    if not every:
        print(NO_STORIES)
        return
    entries = find_candidates(words, library) if words else every
    if len(entries) == 1:
        print("This story fits:" if words else "One story:")
    else:
        print(len(entries), "stories fit, the likeliest first:" if words else "stories, the newest first:")
    print("\n".join(format_entries(entries)))


def show_box(words: Sequence[str], content: Content, heard: Collection[str]) -> None:
    """Print the stories that can be played, or those that these words describe."""
    stories = [story for story in list_box(content, heard) if story.matches([word.casefold() for word in words])]
    if not stories:
        raise NoSuchStory(f"No story in the box fits “{' '.join(words)}”. `narrator stories --box` lists them all.")
    for story in stories:
        print(f"{story.info.title}{' (heard)' if story.is_heard else ''}\n    {story.info.about}\n    {story.facts}")


def forget(words: str, library: Library, *, sure: bool) -> None:
    entry = find_one(words, library, others=True) if sure else find_candidates(words, library, others=True)[0]
    if not sure and not confirm(describe(entry), "this story? It"):
        return
    library.forget(entry.number)
    clear_speech_cache()
    print(f"“{entry.title}” is forgotten, with all its recordings.")
    warn_of_copies(library)


def forget_player(name: str, library: Library, *, sure: bool) -> None:
    """Forget a player and every game that mentions the name. A game cannot be kept in part."""
    list_all(library)
    taken = library.find_player(name)
    if not (taken.names or taken.games or taken.makings):
        raise NoSuchStory(f"Nothing is kept of anybody called {name}.")
    for entry in library.list_games(taken.games):
        print(describe(entry))
    print(f"{taken.summary(name)} All of it is deleted with the player, and cannot be brought back.")
    if not sure and not ask_yes(f"Type yes to forget {name}: "):
        return
    library.forget_player(taken)
    clear_speech_cache()
    print(f"{name} is forgotten.")
    warn_of_copies(library)


def warn(sentence: str) -> None:
    print(f"narrator: {sentence}", file=sys.stderr)


def warn_of_damaged_games(contents: backup.Contents) -> None:
    if contents.damaged:
        numbers = ", ".join(map(str, contents.damaged))
        warn(f"Damaged games in this backup, of which only a part can be read: {numbers}.")


def restore(file: Path) -> None:
    done, aside = backup.restore(user_data_folder() / "narrator.sqlite", file)
    print(f"Restored: {done.games} games and {done.recordings} recordings.")
    warn_of_damaged_games(done)
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
    by_folded_name = {fold_name(name): name for name in learned}
    unknown = [name for name in wanted if fold_name(name) not in by_folded_name]
    if unknown:
        raise UsageError(f"“{unknown[0]}” was not learned by ear. These were: {', '.join(learned)}.")
    names = list(dict.fromkeys(by_folded_name[fold_name(name)] for name in wanted)) or learned
    if not sure and not confirm(", ".join(names), "how this sounds? It"):
        return
    library.forget_names(names)
    clear_speech_cache()
    print(f"Forgotten, with the recordings: {', '.join(names)}.")


def fold_name(name: str) -> str:
    return " ".join(name.split()).casefold()


def clear_speech_cache() -> None:
    """Delete the cached speech, which may include lines of a forgotten story, while nothing is rendered ahead."""
    from narrator.apps.bedtime.render_lock import rendering_stopped  # noqa: PLC0415 - imports what only sound needs
    from narrator.speech.tts.cache import SpeechCache  # noqa: PLC0415 - imports what only sound needs

    with rendering_stopped():
        SpeechCache().clear()


def confirm(shown: str, what: str) -> bool:
    print(shown)
    print(f"Forget {what} will be deleted with all its recordings, and cannot be brought back.")
    return ask_yes("Type yes to forget it: ")


def ask_yes(question: str) -> bool:
    try:
        answer = input(question)
    except EOFError:
        answer = ""
    if answer.strip().casefold() in ("yes", "y"):
        return True
    print("Nothing was deleted.")
    return False


# --- finding the story -------------------------------------------------------------------------------


def find_one(words: str, library: Library, *, others: bool = False) -> StoryEntry:
    """Return the only story that fits. Raise `UsageError` if several do: nothing is changed on a guess."""
    found = find_candidates(words, library, others=others)
    if len(found) > 1:
        some = "; ".join(describe(entry) for entry in found[:MAX_CANDIDATES_NAMED])
        raise UsageError(f"{len(found)} stories fit “{words}”: {some}. Name it by its number.")
    return found[0]


def find_candidates(words: str, library: Library, *, others: bool = False) -> tuple[StoryEntry, ...]:
    """Return the stories that fit, the most likely first; with `others`, also games without a story."""
    bare = words.strip().removeprefix("#")
    every = list_all(library)
    if others and (storyless := library.find_storyless(bare)):
        return storyless
    if not every:
        raise NoSuchStory(NO_STORIES)
    entries = (
        tuple(entry for entry in every if str(entry.number) == bare) if bare.isdecimal() else search(words, library)
    )
    if not entries:
        raise NoSuchStory(f"There is no story that fits “{words}”. `narrator stories` lists them all.")
    return entries


def list_all(library: Library) -> tuple[StoryEntry, ...]:
    """Return every story. Stories that were never listed before take a moment each."""
    with ProgressBar("Looking through the stories") as bar:
        return library.list_stories(bar.progress)


def search(words: str, library: Library) -> tuple[StoryEntry, ...]:
    """Return the stories that these words describe. Searching all of them may take a moment."""
    with ProgressBar("Searching the stories") as bar:
        return library.find(words, progress=bar.progress)


def describe(entry: StoryEntry) -> str:
    return f"{entry.number}, “{entry.title}”, {format_day(entry.played.date())}, with {format_players(entry)}"

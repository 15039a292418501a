"""What players can do after a game: play another one, hear its story, remember it together, say goodbye."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.dialog.intents import AFTER_GAME_INTENTS, MAKING_MODES
from narrator.dialog.plan_changes import PLAN_INTENTS
from narrator.dialog.side_topics import YesNoQuestion
from narrator.dialog.topic import Reply, Topic
from narrator.games import games
from narrator.games.hosting.plan import Plan
from narrator.language.lines.line import Line, line
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import trimmed

if TYPE_CHECKING:
    from narrator.dialog.table_manager import TableManager

ASK_ANOTHER, REPAIR_OVER = line("ask-another"), line("repair-over")
FINISHED_GAME_INTENTS = AFTER_GAME_INTENTS | {"TellStory"}
BEDTIME_PREFERENCES = Preferences(rate=140, volume=60)


def ask_what_next(
    tables: "TableManager",
    question: Line = ASK_ANOTHER,
    yes: Callable[[], Reply] | None = None,
    repair: Line = REPAIR_OVER,
) -> YesNoQuestion:
    """Return the question whether to play another game, use the finished one, or say goodbye."""
    return replace(
        tables.yes_no_question(question, yes or tables.new_game, lambda: say_goodbye(tables)),
        instead=lambda reading: do_something_else(tables, reading),
        wishes=PLAN_INTENTS | FINISHED_GAME_INTENTS | {"NewGame", "OnceMore"},
        named=frozenset({"NewGame", "Quit"}),
        names=lambda: {**tables.plan_lists, "tale": [(name, name) for name in tables.library.spoken_keys()]},
        says_yes=frozenset({"Yes"}),
        says_no=frozenset({"No", "Skip"}),
        repair=repair,
        phrases=line("say-over"),
    )


def do_something_else(tables: "TableManager", reading: Reading) -> Reply:
    match reading.intent:
        case "NewGame" | "OnceMore":
            return tables.new_game()
        case "OtherStory":
            return play_again(tables, ask_what_next(tables))
        case intent if intent in MAKING_MODES:
            return tables.make_something(MAKING_MODES[intent])
        case intent if intent in FINISHED_GAME_INTENTS:
            return use_finished_game(tables, reading, ask_what_next(tables))
        case _:
            tables.leave_table()
            return tables.lobby(Plan()).choose(reading)


def use_finished_game(tables: "TableManager", reading: Reading, topic: Topic, game: str | None = None) -> Reply:
    """Tell or remember the story of a finished game, or play again with its players; then go on with the topic."""
    match reading.intent:
        case "Recollect":
            return recollect_story(tables, topic)
        case "SamePlayers":
            return play_again(tables, topic, game)
        case "InMyVoice" | "YouReadIt" as wish:
            return tell_in_voice(tables, topic, own=wish == "InMyVoice")
        case intent:
            tale = trimmed(str(reading.slots.get("tale", "newest")), topic.grammar)
            return tell_story(tables, topic, tale, bedtime=intent == "Bedtime")


def recollect_story(tables: "TableManager", topic: Topic) -> Reply:
    """Remember the game on the table, else the newest finished one; then go on with the topic."""
    cast = tables.library.find_cast(tables.arrangement.table.id if tables.arrangement.table else None)
    if cast is None or tables.recollecting is None:
        return tables.says(line("nothing-to-remember")).then(topic.prompt())
    return tables.recollecting(cast, lambda reply: reply.then(topic.prompt())).prompt()


def tell_story(tables: "TableManager", topic: Topic, words: str, *, bedtime: bool) -> Reply:
    """Tell the story that these words mean; then go on with the topic, or at bedtime say good night."""
    parts = [line("text", text=part) for part in tables.library.find_story(words)]
    if not parts:
        return tables.says(line("no-such-story")).then(topic.prompt())
    if not bedtime:
        return tables.says(*parts).then(topic.prompt())
    told = tables.says(line("bedtime-now"), *parts, line("bedtime-end"))
    return replace(told, goodbye=True, preferences=BEDTIME_PREFERENCES, topic=topic)


def tell_in_voice(tables: "TableManager", topic: Topic, *, own: bool) -> Reply:
    """Tell the newest made story in the children's own voices, or read by the narrator; then go on with the topic."""
    parts = tables.choose_voices(own=own)
    if not parts:
        return tables.says(line("no-made-story")).then(topic.prompt())
    return tables.says(line("voice-chosen", own=own), *(line("text", text=part) for part in parts)).then(topic.prompt())


def play_again(tables: "TableManager", topic: Topic, game: str | None = None) -> Reply:
    """Start a game with the players of the last one and another story."""
    plan = tables.arrangement.plan
    last = next((each for each in tables.journal.games() if each.game in games() and each.seats), None)
    if not (plan.game and plan.seats) and last:
        plan = replace(plan, game=last.game, seats=last.seats)
    if not (plan.game and plan.seats):
        return tables.says(line("nobody-yet")).then(topic.prompt())
    tables.leave_table()
    mode = plan.mode if game in (None, plan.game) else None
    return tables.lay_table(replace(plan, game=game or plan.game, mode=mode, story=None, seed=None))


def say_goodbye(tables: "TableManager", topic: Topic | None = None) -> Reply:
    """Say goodbye; a game that has begun can be resumed another day."""
    said = tables.says(line("goodbye" if topic is None or topic.kept_game is None else "saved"))
    return replace(said, topic=topic or said.topic, goodbye=True)

"""After a game, and between two: another one, its story told again or remembered together, goodbye."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.dialog.changes import CHANGES
from narrator.dialog.manners import ENDINGS
from narrator.dialog.question import Question
from narrator.dialog.topic import Reply, Topic
from narrator.games import games
from narrator.games.hosting.plan import Plan
from narrator.language.lines.line import Line, line
from narrator.language.lines.preferences import Preferences
from narrator.language.understanding.reading import Reading

if TYPE_CHECKING:
    from narrator.dialog.seating import Seating

ANOTHER, OVER = line("ask-another"), line("repair-over")
OF_OTHER_GAMES = ENDINGS | {"TellStory"}
FOR_BED = Preferences(rate=140, volume=60)


def what_next(
    house: "Seating", question: Line = ANOTHER, yes: Callable[[], Reply] | None = None, repair: Line = OVER
) -> Question:
    """Another game, something with the one that is over, or goodbye."""
    return replace(
        house.question(question, yes or house.another, lambda: goodbye(house)),
        instead=lambda reading: something_instead(house, reading),
        wishes=CHANGES | OF_OTHER_GAMES | {"NewGame", "OnceMore"},
        named=frozenset({"NewGame", "Quit"}),
        names=lambda: {**house.plan_lists, "tale": [(name, name) for name in house.shelf.names()]},
        says_yes=frozenset({"Yes"}),
        says_no=frozenset({"No", "Skip"}),
        repair=repair,
        phrases=line("say-over"),
    )


def something_instead(house: "Seating", reading: Reading) -> Reply:
    match reading.intent:
        case "NewGame" | "OnceMore":
            return house.another()
        case "OtherStory":
            return same_players(house, what_next(house))
        case intent if intent in OF_OTHER_GAMES:
            return of_other_games(house, reading, what_next(house))
        case _:
            house.leave()
            return house.lobby(Plan()).choose(reading)


def of_other_games(house: "Seating", reading: Reading, topic: Topic, game: str | None = None) -> Reply:
    """The story of a game that is over, told or remembered, or the same players once more; then this topic."""
    match reading.intent:
        case "Recollect":
            return remember(house, topic)
        case "SamePlayers":
            return same_players(house, topic, game)
        case intent:
            return tell_it(house, topic, str(reading.slots.get("tale", "newest")), bedtime=intent == "Bedtime")


def remember(house: "Seating", topic: Topic) -> Reply:
    """The game on the table, else the newest that is over; then this topic."""
    cast = house.shelf.cast(house.at.table.id if house.at.table else None)
    if cast is None or house.recollecting is None:
        return house.says(line("nothing-to-remember")).then(topic.prompt())
    return house.recollecting(cast, lambda reply: reply.then(topic.prompt())).prompt()


def tell_it(house: "Seating", topic: Topic, words: str, *, bedtime: bool) -> Reply:
    """The story that these words mean; then this topic, or at bedtime good night."""
    parts = [line("text", text=part) for part in house.shelf.tell(words)]
    if not parts:
        return house.says(line("no-such-story")).then(topic.prompt())
    if not bedtime:
        return house.says(*parts).then(topic.prompt())
    told = house.says(line("bedtime-now"), *parts, line("bedtime-end"))
    return replace(told, goodbye=True, manner=FOR_BED, topic=topic)


def same_players(house: "Seating", topic: Topic, game: str | None = None) -> Reply:
    """Who played last, tonight or on another evening, with a story that was not told yet."""
    plan = house.at.plan
    last = next((each for each in house.journal.games() if each.game in games() and each.seats), None)
    if not (plan.game and plan.seats) and last:
        plan = replace(plan, game=last.game, seats=last.seats)
    if not (plan.game and plan.seats):
        return house.says(line("nobody-yet")).then(topic.prompt())
    house.leave()
    mode = plan.mode if game in (None, plan.game) else None
    return house.lay(replace(plan, game=game or plan.game, mode=mode, story=None, seed=None))


def goodbye(house: "Seating", topic: Topic | None = None) -> Reply:
    """Until another evening; a game that has begun goes on then."""
    said = house.says(line("goodbye" if topic is None or topic.kept_game is None else "saved"))
    return replace(said, topic=topic or said.topic, goodbye=True)

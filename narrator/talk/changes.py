"""What can be chosen before the game, and changed until the first move: the game, how it goes, the story, cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from narrator.box.content import Box
from narrator.games import games
from narrator.host.plan import Plan, Privacy, names_of, read_newcomer
from narrator.play import Cards
from narrator.tell.lines import AnyOf, Line, line
from narrator.understand.grammar import Reading
from narrator.understand.understanding import tidy

CHANGES = frozenset(
    {"ChooseGame", "ChooseMode", "ChooseStory", "TrickyStory", "ChooseCards", "ChooseDice", "ChoosePrivacy"}
    | {"MimesAndSongs", "ChooseTimes", "ChooseExtras"}
)
OTHERWISE = CHANGES | {"SomeoneLeaves", "AlsoPlays", "Undo"}
"""All that can be changed until the first move, who plays included."""
SPOKEN_GAMES = [
    ("story tellers", "storytellers"),
    ("cats and dice", "cat_dice"),
    ("the cat dice", "cat_dice"),
    ("dice", "cat_dice"),
    ("story line", "storyline"),
    ("fairy tales", "storyline"),
    ("dixit odyssey", "odyssey"),
]
"""What else a game is called, besides its title and the name of its rules."""
SPOKEN_MODES = [
    ("together", "cooperative"),
    ("the youngest", "youngest"),
    ("for points", "basic"),
    ("normal", "basic"),
    ("team", "teams"),
]


def plan_lists(box: Box) -> Mapping[str, list[tuple[str, Any]]]:
    """What can be chosen before the game, by the names it is called."""
    titles = {story.title: name for name, story in box.stories.items()} | {
        deck.title: name for name, deck in box.decks.items()
    }
    modes = {mode for game in games().values() for mode in game.MODES}
    named = [(said, name) for name, game in games().items() for said in (tidy(game.TITLE), name.replace("_", " "))]
    return {
        "game": list(dict.fromkeys((said.lower(), name) for said, name in named + SPOKEN_GAMES)),
        "mode": [(mode, mode) for mode in sorted(modes)] + SPOKEN_MODES,
        "story": [(tidy(title).removeprefix("The "), name) for title, name in titles.items()]
        + [(tidy(title), name) for title, name in titles.items()],
        "cards": [("our own", Cards.TABLE), ("real", Cards.TABLE), ("own", Cards.TABLE), ("your", Cards.SPOKEN)],
        "privacy": [(privacy.value, privacy) for privacy in Privacy] + [("no secrets", Privacy.OPEN)],
    }


def change(plan: Plan, reading: Reading, box: Box) -> Plan:
    """The plan with what was asked for."""
    slots = reading.slots
    match reading.intent:
        case "ChooseGame":
            return for_game(plan, slots["game"], slots.get("mode"))
        case "ChooseMode":
            having = [name for name, game in games().items() if slots["mode"] in game.MODES]
            return replace(plan, mode=slots["mode"], game=plan.game or (having[0] if len(having) == 1 else None))
        case "ChooseStory":
            game = "storyline" if slots["story"] in box.decks else "storytellers"
            return replace(for_game(plan, game), story=slots["story"], tricky=False)
        case "TrickyStory":
            return replace(for_game(plan, "storytellers"), tricky=True, story=None)
        case "ChooseCards":
            return replace(plan, cards=slots["cards"])
        case "ChooseDice":
            return replace(for_game(plan, "cat_dice"), own_dice=True)
        case "MimesAndSongs":
            return replace(for_game(plan, "dixit"), mimes_and_songs=True)
        case "ChooseTimes":
            return replace(for_game(plan, "odyssey"), times=slots["times"])
        case "ChooseExtras":
            return replace(for_game(plan, "storytellers", "cooperative"), extras=slots["extras"])
        case "ChoosePrivacy":
            return replace(plan, privacy=slots["privacy"])
        case "SomeoneLeaves":
            return replace(plan, seats=tuple(seat for seat in plan.seats if seat.name != slots.get("player")))
        case "AlsoPlays":
            newcomer = read_newcomer(slots["newcomer"])
            if newcomer is None or newcomer.name in names_of(plan.seats):
                return plan
            return replace(plan, seats=(*plan.seats, newcomer))
        case "Undo":
            return replace(plan, seats=())
        case _:
            return plan


def for_game(plan: Plan, game: str, mode: str | None = None) -> Plan:
    """The plan for this game. What was wished for another game, and does not exist in this one, is left behind."""
    if game == plan.game:
        return replace(plan, mode=mode or plan.mode)
    fits = plan.mode in games()[game].MODES
    return replace(plan, game=game, mode=mode or (plan.mode if fits else None), story=None, tricky=False)


def unfit(plan: Plan, *, booth: bool) -> Line | None:
    """Why it cannot be so, if it cannot: better said than silently left out."""
    if plan.privacy is Privacy.BOOTH and not booth:
        return line("no-booth")
    if plan.game is None or plan.mode is None or plan.mode in (modes := games()[plan.game].MODES):
        return None
    return line("no-such-mode", mode=plan.mode, game=games()[plan.game].TITLE, modes=AnyOf(map(str, modes)))


def changed(plan: Plan, reading: Reading, box: Box) -> Line:
    """What the table hears about the change."""
    match reading.intent:
        case "ChooseGame":
            return line("chosen-game", game=games()[plan.game or "storytellers"].TITLE)
        case "ChooseMode":
            return line("chosen-mode", mode=plan.mode)
        case "ChooseStory":
            return line("chosen-story", title=title_of(plan.story or "", box))
        case "TrickyStory":
            return line("chosen-story", title="a tricky one, with forks")
        case "ChooseCards":
            return line("chosen-cards", cards=plan.cards.value)
        case "ChooseDice":
            return line("chosen-dice")
        case "MimesAndSongs":
            return line("chosen-songs")
        case "ChooseTimes":
            return line("chosen-times", times=plan.times)
        case "ChooseExtras":
            return line("chosen-extras", extras=plan.extras)
        case "SomeoneLeaves":
            return line("without", seat=reading.slots["player"])
        case "AlsoPlays":
            return line("also-plays", seat=plan.seats[-1].name)
        case "Undo":
            return line("forgotten")
        case _:
            return line("chosen-privacy", privacy=(plan.privacy or Privacy.OPEN).value)


def title_of(name: str, box: Box) -> str:
    if name in box.stories:
        return box.stories[name].title
    return box.decks[name].title if name in box.decks else name

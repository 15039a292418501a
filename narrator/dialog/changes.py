"""What can be chosen before the game, and changed until the first move: the game, how it goes, the story, cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from narrator.core.game import CardSource
from narrator.dialog.port import Window
from narrator.games import DEFAULT_GAME, game_options, games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.options import GameOption
from narrator.games.hosting.plan import Plan, Privacy, seat_names
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.understanding.grammar import spoken_game_names, spoken_mode_names
from narrator.language.understanding.player_list import parse_newcomer, parse_players
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import tidy

WISHES: Mapping[str, GameOption] = {wish.intent: wish for game in game_options() for wish in game_options()[game]}
"""The wishes of all games, by how they are said."""
CHANGES = frozenset(
    {"ChooseGame", "ChooseMode", "ChooseStory", "ChooseCards", "ChoosePrivacy", "OtherStory"} | WISHES.keys()
)
OTHERWISE = CHANGES | {"SomeoneLeaves", "AlsoPlays", "Undo"}
"""All that can be changed until the first move, who plays included."""


def plan_lists(content: Content) -> Mapping[str, list[tuple[str, Any]]]:
    """What can be chosen before the game, by the names it is called."""
    titles = {title: name for game in games() for name, title in host_of(game).story_titles(content).items()}
    modes = {mode for game in games().values() for mode in game.MODES}
    named = [(said, name) for name, game in games().items() for said in (tidy(game.TITLE), name.replace("_", " "))]
    return {
        "game": list(dict.fromkeys((said.lower(), name) for said, name in named + spoken_game_names())),
        "mode": [(mode, mode) for mode in sorted(modes)] + spoken_mode_names(),
        "story": [(get_language().title_without_article(tidy(title)), name) for title, name in titles.items()]
        + [(tidy(title), name) for title, name in titles.items()],
        "cards": [
            ("our own", CardSource.TABLE),
            ("real", CardSource.TABLE),
            ("own", CardSource.TABLE),
            ("your", CardSource.SPOKEN),
        ],
        "privacy": [(privacy.value, privacy) for privacy in Privacy] + [("no secrets", Privacy.OPEN)],
    }


def about_games() -> tuple[Line, ...]:
    """What there is to play, the usual game first."""
    return tuple(line(f"about-{name}") for name in sorted(games(), key=lambda name: (name != DEFAULT_GAME, name)))


def change(plan: Plan, reading: Reading, content: Content) -> Plan:
    slots = reading.slots
    match reading.intent:
        case "ChooseGame":
            seats = parse_players(str(slots.get("players", "")))  # "with our own cards" names nobody
            plan = replace(plan, seats=seats) if len(seats) > 1 else plan
            return for_game(plan, slots["game"], slots.get("mode"))
        case "ChooseMode":
            having = [name for name, game in games().items() if slots["mode"] in game.MODES]
            return replace(plan, mode=slots["mode"], game=plan.game or (having[0] if len(having) == 1 else None))
        case "ChooseStory":
            plan = for_game(plan, game_of_story(slots["story"], content))
            return replace(plan, story=slots["story"], game_options=without_stories(plan))
        case "OtherStory" if plan.game:
            named = (plan.story,) if plan.story else ()
            return replace(plan, story=None, recent_stories=(*plan.recent_stories, *named, *slots.get("told", ())))
        case "ChooseCards":
            return replace(plan, cards=slots["cards"])
        case "ChoosePrivacy":
            return replace(plan, privacy=slots["privacy"])
        case "SomeoneLeaves":
            return replace(plan, seats=tuple(seat for seat in plan.seats if seat.name != slots.get("player")))
        case "AlsoPlays":
            newcomer = parse_newcomer(slots["newcomer"])
            if newcomer is None or newcomer.name in seat_names(plan.seats):
                return plan
            return replace(plan, seats=(*plan.seats, newcomer))
        case "Undo":
            return replace(plan, seats=())
        case wished if wished in WISHES:
            wish = WISHES[wished]
            having = [game for game in game_options() if knows(game, wish.name)]
            plan = for_game(plan, having[0], wish.mode) if len(having) == 1 else plan
            wished_for = {**plan.game_options, wish.name: slots.get(wish.name, wish.values[0])}
            return replace(plan, story=None if wish.story_conflict else plan.story, game_options=wished_for)
        case _:
            return plan


def for_game(plan: Plan, game: str, mode: str | None = None) -> Plan:
    """The plan for this game. What was wished for another game, and does not exist in this one, is left behind."""
    if game == plan.game:
        return replace(plan, mode=mode or plan.mode)
    fits = plan.mode in games()[game].MODES
    plan = replace(plan, game=game, mode=mode or (plan.mode if fits else None), story=None)
    return replace(
        plan, game_options={name: value for name, value in without_stories(plan).items() if knows(game, name)}
    )


def knows(game: str, wish: str) -> bool:
    return any(each.name == wish for each in game_options().get(game, ()))


def without_stories(plan: Plan) -> Mapping[str, Any]:
    """What was wished for, but for a kind of story."""
    kinds = {wish.name for wish in WISHES.values() if wish.story_conflict}
    return {name: wish for name, wish in plan.game_options.items() if name not in kinds}


def unfit(plan: Plan, *, booth: bool, window: Window) -> Line | None:
    """Why it cannot be so, if it cannot: better said than silently left out."""
    if plan.privacy is Privacy.PHONES and not window.open(phones=True):
        return line("no-phones")
    if plan.privacy is Privacy.BOOTH and not booth:
        return line("no-booth")
    if plan.game is not None and any(not knows(plan.game, name) for name in plan.game_options):
        return line("no-such-wish", game=games()[plan.game].TITLE)
    if plan.game is None or plan.mode is None or plan.mode in (modes := games()[plan.game].MODES):
        return None
    return line("no-such-mode", mode=plan.mode, game=games()[plan.game].TITLE, modes=AnyOf(map(str, modes)))


CHANGED = {
    "ChooseGame": ("chosen-game", "sure-game"),
    "ChooseMode": ("chosen-mode", "sure-mode"),
    "ChooseStory": ("chosen-story", "sure-story"),
    "OtherStory": ("chosen-other-story", "sure-other-story"),
    "SomeoneLeaves": ("without", "sure-to-leave"),
    "AlsoPlays": ("also-plays", "sure-to-join"),
    "Undo": ("forgotten", "sure-names-again"),
    "ChooseCards": ("chosen-cards", "sure-otherwise"),
    "ChoosePrivacy": ("chosen-privacy", "sure-otherwise"),
    **{intent: (wish.confirmation_line, "sure-otherwise") for intent, wish in WISHES.items()},
}
"""The line that tells a change, and the one that asks whether it is meant before a table is laid anew for it."""


def in_words(plan: Plan, reading: Reading, content: Content, *, asked: bool = False) -> Line:
    """What the table hears about a change, or is asked; of what all these lines speak of, each takes what it needs."""
    wish, newcomer = WISHES.get(reading.intent), plan.seats[-1].name if plan.seats else None
    return line(
        CHANGED[reading.intent][asked],
        game=games()[plan.game or DEFAULT_GAME].TITLE,
        mode=plan.mode,
        title=title_of(plan.story or "", content),
        seat=reading.slots.get("player", newcomer),
        cards=plan.cards.value,
        privacy=(plan.privacy or Privacy.OPEN).value,
        value=plan.game_options[wish.name] if wish else None,
    )


def game_of_story(story: str, content: Content) -> str:
    return next(game for game in games() if story in host_of(game).story_titles(content))


def title_of(name: str, content: Content) -> str:
    titles = (host_of(game).story_titles(content) for game in games())
    return next((each[name] for each in titles if name in each), name)

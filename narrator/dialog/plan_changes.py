"""What can be chosen before the game and changed until the first move: game, mode, story, cards, players."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from narrator.core.game import CardSource
from narrator.dialog.intents import MAKING_MODES
from narrator.dialog.ports import Window
from narrator.games import DEFAULT_GAME, MAKING_GAME, game_options, games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.options import GameOption
from narrator.games.hosting.plan import Plan, Privacy, seat_names
from narrator.games.hosting.story_info import StoryInfo
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.understanding.grammar import common_names, load_grammar, spoken_game_names, spoken_mode_names
from narrator.language.understanding.player_list import parse_companions, parse_newcomer
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import tidy

OPTIONS_BY_INTENT: Mapping[str, GameOption] = {
    wish.intent: wish for game in game_options() for wish in game_options()[game]
}
"""The options of all games, by intent."""
PLAN_INTENTS = frozenset(
    {"ChooseGame", "MakeStory", "MakeCard", "ChooseMode", "ChooseStory", "ChooseCards", "ChoosePrivacy"}
    | {"OtherStory", "WhichStories"}
    | OPTIONS_BY_INTENT.keys()
)
PLAN_AND_PLAYER_INTENTS = PLAN_INTENTS | {"SomeoneLeaves", "AlsoPlays", "Undo"}
"""Everything that can be changed until the first move, players included."""


def plan_lists(content: Content) -> Mapping[str, list[tuple[str, Any]]]:
    """Return the names of everything that can be chosen before the game, by slot."""
    titles = {title: name for game in games() for name, title in host_of(game).story_titles(content).items()}
    modes = {mode for game in games().values() for mode in game.MODES}
    named = [(said, name) for name, game in games().items() for said in (tidy(game.TITLE), name.replace("_", " "))]
    return {
        "game": list(dict.fromkeys((said.lower(), name) for said, name in named + spoken_game_names())),
        "mode": [(mode, mode) for mode in sorted(modes)] + spoken_mode_names(),
        "story": [(get_language().title_without_article(tidy(title)), name) for title, name in titles.items()]
        + [(tidy(title), name) for title, name in titles.items()],
        "series": [(tidy(name).casefold(), name) for name in series_names(content)],
        "cards": [(name, CardSource(source)) for name, source in common_names("card_sources")],
        "privacy": [(privacy.value, privacy) for privacy in Privacy]
        + [(name, Privacy(privacy)) for name, privacy in common_names("privacies")],
        "story_topic": [(tidy(topic), name) for name, info in story_infos(content) for topic in info.topics],
    }


def series_names(content: Content) -> list[str]:
    """Return the names of the series that stories belong to."""
    return sorted({info.series for _, info in story_infos(content) if info.series})


def story_infos(content: Content) -> list[tuple[str, StoryInfo]]:
    """Return the names of the stories of all games, with what helps to choose one."""
    return [entry for game in games() for entry in host_of(game).story_infos(content).items()]


def game_descriptions() -> tuple[Line, ...]:
    """Return the lines that describe the games, the default game first."""
    return tuple(line(f"about-{name}") for name in sorted(games(), key=lambda name: (name != DEFAULT_GAME, name)))


def apply_change(plan: Plan, reading: Reading, content: Content) -> Plan:
    """Return the plan after a change."""
    slots = reading.slots
    match reading.intent:
        case "ChooseGame":
            plan = switch_game(plan, slots["game"], slots.get("mode"))
            words = str(slots.get("players", ""))
            if words and (wished_too := wish_after_with(words, content)):  # "with our own cards" names no player
                return apply_change(plan, wished_too, content)
            seats = parse_companions(words)
            return replace(plan, seats=seats) if len(seats) > 1 else plan
        case "MakeStory" | "MakeCard" as what:
            return replace(switch_game(plan, MAKING_GAME), mode=MAKING_MODES[what])
        case "ChooseMode":
            having = [name for name, game in games().items() if slots["mode"] in game.MODES]
            return replace(plan, mode=slots["mode"], game=plan.game or (having[0] if len(having) == 1 else None))
        case "ChooseStory":
            plan = switch_game(plan, game_of_story(slots["story"], content))
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
        case wished if wished in OPTIONS_BY_INTENT:
            wish = OPTIONS_BY_INTENT[wished]
            having = [game for game in game_options() if has_option(game, wish.name)]
            plan = switch_game(plan, having[0], wish.mode) if len(having) == 1 else plan
            others = without_stories(plan) if wish.story_conflict else plan.game_options
            wished_for = {**others, wish.name: slots[wish.name] if wish.name in slots else wish.values[0]}
            return replace(plan, story=None if wish.story_conflict else plan.story, game_options=wished_for)
        case _:
            return plan


def wish_after_with(words: str, content: Content) -> Reading | None:
    """Return the wish in "with real dice" or "with points", if the words are one."""
    wishes = PLAN_INTENTS - {"ChooseGame"}
    return next(iter(load_grammar(DEFAULT_LANGUAGE).readings(f"with {words}", wishes, plan_lists(content))), None)


def switch_game(plan: Plan, game: str, mode: str | None = None) -> Plan:
    """Return the plan for another game, without the mode and the options that it does not have."""
    if game == plan.game:
        return replace(plan, mode=mode or plan.mode)
    fits = plan.mode in games()[game].MODES
    plan = replace(plan, game=game, mode=mode or (plan.mode if fits else None), story=None)
    return replace(
        plan, game_options={name: value for name, value in without_stories(plan).items() if has_option(game, name)}
    )


def has_option(game: str, wish: str) -> bool:
    return any(each.name == wish for each in game_options().get(game, ()))


def without_stories(plan: Plan) -> Mapping[str, Any]:
    """Return the chosen options without those that choose a kind of story."""
    kinds = {wish.name for wish in OPTIONS_BY_INTENT.values() if wish.story_conflict}
    return {name: wish for name, wish in plan.game_options.items() if name not in kinds}


def find_obstacle(plan: Plan, *, booth: bool, window: Window) -> Line | None:
    """Return the line that says why the plan is not possible, if it is not."""
    if plan.privacy is Privacy.PHONES and not window.open(phones=True):
        return line("no-phones")
    if plan.privacy is Privacy.BOOTH and not booth:
        return line("no-booth")
    if plan.game is not None and any(not has_option(plan.game, name) for name in plan.game_options):
        return line("no-such-wish", game=games()[plan.game].TITLE)
    if plan.game is None or plan.mode is None or plan.mode in (modes := games()[plan.game].MODES):
        return None
    return line("no-such-mode", mode=plan.mode, game=games()[plan.game].TITLE, modes=AnyOf(map(str, modes)))


CHANGE_LINES = {
    "ChooseGame": ("chosen-game", "sure-game"),
    "MakeStory": ("chosen-game", "sure-game"),
    "MakeCard": ("chosen-card", "sure-game"),
    "ChooseMode": ("chosen-mode", "sure-mode"),
    "ChooseStory": ("chosen-story", "sure-story"),
    "OtherStory": ("chosen-other-story", "sure-other-story"),
    "SomeoneLeaves": ("without", "sure-to-leave"),
    "AlsoPlays": ("also-plays", "sure-to-join"),
    "Undo": ("forgotten", "sure-names-again"),
    "ChooseCards": ("chosen-cards", "sure-otherwise"),
    "ChoosePrivacy": ("chosen-privacy", "sure-otherwise"),
    **{intent: (wish.confirmation_line, "sure-otherwise") for intent, wish in OPTIONS_BY_INTENT.items()},
}
"""By intent: the line that announces a change, and the line that asks for confirmation first."""


def change_line(plan: Plan, reading: Reading, content: Content, *, asked: bool = False) -> Line:
    """Return the line that announces a change or, with `asked`, asks for confirmation."""
    wish, newcomer = OPTIONS_BY_INTENT.get(reading.intent), plan.seats[-1].name if plan.seats else None
    return line(
        CHANGE_LINES[reading.intent][asked],
        game=games()[plan.game or DEFAULT_GAME].TITLE,
        mode=plan.mode,
        title=story_title(plan.story or "", content),
        seat=reading.slots.get("player", newcomer),
        cards=plan.cards.value,
        privacy=(plan.privacy or Privacy.OPEN).value,
        value=plan.game_options[wish.name] if wish else None,
    )


def game_of_story(story: str, content: Content) -> str:
    return next(game for game in games() if story in host_of(game).story_titles(content))


def story_title(name: str, content: Content) -> str:
    titles = (host_of(game).story_titles(content) for game in games())
    return next((each[name] for each in titles if name in each), name)

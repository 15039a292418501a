"""Turn the arguments of `narrator play` into a plan for a new game, or find the game to resume.

Raise `UsageError` for arguments that make no sense or do not go together.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from narrator.apps.commands._command_arguments import PlayArguments
from narrator.apps.commands._name_matching import match_name, normalise_name
from narrator.core.errors import UsageError
from narrator.core.game import CardSource, Seat
from narrator.core.text import join_words
from narrator.dialog.plan_changes import game_of_story, series_names, story_title
from narrator.games import MAKING_GAME, available_games, games
from narrator.games import game_options as every_game_option
from narrator.games.hosting.host import host_of
from narrator.games.hosting.options import GameOption
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import Content, LazyContent, load_family_content
from narrator.language.understanding.grammar import spoken_game_names as other_names
from narrator.language.understanding.grammar import spoken_mode_names
from narrator.language.understanding.player_list import clean_names, parse_players
from narrator.storage.journal import Journal
from narrator.storage.records import GameSummary
from narrator.storage.shared_pack import open_pack
from narrator.storage.table import Table
from narrator.storage.texts import content_of_game

CARD_SOURCES = {
    "spoken": CardSource.SPOKEN,
    "table": CardSource.TABLE,
    "own": CardSource.TABLE,
    "our own": CardSource.TABLE,
}
"""What `--cards` accepts."""
SERIES = "series"
"""The name of the option that chooses a series of stories."""
NEW_GAME_ONLY = ("mode", "players", "story", "cards", "seed", "privacy")
"""Options that cannot be changed when a game is resumed. The options of a single game cannot either."""


# --- a new game ----------------------------------------------------------------------------------


def build_plan(arguments: PlayArguments, content: Content) -> Plan:
    """Return the plan as far as the arguments decide it; the narrator asks for the rest."""
    game = match_game(" ".join(arguments.game)) if arguments.game else None
    if game == MAKING_GAME:
        story = arguments.story  # a frame, which `narrator make` has found
    else:
        story = match_name(arguments.story, story_names(content), "story") if arguments.story is not None else None
    mode = match_mode(arguments.mode, game) if arguments.mode is not None else None
    options = chosen_game_options(arguments)
    plan = Plan(
        game=game or infer_game(options, story, mode, content),
        mode=mode or next((option.mode for option in options if option.mode), None),
        seats=read_seats(arguments.players) if arguments.players is not None else (),
        story=story,
        cards=match_name(arguments.cards or "spoken", CARD_SOURCES, "kind of cards"),
        game_options=with_full_series_name(arguments.game_options, content),
        privacy=privacy_from_arguments(arguments),
        seed=arguments.seed,
    )
    check_combination(plan, options, content)
    return plan


def with_full_series_name(given: Mapping[str, Any], content: Content) -> dict[str, Any]:
    """Return the options with the name of a series as the stories spell it."""
    if SERIES not in given:
        return dict(given)
    return {**given, SERIES: match_name(given[SERIES], {name: name for name in series_names(content)}, "series")}


def chosen_game_options(arguments: PlayArguments) -> list[GameOption]:
    known = {option.name: option for options in every_game_option().values() for option in options}
    return [option for name, option in known.items() if name in arguments.game_options]


def games_with_option(option: GameOption) -> list[str]:
    return [game for game, options in every_game_option().items() if option in options]


def match_game(words: str) -> str:
    """Return the game of this name. A full name is found without loading the rules of all games, which is slow."""
    name = normalise_name(words).replace(" ", "_")
    return name if name in available_games() else match_name(words, game_names(), "game")


def game_names() -> dict[str, str]:
    """Return every game by all its names, the folder name first."""
    folder_names = {name.replace("_", " "): name for name in games()}
    titles = {game.TITLE: name for name, game in games().items()}
    return folder_names | titles | dict(other_names()) | {"make": MAKING_GAME}  # as in `narrator make`


def story_names(content: Content) -> dict[str, str]:
    """Return every story by its title and by its file name."""
    titles = {name: title for game in games() for name, title in host_of(game).story_titles(content).items()}
    return {title: name for name, title in titles.items()} | {name: name for name in titles}


def match_mode(words: str, game: str | None) -> str:
    """Return the mode of this name, of one game or of any."""
    candidates = [games()[game]] if game else list(games().values())
    modes = {str(mode): str(mode) for candidate in candidates for mode in candidate.MODES}
    spoken_names = {name: mode for name, mode in spoken_mode_names() if mode in modes}
    return match_name(words, modes | spoken_names, "mode", f" in {candidates[0].TITLE}" if game else "")


def infer_game(options: Sequence[GameOption], story: str | None, mode: str | None, content: Content) -> str | None:
    """Return the only game that has this story, these options or this mode."""
    if story is not None:
        return game_of_story(story, content)
    in_mode = [name for name, game in games().items() if mode in game.MODES] if mode is not None else []
    return next((found[0] for found in (*map(games_with_option, options), in_mode) if len(found) == 1), None)


def read_seats(words: str) -> tuple[Seat, ...]:
    seats = parse_players(clean_names(words))
    if not seats:
        raise UsageError(f'I cannot find any names in "{words}". Write them like this: --players "Lily 6, Nick 8".')
    return seats


def privacy_from_arguments(arguments: PlayArguments) -> Privacy | None:
    if arguments.keypad is not None and not has_private_output(arguments):
        raise UsageError("--keypad is for the booth, which also needs --private or --headphones.")
    if arguments.privacy is None:
        return None
    privacy = match_name(arguments.privacy, {kind.value: kind for kind in Privacy}, "kind of privacy")
    if privacy is Privacy.BOOTH and not has_private_output(arguments):
        raise UsageError(
            "The booth needs a place that only one player can hear or read. "
            "Add --headphones, or --private with another terminal, a pipe or a file."
        )
    return privacy


def has_private_output(arguments: PlayArguments) -> bool:
    """Tell whether there is an output that only one player hears or reads."""
    return arguments.private is not None or arguments.headphones is not None


def check_combination(plan: Plan, options: Sequence[GameOption], content: Content) -> None:
    """Raise `UsageError` if the game, its mode or its story does not have what was asked for."""
    if plan.game is None:
        return
    title = games()[plan.game].TITLE
    if plan.story is not None and plan.game != MAKING_GAME and game_of_story(plan.story, content) != plan.game:
        other = games()[game_of_story(plan.story, content)].TITLE
        raise UsageError(f"{story_title(plan.story, content)} is a story for {other}, not for {title}.")
    if plan.cards is CardSource.TABLE and not host_of(plan.game).USES_CARDS:
        raise UsageError(f"{title} has no cards. Leave out --cards.")
    for option in options:
        if plan.game not in games_with_option(option):
            raise UsageError(f"{title} has no {option.feature}. Leave out {option.flag}.")
        if option.mode not in (None, plan.mode):
            only = f"{title} has {option.feature} only in {option.mode} mode"
            raise UsageError(f"{only}. Leave out {option.flag} or --mode.")
        if (
            plan.story is not None
            and option.story_conflict is not None
            and (reason := option.story_conflict(plan.story, content))
        ):
            raise UsageError(f"{story_title(plan.story, content)} {reason}. Leave out {option.flag} or --story.")


# --- an unfinished game --------------------------------------------------------------------------


def find_game_to_resume(arguments: PlayArguments, journal: Journal, content: Content) -> int | None:
    """Return the number of the game to continue, or `None` for a new game."""
    if arguments.resume is None:
        return None
    refused = [f"--{name}" for name in NEW_GAME_ONLY if getattr(arguments, name)]
    refused += [option.flag for option in chosen_game_options(arguments)]
    if refused:
        raise UsageError(f"A game continues the way it began. Leave out {refused[0]}.")
    is_number = arguments.resume.isdecimal()
    number, words = (arguments.resume, arguments.game) if is_number else ("", [arguments.resume, *arguments.game])
    name = match_game(" ".join(words)) if any(words) else None
    unfinished = [listing for listing in journal.games(unfinished=True) if name in (None, listing.game)]
    found = next((listing for listing in unfinished if number in ("", str(listing.id))), None)
    if found is None:
        raise UsageError(explain_missing_game(name, number, unfinished))
    if journal.find_note("privacy", found.id) == Privacy.BOOTH and not has_private_output(arguments):
        raise UsageError(f"Game {found.id} uses the booth. Add --private or --headphones again.")
    # Open the game now: if it is damaged or in use, the user should learn that before the welcome.
    with Table.resume(journal, found.id) as table:
        if not host_of(table.name).has_content(table.state.options, content_of_game(journal, found.id, content)):
            raise UsageError(f"Game {found.id} uses your own stories. Add --pack with their folder again.")
    return found.id


def explain_missing_game(name: str | None, number: str, unfinished: Sequence[GameSummary]) -> str:
    kind = f"game of {games()[name].TITLE}" if name else "game"
    missing = f"No unfinished {kind} has the number {number}." if number else f"There is no unfinished {kind}."
    if not unfinished:
        return f"{missing} `narrator play` starts a new one."
    return f"{missing} You can continue {', '.join(map(describe_game, unfinished))}."


def describe_game(listing: GameSummary) -> str:
    title = games()[listing.game].TITLE if listing.game in games() else listing.game
    players = f" with {join_words(seat.name for seat in listing.seats)}" if listing.seats else ""
    return f"{listing.id} ({title}{players})"


# --- content -------------------------------------------------------------------------------------


def load_content_with_pack(pack: Path | None) -> Content:
    """Return the built-in content, with the stories of a pack added if it has no errors."""
    if pack is None:
        return LazyContent()
    if not pack.exists():
        raise UsageError(f"{pack} is not a folder. `narrator new-pack {pack}` creates a pack there.")
    from narrator.apps.check.run import has_errors  # noqa: PLC0415 - the checks are slow to import, and packs are rare

    folder = open_pack(pack)
    if has_errors(folder):
        raise UsageError(f"The pack {pack} has errors. `narrator check {pack}` lists them.")
    return load_family_content(folder)

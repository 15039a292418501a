"""From the words of the command line to what is to be played. What cannot be meant is answered in a sentence."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from narrator.apps.commands._options import PlayArguments
from narrator.core.errors import Mistake
from narrator.core.game import CardSource, Seat
from narrator.core.text import join_words
from narrator.dialog.changes import game_of_story, title_of
from narrator.dialog.lobby import tidy_names
from narrator.games import game_ids, games
from narrator.games import game_options as every_wish
from narrator.games.hosting.host import host_of
from narrator.games.hosting.options import GameOption
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import Content, LazyContent, load_content
from narrator.language.understanding.grammar import game_names as other_names
from narrator.language.understanding.grammar import mode_names
from narrator.language.understanding.player_list import parse_players
from narrator.language.understanding.understand import tidy
from narrator.storage.journal import Journal
from narrator.storage.records import GameSummary
from narrator.storage.table import Table
from narrator.storage.texts import content_of_game

T = TypeVar("T")

CLOSE = 60  # how like a name a word must look, of a hundred, to be offered instead
CARDS = {"spoken": CardSource.SPOKEN, "table": CardSource.TABLE, "own": CardSource.TABLE, "our own": CardSource.TABLE}
NEW_GAME_ONLY = ("mode", "players", "story", "cards", "seed", "privacy")
"""What cannot be chosen any more when a game goes on, nor can the wishes of a game."""


# --- what is played ------------------------------------------------------------------------------


def plan_of(wishes: PlayArguments, content: Content) -> Plan:
    """The plan, as far as it was said; the rest is asked for, or has a good default."""
    game = game_of(" ".join(wishes.game)) if wishes.game else None
    story = meant(wishes.story, story_names(content), "story") if wishes.story is not None else None
    mode = mode_of(wishes.mode, game) if wishes.mode is not None else None
    wished = wished_for(wishes)
    plan = Plan(
        game=game or game_for(wished, story, mode, content),
        mode=mode or next((wish.mode for wish in wished if wish.mode), None),
        seats=players_of(wishes.players) if wishes.players is not None else (),
        story=story,
        cards=meant(wishes.cards, CARDS, "kind of cards") if wishes.cards is not None else CardSource.SPOKEN,
        game_options=dict(wishes.own),
        privacy=privacy_of(wishes),
        seed=wishes.seed,
    )
    check_together(plan, wished, content)
    return plan


def wished_for(wishes: PlayArguments) -> list[GameOption]:
    known = {wish.name: wish for some in every_wish().values() for wish in some}
    return [wish for name, wish in known.items() if name in wishes.own]


def having(wish: GameOption) -> list[str]:
    return [game for game, some in every_wish().items() if wish in some]


def game_of(words: str) -> str:
    """The game that is meant. Who writes its whole name need not wait until all others have told their titles."""
    name = plain(words).replace(" ", "_")
    return name if name in game_ids() else meant(words, game_names(), "game")


def game_names() -> dict[str, str]:
    """Every game by what people call it, the plainest first."""
    plainly = {name.replace("_", " "): name for name in games()}
    return plainly | {game.TITLE: name for name, game in games().items()} | dict(other_names())


def story_names(content: Content) -> dict[str, str]:
    told = {name: title for game in games() for name, title in host_of(game).story_titles(content).items()}
    return {title: name for name, title in told.items()} | {name: name for name in told}


def mode_of(words: str, game: str | None) -> str:
    among = [games()[game]] if game else list(games().values())
    modes = {str(mode): str(mode) for each in among for mode in each.MODES}
    spoken = {said: mode for said, mode in mode_names() if mode in modes}
    return meant(words, modes | spoken, "mode", f" in {among[0].TITLE}" if game else "")


def game_for(wished: Sequence[GameOption], story: str | None, mode: str | None, content: Content) -> str | None:
    """The game that goes without saying: only one has that mode, that story, or dice."""
    if story is not None:
        return game_of_story(story, content)
    in_mode = [name for name, game in games().items() if mode in game.MODES] if mode is not None else []
    return next((only[0] for only in (*map(having, wished), in_mode) if len(only) == 1), None)


def players_of(words: str) -> tuple[Seat, ...]:
    seats = parse_players(tidy_names(words))
    if not seats:
        raise Mistake(f'"{words}" does not read like names. Write them so: --players "Lily 6, Nick 8".')
    return seats


def privacy_of(wishes: PlayArguments) -> Privacy | None:
    if wishes.keypad is not None and not whispers(wishes):
        raise Mistake("A keypad is for the booth, which needs --private as well: where only one player hears or reads.")
    if wishes.privacy is None:
        return None
    privacy = meant(wishes.privacy, {each.value: each for each in Privacy}, "kind of privacy")
    if privacy is Privacy.BOOTH and not whispers(wishes):
        raise Mistake(
            "The booth needs a place that only one player hears or reads. "
            "Name it with --headphones, or with --private: another terminal, a pipe or a file."
        )
    return privacy


def whispers(wishes: PlayArguments) -> bool:
    """Whether there is a place that only one player hears or reads."""
    return wishes.private is not None or wishes.headphones is not None


def check_together(plan: Plan, wished: Sequence[GameOption], content: Content) -> None:
    """Refuse what does not go together, and what the game, its mode or its story does not have, rather than leave out
    half of it."""
    if plan.game is None:
        return
    title = games()[plan.game].TITLE
    if plan.story is not None and game_of_story(plan.story, content) != plan.game:
        other = games()[game_of_story(plan.story, content)].TITLE
        raise Mistake(f"{title_of(plan.story, content)} is for {other}, not for {title}.")
    if plan.cards is CardSource.TABLE and not host_of(plan.game).USES_CARDS:
        raise Mistake(f"{title} has no cards. Leave out --cards.")
    for wish in wished:
        if plan.game not in having(wish):
            raise Mistake(f"{title} has no {wish.feature}. Leave out {wish.flag}.")
        if wish.mode not in (None, plan.mode):
            only = f"{title} has {wish.feature} only in the {wish.mode} mode"
            raise Mistake(f"{only}. Leave out {wish.flag}, or --mode.")
        if (
            plan.story is not None
            and wish.story_conflict is not None
            and (amiss := wish.story_conflict(plan.story, content))
        ):
            raise Mistake(f"{title_of(plan.story, content)} {amiss}. Leave out {wish.flag}, or --story.")


# --- what goes on --------------------------------------------------------------------------------


def game_to_resume(wishes: PlayArguments, journal: Journal, content: Content) -> int | None:
    """The number of the game to go on with, if one is wanted; nothing if it is to be a new one."""
    if wishes.resume is None:
        return None
    decided = [f"--{name}" for name in NEW_GAME_ONLY if getattr(wishes, name)]
    decided += [wish.flag for wish in wished_for(wishes)]
    if decided:
        raise Mistake(f"A game goes on as it was begun. Leave out {decided[0]}.")
    number, words = (wishes.resume, wishes.game) if wishes.resume.isdecimal() else ("", [wishes.resume, *wishes.game])
    name = game_of(" ".join(words)) if any(words) else None
    waiting = [kept for kept in journal.games(unfinished=True) if name in (None, kept.game)]
    found = next((kept for kept in waiting if number in ("", str(kept.id))), None)
    if found is None:
        raise Mistake(no_such_game(name, number, waiting))
    if journal.find_note("privacy", found.id) == Privacy.BOOTH and not whispers(wishes):
        raise Mistake(
            f"Game {found.id} is played with the booth. Name its private line again, with --private or --headphones."
        )
    with Table.resume(journal, found.id) as table:  # taken or damaged? Better said now than after a welcome
        if not host_of(table.name).has_content(table.state.options, content_of_game(journal, found.id, content)):
            raise Mistake(f"Game {found.id} is played with stories of your own. Name their folder again, with --pack.")
    return found.id


def no_such_game(name: str | None, number: str, waiting: Sequence[GameSummary]) -> str:
    kind = f"game of {games()[name].TITLE}" if name else "game"
    none = f"No unfinished {kind} has the number {number}." if number else f"There is no unfinished {kind}."
    if not waiting:
        return f"{none} `narrator play` begins a new one."
    return f"{none} These can go on: {', '.join(map(told_game, waiting))}."


def told_game(kept: GameSummary) -> str:
    title = games()[kept.game].TITLE if kept.game in games() else kept.game
    players = f" with {join_words(seat.name for seat in kept.seats)}" if kept.seats else ""
    return f"{kept.id} ({title}{players})"


# --- with which stories --------------------------------------------------------------------------


def content_with(pack: Path | None) -> Content:
    """The story box, and the family's pack on top of it if it can be played."""
    if pack is None:
        return LazyContent()
    if not pack.is_dir():
        raise Mistake(f"{pack} is no folder. `narrator new-pack {pack}` writes a pack to begin with.")
    from narrator.apps.check.run import broken  # noqa: PLC0415 - the checks take long to load, and packs are rare

    if broken(pack):
        raise Mistake(f"The pack {pack} cannot be played as it is: `narrator check {pack}` says what to mend.")
    return load_content(pack)


# --- what was meant ------------------------------------------------------------------------------


def meant(words: str, names: Mapping[str, T], thing: str, where: str = "") -> T:
    """What a person meant: the name as it is, or a beginning that fits only one thing. Never a guess."""
    asked = plain(words)
    exactly = things({name: value for name, value in names.items() if plain(name) == asked})
    beginning = things({name: value for name, value in names.items() if asked and plain(name).startswith(asked)})
    for fitting in (exactly, beginning):
        if len(fitting) == 1:
            return next(iter(fitting))
        if fitting:
            raise Mistake(f'"{words}" could be {join_words(fitting.values(), "or")}. Write a little more of it.')
    raise Mistake(f'There is no {thing} "{words}"{where}. {offered(asked, names)}')


def plain(words: str) -> str:
    """As file names are written, but with spaces: "The-Lighthouse" → "lighthouse"."""
    return re.sub(r"[\s_-]+", " ", tidy(words)).casefold().removeprefix("the ")


def things(names: Mapping[str, T]) -> dict[T, str]:
    """Each thing once, with its first name."""
    firsts: dict[T, str] = {}
    for name, thing in names.items():
        firsts.setdefault(thing, name)
    return firsts


def offered(asked: str, names: Mapping[str, Any]) -> str:
    """The nearest name, or everything there is."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only for those who mistyped

    near = process.extractOne(asked, {name: plain(name) for name in names}, scorer=fuzz.ratio, score_cutoff=CLOSE)
    return f"There is {join_words(things(names).values())}." if near is None else f"Did you mean {near[2]}?"

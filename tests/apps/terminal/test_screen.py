"""The screen: large text without colours, drawn when it changes, and never a secret."""

import io
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from narrator.apps.demo.guests import Guest
from narrator.apps.terminal.screen import ScreenOutput
from narrator.core.game import SpokenWords
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.panels import PanelText
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import Content, load_content
from narrator.language.lines.audience import Alone, Audience
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.player_list import parse_players
from narrator.storage.journal import Journal
from tests.support.playouts import playout, variants

STYLED = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


class Screen:
    """A terminal of this width, and a private output."""

    def __init__(self, width: int = 80) -> None:
        self.room = io.StringIO()
        self.booth = io.StringIO()
        self.table: tuple[PanelText, ...] = ()
        console = Console(
            file=self.room, force_terminal=True, color_system="truecolor", width=width, legacy_windows=False
        )
        self.output = ScreenOutput(console, lambda: self.table, self.booth)

    @property
    def shown(self) -> str:
        """The text without styles."""
        return STYLED.sub("", self.room.getvalue())


def panel_texts(game: str, view: Any, content: Content) -> tuple[PanelText, ...]:
    return tuple(panel.to_text(LineRenderer("en", game)) for panel in host_of(game).panels(view, content))


class ScreenGame:
    """A game on a screen, with random answers."""

    def __init__(self, folder: Path, content: Content, plan: Plan) -> None:
        self.content = content
        self.screen = Screen()
        journal = Journal.open(folder / "narrator.sqlite")
        self.conversation = Conversation(journal, content, plan, private_line=True, practice=False)
        self.show(self.conversation.open())

    def show(self, lines: tuple[SpokenLine, ...]) -> None:
        if self.conversation.room:
            game, view = self.conversation.room
            self.screen.table = panel_texts(game, view, self.content)
        self.screen.output.say(lines)

    def play(self, seed: int) -> Iterator[None]:
        player = Guest(random.Random(seed))
        while self.conversation.game_topic is not None:
            yield
            answer = player.answer(self.conversation)
            pressed = answer.startswith("#")
            self.show(self.conversation.key(answer[1:]) if pressed else self.conversation.hear(answer))


def rivals(mode: str = "basic", privacy: Privacy = Privacy.BOOTH) -> Plan:
    seats = parse_players("Lily 5, Nick 8, Julie 7")
    return Plan("storytellers", mode, seats, story="lighthouse", privacy=privacy, seed="screen")


# --- how it looks --------------------------------------------------------------------------------


def test_lines_are_bold_and_the_question_is_marked() -> None:
    screen = Screen()
    screen.output.say([SpokenLine("Once upon a time."), SpokenLine("Who shall it be?")])
    assert screen.shown.splitlines() == ["", "   Once upon a time.", "", " ▶ Who shall it be?", ""]
    assert "\x1b[1mOnce upon a time.\x1b[0m" in screen.room.getvalue()


def test_no_colours_are_used(tmp_path: Path, content: Content) -> None:
    played = ScreenGame(tmp_path, content, rivals())
    list(played.play(1))
    assert set(STYLED.findall(played.screen.room.getvalue())) == {"\x1b[1m", "\x1b[1;7m", "\x1b[0m"}


@pytest.mark.point(15)
@pytest.mark.parametrize("width", [20, 40, 80, 300])
def test_lines_fit_the_screen_and_are_not_too_long(width: int) -> None:
    screen = Screen(width)
    screen.table = (PanelText("The Lighthouse Is Out", (("a strict harbor master", "the swan"),)),)
    screen.output.say([SpokenLine("word " * 200), SpokenLine("antidisestablishmentarianism")])
    assert max(cell_len(line.rstrip()) for line in screen.shown.splitlines()) <= min(width, 76)


def test_markup_and_control_characters_have_no_effect() -> None:
    screen = Screen()
    screen.table = (PanelText("[red]A title[/]\x1b[31m", (("[b]role", ":smile:"),)),)
    screen.output.say([SpokenLine("[bold]not bold[/bold] :bomb: \x1b[2J\x07")])
    assert "[bold]not bold[/bold] :bomb:" in screen.shown
    assert "[red]A title[/]" in screen.shown
    assert "\x1b[2J" not in screen.room.getvalue()
    assert "\x1b[31m" not in screen.room.getvalue()


def test_panel_is_drawn_above_the_question_when_it_changes() -> None:
    screen = Screen()
    screen.table = (PanelText("The book", (("a cook", "?"),)),)
    screen.output.say([SpokenLine("A story."), SpokenLine("Who?")])
    assert screen.shown.index("A story.") < screen.shown.index("The book") < screen.shown.index("Who?")
    screen.output.say([SpokenLine("Who?")])
    assert screen.shown.count("The book") == 1
    screen.table = (PanelText("The book", (("a cook", "the owl"),)),)
    screen.output.say([SpokenLine("The owl.")])
    assert screen.shown.count("The book") == 2


def test_prompt_is_shown_while_input_is_expected() -> None:
    room, typing = io.StringIO(), True
    output = ScreenOutput(Console(file=room), lambda: (), prompt=lambda: typing)
    output.say([SpokenLine("Who is playing?")])
    assert room.getvalue().endswith(" > ")
    typing = False
    output.say([SpokenLine("Goodbye!")])
    assert room.getvalue().endswith("Goodbye!\n\n")


def test_close_moves_the_cursor_to_a_new_line() -> None:
    room = io.StringIO()
    output = ScreenOutput(Console(file=room), lambda: (), prompt=lambda: True)
    output.say([SpokenLine("Who is playing?")])
    output.close()
    output.close()
    assert room.getvalue().endswith(" > \n")


# --- panels --------------------------------------------------------------------------------------


def test_story_panel_shows_roles_and_characters(tmp_path: Path, content: Content) -> None:
    played = ScreenGame(tmp_path, content, rivals())
    first = next(panel for panel in played.screen.table)
    (role, opened), (_, searched) = first.rows
    assert (first.title, role, searched) == ("The Lighthouse Is Out", "a strict harbor master", "?")
    assert opened.split("  ")[-1] in {character.emoji for character in content.characters}
    list(played.play(2))
    final = played.screen.table[0]
    assert len(final.rows) == 6
    assert all(who != "?" for _, who in final.rows)


def test_scores_are_sorted_and_stay_after_the_end(tmp_path: Path, content: Content) -> None:
    played = ScreenGame(tmp_path, content, rivals())
    list(played.play(3))
    standing = next(panel for panel in played.screen.table if panel.title == "Standing")
    points = [int(points) for points, _ in standing.rows]
    assert points == sorted(points, reverse=True)
    assert {name for _, name in standing.rows} == {"Lily", "Nick", "Julie"}


def test_cards_on_the_table_show_symbol_and_picture(tmp_path: Path, content: Content) -> None:
    played = ScreenGame(tmp_path, content, rivals("youngest", Privacy.OPEN))
    drawn = [panel for _ in played.play(4) for panel in played.screen.table if panel.title == "On the table"]
    assert [symbol for symbol, _ in drawn[0].rows] == ["1", "2", "3"]
    assert all(picture.startswith("the ") or picture[0].isupper() for _, picture in drawn[0].rows)


def test_clue_and_dice_are_shown(content: Content) -> None:
    dixit, cat_dice = (
        playout(next(one for one in variants() if one.name == name), 1) for name in ("dixit", "cat_dice")
    )
    assert PanelText("The clue", (("“a cloud”",),)) in panel_texts(
        "dixit", replace(dixit, clue=SpokenWords("a cloud")), content
    )
    rolled = replace(cat_dice, dice=(1, 2, 2, 5, 6), kept=(2, 2))
    assert PanelText("Dice", (("Rolled", "1  2  2  5  6"), ("Kept", "2  2"))) in panel_texts(
        "cat_dice", rolled, content
    )


# --- secrets -------------------------------------------------------------------------------------


def test_private_line_does_not_change_the_screen() -> None:
    screen = Screen()
    screen.output.say([SpokenLine("Lily, the booth is yours.")])
    before = screen.room.getvalue()
    screen.table = (PanelText("The book", (("a cook", "?"),)),)
    screen.output.say([SpokenLine("You chose the owl.", Audience("Lily", Alone.IN_BOOTH))])
    assert screen.room.getvalue() == before
    assert screen.booth.getvalue() == "You chose the owl.\n"


@pytest.mark.parametrize("seed", range(5))
def test_hidden_card_is_never_on_the_screen(tmp_path: Path, content: Content, seed: int) -> None:
    played = ScreenGame(tmp_path, content, rivals())
    for _ in played.play(seed):
        state = played.conversation.game_topic.table.state  # type: ignore[union-attr]  # the game is running
        hidden = {card for hand in state.hands.values() for card in hand} | {*state.pile}
        if not state.face_up:
            hidden |= {card for cards in state.laid.values() for card in cards}
        shown = " ".join(played.screen.shown.split())
        for character in (content.character(card) for card in hidden):
            assert character.emoji not in shown
            assert character.picture[1:] not in shown  # the first letter may be a capital
    whispers = {whisper for whisper in played.screen.booth.getvalue().splitlines() if "again" in whisper}
    assert whispers
    assert not [whisper for whisper in whispers if whisper in " ".join(played.screen.shown.split())]


def test_panels_do_not_depend_on_hidden_cards(tmp_path: Path, content: Content) -> None:
    played = ScreenGame(tmp_path, content, rivals())
    game = games()["storytellers"]
    for _ in played.play(6):
        state = played.conversation.game_topic.table.state  # type: ignore[union-attr]  # the game is running
        other = replace(
            state,
            hands={name: tuple(reversed(state.pile[:5])) for name in state.hands},
            pile=state.pile[5:],
            votes=dict.fromkeys(state.votes, 1),
        )
        drawn = [host_of("storytellers").panels(game.view(one, None), content) for one in (state, other)]
        assert drawn[0] == drawn[1]


@pytest.mark.parametrize("name", sorted(set(games()) - {"storytellers"}))
def test_panels_of_every_game_show_no_hand(name: str, content: Content) -> None:
    smallest = {one.options.mode: one for one in reversed(list(variants())) if one.name == name}
    for variant in smallest.values():

        def watch(before: object, move: object, step: object) -> None:
            state = step.state  # type: ignore[attr-defined]  # each game has its own type
            drawn = panel_texts(name, variant.game.view(state, None), content)  # noqa: B023  # called before the next variant
            cells = {cell for panel in drawn for row in panel.rows for cell in row}
            assert not cells & {card for hand in getattr(state, "hands", {}).values() for card in hand}

        playout(variant, 1, watch)

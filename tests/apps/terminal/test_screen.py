"""What is on the screen: large, without colours, drawn when it changes, and never a secret."""

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
from narrator.apps.terminal.screen import ScreenVoice
from narrator.core.game import SpokenWords
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.panels import PanelText
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import Content, load_content
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
    """A terminal of this width, and the booth beside it."""

    def __init__(self, width: int = 80) -> None:
        self.room = io.StringIO()
        self.booth = io.StringIO()
        self.table: tuple[PanelText, ...] = ()
        console = Console(
            file=self.room, force_terminal=True, color_system="truecolor", width=width, legacy_windows=False
        )
        self.voice = ScreenVoice(console, lambda: self.table, self.booth)

    @property
    def shown(self) -> str:
        """As it is read."""
        return STYLED.sub("", self.room.getvalue())


def in_words(game: str, view: Any, content: Content) -> tuple[PanelText, ...]:
    return tuple(panel.to_text(LineRenderer("en", game)) for panel in host_of(game).panels(view, content))


class Evening:
    """A game on a screen, played by somebody who answers at random."""

    def __init__(self, folder: Path, content: Content, plan: Plan) -> None:
        self.content = content
        self.screen = Screen()
        journal = Journal.open(folder / "narrator.sqlite")
        self.conversation = Conversation(journal, content, plan, private_line=True, practice=False)
        self.said(self.conversation.open())

    def said(self, lines: tuple[SpokenLine, ...]) -> None:
        if self.conversation.room:
            game, view = self.conversation.room
            self.screen.table = in_words(game, view, self.content)
        self.screen.voice.say(lines)

    def play(self, seed: int) -> Iterator[None]:
        player = Guest(random.Random(seed))
        while self.conversation.game_topic is not None:
            yield
            answer = player.answer(self.conversation)
            pressed = answer.startswith("#")
            self.said(self.conversation.key(answer[1:]) if pressed else self.conversation.hear(answer))


def rivals(mode: str = "basic", privacy: Privacy = Privacy.BOOTH) -> Plan:
    seats = parse_players("Lily 5, Nick 8, Julie 7")
    return Plan("storytellers", mode, seats, story="lighthouse", privacy=privacy, seed="screen")


# --- how it looks --------------------------------------------------------------------------------


def test_every_line_is_bold_with_space_around_it_and_the_last_one_is_marked() -> None:
    screen = Screen()
    screen.voice.say([SpokenLine("Once upon a time."), SpokenLine("Who shall it be?")])
    assert screen.shown.splitlines() == ["", "   Once upon a time.", "", " ▶ Who shall it be?", ""]
    assert "\x1b[1mOnce upon a time.\x1b[0m" in screen.room.getvalue()


def test_nothing_is_told_by_colour(tmp_path: Path, content: Content) -> None:
    evening = Evening(tmp_path, content, rivals())
    list(evening.play(1))
    assert set(STYLED.findall(evening.screen.room.getvalue())) == {"\x1b[1m", "\x1b[1;7m", "\x1b[0m"}


@pytest.mark.point(15)
@pytest.mark.parametrize("width", [20, 40, 80, 300])
def test_lines_fit_the_screen_and_are_never_too_long_to_follow(width: int) -> None:
    screen = Screen(width)
    screen.table = (PanelText("The Lighthouse Is Out", (("a strict harbor master", "the swan"),)),)
    screen.voice.say([SpokenLine("word " * 200), SpokenLine("antidisestablishmentarianism")])
    assert max(cell_len(line.rstrip()) for line in screen.shown.splitlines()) <= min(width, 76)


def test_markup_and_control_characters_are_only_letters() -> None:
    screen = Screen()
    screen.table = (PanelText("[red]A title[/]\x1b[31m", (("[b]role", ":smile:"),)),)
    screen.voice.say([SpokenLine("[bold]not bold[/bold] :bomb: \x1b[2J\x07")])
    assert "[bold]not bold[/bold] :bomb:" in screen.shown
    assert "[red]A title[/]" in screen.shown
    assert "\x1b[2J" not in screen.room.getvalue()
    assert "\x1b[31m" not in screen.room.getvalue()


def test_a_page_is_drawn_above_the_question_when_it_has_changed_and_only_then() -> None:
    screen = Screen()
    screen.table = (PanelText("The book", (("a cook", "?"),)),)
    screen.voice.say([SpokenLine("A story."), SpokenLine("Who?")])
    assert screen.shown.index("A story.") < screen.shown.index("The book") < screen.shown.index("Who?")
    screen.voice.say([SpokenLine("Who?")])
    assert screen.shown.count("The book") == 1
    screen.table = (PanelText("The book", (("a cook", "the owl"),)),)
    screen.voice.say([SpokenLine("The owl.")])
    assert screen.shown.count("The book") == 2


def test_the_prompt_is_there_while_somebody_may_type() -> None:
    room, typing = io.StringIO(), True
    voice = ScreenVoice(Console(file=room), lambda: (), prompt=lambda: typing)
    voice.say([SpokenLine("Who is playing?")])
    assert room.getvalue().endswith(" > ")
    typing = False
    voice.say([SpokenLine("Goodbye!")])
    assert room.getvalue().endswith("Goodbye!\n\n")


def test_closing_leaves_the_cursor_on_a_line_of_its_own() -> None:
    room = io.StringIO()
    voice = ScreenVoice(Console(file=room), lambda: (), prompt=lambda: True)
    voice.say([SpokenLine("Who is playing?")])
    voice.close()
    voice.close()
    assert room.getvalue().endswith(" > \n")


# --- what lies on the table ----------------------------------------------------------------------


def test_the_book_shows_the_roles_and_who_plays_them(tmp_path: Path, content: Content) -> None:
    evening = Evening(tmp_path, content, rivals())
    first = next(page for page in evening.screen.table)
    (role, opened), (_, searched) = first.rows
    assert (first.title, role, searched) == ("The Lighthouse Is Out", "a strict harbor master", "?")
    assert opened.split("  ")[-1] in {character.emoji for character in content.characters}
    list(evening.play(2))
    final = evening.screen.table[0]
    assert len(final.rows) == 6
    assert all(who != "?" for _, who in final.rows)


def test_the_standing_has_the_best_first_and_is_there_after_the_end(tmp_path: Path, content: Content) -> None:
    evening = Evening(tmp_path, content, rivals())
    list(evening.play(3))
    standing = next(page for page in evening.screen.table if page.title == "Standing")
    points = [int(points) for points, _ in standing.rows]
    assert points == sorted(points, reverse=True)
    assert {name for _, name in standing.rows} == {"Lily", "Nick", "Julie"}


def test_the_cards_on_the_table_are_shown_by_symbol_and_picture(tmp_path: Path, content: Content) -> None:
    evening = Evening(tmp_path, content, rivals("youngest", Privacy.OPEN))
    drawn = [page for _ in evening.play(4) for page in evening.screen.table if page.title == "On the table"]
    assert [symbol for symbol, _ in drawn[0].rows] == ["1", "2", "3"]
    assert all(picture.startswith("the ") or picture[0].isupper() for _, picture in drawn[0].rows)


def test_a_clue_and_dice_are_shown_where_a_game_has_them(content: Content) -> None:
    dixit, cat_dice = (
        playout(next(one for one in variants() if one.name == name), 1) for name in ("dixit", "cat_dice")
    )
    assert PanelText("The clue", (("“a cloud”",),)) in in_words(
        "dixit", replace(dixit, clue=SpokenWords("a cloud")), content
    )
    rolled = replace(cat_dice, dice=(1, 2, 2, 5, 6), kept=(2, 2))
    assert PanelText("Dice", (("Rolled", "1  2  2  5  6"), ("Kept", "2  2"))) in in_words("cat_dice", rolled, content)


# --- secrets -------------------------------------------------------------------------------------


def test_what_is_whispered_neither_shows_nor_moves_the_screen() -> None:
    screen = Screen()
    screen.voice.say([SpokenLine("Lily, the booth is yours.")])
    before = screen.room.getvalue()
    screen.table = (PanelText("The book", (("a cook", "?"),)),)
    screen.voice.say([SpokenLine("You chose the owl.", to="Lily")])
    assert screen.room.getvalue() == before
    assert screen.booth.getvalue() == "You chose the owl.\n"


@pytest.mark.parametrize("seed", range(5))
def test_no_card_is_on_the_screen_before_it_lies_on_the_table(tmp_path: Path, content: Content, seed: int) -> None:
    evening = Evening(tmp_path, content, rivals())
    for _ in evening.play(seed):
        state = evening.conversation.game_topic.table.state  # type: ignore[union-attr]  # somebody is playing
        hidden = {card for hand in state.hands.values() for card in hand} | {*state.pile}
        if not state.face_up:
            hidden |= {card for cards in state.laid.values() for card in cards}
        shown = " ".join(evening.screen.shown.split())
        for character in (content.character(card) for card in hidden):
            assert character.emoji not in shown
            assert character.picture[1:] not in shown  # the first letter may be a capital
    whispers = {whisper for whisper in evening.screen.booth.getvalue().splitlines() if "again" in whisper}
    assert whispers
    assert not [whisper for whisper in whispers if whisper in " ".join(evening.screen.shown.split())]


def test_what_is_hidden_makes_no_difference_to_what_is_drawn(tmp_path: Path, content: Content) -> None:
    evening = Evening(tmp_path, content, rivals())
    game = games()["storytellers"]
    for _ in evening.play(6):
        state = evening.conversation.game_topic.table.state  # type: ignore[union-attr]  # somebody is playing
        other = replace(
            state,
            hands={name: tuple(reversed(state.pile[:5])) for name in state.hands},
            pile=state.pile[5:],
            votes=dict.fromkeys(state.votes, 1),
        )
        drawn = [host_of("storytellers").panels(game.view(each, None), content) for each in (state, other)]
        assert drawn[0] == drawn[1]


@pytest.mark.parametrize("name", sorted(set(games()) - {"storytellers"}))
def test_every_game_can_be_drawn_from_the_room_s_view_and_shows_no_hand(name: str, content: Content) -> None:
    smallest = {one.options.mode: one for one in reversed(list(variants())) if one.name == name}
    for variant in smallest.values():

        def watch(before: object, move: object, step: object) -> None:
            state = step.state  # type: ignore[attr-defined]  # whatever a game calls its state
            drawn = in_words(name, variant.game.view(state, None), content)  # noqa: B023  # called before the next variant
            cells = {cell for page in drawn for row in page.rows for cell in row}
            assert not cells & {card for hand in getattr(state, "hands", {}).values() for card in hand}

        playout(variant, 1, watch)

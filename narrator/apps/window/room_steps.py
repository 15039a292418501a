"""Divide what the narrator says into steps, so that the big screen shows what is being said and not what comes later.

Each step is a page that is shown when its line begins. While the cards on the table are read, they are turned over one
by one. When votes are revealed, the cards of the round stay, and owners, voters and points are added line by line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from narrator.apps.window.messages import Page, ShownCard, ShownPlayer
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.showing import Showing


@dataclass(frozen=True, slots=True)
class Step:
    """The page to show from the beginning of a line on."""

    line: str
    page: Page
    reply: int = 0
    """The number of the reply that the line belongs to."""


def make_steps(before: Page | None, after: Page, lines: Sequence[SpokenLine]) -> tuple[Step, ...]:
    """Return a step for each line, from the page before them to the page after them.

    The page after them comes with the question that follows the last line about the table; with the first line if no
    line is about the table.
    """
    about_table = [number for number, line in enumerate(lines) if line.shows]
    if before is None or not about_table:
        return tuple(Step(line.text, after) for line in lines)
    page = turn_face_down(before, after) if any(line.shows and line.shows.card for line in lines) else answered(before)
    steps = []
    for line in lines[: about_table[-1] + 1]:
        page = apply_showing(page, line.shows, after) if line.shows else page
        steps.append(Step(line.text, page))
    is_asked = False
    for line in lines[about_table[-1] + 1 :]:
        is_asked = is_asked or not line.is_narration
        steps.append(Step(line.text, after if is_asked else page))
    return tuple(steps)


def keep_last_round(before: Page | None, after: Page, lines: Sequence[SpokenLine], *, has_voice: bool = True) -> Page:
    """Return the page with the cards of the last round and their votes, until a new round covers them.

    Without a voice, a new page of the story covers them with the next answer: the reveal would never be seen.
    """
    if before is None or after.table or after.clue or after.title != before.title or not after.players:
        return after
    if before.is_last_round and not has_voice and any(line.is_narration for line in lines):
        return after
    page = answered(before)
    for line in lines:
        if line.shows and line.shows.moves_on:
            if has_voice:
                return after
            break
        page = apply_showing(page, line.shows, after) if line.shows else page
    is_revealed = any(card.owner or card.voters for card in page.table)
    return replace(after, table=page.table, is_last_round=True) if is_revealed else after


def answered(page: Page) -> Page:
    """Return the page after its question was answered."""
    players = tuple(replace(each, turn=False, awaited=False, doing="", gained=0) for each in page.players)
    return replace(page, question="", choices=(), beside=(), reading="", everybody=False, players=players)


def turn_face_down(before: Page, after: Page) -> Page:
    """Return the page after a reply with those cards face down that were not seen before it."""
    seen = {(card.number, card.name) for card in before.table if not card.hidden}
    return replace(
        after, table=tuple(replace(card, hidden=(card.number, card.name) not in seen) for card in after.table)
    )


def apply_showing(page: Page, shows: Showing, after: Page) -> Page:
    """Return the page with what this line shows."""
    if shows.moves_on:
        return answered(after)
    reading = "" if shows.card is None else str(shows.card)
    return replace(
        page,
        table=tuple(show_on_card(card, shows) for card in page.table),
        players=add_points(page.players, shows.gained, {each.name: each.score for each in after.players}),
        reading=reading,
    )


def show_on_card(card: ShownCard, shows: Showing) -> ShownCard:
    voters = [voter for voter, symbols in shows.votes.items() if card.number in map(str, symbols)]
    return replace(
        card,
        hidden=card.hidden and card.number != str(shows.card),
        voters=tuple(dict.fromkeys((*card.voters, *voters))),
        owner=next((owner for symbol, owner in shows.owners.items() if str(symbol) == card.number), card.owner),
    )


def add_points(
    players: Sequence[ShownPlayer], gained: Mapping[str, int], final: Mapping[str, int | None]
) -> tuple[ShownPlayer, ...]:
    """Return the players with these points, but not more than they have in the end: a line may be repeated."""
    return tuple(
        replace(
            each,
            gained=gained.get(each.name, each.gained),
            score=min((each.score or 0) + gained[each.name], final.get(each.name) or 0)
            if each.name in gained
            else each.score,
        )
        for each in players
    )

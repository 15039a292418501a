"""Narration that several hosts share."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from narrator.core.cards import CardTable
from narrator.core.game import Outcome, SpokenWords
from narrator.language.language import get_language
from narrator.language.lines.clip_marks import quote_clip
from narrator.language.lines.line import Line, line
from narrator.language.lines.showing import Showing

MAX_FULL_VOTE_LINES = 2
"""If more cards got votes, only the first line says "voted for"."""


def as_sentence(words: SpokenWords | None) -> str:
    """Return the player's words with a full stop; empty if there are none."""
    text = quote_clip(words).strip()
    return text if not text or text[-1] in ".!?…" else f"{text}."


def vote_lines(
    votes: Mapping[str, Collection[int]],
    owners: Mapping[int, str | None],
    face_up: Mapping[int, str | None],
    symbols: Iterable[int],
) -> Iterator[Line]:
    """Yield a line for each of these symbols that got votes: who voted for it, and whose card it is, if known."""
    chosen = {symbol: [voter for voter, picked in votes.items() if symbol in picked] for symbol in symbols}
    chosen = {symbol: voters for symbol, voters in chosen.items() if voters}
    for number, (symbol, voters) in enumerate(chosen.items()):
        name, owner = get_language().strip_definite_article(face_up.get(symbol) or ""), owners.get(symbol)
        card = get_language().definite(name) if name else ""
        in_full = number == 0 or len(chosen) <= MAX_FULL_VOTE_LINES
        facts = {"voters": voters, "symbol": symbol, "card": card, "name": name, "owner": owner, "in_full": in_full}
        shows = Showing(votes=dict.fromkeys(voters, (symbol,)), owners={symbol: owner} if owner else {})
        yield Line("votes-revealed", facts, shows=shows)


def last_vote_lines(table: CardTable) -> Iterator[Line]:
    """Yield who voted for what when votes were last revealed. The screens do not change."""
    if past := table.last_votes:
        for each in vote_lines(past.votes, past.owners, past.face_up, past.face_up):
            yield replace(each, shows=None)


def narrate_winners(outcome: Outcome) -> Iterator[Line]:
    """Yield who won. `sides` counts the winning players or teams."""
    if outcome.winners:
        best = max(outcome.scores.values(), default=0)
        sides = sum(points == best for points in outcome.scores.values())
        yield line("won", winners=outcome.winners, count=len(outcome.winners), sides=sides, points=best)

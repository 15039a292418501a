"""Pictures in words: what the two games with pictures share when they are hosted.

A picture is a dream of the box. It is told as a sentence where it is new, later by its title; it is chosen by its
title, or by its number in the hand or on the table. The family's own cards have numbers only.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from narrator.box.content import Box, Dream
from narrator.cards import Found, Own
from narrator.host.asking import Answer, Ask, Choice, Place
from narrator.host.panels import Panel, on_symbols, quoted, shown, standing
from narrator.play import Cards, Clip, Event, Outcome
from narrator.tell.events import by_itself, plain
from narrator.tell.lines import Line, line
from narrator.tell.own_voice import own_words
from narrator.understand.grammar import Lists
from narrator.understand.numbers import in_words
from narrator.understand.understanding import tidy

Out = Mapping[int, str | None]
"""What lies on the table, by symbol; `None` is one of the family's own cards."""
Votes = Mapping[str, Collection[int]]
FEW = 6
"""Pictures on the table: two sentences for each of a dozen would take minutes."""
NOT_FOUND_YET = Found("", 0, ())


# --- what a game with pictures needs and shows -------------------------------------------------


def picture_texts(pictures: Collection[str], cards: Cards, box: Box) -> Iterator[Box]:
    """What is on the family's own cards, the family knows."""
    if pictures and cards is Cards.SPOKEN:
        of_odyssey = {*pictures} <= {*titles(box.odyssey_dreams)}
        yield Box(odyssey_dreams=box.odyssey_dreams) if of_odyssey else Box(dreams=box.dreams)


def has_pictures(pictures: Collection[str], cards: Cards, box: Box) -> bool:
    return cards is Cards.TABLE or {*pictures} <= {*titles(box.all_dreams)}


def picture_panels(clue: Clip | None, out: Out, scores: Mapping[str, int], box: Box) -> tuple[Panel, ...]:
    return shown(quoted("The clue", [clue.text if clue else None]), on_symbols(out, box), standing(scores))


# --- what the pictures are called --------------------------------------------------------------


def titles(dreams: Iterable[Dream]) -> tuple[str, ...]:
    """Pictures as the rules know them."""
    return tuple(dream.title for dream in dreams)


@dataclass(frozen=True, eq=False, slots=True)
class TheVery:
    """These pictures and no others. To compare them all would take longer than what is remembered of them."""

    dreams: tuple[Dream, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TheVery) and self.dreams is other.dreams

    def __hash__(self) -> int:
        return id(self.dreams)


@lru_cache(maxsize=4)
def catalogue(pictures: TheVery) -> Mapping[str, tuple[tuple[str, ...], str, str]]:
    """For each title what else it is called, and how it looks, also closer: without a full stop, because a number
    follows.
    """
    dreams = pictures.dreams
    last = Counter(last_word(dream.title) for dream in dreams)
    return {
        dream.title: (
            names_of(dream.title, short=last[last_word(dream.title)] == 1),
            dream.picture.strip().rstrip("."),
            dream.closer.strip().rstrip("."),
        )
        for dream in dreams
    }


def names_of(title: str, *, short: bool) -> tuple[str, ...]:
    """As it is spoken. "The tiger" will do for the pale tiger, if there is no other."""
    return (tidy(title), last_word(title)) if short else (tidy(title),)


def last_word(title: str) -> str:
    return tidy(title).split()[-1].casefold()


def choices(pictures: Iterable[tuple[Any, str]], box: Box) -> tuple[Choice, ...]:
    """For each value the picture that stands for it, as it is told and chosen."""
    known = {**catalogue(TheVery(box.odyssey_dreams)), **catalogue(TheVery(box.dreams))}
    return tuple(Choice(value, title, *known[title]) for value, title in pictures)


def in_hand(hand: Iterable[str], box: Box) -> tuple[Choice, ...]:
    return choices(((title, title) for title in hand), box)


def on_table(out: Out, box: Box) -> tuple[Choice, ...]:
    """The pictures by their symbols."""
    known = [(symbol, title) for symbol, title in out.items() if title is not None]
    return choices(known, box) if known else tuple(Choice(symbol, "") for symbol in out)


def every_name(pictures: Iterable[str], box: Box) -> Lists:
    """Every picture of the game, so that one that is not on offer can be refused by name."""
    named = ((name, each.said) for each in in_hand(pictures, box) for name in each.aliases)
    return {"card": [(name.removeprefix("the "), title) for name, title in named]}


def called(symbol: int, out: Out) -> str:
    """A picture on the table by its title, if it is known."""
    return out.get(symbol) or ""


# --- what is asked -----------------------------------------------------------------------------

PLACES = ("card", "card2")


def ask_first(question: Line, seats: Sequence[str], intents: Sequence[str], each: Sequence[Ask]) -> tuple[Ask, ...]:
    """Anybody may begin: who it is comes first, and then the question goes to that player."""
    who = Place("player", line("ask-who"), tuple(Choice(name, name) for name in seats), counted=False)
    clue = Place("clue", line("ask-clue", seat=None), free=True)
    answers = tuple(Answer(intent, nothing, (who, clue) if intent == "MyClue" else (who,)) for intent in intents)
    return (Ask(None, question, answers), *each)


def nothing(values: Mapping[str, Any]) -> list[Any]:
    """A question for anybody makes no move by itself: whoever is named is asked the rest."""
    return []


def clue_places(seat: str, question: Line) -> tuple[Place, Place]:
    """Nobody has to hurry: the clue is listened for only after the words "I have a clue"."""
    return Place("lead", question, example="I have a clue"), words_of_clue(seat)


def words_of_clue(seat: str) -> Place:
    return Place("clue", line("ask-clue", seat=seat), free=True, led_by=("MyClue", "Sing", "Mime"))


def clip(values: Mapping[str, Any]) -> Clip:
    """The clue as it was said."""
    clue = values["clue"]
    return clue if isinstance(clue, Clip) else Clip(text=plain(clue))


def spoken(clue: Clip | None) -> str:
    """The words of the clue as a sentence; nothing if there are none."""
    words = own_words(clue).strip()
    return words if not words or words[-1] in ".!?…" else f"{words}."


def card_places(questions: Sequence[Line], hand: tuple[Choice, ...]) -> tuple[Place, ...]:
    """As many cards of the hand as there are questions."""
    return tuple(
        Place(name, question, hand, hand=True, secret=True) for name, question in zip(PLACES, questions, strict=False)
    )


def picked(values: Mapping[str, Any], hand: Sequence[Choice], count: int = 1) -> tuple[str, ...]:
    """The chosen cards; a number counts the hand."""
    return tuple(card_of(values[name], hand) for name in PLACES[:count])


def card_of(value: Any, hand: Sequence[Choice]) -> str:
    if not isinstance(value, int):
        return str(value)
    return str(hand[value - 1].value) if 1 <= value <= len(hand) else in_words(value)


def ask_owner(symbols: Iterable[int], owners: Collection[int], seats: Iterable[str]) -> Ask:
    """The family's own cards: whose was it?"""
    symbol = min(symbol for symbol in symbols if symbol not in owners)
    question = line("ask-owner", symbol=symbol)
    owner = Place("player", question, tuple(Choice(name, name) for name in seats), counted=False)
    return Ask(None, question, (Answer("Own", lambda v: Own(v["player"], v.get("symbol", symbol)), (owner,)),))


# --- what is told ------------------------------------------------------------------------------


def described(event: Event, **facts: Any) -> Iterator[Line]:
    """An event whose fields say it all."""
    told = by_itself(event)
    if told is not None:
        yield Line(told.id, {**told.facts, **facts})


def read_table(out: Out, box: Box, *, asked: bool = False) -> Iterator[Line]:
    """Position last: "…, two of five". Each in two sentences, unless there are many and nobody asked to hear it all."""
    for choice in on_table(out, box):
        if choice.said:
            picture = (choice.closely() if asked or len(out) <= FEW else choice).picture
            yield line("on-symbol", card=choice.said, picture=picture, symbol=choice.value, count=len(out))


@dataclass(frozen=True, slots=True)
class Opened:
    """What has been shown of a round."""

    out: Out
    votes: Votes
    owners: Mapping[int, str]
    found: Found = NOT_FOUND_YET


def tell_votes(opened: Opened) -> Iterator[Line]:
    """Who voted for what, in the order of the symbols. Whose they were comes later."""
    for symbol in opened.out:
        voters = [voter for voter, symbols in opened.votes.items() if symbol in symbols]
        if voters:
            yield line("votes-for", voters=voters, count=len(voters), symbol=symbol, card=called(symbol, opened.out))


def tell_found(opened: Opened) -> Iterator[Line]:
    found = opened.found
    how = "all" if len(found.finders) == len(opened.votes) else "some" if found.finders else "nobody"
    yield Line("found", {**asdict(found), "card": called(found.symbol, opened.out), "how": how})


@dataclass(frozen=True, slots=True)
class Gain:
    """What one side got in a round, and for what."""

    points: int
    clue: int
    """Of these, for the clue: for finding it, for telling well, or because it was too easy or too hard."""
    why: str
    votes: int
    """Of these, for votes on a card of one's own."""
    had: int
    """So many votes there were."""
    lone: int
    """Of these, for finding it with an only vote."""
    cards: tuple[str, ...]
    """The cards with the votes."""


def gains(
    gained: Mapping[str, int],
    opened: Opened,
    side_of: Callable[[str], str] = lambda seat: seat,
    *,
    most: int | None = None,
    lone: bool = False,
) -> dict[str, Gain]:
    """What the points of this round were for, the best first.

    `side_of`: in teams, the team of a player. `most`: so many points at most for votes on one's own card. `lone`: who
    found it with an only vote got one more.
    """
    found, votes = opened.found, opened.votes
    finders = {side_of(seat) for seat in found.finders}
    others = "hard" if not found.finders else "easy" if len(found.finders) == len(votes) else "found"
    told = {}
    for side, points in sorted(gained.items(), key=lambda item: -item[1]):
        voted = votes_for(side, opened, side_of)
        for_votes = len(voted) if most is None else min(len(voted), most)
        only_vote = int(lone and side in finders and len(votes[side]) == 1)
        told[side] = Gain(
            points=points,
            clue=points - for_votes - only_vote,
            why="teller" if side == side_of(found.teller) else others,
            votes=for_votes,
            had=len(voted),
            lone=only_vote,
            cards=tuple(dict.fromkeys(title for symbol in voted if (title := called(symbol, opened.out)))),
        )
    return told


def votes_for(side: str, opened: Opened, side_of: Callable[[str], str]) -> list[int]:
    """The votes that others put on cards of this side; the storyteller's own card is another matter."""
    return [
        symbol
        for voter, symbols in opened.votes.items()
        for symbol in symbols
        if side_of(opened.owners[symbol]) == side != side_of(voter) and opened.owners[symbol] != opened.found.teller
    ]


def tell_gains(told: Mapping[str, Gain], *, pairs: bool = False) -> Iterator[Line]:
    """Who got the same for the same reason, in one breath; pairs one by one, because they have two names already."""
    groups: dict[Gain, list[str]] = {}
    for side, gain in told.items():
        if gain.why == "teller" and not gain.points:
            continue  # that was told with the storyteller's card
        why = gain.why if gain.clue else "nothing"
        groups.setdefault(replace(gain, why=why), []).append(side)
    for gain, sides in groups.items():
        reasons = sum(1 for part in (gain.clue, gain.votes, gain.lone) if part)
        facts = {**asdict(gain), "capped": gain.had > gain.votes, "reasons": reasons}
        for some in ([side] for side in sides) if pairs else [sides]:
            yield line("gained", seats=some, count=2 if pairs else len(some), each=len(some) > 1, **facts)


def tell_winners(outcome: Outcome, sides: int) -> Iterator[Line]:
    """Who won; `sides` is how many share the victory."""
    if outcome.winners:
        best = max(outcome.scores.values(), default=0)
        yield line("won", winners=outcome.winners, count=len(outcome.winners), sides=sides, points=best)

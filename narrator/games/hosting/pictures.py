"""Pictures in words: what the two games with pictures share when they are hosted.

A picture is a dream of the box. It is told at a glance where it is new, later by its title, and in whole sentences to
whoever asks; it is chosen by its title, or by its number in the hand or on the table. The family's own cards have
numbers only.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from narrator.core.cards import LaidOut, Own, Owned, RoundVoided
from narrator.core.clues import ClueTable, Found, Give, VotesRevealed
from narrator.core.game import CardSource, Event, Outcome, SpokenWords
from narrator.games.hosting.panels import Panel, non_empty_panels, quotes_panel, standing_panel, table_panel
from narrator.games.hosting.questions import (
    Answer,
    Choice,
    GameQuestion,
    Slot,
    choices_by_name,
    shorten_descriptions,
    single_slot_question,
)
from narrator.language.content.models import Dream
from narrator.language.content.packs import Content
from narrator.language.lines.clip_marks import quote_clip
from narrator.language.lines.event_lines import event_lines, plain_text
from narrator.language.lines.line import Line, line
from narrator.language.understanding.grammar import IdentityKey, Lists
from narrator.language.understanding.numbers import number_in_words
from narrator.language.understanding.understand import tidy

FaceUpCards = Mapping[int, str | None]
"""What lies on the table, by symbol; `None` is one of the family's own cards."""
VotesBySeat = Mapping[str, Collection[int]]
MAX_TABLE_WORDS = 70
"""So many words at most to tell what lies on the table, where it can be told at a glance as well."""
MAX_PICTURES_WITH_VOTES = 4
"""Votes for more pictures than these are not told one by one."""
MIN_GLANCE_WORDS = 6
"""A picture at a glance has so many words at least."""
STEM_LETTERS = 5
"""Letters that two forms of a word have in common."""
NOTHING_FOUND = Found("", 0, ())


# --- what a game with pictures needs and shows -------------------------------------------------


def content_to_save(chosen: Any, content: Content) -> Iterator[Content]:
    """What is on the family's own cards, the family knows."""
    if chosen.pictures and chosen.cards is CardSource.SPOKEN:
        of_odyssey = {*chosen.pictures} <= {*dream_titles(content.odyssey_dreams)}
        yield Content(odyssey_dreams=content.odyssey_dreams) if of_odyssey else Content(dreams=content.dreams)


def has_content(chosen: Any, content: Content) -> bool:
    return chosen.cards is CardSource.TABLE or {*chosen.pictures} <= {*dream_titles(content.all_dreams)}


def panels(view: Any, content: Content) -> tuple[Panel, ...]:
    clue = quotes_panel(line("panel-clue"), [view.clue.text if view.clue else None])
    return non_empty_panels(clue, table_panel(view.face_up, content), standing_panel(view.scores))


# --- what the pictures are called --------------------------------------------------------------


def dream_titles(dreams: Iterable[Dream]) -> tuple[str, ...]:
    return tuple(dream.title for dream in dreams)


@lru_cache(maxsize=4)
def picture_catalogue(pictures: IdentityKey[tuple[Dream, ...]]) -> Mapping[str, tuple[tuple[str, ...], str, str, str]]:
    """For each title what else it is called, and how it looks, also closer and at a glance: without a full stop,
    because a number follows.
    """
    dreams = pictures.it
    last = Counter(last_word(dream.title) for dream in dreams)
    return {
        dream.title: (
            # "the tiger" will do for the pale tiger, if there is no other
            (tidy(dream.title), *(word for word in (last_word(dream.title),) if last[word] == 1)),
            dream.picture.strip().rstrip("."),
            dream.closer.strip().rstrip("."),
            ensure_title(dream.title, first_clauses(dream.picture)),
        )
        for dream in dreams
    }


def first_clauses(picture: str) -> str:
    """The first clause of its sentence, or two if that is only the beginning of one."""
    glance = ""
    for clause in re.split(r"(?<=[,;:])\s", picture.strip().rstrip(".")):
        glance = f"{glance} {clause}".strip()
        if len(glance.split()) >= MIN_GLANCE_WORDS:
            break
    return glance.rstrip(",;:")


def ensure_title(title: str, glance: str) -> str:
    """Whoever has only glanced at it must know it by its title later."""
    stems = [word[:STEM_LETTERS] for word in tidy(title).casefold().split() if word != "the"]
    seen = any(word.startswith(stem) for stem in stems for word in tidy(glance).casefold().split())
    return glance if seen else f"{title}: {glance[:1].lower()}{glance[1:]}"


def last_word(title: str) -> str:
    return tidy(title).split()[-1].casefold()


def picture_choices(pictures: Iterable[tuple[Any, str]], content: Content) -> tuple[Choice, ...]:
    """For each value the picture that stands for it, as it is told and chosen."""
    known = {**picture_catalogue(IdentityKey(content.odyssey_dreams)), **picture_catalogue(IdentityKey(content.dreams))}
    return tuple(Choice(value, title, *known.get(title, ())) for value, title in pictures)  # others' are face down


def title_choices(hand: Iterable[str], content: Content) -> tuple[Choice, ...]:
    return picture_choices(((title, title) for title in hand), content)


def table_choices(out: FaceUpCards, content: Content) -> tuple[Choice, ...]:
    known = [(symbol, title) for symbol, title in out.items() if title is not None]
    return picture_choices(known, content) if known else tuple(Choice(symbol, "") for symbol in out)


def all_card_choices(state: Any, content: Content) -> tuple[Choice, ...]:
    return () if state.own_cards else title_choices(state.options.pictures, content)


def extra_vocabulary(state: Any, content: Content) -> Lists:
    """Every picture of the game: somebody may ask for one that another player holds."""
    named = [
        (name.removeprefix("the "), each.spoken) for each in all_card_choices(state, content) for name in each.aliases
    ]
    return {"card": named} if named else {}


def title_on_symbol(symbol: int, out: FaceUpCards) -> str:
    return out.get(symbol) or ""


# --- what is asked -----------------------------------------------------------------------------

CARD_SLOTS = ("card", "card2")


def ask_who_begins(
    question: Line, seats: Sequence[str], intents: Sequence[str], each: Sequence[GameQuestion]
) -> tuple[GameQuestion, ...]:
    """Anybody may begin: who it is comes first, and then the question goes to that player."""
    who = Slot("player", line("ask-who"), choices_by_name(seats), accepts_position=False)
    clue = Slot("clue", line("ask-clue", seat=None), is_free_text=True)
    answers = tuple(Answer(intent, no_moves, (who, clue) if intent == "MyClue" else (who,)) for intent in intents)
    return (GameQuestion(None, question, answers), *each)


def no_moves(values: Mapping[str, Any]) -> list[Any]:
    """A question for anybody makes no move by itself: whoever is named is asked the rest."""
    return []


def clue_slots(seat: str, question: Line, *, own_cards: bool) -> tuple[Slot, ...]:
    """Once the picture is chosen, the clue is taken as it comes. Who still looks through cards of their own has to say
    first that it comes now.
    """
    if own_cards:
        return Slot("lead", question, example="I have a clue"), clue_words_slot(seat)
    return (replace(clue_words_slot(seat), prompt=question),)


def clue_words_slot(seat: str) -> Slot:
    return Slot("clue", line("ask-clue", seat=seat), is_free_text=True, lead_in_intents=("MyClue", "Sing", "Mime"))


def clue_words(values: Mapping[str, Any]) -> SpokenWords:
    clue = values["clue"]
    return clue if isinstance(clue, SpokenWords) else SpokenWords(text=plain_text(clue))


def as_sentence(clue: SpokenWords | None) -> str:
    """The words of the clue as a sentence; nothing if there are none."""
    words = quote_clip(clue).strip()
    return words if not words or words[-1] in ".!?…" else f"{words}."


def card_slots(questions: Sequence[Line], hand: tuple[Choice, ...]) -> tuple[Slot, ...]:
    return tuple(
        Slot(name, question, hand, from_hand=True, is_secret=True)
        for name, question in zip(CARD_SLOTS, questions, strict=False)
    )


def ask_give(state: Any, player: str, seats: Sequence[str], content: Content, one: str = "ask-give") -> GameQuestion:
    """From the hand; who plays for the partner, too, gives from either hand. With three players, two cards each."""
    mine = tuple(card for seat in seats for card in title_choices(state.hands[seat], content))

    def give(values: Mapping[str, Any]) -> Give:
        cards = picked_cards(values, mine, state.cards_to_give)
        holder = next((seat for seat in seats if cards[0] in state.hands[seat]), seats[0])
        return Give(holder, cards)

    first = state.laid.keys() <= {state.teller}
    question = line(one if state.cards_to_give == 1 else "ask-give-two", seat=player, first=first)
    places = card_slots([question, line("ask-give-second", seat=player)][: state.cards_to_give], mine)
    intents = ("Give",) if state.cards_to_give == 1 else ("Give", "GiveTwo")
    return GameQuestion(player, question, tuple(Answer(intent, give, places) for intent in intents))


def ask_give_own(state: Any, seats: Sequence[str], **facts: Any) -> GameQuestion:
    """The family's own cards: all at once, and somebody says when it is done."""
    question = line("ask-give-own", teller=state.teller, gives=state.cards_to_give, **facts)
    return GameQuestion(None, question, (Answer("Ready", lambda v: [Give(seat) for seat in seats]),))


def picked_cards(values: Mapping[str, Any], hand: Sequence[Choice], count: int = 1) -> tuple[str, ...]:
    """The chosen cards; a number counts the hand, and one that counts nothing stands for itself."""
    counted = {number: choice.value for number, choice in enumerate(hand, 1)}
    chosen = (values[name] for name in CARD_SLOTS[:count])
    return tuple(
        counted.get(value, number_in_words(value)) if isinstance(value, int) else str(value) for value in chosen
    )


def ask_owner(symbols: Iterable[int], owners: Collection[int], seats: Iterable[str]) -> GameQuestion:
    """The family's own cards: whose was it?"""
    symbol = min(symbol for symbol in symbols if symbol not in owners)
    owner = Slot("player", line("ask-owner", symbol=symbol), choices_by_name(seats), accepts_position=False)
    return single_slot_question(None, owner, "Own", lambda v: Own(v["player"], v.get("symbol", symbol)))


# --- what is told ------------------------------------------------------------------------------


def describe_table(out: FaceUpCards, content: Content, *, asked: bool = False) -> Iterator[Line]:
    """Position last: "…, two". Each in two sentences for whoever asks to hear it all, else at a glance where there are
    many words.
    """
    pictures = [choice for choice in table_choices(out, content) if choice.spoken]
    told = [choice.with_details() for choice in pictures] if asked else shorten_descriptions(pictures, MAX_TABLE_WORDS)
    for choice in told:
        yield line("on-symbol", card=choice.spoken, picture=choice.description, symbol=choice.value, count=len(out))


def describe_options(state: Any, content: Content) -> Iterator[Line]:
    if any(state.face_up.values()):
        yield from describe_table(state.face_up, content, asked=True)
    elif state.face_up:
        yield line("numbers-only", count=len(state.face_up))


def repeat_clue(state: Any, **facts: Any) -> Iterator[Line]:
    if state.clue is not None:
        yield line("clue-is", teller=state.teller, clue=as_sentence(state.clue), **facts)


def list_table(out: FaceUpCards) -> Iterator[Line]:
    """What lies on the table, in the order of its numbers, for those who come back to it."""
    if known := [title for title in out.values() if title is not None]:
        yield line("table-is", cards=known)


@dataclass(frozen=True, slots=True)
class RevealedRound:
    face_up: FaceUpCards
    votes: VotesBySeat
    owners: Mapping[int, str]
    found: Found = NOTHING_FOUND


def reveal_round(events: Sequence[Event], before: ClueTable) -> RevealedRound:
    """What has been shown of this round by the end of these events: the points are told by it."""
    opened = RevealedRound(before.face_up, before.votes, before.owners)
    for event in events:
        match event:
            case LaidOut(cards):
                opened = replace(opened, face_up=cards)
            case VotesRevealed(votes, owners):
                known = {symbol: owner for symbol, owner in owners.items() if owner is not None}
                opened = replace(opened, votes=votes, owners=known)
            case Owned(seat, symbol):
                opened = replace(opened, owners={**opened.owners, symbol: seat})
            case Found():
                opened = replace(opened, found=event)
    return opened


def narrate_picture_event(
    event: Event, opened: RevealedRound, before: ClueTable, after: ClueTable, content: Content, **facts: Any
) -> Iterator[Line]:
    """What is told alike in all games with pictures."""
    match event:
        case LaidOut(cards):
            clue = as_sentence(before.clue)
            yield line("laid-out", clue=clue, count=len(cards), known=not before.own_cards, **facts)
            yield from describe_table(cards, content)
        case VotesRevealed():
            yield from narrate_votes(opened, before.teller)
        case Found():
            found = opened.found
            how = "all" if len(found.finders) == len(opened.votes) else "some" if found.finders else "nobody"
            yield from event_lines(found, card=title_on_symbol(found.symbol, opened.face_up), how=how)
        case RoundVoided(teller):
            yield line("round-voided", left=teller not in after.names)
        case _:
            yield from event_lines(event, **facts)


def narrate_votes(opened: RevealedRound, teller: str | None) -> Iterator[Line]:
    """Who was fooled by whose picture. The storyteller's comes last, with those who found it.

    Of many only those with the most votes are told. Where nobody knows yet whose they were, all the votes are.
    """
    fooled: dict[int, list[str]] = {}
    for symbol in opened.face_up:
        voters = [voter for voter, symbols in opened.votes.items() if symbol in symbols]
        if voters and (not opened.owners or opened.owners.get(symbol) != teller):
            fooled[symbol] = voters
    if fooled:  # where all found it, that is told next
        yield line("votes-revealed")
    most = max(map(len, fooled.values()), default=0)
    for symbol, voters in fooled.items():
        if len(fooled) <= MAX_PICTURES_WITH_VOTES or not opened.owners or len(voters) == most > 1:
            owner = opened.owners.get(symbol)
            yield line(
                "votes-for", voters=voters, symbol=symbol, card=title_on_symbol(symbol, opened.face_up), owner=owner
            )


def narrate_winners(outcome: Outcome) -> Iterator[Line]:
    """Who won, and how many share the victory: players, or teams."""
    if outcome.winners:
        best = max(outcome.scores.values(), default=0)
        sides = sum(points == best for points in outcome.scores.values())
        yield line("won", winners=outcome.winners, count=len(outcome.winners), sides=sides, points=best)

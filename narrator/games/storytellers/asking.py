"""The questions of Storytellers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from narrator.core.game import MAX_AGE
from narrator.games.hosting.questions import (
    Answer,
    Choice,
    GameQuestion,
    Slot,
    ask_owner,
    choices_by_name,
    single_slot_question,
)
from narrator.games.storytellers import moves
from narrator.games.storytellers.card_names import current_story, hand_choices, open_role, table_choices
from narrator.games.storytellers.rules import (
    Mode,
    Phase,
    State,
    cards_from_pile,
    legal,
    lowest_scorers,
    waiting,
)
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.event_lines import plain_text
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.understanding.grammar import game_choice_names
from narrator.language.understanding.understand import tidy

ADULT_AGE = MAX_AGE
"""The age recorded for players who would rather not say."""
CARDS_READ_FIRST = 3
"""Youngest: how many cards of the hand to read out before the player says "more"."""


def questions(state: State, content: Content) -> tuple[GameQuestion, ...]:
    match state.phase:
        case Phase.CHOOSING if state.own_cards:
            return (ask_lay_own(state, content),)
        case Phase.OWNING:
            return (ask_owner(state.face_up, state.owners, waiting(state)),)
        case Phase.NAMING:
            return (ask_name(state),)
    one_by_one = {
        Phase.CHOOSING: ask_lay,
        Phase.VOTING: ask_vote,
        Phase.TIE: ask_choice,
        Phase.AGREEING: ask_favour,
        Phase.AGES: ask_age,
        Phase.FORK: ask_way,
    }
    return tuple(one_by_one[state.phase](state, seat, content) for seat in waiting(state))


def ask_lay(state: State, seat: str, content: Content) -> GameQuestion:
    prompt = line("ask-lay", seat=seat, role=open_role(state, content), first=seat == state.names[0])
    card = Slot("card", prompt, hand_choices(state, seat, content), from_hand=True, is_secret=True)
    if state.options.mode is not Mode.YOUNGEST:  # a reason could give the card away
        return single_slot_question(seat, card, "Lay", lambda v: moves.Lay(seat, v["card"]))

    def ask_why(filled: Mapping[str, Any]) -> Line:
        return line("ask-why", seat=seat, card=get_language().definite(filled["card"]) if filled else None)

    card = replace(card, max_read_out=CARDS_READ_FIRST, is_secret=False)
    why = Slot("why", ask_why({}), is_free_text=True, is_skippable=True, prompt_given=ask_why)
    return GameQuestion(seat, prompt, (Answer("Lay", lambda v: moves.Lay(seat, v["card"], v["why"]), (card, why)),))


def ask_lay_own(state: State, content: Content) -> GameQuestion:
    """Own cards: ask all players at once to lay a card face down.

    In the youngest mode each lays a card face up in turn and says why.
    """
    seats = waiting(state)
    if state.options.mode is not Mode.YOUNGEST:
        added = cards_from_pile(state)
        prompt = line("ask-lay-own", role=open_role(state, content), added=added, count=len(state.seats) + added)
        return GameQuestion(None, prompt, (Answer("Ready", lambda v: [moves.Lay(seat) for seat in seats]),))
    prompt = line("ask-lay-open", seat=seats[0], role=open_role(state, content), symbol=len(state.laid) + 1)
    why = Slot("why", prompt, is_free_text=True, is_skippable=True)
    return single_slot_question(seats[0], why, "Why", lambda v: moves.Lay(seats[0], why=v["why"]))


def ask_name(state: State) -> GameQuestion:
    """Own cards: ask which character goes into the book, and confirm it, because it cannot be undone."""
    name = Slot("words", line("ask-name", symbol=state.symbol_to_name), is_free_text=True)

    def confirm(values: Mapping[str, Any]) -> Line:
        return line("sure-name", character=get_language().definite(tidy(plain_text(values["words"]))))

    return single_slot_question(None, name, "Name", lambda v: moves.Name(tidy(plain_text(v["words"]))), confirm=confirm)


def ask_vote(state: State, seat: str, content: Content) -> GameQuestion:
    prompt = line("ask-vote", seat=seat, role=open_role(state, content), first=not state.votes)
    symbol = Slot("symbol", prompt, table_choices(state, content), also_filled_by=("card",), is_secret=True)
    answer = Answer("Vote", lambda v: moves.Vote(seat, v["symbol"]), (symbol,))
    return GameQuestion(seat, prompt, (answer,), all_choose_first=state.options.mode is Mode.COOPERATIVE)


def ask_choice(state: State, seat: str, content: Content) -> GameQuestion:
    leading = table_choices(state, content, state.leading)
    names = AnyOf(choice.spoken for choice in leading if choice.spoken)
    symbols = AnyOf(get_language().number_word(choice.value) for choice in leading)
    prompt = line("ask-choose", seat=seat, cards=names, symbols=symbols)
    symbol = Slot("symbol", prompt, leading, also_filled_by=("card",))
    return single_slot_question(seat, symbol, "Choose", lambda v: moves.Choose(seat, v["symbol"]))


def ask_favour(state: State, seat: str, content: Content) -> GameQuestion:
    may_draw = moves.LeaveToChance in legal(state)
    prompt = line("ask-favour-or-draw" if may_draw else "ask-favour", seat=seat, role=open_role(state, content))
    symbol = Slot("symbol", prompt, table_choices(state, content), also_filled_by=("card",))
    favour = Answer("Favour", lambda v: moves.Favour(seat, v["symbol"]), (symbol,))
    mine = [symbol for symbol, owner in state.owners.items() if owner == seat]
    own = [Answer("FavourMine", lambda v: moves.Favour(seat, *mine))] if mine else []
    draw = [Answer("LeaveToChance", lambda v: moves.LeaveToChance())] if may_draw else []
    return GameQuestion(seat, prompt, (favour, *own, *draw), one_answers_for_all=True)


def ask_age(state: State, seat: str, content: Content) -> GameQuestion:
    """Ask for a player's age, or who is the youngest. A player who would rather not say counts as an adult."""
    prompt = line("ask-age", seat=seat)
    age = Slot("age", prompt, is_skippable=True)
    tell_age = Answer("TellAge", lambda v: moves.TellAge(seat, ADULT_AGE if v["age"] is None else v["age"]), (age,))
    others = waiting(state)
    known = [one.age for one in lowest_scorers(state) if one.age is not None]

    def youngest(name: str) -> list[moves.TellAge]:
        least = max(1, min([ADULT_AGE, *known]) - 1)
        return [moves.TellAge(each, least if each == name else ADULT_AGE) for each in others]

    who = Slot("player", prompt, choices_by_name(others))
    name_youngest = Answer("IsYoungest", lambda v: youngest(v["player"]), (who,))
    return GameQuestion(seat, prompt, (tell_age, name_youngest, Answer("AmYoungest", lambda v: youngest(seat))))


def ask_way(state: State, seat: str, content: Content) -> GameQuestion:
    ways = tuple(Choice(way.to, way.way) for way in current_story(state, content).card(state.card).fork)
    prompt = line("ask-way", seat=seat, ways=AnyOf(choice.spoken for choice in ways))
    slot = Slot("way", prompt, (*ways, Choice("", *game_choice_names("storytellers", "book"))))
    return GameQuestion(
        seat, prompt, (Answer("Wish", lambda v: moves.Wish(seat, v["way"] or None), (slot,)),), one_answers_for_all=True
    )

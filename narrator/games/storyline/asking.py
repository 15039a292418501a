"""The questions of StoryLine."""

from collections.abc import Iterable, Mapping

from narrator.core.cards import CardKind, Own
from narrator.core.game import winners
from narrator.games.hosting.questions import Answer, GameQuestion, Slot, choices_by_name, single_slot_question
from narrator.games.storyline import moves, rules
from narrator.games.storyline.card_names import (
    banner_facts,
    category_choices,
    effect_choice,
    name_on_symbol,
    row_choices,
)
from narrator.games.storyline.rules import Phase, State, waiting
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.event_lines import plain_text
from narrator.language.lines.line import AnyOf, Line, line


def questions(state: State, content: Content) -> tuple[GameQuestion, ...]:
    match state.phase:
        case Phase.BEGINNING:
            return (ask_begin(state),)
        case Phase.LAYING if state.own_cards:
            return (ask_lay_own(state),)
        case Phase.OWNING:
            return (ask_owner(state, rules.symbols_without_owner(state)[0]),)
        case Phase.NAMING:
            return (ask_name(state, rules.symbols_without_name(state)[0]),)
    one_by_one = {Phase.LAYING: ask_lay, Phase.PICKING: ask_pick, Phase.RESOLVING: ask_resolve, Phase.TIE: ask_winner}
    return tuple(one_by_one[state.phase](state, seat, content) for seat in waiting(state))


def ask_begin(state: State) -> GameQuestion:
    """Ask who finished a book last. If no one did, the youngest begins, or else the first player."""
    prompt = line("ask-begin")
    who = player_slot(prompt, state.names)
    by_age = sorted(state.seats, key=lambda seat: (seat.age is None, seat.age or 0))
    begin = Answer("Begin", lambda v: moves.Begin(v["player"]), (who,))
    return GameQuestion(None, prompt, (begin, Answer("BeginAnyhow", lambda v: moves.Begin(by_age[0].name))))


def player_slot(prompt: Line, names: Iterable[str]) -> Slot:
    """Return a slot for a player. After "me", the follow-up asks for the name."""
    return Slot("player", prompt, choices_by_name(names), prompt_given=lambda values: line("ask-who"))


def ask_lay_own(state: State) -> GameQuestion:
    """Own cards: ask all players at once to lay cards, and one of them to say when that is done."""
    everyone = waiting(state)
    count = len(everyone)
    prompt = line(
        "ask-lay-own", teller=state.teller, last=count, first2=count + 1, last2=2 * count, **banner_facts(state)
    )
    return GameQuestion(None, prompt, (Answer("Ready", lambda v: [moves.Lay(seat) for seat in everyone]),))


def ask_lay(state: State, seat: str, content: Content) -> GameQuestion:
    """Ask for one card per banner, out of the two of its category."""
    banners = zip(("card", "card2"), ("ask-lay", "ask-lay-too"), state.banners, strict=False)
    slots = tuple(
        Slot(
            name,
            line(prompt, seat=seat, category=kind),
            category_choices(state, seat, kind, content),
            from_hand=True,
            is_secret=True,
        )
        for name, prompt, kind in banners
    )
    lay = Answer("Lay", lambda v: moves.Lay(seat, tuple(v[name] for name in ("card", "card2") if name in v)), slots)
    return GameQuestion(seat, line("ask-lay", seat=seat, **banner_facts(state)), (lay,))


def ask_pick(state: State, seat: str, content: Content) -> GameQuestion:
    """Ask the teller for one symbol per banner, and for words to add."""
    rows = zip(("symbol", "symbol2"), ("ask-pick", "ask-pick-too"), state.rows.items(), strict=False)
    slots = tuple(
        Slot(
            name,
            line(prompt, seat=seat, category=kind, category2=None),
            row_choices(row, state, content),
            also_filled_by=("card",),
            counts_within=not state.own_cards,
        )
        for name, prompt, (kind, row) in rows
    )

    def ask_for_more(values: Mapping[str, object]) -> Line:
        symbols = picked_symbols(values)
        names = {symbol: name_on_symbol(symbol, state, content) for symbol in symbols}
        if not all(names.values()):
            return line("ask-more", seat=seat, cards=symbols, known=False, count=len(symbols), did="")
        # An action is named separately: "the pirate and sang a song" does not read as a list.
        actions = state.rows.get(CardKind.ACTION, ())
        did = [names.pop(symbol) for symbol in actions if symbol in names and len(names) > 1]
        return line("ask-more", seat=seat, cards=list(names.values()), known=True, count=len(symbols), did=did)

    words = Slot(
        "words", line("ask-more-plain", seat=seat), is_free_text=True, is_skippable=True, prompt_given=ask_for_more
    )
    intents = ("Pick", "PickBoth") if len(slots) > 1 else ("Pick",)
    answers = (
        Answer(intent, lambda v: moves.Pick(seat, picked_symbols(v), v.get("words")), (*slots, words))
        for intent in intents
    )
    return GameQuestion(seat, line("ask-pick", seat=seat, **banner_facts(state)), tuple(answers))


def picked_symbols(values: Mapping[str, object]) -> tuple[int, ...]:
    """Return the symbols that are filled."""
    named = (values.get(slot) for slot in ("symbol", "symbol2"))
    return tuple(symbol for symbol in named if isinstance(symbol, int))


def ask_owner(state: State, symbol: int) -> GameQuestion:
    """Own cards: ask whose card was picked. Players who have left since may be named."""
    owner = player_slot(line("ask-owner", symbol=symbol), state.laid)
    return single_slot_question(None, owner, "Own", lambda v: Own(v["player"], v.get("symbol", symbol)))


def ask_name(state: State, symbol: int) -> GameQuestion:
    """Own cards: ask what the picked card says."""
    category = next(category for category, row in state.rows.items() if symbol in row)
    words = Slot("words", line("ask-name", symbol=symbol, category=category), is_free_text=True)
    # "The moon." becomes "the moon", for use inside a sentence.
    return single_slot_question(
        None,
        words,
        "Name",
        lambda v: moves.Name(symbol, get_language().lower_article(plain_text(v["words"]).strip(" .!?"))),
    )


def ask_resolve(state: State, seat: str, content: Content) -> GameQuestion:
    token = Slot("token", line("ask-resolve", seat=seat), tuple(map(effect_choice, state.effects)))
    return single_slot_question(seat, token, "Resolve", lambda v: moves.Resolve(seat, v["token"]))


def ask_winner(state: State, seat: str, content: Content) -> GameQuestion:
    """Ask the owner of the Scales who wins. The owner may be one of the tied players."""
    tied = winners(state.scores)
    prompt = line("ask-winner", seat=seat, tied=AnyOf(tied))
    winner = Slot("winner", prompt, choices_by_name(tied))
    name = Answer(
        "NameWinner",
        lambda v: moves.NameWinner(seat, v["winner"]),
        (winner,),
        lambda v: line("sure-winner", winner=v["winner"]),
    )
    myself = Answer(
        "NameMyself", lambda v: moves.NameWinner(seat, seat), (), lambda v: line("sure-winner", winner=seat)
    )
    return GameQuestion(seat, prompt, (name, myself) if seat in tied else (name,))

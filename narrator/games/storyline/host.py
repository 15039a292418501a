"""Hosting StoryLine: the tale is read with gaps, cards are laid to fill them, and a page that is full is told again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from narrator.core.cards import FACE_DOWN, CardKind, Laid, Own
from narrator.core.game import CardSource, Event, GameEnded, Left, Outcome, winners
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.panels import Panel, non_empty_panels, standing_panel, table_panel, with_picture
from narrator.games.hosting.pictures import as_sentence
from narrator.games.hosting.plan import Plan, has_small_child
from narrator.games.hosting.questions import Answer, Choice, GameQuestion, Slot, choices_by_name, single_slot_question
from narrator.games.storyline import moves, retelling, rules
from narrator.games.storyline.rules import ROUNDS, Mode, Options, Phase, State, waiting
from narrator.language.content.markup import Opening, RoleCast, open_reading, phrase, text_in_play, text_when_told
from narrator.language.content.models import Deck, FairyCard
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.event_lines import completes_round, event_lines, leader_lines, plain_text, standing_lines
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.understanding.grammar import Lists

USES_CARDS = True
ROUND_END_EVENTS: tuple[type[Event], ...] = (moves.CardsEntered,)
EVENT_CUES: Mapping[type[Event], str] = {moves.CardRead: "page-turn", GameEnded: "win"}
retell, recall_cast = retelling.retell, retelling.recall_cast
EFFECT_CHOICES = {
    rules.BEAR_TRAP: Choice(rules.BEAR_TRAP, "the bear trap", ("bear trap", "trap")),
    rules.CROWN: Choice(rules.CROWN, "the crown", ("crown",)),
}
TOKEN_NAMES = {rules.OLD_BOOT: "boot", rules.SCALES: "scales", rules.BEAR_TRAP: "trap", rules.CROWN: "crown"}
"""The tokens without a number, as the lines know them."""
FILLER_WORDS = frozenset({"well"})
"""Whoever says only this does not mean the wishing well."""


def build_options(plan: Plan, content: Content) -> Options:
    """With a child under six the family way, where nothing but the number of tokens counts."""
    name = plan.choose_story(content.decks, content.prefer_pack(content.decks))
    return Options(
        mode=Mode(plan.mode or (Mode.FAMILY if has_small_child(plan.seats) else Mode.BASIC)),
        deck=content.decks[name].banners,
        tale=name,
        story_cards={category: tuple(card.name for card in cards) for category, cards in content.cards.items()},
        cards=plan.cards,
    )


def story_titles(content: Content) -> Mapping[str, str]:
    return {name: deck.title for name, deck in content.decks.items()}


def story_name(chosen: Options) -> str:
    return chosen.tale


def content_to_save(chosen: Options, content: Content) -> Iterator[Content]:
    """What is on the family's own cards, the family knows."""
    if chosen.tale in content.decks:
        yield Content(decks={chosen.tale: content.decks[chosen.tale]})
    if chosen.story_cards and chosen.cards is CardSource.SPOKEN:
        yield Content(cards=content.cards)


def has_content(chosen: Options, content: Content) -> bool:
    if chosen.tale not in ("", *content.decks):
        return False
    known = {category: {card.name for card in cards} for category, cards in content.cards.items()}
    return chosen.cards is CardSource.TABLE or all(
        {*cards} <= known[kind] for kind, cards in chosen.story_cards.items()
    )


# --- what is asked -----------------------------------------------------------------------------


def estimate_minutes(chosen: Options, players: int) -> float:
    return 15 + 5 * players


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
    """Where nobody has read a book, the youngest begins, if it is known who that is; else whoever was named first."""
    question = line("ask-begin")
    who = player_slot(question, state.names)
    by_age = sorted(state.seats, key=lambda seat: (seat.age is None, seat.age or 0))
    begin = Answer("Begin", lambda v: moves.Begin(v["player"]), (who,))
    return GameQuestion(None, question, (begin, Answer("BeginAnyhow", lambda v: moves.Begin(by_age[0].name))))


def player_slot(question: Line, names: Iterable[str]) -> Slot:
    """A player's name. Whoever says "me" has answered, but not said who that is."""
    return Slot("player", question, choices_by_name(names), prompt_given=lambda values: line("ask-who"))


def ask_lay_own(state: State) -> GameQuestion:
    """The family's own cards: everybody lays at the same time, and somebody says when it is done."""
    everyone = waiting(state)
    count = len(everyone)
    question = line(
        "ask-lay-own", teller=state.teller, last=count, first2=count + 1, last2=2 * count, **banner_facts(state)
    )
    return GameQuestion(None, question, (Answer("Ready", lambda v: [moves.Lay(seat) for seat in everyone]),))


def ask_lay(state: State, seat: str, content: Content) -> GameQuestion:
    """One card for each banner, out of the two of its category."""
    asked = zip(("card", "card2"), ("ask-lay", "ask-lay-too"), state.banners, strict=False)
    places = tuple(
        Slot(
            name,
            line(each, seat=seat, category=kind),
            category_choices(state, seat, kind, content),
            from_hand=True,
            is_secret=True,
        )
        for name, each, kind in asked
    )
    lay = Answer("Lay", lambda v: moves.Lay(seat, tuple(v[name] for name in ("card", "card2") if name in v)), places)
    return GameQuestion(seat, line("ask-lay", seat=seat, **banner_facts(state)), (lay,))


def ask_pick(state: State, seat: str, content: Content) -> GameQuestion:
    """One symbol for each banner, and whatever the teller likes to add."""
    asked = zip(("symbol", "symbol2"), ("ask-pick", "ask-pick-too"), state.rows.items(), strict=False)
    places = tuple(
        Slot(
            name,
            line(each, seat=seat, category=kind, category2=None),
            row_choices(row, state, content),
            also_filled_by=("card",),
        )
        for name, each, (kind, row) in asked
    )

    def more(values: Mapping[str, object]) -> Line:
        symbols = picked_symbols(values)
        said = {symbol: name_on_symbol(symbol, state, content) for symbol in symbols}
        if not all(said.values()):
            return line("ask-more", seat=seat, cards=symbols, known=False, count=len(symbols), did="")
        # What somebody did stands by itself: "the pirate and sang a song" are no two things.
        did = [said.pop(symbol) for symbol in state.rows.get(CardKind.ACTION, ()) if symbol in said and len(said) > 1]
        return line("ask-more", seat=seat, cards=list(said.values()), known=True, count=len(symbols), did=did)

    words = Slot("words", line("ask-more-plain", seat=seat), is_free_text=True, is_skippable=True, prompt_given=more)
    kinds = ("Pick", "PickBoth") if len(places) > 1 else ("Pick",)
    answers = (
        Answer(kind, lambda v: moves.Pick(seat, picked_symbols(v), v.get("words")), (*places, words)) for kind in kinds
    )
    return GameQuestion(seat, line("ask-pick", seat=seat, **banner_facts(state)), tuple(answers))


def picked_symbols(values: Mapping[str, object]) -> tuple[int, ...]:
    """The symbols of an answer, as far as they are known."""
    named = (values.get(place) for place in ("symbol", "symbol2"))
    return tuple(symbol for symbol in named if isinstance(symbol, int))


def ask_owner(state: State, symbol: int) -> GameQuestion:
    owner = player_slot(line("ask-owner", symbol=symbol), state.laid)
    return single_slot_question(None, owner, "Own", lambda v: Own(v["player"], v.get("symbol", symbol)))


def ask_name(state: State, symbol: int) -> GameQuestion:
    category = next(category for category, row in state.rows.items() if symbol in row)
    words = Slot("words", line("ask-name", symbol=symbol, category=category), is_free_text=True)
    # "The moon." in the middle of a sentence is the moon.
    return single_slot_question(
        None,
        words,
        "Name",
        lambda v: moves.Name(symbol, get_language().lower_article(plain_text(v["words"]).strip(" .!?"))),
    )


def ask_resolve(state: State, seat: str, content: Content) -> GameQuestion:
    token = Slot("token", line("ask-resolve", seat=seat), tuple(EFFECT_CHOICES[effect] for effect in state.effects))
    return single_slot_question(seat, token, "Resolve", lambda v: moves.Resolve(seat, v["token"]))


def ask_winner(state: State, seat: str, content: Content) -> GameQuestion:
    """The owner of the Scales may be among the tied."""
    tied = winners(state.scores)
    question = line("ask-winner", seat=seat, tied=AnyOf(tied))
    winner = Slot("winner", question, choices_by_name(tied))
    name = Answer(
        "NameWinner",
        lambda v: moves.NameWinner(seat, v["winner"]),
        (winner,),
        lambda v: line("sure-winner", winner=v["winner"]),
    )
    myself = Answer(
        "NameMyself", lambda v: moves.NameWinner(seat, seat), (), lambda v: line("sure-winner", winner=seat)
    )
    return GameQuestion(seat, question, (name, myself) if seat in tied else (name,))


def all_card_choices(state: State, content: Content) -> tuple[Choice, ...]:
    """Of the kinds that the page asks for."""
    return tuple(card_choice(card.name, card) for kind in state.banners for card in content.cards[kind])


def extra_vocabulary(state: State, content: Content) -> Lists:
    """Every card there is: "the seasick pirate" may be asked for by a player who does not hold it."""
    if state.phase is not Phase.LAYING:
        return {}
    cards = [card_choice(card.name, card) for cards in content.cards.values() for card in cards]
    return {
        "card": [
            (get_language().strip_definite_article(name), card.value)
            for card in cards
            for name in (card.spoken, *card.aliases)
        ]
    }


# --- what the cards are called -----------------------------------------------------------------


def current_deck(state: State, content: Content) -> Deck:
    return content.decks[state.options.tale]


def find_card(name: str, content: Content) -> FairyCard | str:
    """The card of this name; of the family's own cards only the words are known."""
    return next((card for cards in content.cards.values() for card in cards if card.name == name), name)


def card_choice(value: object, card: FairyCard | str) -> Choice:
    """A card by its phrase, its name, or the last word of that: "the pirate" is the seasick pirate."""
    words = phrase(card)
    name = card if isinstance(card, str) else card.name
    last = name.split()[-1]
    short = () if last in FILLER_WORDS else (last,)
    return Choice(
        value,
        get_language().make_definite(words),
        tuple(dict.fromkeys((get_language().strip_article(words), name, *short))),
        words,
    )


def row_choices(row: Sequence[int], state: State, content: Content) -> tuple[Choice, ...]:
    return tuple(symbol_choice(symbol, state.face_up[symbol], content) for symbol in row)


def symbol_choice(symbol: int, name: str | None, content: Content) -> Choice:
    return Choice(symbol, "") if name is None else card_choice(symbol, find_card(name, content))


def name_on_symbol(symbol: int, state: State, content: Content) -> str:
    """A card on the table by its words; nothing of the family's own."""
    return symbol_choice(symbol, state.face_up.get(symbol), content).spoken


def category_choices(state: State, seat: str, category: CardKind, content: Content) -> tuple[Choice, ...]:
    held = (name for name in state.hands.get(seat, ()) if name != FACE_DOWN)  # in a view, others' are
    names = (name for name in held if rules.category_of(state, name) == category)
    return tuple(card_choice(name, find_card(name, content)) for name in names)


def hand_choices(state: State, seat: str, content: Content) -> tuple[Choice, ...]:
    """The cards in this hand, kind by kind."""
    return tuple(choice for category in CardKind for choice in category_choices(state, seat, category, content))


def banner_facts(state: State) -> dict[str, CardKind | None]:
    """What the page asks for, one category or two."""
    first, *more = state.banners
    return {"category": first, "category2": more[0] if more else None}


def cast_so_far(state: State, content: Content) -> RoleCast:
    """What fills the open places of the tale."""
    own = state.own_cards
    return {
        key: name if own else find_card(name, content)
        for page in state.book
        for key, name in zip(current_deck(state, content).cards[page.card - 1].banners, page.cards, strict=False)
    }


# --- what is told ------------------------------------------------------------------------------


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    rows = [event for event in events if isinstance(event, moves.RowShown)]
    turned = any(isinstance(event, moves.TokensTurned) for event in events)
    taken = [event for event in events if isinstance(event, moves.TokenTaken)]
    for event in (each for each in events if not completes_round(each, events)):
        match event:
            case moves.TellerAsked():
                own = after.own_cards
                yield line(
                    "teller-asked",
                    title=current_deck(after, content).title,
                    about=current_deck(after, content).about,
                    own=own,
                )
            case moves.CardRead(card, _, seat):
                yield line("card-read", page=card, teller=seat)
                yield from read_page(after, card, content)
            case Laid() if after.own_cards:
                pass  # all at once, and the cards on the symbols are told
            case moves.RowShown(category, cards):
                if event is rows[0] and not all(cards.values()):
                    yield from ask_to_lay_again(events, before)
                yield from describe_row(category, cards, content)
            case moves.Picked(seat, symbols):
                yield line(
                    "picked",
                    seat=seat,
                    symbols=symbols,
                    count=len(symbols),
                    card=name_on_symbol(symbols[0], before, content),
                )
            case moves.CardsEntered(card, _, owners):
                yield from narrate_page(after, after.book[card - 1], content)
                if not after.own_cards:  # of own cards it has just been said whose they were
                    yield line("cards-entered", **ownership_facts(after.options.deck[card - 1], owners))
            case moves.TokenTaken(seat, tokens):
                both = [each for each in taken if each.seat == seat]
                if event is both[-1] and not turned:  # two are told at once, and what is turned over is told then
                    yield line("token-taken", seat=seat, taken=len(both), tokens=tokens)
            case moves.TokensTurned(tokens):
                yield line("tokens-turned")
                for seat, mine in tokens.items():
                    yield from narrate_turned_tokens(seat, mine) if mine else ()
            case moves.EffectAsked(seat, tokens):
                yield line("effect-asked", seat=seat, tokens=[EFFECT_CHOICES[token].spoken for token in tokens])
            case moves.TrapSnapped(seat, token):
                yield line("trap-snapped", seat=seat, token=token_name(token) if token else None)
            case moves.Crowned(seat, (first, second)):
                yield line("crowned", seat=seat, token=token_name(first), token2=token_name(second))
            case moves.TieFound(tied, owner):
                yield line("tie-found", tied=tied, chooser=owner, points=after.scores[tied[0]])
            case GameEnded(outcome):
                yield line("game-ended", finished=outcome.finished)
                yield from narrate_result(outcome, after)
            case _:
                yield from event_lines(event)


def read_page(state: State, card: int, content: Content) -> Iterator[Line]:
    """A narrator card as it is read while it is open, and what is missing in it."""
    written = current_deck(state, content).cards[card - 1]
    yield line("text", text=text_in_play(written, cast_so_far(state, content)))
    if card > len(state.book):
        yield from describe_banners(state, content)


def describe_banners(state: State, content: Content) -> Iterator[Line]:
    """What the open page asks for, with the words that stand for it."""
    written = current_deck(state, content).cards[len(state.book)]
    stands = {part.key: part.words for part in open_reading(written.text) if isinstance(part, Opening)}
    for number, (key, category) in enumerate(written.banners.items()):
        yield line("wanted", category=category, words=stands.get(key), first=number == 0)


def narrate_page(state: State, page: rules.TalePage, content: Content) -> Iterator[Line]:
    """A page with everything that was chosen for it, and what the teller made of it."""
    yield line(
        "text", text=text_when_told(current_deck(state, content).cards[page.card - 1], cast_so_far(state, content))
    )
    if words := as_sentence(page.embellishment):
        yield line("embellished", seat=page.teller, words=words)


def ownership_facts(categories: Sequence[CardKind], owners: Sequence[str]) -> dict[str, object]:
    """Whose the chosen cards were; of two, kind by kind."""
    facts: dict[str, object] = {"owner": owners[0], "count": len(owners), "same": len(set(owners)) == 1}
    if len(owners) > 1:
        facts |= {"owner2": owners[1], "category": categories[0], "category2": categories[1]}
    return facts


def ask_to_lay_again(events: Sequence[Event], before: State) -> Iterator[Line]:
    """Own cards: who left takes theirs along, and who tells now takes theirs back."""
    left = [event.seat for event in events if isinstance(event, Left) and event.seat != before.teller]
    away = left + [event.seat for event in events if isinstance(event, moves.TookOver)]
    if away:
        yield line("lay-anew", seats=away)


def describe_row(
    category: CardKind, row: Mapping[int, str | None], content: Content, *, asked: bool = False
) -> Iterator[Line]:
    """What lies under a banner, category and number last: "a seasick pirate: character one of three".

    A second row counts on from the first. Of the family's own cards, it is only known where they lie.
    """
    known = all(row.values())
    if not (asked and known):
        yield line("row-shown", category=category, known=known, first=min(row), last=max(row), count=len(row))
    count = len(row) if 1 in row else None
    for symbol, name in row.items():
        if name is not None:
            words = phrase(find_card(name, content))
            yield line("on-symbol", card=words, category=category, symbol=symbol, count=count)


def narrate_turned_tokens(seat: str, tokens: Sequence[str]) -> Iterator[Line]:
    """What they are worth together; then, one by one, whatever is no number."""
    yield line("turned", seat=seat, count=len(tokens), points=rules.points(tokens))
    yield from (line("odd-token", seat=seat, token=TOKEN_NAMES[token]) for token in tokens if token in TOKEN_NAMES)


def token_name(token: str) -> str:
    """A number token as "one", "two" or "three", another one by its short name."""
    return TOKEN_NAMES.get(token) or token.split(maxsplit=1)[0]


def narrate_result(outcome: Outcome, state: State) -> Iterator[Line]:
    """The most points, and who won; all points can be asked for. A tale that was broken off has no winner.

    Tokens are counted, not what they show, in the family way and as long as they lie face down.
    """
    told = standing_lines(outcome.scores, "standing" if state.tokens_face_up else "token-standing")
    yield from leader_lines(told) if outcome.finished else told
    if not outcome.finished:
        return
    best = max(outcome.scores.values(), default=0)
    by_number = state.named_winner is None and len(outcome.winners) < len(winners(outcome.scores))
    yield line("won", winners=outcome.winners, count=len(outcome.winners), points=best, by_number=by_number)


# --- what can be looked up ---------------------------------------------------------------------


def look_up(topic: LookUp, state: State, content: Content) -> Iterator[Line]:
    match topic:
        case LookUp.ROLE | LookUp.PAGE if state.phase in (Phase.LAYING, Phase.PICKING):
            yield from read_page(state, len(state.book) + 1, content)
        case LookUp.STORY:
            yield from retell_so_far(state, content)
        case LookUp.OPTIONS if state.phase is Phase.PICKING:
            for category, row in state.rows.items():
                yield from describe_row(
                    category, {symbol: state.face_up[symbol] for symbol in row}, content, asked=True
                )
        case LookUp.SCORES if state.tokens_face_up:
            yield from standing_lines(state.scores)
        case LookUp.SCORES:
            yield from standing_lines(state.scores, "token-standing")
            if state.options.mode is Mode.BASIC and any(state.scores.values()):
                yield line("still-face-down")
        case LookUp.ROUND if state.teller is not None and not state.tokens_face_up:
            yield line("round-is", page=min(len(state.book) + 1, ROUNDS + 1), teller=state.teller)


def retell_so_far(state: State, content: Content) -> Iterator[Line]:
    """The tale with everything that was chosen, and the page that is still open."""
    yield line("tale-begins", title=current_deck(state, content).title)
    for page in state.book:
        yield from narrate_page(state, page, content)
    if state.teller is not None and len(state.book) < ROUNDS:
        yield from read_page(state, len(state.book) + 1, content)


def panels(view: State, content: Content) -> tuple[Panel, ...]:
    """Which cards have gone into the tale, what lies on the symbols, and the standing."""
    title = story_titles(content).get(view.options.tale, line("panel-tale"))
    names = tuple((with_picture(name, content),) for page in view.book for name in page.cards)
    return non_empty_panels(Panel(title, names), table_panel(view.face_up, content), standing_panel(view.scores))


def recap(state: State, content: Content) -> Iterator[Line]:
    """The title, what the open page is missing, the names on the table, and who leads; pages are told on request."""
    yield line(
        "recap",
        title=current_deck(state, content).title,
        page=min(len(state.book) + 1, ROUNDS + 1),
        teller=state.teller,
    )
    if state.teller is not None and len(state.book) < ROUNDS:
        yield from describe_banners(state, content)
    if table := [phrase(find_card(name, content)) for name in state.face_up.values() if name]:
        yield line("table-is", cards=table)
    if state.book:
        yield from leader_lines(look_up(LookUp.SCORES, state, content))


def lessons(chosen: Options) -> tuple[Line, ...]:
    return (*(line(f"teach-{step}") for step in range(1, 5)), line(f"teach-{chosen.mode}-end"))

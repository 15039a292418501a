"""Host of StoryLine: read the tale with its gaps, ask for cards that fill them, read each filled page."""

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
from narrator.language.understanding.grammar import SlotNames

USES_CARDS = True
ROUND_END_EVENTS: tuple[type[Event], ...] = (moves.CardsEntered,)
EVENT_CUES: Mapping[type[Event], str] = {moves.CardRead: "page-turn", GameEnded: "win"}
retell, recall_cast = retelling.retell, retelling.recall_cast
EFFECT_CHOICES = {
    rules.BEAR_TRAP: Choice(rules.BEAR_TRAP, "the bear trap", ("bear trap", "trap")),
    rules.CROWN: Choice(rules.CROWN, "the crown", ("crown",)),
}
TOKEN_NAMES = {rules.OLD_BOOT: "boot", rules.SCALES: "scales", rules.BEAR_TRAP: "trap", rules.CROWN: "crown"}
"""The names that the lines use for tokens without a number."""
FILLER_WORDS = frozenset({"well"})
"""Last words of card names that do not work as an alias: a lone "well" does not mean the wishing well."""


def build_options(plan: Plan, content: Content) -> Options:
    """Return the options. With a child under six the default is the family mode."""
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


def story_name(options: Options) -> str:
    return options.tale


def content_to_save(options: Options, content: Content) -> Iterator[Content]:
    """Yield the narrator deck, and the story cards unless the family uses its own."""
    if options.tale in content.decks:
        yield Content(decks={options.tale: content.decks[options.tale]})
    if options.story_cards and options.cards is CardSource.SPOKEN:
        yield Content(cards=content.cards)


def has_content(options: Options, content: Content) -> bool:
    if options.tale not in ("", *content.decks):
        return False
    known = {category: {card.name for card in cards} for category, cards in content.cards.items()}
    return options.cards is CardSource.TABLE or all(
        {*cards} <= known[kind] for kind, cards in options.story_cards.items()
    )


# --- questions ---------------------------------------------------------------------------------


def estimate_minutes(options: Options, players: int) -> float:
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
    asked = zip(("card", "card2"), ("ask-lay", "ask-lay-too"), state.banners, strict=False)
    slots = tuple(
        Slot(
            name,
            line(each, seat=seat, category=kind),
            category_choices(state, seat, kind, content),
            from_hand=True,
            is_secret=True,
        )
        for name, each, kind in asked
    )
    lay = Answer("Lay", lambda v: moves.Lay(seat, tuple(v[name] for name in ("card", "card2") if name in v)), slots)
    return GameQuestion(seat, line("ask-lay", seat=seat, **banner_facts(state)), (lay,))


def ask_pick(state: State, seat: str, content: Content) -> GameQuestion:
    """Ask the teller for one symbol per banner, and for words to add."""
    asked = zip(("symbol", "symbol2"), ("ask-pick", "ask-pick-too"), state.rows.items(), strict=False)
    slots = tuple(
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
        # An action is named separately: "the pirate and sang a song" does not read as a list.
        did = [said.pop(symbol) for symbol in state.rows.get(CardKind.ACTION, ()) if symbol in said and len(said) > 1]
        return line("ask-more", seat=seat, cards=list(said.values()), known=True, count=len(symbols), did=did)

    words = Slot("words", line("ask-more-plain", seat=seat), is_free_text=True, is_skippable=True, prompt_given=more)
    kinds = ("Pick", "PickBoth") if len(slots) > 1 else ("Pick",)
    answers = (
        Answer(kind, lambda v: moves.Pick(seat, picked_symbols(v), v.get("words")), (*slots, words)) for kind in kinds
    )
    return GameQuestion(seat, line("ask-pick", seat=seat, **banner_facts(state)), tuple(answers))


def picked_symbols(values: Mapping[str, object]) -> tuple[int, ...]:
    """Return the symbols that are filled."""
    named = (values.get(slot) for slot in ("symbol", "symbol2"))
    return tuple(symbol for symbol in named if isinstance(symbol, int))


def ask_owner(state: State, symbol: int) -> GameQuestion:
    owner = player_slot(line("ask-owner", symbol=symbol), state.laid)
    return single_slot_question(None, owner, "Own", lambda v: Own(v["player"], v.get("symbol", symbol)))


def ask_name(state: State, symbol: int) -> GameQuestion:
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
    token = Slot("token", line("ask-resolve", seat=seat), tuple(EFFECT_CHOICES[effect] for effect in state.effects))
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


def all_card_choices(state: State, content: Content) -> tuple[Choice, ...]:
    """Return all cards of the categories that the page asks for."""
    return tuple(card_choice(card.name, card) for kind in state.banners for card in content.cards[kind])


def extra_vocabulary(state: State, content: Content) -> SlotNames:
    """Return every card: players may name one they do not hold."""
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


# --- names of cards ----------------------------------------------------------------------------


def current_deck(state: State, content: Content) -> Deck:
    return content.decks[state.options.tale]


def find_card(name: str, content: Content) -> FairyCard | str:
    """Return the card of this name; only the name if it is one of the family's own."""
    return next((card for cards in content.cards.values() for card in cards if card.name == name), name)


def card_choice(value: object, card: FairyCard | str) -> Choice:
    """Return a choice with the phrase, the name and its last word: "the pirate" is the seasick pirate."""
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
    """Return how the card on this symbol is called; empty for one of the family's own."""
    return symbol_choice(symbol, state.face_up.get(symbol), content).spoken


def category_choices(state: State, seat: str, category: CardKind, content: Content) -> tuple[Choice, ...]:
    held = (name for name in state.hands.get(seat, ()) if name != FACE_DOWN)  # other players' cards in a view
    names = (name for name in held if rules.category_of(state, name) == category)
    return tuple(card_choice(name, find_card(name, content)) for name in names)


def hand_choices(state: State, seat: str, content: Content) -> tuple[Choice, ...]:
    """Return the cards in this hand, sorted by category."""
    return tuple(choice for category in CardKind for choice in category_choices(state, seat, category, content))


def banner_facts(state: State) -> dict[str, CardKind | None]:
    """Return the one or two categories that the page asks for, as facts for a line."""
    first, *more = state.banners
    return {"category": first, "category2": more[0] if more else None}


def cast_so_far(state: State, content: Content) -> RoleCast:
    """Return the cards that fill the gaps of the tale by key."""
    own = state.own_cards
    return {
        key: name if own else find_card(name, content)
        for page in state.book
        for key, name in zip(current_deck(state, content).cards[page.card - 1].banners, page.cards, strict=False)
    }


# --- narration ---------------------------------------------------------------------------------


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
                pass  # all cards are laid at once and narrated on their symbols
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
                if not after.own_cards:  # with own cards the players have just said whose they were
                    yield line("cards-entered", **ownership_facts(after.options.deck[card - 1], owners))
            case moves.TokenTaken(seat, tokens):
                both = [each for each in taken if each.seat == seat]
                if event is both[-1] and not turned:  # one line for two tokens; turned tokens are narrated then
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
    """Yield a narrator card with its gaps, and what the gaps ask for."""
    written = current_deck(state, content).cards[card - 1]
    yield line("text", text=text_in_play(written, cast_so_far(state, content)))
    if card > len(state.book):
        yield from describe_banners(state, content)


def describe_banners(state: State, content: Content) -> Iterator[Line]:
    """Yield what each banner of the open page asks for, with the placeholder words of its gap."""
    written = current_deck(state, content).cards[len(state.book)]
    stands = {part.key: part.words for part in open_reading(written.text) if isinstance(part, Opening)}
    for number, (key, category) in enumerate(written.banners.items()):
        yield line("wanted", category=category, words=stands.get(key), first=number == 0)


def narrate_page(state: State, page: rules.TalePage, content: Content) -> Iterator[Line]:
    """Yield a filled page and what the teller added."""
    yield line(
        "text", text=text_when_told(current_deck(state, content).cards[page.card - 1], cast_so_far(state, content))
    )
    if words := as_sentence(page.embellishment):
        yield line("embellished", seat=page.teller, words=words)


def ownership_facts(categories: Sequence[CardKind], owners: Sequence[str]) -> dict[str, object]:
    """Return the owners of the chosen cards, as facts for a line."""
    facts: dict[str, object] = {"owner": owners[0], "count": len(owners), "same": len(set(owners)) == 1}
    if len(owners) > 1:
        facts |= {"owner2": owners[1], "category": categories[0], "category2": categories[1]}
    return facts


def ask_to_lay_again(events: Sequence[Event], before: State) -> Iterator[Line]:
    """Own cards: name the players whose cards are removed, because they left or tell now."""
    left = [event.seat for event in events if isinstance(event, Left) and event.seat != before.teller]
    away = left + [event.seat for event in events if isinstance(event, moves.TookOver)]
    if away:
        yield line("lay-anew", seats=away)


def describe_row(
    category: CardKind, row: Mapping[int, str | None], content: Content, *, asked: bool = False
) -> Iterator[Line]:
    """Yield the cards under a banner, category and number last: "a seasick pirate: character one of three".

    The numbers of a second row continue those of the first. For the family's own cards only the numbers are named.
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
    """Yield the points of a player's tokens, then each token without a number."""
    yield line("turned", seat=seat, count=len(tokens), points=rules.points(tokens))
    yield from (line("odd-token", seat=seat, token=TOKEN_NAMES[token]) for token in tokens if token in TOKEN_NAMES)


def token_name(token: str) -> str:
    """Return "one", "two" or "three" for a number token, else the token's short name."""
    return TOKEN_NAMES.get(token) or token.split(maxsplit=1)[0]


def narrate_result(outcome: Outcome, state: State) -> Iterator[Line]:
    """Yield the best score and the winner. A game that ended early has scores but no winner.

    In the family mode, and while tokens are face down, the score is the number of tokens.
    """
    told = standing_lines(outcome.scores, "standing" if state.tokens_face_up else "token-standing")
    yield from leader_lines(told) if outcome.finished else told
    if not outcome.finished:
        return
    best = max(outcome.scores.values(), default=0)
    by_number = state.named_winner is None and len(outcome.winners) < len(winners(outcome.scores))
    yield line("won", winners=outcome.winners, count=len(outcome.winners), points=best, by_number=by_number)


# --- looking things up -------------------------------------------------------------------------


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
    """Yield the filled pages, then the open page."""
    yield line("tale-begins", title=current_deck(state, content).title)
    for page in state.book:
        yield from narrate_page(state, page, content)
    if state.teller is not None and len(state.book) < ROUNDS:
        yield from read_page(state, len(state.book) + 1, content)


def panels(view: State, content: Content) -> tuple[Panel, ...]:
    """Return the cards in the tale, the cards on the table, and the scores."""
    title = story_titles(content).get(view.options.tale, line("panel-tale"))
    names = tuple((with_picture(name, content),) for page in view.book for name in page.cards)
    return non_empty_panels(Panel(title, names), table_panel(view.face_up, content), standing_panel(view.scores))


def recap(state: State, content: Content) -> Iterator[Line]:
    """Yield the title, what the open page asks for, the cards on the table and who leads."""
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


def lessons(options: Options) -> tuple[Line, ...]:
    return (*(line(f"teach-{step}") for step in range(1, 5)), line(f"teach-{options.mode}-end"))

"""Host of StoryLine: read the tale with its gaps, ask for cards that fill them, read each filled page."""

from collections.abc import Iterator, Mapping, Sequence

from narrator.core.cards import CardKind, Laid
from narrator.core.game import CardSource, Event, GameEnded, Left, Outcome, winners
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.narration import as_sentence
from narrator.games.hosting.panels import Panel, non_empty_panels, standing_panel, table_panel, with_picture
from narrator.games.hosting.plan import Plan, has_small_child
from narrator.games.storyline import asking, card_names, moves, retelling, rules
from narrator.games.storyline.card_names import cast_so_far, current_deck, effect_choice, find_card, name_on_symbol
from narrator.games.storyline.rules import ROUNDS, Mode, Options, Phase, State
from narrator.language.content.markup import Opening, open_reading, phrase, text_in_play, text_when_told
from narrator.language.content.packs import Content
from narrator.language.lines.event_lines import completes_round, event_lines, leader_lines, standing_lines
from narrator.language.lines.line import Line, line
from narrator.language.lines.showing import Showing

USES_CARDS = True
ROUND_END_EVENTS: tuple[type[Event], ...] = (moves.CardsEntered,)
EVENT_CUES: Mapping[type[Event], str] = {moves.CardRead: "page-turn", GameEnded: "win"}
retell = retelling.retell
recall_cast = retelling.recall_cast
questions = asking.questions
hand_choices = card_names.hand_choices
all_card_choices = card_names.all_card_choices
extra_vocabulary = card_names.extra_vocabulary
TOKEN_NAMES = {rules.OLD_BOOT: "boot", rules.SCALES: "scales", rules.BEAR_TRAP: "trap", rules.CROWN: "crown"}
"""The names that the lines use for tokens without a number."""


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


def estimate_minutes(options: Options, players: int) -> float:
    return 15 + 5 * players


# --- narration ---------------------------------------------------------------------------------


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    rows = [event for event in events if isinstance(event, moves.RowShown)]
    turned = any(isinstance(event, moves.TokensTurned) for event in events)
    taken = [event for event in events if isinstance(event, moves.TokenTaken)]
    for event in (each for each in events if not completes_round(each, events)):
        match event:
            case moves.TellerAsked():
                deck = current_deck(after, content)
                yield line("teller-asked", title=deck.title, about=deck.about, own=after.own_cards)
            case moves.CardRead(card, _, seat):
                yield Line("card-read", {"page": card, "teller": seat}, shows=Showing(moves_on=True))
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
                if event is both[-1] and not turned:  # one line for both tokens; none if they are turned now
                    yield line("token-taken", seat=seat, taken=len(both), tokens=tokens)
            case moves.TokensTurned(tokens):
                yield line("tokens-turned")
                for seat, held in tokens.items():
                    yield from narrate_turned_tokens(seat, held) if held else ()
            case moves.EffectAsked(seat, tokens):
                yield line("effect-asked", seat=seat, tokens=[effect_choice(token).spoken for token in tokens])
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
    text = text_in_play(current_deck(state, content).cards[card - 1], cast_so_far(state, content))
    yield line("text", text=text)
    if card > len(state.book):
        yield from describe_banners(state, content)


def describe_banners(state: State, content: Content) -> Iterator[Line]:
    """Yield what each banner of the open page asks for, with the placeholder words of its gap."""
    card = current_deck(state, content).cards[len(state.book)]
    placeholders = {part.key: part.words for part in open_reading(card.text) if isinstance(part, Opening)}
    for number, (key, category) in enumerate(card.banners.items()):
        yield line("wanted", category=category, words=placeholders.get(key), first=number == 0)


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
    removed = [event.seat for event in events if isinstance(event, Left) and event.seat != before.teller]
    removed += [event.seat for event in events if isinstance(event, moves.TookOver)]
    if removed:
        yield line("lay-anew", seats=removed)


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
            facts = {"card": words, "category": category, "symbol": symbol, "count": count}
            yield Line("on-symbol", facts, shows=Showing(card=symbol))


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
    scores = standing_lines(outcome.scores, "standing" if state.tokens_face_up else "token-standing")
    yield from leader_lines(scores) if outcome.finished else scores
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

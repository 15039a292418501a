"""Host of StoryLine: read the tale with its gaps, ask for cards that fill them, read each filled page."""

import random
from collections.abc import Iterator, Mapping, Sequence

from narrator.core.cards import CardKind, Laid
from narrator.core.game import CardSource, Event, GameEnded, Left, Outcome, winners
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.narration import as_sentence
from narrator.games.hosting.panels import Panel, non_empty_panels, standing_panel, table_panel, with_picture
from narrator.games.hosting.plan import Plan, draw_names, has_small_child
from narrator.games.hosting.story_info import StoryInfo
from narrator.games.storyline import asking, card_names, moves, retelling, rules
from narrator.games.storyline.card_names import cast_so_far, current_deck, effect_choice, find_card, name_on_symbol
from narrator.games.storyline.rules import ROUNDS, Mode, Options, Phase, State
from narrator.language.content.markup import Opening, open_reading, phrase, text_in_play, text_when_told
from narrator.language.content.packs import Content
from narrator.language.content.sentences import split_sentences
from narrator.language.lines.event_lines import completes_round, event_lines, leader_lines, standing_lines
from narrator.language.lines.line import Line, line
from narrator.language.lines.showing import Showing

USES_CARDS = True
CARDS_PER_CATEGORY = 20
"""How many cards of each category are in a game, as in the rule book. The box has more."""
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
    luck = random.Random(plan.seed)
    name = plan.choose_story(content.decks, content.prefer_pack(content.decks))
    return Options(
        mode=Mode(plan.mode or (Mode.FAMILY if has_small_child(plan.seats) else Mode.BASIC)),
        deck=content.decks[name].banners,
        tale=name,
        story_cards={
            category: draw_names([card.name for card in cards], CARDS_PER_CATEGORY, luck)
            for category, cards in content.cards.items()
        },
        cards=plan.cards,
    )


def story_titles(content: Content) -> Mapping[str, str]:
    return {name: deck.title for name, deck in content.decks.items()}


def story_infos(content: Content) -> Mapping[str, StoryInfo]:
    minutes = minutes_to_play(players=3)
    return {
        name: StoryInfo(deck.title, deck.about, minutes, setting=deck.setting, topics=deck.topics)
        for name, deck in content.decks.items()
    }


def propose_stories(plan: Plan, content: Content, count: int) -> Sequence[str]:
    """Return tales at random, those that were not heard first."""
    names = sorted(content.prefer_pack(content.decks))
    random.Random(plan.seed).shuffle(names)
    heard = {name: place for place, name in enumerate(plan.recent_stories, start=1)}
    return sorted(names, key=lambda name: heard.get(name, 0))[:count]


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
    return minutes_to_play(players)


def minutes_to_play(players: int) -> float:
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
                yield from narrate_filled_page(before, after, card, content)
                if not after.own_cards:  # with own cards the players have just said whose they were
                    yield line("cards-entered", **ownership_facts(after.options.deck[card - 1], owners))
            case moves.TokenTaken(seat, tokens):
                both = [each for each in taken if each.seat == seat]
                if event is both[-1] and not turned:  # one line for both tokens; none if they are turned now
                    yield line("token-taken", seat=seat, taken=len(both), tokens=tokens)
            case moves.TokensTurned(tokens):
                yield line("tokens-turned")
                holders = [(seat, held) for seat, held in tokens.items() if held]
                yield from (turned_line(*each, more=each is not holders[0]) for each in holders)
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


def narrate_filled_page(before: State, after: State, card: int, content: Content) -> Iterator[Line]:
    """Yield the sentences that have changed since the page was read with its gaps; the whole first page."""
    page = after.book[card - 1]
    told = filled_page_text(after, page, content)
    as_read = text_in_play(current_deck(before, content).cards[card - 1], cast_so_far(before, content))
    heard = () if card == 1 else whole_speeches(as_read)
    changed = " ".join(sentence for sentence in whole_speeches(told) if sentence not in heard)
    yield line("text", text=changed or told)
    yield from narrate_addition(page)


def whole_speeches(text: str) -> list[str]:
    """Return the sentences of a text; sentences within one pair of quotation marks stay together."""
    parts: list[str] = []
    for sentence in split_sentences(text):
        if parts and parts[-1].count('"') % 2:
            parts[-1] += f" {sentence}"
        else:
            parts.append(sentence)
    return parts


def narrate_page(state: State, page: rules.TalePage, content: Content) -> Iterator[Line]:
    """Yield a filled page and what the teller added."""
    yield line("text", text=filled_page_text(state, page, content))
    yield from narrate_addition(page)


def filled_page_text(state: State, page: rules.TalePage, content: Content) -> str:
    return text_when_told(current_deck(state, content).cards[page.card - 1], cast_so_far(state, content))


def narrate_addition(page: rules.TalePage) -> Iterator[Line]:
    """Yield what the teller added to the page."""
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
    """Yield the cards under a banner with their numbers. Each row begins at one.

    For the family's own cards only the numbers of the symbols are named; those of a second row continue the first.
    """
    known = all(row.values())
    yield line("row-shown", category=category, known=known, first=min(row), last=max(row), count=len(row), asked=asked)
    for number, (symbol, name) in enumerate(row.items(), 1):
        if name is not None:
            words = phrase(find_card(name, content))
            yield Line("on-symbol", {"card": words, "symbol": number, "count": len(row)}, shows=Showing(card=symbol))


def turned_line(seat: str, tokens: Sequence[str], *, more: bool) -> Line:
    """Return the line with a player's points and the tokens without a number."""
    odd = [line("odd-token", token=TOKEN_NAMES[token]) for token in tokens if token in TOKEN_NAMES]
    return line("turned", seat=seat, count=len(tokens), points=rules.points(tokens), odd=odd, more=more)


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

"""Hosting Storytellers: the story is read, the roles are cast, the votes are told so that a child can follow."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from narrator.cards import LaidOut, Own, Scored
from narrator.games.storytellers import Mode, Options, Phase, State, chooser, last_ones, legal, waiting
from narrator.keep import content
from narrator.keep.content import Box
from narrator.keep.markup import Cast, in_play, role_words, with_the
from narrator.moves.storytellers import (
    CharacterEntered,
    Choose,
    Favour,
    ForkReached,
    Lay,
    LeaveToChance,
    Name,
    PageTurned,
    Proposed,
    TellAge,
    TieFound,
    Vote,
    VotesRevealed,
    WayTaken,
    Wish,
    Wished,
)
from narrator.play import Cards, Event, GameEnded, Outcome, Seat
from narrator.words.asking import Answer, Ask, Choice, Place
from narrator.words.grammar import Lists
from narrator.words.hosts import Topic
from narrator.words.lines import AnyOf, Line, line
from narrator.words.own_voice import own_words
from narrator.words.plan import Plan
from narrator.words.telling import by_itself, plain, standing

ROUND_OVER: tuple[type[Event], ...] = (CharacterEntered,)
YOUNG = 6
THE_BOOK = Choice(
    "", "let the book decide", ("the book", "the book decides", "leave it to the book", "let the book choose")
)
"""The way that nobody chooses."""


def default_mode(seats: Sequence[Seat]) -> Mode:
    """With a child under six the way for the youngest, with two players together, else the basic game."""
    if any(seat.age is not None and seat.age < YOUNG for seat in seats):
        return Mode.YOUNGEST
    return Mode.COOPERATIVE if len(seats) == 2 else Mode.BASIC


def options(plan: Plan, box: Box) -> Options:
    name = plan.choose(box.stories, [name for name, story in box.stories.items() if story.tricky == plan.tricky])
    return Options(
        mode=Mode(plan.mode or default_mode(plan.seats)),
        story=box.stories[name].shape(name),
        characters=tuple(character.name for character in box.characters),
        cards=plan.cards,
    )


# --- what is asked -----------------------------------------------------------------------------


def asks(state: State, box: Box) -> tuple[Ask, ...]:
    match state.phase:
        case Phase.CHOOSING if state.options.cards is Cards.TABLE:
            everyone = waiting(state)
            ready = Answer("Ready", build=lambda values: [Lay(seat) for seat in everyone])
            return (Ask(None, line("ask-lay-own", role=role(state, box)), (ready,)),)
        case Phase.CHOOSING:
            return tuple(ask_lay(state, seat, box) for seat in waiting(state))
        case Phase.VOTING:
            return tuple(ask_vote(state, seat, box) for seat in waiting(state))
        case Phase.TIE:
            return (ask_choice(state, chooser(state), box),)
        case Phase.AGREEING:
            return tuple(ask_favour(state, seat, box) for seat in waiting(state))
        case Phase.AGES:
            return tuple(ask_age(seat) for seat in waiting(state))
        case Phase.OWNING:
            return (ask_owner(state),)
        case Phase.FORK:
            return tuple(ask_way(state, seat, box) for seat in waiting(state))
        case Phase.NAMING:
            question = line("ask-name", symbol=state.naming)
            name = Place("words", question, free=True)
            return (Ask(None, question, (Answer("Name", lambda v: Name(plain(v["words"])), (name,)),)),)
        case _:
            return ()


def ask_lay(state: State, seat: str, box: Box) -> Ask:
    question = line("ask-lay", seat=seat, role=role(state, box))
    open_table = state.options.mode is Mode.YOUNGEST
    card = Place("card", question, hand(state, seat, box), hand=True, secret=not open_table)
    why = Place("why", line("ask-why", seat=seat), free=True, skippable=True)
    return Ask(
        seat,
        question,
        (Answer("Lay", lambda v: Lay(seat, v["card"], v.get("why")), (card, why) if open_table else (card,)),),
    )


def ask_vote(state: State, seat: str, box: Box) -> Ask:
    question = line("ask-vote", seat=seat, role=role(state, box))
    symbol = Place("symbol", question, on_table(state, box), also=("card",), secret=True)
    return Ask(seat, question, (Answer("Vote", lambda v: Vote(seat, v["symbol"]), (symbol,)),))


def ask_choice(state: State, seat: str, box: Box) -> Ask:
    leading = tuple(choice for choice in on_table(state, box) if choice.value in state.leading)
    question = line("ask-choose", seat=seat, cards=AnyOf(choice.said for choice in leading))
    symbol = Place("symbol", question, leading, also=("card",))
    return Ask(seat, question, (Answer("Choose", lambda v: Choose(seat, v["symbol"]), (symbol,)),))


def ask_favour(state: State, seat: str, box: Box) -> Ask:
    may_draw = LeaveToChance in legal(state)
    question = line("ask-favour-or-draw" if may_draw else "ask-favour", seat=seat, role=role(state, box))
    symbol = Place("symbol", question, on_table(state, box), also=("card",))
    favour = Answer("Favour", lambda v: Favour(seat, v["symbol"]), (symbol,))
    draw = Answer("LeaveToChance", lambda v: LeaveToChance())
    return Ask(seat, question, (favour, draw) if may_draw else (favour,), together=True)


def ask_age(seat: str) -> Ask:
    question = line("ask-age", seat=seat)
    return Ask(seat, question, (Answer("TellAge", lambda v: TellAge(seat, v["age"]), (Place("age", question),)),))


def ask_owner(state: State) -> Ask:
    symbol = min(symbol for symbol in state.out if symbol not in state.owners)
    question = line("ask-owner", symbol=symbol)
    owner = Place("player", question, tuple(Choice(name, name) for name in waiting(state)))
    build = Answer("Own", lambda v: Own(v["player"], v.get("symbol", symbol)), (owner,))
    return Ask(None, question, (build,))


def ask_way(state: State, seat: str, box: Box) -> Ask:
    ways = tuple(Choice(way.to, way.way) for way in story(state, box).card(state.card).fork)
    question = line("ask-way", seat=seat, ways=AnyOf(choice.said for choice in ways))
    place = Place("way", question, (*ways, THE_BOOK))
    return Ask(seat, question, (Answer("Wish", lambda v: Wish(seat, v["way"] or None), (place,)),), together=True)


def wide(state: State, box: Box) -> Lists:
    """Every character there is: "the dragon" may be asked for by a player who does not hold it."""
    return {
        "card": [
            (name, character.name) for character in box.characters for name in (character.name, *character.aliases)
        ]
    }


# --- what the cards are called -----------------------------------------------------------------


def story(state: State, box: Box) -> content.Story:
    return box.stories[state.options.story.name]


def role(state: State, box: Box) -> str:
    return role_words(story(state, box).card(state.card)) or ""


def character_choice(value: object, name: str, box: Box) -> Choice:
    character = box.character(name)
    return Choice(value, with_the(name), (name, *character.aliases), character.picture)


def on_table(state: State, box: Box) -> tuple[Choice, ...]:
    return tuple(
        Choice(symbol, "", ()) if name is None else character_choice(symbol, name, box)
        for symbol, name in state.out.items()
    )


def cast_so_far(state: State, box: Box) -> Cast:
    """Who plays which role."""
    known = {character.name: character for character in box.characters}
    roles = {page.card: story(state, box).card(page.card).role for page in state.book}
    return {
        key: known.get(page.character, page.character)
        for page in state.book
        if page.character is not None and (key := roles[page.card]) is not None
    }


def hand(state: State, seat: str, box: Box) -> tuple[Choice, ...]:
    """The characters in this hand, as they are told and chosen."""
    return tuple(character_choice(name, name, box) for name in state.hands.get(seat, ()))


def called(symbol: int, out: Mapping[int, str | None]) -> str:
    """A card on the table, by its name or by its symbol alone."""
    name = out.get(symbol)
    return with_the(name) if name else ""


# --- what is told ------------------------------------------------------------------------------


def tell(events: Sequence[Event], before: State, after: State, box: Box) -> Iterator[Line]:
    out, votes = before.out, VotesRevealed({}, {})
    for event in events:
        match event:
            case PageTurned(card, page):
                yield line("page-turned", page=page)
                yield from read_card(after, card, box)
            case LaidOut(cards):
                out = cards
                yield line("laid-out", count=len(cards), known=all(cards.values()))
                yield from read_table(out, box)
            case VotesRevealed():
                votes = event
                yield line("votes-revealed")
                yield from tell_votes(event, out)
            case Scored():
                yield from tell_points(event, votes, out)
            case CharacterEntered(character, card, how, owner):
                words = role_words(story(after, box).card(card))
                yield line("character-entered", character=with_the(character), role=words, how=how.value, owner=owner)
            case Proposed(seat, card, symbol, why):
                yield line("proposed", seat=seat, card=with_the(card or ""), symbol=symbol, why=own_words(why))
            case TieFound(seat, symbols):
                yield line("tie-found", seat=seat, count=len(symbols), alone=len(last_ones(after)) == 1)
            case ForkReached():
                yield line("fork-reached")
                yield from (line("text", text=way.say) for way in story(after, box).card(after.card).fork)
            case Wished(seat, way, waiting):
                yield line("wished", seat=seat, way=way_name(after, way, box), waiting=waiting)
            case WayTaken(way, drawn):
                yield line("way-taken", way=way_name(after, way, box), drawn=drawn)
            case GameEnded(outcome):
                yield line("game-ended")
                yield from result(outcome, after)
            case _:
                yield from described(event, out)


def described(event: Event, out: Mapping[int, str | None]) -> Iterator[Line]:
    """An event whose fields say it all, with the symbols named."""
    told = by_itself(event)
    if told is not None:
        symbol = told.facts.get("symbol")
        yield Line(told.id, {**told.facts, "card": called(symbol, out) if isinstance(symbol, int) else ""})


def read_card(state: State, card: str, box: Box) -> Iterator[Line]:
    """The words of a story card, and the role that is open."""
    cast = cast_so_far(state, box)
    written = story(state, box).card(card)
    yield line("text", text=in_play(written, cast))
    if written.role is not None and written.role not in cast:
        yield line("role-is", role=role_words(written))


def read_table(out: Mapping[int, str | None], box: Box) -> Iterator[Line]:
    """Position last: "the stork, two of four"."""
    for symbol, name in out.items():
        if name is not None:
            yield line(
                "on-symbol", card=with_the(name), symbol=symbol, count=len(out), picture=box.character(name).picture
            )


def tell_votes(event: VotesRevealed, out: Mapping[int, str | None]) -> Iterator[Line]:
    for symbol, owner in event.owners.items():
        voters = [voter for voter, vote in event.votes.items() if vote == symbol]
        if voters:
            yield line(
                "votes-for", voters=voters, count=len(voters), symbol=symbol, card=called(symbol, out), owner=owner
            )


def tell_points(event: Scored, revealed: VotesRevealed, out: Mapping[int, str | None]) -> Iterator[Line]:
    """Who got what and why, the best first; then the standing."""
    yield line("scored")
    votes = Counter(revealed.votes.values())
    mine = {owner: symbol for symbol, owner in revealed.owners.items() if owner}
    for seat, gained in sorted(event.gained.items(), key=lambda item: -item[1]):
        for_card = votes[mine[seat]] if seat in mine else 0
        yield line("gained", seat=seat, points=gained, votes=for_card, extra=gained - for_card)
    yield from standing(event.standing)


def result(outcome: Outcome, state: State) -> Iterator[Line]:
    """Who won, or what became of it."""
    if not outcome.finished:
        yield line("ended-early")
    match state.options.mode:
        case Mode.BASIC:
            best = max(outcome.scores.values(), default=0)
            yield line("won", winners=outcome.winners, count=len(outcome.winners), points=best)
        case Mode.COOPERATIVE:
            yield line("won-together" if outcome.winners else "lost-together", **outcome.scores)
        case Mode.YOUNGEST:
            yield line("no-winner")


def way_name(state: State, way: str | None, box: Box) -> str:
    forks = [fork for card in story(state, box).cards for fork in card.fork]
    return next((fork.way for fork in forks if fork.to == way), "")


# --- what can be looked up ---------------------------------------------------------------------


def about(topic: Topic, state: State, box: Box) -> Iterator[Line]:
    match topic:
        case Topic.ROLE if role(state, box):
            yield line("role-is", role=role(state, box))
        case Topic.STORY:
            yield from told_so_far(state, box)
        case Topic.OPTIONS if state.phase is Phase.FORK:
            yield from (line("text", text=way.say) for way in story(state, box).card(state.card).fork)
        case Topic.OPTIONS if any(state.out.values()):
            yield from read_table(state.out, box)
        case Topic.SCORES if state.options.mode is Mode.BASIC:
            yield from standing(state.scores)
        case Topic.SCORES if state.options.mode is Mode.COOPERATIVE:
            yield line("together-standing", players=state.scores["players"], game=state.scores["game"])
        case Topic.SCORES:
            yield line("no-scores")
        case Topic.ROUND:
            yield line("round-is", page=min(len(state.book) + 1, 7))


def told_so_far(state: State, box: Box) -> Iterator[Line]:
    """The story as it was read, with everybody who is in it."""
    cast = cast_so_far(state, box)
    for page in state.book:
        yield line("text", text=in_play(story(state, box).card(page.card), cast))
    if state.phase is not Phase.OVER and state.card not in {page.card for page in state.book}:
        yield line("text", text=in_play(story(state, box).card(state.card), cast))


def recap(state: State, box: Box) -> Iterator[Line]:
    """The title, who is in the book, the open page, and the standing."""
    yield line("recap", title=story(state, box).title, page=min(len(state.book) + 1, 7))
    for page in state.book:
        words = role_words(story(state, box).card(page.card))
        if page.character and words:
            yield line("recap-page", character=with_the(page.character), role=words)
    if state.phase is not Phase.OVER:
        yield from read_card(state, state.card, box)
        if any(state.out.values()):
            yield from read_table(state.out, box)
    yield from about(Topic.SCORES, state, box)


def lessons(chosen: Options) -> tuple[Line, ...]:
    steps = {Mode.BASIC: 5, Mode.COOPERATIVE: 5, Mode.YOUNGEST: 4}[chosen.mode]
    return tuple(line(f"teach-{chosen.mode}-{step}") for step in range(1, steps + 1))

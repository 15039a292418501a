"""Host of Storytellers: read the story, ask for the characters, narrate the votes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from narrator.core.cards import Laid, LaidOut, Scored
from narrator.core.game import CardSource, Event, GameEnded, Outcome, Seat
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.narration import as_sentence, last_vote_lines, vote_lines
from narrator.games.hosting.panels import Panel, non_empty_panels, standing_panel, table_panel, with_picture
from narrator.games.hosting.plan import Plan, has_small_child
from narrator.games.hosting.story_info import StoryInfo
from narrator.games.storytellers import asking, card_names, moves, retelling
from narrator.games.storytellers.asking import ADULT_AGE
from narrator.games.storytellers.card_names import cast_so_far, current_story, name_on_symbol, open_role, table_choices
from narrator.games.storytellers.options import EXTRA_CARDS
from narrator.games.storytellers.rules import (
    Mode,
    Options,
    Phase,
    State,
    StoryShape,
    lowest_scorers,
)
from narrator.games.storytellers.story_choice import choose_proposals, rank_stories
from narrator.language.content.markup import entrance_sentence, role_words, text_in_play
from narrator.language.content.models import Story
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.clip_marks import mark_voices
from narrator.language.lines.event_lines import (
    completes_round,
    event_lines,
    leader_lines,
    new_leader_lines,
    points_gained_lines,
    standing_lines,
)
from narrator.language.lines.line import Line, line
from narrator.language.lines.showing import Showing

USES_CARDS = True
ROUND_END_EVENTS: tuple[type[Event], ...] = (moves.CharacterEntered,)
EVENT_CUES: Mapping[type[Event], str] = {moves.PageTurned: "page-turn", GameEnded: "win"}
retell = retelling.retell
recall_cast = retelling.recall_cast
questions = asking.questions
hand_choices = card_names.hand_choices
all_card_choices = card_names.all_card_choices
extra_vocabulary = card_names.extra_vocabulary
SCORE_EVENTS = (Scored, moves.TogetherScored)
MAX_ENTRANCE_WORDS = 16
"""A longer sentence of the story is not repeated when its character enters."""


def default_mode(seats: Sequence[Seat]) -> Mode:
    """Return the youngest mode with a child under six, cooperative for two players, else basic."""
    if has_small_child(seats):
        return Mode.YOUNGEST
    return Mode.COOPERATIVE if len(seats) == 2 else Mode.BASIC


def build_options(plan: Plan, content: Content) -> Options:
    """Return the options, with the story that was named or the one that suits these players best."""
    mode = Mode(plan.mode or default_mode(plan.seats))
    named = plan.story in content.stories
    name = plan.story if plan.story and named else rank_stories(plan, content, short=mode is Mode.YOUNGEST)[0]
    return Options(
        mode=mode,
        story=story_shape(name, content.stories[name]),
        characters=tuple(character.name for character in content.characters),
        extras=plan.game_options.get(EXTRA_CARDS.name) if mode is Mode.COOPERATIVE and len(plan.seats) == 2 else None,
        cards=plan.cards,
    )


def propose_stories(plan: Plan, content: Content, count: int) -> Sequence[str]:
    mode = Mode(plan.mode or default_mode(plan.seats))
    return choose_proposals(plan, content, short=mode is Mode.YOUNGEST, count=count)


def story_infos(content: Content) -> Mapping[str, StoryInfo]:
    return {
        name: StoryInfo(
            title=story.title,
            about=story.about,
            minutes=minutes_to_play(story_shape(name, story), players=3),
            place=story.place,
            setting=story.setting,
            ages=story.ages,
            moods=story.mood,
            is_for_bedtime=story.bedtime,
            series=story.series,
            episode=story.episode,
        )
        for name, story in content.stories.items()
    }


def estimate_minutes(options: Options, players: int) -> float:
    return minutes_to_play(options.story, players)


def minutes_to_play(story: StoryShape, players: int) -> float:
    return path_length(story) * (0.9 + 0.45 * players)


def story_shape(name: str, story: Story) -> StoryShape:
    """Return what the rules need to know of a story."""
    return StoryShape(name, story.ids[0], dict(story.follows))


def story_titles(content: Content) -> Mapping[str, str]:
    return {name: story.title for name, story in content.stories.items()}


def story_name(options: Options) -> str:
    return options.story.name


def announced_title(options: Options, content: Content) -> str:
    return story_titles(content).get(options.story.name, options.story.name)


def is_open_by_default(options: Options, seats: Sequence[Seat]) -> bool:
    """Return true for the youngest mode. Players who vote in all other modes must not hear each other's votes."""
    return options.mode is Mode.YOUNGEST


def content_to_save(options: Options, content: Content) -> Iterator[Content]:
    """Yield the story, and the characters unless the family uses its own cards."""
    if options.story.name in content.stories:
        yield Content(stories={options.story.name: content.stories[options.story.name]})
    if options.characters and options.cards is CardSource.SPOKEN:
        yield Content(characters=content.characters)


def has_content(options: Options, content: Content) -> bool:
    story = content.stories.get(options.story.name)
    if story is None or not set(options.story.follows) <= set(story.ids):
        return False
    return options.cards is CardSource.TABLE or {*options.characters} <= {each.name for each in content.characters}


# --- narration ---------------------------------------------------------------------------------


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    face_up = before.face_up
    for event in order_events(events):
        match event:
            case moves.PageTurned(card, page):
                facts = {"page": page, "last": not after.options.story.follows[card]}
                yield Line("page-turned", facts, shows=Showing(moves_on=True))
                yield page_text(after, card, content)
            case LaidOut(face_up):
                yield from narrate_layout(face_up, after, content)
            case moves.VotesRevealed():
                yield from narrate_votes(event, after, face_up)
            case Scored(gained, scores):
                yield from points_gained_lines(gained)
                yield from new_leader_lines(before.scores, scores)
            case moves.BookOpened(character):
                yield line("book-opened", character=get_language().definite(character))
            case moves.CharacterEntered():
                yield from narrate_entrance(event, before, after, content)
            case moves.NameAsked(symbol):
                yield line("name-asked", symbol=symbol, how=after.how)
            case Laid() if after.options.mode is Mode.YOUNGEST or after.own_cards:
                pass  # another event narrates the card, or that all cards are down
            case moves.Proposed(seat, card, symbol, why):
                yield line(
                    "proposed",
                    seat=seat,
                    card=card and get_language().definite(card),
                    symbol=symbol,
                    why=as_sentence(why),
                )
            case moves.AgesAsked():
                yield line("ages-asked", seats=[seat.name for seat in lowest_scorers(after)])
            case moves.TieFound(seat, symbols):
                yield tie_line(seat, len(symbols), after)
            case moves.ForkReached():
                yield line("fork-reached")
                yield from (line("text", text=way.say) for way in current_story(after, content).card(after.card).fork)
            case moves.Wished(seat, way, waiting):
                yield line("wished", seat=seat, way=way_name(after, way, content), waiting=waiting)
            case moves.WayTaken(way, drawn):
                yield line("way-taken", way=way_name(after, way, content), drawn=drawn)
            case GameEnded(outcome):
                yield line("game-ended" if outcome.finished else "ended-early")
                yield from narrate_result(outcome, after)
            case moves.Favoured() if any(isinstance(other, moves.CharacterEntered) for other in events):
                pass  # the character they agree on is narrated next
            case moves.AgeTold(_, age) if age == ADULT_AGE or after.phase is not Phase.AGES:
                pass  # the player did not say it, or who may choose is narrated next
            case _:
                yield from narrate_plain_event(event, face_up)


def order_events(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events with the chosen character before the points, which players want to hear first.

    At the end of the game the points are left out: the result follows.
    """
    if len(events) == 1:
        yield from events
        return
    entered = any(isinstance(event, moves.CharacterEntered) for event in events)
    ended = any(isinstance(event, GameEnded) for event in events)
    points = [event for event in events if isinstance(event, SCORE_EVENTS) and not ended]
    for event in events:
        if not (entered and isinstance(event, SCORE_EVENTS)) and not completes_round(event, events):
            yield event
        if isinstance(event, moves.CharacterEntered):
            yield from points


def narrate_layout(face_up: Mapping[int, str | None], state: State, content: Content) -> Iterator[Line]:
    """Yield the cards on the table; in the first round also what the votes are for.

    In the youngest mode every card was described when it was laid.
    """
    if state.options.mode is Mode.YOUNGEST and all(face_up.values()):
        return
    yield line("laid-out", count=len(face_up), known=all(face_up.values()))
    yield from describe_table(replace(state, face_up=face_up), content)
    if state.options.mode is Mode.BASIC and not any(state.scores.values()):
        yield line("votes-count")


def narrate_entrance(event: moves.CharacterEntered, before: State, after: State, content: Content) -> Iterator[Line]:
    """Yield who enters the book, and the story's sentence with that name unless it is long."""
    card = current_story(after, content).card(event.card)
    sentence = entrance_sentence(card, cast_so_far(after, content))
    is_long = len(sentence.split()) > MAX_ENTRANCE_WORDS
    # The name of an own card is asked after its cause was narrated.
    how = "named" if before.phase is Phase.NAMING else event.how.value
    yield line(
        "character-entered",
        character=get_language().definite(event.character),
        how=how,
        role=is_long and role_words(card),
    )
    if not is_long:
        yield line("text", text=sentence)


def narrate_plain_event(event: Event, face_up: Mapping[int, str | None]) -> Iterator[Line]:
    """Yield the line of an event, with the name of the card on its symbol."""
    symbol = getattr(event, "symbol", None)
    yield from event_lines(event, card=name_on_symbol(symbol, face_up) if symbol else "")


def page_text(state: State, card: str, content: Content) -> Line:
    story = current_story(state, content)
    return line(
        "text", text=mark_voices(text_in_play(story.card(card), cast_so_far(state, content)), story.recorded_words)
    )


def describe_table(state: State, content: Content, *, asked: bool = False) -> Iterator[Line]:
    """Yield a line for each card on the table, its number last: "the stork, two".

    `asked` is true if players asked to hear the table: then in whole sentences, and in a tie only the tied cards.
    """
    only = state.leading if asked and state.phase is Phase.TIE else None
    for choice in (
        choice if asked else choice.with_short_description() for choice in table_choices(state, content, only)
    ):
        if choice.spoken:
            facts = {
                "card": choice.spoken,
                "picture": choice.description,
                "symbol": choice.value,
                "count": len(state.face_up),
            }
            yield Line("on-symbol", facts, shows=Showing(card=choice.value))


def narrate_votes(event: moves.VotesRevealed, state: State, face_up: Mapping[int, str | None]) -> Iterator[Line]:
    """Yield who voted for whose card. Against the game it does not matter whose card it is."""
    votes = {voter: (symbol,) for voter, symbol in event.votes.items()}
    for each in vote_lines(votes, event.owners, face_up, event.owners):
        together = state.options.mode is Mode.COOPERATIVE
        yield replace(each, facts={**each.facts, "owner": None}) if together else each


def tie_line(seat: str, count: int, state: State) -> Line:
    """Return who breaks the tie and why: the last player, the youngest of them, or the first of the same age."""
    last = lowest_scorers(state)
    youngest = [each.name for each in last if each.age == min(other.age or 0 for other in last)]
    why = "last" if len(last) == 1 else "youngest" if len(youngest) == 1 else "named first"
    return line("tie-found", seat=seat, count=count, why=why, seats=youngest)


def narrate_result(outcome: Outcome, state: State) -> Iterator[Line]:
    """Yield everybody's points and who won. A game that ended before its story has scores but no winner."""
    match state.options.mode:
        case Mode.YOUNGEST:
            yield line("no-winner")
        case _ if not outcome.finished:
            yield from read_scores(state)
        case Mode.BASIC:
            best = max(outcome.scores.values(), default=0)
            others = standing_lines({seat: points for seat, points in outcome.scores.items() if points < best})
            for number, each in enumerate(others):
                yield line("final-score", **each.facts, more=number > 0)
            yield line("won", winners=outcome.winners, count=len(outcome.winners), points=best)
        case Mode.COOPERATIVE:
            yield line("won-together" if outcome.winners else "lost-together", **outcome.scores)


def way_name(state: State, way: str | None, content: Content) -> str:
    forks = [fork for card in current_story(state, content).cards for fork in card.fork]
    return next((fork.way for fork in forks if fork.to == way), "")


# --- looking things up -------------------------------------------------------------------------


def look_up(topic: LookUp, state: State, content: Content) -> Iterator[Line]:
    match topic:
        case LookUp.ROLE if open_role(state, content) and not is_page_cast(state):
            yield line("role-is", role=open_role(state, content))
        case LookUp.PAGE if state.book and state.phase is not Phase.OVER:
            yield page_text(state, state.card, content)
            yield from look_up(LookUp.ROLE, state, content)
        case LookUp.STORY:
            yield from retell_so_far(state, content)
        case LookUp.OPTIONS if state.phase is Phase.FORK:
            yield from (line("text", text=way.say) for way in current_story(state, content).card(state.card).fork)
        case LookUp.OPTIONS if state.phase is Phase.CHOOSING and not state.own_cards:
            yield line("still-in-hand")
        case LookUp.OPTIONS if any(state.face_up.values()):
            yield from describe_table(state, content, asked=True)
        case LookUp.OPTIONS if state.face_up:
            yield line("laid-out", count=len(state.face_up), known=False)
        case LookUp.SCORES:
            yield from read_scores(state)
        case LookUp.VOTES:
            yield from last_vote_lines(state)
        case LookUp.ROUND:
            yield line("round-is", page=page_number(state), pages=path_length(state.options.story))


def read_scores(state: State) -> Iterator[Line]:
    match state.options.mode:
        case Mode.BASIC:
            yield from standing_lines(state.scores)
        case Mode.COOPERATIVE:
            yield line("together-standing", players=state.scores["players"], game=state.scores["game"])
        case Mode.YOUNGEST:
            yield line("no-scores")


def is_page_cast(state: State) -> bool:
    """Return whether the open page has its character already, so that only a way is to be chosen."""
    return state.card in {page.card for page in state.book}


def page_number(state: State) -> int:
    return len(state.book) + (not is_page_cast(state))


def path_length(story: StoryShape) -> int:
    """Return how many cards of this story are read."""
    count, card, follows = 1, story.start, story.follows
    while follows[card]:
        count, card = count + 1, follows[card][0]
    return count


def retell_so_far(state: State, content: Content) -> Iterator[Line]:
    """Yield the pages that were read, with their characters."""
    yield from (page_text(state, page.card, content) for page in state.book)
    if state.phase is not Phase.OVER and not is_page_cast(state):
        yield page_text(state, state.card, content)


def panels(view: State, content: Content) -> tuple[Panel, ...]:
    """Return the roles and their characters, the cards on the table, and the scores."""
    story = current_story(view, content)
    book = [(role_words(story.card(page.card)) or "", page.character) for page in view.book]
    if not is_page_cast(view):
        book.append((role_words(story.card(view.card)) or "", None))
    roles = tuple((role, with_picture(name, content)) for role, name in book if role)
    return non_empty_panels(Panel(story.title, roles), table_panel(view.face_up, content), standing_panel(view.scores))


def recap(state: State, content: Content) -> Iterator[Line]:
    """Yield the title, the characters in the book, the open role, the cards on the table and who leads."""
    yield line("recap", title=current_story(state, content).title, page=page_number(state))
    if book := [get_language().definite(page.character) for page in state.book if page.character]:
        yield line("recap-book", characters=book)
    yield from look_up(LookUp.ROLE, state, content) if state.phase is not Phase.OVER else ()
    if table := [get_language().definite(name) for name in state.face_up.values() if name]:
        yield line("table-is", cards=table)
    if state.options.mode is not Mode.YOUNGEST:
        yield from leader_lines(read_scores(state))


def lessons(options: Options) -> tuple[Line, ...]:
    steps = {Mode.BASIC: 5, Mode.COOPERATIVE: 5, Mode.YOUNGEST: 4}[options.mode]
    return tuple(line(f"teach-{options.mode}-{step}") for step in range(1, steps + 1))

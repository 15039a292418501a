"""Host of Dixit Odyssey: Dixit for a large table, a party with phrases, or teams."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from narrator.core.cards import Laid, Scored, Voted
from narrator.core.clues import ClueGiven, CluePhase, Give, RoundBegan, VoteLost
from narrator.core.game import Event, GameEnded
from narrator.games.hosting import dream_retelling, pictures
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.narration import as_sentence, last_vote_lines, narrate_winners
from narrator.games.hosting.options import SHORT_GAME
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.questions import (
    Answer,
    Choice,
    GameQuestion,
    Slot,
    ask_owner,
    choices_by_name,
    single_slot_question,
)
from narrator.games.odyssey.moves import HandsPassed, PartyVotesRevealed, PhraseSaid, Red, RedVoted, Say, Tell, Vote
from narrator.games.odyssey.options import TIMES_TELLING
from narrator.games.odyssey.rules import GOAL, Mode, Options, State, Team, hand_size, keeps_eyes_closed, waiting
from narrator.language.content.packs import Content
from narrator.language.lines.event_lines import (
    completes_round,
    event_lines,
    leader_lines,
    new_leader_lines,
    points_gained_lines,
    standing_lines,
)
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.lines.showing import Showing

USES_CARDS = True
SHORT_GAME_GOAL = 15
ROUND_END_EVENTS: tuple[type[Event], ...] = (Scored,)
content_to_save = pictures.content_to_save
has_content = pictures.has_content
extra_vocabulary = pictures.extra_vocabulary
all_card_choices = pictures.all_card_choices
panels = pictures.panels


def most_chosen_symbol(event: Event) -> int | None:
    """Party: return the symbol with the most votes, the red one only as a last resort."""
    if not isinstance(event, PartyVotesRevealed):
        return None
    count, red = Counter(event.votes.values()), event.red
    return max(sorted(count), key=lambda symbol: (symbol != red, count[symbol]), default=red)


retell, recall_cast = dream_retelling.make_retellers(most_chosen_symbol)


def build_options(plan: Plan, content: Content) -> Options:
    """Return the options. `times` counts only in the party and teams modes."""
    mode = Mode(plan.mode or Mode.BASIC)
    return Options(
        mode=mode,
        pictures=pictures.choose_deck(plan, content.odyssey_dreams),
        times=1 if mode is Mode.BASIC else plan.game_options.get(TIMES_TELLING.name, 1),
        goal=SHORT_GAME_GOAL if SHORT_GAME.name in plan.game_options else GOAL,
        cards=plan.cards,
    )


def estimate_minutes(options: Options, players: int) -> float:
    """Estimate by points or rounds: the best player of the basic game gets about three points a round."""
    match options.mode:
        case Mode.BASIC:
            return options.goal / 3 * (1.6 + 0.5 * players)
        case Mode.PARTY:
            return players * options.times * (1 + 0.45 * players)
        case Mode.TEAMS:
            return players * options.times * (1.6 + 0.24 * players)


# --- questions ---------------------------------------------------------------------------------


def questions(state: State, content: Content) -> tuple[GameQuestion, ...]:
    match state.phase:
        case CluePhase.TELLING:
            return ask_tellers(state, content)
        case CluePhase.GIVING if state.options.mode is Mode.TEAMS:
            return ask_teams(state, content)
        case CluePhase.GIVING if state.own_cards:
            return (pictures.ask_give_own(state, waiting(state), mode=state.options.mode.value),)
        case CluePhase.GIVING:
            return tuple(ask_give(state, seat, (seat,), content) for seat in waiting(state))
        case CluePhase.VOTING if state.options.mode is Mode.PARTY:
            table = pictures.table_choices(state.face_up, content)
            return tuple(ask_party_vote(state, seat, table) for seat in waiting(state))
        case CluePhase.VOTING:
            table = pictures.table_choices(state.face_up, content)
            return tuple(ask_vote(state, seat, table) for seat in waiting(state))
        case CluePhase.OWNING:
            return (ask_owner(state.face_up, state.owners, waiting(state)),)
        case _:
            return ()


def ask_tellers(state: State, content: Content) -> tuple[GameQuestion, ...]:
    """Ask the storyteller; in the first round, ask which player has a clue or, at a party, a phrase."""
    ask = ask_say if state.options.mode is Mode.PARTY else ask_tell
    if state.teller is not None:
        return (ask(state, state.teller, content),)
    here = [name for name in state.names if name not in state.absent]
    player_questions = [replace(ask(state, seat, content), only_if_named=True) for seat in here]
    prompt = line("ask-first-phrase" if state.options.mode is Mode.PARTY else "ask-first", example=here[0])
    return pictures.ask_who_begins(
        prompt, here, [answer.intent for answer in player_questions[0].answers], player_questions
    )


def ask_tell(state: State, seat: str, content: Content) -> GameQuestion:
    """Ask for the card, then for its clue."""
    own_cards = state.own_cards
    player = state.player_of(seat)
    prompt = line("ask-tell-own" if own_cards else "ask-tell", seat=player)
    hand = pictures.title_choices(state.hands[seat], content)
    card = () if own_cards else pictures.card_slots([prompt], hand)

    def tell(values: Mapping[str, object]) -> Tell:
        return Tell(seat, None if own_cards else pictures.picked_cards(values, hand)[0], pictures.clue_words(values))

    lead = prompt if own_cards else line("ask-lead", seat=player)
    answers = (
        Answer("Tell", tell, (*card, *pictures.clue_slots(player, lead, own_cards=own_cards))),
        Answer("MyClue", tell, (*card, pictures.clue_words_slot(player))),
    )
    return GameQuestion(player, prompt, answers)


def ask_say(state: State, seat: str, content: Content) -> GameQuestion:
    """Party: ask for a phrase, before the storyteller has seen the cards."""
    words = Slot("clue", line("ask-phrase", seat=seat), is_free_text=True, lead_in_intents=("Say", "MyClue"))
    answers = (
        Answer(intent, lambda v: Say(seat, pictures.clue_words(v)), (words,)) for intent in words.lead_in_intents
    )
    return GameQuestion(seat, line("ask-say", seat=seat), tuple(answers))


def ask_give(state: State, player: str, seats: Sequence[str], content: Content) -> GameQuestion:
    one = "ask-give-phrase" if state.options.mode is Mode.PARTY else "ask-give"
    return pictures.ask_give(state, player, seats, content, one)


def ask_teams(state: State, content: Content) -> tuple[GameQuestion, ...]:
    """Teams: ask the storyteller's partner for a card, and each other team which of the two gives one."""
    awaited = waiting(state)
    partner = state.partner_of(state.teller or "")
    teams = [team for team in state.teams if state.teller not in team and team[0] in awaited]
    if state.own_cards:
        return ask_own_givers(teams, partner if partner in awaited else None)
    first: list[GameQuestion] = []
    named: list[GameQuestion] = []
    if partner in awaited:
        first.append(ask_give(state, state.player_of(partner), (partner,), content))
    for team in teams:
        here = [seat for seat in team if seat not in state.absent]
        if len(here) == 1:
            first.append(ask_give(state, here[0], team, content))
        else:
            first.append(ask_giver(team))
            named += [replace(ask_give(state, seat, (seat,), content), only_if_named=True) for seat in team]
    return (*first, *named)


def ask_giver(team: Team) -> GameQuestion:
    who = Slot("player", line("ask-giver", seats=AnyOf(team)), choices_by_name(team), accepts_position=False)
    return single_slot_question(None, who, "Give", pictures.no_moves)


def ask_own_givers(teams: Sequence[Team], partner: str | None) -> tuple[GameQuestion, ...]:
    """Own cards: ask each team who gives a card, because the other player votes.

    The storyteller's partner always gives one.
    """
    with_partner = [Give(partner)] if partner else []
    if not teams:
        return (GameQuestion(None, line("ask-partner-own", seat=partner), (Answer("Ready", lambda v: with_partner),)),)
    return tuple(
        replace(ask, answers=(Answer("Give", lambda v: [*with_partner, Give(v["player"])], ask.main_answer.slots),))
        for ask in map(ask_giver, teams)
    )


def ask_vote(state: State, seat: str, table: tuple[Choice, ...]) -> GameQuestion:
    """Ask for a vote; with seven or more players also for an optional second one."""
    player = state.player_of(seat)
    prompt = line("ask-vote", seat=player, teller=state.teller, first=not state.votes)
    first = symbol_slot("symbol", prompt, table)
    if state.max_votes == 1:
        return single_slot_question(player, first, "Vote", lambda v: Vote(seat, (v["symbol"],)))
    second = replace(
        symbol_slot("symbol2", line("ask-second-vote", seat=player, first=not state.votes), table), is_skippable=True
    )
    only = symbol_slot("symbol3", prompt, table)

    def vote(values: Mapping[str, object]) -> Vote:
        symbols = (values.get(slot.name) for slot in (first, second))
        return Vote(seat, tuple(symbol for symbol in symbols if isinstance(symbol, int)))

    def instead(values: Mapping[str, object]) -> Line | None:
        """Ask back if the player said another number before: this could be the second vote."""
        changed = values.get("symbol") not in (None, values["symbol3"])
        return line("sure-of-one", seat=player, symbol=values["symbol3"]) if changed else None

    def one_more(values: Mapping[str, object]) -> Line | None:
        """Ask back after "one": it may mean picture one, or only one vote."""
        return line("sure-of-second", seat=player) if values.get("symbol2") == 1 else None

    answers = [Answer("Vote", vote, (first, second), one_more), Answer("VoteTwice", vote, (first, second))]
    once = Answer("VoteOnce", lambda v: Vote(seat, (v["symbol3"],)), (only,), confirm=instead)
    return GameQuestion(player, prompt, (*answers, once))


def ask_party_vote(state: State, seat: str, table: tuple[Choice, ...]) -> GameQuestion:
    """Party: ask for a vote, and the storyteller also for a red one, in one sentence or two."""
    prompt = line("ask-favorite", seat=seat, first=not state.votes)
    symbol = symbol_slot("symbol", prompt, table)
    red = symbol_slot("symbol2", line("ask-red", seat=seat), table)
    voted, may_red = seat in state.votes, seat == state.teller and state.red is None

    def vote(values: Mapping[str, int]) -> list[Vote | Red]:
        green: list[Vote | Red] = [Vote(seat, (values["symbol"],))] if "symbol" in values and not voted else []
        return [*green, Red(seat, values["symbol2"])] if "symbol2" in values else green

    if voted:
        answers = (Answer("Vote", vote, (red,)), Answer("Red", vote, (red,)))
        return GameQuestion(seat, red.prompt, answers)
    both = Answer("Vote", vote, (symbol, red) if may_red else (symbol,))
    reds = [Answer("Red", vote, (red,))] if may_red else []
    return GameQuestion(seat, prompt, (both, *reds), all_choose_first=True)


def symbol_slot(name: str, prompt: Line, table: tuple[Choice, ...]) -> Slot:
    return Slot(name, prompt, table, also_filled_by=("card",), is_secret=True)


def hand_choices(state: State, seat: str, content: Content) -> tuple[Choice, ...]:
    """Return the pictures that this player may see.

    At a party they see none before the phrase; in teams they also see an absent partner's. A player who
    plays for two and is asked about one hand gets only that hand, so that the numbers match.
    """
    if keeps_eyes_closed(state, seat):
        return ()
    own_questions = (question for question in questions(state, content) if question.seat == seat)
    offered = next(
        (slot.choices for question in own_questions for slot in question.main_answer.slots if slot.from_hand), ()
    )
    seats = [name for name in state.names if state.player_of(name) == seat]
    return offered or tuple(
        card for name in seats for card in pictures.title_choices(state.hands.get(name, ()), content)
    )


# --- narration ---------------------------------------------------------------------------------


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    revealed, red = credit_present_players(after, pictures.reveal_round(events, before)), before.red or 0
    for event in events:
        match event:
            case PartyVotesRevealed(green, red):
                revealed = replace(revealed, votes={voter: (symbol,) for voter, symbol in green.items()})
                facts = {"teller": before.teller, "symbol": red}
                card = pictures.title_on_symbol(red, revealed.face_up)
                yield Line("party-votes-revealed", {**facts, "card": card}, shows=Showing(votes=revealed.votes))
            case Scored(gained, scores):
                yield from narrate_points(gained, revealed, red, before)
                yield from narrate_new_leaders(before.scores, scores, before.options.mode)
            case _ if not completes_round(event, events):
                yield from narrate_event(event, revealed, before, after, content)


def narrate_event(
    event: Event, revealed: pictures.RevealedRound, before: State, after: State, content: Content
) -> Iterator[Line]:
    mode, own_cards = after.options.mode, after.own_cards
    match event:
        case RoundBegan(teller):
            if not any(after.times_told.values()):
                yield from (line("team-is", seats=team) for team in after.teams)
            yield round_began_line(after, teller)
        case HandsPassed():
            count, second = hand_size(mode, len(after.seats)), sum(after.times_told.values()) == 1
            yield line("hands-passed", own=own_cards, count=count, teller=after.teller, second=second)
        case ClueGiven(seat, clue):
            line_id = "phrase-said" if isinstance(event, PhraseSaid) else "clue-given"
            yield line(line_id, seat=seat, clue=as_sentence(clue))
        case Laid() if own_cards and mode is not Mode.TEAMS:
            pass  # all cards were put down when a player said "ready"
        case Laid(seat) if mode is Mode.TEAMS:
            yield team_laid_line(after, seat)
        case Voted(seat, still) if seat in still:
            pass  # the storyteller's red vote comes next
        case RedVoted(seat, still):
            yield from event_lines(event, both=seat not in still)
        case Laid(seat, still) | Voted(seat, still):
            awaited = list(dict.fromkeys(map(after.player_of, still)))
            yield from event_lines(event, seat=after.player_of(seat), waiting=awaited)
        case VoteLost(seat):
            yield from event_lines(event, seat=after.player_of(seat), mode=mode.value)
        case GameEnded(outcome) if not outcome.finished:
            yield line("ended-early")
            yield from read_standing(outcome.scores, mode)
        case GameEnded(outcome):
            yield line("game-ended", mode=mode.value, points=after.options.goal)
            yield from narrate_winners(outcome)
        case _:
            yield from pictures.narrate_picture_event(event, revealed, before, after, content, mode=mode.value)


def credit_present_players(state: State, revealed: pictures.RevealedRound) -> pictures.RevealedRound:
    """Return the round with votes and finds of absent partners credited to the player who made them."""
    votes = {state.player_of(voter): symbols for voter, symbols in revealed.votes.items()}
    finders = tuple(state.player_of(seat) for seat in revealed.found.finders)
    return replace(revealed, votes=votes, found=replace(revealed.found, finders=finders))


def team_laid_line(state: State, seat: str) -> Line:
    """Return who of the team gave a card, and who therefore votes (no one in the storyteller's team)."""
    partner = state.partner_of(seat)
    voter = None if partner is None or partner == state.teller else state.player_of(partner)
    player = state.player_of(seat)
    absent = seat if seat != player else None
    return line("team-laid", seat=player, absent=absent, voter=voter, same=voter == player)


def narrate_new_leaders(before: Mapping[str, int], scores: Mapping[str, int], mode: Mode) -> Iterator[Line]:
    """Yield who leads, if that has changed."""
    if any(new_leader_lines(before, scores)):
        yield from leader_lines(read_standing(scores, mode))


def read_standing(scores: Mapping[str, int], mode: Mode) -> Iterator[Line]:
    """Yield the scores. Teams get a line each, because a team already has two names."""
    if mode is not Mode.TEAMS or not any(scores.values()):
        yield from standing_lines(scores)
        return
    best = max(scores.values())
    for team, points in sorted(scores.items(), key=lambda item: item[1]):
        yield line("team-standing", seats=team, points=points, first=points == best)


def round_began_line(state: State, teller: str | None) -> Line:
    """Return the line that starts a round. With the family's own cards it says what to do with them."""
    mode = state.options.mode
    return line(
        "round-began",
        teller=teller,
        player=state.player_of(teller) if teller in state.absent else None,
        own=state.own_cards,
        count=hand_size(mode, len(state.seats)),
        first=not any(state.times_told.values()),
        second=sum(state.times_told.values()) == 1,
        mode=mode.value,
    )


def narrate_points(
    gained: Mapping[str, int], revealed: pictures.RevealedRound, red: int, before: State
) -> Iterator[Line]:
    match before.options.mode:
        case Mode.BASIC:
            yield from points_gained_lines(gained)
        case Mode.PARTY:
            yield from narrate_party_points(gained, revealed, red)
        case Mode.TEAMS:  # a line each, because a team already has two names
            for team, points in gained.items():
                yield from points_gained_lines({team: points})


def narrate_party_points(gained: Mapping[str, int], revealed: pictures.RevealedRound, red: int) -> Iterator[Line]:
    """Yield the voters and points of each picture, most votes first; then the pictures with a single vote."""
    alone: list[Line] = []
    votes = Counter(symbol for symbols in revealed.votes.values() for symbol in symbols)
    for symbol, count in votes.most_common():
        voters = [voter for voter, symbols in revealed.votes.items() if symbol in symbols]
        card = pictures.title_on_symbol(symbol, revealed.face_up)
        if count > 1 or symbol == red:
            points = 0 if symbol == red else max(gained.get(voter, 0) for voter in voters)
            facts = {"voters": voters, "symbol": symbol, "points": points}
            shows = Showing(gained={voter: gained.get(voter, 0) for voter in voters})
            yield Line("party-gained", {**facts, "card": card}, shows=shows)
        else:
            alone.append(line("party-vote", voter=voters[0], symbol=symbol, card=card))
    if alone:
        yield line("party-alone", votes=alone)


# --- looking things up -------------------------------------------------------------------------


def look_up(topic: LookUp, state: State, content: Content) -> Iterator[Line]:
    match topic:
        case LookUp.CLUE:
            yield from pictures.repeat_clue(state, mode=state.options.mode.value)
        case LookUp.OPTIONS:
            yield from pictures.describe_options(state, content)
        case LookUp.SCORES:
            yield from read_standing(state.scores, state.options.mode)
        case LookUp.VOTES:
            yield from last_vote_lines(state)
        case LookUp.ROUND:
            yield line("round-is", round=sum(state.times_told.values()) + 1, teller=state.teller)


def recap(state: State, content: Content) -> Iterator[Line]:
    """Yield the teams, the round, the clue, the pictures on the table and who leads."""
    yield from (line("team-is", seats=team) for team in state.teams)
    yield from look_up(LookUp.ROUND, state, content)
    yield from look_up(LookUp.CLUE, state, content)
    yield from pictures.list_table(state.face_up)
    yield from leader_lines(read_standing(state.scores, state.options.mode))


def lessons(options: Options) -> tuple[Line, ...]:
    return tuple(line(f"teach-{options.mode}-{step}") for step in range(1, 6))

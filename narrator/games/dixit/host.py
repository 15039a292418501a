"""Host of Dixit: find the storyteller's picture among those of the others."""

from collections.abc import Iterator, Mapping, Sequence

from narrator.core.cards import Laid, Scored
from narrator.core.clues import ClueForm, ClueGiven, CluePhase, RoundBegan
from narrator.core.game import CardSource, Event, GameEnded, SpokenWords
from narrator.games.dixit.moves import Finish, Tell, Vote
from narrator.games.dixit.options import SONGS
from narrator.games.dixit.rules import Mode, Options, State, hand_size, legal, waiting
from narrator.games.hosting import dream_retelling, pictures
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.narration import as_sentence, last_vote_lines, narrate_winners
from narrator.games.hosting.options import SHORT_GAME
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.questions import Answer, Choice, GameQuestion, Slot, ask_owner, single_slot_question
from narrator.language.content.packs import Content
from narrator.language.lines.event_lines import (
    completes_round,
    leader_lines,
    new_leader_lines,
    points_gained_lines,
    standing_lines,
)
from narrator.language.lines.line import Line, line

USES_CARDS = True
ROUND_END_EVENTS: tuple[type[Event], ...] = (Scored,)
retell, recall_cast = dream_retelling.make_retellers()
content_to_save = pictures.content_to_save
has_content = pictures.has_content
extra_vocabulary = pictures.extra_vocabulary
all_card_choices = pictures.all_card_choices
panels = pictures.panels


def build_options(plan: Plan, content: Content) -> Options:
    return Options(
        mode=Mode(plan.mode or Mode.BASIC),
        pictures=pictures.choose_deck(plan, content.dreams),
        mimes_and_songs=plan.game_options.get(SONGS.name, False),
        rounds=len(plan.seats) if SHORT_GAME.name in plan.game_options else None,
        cards=plan.cards,
    )


def estimate_minutes(options: Options, players: int) -> float:
    """Estimate by rounds: one per player in a short game, else until the pictures run out."""
    drawn = 5 if players == 3 else players
    rounds = options.rounds or (len(options.pictures) - hand_size(players) * players) / drawn
    return rounds * (0.4 + 0.65 * max(players, 4))


# --- questions ---------------------------------------------------------------------------------


def questions(state: State, content: Content) -> tuple[GameQuestion, ...]:
    match state.phase:
        case CluePhase.TELLING if state.teller is None:
            prompt = line("ask-first", example=state.names[0])
            player_questions = [ask_tell(state, seat, content, only_if_named=True) for seat in waiting(state)]
            return pictures.ask_who_begins(
                prompt, state.names, [answer.intent for answer in player_questions[0].answers], player_questions
            )
        case CluePhase.TELLING:
            return tuple(ask_tell(state, seat, content) for seat in waiting(state))
        case CluePhase.GIVING if state.own_cards:
            return (pictures.ask_give_own(state, waiting(state)),)
        case CluePhase.GIVING:
            return tuple(pictures.ask_give(state, seat, (seat,), content) for seat in waiting(state))
        case CluePhase.VOTING:
            table = pictures.table_choices(state.face_up, content)
            return tuple(ask_vote(state, seat, table) for seat in waiting(state))
        case CluePhase.OWNING:
            return (ask_owner(state.face_up, state.owners, waiting(state)),)
        case _:
            return ()


def ask_tell(state: State, seat: str, content: Content, *, only_if_named: bool = False) -> GameQuestion:
    """Ask for the card, then for its clue: in words or, with the option, sung or mimed."""
    own_cards, songs = state.own_cards, state.options.mimes_and_songs
    prompt = line("ask-tell-own", seat=seat, songs=songs) if own_cards else line("ask-tell", seat=seat)
    hand = hand_choices(state, seat, content)
    card = () if own_cards else pictures.card_slots([prompt], hand)

    def tell(values: Mapping[str, object], how: ClueForm = ClueForm.SAID) -> Tell:
        chosen = None if own_cards else pictures.picked_cards(values, hand)[0]
        return Tell(seat, chosen, pictures.clue_words(values), how)

    lead = prompt if own_cards else line("ask-lead", seat=seat, songs=songs)
    answers = [
        Answer("Tell", tell, (*card, *pictures.clue_slots(seat, lead, own_cards=own_cards))),
        Answer("MyClue", tell, (*card, pictures.clue_words_slot(seat))),
    ]
    if songs:
        song = Slot("clue", line("ask-song", seat=seat), is_free_text=True)
        answers += [
            Answer("Sing", lambda v: tell(v, ClueForm.SUNG), (*card, song)),
            Answer("Mime", lambda v: tell({**v, "clue": SpokenWords()}, ClueForm.MIMED), card),
        ]
    if Finish in legal(state):
        answers.append(Answer("Finish", lambda v: Finish(), confirm=lambda v: line("sure-to-finish")))
    return GameQuestion(seat, prompt, tuple(answers), only_if_named=only_if_named)


def ask_vote(state: State, seat: str, table: tuple[Choice, ...]) -> GameQuestion:
    prompt = line("ask-vote", seat=seat, teller=state.teller, first=not state.votes)
    symbol = Slot("symbol", prompt, table, also_filled_by=("card",), is_secret=True)
    return single_slot_question(seat, symbol, "Vote", lambda v: Vote(seat, v["symbol"]))


def hand_choices(state: State, seat: str, content: Content) -> tuple[Choice, ...]:
    return pictures.title_choices(state.hands.get(seat, ()), content)


# --- narration ---------------------------------------------------------------------------------


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    own_cards = after.own_cards
    revealed = pictures.reveal_round(events, before)
    for event in events:
        match event:
            case RoundBegan(teller):
                yield round_began_line(after, teller)
            case ClueGiven(seat, clue, how):
                yield line("clue-given", seat=seat, clue=as_sentence(clue), how=how.value)
            case Laid() if own_cards:
                pass  # all cards were put down when a player said "ready"
            case _ if completes_round(event, events):
                pass
            case Scored(gained, scores):
                yield from points_gained_lines(gained)
                yield from new_leader_lines(before.scores, scores)
            case GameEnded(outcome) if not outcome.finished:
                yield line("ended-early")
                yield from standing_lines(outcome.scores)
            case GameEnded(outcome):
                yield line("game-ended")
                yield from narrate_winners(outcome)
            case _:
                yield from pictures.narrate_picture_event(event, revealed, before, after, content)


def round_began_line(state: State, teller: str | None) -> Line:
    """Return the line that starts a round.

    With the family's own cards it says what to do with them, and at the first refill when the game ends.
    """
    own_cards, count = state.own_cards, hand_size(len(state.seats))
    first, second = state.rounds == 0, state.rounds == 1
    return line("round-began", teller=teller, own=own_cards, count=count, first=first, second=second)


# --- looking things up -------------------------------------------------------------------------


def look_up(topic: LookUp, state: State, content: Content) -> Iterator[Line]:
    match topic:
        case LookUp.CLUE:
            yield from pictures.repeat_clue(state, how=state.how.value)
        case LookUp.OPTIONS:
            yield from pictures.describe_options(state, content)
        case LookUp.SCORES:
            yield from standing_lines(state.scores)
        case LookUp.VOTES:
            yield from last_vote_lines(state)
        case LookUp.ROUND:
            yield line("round-is", round=state.rounds + 1, teller=state.teller)


def recap(state: State, content: Content) -> Iterator[Line]:
    """Yield the round, the clue, the pictures on the table and who leads."""
    yield from look_up(LookUp.ROUND, state, content)
    yield from look_up(LookUp.CLUE, state, content)
    yield from pictures.list_table(state.face_up)
    yield from leader_lines(standing_lines(state.scores))


def lessons(options: Options) -> tuple[Line, ...]:
    third = "teach-3-own" if options.cards is CardSource.TABLE else "teach-3"
    songs = ("teach-songs",) if options.mimes_and_songs else ()
    return tuple(line(step) for step in ("teach-1", "teach-2", third, "teach-4", "teach-5", *songs))

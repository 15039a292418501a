"""Hosting the cat dice game: the dice are told for the ear, the best lines are offered, and every feat is cheered."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from narrator.core.game import CardSource, Event, GameEnded, Luck, Outcome, Seat, winners
from narrator.games.cat_dice import rules
from narrator.games.cat_dice.dice import (
    Handful,
    aliases,
    fits,
    kept,
    less,
    rolled_again,
    several,
    thrown,
    told,
    worth,
    written,
)
from narrator.games.cat_dice.moves import Begin, Category, Fill, Filled, Kept, Reroll, Roll, Rolled, Throw, TurnBegan
from narrator.games.cat_dice.options import OWN_DICE
from narrator.games.cat_dice.rules import DICE, FACES, ROLLS, Options, Phase, State, free, waiting
from narrator.games.hosting.cast import StoryCast, cast_of_players
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.panels import Panel, non_empty_panels, standing_panel
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.questions import Answer, Choice, GameQuestion, Slot, choices_by_name
from narrator.games.hosting.retelling import PlayedGame
from narrator.language.content.packs import Content
from narrator.language.lines.event_lines import event_lines, standing_lines
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.lines.story_wording import StoryWording
from narrator.language.understanding.grammar import Lists
from narrator.language.understanding.numbers import number_in_words

ROUND_END_EVENTS: tuple[type[Event], ...] = (Filled,)
EVENT_CUES: Mapping[type[Event], str] = {Rolled: "dice", GameEnded: "win"}
ROUNDS = len(Category)
FEW = 3
"""More lines are not offered in one breath."""
BEST = 3
"""So many rolls are worth remembering."""

FEATS: Mapping[Category, str] = {
    Category.MARVELOUS_MOUSER: "mouser",
    Category.LARGE_FURBALL: "furball",
    Category.FAT_CAT: "fat-cat",
    Category.SMALL_HAIRBALL: "hairball",
    Category.FOUR_OF_A_KIND: "four",
}
"""What is cheered, the rarest first."""


def build_options(plan: Plan, content: Content) -> Options:
    """There are no cards in this game: who wants to play with their own means the dice."""
    return Options(own_dice=plan.game_options.get(OWN_DICE.name, False) or plan.cards is CardSource.TABLE)


def is_open_by_default(chosen: Options, seats: Sequence[Seat]) -> bool:
    return True


# --- what is asked -----------------------------------------------------------------------------


def estimate_minutes(chosen: Options, players: int) -> float:
    return 12 * players


def questions(state: State, content: Content) -> tuple[GameQuestion, ...]:
    match state.phase:
        case Phase.BEGINNING:
            return (ask_begin(state),)
        case Phase.CHOOSING:
            ask = ask_keep if state.rolls_left else ask_fill
        case _:
            ask = ask_roll if state.options.own_dice else ask_throw
    return tuple(ask(state, seat) for seat in waiting(state))


def ask_begin(state: State) -> GameQuestion:
    """Whoever did not say a name is asked for it."""
    who = Slot("player", line("ask-starter"), choices_by_name(state.names))
    return GameQuestion(None, line("ask-begin"), (Answer("Begin", lambda v: Begin(v["player"]), (who,)),))


def ask_throw(state: State, seat: str) -> GameQuestion:
    """It sounds like a question, so "yes" is an answer."""
    answers = (Answer(intent, lambda v: Throw(seat)) for intent in ("Throw", "Yes"))
    return GameQuestion(seat, line("ask-throw", seat=seat), tuple(answers))


def ask_roll(state: State, seat: str) -> GameQuestion:
    """Own dice: what they show cannot be taken back, so it is told back first."""
    question = line("ask-say-roll", seat=seat, count=state.to_roll)
    dice = Slot("dice", question, parse=lambda words: thrown(words, state.kept))

    def confirm(values: Mapping[str, Handful]) -> Line | None:
        rolled = values["dice"]
        possible = len(rolled) == state.to_roll and all(die in FACES for die in rolled)
        return line("sure-rolled", dice=told(state.kept + rolled)) if possible else None

    said = Answer(
        "SayRoll",
        lambda v: Roll(v["dice"]),
        (dice,),
        confirm,
        lambda v: line("meant-dice", dice=told(v["dice"])),
        some_dice("I rolled"),
    )
    return GameQuestion(seat, question, (said,))


def ask_keep(state: State, seat: str) -> GameQuestion:
    """Rolls are left: keep some dice, say which ones to roll again, or fill a line already."""
    alike = Counter(state.dice).most_common()
    most, fewest = several(alike[0][0]), several(alike[-1][0])
    stay = Slot("dice", line("ask-which-stay", faces=most), parse=lambda words: kept(words, state.dice))
    go = Slot("again", line("ask-which-roll", faces=fewest), parse=lambda words: rolled_again(words, state.dice))

    def rolling(values: Mapping[str, Handful]) -> Handful:
        """What stays. Dice that are not there are left to the rules to refuse."""
        again = values["again"]
        return less(state.dice, again) if fits(again, state.dice) else again

    keep = Answer(
        "KeepDice",
        lambda v: Reroll(seat, v["dice"]),
        (stay,),
        lambda v: doubt(state, seat, v["dice"]),
        lambda v: line("meant-keep", dice=meant(v.get("dice"))),
        some_dice("keep"),
    )
    roll = Answer(
        "RollDice",
        lambda v: Reroll(seat, rolling(v)),
        (go,),
        lambda v: doubt(state, seat, rolling(v)),
        lambda v: line("meant-roll", dice=meant(v.get("again"))),
        some_dice("roll"),
    )
    # The family sees its own dice, and has just told them.
    dice = [] if state.options.own_dice else told(state.dice)
    lines = free(state.sheets[seat])
    last = lines[0].value if len(lines) == 1 else ""
    new = not any(state.sheets.values())
    question = line("ask-keep", seat=seat, dice=dice, rolls=state.rolls_left, last=last, new=new)
    return GameQuestion(seat, question, (keep, roll, fill(state, seat)))


def some_dice(lead: str) -> Callable[[Luck], tuple[str, Handful]]:
    """What a guest may say about dice; whether they are there is for the rules."""

    def example(luck: Luck) -> tuple[str, Handful]:
        count = luck.pick(range(1, DICE + 1))
        dice = tuple(sorted(luck.pick(FACES) for _ in range(count)))
        return f"{lead} {' and '.join(told(dice))}", dice

    return example


def meant(dice: Handful | None) -> list[str] | str:
    """Dice as they are named beside another answer. Whoever only said "roll" has named none."""
    return "some" if dice is None else told(dice)


def doubt(state: State, seat: str, keep: Handful) -> Line | None:
    """What is rolled cannot be unrolled, so what is hardly meant, or a lone word, is asked about."""
    if not fits(keep, state.dice) or len(keep) == DICE:
        return None  # the rules say no anyway
    feat = next(iter(feats(state.dice, state.sheets[seat])), None)
    if feat in (Category.MARVELOUS_MOUSER, Category.LARGE_FURBALL):
        return line("sure-to-break", category=feat.value)
    if len(keep) == 1:
        several_shown = state.dice.count(keep[0]) > 1
        return line("sure-only-one", face=number_in_words(keep[0]), faces=several(keep[0]), several=several_shown)
    return None


def ask_fill(state: State, seat: str) -> GameQuestion:
    """All rolls are used. Who wants one more is told so by the rules."""
    dice = [] if state.options.own_dice else told(state.dice)
    question = line("ask-fill", seat=seat, dice=dice, **best(state, seat))
    answers = [fill(state, seat), Answer("NoMoreRolls", lambda v: Reroll(seat, ()))]
    lines = free(state.sheets[seat])
    if len(lines) == 1:  # then it sounds like a question
        answers.append(Answer("Yes", lambda v: Fill(seat, lines[0])))
    return GameQuestion(seat, question, tuple(answers))


def fill(state: State, seat: str) -> Answer:
    """The last free line need not be named."""
    lines = rules.worth(state.dice, state.sheets[seat])
    choices = tuple(Choice(category, category.value, aliases().get(category, ())) for category in lines)
    which = Slot(
        "category",
        line("ask-line", seat=seat, **best(state, seat)),
        choices,
        accepts_position=False,
        implied_if_only=True,
    )

    def confirm(values: Mapping[str, Category]) -> Line | None:
        """Nothing for a line, where there was something to be had, is hardly meant."""
        category = values["category"]
        better = state.rolls_left or any(lines.values())
        doubtful = lines.get(category) == 0 and better and len(lines) > 1 and "sure" not in values
        return line("sure-zero", category=category.value) if doubtful else None

    return Answer(
        "Fill",
        lambda v: Fill(seat, v["category"]),
        (which,),
        confirm,
        lambda v: line("meant-fill", category=v["category"].value if "category" in v else "some"),
    )


def extra_vocabulary(state: State, content: Content) -> Lists:
    """Every line of the sheet: one that is filled may be asked for, too."""
    named = aliases()
    lines = [(name, category) for category in Category for name in (category.value, *named.get(category, ()))]
    return {"category": lines}


# --- what the dice are good for ----------------------------------------------------------------


def feats(dice: Sequence[int], sheet: Mapping[Category, int]) -> list[Category]:
    """What these dice make that is worth cheering and still free on this sheet."""
    return [category for category in FEATS if dice and category not in sheet and rules.points(category, dice)]


def best(state: State, seat: str) -> dict[str, object]:
    """The two or three free lines that give the most; if none gives anything, those that are free."""
    lines = rules.worth(state.dice, state.sheets[seat])
    giving = [worth(category, gain) for category, gain in lines.items() if gain]
    names = [category.value for category in lines]
    return {"lines": AnyOf(giving[:FEW] or names[:FEW]), "fits": bool(giving), "count": len(lines)}


# --- what is told ------------------------------------------------------------------------------


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    for event in events:
        match event:
            case TurnBegan(seat, number):
                yield line("turn-began", seat=seat, round=number, **lead(after, number))
            case Kept(seat, dice):
                others = DICE - len(dice)
                yield line(
                    "kept", seat=seat, dice=told(dice), count=len(dice), others=others, own=after.options.own_dice
                )
            case Rolled(seat, dice, rolled, left):
                sheet = after.sheets[seat]
                cheered = feats(before.dice, sheet) if len(rolled) < DICE else []
                new = [feat for feat in feats(dice, sheet) if feat not in cheered]
                first = left == ROLLS - 1 and not after.options.own_dice
                yield line("rolled", seat=seat, feat=FEATS[new[0]] if new else "", first=first)
            case Filled(seat, category, gain, sum_of_all):
                won = rules.bonus(after.sheets[seat]) - rules.bonus(before.sheets[seat])
                facts = {"category": category.value, "points": gain, "total": sum_of_all - won}
                yield line("filled", seat=seat, feat=FEATS.get(category, "") if gain else "", **facts)
                if won:
                    yield line(
                        "bonus-won", seat=seat, points=won, top=rules.upper(after.sheets[seat]), total=sum_of_all
                    )
            case GameEnded(outcome):
                yield from result(outcome)
            case _:
                yield from event_lines(event)


def lead(state: State, number: int) -> dict[str, object]:
    """Whether a round begins, and who is ahead by then, if anybody is."""
    opens = all(len(sheet) == number - 1 for sheet in state.sheets.values())
    ahead = winners(state.scores)
    told_of = ahead if opens and len(ahead) < len(state.seats) else ()
    most = max(state.scores.values())
    return {"opens": opens, "last": number == ROUNDS, "leaders": told_of, "count": len(told_of), "points": most}


def result(outcome: Outcome) -> Iterator[Line]:
    """From the last to the first, so that it stays exciting. A game that was broken off has a standing, no winner."""
    if not outcome.finished:
        yield line("ended-early")
        yield from standing_lines(outcome.scores)
        return
    yield line("game-ended")
    for seat, score in sorted(outcome.scores.items(), key=lambda item: item[1]):
        if seat not in outcome.winners:
            yield line("final-score", seat=seat, points=score)
    most = max(outcome.scores.values(), default=0)
    yield line("won", winners=outcome.winners, count=len(outcome.winners), points=most)


# --- what can be looked up ---------------------------------------------------------------------


def look_up(topic: LookUp, state: State, content: Content) -> Iterator[Line]:
    match topic:
        case LookUp.SCORES:
            yield from standing_lines(state.scores)
        case LookUp.ROUND if state.turn:
            yield line("round-is", round=len(state.sheets[state.turn]) + 1, count=ROUNDS)
        case LookUp.DICE if state.turn and state.phase is Phase.CHOOSING:
            yield line("dice-are", seat=state.turn, dice=told(state.dice), rolls=state.rolls_left)
        case LookUp.DICE if state.turn and state.kept:
            yield line("kept-are", seat=state.turn, dice=told(state.kept), count=len(state.kept))
        case LookUp.OPTIONS if state.turn:
            if state.phase is Phase.CHOOSING:
                yield line("best-lines", **best(state, state.turn))
            yield still_free(state, state.turn)


def still_free(state: State, seat: str) -> Line:
    """Whatever is shorter to tell: what is free, or what is not."""
    lines = free(state.sheets[seat])
    taken = [category.value for category in Category if category not in lines]
    facts = {"lines": [category.value for category in lines], "count": len(lines), "taken": taken}
    return line("free-lines", seat=seat, many=len(lines) > len(taken), **facts)


def read_score_sheet(state: State, seat: str | None, content: Content) -> Iterator[Line]:
    """Both sections as they are filled, the sum, and what is free. Before somebody begins there is nothing to tell."""
    if seat is None:
        yield line("no-sheet")
        return
    filled = state.sheets[seat]
    told_lines = {category: written(category, filled[category]) for category in Category if category in filled}
    top = [words for category, words in told_lines.items() if category in rules.UPPER]
    bottom = [words for category, words in told_lines.items() if category not in rules.UPPER]
    yield line("sheet", seat=seat, total=rules.total(filled), filled=bool(filled))
    if top:
        yield line(
            "sheet-top", lines=top, sum=rules.upper(filled), needed=rules.BONUS_FROM, bonus=bool(rules.bonus(filled))
        )
    if bottom:
        yield line("sheet-bottom", lines=bottom)
    if filled:
        yield still_free(state, seat)


def panels(view: State, content: Content) -> tuple[Panel, ...]:
    dice = ((line("panel-rolled"), view.dice), (line("panel-kept"), view.kept))
    rows = tuple((label, "  ".join(map(str, faces))) for label, faces in dice if faces)
    return non_empty_panels(Panel(line("panel-dice"), rows), standing_panel(view.scores))


def recap(state: State, content: Content) -> Iterator[Line]:
    if state.turn:
        yield line("recap", round=len(state.sheets[state.turn]) + 1, count=ROUNDS, seat=state.turn)
    if any(state.sheets.values()):
        yield from standing_lines(state.scores)
    if state.options.own_dice:  # else the question tells them
        yield from look_up(LookUp.DICE, state, content)


def lessons(chosen: Options) -> tuple[Line, ...]:
    return tuple(line(f"teach-{step}") for step in range(1, 6))


def recall_cast(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
    """Who had the best rolls."""
    rolls = sorted((event for event in played.events if isinstance(event, Filled)), key=lambda each: -each.points)
    moments = [
        (
            each.seat,
            wording.phrase("recall-lucky"),
            wording.phrase("recall-roll", points=each.points, category=each.category),
        )
        for each in rolls[:BEST]
    ]
    return cast_of_players(wording.render("recall-dice"), moments, played.players)

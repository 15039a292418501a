"""Host of the cat dice game: describe the dice, offer the best lines of the sheet, cheer special rolls."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from narrator.core.game import CardSource, Event, GameEnded, Luck, Outcome, Seat, winners
from narrator.games.cat_dice import rules
from narrator.games.cat_dice.dice import (
    Handful,
    are_among,
    category_aliases,
    describe_dice,
    parse_kept,
    parse_rerolled,
    parse_rolled,
    plural_face,
    remove_dice,
    score_entry,
    score_offer,
)
from narrator.games.cat_dice.moves import Begin, Category, Fill, Filled, Kept, Reroll, Roll, Rolled, Throw, TurnBegan
from narrator.games.cat_dice.options import OWN_DICE
from narrator.games.cat_dice.rules import DICE, FACES, MAX_ROLLS, Options, Phase, State, free_categories, waiting
from narrator.games.hosting.cast import StoryCast, cast_of_players
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.panels import Panel, non_empty_panels, standing_panel
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.questions import Answer, Choice, GameQuestion, Slot, choices_by_name
from narrator.games.hosting.retelling import PlayedGame
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.event_lines import event_lines, standing_lines
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.lines.story_wording import StoryWording
from narrator.language.understanding.grammar import SlotNames

ROUND_END_EVENTS: tuple[type[Event], ...] = (Filled,)
EVENT_CUES: Mapping[type[Event], str] = {Rolled: "dice", GameEnded: "win"}
ROUNDS = len(Category)
MAX_LINES_OFFERED = 3
"""How many lines of the sheet to offer at a time."""
LESSON_ROUNDS = 4
"""The first rounds begin with a lesson about some lines of the sheet."""
NEAR_BONUS_POINTS = 20
"""Tell a player about the bonus when only this many points are missing."""
ROLLS_REMEMBERED = 3
"""How many of the best rolls to recall."""

FEATS: Mapping[Category, str] = {
    Category.MARVELOUS_MOUSER: "mouser",
    Category.LARGE_FURBALL: "furball",
    Category.FAT_CAT: "fat-cat",
    Category.SMALL_HAIRBALL: "hairball",
    Category.FOUR_OF_A_KIND: "four",
}
"""The rolls that are cheered, rarest first, and their names in the lines."""


def build_options(plan: Plan, content: Content) -> Options:
    """Return the options. The game has no cards, so choosing own cards means own dice."""
    return Options(own_dice=plan.game_options.get(OWN_DICE.name, False) or plan.cards is CardSource.TABLE)


def is_open_by_default(options: Options, seats: Sequence[Seat]) -> bool:
    return True


def estimate_minutes(options: Options, players: int) -> float:
    return 12 * players


# --- questions ---------------------------------------------------------------------------------


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
    """Ask who begins."""
    who = Slot("player", line("ask-starter"), choices_by_name(state.names))
    return GameQuestion(None, line("ask-begin"), (Answer("Begin", lambda v: Begin(v["player"]), (who,)),))


def ask_throw(state: State, seat: str) -> GameQuestion:
    """Ask the player to roll. The prompt is a question, so "yes" is an answer."""
    answers = (Answer(intent, lambda v: Throw(seat)) for intent in ("Throw", "Yes"))
    return GameQuestion(seat, line("ask-throw", seat=seat), tuple(answers))


def ask_roll(state: State, seat: str) -> GameQuestion:
    """Own dice: ask what they show, and confirm it, because a roll cannot be undone."""
    prompt = line("ask-say-roll", seat=seat, count=state.dice_to_roll)
    dice = Slot("dice", prompt, parse=lambda words: parse_rolled(words, state.kept))

    def confirm(values: Mapping[str, Handful]) -> Line | None:
        rolled = values["dice"]
        possible = len(rolled) == state.dice_to_roll and all(die in FACES for die in rolled)
        return line("sure-rolled", dice=describe_dice(state.kept + rolled)) if possible else None

    say_roll = Answer(
        "SayRoll",
        lambda v: Roll(v["dice"]),
        (dice,),
        confirm,
        lambda v: line("meant-dice", dice=describe_dice(v["dice"])),
        example_dice("I rolled"),
    )
    return GameQuestion(seat, prompt, (say_roll,))


def ask_keep(state: State, seat: str) -> GameQuestion:
    """Ask which dice to keep or roll again, or which line to fill."""
    alike = Counter(state.dice).most_common()
    most, fewest = plural_face(alike[0][0]), plural_face(alike[-1][0])
    dice_to_keep = Slot("dice", line("ask-which-stay", faces=most), parse=lambda words: parse_kept(words, state.dice))
    dice_to_roll = Slot(
        "again",
        line("ask-which-roll", faces=fewest),
        parse=lambda words: parse_rerolled(words, state.dice),
        whole=state.dice,
        whole_prompt=line("ask-roll-all"),
    )

    def kept_dice(values: Mapping[str, Handful]) -> Handful:
        """Return the dice to keep. Dice that were not rolled are passed on for the rules to refuse."""
        again = values["again"]
        return remove_dice(state.dice, again) if are_among(again, state.dice) else again

    keep = Answer(
        "KeepDice",
        lambda v: Reroll(seat, v["dice"]),
        (dice_to_keep,),
        lambda v: confirm_reroll(state, seat, v["dice"]),
        lambda v: line("meant-keep", dice=dice_label(v.get("dice"))),
        example_dice("keep"),
    )
    roll = Answer(
        "RollDice",
        lambda v: Reroll(seat, kept_dice(v)),
        (dice_to_roll,),
        lambda v: confirm_reroll(state, seat, kept_dice(v)),
        lambda v: line("meant-roll", dice=dice_label(v.get("again"))),
        example_dice("roll"),
    )
    # With their own dice players see the roll and have just said it.
    dice = [] if state.options.own_dice else describe_dice(state.dice)
    lines = free_categories(state.sheets[seat])
    last = lines[0].value if len(lines) == 1 else ""
    best = next(iter(rules.points_by_category(state.dice, state.sheets[seat])))
    example = {"new": not state.sheets[seat], "faces": most, "line": best.value}
    prompt = line("ask-keep", seat=seat, dice=dice, rolls=state.rolls_left, last=last, **example)
    return GameQuestion(seat, prompt, (keep, roll, answer_that_fills(state, seat)))


def example_dice(lead: str) -> Callable[[Luck], tuple[str, Handful]]:
    """Return a function that makes up a phrase about dice, for simulated players. The rules may refuse it."""

    def example(luck: Luck) -> tuple[str, Handful]:
        count = luck.pick(range(1, DICE + 1))
        dice = tuple(sorted(luck.pick(FACES) for _ in range(count)))
        return f"{lead} {' and '.join(describe_dice(dice))}", dice

    return example


def dice_label(dice: Handful | None) -> list[str] | str:
    """Return the dice as named in a choice between two answers; "some" if the player named none."""
    return "some" if dice is None else describe_dice(dice)


def confirm_reroll(state: State, seat: str, keep: Handful) -> Line | None:
    """Return a question before a reroll that is probably a mistake, because a reroll cannot be undone."""
    if not are_among(keep, state.dice) or len(keep) == DICE:
        return None  # the rules refuse it
    feat = next(iter(free_feats(state.dice, state.sheets[seat])), None)
    if feat in (Category.MARVELOUS_MOUSER, Category.LARGE_FURBALL):
        return line("sure-to-break", category=feat.value)
    if len(keep) == 1:
        several = state.dice.count(keep[0]) > 1
        return line(
            "sure-only-one", face=get_language().number_word(keep[0]), faces=plural_face(keep[0]), several=several
        )
    return None


def ask_fill(state: State, seat: str) -> GameQuestion:
    """Ask which line to fill when no rolls are left. The rules refuse another roll with a reason."""
    dice = [] if state.options.own_dice else describe_dice(state.dice)
    prompt = line("ask-fill", seat=seat, dice=dice, **best_lines(state, seat))
    no_more_rolls = Answer("NoMoreRolls", lambda v: Reroll(seat, ()), is_suggested=False)
    answers = [answer_that_fills(state, seat), no_more_rolls]
    lines = free_categories(state.sheets[seat])
    if len(lines) == 1:  # then the prompt is a yes-or-no question
        answers.append(Answer("Yes", lambda v: Fill(seat, lines[0])))
    return GameQuestion(seat, prompt, tuple(answers))


def answer_that_fills(state: State, seat: str) -> Answer:
    """Return the answer that fills a line. The last free line is implied."""
    lines = rules.points_by_category(state.dice, state.sheets[seat])
    choices = tuple(Choice(category, category.value, category_aliases().get(category, ())) for category in lines)
    which = Slot(
        "category",
        line("ask-line", seat=seat, **best_lines(state, seat)),
        choices,
        accepts_position=False,
        implied_if_only=True,
    )

    def confirm(values: Mapping[str, Category]) -> Line | None:
        """Ask back before a line is filled with zero points although another would give some."""
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


def extra_vocabulary(state: State, content: Content) -> SlotNames:
    """Return every line of the sheet: players may name one that is filled already."""
    named = category_aliases()
    lines = [(name, category) for category in Category for name in (category.value, *named.get(category, ()))]
    return {"category": lines}


# --- what a roll is good for -------------------------------------------------------------------


def free_feats(dice: Sequence[int], sheet: Mapping[Category, int]) -> list[Category]:
    """Return the special rolls that these dice make and that are still free on the sheet."""
    return [category for category in FEATS if dice and category not in sheet and rules.points(category, dice)]


def best_lines(state: State, seat: str) -> dict[str, object]:
    """Return the free lines with the most points; if none gives points, the first free ones."""
    lines = rules.points_by_category(state.dice, state.sheets[seat])
    giving = [score_offer(category, gain) for category, gain in lines.items() if gain]
    names = [category.value for category in lines]
    return {
        "lines": AnyOf(giving[:MAX_LINES_OFFERED] or names[:MAX_LINES_OFFERED]),
        "fits": bool(giving),
        "count": len(lines),
    }


# --- narration ---------------------------------------------------------------------------------


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    for event in events:
        match event:
            case TurnBegan(seat, number):
                facts = round_facts(after, number)
                yield line("turn-began", seat=seat, round=number, **facts)
                if facts["opens"] and number <= LESSON_ROUNDS:
                    yield line("round-lesson", round=number)
            case Kept(seat, dice):
                others = DICE - len(dice)
                yield line(
                    "kept",
                    seat=seat,
                    dice=describe_dice(dice),
                    count=len(dice),
                    others=others,
                    own=after.options.own_dice,
                )
            case Rolled(seat, dice, rolled, left):
                sheet = after.sheets[seat]
                cheered = free_feats(before.dice, sheet) if len(rolled) < DICE else []
                new = [feat for feat in free_feats(dice, sheet) if feat not in cheered]
                first = left == MAX_ROLLS - 1 and not after.options.own_dice
                yield line("rolled", seat=seat, feat=FEATS[new[0]] if new else "", first=first)
            case Filled(seat, category, gain, sum_of_all):
                won = rules.bonus_points(after.sheets[seat]) - rules.bonus_points(before.sheets[seat])
                facts = {"category": category.value, "points": gain, "total": sum_of_all - won}
                yield line("filled", seat=seat, feat=FEATS.get(category, "") if gain else "", **facts)
                if won:
                    yield line(
                        "bonus-won", seat=seat, points=won, top=rules.upper_points(after.sheets[seat]), total=sum_of_all
                    )
                elif comes_near_bonus(before.sheets[seat], after.sheets[seat]):
                    yield line("bonus-near", seat=seat, missing=bonus_gap(after.sheets[seat]), points=rules.BONUS)
            case GameEnded(outcome):
                yield from narrate_result(outcome)
            case _:
                yield from event_lines(event)


def bonus_gap(sheet: Mapping[Category, int]) -> int:
    """Return how many points of the upper section are missing for the bonus."""
    return rules.BONUS_THRESHOLD - rules.upper_points(sheet)


def comes_near_bonus(before: Mapping[Category, int], after: Mapping[Category, int]) -> bool:
    """Whether this entry has brought the bonus near, and it can still be reached."""
    free = (face for category, face in rules.UPPER_SECTION.items() if category not in after)
    return bonus_gap(after) <= NEAR_BONUS_POINTS < bonus_gap(before) and sum(free) * DICE >= bonus_gap(after)


def round_facts(state: State, number: int) -> dict[str, object]:
    """Return whether this turn opens a round, and who leads then."""
    opens = all(len(sheet) == number - 1 for sheet in state.sheets.values())
    ahead = winners(state.scores)
    leaders = ahead if opens and len(ahead) < len(state.seats) else ()
    most = max(state.scores.values())
    return {"opens": opens, "last": number == ROUNDS, "leaders": leaders, "count": len(leaders), "points": most}


def narrate_result(outcome: Outcome) -> Iterator[Line]:
    """Yield the final scores from last to first. A game that ended early has scores but no winner."""
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


# --- looking things up -------------------------------------------------------------------------


def look_up(topic: LookUp, state: State, content: Content) -> Iterator[Line]:
    match topic:
        case LookUp.SCORES:
            yield from standing_lines(state.scores)
        case LookUp.ROUND if state.turn:
            yield line("round-is", round=len(state.sheets[state.turn]) + 1, count=ROUNDS)
        case LookUp.DICE if state.turn and state.phase is Phase.CHOOSING:
            yield line("dice-are", seat=state.turn, dice=describe_dice(state.dice), rolls=state.rolls_left)
        case LookUp.DICE if state.turn and state.kept:
            yield line("kept-are", seat=state.turn, dice=describe_dice(state.kept), count=len(state.kept))
        case LookUp.OPTIONS if state.turn:
            if state.phase is Phase.CHOOSING:
                yield line("best-lines", **best_lines(state, state.turn))
            yield list_free_lines(state, state.turn)


def list_free_lines(state: State, seat: str) -> Line:
    """Return the free lines; the six of the upper section in one if all of them are free."""
    free = free_categories(state.sheets[seat])
    names: list[str | Line] = [category.value for category in free]
    if {*rules.UPPER_SECTION} <= {*free}:
        names[: len(rules.UPPER_SECTION)] = [line("aces-to-sixes")]
    return line("free-lines", seat=seat, lines=names, count=len(free))


def read_score_sheet(state: State, seat: str | None, content: Content) -> Iterator[Line]:
    """Yield both sections, the sum and the free lines. Before the game begins players have no sheet."""
    if seat is None:
        yield line("no-sheet")
        return
    filled = state.sheets[seat]
    entries = {category: score_entry(category, filled[category]) for category in Category if category in filled}
    top = [words for category, words in entries.items() if category in rules.UPPER_SECTION]
    bottom = [words for category, words in entries.items() if category not in rules.UPPER_SECTION]
    yield line("sheet", seat=seat, total=rules.total_points(filled), filled=bool(filled))
    if top:
        yield line(
            "sheet-top",
            lines=top,
            sum=rules.upper_points(filled),
            needed=rules.BONUS_THRESHOLD,
            bonus=bool(rules.bonus_points(filled)),
        )
    if bottom:
        yield line("sheet-bottom", lines=bottom)
    if filled:
        yield list_free_lines(state, seat)


def panels(view: State, content: Content) -> tuple[Panel, ...]:
    dice = ((line("panel-rolled"), view.dice), (line("panel-kept"), view.kept))
    rows = tuple((label, "  ".join(map(str, faces))) for label, faces in dice if faces)
    return non_empty_panels(Panel(line("panel-dice"), rows), standing_panel(view.scores))


def recap(state: State, content: Content) -> Iterator[Line]:
    if state.turn:
        yield line("recap", round=len(state.sheets[state.turn]) + 1, count=ROUNDS, seat=state.turn)
    if any(state.sheets.values()):
        yield from standing_lines(state.scores)
    if state.options.own_dice:  # otherwise the prompt describes them
        yield from look_up(LookUp.DICE, state, content)


def lessons(options: Options) -> tuple[Line, ...]:
    return tuple(line(f"teach-{step}") for step in range(1, 4))


def recall_cast(played: PlayedGame, content: Content, wording: StoryWording) -> StoryCast:
    """Return who had the best rolls."""
    rolls = sorted((event for event in played.events if isinstance(event, Filled)), key=lambda roll: -roll.points)
    moments = [
        (
            each.seat,
            wording.phrase("recall-lucky"),
            wording.phrase("recall-roll", points=each.points, category=each.category),
        )
        for each in rolls[:ROLLS_REMEMBERED]
    ]
    return cast_of_players(wording.render("recall-dice"), moments, played.players)

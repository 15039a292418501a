"""Properties of every game, mode and language, found by discovery."""

import random
import re
from itertools import chain
from types import ModuleType
from typing import Any, get_type_hints

import pytest

from narrator.core.game import Event, GameEnded, IllegalMove, Join, Joined, Leave, Left, Reason, Seated, SecretEvent
from narrator.core.paths import data_folder
from narrator.dialog.conversation import Conversation
from narrator.dialog.game_topic import GameTopic
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.questions import NUMBERED
from narrator.language.lines.event_lines import line_id_of
from narrator.language.lines.line import Line, Verbosity
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.understand import NoReading
from tests.support.conversations import play_through
from tests.support.playouts import Variant, playout, variants
from tests.support.tables import content, conversation, plans

LANGUAGES = sorted(path.name for path in data_folder("grammars").iterdir() if path.is_dir())
PLANS = list(plans())
TABLES = {
    f"{game} {mode} {cards}": [plan for plan in PLANS if (plan.game, plan.mode, plan.cards) == (game, mode, cards)]
    for game, mode, cards in dict.fromkeys((plan.game, plan.mode, plan.cards) for plan in PLANS)
}
every_table = pytest.mark.parametrize("plans", TABLES.values(), ids=TABLES)
"""The plans of one game, mode and kind of cards. Privacy distinguishes states, so it is not varied here."""
every_game = pytest.mark.parametrize("game", sorted(games()))
every_language = pytest.mark.parametrize("language", LANGUAGES)


def events_of(game: str) -> set[type[Event]]:
    """Return every event of this game: those its module imports or shares, and joining and leaving."""
    module = vars(games()[game])
    shared = [kind for part in module.values() if isinstance(part, ModuleType) for kind in vars(part).values()]
    known = {kind for kind in (*module.values(), *shared) if isinstance(kind, type) and issubclass(kind, Event)}
    return known - {Event, SecretEvent} | {Joined, Seated, Left, GameEnded}


@pytest.mark.point(1)
@every_language
@every_game
def test_every_public_event_has_a_line(game: str, language: str) -> None:
    lines = LineRenderer(language, game)
    public = {kind for kind in events_of(game) if not issubclass(kind, SecretEvent)}
    assert {kind.__name__ for kind in public if not lines.has(line_id_of(kind.__name__))} == set()


@every_language
@every_game
def test_every_refusal_has_a_sentence(game: str, language: str) -> None:
    lines = LineRenderer(language, game)
    missing = {reason for reason in Reason if not lines.has("refused-" + reason.value.replace(" ", "-"))}
    assert missing == set()


SPOKEN_VARIANTS = [
    variant for variant in variants() if variant.players in (min(variant.game.MODES[variant.options.mode]), 7)
]


def wished(options: Any) -> dict[str, Any]:
    """Return the plan options that lead to these game options."""
    tricky = getattr(getattr(options, "story", None), "name", "") == "a tricky story"
    return {"tricky": tricky, "own_dice": getattr(options, "own_dice", False)}


def with_words(variant: Variant) -> Any:
    """Return the variant with cards from the content, so that they have names."""
    host = host_of(variant.name)
    plan = Plan(
        variant.name,
        str(variant.options.mode),
        tuple(variant.seats),
        cards=getattr(variant.options, "cards", None) or Plan().cards,
        game_options=wished(variant.options),
    )
    return Variant(variant.name, host.build_options(plan, content()), variant.players)


@pytest.mark.parametrize("variant", SPOKEN_VARIANTS, ids=str)
def test_every_legal_move_can_be_said_in_every_phase(variant: Variant) -> None:
    """Check that the questions of a state cover every legal kind of move, and that every answer makes a legal one."""
    variant = with_words(variant)
    game, host = variant.game, host_of(variant.name)
    grammar = load_grammar("en", variant.name)
    lines = LineRenderer("en", variant.name)
    covered: dict[tuple[str, type], bool] = {}

    def watch(before: Any, move: Any, step: Any) -> None:
        allowed = game.legal(before) - {Leave, Join}
        if not allowed or (allowed <= game.CHANCE and game.chance(before, Lucky()) is not None):
            return
        asks = host.questions(before, content())
        assert asks, f"nothing is asked in {before.phase}"
        seats = {ask.seat for ask in asks if ask.seat}
        assert seats <= set(game.waiting(before))
        for answer in (answer for ask in asks for answer in ask.answers):
            assert answer.intent in grammar.intent_names
            assert lines.has(f"say-{answer.intent}"), answer.intent
            assert lines.has(f"help-{answer.intent}"), answer.intent
            for place in answer.slots:
                assert lines.has(place.prompt.id, "short"), place.prompt.id
        for kind in allowed:
            covered[str(before.phase), kind] = covered.get((str(before.phase), kind), False) or makes(asks, kind)

    playout(variant, 1, watch)
    assert [pair for pair, made in covered.items() if not made] == []


class Lucky:
    """Luck to find out whether a chance move is due; the result does not matter."""

    def shuffled(self, items: Any) -> tuple[Any, ...]:
        return tuple(items)

    def pick(self, items: Any) -> Any:
        return items[0]


def makes(asks: tuple[Any, ...], kind: type) -> bool:
    """Return whether an answer to one of these questions makes a move of this kind."""
    hints = get_type_hints(kind)
    for answer in (answer for ask in asks for answer in ask.answers):
        if answer.intent == kind.__name__:
            return True
        values = {place.name: place.choices[0].value if place.choices else None for place in answer.slots}
        try:
            built = answer.build_moves(values)
        except (KeyError, TypeError, AttributeError, ValueError):
            continue  # this answer needs words that only a player can say
        if any(isinstance(each, kind) for each in (built if isinstance(built, list) else [built])):
            return True
    return not hints


@pytest.mark.parametrize("variant", SPOKEN_VARIANTS, ids=str)
def test_every_event_can_be_told_in_every_wording(variant: Variant) -> None:
    """Check that no line lacks a fact, in full or brief, including joining, leaving and the end."""
    variant = with_words(variant)
    game, host, lines = variant.game, host_of(variant.name), LineRenderer("en", variant.name)
    seen: set[str] = set()

    def watch(before: Any, move: Any, step: Any) -> None:
        views = (game.view(state, None) for state in (before, step.state))
        told = list(host.narrate(step.events, *views, content()))
        if step.state.outcome is None and game.chance(step.state, Lucky()) is None:
            told += [ask.prompt for ask in host.questions(step.state, content())]
            told += list(host.recap(game.view(step.state, None), content()))
        for each in told:
            if repr(each) in seen:
                continue
            seen.add(repr(each))
            for verbosity in Verbosity:
                for _ in range(3):
                    lines.render(each, verbosity)

    for seed in range(3):
        playout(variant, seed, watch, restless=0.08)


@pytest.mark.parametrize("variant", SPOKEN_VARIANTS, ids=str)
def test_every_refusal_can_be_told(variant: Variant) -> None:
    """Check that moves out of turn, of other hands and at the wrong time are refused with all facts of the line."""
    variant = with_words(variant)
    game, lines, dice = variant.game, LineRenderer("en", variant.name), random.Random(5)
    made: list[Any] = [Leave("Nobody"), Join("Lily"), Join(" "), Join("Zed", 999)]

    def watch(before: Any, move: Any, step: Any) -> None:
        made.append(move)
        for other in dice.sample(made, min(6, len(made))):
            try:
                game.apply(before, other)
            except IllegalMove as refusal:
                name = "refused-" + refusal.reason.value.replace(" ", "-")
                for _ in range(2):
                    lines.render(Line(name, {"seat": "Lily", **refusal.facts}))

    for seed in range(4):
        playout(variant, seed, watch, restless=0.05)


QUOTED = re.compile(r"“([^”]+)”")
UNSPEAKABLE = re.compile(r"[0-9{}\[\]*_#<>|\\]|\bnone\b")


@pytest.mark.point(34, 35)
@every_table
def test_help_and_repair_fit_every_state_of_every_game(plans: list[Plan]) -> None:
    """Play whole games. Once in each kind of state, try nonsense, two calls for help, and every request."""
    choices: set[tuple[object, ...]] = set()
    states: set[tuple[object, ...]] = set()
    for talk, heard, answer in chain.from_iterable(play_through(plan) for plan in plans):
        for said in answer:
            assert not UNSPEAKABLE.search(said.text), said.text
            assert said.text[0].isupper() or not said.text[0].isalpha(), said.text
        if talk.game_topic is not None:
            for phrase in (
                phrase for said in answer if said.audience.seat is None for phrase in QUOTED.findall(said.text)
            ):
                meant = talk.understand(phrase)
                assert not isinstance(meant, NoReading), f"“{phrase}” is proposed after “{heard}”, not understood"
            every_choice_is_understood_as_itself(talk.game_topic, choices)
        state = kind_of_state(talk)
        if state in states:
            continue
        states.add(state)
        if not (talk.game_topic and talk.game_topic.free):
            for way_of_speaking in ("say more", "say less"):
                talk.hear(way_of_speaking)
                repair_and_help(talk, state)
        if talk.game_topic is not None:
            every_question_is_answered(talk, talk.game_topic, state)


def every_choice_is_understood_as_itself(game_topic: GameTopic, seen: set[tuple[object, ...]]) -> None:
    place = game_topic.open_slot
    if place is None or place.is_free_text or game_topic.answer_kind is None or game_topic.now.side_question:
        return
    expected = game_topic.expectation
    active = frozenset(expected.active)
    for choice in place.choices:
        case = (active, place.name, choice.spoken, choice.value)
        if case in seen or not choice.spoken or (place.name in NUMBERED and not place.also_filled_by):
            continue
        seen.add(case)
        readings = expected.readings(choice.spoken)
        values = {value for reading in readings for value in reading.slots.values()} or {None}
        assert choice.value in values, (choice.spoken, readings)


CALLS = ("help", "what can I say")


def repair_and_help(talk: Conversation, state: tuple[object, ...]) -> None:
    before = talk.game_topic and (talk.game_topic.table.state, talk.game_topic.now.filled)
    last: list[str] = []
    proposed: dict[str, str] = {}
    for words in (*["blorp the gribble"] * 5, *CALLS):
        answer = [said.text for said in talk.hear(words) if said.audience.seat is None]
        assert answer, f"no answer to “{words}” in {state}"
        assert answer != last or words in CALLS, f"the same words twice in {state}: {answer}"
        last = answer
        for text in answer:
            assert not UNSPEAKABLE.search(text), text
            proposed |= dict.fromkeys(QUOTED.findall(text), text)
    for phrase, text in proposed.items():
        assert not isinstance(talk.understand(phrase), NoReading), f"“{phrase}” is proposed in {state}: {text}"
    assert before == (talk.game_topic and (talk.game_topic.table.state, talk.game_topic.now.filled))


def kind_of_state(talk: Conversation) -> tuple[object, ...]:
    """Return the part of the state that decides how help and repair sound."""
    game_topic = talk.game_topic
    if game_topic is None:
        return ("after the game",)
    at = game_topic
    place, answer = at.open_slot, at.answer_kind
    asked = (str(game_topic.table.state.phase), answer.intent if answer else "", place.name if place else "")
    return (*asked, bool(at.now.side_question), at.all_choose_by_hand, bool(at.now.booth))


@pytest.mark.parametrize(
    ("lead", "heard"),
    [
        ("what is asked first", ()),
        ("who plays", ("storytellers",)),
        ("who else plays", ("storytellers", "Lily")),
        ("a lesson", ("how do we play",)),
        ("the practice round", ("dixit", "Lily and Nick and Julie")),
    ],
)
def test_lobby_phrases_are_understood_and_repairs_alternate(lead: str, heard: tuple[str, ...]) -> None:
    with conversation(Plan(), practice=True) as talk:
        talk.open()
        for words in heard:
            talk.hear(words)
        last: list[str] = []
        for words in (*["12 gribbles"] * 7, *CALLS, "repeat", "whose turn is it", "what are the scores"):
            answer = [said.text for said in talk.hear(words)]
            assert answer, f"no answer to “{words}” at {lead}"
            assert answer != last or not words.startswith("12"), f"the same words twice at {lead}: {answer}"
            last = answer
            for text in answer:
                assert not UNSPEAKABLE.search(text), text
                for phrase in QUOTED.findall(text):
                    understood = talk.understand(phrase)
                    taken = talk.expectation.free or not isinstance(understood, NoReading)
                    assert taken, f"“{phrase}” is proposed at {lead}: {text}"
        assert talk.game_topic is None


@every_game
def test_every_game_can_be_chosen_by_title_and_name(game: str) -> None:
    for name in (games()[game].TITLE, game.replace("_", " "), f"let's play {game.replace('_', ' ')}"):
        with conversation(Plan()) as talk:
            talk.open()
            heard = " ".join(said.text for said in talk.hear(name))
            assert "Who is playing?" in heard, name


def every_question_is_answered(talk: Conversation, game_topic: GameTopic, state: tuple[object, ...]) -> None:
    before, was_waiting = game_topic.table.state, game_topic.now.side_question
    for question in (
        *("whose turn is it", "who are we waiting for", "what are the scores", "what is the role", "repeat"),
        *("what was the clue", "the options", "the story so far", "which round is it", "what are we playing"),
        *("before that", "stop", "go on", "wait", "what are my cards"),
        *("how many cards are left", "who voted already", "who is the storyteller", "who won", "how do I vote"),
    ):
        told = [said.text for said in talk.hear(question)]
        assert told, f"no answer to “{question}” in {state}"
        assert not [text for text in told if UNSPEAKABLE.search(text)]
    assert len(talk.hear("help")) > len(talk.hear("what can I say")), f"no help in {state}"
    if not was_waiting and talk.game_topic and talk.game_topic.now.side_question:
        talk.hear("never mind")  # leave the question whose cards to read
    assert game_topic.table.state == before


@pytest.mark.point(6)
@every_game
def test_brief_lines_are_shorter(game: str) -> None:
    lines = LineRenderer("en", game)
    for name in ("ask-game", "welcome"):
        full, brief = (lines.render(Line(name), verbosity) for verbosity in (Verbosity.FULL, Verbosity.BRIEF))
        assert len(brief) < len(full)

"""Pairs of games that differ only in a secret, with the same words said at both tables.

Everybody who may not know the secret must perceive the same, byte by byte and in the same order: the room, and each
player whose own view of the game is the same at both tables. A pair ends when the rules make a difference public.
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from narrator.apps.demo.guests import Guest, guest_phrases
from narrator.core.game import Seat
from narrator.dialog.game_topic import GameTopic
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.games.hosting.questions import Choice
from narrator.language.content.packs import Content
from narrator.speech.ports import ChosenOnPhone, InputEvent, KeysPressed, NotUnderstood, PhoneConnected, UtteranceHeard
from tests.support.mumblers import COMMANDS
from tests.support.surfaces import Evening
from tests.support.tables import NAMES, content, plan_name

PLAYERS = 4
QUIET_OPENINGS = 0.6
"""The share of pairs in which all players first hear their hands, before they mumble."""
MAX_READY = 30
ROOM = ("speaker", "terminal", "screen")
"""The surfaces that everybody perceives."""
SWAPPABLE_CARDS = 20
"""Swap at most this many cards of the first kind in StoryLine."""
QUESTIONS = (
    *("scores", "help", "what can I say", "what are my cards", "what does Lily have", "before that", "repeat", "undo"),
    *("choose for me", "none of these", "same as Nick", "who are we waiting for", "card two again", "tell me more"),
    *("the options", "how many cards are left", "what did Nick vote for", "no, two", "actually three", "yes", "no"),
    *("the second one", "the last one", "the first and the third", "ready", "skip", "Lily two", "Nick gives one"),
)
PHONE_WORDS = ("undo", "what are my cards", "help", "two", "my clue is a rainy day", "yes", "no", "scores", "repeat")


@dataclass(frozen=True)
class Case:
    """A pair of games."""

    plan: Plan
    phones: tuple[str, ...] = ()
    window: bool = False
    speaker: bool = True
    by_choice: bool = False
    """Whether the games differ in a choice on a phone or in the booth, instead of a card in a hand."""
    private: bool = False
    """Whether hands are told on a private output, although the table plays with tokens."""
    seed: int = 1
    steps: int = 30

    def __str__(self) -> str:
        surfaces = f"{'window' if self.window else 'no window'}, {'speaker' if self.speaker else 'no speaker'}"
        surfaces += ", private output" if self.private else ""
        secret = "choice" if self.by_choice else "hand"
        return f"{plan_name(self.plan)}, phones {self.phones}, {surfaces}, {secret}, seed {self.seed}"


def cases(seeds: Sequence[int], steps: int = 30) -> Iterator[Case]:
    """Yield cases over all games with secrets, their modes, the kinds of privacy, phones and surfaces."""
    for seed in seeds:
        dice = random.Random(seed)
        for name, game in games().items():
            if host_of(name).is_open_by_default(game.Options(), ()) or not host_of(name).USES_CARDS:
                continue
            modes = [mode for mode in game.MODES if mode != "youngest"]
            for privacy in (Privacy.TOKENS, Privacy.BOOTH, Privacy.PHONES):
                mode = dice.choice(modes)
                names = NAMES[: max(PLAYERS, min(game.MODES[mode]))]
                seats = tuple(Seat(each, 7 + number) for number, each in enumerate(names))
                plan = Plan(name, str(mode), seats, privacy=privacy, seed=f"twins {seed}")
                with_phone = names[: dice.randint(1, len(names))] if privacy is Privacy.PHONES else ()
                by_choice = privacy is not Privacy.TOKENS and dice.random() < 0.5
                window, speaker = dice.random() < 0.5, dice.random() < 0.5
                case = Case(plan, with_phone, window, speaker, by_choice, seed=seed, steps=steps)
                yield case
                if privacy is Privacy.TOKENS:
                    yield replace(case, private=True)


class Leak(AssertionError):
    """A secret reached another player."""


@dataclass
class Pair:
    """Two evenings, and the players who know that they differ."""

    case: Case
    one: Evening
    two: Evening
    dice: random.Random
    cards: tuple[str, ...] = ()
    """The names of the cards that are swapped, and of others."""
    compared: int = 0

    def __post_init__(self) -> None:
        self._insiders: set[str] = set()
        self._seen: dict[str, int] = {}
        self._guest = Guest(self.dice)
        self._last = "the beginning"

    def play(self) -> int:
        """Play until a difference is public; return how often the surfaces were compared."""
        self.compare()
        if self.dice.random() < QUIET_OPENINGS and not self._hear_hands():
            return self.compared
        for step in range(self.case.steps):
            if not self._go_on(step):
                break
            self.compare()
        return self.compared

    def _hear_hands(self) -> bool:
        """Let all players hear their hands and choose by hand, until one of them says a number."""
        for _ in range(MAX_READY):
            at = self.one.talk.game_topic
            if at is None or not (at.all_choose_by_hand or (at.now.side_question and at.now.side_question.ready)):
                break
            self._last = "ready"
            for evening in (self.one, self.two):
                evening.take(UtteranceHeard("ready"))
            if not is_public_state_equal(self.one, self.two):
                return False
            self.compare()
        return True

    def _go_on(self, step: int) -> bool:
        topics = self.one.talk.game_topic, self.two.talk.game_topic
        if None in topics:
            return False
        if step and self.dice.random() < 0.04:
            self._last = "restart"
            for evening in (self.one, self.two):
                evening.restart()
        else:
            events = self._next_events(topics[0])
            self._last = str(events[0])
            for evening, event in zip((self.one, self.two), events, strict=True):
                evening.take(event)
        return is_public_state_equal(self.one, self.two)

    # --- what is said ----------------------------------------------------------------------------

    def _next_events(self, at: GameTopic | None) -> tuple[InputEvent, InputEvent]:
        assert at is not None
        dice = self.dice
        if self.one.talk.paused:
            return same(UtteranceHeard("go on"))
        asked = [each for each in at.told_questions if each.seat in at.on_phones]
        if asked and dice.random() < 0.5:
            question = dice.choice(asked)
            return self._choose(str(question.seat), question.main_answer.slots)
        if self.case.phones and dice.random() < 0.15:
            return same(UtteranceHeard(self._phone_words(), seat=dice.choice(self.case.phones)))
        if self.case.phones and dice.random() < 0.05:
            return self._phone_trouble()
        if at.now.booth is not None and dice.random() < 0.7:
            return self._press(at.now.booth.seat, at.now.booth.chosen, len(at.now.booth.choices))
        if dice.random() < 0.5 or at.now.side_question:
            words = self._guest.answer(self.one.talk) if not at.on_phones or at.now.side_question else "two"
            return same(KeysPressed(words[1:]) if words.startswith("#") else UtteranceHeard(words))
        return same(self._mumble())

    def _mumble(self) -> InputEvent:
        words = self.dice.choice([self._card_words, lambda: self.dice.choice(COMMANDS), self._question])()
        if self.dice.random() < 0.1:
            return NotUnderstood(dictation=words)
        if self.dice.random() < 0.1:
            return UtteranceHeard("", candidates=(words, self._card_words()), is_spoken=True)
        return UtteranceHeard(words, is_spoken=self.dice.random() < 0.5)

    def _question(self) -> str:
        return self.dice.choice([*QUESTIONS, f"who has {self._card_words()}", f"{self._card_words()} again"])

    def _phone_words(self) -> str:
        return self.dice.choice([*PHONE_WORDS, self._card_words()])

    def _card_words(self) -> str:
        """Return the name of a card, a part of it, or something that sounds like it."""
        card = self.dice.choice(self.cards)
        words = card.split()
        slip = self.dice.randrange(len(card))
        lead = self.dice.choice(["", "the ", "I take the ", "um, ", "my clue is ", "Nick votes for the "])
        return lead + self.dice.choice([card, card, card[:slip] + card[slip + 1 :], self.dice.choice(words), words[-1]])

    def _choose(self, seat: str, slots: Sequence[Any]) -> tuple[InputEvent, InputEvent]:
        def values() -> dict[str, int | str]:
            return {
                slot.name: str(self.dice.choice(guest_phrases("in free words")))
                if slot.is_free_text
                else self.dice.randint(1, max(1, len(slot.choices)))
                for slot in slots
            }

        one = values()
        two = {**one, **{name: value for name, value in values().items() if isinstance(value, int)}}
        if not self.case.by_choice:
            two = one
        if one != two:
            self._insiders.add(seat)
        return ChosenOnPhone(seat, one), ChosenOnPhone(seat, two)

    def _press(self, seat: str, pressed: int | None, count: int) -> tuple[InputEvent, InputEvent]:
        one = two = str(pressed or self.dice.randint(1, count))
        there = self.two.talk.game_topic
        if self.case.by_choice:
            booth = there.now.booth if there else None
            two = str((booth and booth.chosen) or self.dice.randint(1, count))
        if one != two:
            self._insiders.add(seat)
        return KeysPressed(one), KeysPressed(two)

    def _phone_trouble(self) -> tuple[InputEvent, InputEvent]:
        seat = self.dice.choice(self.case.phones)
        kind = self.dice.choice(["away", "back", "gone"])
        for evening in (self.one, self.two):
            assert evening.window is not None
            if kind == "away":
                evening.window.lost.add(seat)
            elif kind == "back":
                evening.window.lost.discard(seat)
                evening.window.phones.add(seat)
        if kind == "gone":
            return same(UtteranceHeard(f"{seat} has no phone"))
        return same(UtteranceHeard("who are we waiting for") if kind == "away" else PhoneConnected(seat))

    # --- what is perceived -----------------------------------------------------------------------

    def compare(self) -> None:
        """Raise `Leak` if a surface differs although its players know no difference."""
        here, there = self.one.talk.game_topic, self.two.talk.game_topic
        if here is not None and there is not None:
            for seat in here.state.names:
                if public_facts(here.table.view(seat)) != public_facts(there.table.view(seat)):
                    self._insiders.add(seat)
        self.compared += 1
        seats = [seat.name for seat in self.case.plan.seats if seat.name not in self._insiders]
        for surface in (*ROOM, *seats):
            start = self._seen.get(surface, 0)
            one, two = (evening.record[surface] for evening in (self.one, self.two))
            if one[start:] != two[start:]:
                raise Leak(f"{self.case}\nafter {self._last}\n{surface}:\n{one[start:]}\n{two[start:]}")
            self._seen[surface] = len(one)


def is_public_state_equal(one: Evening, two: Evening) -> bool:
    """Return whether nothing that everybody may know differs: the view of the room, and how far an answer is."""
    here, there = one.talk.game_topic, two.talk.game_topic
    if here is None or there is None:
        return False
    facts = [
        (public_facts(at.room), at.table.count, sorted(at.now.filled), at.now.booth is None) for at in (here, there)
    ]
    return bool(facts[0] == facts[1])


def same(event: InputEvent) -> tuple[InputEvent, InputEvent]:
    return event, event


def public_facts(view: Any) -> str:
    """Return a view without its options, which list every card and so reveal nothing."""
    return repr([getattr(view, field.name) for field in fields(view) if field.name != "options"])


@contextmanager
def open_pair(case: Case) -> Iterator[Pair]:
    """Open two tables that differ in one card of a hand, or not at all."""
    dice = random.Random(str(case))
    with ExitStack() as stack:
        one = open_evening(stack, case, content())
        here, there = 0, 1
        two = open_evening(stack, case, content()) if case.by_choice else one
        while two is one or not is_public_state_equal(one, two):  # the other card may lie open
            here, there = find_swap(one, case, dice)
            two = open_evening(stack, case, swap_cards(content(), case.plan.game or "", here, there))
        names = card_names(case.plan.game or "")
        cards = (names[here], names[there], *dice.sample(names, 6), *names_in_hands(one))
        yield Pair(case, one, two, dice, tuple(card.removeprefix("the ") for card in cards))


def open_evening(stack: ExitStack, case: Case, whole: Content) -> Evening:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    evening = Evening(
        folder,
        case.plan,
        whole,
        phones=case.phones,
        window=case.window,
        speaker=case.speaker,
        private=case.private,
    )
    stack.callback(evening.close)
    return evening


def names_in_hands(evening: Evening) -> list[str]:
    return [card.spoken for cards in hands(evening).values() for card in cards[:2]]


def hands(evening: Evening) -> dict[str, tuple[Choice, ...]]:
    at = evening.talk.game_topic
    assert at is not None
    return {name: at.setting.host.hand_choices(at.state, name, at.setting.content) for name in at.state.names}


def find_swap(evening: Evening, case: Case, dice: random.Random) -> tuple[int, int]:
    """Return the places of a card in a hand and of a card in no hand, if there are such cards."""
    names = [name.casefold() for name in card_names(case.plan.game or "")]
    held = {card.spoken.casefold().removeprefix("the ") for cards in hands(evening).values() for card in cards}
    last = SWAPPABLE_CARDS if case.plan.game == "storyline" else len(names)
    mine = [place for place, name in enumerate(names[:last]) if name.removeprefix("the ") in held]
    other = [place for place in range(last) if place not in mine]
    return dice.choice(mine or other), dice.choice(other)


def card_names(game: str) -> list[str]:
    whole = content()
    match game:
        case "storyline":
            return [card.name for card in next(iter(whole.cards.values()))]
        case "storytellers":
            return [character.name for character in whole.characters]
        case "odyssey":
            return [dream.title for dream in whole.odyssey_dreams]
        case _:
            return [dream.title for dream in whole.dreams]


def swap_cards(whole: Content, game: str, here: int, there: int) -> Content:
    """Return the content with two of its cards swapped."""
    if game == "storyline":
        category, cards = next(iter(whole.cards.items()))
        here, there = here % SWAPPABLE_CARDS, there % SWAPPABLE_CARDS
        return replace(whole, cards={**whole.cards, category: swap(cards, here, there)})
    if game == "storytellers":
        return replace(whole, characters=swap(whole.characters, here, there))
    if game == "odyssey":
        return replace(whole, odyssey_dreams=swap(whole.odyssey_dreams, here, there))
    return replace(whole, dreams=swap(whole.dreams, here, there))


def swap(cards: tuple[Any, ...], here: int, there: int) -> tuple[Any, ...]:
    changed = list(cards)
    changed[here], changed[there] = changed[there], changed[here]
    return tuple(changed)

"""What works at any time, whatever is being asked: help, whose turn, scores, one's cards, taking back, coming, going.

None of it answers the question at hand, so the question stays; only taking back, coming and going change the table.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from narrator.host.asking import Ask, Choice
from narrator.host.plan import Privacy, names_of, read_newcomer
from narrator.host.port import Topic
from narrator.play import Join, Leave
from narrator.talk.waiting import Waiting
from narrator.tell.lines import Line, line
from narrator.understand.grammar import Reading

if TYPE_CHECKING:
    from narrator.talk.dialogue import Dialogue

TOPICS = {
    "Scores": Topic.SCORES,
    "Role": Topic.ROLE,
    "PageAgain": Topic.PAGE,
    "Clue": Topic.CLUE,
    "Story": Topic.STORY,
    "Options": Topic.OPTIONS,
    "Dice": Topic.DICE,
    "Round": Topic.ROUND,
}
AT_ANY_TIME = frozenset(TOPICS) | {
    *("Help", "WhatCanISay", "WhoseTurn", "WhoIsAwaited", "Playing", "MyCards", "Sheet", "HowToPlay"),
    *("Undo", "NewPlayer", "SomeoneLeaves"),
}


class Orientation:
    """Answers for those who lost their way, at one table."""

    def __init__(self, dialogue: "Dialogue") -> None:
        self._dialogue = dialogue
        self._say = dialogue.mouth.say
        self._shown: set[tuple[str, object]] = set()
        """Which cards were described to whom."""

    def respond(self, reading: Reading) -> None:
        """Act on one of the things that work at any time."""
        table = self._dialogue
        seat = reading.slots.get("player") or (table.ask.seat if table.ask else None)
        match reading.intent:
            case "Help":
                self._help()
            case "WhatCanISay":
                self.tell_phrases()
            case "WhoseTurn" | "WhoIsAwaited":
                self._whose_turn()
            case "Playing":
                names = names_of(table.table.state.seats)
                self._say(line("playing", game=table.table.game.TITLE, seats=names, count=len(names)))
            case "MyCards" if seat is None and any(self._hand(each.name) for each in table.table.state.seats):
                table.wait_for(Waiting(line("ask-whose-cards"), who=self._my_cards))
            case "MyCards":
                self._my_cards(seat)
            case "Sheet":
                for told in table.host.sheet(table.table.view(None), seat, table.box):
                    self._say(told)
            case "HowToPlay":
                self.next_step(list(table.host.lessons(table.table.state.options)))
            case "Undo":
                self._undo()
            case "NewPlayer":
                table.wait_for(Waiting(line("ask-newcomer"), words=self._join))
            case "AlsoPlays":
                self._ask_join(reading.slots["newcomer"])
            case "SomeoneLeaves" if "player" in reading.slots:
                self._ask_leave(reading.slots["player"])
            case "SomeoneLeaves":
                table.wait_for(Waiting(line("ask-leaver"), who=self._ask_leave))
            case topic:
                self._tell_about(TOPICS[topic])

    # --- where we are ----------------------------------------------------------------------------

    def _whose_turn(self) -> None:
        """Whoever is asked now; the others whose turn it is, too, unless that one has taken it."""
        table, first = self._dialogue, self._dialogue.ask
        alone = first is not None and first.if_named
        asks = [first] if first and alone else table.asks
        names = [ask.seat for ask in asks if ask.seat] or list(table.table.waiting())
        asked = first.seat if first else None
        self._say(line("whose-turn", seat=asked, waiting=names, count=len(names), all=table.to_lock))
        for told in table.host.about(Topic.ROUND, table.table.view(None), table.box):
            self._say(told)

    def _tell_about(self, topic: Topic) -> None:
        told = list(self._dialogue.host.about(topic, self._dialogue.table.view(None), self._dialogue.box))
        for each in told or [line(f"no-{topic}")]:
            self._say(each)

    # --- what to do ------------------------------------------------------------------------------

    def _help(self) -> None:
        answer = self._dialogue.answer
        name = f"help-{answer.intent}" if answer else "help-over"
        self._say(line(name if self._dialogue.mouth.lines.has(name) else "help-over"))
        self.tell_phrases()

    def tell_phrases(self) -> None:
        """What can be said in this very state."""
        table = self._dialogue
        if table.waiting:
            self._say(line("say-waiting", kind=table.waiting.kind))
        elif table.to_lock:
            self._say(line("say-Ready"))
        elif table.booth:
            self._say(line("say-booth", seat=table.booth.seat))
        elif table.filled and table.open_place and table.open_place.free:
            self._say(line("say-waiting", kind="words" if table.open_place.skippable else "free"))
        else:
            for answer in table.ask.answers if table.ask else ():
                self._say(line(f"say-{answer.intent}"))
        self._say(line("say-always"))

    def next_step(self, steps: list[Line]) -> None:
        """Teach one step, and wait for "go on"; after the last the game goes on."""
        self._say(steps[0])
        if len(steps) > 1:
            self._dialogue.wait_for(Waiting(line("teach-more"), steps=steps[1:]))
        else:
            self._dialogue.waiting = None
            self._dialogue.prompt()

    # --- cards -----------------------------------------------------------------------------------

    def _my_cards(self, seat: str | None) -> None:
        hand = self._hand(seat) if seat else ()
        if not hand:
            self._say(line("no-cards", seat=seat or ""))
        elif self._dialogue.privacy is Privacy.BOOTH:
            self._say(line("cards-in-booth", seat=seat))
        else:
            self._say_hand(seat or "", hand, hand)

    def _hand(self, seat: str) -> tuple[Choice, ...]:
        return self._dialogue.host.hand(self._dialogue.table.state, seat, self._dialogue.box)

    def tell_hand(self, ask: Ask) -> None:
        """The asked player's cards: how they look the first time, later only their names."""
        filled = self._dialogue.filled
        places = [place for place in ask.main.places if place.hand]
        told = [choice for place in places if place.name in filled for choice in place.choices]
        still = [place for place in places if place.name not in filled]
        asked = still if self._dialogue.to_lock else still[:1]
        cards = tuple(dict.fromkeys(choice for place in asked for choice in place.choices if choice not in told))
        if not cards or ask.seat is None:
            return
        new = [choice for choice in cards if (ask.seat, choice.value) not in self._shown]
        self._shown |= {(ask.seat, choice.value) for choice in new}
        self._say_hand(ask.seat, cards, new)

    def _say_hand(self, seat: str, cards: tuple[Choice, ...], new: Collection[Choice]) -> None:
        """What is new is described, a sentence each; the rest is only named."""
        known = [card.said for card in cards if card not in new]
        if known:
            self._say(line("hand", seat=seat, cards=known, more=bool(new)))
        for number, card in ((number, card) for number, card in enumerate(cards, 1) if card in new):
            name = "hand-first" if number == 1 and not known else "hand-next"
            facts = {"card": card.said, "picture": card.picture or card.said, "number": number, "count": len(cards)}
            self._say(line(name, seat=seat, **facts))

    # --- taking back, coming and going -----------------------------------------------------------

    def _undo(self) -> None:
        table = self._dialogue
        table.waiting = None
        if table.filled:
            table.wipe()
            self._say(line("forgotten"))
            table.prompt()
            return
        move = table.table.undo()
        if move is None:
            self._say(line("cannot-undo" if table.moved else "nothing-to-undo"))
            return
        table.wipe()
        seat = getattr(move, "seat", None)
        table.speaker = None if isinstance(move, Join | Leave) else seat
        told = {Join: "join-taken-back", Leave: "leave-taken-back"}.get(type(move), "taken-back")
        self._say(line(told, seat=seat or ""))
        table.prompt()

    def _join(self, text: str) -> None:
        seat = read_newcomer(text)
        if seat is None:
            self._dialogue.wait_for(Waiting(line("ask-newcomer-again"), words=self._join))
        else:
            self._dialogue.play(Join(seat.name, seat.age))

    def _ask_join(self, words: str) -> None:
        """ "Julie, too" may mean a newcomer. "The fox, too" does not, nor does somebody who is at the table."""
        table, seat = self._dialogue, read_newcomer(words)
        plain = words.casefold().removeprefix("the ")
        known = {said.casefold() for entries in table.wide().values() for said, _ in entries}
        if seat is None or plain in known:
            table.miss()
            return
        sure = line("sure-to-join", seat=seat.name)
        table.wait_for(Waiting(sure, yes=lambda: table.play(Join(seat.name, seat.age)), no=table.again_after_no))

    def _ask_leave(self, seat: str) -> None:
        table = self._dialogue
        sure = line("sure-to-leave", seat=seat)
        table.wait_for(Waiting(sure, yes=lambda: table.play(Leave(seat)), no=table.again_after_no))

"""Filling an answer, place by place, with what was said, until it is a move.

Whoever answers may say everything at once, or one thing after the other, or over again. What the rules refuse in any
case is refused before more is asked for; what is for the booth alone is not taken from the room.
"""

from typing import TYPE_CHECKING, Any

from narrator.host.asking import Answer, Ask, Place, kind_of
from narrator.play import Clip
from narrator.talk.booth import Booth
from narrator.talk.waiting import Waiting
from narrator.tell.lines import line
from narrator.understand.grammar import Reading

if TYPE_CHECKING:
    from narrator.talk.dialogue import Dialogue


class Filling:
    """Fills the answers of one table."""

    def __init__(self, dialogue: "Dialogue") -> None:
        self._dialogue = dialogue

    def fill(self, reading: Reading) -> None:
        table = self._dialogue
        player = reading.slots.get("player")
        asked = next((ask for ask in table.asks if player is not None and ask.seat == player), None)
        place = table.open_place
        if asked and asked is not table.ask:
            self._turn_to(asked)
        ask = table.ask
        answer = self._meant(reading, ask, place) if ask else None
        if ask is None or answer is None:
            table.mouth.say(line("not-asked", seat=player or ""))
            return
        if player is not None and ask.seat not in (None, player):
            table.mouth.say(line("refused-not-your-turn", seat=player, turn=ask.seat))
            return
        table.answering = answer.intent
        unwanted = [slot for slot, value in reading.slots.items() if not self._put(answer, slot, value)]
        if unwanted:
            self._turn_down(unwanted[0], reading, ask)
            return
        if reading.slots.get("everyone") and ask.together:
            table.play([each.main.build(dict(table.filled)) for each in table.asks])
        else:
            self.go_on()

    def _turn_to(self, ask: Ask) -> None:
        """From now on this player answers. What was said to a question for anybody goes along."""
        table = self._dialogue
        if table.ask and table.ask.seat is not None:
            table.filled = {}
            table.answering = None
        table.speaker = ask.seat

    def _meant(self, reading: Reading, ask: Ask, place: Place | None) -> Answer | None:
        """The answer that this belongs to. One that was begun goes on, if this only fills its open place."""
        table = self._dialogue
        said, wanted = set(reading.slots), set(place.slots) if place else set()
        if table.answering and reading.intent == ask.main.intent and said & wanted and said <= wanted | {"player"}:
            return table.answer
        return ask.answer(reading.intent)

    def _put(self, answer: Answer, slot: str, value: Any) -> bool:
        """Into the first open place where it fits, else over what was said for it before.

        What no place asks for is kept under its own name.
        """
        table = self._dialogue
        slots = {slot, kind_of(slot)}
        places = [place for place in answer.places if slots & set(place.slots)]
        wanting = [place for place in places if place.name not in table.filled]
        if any(table.private(place) for place in wanting):
            return False  # secrets are for the booth, even if somebody says them aloud
        fitting = [place for place in wanting if place.allows(value)]
        said_again = [] if wanting else [place for place in places if place.allows(value)]
        for place in fitting or said_again or [place for place in wanting if not slots & set(place.also)]:
            table.filled[place.name] = Clip(text=value) if place.free else value
            return True
        table.filled.setdefault(slot, value)
        return not wanting

    def _turn_down(self, slot: str, reading: Reading, ask: Ask) -> None:
        """Something was said that cannot be taken here: a secret aloud, or a card that is not on the table."""
        table = self._dialogue
        table.wipe()
        private = next((place for place in ask.main.places if table.private(place)), None)
        if private and ask.seat:
            table.booth = Booth(ask.seat, private, table.mouth)
            table.mouth.say(line("booth-only", seat=ask.seat))
        else:
            value = reading.slots[slot]
            named = (said for entries in table.lists().values() for said, meant in entries if meant == value)
            table.mouth.say(line("not-on-table", card=next(named, str(value))))

    def choose(self, number: int) -> None:
        table = self._dialogue
        place = table.open_place
        if place and table.private(place):
            table.mouth.say(line("booth-only", seat=table.ask.seat if table.ask else None))
            return
        if place is None or not 1 <= number <= len(place.choices):
            table.mouth.say(line("no-such-number", count=len(place.choices) if place else 0))
            return
        table.filled[place.name] = place.choices[number - 1].value
        self.go_on()

    def leave_out(self) -> None:
        table = self._dialogue
        place = table.open_place
        if place and place.skippable:
            table.filled[place.name] = None
            self.go_on()
        else:
            table.miss()

    def go_on(self) -> None:
        """Ask for the next place, or make the move. Whoever was named in a question for anybody is asked the rest."""
        table = self._dialogue
        named = table.filled.get("player") if table.ask and table.ask.seat is None else None
        asked = next((ask for ask in table.asks if named is not None and ask.seat == named), None)
        if asked:
            self._turn_to(asked)
        answer, place = table.answer, table.open_place
        if answer is None:
            return
        wrong = [each for each in answer.places if each.name in table.filled and not self._fits(each)]
        if place is not None and wrong:
            self._refuse_early(answer, wrong[0])
            return
        if place is not None and place.sole and len(place.choices) == 1:
            table.filled[place.name] = place.choices[0].value
            place = table.open_place
        if place is not None:
            self._ask_on(answer)
            return
        question = answer.confirm(table.filled)
        if question:
            built = answer.build(dict(table.filled))
            table.wait_for(Waiting(question, yes=lambda: table.play(built), no=table.again_after_no))
        else:
            table.play(answer.build(dict(table.filled)))

    def _ask_on(self, answer: Answer) -> None:
        """Ask for the rest, unless the rules refuse what was said already: a second vote does not mend the first."""
        table = self._dialogue
        rest = [place for place in answer.places if place.name not in table.filled]
        said = {**{place.name: None for place in rest}, **table.filled}
        if all(place.skippable for place in rest) and not table.sifter.allowed(Reading(answer.intent, said)):
            table.play(answer.build(said))
        else:
            table.prompt()

    def _fits(self, place: Place) -> bool:
        value = self._dialogue.filled[place.name]
        return value is None or place.allows(value)

    def _refuse_early(self, answer: Answer, place: Place) -> None:
        """What the rules refuse in any case is refused before more is asked for."""
        table = self._dialogue
        value, seat = table.filled[place.name], table.ask.seat if table.ask else None
        held = table.host.hand(table.table.state, seat, table.box) if seat and place.hand else ()
        there = [choice.value for each in answer.places if each.kind == place.kind for choice in each.choices]
        if place.hand and value not in [card.value for card in held]:
            table.wipe()
            table.mouth.say(line("refused-not-in-hand", seat=seat, card=value))
        elif place.kind == "symbol" and value not in there:
            table.wipe()
            table.mouth.say(line("refused-no-such-symbol", symbols=there))
        elif all(each.skippable for each in answer.places if each.name not in table.filled):
            table.play(answer.build({**{each.name: None for each in answer.places}, **table.filled}))
        else:
            table.prompt()

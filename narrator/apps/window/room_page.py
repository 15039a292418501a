"""Build the page of the big screen from the room's view of the game.

It uses nothing else, so it cannot show what this view hides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from narrator.apps.window.art import backdrop_art
from narrator.apps.window.messages import Invite, Page, ShownCard, ShownPanel, ShownPlayer, display_fields
from narrator.apps.window.page_parts import PageParts
from narrator.dialog.conversation import Conversation
from narrator.dialog.game_topic import GameTopic
from narrator.dialog.prompts import fitting_phrases
from narrator.games import games
from narrator.games.hosting.host import LookUp, host_of
from narrator.games.hosting.questions import GameQuestion
from narrator.language.content.packs import Content
from narrator.language.lines.audience import BIG_SCREEN, may_reach
from narrator.language.lines.line import Line, line
from narrator.language.lines.outbox import SpokenLine
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names

MAX_OFFERED_GAMES = 12
BUTTONS_BEFORE_A_GAME = ("TellStory", "DontKnow", "NextOne", "StopRemembering")
BUTTONS_AFTER_A_GAME = ("Recollect", "TellIt", "Bedtime", "SamePlayers")
"""Intents that get a button outside a game, if they can be said."""
CALLS = ("phones-call", "phones-wait", "booth-call", "tokens-lock", "handed-back")
"""Lines that only tell where the question is answered. The page shows the question instead."""


class RoomPageBuilder:
    """Builds the page of the big screen. Used by the session's thread only, as the conversation is."""

    def __init__(self, conversation: Conversation, parts: PageParts) -> None:
        self._talk, self._parts = conversation, parts
        self._content: Content | None = None  # of the last game
        self.can_tell_story = False  # whether a player may ask for a story now

    def build(self, said: Sequence[SpokenLine], invite: Invite | None = None) -> Page:
        """Return the page for everybody. `said` is the narrator's last answer."""
        talk, lines = self._talk, tuple(line.text for line in said if may_reach(line.audience, BIG_SCREEN))
        page = Page(
            title=self._parts.labels["narrator"],
            question=lines[-1] if lines else "",
            lines=lines,
            invite=invite,
            over=talk.done,
            **display_fields(talk.preferences),
        )
        at_table, self.can_tell_story = talk.game_topic, False
        if at_table is not None:
            self._content = at_table.setting.content
            return replace(page, **self._table(at_table, said))
        self.can_tell_story = "TellStory" in talk.expectation.active
        choices = tuple(ShownCard(name=text) for text in self._answers_outside_a_game())
        page = replace(page, choices=choices, beside=lines[:-1])
        if talk.room is None or self._content is None:
            return page
        game, view = talk.room  # the game is over, and its table is still shown
        panels = tuple(self._parts.panel(panel, game) for panel in host_of(game).panels(view, self._content))
        players = tuple(ShownPlayer(name=name, awaited=False, turn=False, phone=False) for name in view.everyone)
        return replace(page, title=games()[game].TITLE, panels=panels, players=with_scores(players, panels))

    def _answers_outside_a_game(self) -> list[str]:
        """Return the answers before a game, after one, and while players recollect a story."""
        talk, expected = self._talk, self._talk.expectation
        answers = self._yes_or_no if "Yes" in expected.active and "No" in expected.active else []
        if "ChooseGame" in expected.active and talk.room is None:
            answers += [game.TITLE for game in islice(games().values(), MAX_OFFERED_GAMES)]
        buttons = (*BUTTONS_BEFORE_A_GAME, *(BUTTONS_AFTER_A_GAME if talk.room else ()))
        intents = [intent for intent in buttons if intent in expected.active]
        return [*answers, *self._first_phrases(expected.grammar, intents, expected.lists)]

    @property
    def _yes_or_no(self) -> list[str]:
        return [self._parts.labels["answer-yes"], self._parts.labels["answer-no"]]

    # --- a game ------------------------------------------------------------------------------------

    def _table(self, at_table: GameTopic, said: Sequence[SpokenLine]) -> dict[str, Any]:
        """Return what is on the table, whose turn it is, and what can be said."""
        setting, room = at_table.setting, at_table.room
        host, content = setting.host, setting.content
        panels = tuple(self._parts.panel(panel, at_table.table.name) for panel in host.panels(room, content))
        question = " ".join(self._parts.words(at_table, open_question(at_table)))
        table = next((panel.cards for panel in panels if panel.kind == "panel-table"), ())
        clue = next((card.name for panel in panels if panel.kind == "panel-clue" for card in panel.cards), "")
        asking = {*CALLS, *(each.id for each in open_question(at_table))}
        beside = [
            each.text
            for each in said
            if may_reach(each.audience, BIG_SCREEN) and not each.is_narration and each.id not in asking
        ]
        return {
            "title": setting.game.TITLE,
            "question": question,
            "everybody": is_for_everybody(at_table),
            "choices": tuple(self._public_choices(at_table)),
            "can_say": self._parts.words(at_table, fitting_phrases(at_table)),
            "story": self._parts.words(at_table, host.look_up(LookUp.PAGE, room, content)),
            "backdrop": backdrop_of(host.story_name(room.options), content),
            "panels": panels,
            "clue": clue.strip("“”"),
            "teller": (getattr(room, "teller", None) or "") if clue else "",
            "table": table,
            "beside": () if any(each.shows for each in said) else tuple(beside),
            "players": with_scores(tuple(self._players(at_table)), panels),
        }

    def _players(self, at_table: GameTopic) -> Iterable[ShownPlayer]:
        room, phones, turn = at_table.room, at_table.setting.phones(), whose_turn(at_table)
        waiting = at_table.setting.game.waiting(room)
        voted, laid, teller = (getattr(room, field, None) or () for field in ("votes", "laid", "teller"))
        for name in room.everyone:
            if name == turn:
                doing = "page-turn"
            elif name in waiting and turn is None:
                doing = "page-awaited"
            elif name == teller:
                doing = "page-tells"
            else:
                doing = "page-voted" if name in voted else "page-chosen" if name in laid else ""
            yield ShownPlayer(name=name, awaited=name in waiting, turn=name == turn, phone=name in phones, doing=doing)

    def _public_choices(self, at_table: GameTopic) -> Iterable[ShownCard]:
        """Return the answers that may be said aloud, as far as the room's view knows them."""
        setting, at, labels = at_table.setting, at_table, self._parts.labels
        if side := at.now.side_question:
            names = self._yes_or_no if side.yes else []
            names += [labels["answer-go-on"], labels["answer-skip"]] if side.steps else []
            names += [labels["answer-ready"]] if side.ready else []
            names += at.room.everyone if side.who else ()
            return [ShownCard(name=name) for name in names]
        if at.all_choose_by_hand:
            return [ShownCard(name=labels["answer-ready"])]
        slot = at.open_slot
        if at.question is None or slot is None or (slot.is_secret and at.answers_in_private) or at.waits_for_phones:
            return self._phrases(at_table, at.question) if at.question and slot is None else []
        if slot.from_hand:  # only the number of a card may be said
            held = len(getattr(at.room, "hands", {}).get(at.asked, ())) if at.hides(slot) else 0
            numbers = range(1, held + 1)
            return [ShownCard(name=labels["answer-number"].format(number=each), number=str(each)) for each in numbers]
        seen = self._parts.question_to(setting.host.questions(at.room, setting.content), at.question.seat)
        known = [each for answer in (seen.answers if seen else ()) for each in answer.slots if each.name == slot.name]
        cards = self._parts.cards(known[0], setting.content) if known and not known[0].from_hand else ()
        return [*cards, *(self._phrases(at_table, at.question) if not at.now.filled else ())]

    def _phrases(self, at_table: GameTopic, ask: GameQuestion) -> list[ShownCard]:
        """Return the answers without slots, and examples of those with free text."""
        grammar, lists = at_table.grammar, at_table.lists
        intents = [answer.intent for answer in ask.answers if answer.is_suggested and not answer.slots]
        phrases = self._first_phrases(grammar, intents, lists)
        phrases += [answer.slots[0].example for answer in ask.answers if answer.slots and answer.slots[0].example]
        return [ShownCard(name=text[:1].upper() + text[1:]) for text in dict.fromkeys(phrases)]

    def _first_phrases(self, grammar: Grammar, intents: Iterable[str], lists: Names) -> list[str]:
        """Return the first way to say each intent."""
        phrases = (phrase for intent in intents for phrase in islice(grammar.phrases({intent}, lists), 1))
        return [text[:1].upper() + text[1:] for text in phrases]


def open_question(at_table: GameTopic) -> tuple[Line, ...]:
    """Return the open question, also after other lines were said."""
    at, question, slot = at_table, at_table.question, at_table.open_slot
    if at.now.side_question:
        return (at.now.side_question.question,)
    if question is None:
        return ()
    for_all = replace(question.prompt, variant="all")
    if at.all_choose_by_hand:
        return (line("tokens-lock", question=for_all),)
    if len(at.on_phones) > 1 or (at.waits_for_phones and at.on_phones):
        return (next(replace(each.prompt, variant="all") for each in at.questions if each.seat in at.on_phones),)
    if slot and at.now.filled:
        return (slot.prompt,)
    return (question.prompt,)


def is_for_everybody(at_table: GameTopic) -> bool:
    """Return whether the question is to all players, or to any of them."""
    side = at_table.now.side_question
    if side:
        return not side.ready and at_table.asked is None
    return at_table.question is not None and whose_turn(at_table) is None


def whose_turn(at_table: GameTopic) -> str | None:
    """Return the player who is asked alone."""
    side = at_table.now.side_question
    if side and side.ready:
        return at_table.unheard.seat if at_table.unheard else at_table.asked
    if at_table.all_choose_by_hand or len(at_table.on_phones) > 1:
        return None
    return at_table.on_phones[0] if at_table.waits_for_phones and at_table.on_phones else at_table.asked


def with_scores(players: tuple[ShownPlayer, ...], panels: Iterable[ShownPanel]) -> tuple[ShownPlayer, ...]:
    """Return the players with their points, if there are any yet."""
    standing = {card.name: card.number for panel in panels if panel.kind == "panel-standing" for card in panel.cards}
    return tuple(
        replace(each, score=int(standing[each.name])) if standing.get(each.name, "").isdecimal() else each
        for each in players
    )


def backdrop_of(story: str | None, content: Content) -> str:
    """Return the address of the picture of the story's place, if the game has a story with one."""
    found = (content.stories.get(story) or content.decks.get(story)) if story else None
    return backdrop_art(found) if found else ""

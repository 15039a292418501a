"""The topic that proposes two or three stories: "Which stories do you have?"."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from narrator.dialog.intents import REQUEST_INTENTS
from narrator.dialog.plan_changes import PLAN_INTENTS
from narrator.dialog.topic import NO_WORDS, Reply, SideTopic
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.story_info import StoryInfo
from narrator.language.lines.line import line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.reading import Reading, Suggestion, Understanding
from narrator.speech.ports import UtteranceHeard

if TYPE_CHECKING:
    from narrator.dialog.table_manager import TableManager

MAX_PROPOSALS = 3


@dataclass(frozen=True)
class StoryProposals(SideTopic):
    """Proposes stories until players choose one or want something else."""

    tables: "TableManager"
    words: LineRenderer
    grammar: Grammar
    plan: Plan
    proposals: Mapping[str, StoryInfo]
    """The proposed stories by their names."""
    choose: Callable[[Reading], Reply]
    """Changes the plan as players wish, and goes on."""
    leave: Callable[[], Reply]
    """Goes back to the question before."""
    misses: int = 0

    def active(self) -> frozenset[str]:
        return PLAN_INTENTS | REQUEST_INTENTS | {"Number", "YouChoose", "No", "Skip"}

    def lists(self) -> Names:
        return self.tables.plan_lists

    def things(self) -> tuple[OfferedThing, ...]:
        return tuple(
            OfferedThing(name, number, info.title, info.about, is_proper_name=True)
            for number, (name, info) in enumerate(self.proposals.items(), start=1)
        )

    def prompt(self) -> Reply:
        told = [line("proposed-story", title=info.title, about=info.about) for info in self.proposals.values()]
        return self.says(line("propose-stories"), *told, line("ask-story"))

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> Reply:
        match meaning:
            case Suggestion(_, reading):
                return self.respond(reading, utterance)  # a misunderstanding is easily corrected here
            case _:
                return super().answer(meaning, utterance)

    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        match reading.intent:
            case "Number":
                named = [each.value for each in self.things() if each.number == reading.slots["number"]]
                return self.choose(Reading("ChooseStory", {"story": named[0]})) if named else self.miss()
            case "YouChoose":
                return self.choose(Reading("ChooseStory", {"story": next(iter(self.proposals))}))
            case "OtherStory" | "WhichStories":
                return self._propose_others()
            case "No" | "Skip":
                return self.leave()
            case "Help" | "WhatCanISay":
                return replace(self, misses=0).says(line("say-story-choice"))
            case intent if intent in PLAN_INTENTS:
                return self.choose(reading)
            case _:
                return self.tables.answer_request(reading, replace(self, misses=0))

    def _propose_others(self) -> Reply:
        plan = replace(self.plan, recent_stories=(*self.plan.recent_stories, *self.proposals))
        return self.tables.propose_stories(plan, self.choose, self.leave)

    def miss(self) -> Reply:
        missed = replace(self, misses=self.misses + 1)
        return missed.says(line("ask-story-again" if missed.misses % 2 else "say-story-choice"))

"""How much evidence a recognised phrase needs: none for an answer, more for what may be said at any time."""

from narrator.dialog.intents import EVERYWHERE_INTENTS, REQUEST_INTENTS
from narrator.language.understanding.expectation import MAX_EVIDENCE, Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.offers import OfferedThing


def test_global_commands_need_more_evidence_than_answers() -> None:
    evidence = load_grammar("en").table("evidence")
    assert evidence.keys() >= EVERYWHERE_INTENTS | REQUEST_INTENTS
    assert not evidence.keys() & {"Yes", "No", "Number"}
    assert evidence["Quit"] == evidence["Undo"] == MAX_EVIDENCE > evidence["Repeat"]


def test_number_that_is_not_on_offer_needs_more_evidence() -> None:
    def things() -> tuple[OfferedThing, ...]:
        return tuple(OfferedThing(number, number) for number in (1, 2, 3))

    voting = Expectation(load_grammar("en", "storytellers"), {"Vote"}, {"player": [], "card": []}, things=things)
    assert voting.evidence["three"] == voting.evidence["the third one"] == 0
    assert voting.evidence["eleven"] == voting.evidence["the eleventh one"] == 1

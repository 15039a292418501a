"""What the model of intents may do with a sentence that nothing else explains."""

import pytest

from narrator.language.understanding.intent_model import NOTHING, IntentModel, load_intent_model
from narrator.language.understanding.reading import NoReading, Suggestion, Understood
from tests.support.tables import conversation
from tests.support.utterances import open_plan


@pytest.fixture
def model() -> IntentModel:
    found = load_intent_model("en")
    assert found is not None
    return found


def test_model_is_the_same_after_storing(model: IntentModel) -> None:
    assert IntentModel.from_bytes(model.to_bytes()) == model


def test_sentence_without_words_means_nothing(model: IntentModel) -> None:
    assert model.likeliest("?!") == (NOTHING, 0.0)


@pytest.mark.parametrize("said", ["my back is killing me", "who ate the last biscuit"])
def test_talk_among_players_means_nothing(said: str) -> None:
    with conversation(open_plan("storytellers")) as talk:
        talk.open()
        assert isinstance(talk.understand(said), NoReading)


def test_model_never_makes_a_move(model: IntentModel) -> None:
    with conversation(open_plan("storytellers")) as talk:
        talk.open()
        moves = talk.topic.expectation.question
        assert moves is not None
        assert moves.answers & {"Lay", "Number"}
        assert not {"Lay", "Number", "Vote", "Yes", "No"} & set(model.classes)


def test_request_that_discards_something_is_asked_about() -> None:
    with conversation(open_plan("storytellers")) as talk:
        talk.open()
        talk.hear("one")
        meant = talk.understand("oh dear, could you cancel what I did there")
        assert not isinstance(meant, Understood)
        if isinstance(meant, Suggestion):
            assert meant.reading.intent == "Undo"

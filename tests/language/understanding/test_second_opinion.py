"""What the sentence model may do with a sentence that no template fits."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from narrator.dialog.conversation import Conversation
from narrator.language.understanding.reading import Ambiguous, NoReading, Reading, Suggestion, Understood
from narrator.language.understanding.second_opinion import propose, read_sentence
from narrator.language.understanding.understand import make_offer
from tests.support.tables import conversation, put
from tests.support.utterances import SITUATIONS, open_plan, start_conversations

DESCRIPTIONS = [
    ("lay", "I'll play the one who's super slow", Reading("Lay", {"card": "sloth"})),
    ("lay", "the smoky fellow who grants wishes, because granny likes him", Reading("Lay", {"card": "genie"})),
    ("vote", "that luggage made me laugh, so it gets my vote", Reading("Vote", {"card": 3})),
    ("tell", "the picture where somebody looks at her own head", Reading("Tell", {"card": "the telescope"})),
    ("guess", "it has to be the man who hangs up his washing in space", Reading("Vote", {"card": 2})),
    ("fairy", "the guy who stayed at the beach too long", Reading("Lay", {"card": "sunburned vampire"})),
]
TALK = [
    ("lay", "my back is killing me"),
    ("lay", "who ate the last biscuit"),
    ("vote", "You laid the lizard, didn't you, Nick?"),
    ("vote", "Nick, did you see a lizard like that at the zoo?"),
    ("give", "Grandma, the umbrella is still wet from this morning"),
    ("game", "Last Christmas we played Dixit at Aunt Vera's until two in the morning, remember?"),
    ("guess", "the bus was so full today that I had to stand"),
]
REQUESTS = [
    ("lay", "my hearing is poor, dear, could you speak up a little", "Louder"),
    ("vote", "hold your horses, what have we got to choose from", "Options"),
    ("tell", "sorry, I'm completely lost, what do you want me to do now", "Help"),
    ("give", "what was it that Lily said about her picture", "Clue"),
]


@pytest.fixture(scope="module")
def tables() -> Iterator[dict[str, Conversation]]:
    with ExitStack() as stack:
        yield start_conversations(stack)


@pytest.mark.parametrize(("situation", "said", "meant"), DESCRIPTIONS)
def test_description_in_other_words_is_offered(
    tables: dict[str, Conversation], situation: str, said: str, meant: Reading
) -> None:
    found = tables[situation].understand(said)
    assert isinstance(found, Suggestion), found
    assert found.reading.intent == meant.intent
    assert set(found.reading.slots.values()) == set(meant.slots.values())


@pytest.mark.parametrize(("situation", "said"), TALK)
def test_talk_among_players_is_ignored(tables: dict[str, Conversation], situation: str, said: str) -> None:
    assert isinstance(tables[situation].understand(said), NoReading)


@pytest.mark.parametrize(("situation", "said", "intent"), REQUESTS)
def test_harmless_request_in_any_words_is_answered(
    tables: dict[str, Conversation], situation: str, said: str, intent: str
) -> None:
    found = tables[situation].understand(said)
    assert isinstance(found, Understood), found
    assert found.reading.intent == intent


@pytest.mark.parametrize("situation", SITUATIONS)
def test_model_never_makes_a_move(tables: dict[str, Conversation], situation: str) -> None:
    expected = tables[situation].expectation
    offer = make_offer(expected)
    moves = expected.question.answers if expected.question else {"ChooseGame"}
    for _, said, *_ in (*DESCRIPTIONS, *TALK, *REQUESTS):
        reading = read_sentence(said, expected, offer)
        assert reading is not None
        found = propose(reading, said, expected, offer)
        assert not (isinstance(found, Understood) and found.reading.intent in moves)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Leave the two sixes lying there and shake the rest.", (6, 6)),
        ("hold on to the straight", (3, 4, 5, 6)),
        ("I'm fond of the two big ones, so they stay", (6, 6)),
    ],
)
def test_dice_in_any_words_are_offered(tables: dict[str, Conversation], said: str, kept: tuple[int, ...]) -> None:
    found = tables["keep"].understand(said)
    readings = [found.reading] if isinstance(found, Suggestion | Understood) else []
    readings += found.readings if isinstance(found, Ambiguous) else []
    assert kept in [each.slots.get("dice") for each in readings], found


def test_offered_thing_is_played_only_after_yes() -> None:
    with conversation(open_plan("storytellers")) as talk:
        talk.open()
        asked = " ".join(line.text for line in talk.hear("let me take the slow animal that hangs in the trees all day"))
        assert "Did you mean the sloth?" in asked
        assert talk.game_topic is not None
        assert not talk.game_topic.table.state.laid
        put(talk, "yes, that's the one")
        assert talk.game_topic.table.state.laid


def test_request_that_discards_something_is_asked_about() -> None:
    with conversation(open_plan("storytellers")) as talk:
        talk.open()
        talk.hear("one")
        assert not isinstance(talk.understand("oh dear, could you cancel what I did there"), Understood)

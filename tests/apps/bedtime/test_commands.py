"""The bedtime commands are understood; similar utterances are ignored."""

from collections.abc import Iterator

import pytest

from narrator.apps.bedtime.commands import CommandInbox, command_expectation, parse_command
from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.sequencer import ChangeVoice, Command, StopIn
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.recogniser import Recogniser
from narrator.speech.pcm import Pcm
from narrator.speech.ports import UtteranceHeard
from narrator.speech.tts.hibari import HibariRenderer
from narrator.speech.tts.phrasing import SpokenPiece

UNDERSTOOD = {
    "stop": Command.STOP,
    "Again!": Command.AGAIN,
    "softer, please": Command.SOFTER,
    "go on": Command.GO_ON,
    "good night": Command.GOOD_NIGHT,
    "after this story": Command.AFTER_THIS_STORY,
    "stop after this story": Command.AFTER_THIS_STORY,
    "stop in ten minutes": StopIn(600.0),
    "Stop in 1 minute.": StopIn(60.0),
    "stop in twenty five minutes": StopIn(1500.0),
    "stop in half an hour": StopIn(1800.0),
    "five more minutes": StopIn(300.0),
    "another voice for the bear": ChangeVoice("polar bear"),
    "a different voice for the old owl": ChangeVoice("old owl"),
    "give the teapot another voice": ChangeVoice("teapot"),
}
SPEAKERS = ("polar bear", "old owl", "young owl", "teapot")


@pytest.mark.parametrize(("words", "order"), UNDERSTOOD.items())
def test_command_is_understood(words: str, order: object) -> None:
    assert parse_command(UtteranceHeard(words), speakers=SPEAKERS) == order


@pytest.mark.parametrize(
    "words",
    [
        "",
        "stopp",
        "stop it you two",
        "louder",
        "good",
        "goodnight moon was a lovely book",
        "one",
        "yes",
        "help",
        "quit",
        "another voice",
        "another voice for the owl",
        "another voice for the fox",
    ],
)
def test_similar_words_are_ignored(words: str) -> None:
    assert parse_command(UtteranceHeard(words), speakers=SPEAKERS) is None


def test_uncertain_utterance_is_ignored() -> None:
    assert parse_command(UtteranceHeard("", candidates=("stop", "softer"))) is None
    assert parse_command(UtteranceHeard("stop", candidates=("stop",))) is None


def test_words_of_the_current_sentence_are_ignored() -> None:
    assert parse_command(UtteranceHeard("stop"), '"Stop!" cried the owl.') is None
    assert parse_command(UtteranceHeard("good night"), "And the moon said good night.") is None
    assert parse_command(UtteranceHeard("stop"), "The owl hopped on.") is Command.STOP
    assert parse_command(UtteranceHeard("softer"), "Its feathers were soft.") is Command.SOFTER


def test_words_of_the_last_passage_and_of_recordings_are_ignored() -> None:
    inbox = CommandInbox(lambda sentence: None)
    inbox.note_passage(Passage((SpokenPiece('"Stop!" cried the owl.', 0.0),), 0.9))
    inbox.note_passage(
        Passage((SpokenPiece("Lily said:", 0.0),), 0.9, clip="clip-0123456789ab", clip_text="Good night.")
    )
    for words in ("stop", "good night"):
        inbox.inbox.put(UtteranceHeard(words, is_spoken=True))
    assert list(inbox.take_commands()) == []
    inbox.inbox.put(UtteranceHeard("softer", is_spoken=True))
    inbox.inbox.put(UtteranceHeard("stop"))  # typed, so it cannot be the narrator's own voice
    assert list(inbox.take_commands()) == [Command.SOFTER, Command.STOP]


def test_every_expected_phrase_is_understood() -> None:
    for phrase in command_expectation().phrases:
        assert parse_command(UtteranceHeard(phrase)) is not None, phrase


# --- with the real recogniser ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    made = load_recogniser()
    made.expect(made.index(command_expectation()))
    return made


@pytest.fixture(scope="module")
def voice() -> Iterator[HibariRenderer]:
    made = HibariRenderer()
    made.load()
    yield made
    made.close()


def commands_heard(recogniser: Recogniser, voice: HibariRenderer, words: str) -> list[object]:
    """Return the commands recognised when these words are spoken in a quiet room."""
    spoken = voice.render(words, 150).resampled(16_000).normalised()
    recogniser.reset()
    room = Pcm.join((Pcm.silence(0.8, 16_000), spoken, Pcm.silence(1.5, 16_000)))
    results = [*recogniser.feed(room.samples), *recogniser.flush()]
    return [parse_command(UtteranceHeard(each.text)) for each in results if each.accepted]


@pytest.mark.parametrize("words", ["stop", "good night", "stop in ten minutes", "after this story"])
def test_recogniser_hears_commands(recogniser: Recogniser, voice: HibariRenderer, words: str) -> None:
    assert commands_heard(recogniser, voice, words) == [UNDERSTOOD[words]]


@pytest.mark.parametrize("words", ["please stop the car over there", "a soft pillow"])
def test_recogniser_ignores_side_talk(recogniser: Recogniser, voice: HibariRenderer, words: str) -> None:
    assert commands_heard(recogniser, voice, words) == []

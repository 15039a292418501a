"""Recogniser, voice and microphone on another machine, with real Wyoming servers on this one."""

import socket
import threading
from collections.abc import Iterator
from functools import partial
from queue import SimpleQueue

import pytest

from narrator.core.errors import UsageError
from narrator.speech.asr.recording import split_into_blocks
from narrator.speech.asr.vosk_model import load_recogniser_model
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.ports import Inbox, InputEnded, InputEvent, TroubleReported, UtteranceHeard
from narrator.speech.remote import remote_input, remote_microphone, server
from narrator.speech.remote.remote_input import RemoteInput, find_utterances, transcribe
from narrator.speech.remote.remote_microphone import RemoteMicrophone
from narrator.speech.remote.remote_voice import RemoteRenderer
from narrator.speech.remote.server import ServerLost, WyomingServer, parse_server
from narrator.speech.tts.hibari import HibariRenderer
from narrator.speech.tts.render import RenderFailed, RenderInterrupted
from tests.support.wyoming_server import MicrophoneHandler, SilentHandler, VoiceHandler, VoskHandler, wyoming_server

SENTENCE = "I vote for number three."


@pytest.fixture(scope="module")
def hibari() -> HibariRenderer:
    voice = HibariRenderer()
    voice.load()
    return voice


@pytest.fixture(scope="module")
def spoken(hibari: HibariRenderer) -> Pcm:
    """Return the sentence twice, each followed by silence."""
    sentence = hibari.render(SENTENCE, 175).resampled(16000)
    silence = Pcm.silence(1.5, 16000)
    return Pcm.join([silence, sentence, silence, sentence, silence])


@pytest.fixture
def recogniser() -> Iterator[WyomingServer]:
    with wyoming_server(partial(VoskHandler, load_recogniser_model())) as each:
        yield each


def events_of(source: RemoteInput) -> list[InputEvent]:
    """Let a source listen to the end and return its events."""
    inbox: Inbox = SimpleQueue()
    source.listen(inbox)
    events = [inbox.get(timeout=60)]
    while events[-1] != InputEnded():
        events.append(inbox.get(timeout=60))
    return events


def free_port() -> int:
    with socket.socket() as stream:
        stream.bind(("127.0.0.1", 0))
        return int(stream.getsockname()[1])


# --- recogniser ----------------------------------------------------------------------------------


def test_utterances_are_found_and_silence_is_not_sent(spoken: Pcm) -> None:
    found = list(find_utterances(split_into_blocks(spoken)))
    assert len(found) == 2
    assert found[0][0] == pytest.approx(1.5, abs=0.5)
    assert sum(sound.seconds for _, sound in found) < spoken.seconds - 2.0


def test_remote_recogniser_writes_down_what_was_said(recogniser: WyomingServer, spoken: Pcm) -> None:
    first, second, _ = events_of(RemoteInput(split_into_blocks(spoken), recogniser, "en"))
    for event in (first, second):
        assert isinstance(event, UtteranceHeard)
        assert event.text == "i vote for number three"
        assert event.is_dictated
        assert event.is_spoken


def test_lost_recogniser_is_reported_once_and_found_again(spoken: Pcm) -> None:
    port = free_port()

    def blocks() -> Iterator[Samples]:
        yield from split_into_blocks(Pcm.join([spoken, spoken]))
        with wyoming_server(partial(VoskHandler, load_recogniser_model()), port):
            yield from split_into_blocks(spoken)

    events = events_of(RemoteInput(blocks(), WyomingServer("127.0.0.1", port), "en"))
    assert events[:2] == [TroubleReported(remote_input.LOST), TroubleReported(remote_input.RECOVERED)]
    assert [type(event) for event in events[2:]] == [UtteranceHeard, UtteranceHeard, InputEnded]


def test_silent_recogniser_is_given_up_after_a_while(spoken: Pcm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ANSWER_TIMEOUT_S", 0.2)
    with wyoming_server(SilentHandler) as silent, pytest.raises(ServerLost, match="in time"):
        transcribe(silent, spoken, "en")


def test_no_thread_is_left_after_listening(recogniser: WyomingServer, spoken: Pcm) -> None:
    before = set(threading.enumerate())
    source = RemoteInput(split_into_blocks(spoken), recogniser, "en")
    events_of(source)
    source.close()
    left = [thread for thread in set(threading.enumerate()) - before if thread.name == "remote input"]
    for thread in left:
        thread.join(timeout=10)
    assert not any(thread.is_alive() for thread in left)


# --- microphone ----------------------------------------------------------------------------------


def test_remote_microphone_is_connected_again(spoken: Pcm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_microphone, "RETRY_PAUSES_S", (0.0,))
    reports: list[str] = []
    with wyoming_server(partial(MicrophoneHandler, spoken)) as remote:
        microphone = RemoteMicrophone(remote, reports.append)
        heard_s = 0.0
        for block in microphone:
            heard_s += len(block) / 16000
            if heard_s > spoken.seconds + 1:
                microphone.close()
    assert reports == [remote_microphone.LOST, remote_microphone.RECOVERED]


def test_closed_microphone_ends_while_the_other_machine_is_silent() -> None:
    reports: list[str] = []
    with wyoming_server(SilentHandler) as remote:
        microphone = RemoteMicrophone(remote, reports.append)
        timer = threading.Timer(0.5, microphone.close)
        timer.start()
        assert list(microphone) == []
    assert reports == []


# --- voice ---------------------------------------------------------------------------------------


def test_remote_voice_speaks(hibari: HibariRenderer) -> None:
    with wyoming_server(partial(VoiceHandler, hibari)) as remote:
        voice = RemoteRenderer(remote)
        voice.load()
        sound = voice.render(SENTENCE, 175)
        assert sound.seconds == pytest.approx(hibari.render(SENTENCE, 175).seconds, rel=0.3)
        assert voice.render(SENTENCE, 350).seconds < 0.7 * sound.seconds


def test_lost_voice_fails_with_a_sentence() -> None:
    voice = RemoteRenderer(WyomingServer("127.0.0.1", free_port()))
    with pytest.raises(RenderFailed, match=r"cannot be used .*\.$"):
        voice.render(SENTENCE, 175)


def test_remote_voice_can_be_interrupted() -> None:
    with wyoming_server(SilentHandler) as remote:
        voice = RemoteRenderer(remote)
        timer = threading.Timer(0.3, voice.interrupt)
        timer.start()
        with pytest.raises(RenderInterrupted):
            voice.render(SENTENCE, 175)


@pytest.mark.parametrize(
    "address", ["wyoming://", "wyoming://host", "wyoming://host:0", "wyoming://host:99999", "tcp://h:1"]
)
def test_wrong_address_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="wyoming://192"):
        parse_server(address)


@pytest.mark.parametrize(
    ("host", "here"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("192.168.1.5", False)]
)
def test_only_loopback_is_this_machine(host: str, here: bool) -> None:
    assert WyomingServer(host, 1).is_this_machine is here

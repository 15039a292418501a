"""Wyoming servers on this machine: one that recognises with Vosk, one that speaks with hibari, and a microphone."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import vosk
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioFormat, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info, MicProgram, TtsProgram, TtsVoice
from wyoming.server import AsyncEventHandler
from wyoming.tts import Synthesize

from narrator.speech.pcm import Pcm
from narrator.speech.remote.server import WyomingServer
from narrator.speech.tts.hibari import HibariRenderer

OURS = Attribution("Narrator", "")


class VoskHandler(AsyncEventHandler):
    """Writes down one utterance and closes the connection, as faster-whisper's server does."""

    def __init__(self, model: vosk.Model, *streams: asyncio.StreamReader | asyncio.StreamWriter) -> None:
        super().__init__(*streams)  # type: ignore[arg-type]
        self._recogniser = vosk.KaldiRecognizer(model, 16000)

    async def handle_event(self, event: Event) -> bool:
        if Describe.is_type(event.type):
            model = AsrModel("small", OURS, True, None, None, ["en"])
            await self.write_event(Info(asr=[AsrProgram("vosk", OURS, True, None, None, [model])]).event())
        elif AudioChunk.is_type(event.type):
            self._recogniser.AcceptWaveform(AudioChunk.from_event(event).audio)
        elif AudioStop.is_type(event.type):
            text = json.loads(self._recogniser.FinalResult())["text"]
            await self.write_event(Transcript(text).event())
            return False
        else:
            assert Transcribe.is_type(event.type) or AudioStart.is_type(event.type)
        return True


class VoiceHandler(AsyncEventHandler):
    """Speaks each text in chunks of a tenth of a second."""

    def __init__(self, voice: HibariRenderer, *streams: asyncio.StreamReader | asyncio.StreamWriter) -> None:
        super().__init__(*streams)  # type: ignore[arg-type]
        self._voice = voice

    async def handle_event(self, event: Event) -> bool:
        if Describe.is_type(event.type):
            voice = TtsVoice("heart", OURS, True, None, None, ["en"])
            await self.write_event(Info(tts=[TtsProgram("hibari", OURS, True, None, None, [voice])]).event())
        elif Synthesize.is_type(event.type):
            sound = await asyncio.to_thread(self._voice.render, Synthesize.from_event(event).text, 175)
            await self.write_event(AudioStart(sound.rate, 2, 1).event())
            for start in range(0, len(sound.samples), sound.rate // 10):
                chunk = sound.samples[start : start + sound.rate // 10]
                await self.write_event(AudioChunk(sound.rate, 2, 1, chunk.tobytes()).event())
            await self.write_event(AudioStop().event())
        return True


class MicrophoneHandler(AsyncEventHandler):
    """Streams a sound in stereo at 48 kHz, and then closes the connection."""

    def __init__(self, sound: Pcm, *streams: asyncio.StreamReader | asyncio.StreamWriter) -> None:
        super().__init__(*streams)  # type: ignore[arg-type]
        self._samples = np.repeat(sound.resampled(48000).samples, 2)

    async def handle_event(self, event: Event) -> bool:
        if Describe.is_type(event.type):
            microphone = MicProgram("mic", OURS, True, None, None, AudioFormat(48000, 2, 2))
            await self.write_event(Info(mic=[microphone]).event())
            return True
        for start in range(0, len(self._samples), 4800):
            await self.write_event(AudioChunk(48000, 2, 2, self._samples[start : start + 4800].tobytes()).event())
        return False


class SilentHandler(AsyncEventHandler):
    """Never answers."""

    async def handle_event(self, event: Event) -> bool:
        return True


@contextmanager
def wyoming_server(handler: Callable[..., AsyncEventHandler], port: int = 0) -> Iterator[WyomingServer]:
    """Run a server in a thread. All its connections are closed at the end."""
    loop = asyncio.new_event_loop()
    handlers: set[AsyncEventHandler] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handlers.add(each := handler(reader, writer))
        await each.run()

    server = loop.run_until_complete(asyncio.start_server(serve, "127.0.0.1", port))
    thread = threading.Thread(target=loop.run_forever, name="Wyoming server")
    thread.start()

    async def stop() -> None:
        server.close()
        for each in handlers:
            each.writer.close()
        ending = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        await asyncio.gather(*ending, return_exceptions=True)

    try:
        yield WyomingServer("127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        asyncio.run_coroutine_threadsafe(stop(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

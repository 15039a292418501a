// Reads the page of a phone aloud, item by item: with a voice of the phone itself, else with the narrator's voice.
"use strict";

const sound = { context: null, playing: null };

// Browsers play sound only after a touch or a key.
function unlockSound() {
  try {
    sound.context ??= new AudioContext();
    sound.context.resume();
  } catch { /* this browser plays no sound */ }
}
addEventListener("pointerdown", unlockSound);
addEventListener("keydown", unlockSound);

async function loadSound(id) {
  const response = await fetch(`/sound/${id}`);
  if (!response.ok) throw new Error(String(response.status));
  return sound.context.decodeAudioData(await response.arrayBuffer());
}

// Plays a sound of the narrator; resolves when it has ended or was stopped.
async function playSound(id, volume = 1) {
  if (!sound.context) throw new Error("locked");
  const buffer = await loadSound(id);
  return new Promise((resolve) => {
    const source = sound.context.createBufferSource(), gain = sound.context.createGain();
    gain.gain.value = volume;
    source.buffer = buffer;
    source.connect(gain).connect(sound.context.destination);
    source.onended = resolve;
    sound.playing = source;
    source.start();
  });
}

function stopSound() {
  try { sound.playing?.stop(); } catch { /* it has ended already */ }
  sound.playing = null;
  globalThis.speechSynthesis?.cancel();
}

// A voice that works without a server: others would send the player's cards to their maker.
function localVoice() {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return voices.find((voice) => voice.localService && voice.lang.startsWith(document.documentElement.lang));
}

function speakLocally(text, voice) {
  return new Promise((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.onend = resolve;
    utterance.onerror = (event) => (/canceled|interrupted/.test(event.error) ? resolve() : reject(event));
    speechSynthesis.speak(utterance);
  });
}

class Reading {
  // `mark(part)` shows which part is read, or none; `changed(state)` gets "reading", "paused" or "silent".
  constructor(mark, changed) {
    Object.assign(this, { mark, changed, items: [], index: 0, run: 0, state: "silent" });
  }

  start(items) {
    unlockSound();
    this.items = items;
    this.index = 0;
    return this.resume();
  }

  async resume() {
    const run = ++this.run, voice = localVoice();
    this.#enter("reading");
    while (this.index < this.items.length) {
      const item = this.items[this.index];
      this.mark(item.part);
      if (voice) await speakLocally(item.text, voice);
      else await playSound(item.sound);
      if (run !== this.run) return;
      this.index += 1;
    }
    this.stop();
  }

  // Pausing stops the item; resuming reads it again from its beginning, which is easier to follow.
  pause() {
    this.run += 1;
    stopSound();
    this.#enter("paused");
  }

  stop() {
    if (this.state === "silent") return;
    this.run += 1;
    stopSound();
    this.mark(null);
    this.#enter("silent");
  }

  #enter(state) {
    this.state = state;
    this.changed(state);
  }
}

// Reads replies out. Only voices of this device are used: others would send the reply to whoever makes them.

import { store, stored } from './storage.js';

/** Where the choice is kept from visit to visit. */
const key = 'earshotReadAloud';
/** Until the room is still: a loudspeaker rings on after the voice says that it has ended. */
const echoMs = 300;

export class ReadAloud {
  #voice;
  /** The one that was begun last. */
  #utterance;
  #silentAtMs = 0;

  /** @param toggle the switch; hidden as long as this device has no voice for the language */
  constructor({ toggle }) {
    this.toggle = toggle;
    this.isOn = false;
    toggle.addEventListener('click', () => this.switch(!this.isOn));
  }

  /** Whether the microphone would hear it just now. */
  get isSpeaking() {
    return this.#silentAtMs > performance.now();
  }

  /** Voices are often known only a moment after the page is. */
  offer(locale) {
    if (!('speechSynthesis' in window)) return;
    const choose = () => {
      const local = speechSynthesis.getVoices().filter(({ localService }) => localService);
      const [language] = locale.split('-');
      const inLanguage = local.filter(({ lang }) => lang.split(/[-_]/)[0] === language);
      this.#voice = inLanguage.find(({ lang }) => lang.replace('_', '-') === locale) ?? inLanguage[0];
      this.toggle.hidden = this.#voice === undefined;
      if (this.#voice !== undefined && stored(key) === 'on') this.switch(true);
    };
    speechSynthesis.addEventListener?.('voiceschanged', choose);
    choose();
  }

  switch(on) {
    this.isOn = on;
    this.toggle.setAttribute('aria-checked', String(on));
    store(key, on ? 'on' : 'off');
    if (!on) this.stop();
  }

  say(text) {
    if (!this.isOn || this.#voice === undefined || !text) return;
    this.stop();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = this.#voice;
    utterance.lang = this.#voice.lang;
    this.#utterance = utterance;
    const ended = () => {
      // One that was cut short ends when the next has begun.
      if (this.#utterance === utterance) this.#silentAtMs = performance.now() + echoMs;
    };
    utterance.addEventListener('end', ended);
    utterance.addEventListener('error', ended);
    this.#silentAtMs = Number.POSITIVE_INFINITY;
    speechSynthesis.speak(utterance);
  }

  stop() {
    if (this.#voice === undefined) return;
    speechSynthesis.cancel();
    this.#silentAtMs = 0;
  }
}

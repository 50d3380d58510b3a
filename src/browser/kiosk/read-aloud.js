// Reads replies out. Only voices of this device are used: others would send the reply to whoever makes them.

import { store, stored } from './storage.js';

/** Where the choice is kept from visit to visit. */
const key = 'earshotReadAloud';
/**
 * Until the page listens again: a loudspeaker rings on for some 300 ms after the voice says that it has ended, and what
 * is said is sent with the half second before it.
 */
const echoMs = 800;
/** Some voices never say that they have ended: longer than this none reads, or the page would be deaf for good. */
const longestMs = (text) => 10_000 + text.length * 200;

export class ReadAloud {
  #voice;
  /** The one that was begun last. */
  #utterance;
  #timer;

  /**
   * @param toggle the switch; hidden as long as this device has no voice for the language
   * @param onChange called when it begins to speak, and when the microphone would hear it no more
   */
  constructor({ toggle, onChange }) {
    this.toggle = toggle;
    this.onChange = onChange;
    this.isOn = false;
    /** Whether the microphone would hear it just now. */
    this.isSpeaking = false;
    toggle.addEventListener('click', () => this.switch(!this.isOn));
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
      if (this.#utterance === utterance) this.#speakFor(echoMs);
    };
    utterance.addEventListener('end', ended);
    utterance.addEventListener('error', ended);
    this.#speakFor(longestMs(text));
    speechSynthesis.speak(utterance);
  }

  stop() {
    if (this.#voice === undefined) return;
    this.#utterance = undefined;
    speechSynthesis.cancel();
    this.#speakFor(this.isSpeaking ? echoMs : 0);
  }

  #speakFor(ms) {
    clearTimeout(this.#timer);
    this.isSpeaking = ms > 0;
    this.onChange();
    if (ms > 0) this.#timer = setTimeout(() => this.#speakFor(0), ms);
  }
}

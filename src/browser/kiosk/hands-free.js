// Listens all the time. Loudness alone decides when someone may be speaking; whether it was speech, and what, is for
// the service to say. The library sends what was said just before, so that the first syllable is not lost.

import { listenAlone } from './one-listener.js';
import { store, stored } from './storage.js';

/** How far above the background, in units of the meter (60 dB), sound must rise: 9 dB. */
const risen = 0.15;
/** Softer sound, in units of the meter, is no speech however still the room is: 48 dB below full scale. */
const softest = 0.2;
/** How fast the background is followed up, in units of the meter for each reading: about 2 dB in a second. */
const climb = 0.0006;
/** Meter readings in a row that must be that loud; there are about 50 a second. */
const readingsNeeded = 4;

const key = 'earshotHandsFree';
/** Troubles that may be over without anybody doing something on the page: a cable, a sound server that starts anew. */
const passing = /^(no_microphone|microphone_failed|audio_blocked|connection_failed)$/;

/**
 * Stays as it was switched, for the next visit too: nobody may be there to switch it on again when the microphone was
 * lost, or the device restarted.
 */
export class HandsFree {
  #background = 1;
  #loudReadings = 0;
  #isWanted = false;
  #retry;
  #endListening = () => {};

  /**
   * @param onOpening called when it asks the browser for the microphone
   * @param onTrouble called with each error, at each attempt
   * @param onBack called when the microphone is there, or gives sound again
   * @param retryMs between attempts to have it again
   * @param alone makes this tab the only one that listens
   */
  constructor({ retryMs = 3000, alone = listenAlone, ...options }) {
    this.options = { ...options, retryMs, alone };
    /** Whether it listens. */
    this.isOn = false;
    /** Whether it waits for the microphone. */
    this.isOpening = false;
    options.toggle.addEventListener('click', () => this.switch(!this.#isWanted));
  }

  async switch(on) {
    this.#want(on);
    if (on) {
      await this.#open();
      // Who has just switched it on sees that it did not work.
      if (!this.isOn) this.#want(false);
    } else {
      await this.#close();
    }
    this.#show();
  }

  /** As it was at the last visit, where there can be a microphone. */
  async restore() {
    if (stored(key) === 'on' && !this.options.toggle.disabled) await this.#reopen();
  }

  #want(on) {
    clearTimeout(this.#retry);
    this.#isWanted = on;
    store(key, on ? 'on' : null);
  }

  async #open() {
    const { session, onOpening, onBack, onTrouble } = this.options;
    this.#background = 1;
    this.isOpening = true;
    onOpening();
    try {
      await session.openMicrophone({
        onLevel: (level) => this.#hear(level),
        onMuted: (isMuted) => (isMuted ? onTrouble({ code: 'no_sound' }) : onBack()),
        onError: (error) => this.#lost(error),
      });
    } catch (error) {
      return this.#lost(error);
    } finally {
      this.isOpening = false;
    }
    // It may have been switched off meanwhile.
    if (!this.#isWanted) return session.closeMicrophone();
    this.isOn = true;
    this.#endListening();
    this.#endListening = this.options.alone(() => this.#taken());
    onBack();
  }

  async #close() {
    this.isOn = false;
    this.#endListening();
    await this.options.session.closeMicrophone();
  }

  /** Another tab listens now, for which the switch is kept on. */
  async #taken() {
    if (!this.#isWanted) return;
    clearTimeout(this.#retry);
    this.#isWanted = false;
    await this.#close();
    this.options.onTrouble({ code: 'listens_elsewhere' });
    this.#show();
  }

  /** By itself, and again and again. */
  async #reopen() {
    this.#isWanted = true;
    await this.#open();
    this.#show();
  }

  #lost(error) {
    this.isOn = false;
    clearTimeout(this.#retry);
    if (!passing.test(error.code)) this.#want(false);
    else if (this.#isWanted) this.#retry = setTimeout(() => this.#reopen(), this.options.retryMs);
    this.options.onTrouble(error);
    this.#show();
  }

  #show() {
    this.options.toggle.setAttribute('aria-checked', String(this.#isWanted));
    this.options.onChange();
  }

  #hear(level) {
    // The background is followed down at once and up slowly.
    this.#background = Math.min(level, this.#background + climb);
    this.#loudReadings = level > Math.max(softest, this.#background + risen) ? this.#loudReadings + 1 : 0;
    // As long as it is loud: who goes on while the answer to a first half is made is heard right behind it.
    if (this.#loudReadings >= readingsNeeded) this.options.onSpeech();
  }
}

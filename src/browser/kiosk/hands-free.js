// Listens all the time. Loudness alone decides when someone may be speaking; whether it was speech, and what, is for
// the service to say. The library sends what was said just before, so that the first syllable is not lost.

/** How far above the background, in units of the meter (60 dB), sound must rise: 9 dB. */
const risen = 0.15;
/** Softer sound, in units of the meter, is no speech however still the room is: 48 dB below full scale. */
const softest = 0.2;
/** How fast the background is followed up, in units of the meter for each reading: about 2 dB in a second. */
const climb = 0.0006;
/** Meter readings in a row that must be that loud; there are about 50 a second. */
const readingsNeeded = 4;

export class HandsFree {
  #background = 1;
  #loudReadings = 0;

  constructor(options) {
    this.options = options;
    this.isOn = false;
    options.toggle.addEventListener('click', () => this.switch(!this.isOn));
  }

  async switch(on) {
    const { session, toggle, onTrouble, onChange } = this.options;
    try {
      if (on) {
        this.#background = 1;
        await session.openMicrophone({ onLevel: (level) => this.#hear(level), onError: (error) => this.#lost(error) });
      } else {
        await session.closeMicrophone();
      }
      this.isOn = on;
    } catch (error) {
      this.isOn = false;
      onTrouble(error);
    }
    toggle.setAttribute('aria-checked', String(this.isOn));
    onChange();
  }

  #lost(error) {
    this.isOn = false;
    this.options.toggle.setAttribute('aria-checked', 'false');
    this.options.onTrouble(error);
    this.options.onChange();
  }

  #hear(level) {
    this.options.onLevel(level);
    // The background is followed down at once and up slowly.
    this.#background = Math.min(level, this.#background + climb);
    this.#loudReadings = level > Math.max(softest, this.#background + risen) ? this.#loudReadings + 1 : 0;
    // As long as it is loud: who goes on while the answer to a first half is made is heard right behind it.
    if (this.#loudReadings >= readingsNeeded) this.options.onSpeech();
  }
}

// How loud the microphone is, for whoever speaks: the ring around the button.

export class LevelMeter {
  /** The loudest of this question, 0 to 1. */
  #peak = 0;

  /** @param style of the element whose --level is set */
  constructor(style) {
    this.style = style;
  }

  /** Another question begins. */
  begin() {
    this.#peak = 0;
  }

  show(level) {
    this.#peak = Math.max(this.#peak, level);
    this.style.setProperty('--level', level.toFixed(2));
  }

  rest() {
    this.style.setProperty('--level', '0');
  }

  /** Whether a spoken question was all silence, which not even a quiet room is to a microphone that is on. */
  wasSilent({ queryType, textQuery }) {
    return queryType === 'audio' && !textQuery?.text && this.#peak === 0;
  }
}

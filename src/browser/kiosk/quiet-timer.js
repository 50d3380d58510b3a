/** How often it looks at the clock. */
const lookMs = 1000;

/** Tells when nobody has done anything for long. Time that the device slept counts, of which timers know nothing. */
export class QuietTimer {
  #timer;

  /** @param seconds 0 for never */
  constructor({ seconds, onQuiet }) {
    this.seconds = seconds;
    this.onQuiet = onQuiet;
  }

  /** From now on. */
  begin() {
    this.stop();
    if (!(this.seconds > 0)) return;
    const endsAtMs = Date.now() + this.seconds * 1000;
    this.#timer = setInterval(() => {
      if (Date.now() < endsAtMs) return;
      this.stop();
      this.onQuiet();
    }, lookMs);
  }

  stop() {
    clearInterval(this.#timer);
  }
}

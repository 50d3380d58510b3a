/** How often it looks at the clock. */
const lookMs = 1000;

/**
 * Tells when nobody has done anything for long. Time that the device slept counts, of which only its clock knows; where
 * that was set back meanwhile, the time that has passed counts all the same.
 */
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
    const ends = [Date, performance].map((clock) => ({ clock, atMs: clock.now() + this.seconds * 1000 }));
    this.#timer = setInterval(() => {
      if (ends.every(({ clock, atMs }) => clock.now() < atMs)) return;
      this.stop();
      this.onQuiet();
    }, lookMs);
  }

  stop() {
    clearInterval(this.#timer);
  }
}

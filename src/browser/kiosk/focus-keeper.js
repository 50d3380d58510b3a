/** Brings the focus back to where one asks, when what had it was disabled or hidden. */
export class FocusKeeper {
  #isLost = false;

  /** @param talk the button; where it cannot be pressed, `field` */
  constructor({ talk, field }) {
    this.talk = talk;
    this.field = field;
  }

  /** To be called before an element is disabled or hidden. */
  leave(element) {
    this.#isLost ||= element.contains(document.activeElement);
  }

  /** To be called where someone is done: whoever comes next begins at the button. */
  startOver() {
    document.activeElement.blur();
    this.#isLost = true;
  }

  /** Whoever has gone elsewhere meanwhile stays there. */
  comeBack() {
    if (!this.#isLost) return;
    this.#isLost = false;
    const focused = document.activeElement;
    if (focused !== document.body && focused !== this.talk && !focused.closest('[hidden]')) return;
    (this.talk.disabled ? this.field : this.talk).focus({ preventScroll: true });
  }
}

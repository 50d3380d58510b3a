// Whether the service can be reached, for whoever sees the page or has it read aloud.

/**
 * The service closes a connection that was idle for long, and the page opens it again at once. A loss that is over by
 * then is nobody's concern.
 */
const passingMs = 1000;

export class ConnectionSign {
  #timer;

  /**
   * @param host what is shown while there is a connection
   * @param onChange called after the sign has changed
   */
  constructor({ element, host, onChange }) {
    this.element = element;
    this.host = host;
    this.onChange = onChange;
  }

  get isOffline() {
    return this.element.dataset.online === 'false';
  }

  show(isOnline) {
    clearTimeout(this.#timer);
    this.element.dataset.online = String(isOnline);
    this.element.textContent = isOnline ? this.host : 'Not connected';
    this.onChange();
  }

  /** The connection is gone: shown if it does not come back soon. */
  lost() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.show(false), passingMs);
  }
}

// The turns of a conversation, of which the newest is in sight unless someone looks at older ones.

const shown = 30;
/** Of the top edge of the list, where turns fade out. */
const fadePixels = 20;

export class Turns {
  #isAtNewest = true;

  constructor(list) {
    this.list = list;
    list.addEventListener('scroll', () => {
      this.#isAtNewest = Math.abs(list.scrollTop - this.#newestPixels()) < fadePixels;
    });
    // A phone that is turned, and a keyboard that comes up, leave the list another height.
    new ResizeObserver(() => this.#isAtNewest && this.#showNewest()).observe(list);
  }

  add(turn) {
    this.list.append(turn);
    while (this.list.children.length > shown) this.list.firstElementChild.remove();
    this.#showNewest();
  }

  #showNewest() {
    this.#isAtNewest = true;
    this.list.scrollTop = this.#newestPixels();
  }

  /** How far to scroll to the end of the newest turn, but not past its beginning. */
  #newestPixels() {
    const { lastElementChild: newest, offsetTop, scrollHeight, clientHeight } = this.list;
    if (!newest) return 0;
    return Math.max(0, Math.min(newest.offsetTop - offsetTop - fadePixels, scrollHeight - clientHeight));
  }
}

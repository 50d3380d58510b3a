// The turns of a conversation, of which the newest is in sight unless someone looks at older ones.

const shown = 30;
/** Of the top edge of the list, where turns fade out. */
const fadePixels = 20;

export class Turns {
  #isAtNewest = true;
  /** That of the list when it was last looked at. */
  #size = '';

  constructor(list) {
    this.list = list;
    list.addEventListener('scroll', () => {
      // A list that has another size is put right below: it was not scrolled by anybody.
      if (this.#sizeNow() !== this.#size) return;
      this.#isAtNewest = Math.abs(list.scrollTop - this.#newestPixels()) < fadePixels;
    });
    // A phone that is turned, a keyboard that comes up, and one more row of what is remembered.
    new ResizeObserver(() => {
      this.#size = this.#sizeNow();
      if (this.#isAtNewest) this.#showNewest();
    }).observe(list);
  }

  add(turn) {
    this.list.append(turn);
    // By keyboard it is scrolled where it has the focus.
    this.list.tabIndex = 0;
    while (this.list.children.length > shown) this.list.firstElementChild.remove();
    this.#showNewest();
  }

  clear() {
    this.list.replaceChildren();
    this.list.removeAttribute('tabindex');
  }

  #showNewest() {
    this.#isAtNewest = true;
    this.list.scrollTop = this.#newestPixels();
  }

  #sizeNow() {
    return `${this.list.clientWidth}x${this.list.clientHeight}`;
  }

  /** How far to scroll to the end of the newest turn, but not past its beginning. */
  #newestPixels() {
    const { lastElementChild: newest, offsetTop, scrollHeight, clientHeight } = this.list;
    if (!newest) return 0;
    return Math.max(0, Math.min(newest.offsetTop - offsetTop - fadePixels, scrollHeight - clientHeight));
  }
}

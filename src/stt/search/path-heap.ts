/** A heap: the one with the best score is taken first, of equal ones the latest. */
export class PathHeap<T extends { score: number }> {
  readonly #paths: { path: T; turn: number }[] = [];
  #turns = 0;

  push(path: T): void {
    const paths = this.#paths;
    let at = paths.length;
    paths.push({ path, turn: this.#turns++ });
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** @returns The best one, which is removed; undefined where there is none. */
  pop(): T | undefined {
    const paths = this.#paths;
    if (paths.length === 0) return undefined;
    this.#swap(0, paths.length - 1);
    const { path } = paths.pop()!;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      let best = at;
      if (left < paths.length && this.#isBefore(left, best)) best = left;
      if (left + 1 < paths.length && this.#isBefore(left + 1, best)) best = left + 1;
      if (best === at) return path;
      this.#swap(at, best);
      at = best;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#paths[a], this.#paths[b]];
    return (
      one.path.score > other.path.score || (one.path.score === other.path.score && one.turn > other.turn)
    );
  }

  #swap(a: number, b: number): void {
    const paths = this.#paths;
    const one = paths[a];
    paths[a] = paths[b];
    paths[b] = one;
  }
}

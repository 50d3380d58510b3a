import { deepFreeze } from '../memory/deep-freeze.js';

/**
 * What is made of values: of a frozen one, which stays as it is, once for as long as it is there. Only what was made last
 * of a value is kept, and it is frozen too.
 */
export class MadeOnce<Source extends object, Made> {
  readonly #made = new WeakMap<Source, { key: string; made: Made }>();

  /** @param key all that `make` depends on besides the value */
  of(source: Source, key: string, make: () => Made): Made {
    if (!Object.isFrozen(source)) return make();
    const known = this.#made.get(source);
    if (known?.key === key) return known.made;
    const made = deepFreeze(make());
    this.#made.set(source, { key, made });
    return made;
  }
}

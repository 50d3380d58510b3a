/**
 * Makes equal texts one, and equal lists of nothing but texts and numbers: compiled data repeats both by the ten
 * thousand. For plain data that nobody changes afterwards; it is changed in place.
 * @returns The data; where it is such a text or list, the one that stands for all.
 */
export function shareEqual<Data>(data: Data): Data {
  const lists = new Map<string, unknown[]>();
  const oneOf = (list: unknown[]) => {
    if (!list.every((item) => typeof item === 'string' || Number.isFinite(item))) return list;
    return first(lists, JSON.stringify(list), list);
  };
  return new Sharing(oneOf).of(data) as Data;
}

/** The same for texts alone: `deserialize` gives back one list wherever one was, but makes every text anew. */
export function shareTexts<Data>(data: Data): Data {
  return new Sharing((list) => list).of(data) as Data;
}

class Sharing {
  readonly #texts = new Map<string, string>();
  readonly #seen = new Set<object>();
  readonly #oneOf: (list: unknown[]) => unknown[];

  constructor(oneOf: (list: unknown[]) => unknown[]) {
    this.#oneOf = oneOf;
  }

  of(value: unknown): unknown {
    if (typeof value === 'string') return first(this.#texts, value, value);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (!this.#seen.has(value)) {
      this.#seen.add(value);
      this.#share(value);
    }
    return Array.isArray(value) ? this.#oneOf(value) : value;
  }

  #share(value: object): void {
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) this.#replace(value, at);
    } else if (value instanceof Map) {
      const entries = [...value];
      value.clear();
      for (const [key, item] of entries) value.set(this.#member(key), this.of(item));
    } else if (value instanceof Set) {
      const items = [...value];
      value.clear();
      for (const item of items) value.add(this.#member(item));
    } else for (const name of Object.keys(value)) this.#replace(value as Record<string, unknown>, name);
  }

  /** Two lists in a set, or two that are keys, are two. */
  #member(item: unknown): unknown {
    const shared = this.of(item);
    return typeof item === 'string' ? shared : item;
  }

  #replace<Key extends string | number>(holder: Record<Key, unknown>, key: Key): void {
    const item = holder[key];
    const shared = this.of(item);
    if (shared !== item || typeof item === 'string') holder[key] = shared;
  }
}

function first<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  const before = known.get(key);
  if (before === undefined) known.set(key, value);
  return before ?? value;
}

/** An entry of a field of items: an order line, for example. Option name -> value. */
export type Item = Record<string, unknown>;

/** Items by the person whose they are, each as it was when that was said. */
export type Owners = Record<string, Item[]>;

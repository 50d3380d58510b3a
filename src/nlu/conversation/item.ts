/** An entry of a field of items: an order line, for example. Option name -> value. */
export type Item = Record<string, unknown>;

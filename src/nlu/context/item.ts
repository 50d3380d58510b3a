/** An entry of a field of items: an order line, for example. Option name -> value. */
export type Item = Record<string, unknown>;

/** Items by the person whose they are, each as it was when that was said. */
export type Owners = Record<string, Item[]>;

/** How many an item is; one where nothing says it. */
export function piecesIn({ quantity = 1 }: Item = {}): number {
  return Number(quantity);
}

/** How many several items are. */
export function piecesInAll(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + piecesIn(item), 0);
}

/** An item with those of its options that are kept. */
export function keepOptions(item: Item, isKept: (option: string) => boolean): Item {
  return Object.fromEntries(Object.entries(item).filter(([option]) => isKept(option)));
}

/** What is said of an item besides how many it is. */
export function optionsOf(item: Item): string[] {
  return Object.keys(item).filter((key) => key !== 'quantity');
}

/**
 * The arcs of an automaton that are taken by a word, in flat arrays: a pack has ten thousand states, and a map for each
 * takes five times the memory. The arcs of a state lie between `first[state]` and `first[state + 1]`, ordered by the
 * numbers of their words, so that a word is found by bisection.
 */
export interface WordArcs {
  /** The number of each word. */
  numbers: Map<string, number>;
  first: Uint32Array;
  /** Per arc: the number of its word. */
  words: Uint32Array;
  /** Per arc: the state that it leads to. */
  targets: Uint32Array;
}

const none = new Uint32Array();

/** Packs the arcs of each state: word -> next states. */
export function packArcs(states: readonly ReadonlyMap<string, readonly number[]>[]): WordArcs {
  const numbers = new Map<string, number>();
  const first = new Uint32Array(states.length + 1);
  const words: number[] = [];
  const targets: number[] = [];
  states.forEach((arcs, state) => {
    for (const word of arcs.keys()) if (!numbers.has(word)) numbers.set(word, numbers.size);
    const ordered = [...arcs].map(([word, to]) => ({ number: numbers.get(word)!, to }));
    for (const { number, to } of ordered.sort((a, b) => a.number - b.number)) {
      for (const target of to) {
        words.push(number);
        targets.push(target);
      }
    }
    first[state + 1] = words.length;
  });
  return { numbers, first, words: Uint32Array.from(words), targets: Uint32Array.from(targets) };
}

/** How many states the arcs lead from; those that end everything count as well. */
export function stateCount({ first }: WordArcs): number {
  return first.length - 1;
}

/** Whether any word leads on from a state. */
export function hasWords({ first }: WordArcs, state: number): boolean {
  return first[state] < first[state + 1];
}

/** Whether a word leads on from a state. */
export function hasWord(arcs: WordArcs, state: number, word: string): boolean {
  const number = arcs.numbers.get(word);
  if (number === undefined) return false;
  const at = firstNotBelow(arcs, state, number);
  return at < arcs.first[state + 1] && arcs.words[at] === number;
}

/** The states that a word leads to from a state. */
export function targetsOf(arcs: WordArcs, state: number, word: string): Uint32Array {
  const number = arcs.numbers.get(word);
  if (number === undefined) return none;
  const from = firstNotBelow(arcs, state, number);
  const last = arcs.first[state + 1];
  let end = from;
  while (end < last && arcs.words[end] === number) end++;
  return end > from ? arcs.targets.subarray(from, end) : none;
}

/** Every arc, state by state. */
export function* eachArc(arcs: WordArcs): Generator<{ from: number; word: string; to: number }> {
  const texts = [...arcs.numbers.keys()];
  for (let from = 0; from < stateCount(arcs); from++) {
    for (let at = arcs.first[from]; at < arcs.first[from + 1]; at++)
      yield { from, word: texts[arcs.words[at]], to: arcs.targets[at] };
  }
}

/** The words that lead on from a state. */
export function wordsFrom({ numbers, first, words }: WordArcs, state: number): string[] {
  const texts = [...numbers.keys()];
  const arcs = words.subarray(first[state], first[state + 1]);
  return [...new Set(arcs)].map((number) => texts[number]);
}

/** The first arc of a state whose word has this number or a higher one; behind its last where there is none. */
function firstNotBelow({ first, words }: WordArcs, state: number, number: number): number {
  let low = first[state];
  let high = first[state + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

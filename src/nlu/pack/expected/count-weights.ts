import type { Entity } from '../compile/compile-entities.js';
import type { Pack } from '../pack.js';
import { entityWords } from './entity-words.js';
import type { NumberSaid } from './expected-automaton.js';

/** How much likelier a count is one than several, or the other way round, by what people say. */
export class CountWeights {
  readonly #weights = new Map<NumberSaid, number>();

  constructor(private readonly pack: Pack) {}

  /** Weight of a count that is one or several; nothing of what is no count. */
  of(entity: Entity, said: NumberSaid): number {
    if (!isCount(said)) return 0;
    const known = this.#weights.get(said);
    if (known !== undefined) return known;
    const isMany = new Map<string | undefined, boolean>();
    for (const phrase of entityWords(entity, this.pack).phrases)
      if (phrase.words.length === 1) isMany.set(phrase.words[0], phrase.isMany === true);
    const counted = this.pack.examples.flat().filter((word) => isMany.has(word));
    const alike = counted.filter((word) => isMany.get(word) === (said === 'several'));
    const weight = Math.log((alike.length + 1) / (counted.length + 2));
    this.#weights.set(said, weight);
    return weight;
  }
}

export function isCount(said: NumberSaid): boolean {
  return said === 'one' || said === 'several';
}

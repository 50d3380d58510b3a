import type { Sentence } from '../pack/compile/compile-sentences.js';
import { LiveStates } from '../pack/live-states.js';
import type { Pack } from '../pack/pack.js';
import type { When } from '../pack/schema/pack-schema.js';

/** Which templates of a pack may match. */
export interface Allowed {
  accepts(template: Sentence): boolean;
  /** The states of the pack's automaton from which one that is accepted can be reached. */
  live: LiveStates;
  /** The fields that the last turn which changed anything filled or emptied: at a tie what follows is about these. */
  changed: ReadonlySet<string>;
  /** Equal where the same are allowed. */
  key: string;
}

/** Allows the templates without a condition, and those whose condition holds. */
export function allowedWhere(
  { reachable }: Pack,
  holds: (when: When) => boolean,
  changed: ReadonlySet<string> = new Set(),
): Allowed {
  const { conditions } = reachable;
  const held = conditions.map(holds);
  const holding = new Set(conditions.filter((_, place) => held[place]));
  return {
    accepts: ({ when }) => when === undefined || holding.has(when),
    live: new LiveStates(reachable, held),
    changed,
    key: `${held.map(Number).join('')} ${[...changed].join()}`,
  };
}

import type { Automaton } from '../../template/automaton.js';
import { packSlots, type SlotArc, slotsOf } from '../../template/slot-arcs.js';
import { eachArc, packArcs } from '../../template/word-arcs.js';
import type { Entity } from '../compile/compile-entities.js';
import type { Pack } from '../pack.js';
import { mayHoldAnything } from './entity-words.js';

/** A count that is one or several; a thing of which several were counted; `any` is everything else. */
export type NumberSaid = 'any' | 'one' | 'several' | 'counted';

/** Entities that are said in the same words share a network: those of one list, all prices, numbers with the same limits. */
export function networkKey({ kind, name, list, from, to, unitSet }: Entity): string {
  switch (kind) {
    case 'pattern':
    case 'phrase':
    case 'text':
    case 'code':
      return name;
    case 'list':
      return `${kind}: ${list}`;
    case 'number':
      return `${kind}: ${from} ${to}`;
    case 'quantity':
    case 'duration':
      return `${kind}: ${[...(unitSet ?? [])]}`;
    default:
      return `${kind}:`;
  }
}

/** Nobody says figures: beside them stand their words. */
export function isSaid(word: string): boolean {
  return !/\d/.test(word);
}

/**
 * What recognition is told of an automaton: sentences without free text, and of these neither which template they are of
 * nor how a slot is named. What is alike then can share its states. A slot's name is the number in which it is said, see
 * {@link NumberSaid}: behind a count of several the things are several.
 *
 * @param options.isCounted Whether it is a phrase that stands behind such a count.
 */
export function expectedAutomaton(
  { words, slots, outcomes, start }: Automaton,
  pack: Pack,
  { isCounted = false } = {},
): Automaton {
  const { entities } = pack;
  const entityOf = new Map([...entities.values()].map((entity) => [networkKey(entity), entity.name]));
  const known = outcomes.map((_, state) =>
    slotsOf(slots, state)
      .map(({ entity, to }) => ({ entity: entities.get(entity)!, to }))
      .filter(({ entity }) => !mayHoldAnything(entity)),
  );
  const isOnWay = statesOnWay({
    words,
    slots: packSlots(
      known.map((arcs) => arcs.map(({ entity, to }) => ({ entity: entity.name, name: '', to }))),
    ),
    outcomes,
    start,
  });
  const slotArcs = known.flatMap((arcs, from) => {
    const onWay = arcs.filter(({ to }) => isOnWay(from) && isOnWay(to));
    return [false, true].map((isBehindSeveral) =>
      onWay.flatMap(({ entity, to }) =>
        inNumber(entity, pack, isBehindSeveral).map(
          ([name, more]): SlotArc => ({
            entity: entityOf.get(networkKey(entity))!,
            name,
            to: 2 * to + Number(more),
          }),
        ),
      ),
    );
  });
  return {
    words: packArcs(saidArcs(words, outcomes.length, isOnWay)),
    slots: packSlots(slotArcs),
    outcomes: outcomes.flatMap((ended) => {
      const own = ended.length > 0 ? [0] : [];
      return [own, own];
    }),
    start: 2 * start + Number(isCounted),
  };
}

/** The words that are said, of each state from the one behind anything else, and from the one behind a count of several. */
function saidArcs(
  words: Automaton['words'],
  states: number,
  isOnWay: (state: number) => boolean,
): Map<string, number[]>[] {
  const said = Array.from({ length: 2 * states }, () => new Map<string, number[]>());
  for (const { from, word, to } of eachArc(words)) {
    if (!isOnWay(from) || !isOnWay(to) || !isSaid(word)) continue;
    for (const arcs of [said[2 * from], said[2 * from + 1]])
      arcs.set(word, [...(arcs.get(word) ?? []), 2 * to]);
  }
  return said;
}

/** The numbers in which a value may be said, and whether what follows is behind a count of several. */
function inNumber(entity: Entity, { definition }: Pack, isBehindSeveral: boolean): [NumberSaid, boolean][] {
  // others are of minutes and degrees, or places in a row
  if (entity.kind === 'number' && (entity.name === 'quantity' || entity.counts))
    return [
      ['one', false],
      ['several', true],
    ];
  if (!isBehindSeveral) return [['any', false]];
  if (entity.kind === 'phrase') return [['counted', false]];
  const isThing = entity.kind === 'list' && definition.lists[entity.list].inflect;
  return isThing ? [['counted', false]] : [['any', true]];
}

/** Tells the states on a way from the start to an end; a sentence that cannot be said to its end takes up room in vain. */
function statesOnWay({
  words: { first, targets },
  slots,
  outcomes,
  start,
}: Automaton): (state: number) => boolean {
  const next = outcomes.map((_, state) => [
    ...targets.subarray(first[state], first[state + 1]),
    ...slotsOf(slots, state).map(({ to }) => to),
  ]);
  // every arc leads to a state of a higher number
  const goesOn = new Uint8Array(next.length);
  for (let state = next.length - 1; state >= 0; state--)
    goesOn[state] = Number(outcomes[state].length > 0 || next[state].some((to) => goesOn[to] === 1));
  const isReached = new Uint8Array(next.length);
  isReached[start] = 1;
  next.forEach((ahead, state) => {
    if (isReached[state] === 1) for (const to of ahead) isReached[to] = 1;
  });
  return (state) => goesOn[state] === 1 && isReached[state] === 1;
}

/** An arc of an automaton that is taken by a value. */
export interface SlotArc {
  entity: string;
  /** Name under which the value is kept. */
  name: string;
  to: number;
}

/**
 * The arcs of an automaton that are taken by a value, in flat arrays: an object for each takes ten times the memory. The
 * arcs of a state lie between `first[state]` and `first[state + 1]`.
 */
export interface SlotArcs {
  /** Entities and names, each pair once. */
  labels: Pick<SlotArc, 'entity' | 'name'>[];
  first: Uint32Array;
  /** Per arc: the index of its label. */
  numbers: Uint16Array;
  /** Per arc: the state that it leads to. */
  targets: Uint32Array;
}

/**
 * Packs the arcs of each state.
 * @throws RangeError for more than 65,536 pairs of entity and name
 */
export function packSlots(states: readonly (readonly SlotArc[])[]): SlotArcs {
  const labels = new Map<string, { number: number; label: SlotArcs['labels'][number] }>();
  const first = new Uint32Array(states.length + 1);
  const numbers: number[] = [];
  const targets: number[] = [];
  for (const [state, arcs] of states.entries()) {
    for (const { entity, name, to } of arcs) {
      const key = `${entity}:${name}`;
      const label = labels.get(key) ?? { number: labels.size, label: { entity, name } };
      labels.set(key, label);
      numbers.push(label.number);
      targets.push(to);
    }
    first[state + 1] = numbers.length;
  }
  if (labels.size > 0x1_0000) throw new RangeError(`${labels.size} kinds of slots are more than 65,536`);
  return {
    labels: [...labels.values()].map(({ label }) => label),
    first,
    numbers: Uint16Array.from(numbers),
    targets: Uint32Array.from(targets),
  };
}

/** Whether any slot leads on from a state. */
export function hasSlots({ first }: SlotArcs, state: number): boolean {
  return first[state] < first[state + 1];
}

/** The arcs of a state. */
export function slotsOf({ labels, first, numbers, targets }: SlotArcs, state: number): SlotArc[] {
  const arcs: SlotArc[] = [];
  for (let arc = first[state]; arc < first[state + 1]; arc++)
    arcs.push({ ...labels[numbers[arc]], to: targets[arc] });
  return arcs;
}

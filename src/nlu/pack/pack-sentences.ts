import type { Entity } from './compile-entities.js';
import type { Pack } from './pack.js';

/** A word-level acceptor of what a pack understands. Weights are natural-log and add up along a path. */
export interface SentenceGrammar {
  /** Number of states; state 0 is the start. */
  states: number;
  finals: number[];
  /** `word` may be `<unk>`: any word; `null`: no word. */
  arcs: { from: number; to: number; word: string | null; weight: number }[];
  /** Whether arcs were left out because of `maxArcs`. */
  truncated: boolean;
}

export interface SentenceGrammarOptions {
  /** Bound on the size; the largest lists are left to the general language model first. @default 200_000 */
  maxArcs?: number;
}

/**
 * The pack's sentences as one automaton over words, for a recogniser that prefers them: templates as they stand, list
 * values as word chains, numbers and amounts as a loop over their words, phrases as a loop over their values and
 * joining words. Words and weights only; it says nothing about meaning.
 */
export function packSentences(pack: Pack, options: SentenceGrammarOptions = {}): SentenceGrammar {
  const maxArcs = options.maxArcs ?? 200_000;
  const arcs: SentenceGrammar['arcs'] = [];
  let states = pack.automaton.words.length;
  let truncated = false;
  const add = (from: number, to: number, word: string | null, weight = 0) => {
    if (arcs.length < maxArcs) arcs.push({ from, to, word, weight });
    else truncated = true;
  };
  // Each entity is one sub-automaton; a slot enters it and leaves through an arc of its own back to the template.
  const bodies = new Map<string, { words: string[][]; loop: boolean; isOpen: boolean }>();
  const body = (entity: Entity) => {
    let known = bodies.get(entity.name);
    if (known === undefined) {
      known = sequencesOf(entity, pack);
      bodies.set(entity.name, known);
    }
    return known;
  };
  const shared = new Map<string, { enter: number; leave: number }>();
  const enterEntity = (entity: Entity): { enter: number; leave: number } => {
    let known = shared.get(entity.name);
    if (known !== undefined) return known;
    const enter = states++;
    const leave = states++;
    known = { enter, leave };
    shared.set(entity.name, known);
    const { words, loop, isOpen } = body(entity);
    for (const sequence of words) {
      let from = enter;
      sequence.forEach((word, index) => {
        const to = index === sequence.length - 1 ? leave : states++;
        add(from, to, word);
        from = to;
      });
    }
    for (const part of entity.of ?? []) {
      const inner = enterEntity(pack.entities.get(part)!);
      add(enter, inner.enter, null);
      add(inner.leave, leave, null);
    }
    if (isOpen) add(enter, leave, '<unk>', -3);
    if (loop) add(leave, enter, null, -0.7);
    return known;
  };
  pack.automaton.words.forEach((words, from) => {
    for (const [word, targets] of words) for (const to of targets) add(from, to, word);
    for (const slot of pack.automaton.slots[from]) {
      const { enter, leave } = enterEntity(pack.entities.get(slot.entity)!);
      add(from, enter, null);
      add(leave, slot.to, null);
    }
  });
  const finals = pack.automaton.outcomes.flatMap((outcomes, state) => (outcomes.length > 0 ? [state] : []));
  return { states, finals, arcs, truncated };
}

function sequencesOf(entity: Entity, pack: Pack): { words: string[][]; loop: boolean; isOpen: boolean } {
  const { numbers, money, comparisons, units, spelling, time } = pack.locale;
  const single = (words: Iterable<string>) => [...words].map((word) => [word]);
  const numberWords = [
    ...Object.keys(numbers.units),
    ...Object.keys(numbers.tens),
    ...Object.keys(numbers.scales),
    ...Object.keys(numbers.collectives),
    ...Object.keys(numbers.fractions),
    ...numbers.and,
    ...numbers.articles,
    ...numbers.point,
  ].filter((word) => /^\p{L}+$/u.test(word));
  switch (entity.kind) {
    case 'list': {
      const name = entity.list ?? entity.name;
      const values = (pack.lists.get(name) ?? []).map(({ words }) => words);
      const hasRange = pack.definition.lists[name]?.range !== undefined;
      return {
        words: hasRange ? [...values, ...single(numberWords)] : values,
        loop: hasRange,
        isOpen: false,
      };
    }
    case 'number':
      return { words: single(numberWords), loop: true, isOpen: false };
    case 'money':
    case 'price':
    case 'range': {
      const around = [...Object.values(comparisons.before), ...Object.values(comparisons.after)].flat();
      const words = [...single(numberWords), ...single(Object.keys(money.major)), ...single(money.minor)];
      return { words: [...words, ...around.map((phrase) => phrase.split(' '))], loop: true, isOpen: false };
    }
    case 'ordinal':
      return {
        words: single([...Object.keys(numbers.ordinals), ...numbers.last]),
        loop: false,
        isOpen: false,
      };
    case 'quantity': {
      const unitWords = units
        .filter(({ unit }) => entity.unitSet?.has(unit) ?? true)
        .flatMap(({ words }) => words);
      const spoken = unitWords.filter((word) => /^[\p{L} ]+$/u.test(word)).map((word) => word.split(' '));
      return { words: [...single(numberWords), ...spoken], loop: true, isOpen: false };
    }
    case 'time':
    case 'date': {
      const named = [time.weekdays, time.months, time.days, time.clock, time.spans, numbers.ordinals];
      const words = [
        ...named.flatMap((map) => Object.keys(map)),
        ...numberWords,
        ...time.past,
        ...time.to,
        ...time.of,
      ];
      return { words: single(new Set(words)), loop: true, isOpen: false };
    }
    case 'spelled':
      return { words: single([...Object.keys(spelling.letters), ...numberWords]), loop: true, isOpen: false };
    case 'pattern': {
      // Patterns are small: their words in any order are a close enough upper bound.
      const words = new Set(entity.automaton?.words.flatMap((map) => [...map.keys()]) ?? []);
      const slots = new Set(entity.automaton?.slots.flat().map((slot) => slot.entity) ?? []);
      const inner = [...slots].flatMap((name) => sequencesOf(pack.entities.get(name)!, pack).words);
      return { words: [...single(words), ...inner], loop: true, isOpen: false };
    }
    case 'text':
      return { words: [], loop: true, isOpen: true };
    case 'phrase':
      return {
        words: [...entity.glueWords.values()].flat().map((words) => [...words]),
        loop: true,
        isOpen: entity.rest !== undefined,
      };
  }
}

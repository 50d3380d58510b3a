import { answer } from '../answer/answer.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import type { Memory } from '../context/memory.js';
import type { Entities } from '../understanding.js';
import { isReadWhole } from './read-whole.js';

/** When it is to be done, as it was said, and what that means. */
export interface Moment {
  text: string;
  entities: Entities;
  /** The time of day among it, and the span of time. */
  last: Pick<Memory, 'time' | 'duration'>;
}

/** When something is to be done, as a sentence says from a word on, without a reason behind it. */
export function momentOf(read: Interpretation, start: number, setting: Setting): Moment {
  const { sentence } = read;
  const [parse] = read.parses;
  const said = answer(read, setting);
  const { time, duration } = said.memory;
  const last = Math.max(start + 1, ...parse.captures.map(({ end }) => end));
  const end = parse.captures.length > 0 ? last : endOf(sentence, start);
  return { text: textOf(read, start, end), entities: said.entities, last: { time, duration } };
}

/** Where a moment ends that is named by no value: "in the evening, I mean" is in the evening. */
function endOf(sentence: Interpretation['sentence'], start: number): number {
  let end = sentence.tokens.length;
  for (let at = end - 1; at > start; at--) if (sentence.fillerEnds(at).includes(end)) end = at;
  return end;
}

/** The words of a moment, without what is put right in it: "at six" of "at five, no, six". */
function textOf({ sentence, parses: [{ captures }] }: Interpretation, start: number, end: number): string {
  for (const { entity, start: anew } of captures) {
    for (let old = start; old < anew; old++) {
      const mentions = sentence.mentions(sentence.pack.entities.get(entity)!, old);
      if (mentions.some((mention) => sentence.correctedAt(mention.end).includes(anew)))
        return `${sentence.text(start, old)} ${sentence.text(anew, end)}`.trim();
    }
  }
  return sentence.text(start, end);
}

/** Whether a sentence tells nothing but when, to the last word and with no text for what is to be done. */
export function isMoment(read: Interpretation): boolean {
  const [parse] = read.parses;
  if (!isReadWhole(read) || 'undone' in parse.sentence.slots) return false;
  return parse.captures.every(({ name }) => name !== 'undone');
}

/**
 * "Every night" says more of "at eleven", and "at eleven" of "every night"; "at ten" takes the place of "at eleven", and
 * "only on weekdays" behind "every day at six" that of "every day" alone.
 */
export function withBefore(moment: Moment, before: Memory['request'], besides: ReadonlySet<string>): Moment {
  const { when, said = {} } = before ?? {};
  const names = Object.keys(moment.entities);
  const saysTime = (of: readonly string[]) => of.length === 0 || of.some((name) => !besides.has(name));
  if (when === undefined || (saysTime(names) && saysTime(Object.keys(said)))) return moment;
  const isAgain = names.some((name) => name in said);
  const entities = { ...said, ...moment.entities };
  return { ...moment, text: isAgain ? moment.text : `${when} ${moment.text}`, entities };
}

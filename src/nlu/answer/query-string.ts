import type { ContextChange } from '../context/context-change.js';
import { isEmpty } from '../context/fields.js';
import type { Parse } from '../matching/matcher.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Capture } from '../matching/thread.js';
import type { Pack } from '../pack/pack.js';
import { oldSlots } from '../pack/schema/context-rule-schema.js';
import type { Context } from '../understanding.js';

/**
 * The search text of a turn: what was said without the words that only ask, the price and the order. A turn that
 * builds on an earlier one, or says what is looked for in several places, gets its text from the whole context.
 *
 * @param retrieval Of the pack.
 * @param change What the turn made of the context.
 */
export function queryString(
  parse: Parse,
  sentence: AnalysedSentence,
  retrieval: Retrieval,
  { context, base }: Pick<ContextChange, 'context' | 'base'>,
): string {
  const said = soughtIn(parse, sentence, retrieval);
  const [phrase] = said;
  // "some white | socks": what is not said in one phrase is put together anew
  if (said.length !== 1 || phrase.parts === undefined || isBuiltOn(base, retrieval))
    return contextString(context, retrieval);
  return phraseString(phrase, sentence, retrieval);
}

/** What a sentence says that is looked for, but for what it says no more. */
function soughtIn(
  { captures, sentence: { rules } }: Parse,
  { pack }: AnalysedSentence,
  retrieval: Retrieval,
): Capture[] {
  const old = oldSlots(rules);
  return captures.filter(({ name, parts, entity }) => {
    const fields = pack.entities.get(entity)?.into ?? [];
    const isSought = fields.some((path) =>
      [retrieval.keywords, retrieval.attributes].includes(path.split('.')[0]),
    );
    return (parts !== undefined || isSought) && !old.has(name);
  });
}

/** The words of one phrase without the values that a search text omits, and with those that join the others. */
function phraseString(
  { parts = [], excluded = [] }: Capture,
  sentence: AnalysedSentence,
  { omit }: Retrieval,
): string {
  const kept = new KeptWords(sentence);
  for (const [index, { entity, start, end }] of parts.entries()) {
    // what the last word of a value says besides is in the text already
    const isSaid = index > 0 && start < parts[index - 1].end;
    if (omit.includes(entity) || isSaid) continue;
    if (!kept.isEmpty) {
      // what joins a value that is not wanted goes with it
      const before = [...parts.slice(0, index), ...excluded]
        .map((one) => one.end)
        .filter((at) => at <= start);
      kept.addJoining(Math.max(...before), start);
    }
    kept.add(start, end);
  }
  return kept.text;
}

/** Words of a sentence, put together anew. */
class KeptWords {
  readonly #sentence: AnalysedSentence;
  readonly #texts: string[] = [];
  /** Where the last of them ends. */
  #end = 0;

  constructor(sentence: AnalysedSentence) {
    this.#sentence = sentence;
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  get text(): string {
    return this.#texts.join(' ');
  }

  add(start: number, end: number): void {
    this.#texts.push(this.#sentence.text(start, end));
    this.#end = end;
  }

  /** Adds of the words between two values those that join them. */
  addJoining(start: number, end: number): void {
    const { tokens, resolved } = this.#sentence;
    const { joining, joiningRightBehind } = resolved.locale.search;
    for (let at = start; at < end; ) {
      const filler = Math.max(0, ...this.#sentence.fillerEnds(at));
      if (filler > 0 && filler <= end) {
        at = filler;
        continue;
      }
      const { norm } = tokens[at];
      const isJoining = joining.includes(norm) || (joiningRightBehind.includes(norm) && at === this.#end);
      if (isJoining) this.add(at, at + 1);
      at++;
    }
  }
}

type Retrieval = NonNullable<Pack['definition']['retrieval']>;

function contextString(context: Context, retrieval: Retrieval): string {
  const attributes = attributesOf(context, retrieval);
  const keywords = (context[retrieval.keywords] ?? []) as string[];
  const { size = [], ...others } = attributes;
  const said = Object.entries(others).flatMap(([name, values]) =>
    retrieval.omit.includes(name) ? [] : values,
  );
  // what a product is called is a keyword, too
  const besides = said.filter((value) => !keywords.includes(value));
  return [...besides, ...keywords, ...size.map((value) => `size ${value}`)].join(' ');
}

/** Whether a search goes on: something was named before, and the turn did not clear it. */
function isBuiltOn(base: Context, retrieval: Retrieval): boolean {
  return (
    !isEmpty(base[retrieval.keywords]) ||
    Object.values(attributesOf(base, retrieval)).some((values) => !isEmpty(values))
  );
}

function attributesOf(context: Context, { attributes }: Retrieval): Record<string, string[]> {
  return attributes === undefined ? {} : ((context[attributes] ?? {}) as Record<string, string[]>);
}

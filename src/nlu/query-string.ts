import { isEmpty } from './conversation/fields.js';
import type { Parse } from './matching/matcher.js';
import type { AnalysedSentence } from './matching/sentence.js';
import type { Pack } from './pack/pack.js';
import type { Context } from './understanding.js';

/**
 * The search text of a turn: what was said without the words that only ask, the price and the order. A turn that
 * builds on an earlier one, or says what is looked for in several places, gets its text from the whole context.
 */
export function queryString(
  parse: Parse,
  sentence: AnalysedSentence,
  context: Context,
  pack: Pack,
  base: Context,
): string {
  const { retrieval } = pack.definition;
  if (retrieval === undefined) return '';
  const { rules } = parse.sentence;
  const isOld = (name: string) =>
    rules.some((rule) => typeof rule === 'object' && 'remove' in rule && rule.remove === name);
  const said = parse.captures.filter(({ name, parts, entity }) => {
    const fields = pack.entities.get(entity)?.into ?? [];
    const isSought = fields.some((path) =>
      [retrieval.keywords, retrieval.attributes].includes(path.split('.')[0]),
    );
    return (parts !== undefined || isSought) && !isOld(name);
  });
  const [phrase] = said;
  // "some white | socks": what is not said in one phrase is put together anew
  if (said.length !== 1 || phrase.parts === undefined || isBuiltOn(base, retrieval))
    return contextString(context, retrieval);
  const omitted = new Set(retrieval.omit);
  const isOut = (part: { entity: string }) => omitted.has(part.entity);
  let text = '';
  let at = phrase.start;
  let keptUntil = at;
  const keep = (start: number, end: number) => {
    if (start < end) text += ` ${sentence.text(start, end)}`;
    keptUntil = end;
  };
  for (const part of phrase.parts) {
    // joining words stay where they join two kept values
    if (text !== '' && !isOut(part)) keepGlue(at, part.start);
    if (!isOut(part)) keep(part.start, part.end);
    at = part.end;
  }
  return text.trim();

  function keepGlue(start: number, end: number): void {
    for (let position = start; position < end; ) {
      const filler = Math.max(0, ...sentence.fillerEnds(position));
      if (filler > 0 && filler <= end) {
        position = filler;
        continue;
      }
      const { norm } = sentence.tokens[position];
      const { joining = [], joiningRightBehind = [] } = sentence.resolved.locale.search ?? {};
      if (joining.includes(norm) || (joiningRightBehind.includes(norm) && position === keptUntil))
        keep(position, position + 1);
      position++;
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

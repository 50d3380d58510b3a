import { allowedWhere } from '../matching/allowed.js';
import { matchSentence, type Parse } from '../matching/matcher.js';
import { SentencePhrases } from '../matching/phrases/sentence-phrases.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { WordRange } from '../matching/thread.js';
import type { When } from '../pack/schema/pack-schema.js';
import type { RuleUnderstander } from '../understander.js';
import type { UnderstandRequest } from '../understanding.js';
import { nearTemplates } from './near-templates.js';

/** Kinds of entities that a number alone can be. */
const mayBeBare: ReadonlySet<string> = new Set(['time', 'price', 'duration']);

/** What would explain a sentence better than its best parse, if the `when` of its intent held. */
function closedParse(sentence: AnalysedSentence, best: Parse | undefined): Parse | undefined {
  const all = allowedWhere(sentence.pack, () => true);
  const [parse] = matchSentence(new SentencePhrases(sentence), all);
  return parse?.sentence.when !== undefined && parse.score > (best?.score ?? 0) ? parse : undefined;
}

/** Lines that tell how a sentence was understood: the words, the rule, the spans, and what else was tried. */
export function explainSentence(understander: RuleUnderstander, request: UnderstandRequest): string[] {
  const { readings, sentence, parse } = understander.explain(request);
  const result = understander.understand(request);
  const lines: string[] = [];
  const field: Field = (label, value) => lines.push(`${label.padEnd(10)} ${value}`);
  for (const [index, { reading, merit }] of readings.entries()) {
    if (readings.length > 1) field(index === 0 ? 'reading' : '', `${merit.toFixed(2)}  ${reading.text}`);
  }
  if (sentence !== undefined) field('words', sentence.tokens.map(({ norm }) => norm).join(' '));
  const misheard = sentence === undefined ? [] : wordsMisheard(sentence);
  if (misheard.length > 0) field('may be', misheard.join('; '));
  field('intent', `${result.intent}  (${result.confidence.toFixed(2)})`);
  const requests = (result.entities.requests ?? []) as { text: string; intent: string }[];
  for (const { text, intent } of requests) field('request', `${intent}  <- "${text}"`);
  if (parse !== undefined && sentence !== undefined) {
    field(requests.length > 0 ? 'as one' : 'rule', `${parse.sentence.template}`);
    explainParse(parse, sentence, field);
  }
  for (const other of (readings[0]?.parses ?? []).filter((candidate) => candidate !== parse)) {
    field('tried', `${other.score.toFixed(1)}  ${other.sentence.intent}: ${other.sentence.template}`);
  }
  const closed = sentence && closedParse(sentence, readings[0].parses[0]);
  if (closed !== undefined) {
    const { intent, template, when } = closed.sentence;
    field('not now', `${closed.score.toFixed(1)}  ${intent}: ${template}`);
    field('', `only when ${conditionText(when)}`);
  }
  if (sentence !== undefined) {
    explainBare(sentence, parse?.unmatched ?? [{ start: 0, end: sentence.tokens.length }], field);
    if (parse === undefined) explainNear(sentence, field);
  }
  field('context', JSON.stringify(result.context));
  field('entities', JSON.stringify(result.entities));
  field('reply', result.reply.text);
  return lines;
}

/** Adds a line; without a label it goes on with what the line before says. */
type Field = (label: string, value: string) => void;

/** Words that may have been others, with what each of these costs. */
function wordsMisheard({ readings, tokens }: AnalysedSentence): string[] {
  return readings.flatMap(([, ...others], at) => {
    if (others.length === 0) return [];
    const ways = others.map(({ word, cost }) => `${word} -${cost.toFixed(2)}`).join(', ');
    return [`${tokens[at].norm} (or ${ways})`];
  });
}

/** Where a rule stands, what fills its places, and which words it has no place for. */
function explainParse(parse: Parse, sentence: AnalysedSentence, field: Field): void {
  field('from', `${parse.sentence.where}, score ${parse.score.toFixed(1)}`);
  for (const capture of parse.captures) {
    for (const part of capture.parts ?? [capture]) {
      const said = sentence.text(part.start, part.end);
      const value = typeof part.value === 'object' ? JSON.stringify(part.value) : String(part.value);
      const miss = part.cost > 0 ? `  near miss -${part.cost.toFixed(2)}` : '';
      const within = capture.parts === undefined ? '' : `${capture.name}.`;
      field('span', `${within}${part.entity} = ${value}  <- "${said}"${miss}`);
    }
  }
  for (const { start, end } of parse.unmatched) field('unmatched', `"${sentence.text(start, end)}"`);
}

/** The templates that a sentence which fits none comes nearest to, and what is amiss. */
function explainNear(sentence: AnalysedSentence, field: Field): void {
  for (const { template, missing, tooMany } of nearTemplates(sentence)) {
    field('near', `${template.intent}: ${template.template}`);
    const unlike = [
      ...(missing.length > 0 ? [`missing: ${missing.join(' ')}`] : []),
      ...(tooMany.length > 0 ? [`too many: ${tooMany.join(' ')}`] : []),
    ];
    if (unlike.length > 0) field('', unlike.join('; '));
    if (template.when !== undefined) field('', `only when ${conditionText(template.when)}`);
  }
}

/** Numbers in words that nothing was made of, which would be a value if its entity took a number alone for one. */
function explainBare(sentence: AnalysedSentence, ranges: readonly WordRange[], field: Field): void {
  const entities = [...sentence.pack.entities.values()].filter(
    ({ kind, bare, halfOnly }) => mayBeBare.has(kind) && !bare && !halfOnly,
  );
  for (const { start, end } of ranges) {
    for (let at = start; at < end; at++) {
      const meant = entities.flatMap((entity) => {
        if (sentence.mentions(entity, at).length > 0) return [];
        return sentence
          .mentions({ ...entity, bare: true }, at)
          .map((mention) => ({ entity, end: mention.end }));
      });
      if (meant.length === 0) continue;
      const slots = [...new Set(meant.map(({ entity }) => `{${entity.name}}`))];
      field('bare', `"${sentence.text(at, meant[0].end)}" is ${slots.join(' or ')} only with "bare: true"`);
      at = meant[0].end - 1;
    }
  }
}

/** A condition as it stands in the pack: `filled: [place], after: [buy]`. */
function conditionText(condition: When | undefined): string {
  return Object.entries(condition ?? {})
    .map(([key, value]) => `${key}: ${flowText(value)}`)
    .join(', ');
}

function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(String).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, inside]) => `${key}: ${flowText(inside)}`)
    .join(', ')} }`;
}

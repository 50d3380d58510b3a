import { durationParts, monthsIn } from '../entities/iso-duration.js';
import { inPriceTalk, type PriceTalk } from '../entities/price-talk.js';
import { unitOf } from '../entities/quantity.js';
import { itemField } from '../items/item-field.js';
import type { Parse } from '../matching/matcher.js';
import { isSearching, narrowingFirst } from '../matching/narrowing-first.js';
import { leastQuality } from '../matching/scores.js';
import { oncePer } from '../once-per.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';
import type { Context, Reading } from '../understanding.js';
import { isTypedAtRandom } from '../wording/is-typed-at-random.js';
import { withoutCourtesies, withoutPreface } from '../wording/without-courtesies.js';
import { withoutRepeats } from '../wording/without-repeats.js';
import type { Interpretation, Setting } from './setting.js';
import { allowedNow } from './setting.js';

/** Parses of a reading among which one is looked for that goes on with what is there. */
const mostCompared = 8;
/** How much a reading's own confidence counts against how well it is understood. */
const readingWeight = 1;
/**
 * Least sum of how well a spoken reading is understood, its own confidence and the mean of its words'. Of sentences that
 * people read out (409 of `dev` and others, clean and at 10 dB) the three packs took 171 for a request that their text is
 * not, now 97; of 1,337 requests (unseen synthetic voices, clean, at 10 and 5 dB) 3 that were understood are not any more,
 * and 18 of 284 misunderstood are answered as not understood.
 */
const leastPlausible = 1.35;

/** Reads the words of a reading, which has a rank in the n-best list. */
type Read = (tokens: Token[], reading: Reading, rank: number) => Interpretation;

/** Which conditions hold where the conversation stands like this is asked once for all parts of a sentence. */
const partReaderOf = oncePer((setting: Setting) => readerOf(setting, 1));

/**
 * Reads some of the words of a reading in a conversation that stands where it stands.
 *
 * @returns undefined where too much was read.
 */
export function readPart(tokens: Token[], reading: Reading, setting: Setting): Interpretation | undefined {
  return setting.readings.mayGoOn ? partReaderOf(setting)(tokens, reading, 0) : undefined;
}

/**
 * What reads words in a conversation that stands like this: as they are, without courtesies and prefaces, and without what
 * was said twice, whichever explains the most.
 *
 * @param limit Parses of a reading.
 */
export function readerOf(setting: Setting, limit: number): Read {
  const { pack, readings, resolved } = setting;
  const { locale } = resolved;
  const read = literalReaderOf(setting, limit);
  const readPlainly: Read = (tokens, reading, rank) => {
    const whole = read(tokens, reading, rank);
    if (!readings.mayGoOn) return whole;
    const rest = withoutCourtesies(tokens, locale, pack);
    const plain = rest && read(rest, reading, rank);
    const isCourtesy = plain !== undefined && explains(plain, whole) && !saysMore(whole, plain);
    const polite = isCourtesy ? plain : whole;
    const words = withoutPreface(rest ?? tokens, locale);
    const bare = words && read(words, reading, rank);
    // Packs have sentences like "can i see" themselves, and "cool white" is a color.
    const best = bare !== undefined && !explains(polite, bare) ? bare : polite;
    return best === whole ? whole : { ...best, asPut: whole };
  };
  return (tokens, reading, rank) => {
    const said = readPlainly(tokens, reading, rank);
    const once = readings.mayGoOn ? withoutRepeats(tokens, pack) : undefined;
    if (once === undefined) return said;
    // "a medium medium roast"
    if (once.isValue && leftBy(said) === 0 && understood(said)) return said;
    const meant = readPlainly(once.words, reading, rank);
    // "one one" may be a slip, and "channel two two" none
    return (once.isNumber ? !explains(said, meant) : explains(meant, said)) ? meant : said;
  };
}

/** Reads words as they are. */
function literalReaderOf(setting: Setting, limit: number): Read {
  const { pack, memory, before, resolved, readings } = setting;
  const allowed = allowedNow(setting);
  const talk = priceTalkOf(setting);
  const { time: lastTime, duration: lastDuration } = memory;
  // of several items the last one that has an option
  const items = [before[itemField(pack)?.name ?? ''] ?? []].flat();
  const held = Object.assign({}, ...items, before) as Context;
  const last = {
    lastTime,
    lastDuration,
    lastPrice: lastPriceOf(pack, before),
    lastDays: textsIn(before, (value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined,
    ),
    lastSums: textsIn(held, sumOf),
    lastCodes: textsIn(held, codeOf),
    lastMeasures: textsIn({ ...held, ...valuesByKey(held, pack) }, onlyMeasure),
  };
  const most = Math.max(limit, isSearching(pack, before) ? mostCompared : 1);
  return (tokens, reading, rank) => {
    const said = inPriceTalk(resolved, tokens, talk);
    const found = readings.read(tokens, said, last, allowed, most);
    const { sentence } = found;
    const parses = isTypedAtRandom(tokens, pack, setting.catalogue)
      ? []
      : narrowingFirst(sentence, found.parses, before).slice(0, limit);
    return { reading, sentence, parses, merit: meritOf(parses[0]?.quality ?? 0, reading, rank) };
  };
}

/** What is found in the values of fields, by field, where it is a text. */
function textsIn(before: Context, find: (value: unknown) => unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [field, value] of Object.entries(before)) {
    const found = find(value);
    if (typeof found === 'string') texts[field] = found;
  }
  return texts;
}

/** An amount of money, "30 EUR". */
function sumOf(value: unknown): string | undefined {
  const { amount, currency } = (value ?? {}) as { amount?: unknown; currency?: unknown };
  return currency === undefined ? undefined : `${amount} ${currency}`;
}

/** A value that characters are said of: a code in capital letters, or a whole number. */
function codeOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\p{Lu}\d][\p{Lu}\d./-]+$/u.test(text) ? text : undefined;
}

/** What maps hold, by the path of each key. */
function valuesByKey(held: Context, { definition }: Pack): Record<string, unknown> {
  const maps = Object.entries(definition.fields).filter(([, { kind }]) => kind === 'map');
  const byKey = maps.flatMap(([field]) =>
    Object.entries(held[field] ?? {}).map(([key, values]) => [`${field}.${key}`, values]),
  );
  return Object.fromEntries(byKey);
}

/** The one measure of a value or of several: of 27 inch and 144 hertz neither is. */
function onlyMeasure(value: unknown): unknown {
  const [measure, ...others] = [value].flat().filter(isMeasure);
  return others.length === 0 ? measure : undefined;
}

/** Whether a value is a number with its unit, or a span of time. */
function isMeasure(value: unknown): boolean {
  if (unitOf(value) !== undefined) return true;
  return typeof value === 'string' && (durationParts(value) ?? monthsIn(value)) !== undefined;
}

/** The price that is there, or the upper end of it. */
function lastPriceOf({ definition: { retrieval } }: Pack, before: Context): number | undefined {
  const price = before[retrieval?.price ?? ''] as Partial<Record<string, unknown>> | undefined;
  const last = price?.to ?? price?.value;
  return typeof last === 'number' ? last : undefined;
}

/** What tells whether "thirty pounds" is a price or a weight, of what was spoken of so far. */
function priceTalkOf({ pack, before, memory }: Setting): PriceTalk {
  const { weighed, keywords = '' } = pack.definition.retrieval ?? {};
  const goods = pack.definition.fields[keywords]?.things;
  const isOn = (list: string | undefined, words: readonly string[], last: number) =>
    list !== undefined && pack.isEndOnList(list, words, last + 1);
  const isThing = (words: readonly string[]) => words.some((_, at) => isOn(goods, words, at));
  // coffee is weighed, but no coffee machine
  const isWeighed = (words: readonly string[]) =>
    words.some((_, at) => isOn(weighed, words, at) && !(at + 1 < words.length && isOn(goods, words, at + 1)));
  const things = [before[keywords] ?? []].flat().map(String);
  const isPriced =
    weighed !== undefined && things.length > 0 && !things.some((thing) => pack.endsOnList(weighed, thing));
  const hasPrice = lastPriceOf(pack, before) !== undefined;
  return { currency: memory.currency, isPriced, hasPrice, isWeighed, isThing };
}

/** How much speaks for a reading that is understood so well. */
export function meritOf(quality: number, { confidence }: Reading, rank: number): number {
  return quality + readingWeight * confidence - rank * 0.01;
}

/** Parts of a reading that are not understood. */
function leftBy({ parses: [best] }: Interpretation): number {
  return best === undefined ? 0 : best.unmatched.length + best.strangers.length;
}

/** Whether one interpretation of a reading explains it as well as the other, and as much of it; or all, and that not. */
function explains(one: Interpretation, other: Interpretation): boolean {
  const [left, leftByOther] = [leftBy(one), leftBy(other)];
  if (left === 0 && leftByOther > 0 && understood(one)) return true;
  return one.merit === other.merit ? left <= leftByOther : one.merit > other.merit;
}

/** Whether all of a request is understood, and with values that it otherwise lacks: "book the lathe for me". */
function saysMore(one: Interpretation, other: Interpretation): boolean {
  const [more, less] = [understood(one), understood(other)];
  if (more === undefined || more.sentence.intent !== less?.sentence.intent) return false;
  const { pack } = one.sentence;
  return leftBy(one) === 0 && valuesIn(more, pack) > valuesIn(less, pack);
}

/** How many values a parse has, those known in its phrases counted one by one: "a coffee for me". */
function valuesIn({ captures }: Parse, pack: Pack): number {
  const isKnown = ({ entity }: { entity: string }) => !pack.isRest(entity);
  return captures.reduce((sum, { parts }) => sum + (parts?.filter(isKnown).length ?? 1), 0);
}

/** The best parse of a reading, if it explains enough of the words, and these were heard well enough for that. */
export function understood(best: Interpretation | undefined): Parse | undefined {
  const parse = best?.parses[0];
  if (best === undefined || parse === undefined) return undefined;
  const { leastConfidence = leastQuality } = best.sentence.pack.definition;
  return parse.quality >= leastConfidence && isPlausible(parse, best.reading) ? parse : undefined;
}

/** Whether it is not both that words were hardly heard and that they are hardly explained. */
function isPlausible({ quality }: Parse, { confidence, words = [] }: Reading): boolean {
  const sum = words.reduce((all, word) => all + word.confidence, 0);
  return quality + confidence + (words.length === 0 ? 1 : sum / words.length) >= leastPlausible;
}

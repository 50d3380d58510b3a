import { isEmpty } from '../context/fields.js';
import type { Item } from '../context/item.js';
import { isNumberWord } from '../entities/number.js';
import { itemField, itemHeads } from '../items/item-field.js';
import { articlesOf } from '../locales/articles.js';
import { isAllSaid, leavesOutExcept, leavesOutNoOfNoun, leavesOutNot } from '../matching/left-out-not.js';
import type { Parse } from '../matching/matcher.js';
import type { Mention } from '../matching/mention.js';
import { countsOnly } from '../matching/orders-nothing.js';
import { questionStart } from '../matching/question.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import { type Capture, partsOf } from '../matching/thread.js';
import type { Context } from '../understanding.js';

/** Least quality of a request that says how something is to be, but not what. */
const leastOfOptions = 0.5;

/** Whether what was understood, beside words that were not, is no request after all. */
export function isNoRequest(
  parse: Parse,
  sentence: AnalysedSentence,
  before: Context,
  isDone: boolean,
): boolean {
  const { pack } = sentence;
  const { rules } = parse.sentence;
  // "not the front row" is nothing that somebody asks for
  if ((rules.length > 0 || questionStart(sentence) < 0) && leavesOutNot(parse, sentence)) return true;
  // nor is "no tea", where it puts nothing right
  if (rules.length > 0 && leavesOutNo(parse, sentence, before)) return true;
  if (leavesOutNoOfNoun(parse, sentence)) return true;
  // nor are "all but Dune", and "all except Dune", a request for Dune
  if (rules.length > 0 && leavesOutExcept(parse, sentence)) return true;
  // nor is "five nine one" stop fifty nine, where that is too large
  if (rules.length > 0 && leavesOutFigures(parse, sentence)) return true;
  if (rules.includes('addItems') && addsNothing(parse, sentence, before, isDone)) return true;
  // nor does "cheese only in one" ask for one of them
  if (itemField(pack) !== undefined && countsOnly(parse.captures)) return true;
  // and "is the ethiopian a light roast" orders none
  const answersQuestions = pack.definition.fallback.question !== undefined;
  return answersQuestions && rules.length > 0 && leavesOutQuestion(parse, sentence);
}

/** Whether what would add to an order is none. */
function addsNothing(parse: Parse, sentence: AnalysedSentence, before: Context, isDone: boolean): boolean {
  return (
    // "one tea less" orders no tea
    leavesOutLess(parse, sentence) ||
    // "only one tea" is not another one, where there are two
    leavesOutOnly(parse, sentence, before) ||
    // "and there was dark" orders nothing
    namesNoThing(parse, sentence, before) ||
    // "swap the tea for a coffee" does not order both
    leavesOutExchange(parse, sentence) ||
    // nor does "what's two plus two" order any
    (parse.strangers.length === 0 && !isDone)
  );
}

/** Whether figures were left out right behind a number, of which they are a part. */
function leavesOutFigures(
  { unmatched, captures }: Parse,
  { tokens, pack, resolved }: AnalysedSentence,
): boolean {
  const { numbers } = resolved.locale;
  const isFigure = (place: number) => isNumberWord(tokens[place].norm, numbers);
  const isNumber = ({ entity, end }: Mention | Capture) =>
    pack.entities.get(entity)?.kind === 'number' && isFigure(end - 1);
  const said = captures.flatMap((capture) => [capture, ...(capture.parts ?? [])]).filter(isNumber);
  return unmatched.some(({ start }) => isFigure(start) && said.some(({ end }) => end === start));
}

/** Whether it was left out that there is to be less of what was named. */
function leavesOutLess({ unmatched, captures }: Parse, { tokens, resolved }: AnalysedSentence): boolean {
  const { lessening } = resolved.locale;
  const said = captures.flatMap((capture) => [capture, ...(capture.parts ?? [])]);
  return unmatched.some(
    ({ start }) => lessening.includes(tokens[start].norm) && said.some(({ end }) => end === start),
  );
}

/** Whether more was left out than how something is to be that nobody named, where nothing was ordered that it might be. */
function namesNoThing(
  { captures, quality, unmatched }: Parse,
  { pack }: AnalysedSentence,
  before: Context,
): boolean {
  const named = partsOf(captures);
  const isThing = ({ entity }: Mention) => itemHeads(pack).includes(entity);
  return (
    quality < leastOfOptions &&
    unmatched.length > 0 &&
    named.length > 0 &&
    !named.some(isThing) &&
    isEmpty(before[itemField(pack)?.name ?? ''])
  );
}

/** Whether it was left out that there is to be no more than what was named, of things that were ordered before. */
function leavesOutOnly(
  { unmatched, captures }: Parse,
  { tokens, pack, resolved }: AnalysedSentence,
  before: Context,
): boolean {
  const { restricting } = resolved.locale;
  const order = [before[itemField(pack)?.name ?? ''] ?? []].flat() as Item[];
  const named = partsOf(captures);
  const isThere = ({ entity, value }: Mention) =>
    itemHeads(pack).includes(entity) && order.some((item) => item[entity] === value);
  const isLeftOut = unmatched.some(({ start, end }) =>
    tokens.slice(start, end).some(({ norm }) => restricting.includes(norm)),
  );
  return isLeftOut && named.some(isThere);
}

/**
 * Whether it was left out, before all that was named, that one thing is to take the place of another; "a switch and two
 * cables" are things.
 */
function leavesOutExchange({ unmatched, captures }: Parse, { tokens, resolved }: AnalysedSentence): boolean {
  const { exchanging } = resolved.locale;
  const articles = articlesOf(resolved.locale);
  const first = Math.min(...captures.flatMap(({ start, parts }) => parts?.[0]?.start ?? start));
  const isVerb = (at: number) =>
    exchanging.includes(tokens[at].norm) && !articles.has(tokens[at - 1]?.norm ?? '');
  return unmatched.some(({ start, end }) =>
    tokens.slice(0, Math.min(end, first)).some((_, at) => at >= start && isVerb(at)),
  );
}

/**
 * Whether a question was taken for a request, without the word that it opens with: one of how something is, or one of
 * which nothing else was understood than the name of a thing, or nothing that names any.
 */
function leavesOutQuestion({ unmatched, captures }: Parse, sentence: AnalysedSentence): boolean {
  const at = questionStart(sentence);
  const isIn = (ranges: readonly { start: number; end: number }[], word: number) =>
    ranges.some(({ start, end }) => word >= start && word < end);
  if (!isIn(unmatched, at)) return false;
  const { tokens, resolved } = sentence;
  const { being } = resolved.locale.statements;
  const { asking } = resolved.locale;
  if (being.includes(tokens[at].norm) || captures.length === 0) return true;
  // "what is thirty percent of eighty", "how much is a check-up"; a search may be for what somebody asks about
  const end = unmatched.find(({ start, end }) => at >= start && at < end)!.end;
  const isWhatIs = tokens.slice(at + 1, end + 1).some(({ norm }) => being.includes(norm));
  if (isWhatIs && sentence.pack.definition.retrieval === undefined) return true;
  const fillers = tokens.flatMap((_, start) => sentence.fillerEnds(start).map((end) => ({ start, end })));
  // an article of the template says nothing by itself, but "what about the sauna" speaks of a sauna
  const isAbout = asking.aside.includes(tokens[at + 1]?.norm);
  const isArticle = (norm: string) => !isAbout && articlesOf(resolved.locale).has(norm);
  return tokens.every(
    ({ norm }, word) => word < at || isArticle(norm) || isIn([...unmatched, ...captures, ...fillers], word),
  );
}

/**
 * Whether "no" was left out before a value of a list, or a thing, that begins all of the request, and stands in the place
 * of none: "no tea", where nothing was ordered that tea would put right.
 */
function leavesOutNo(
  { unmatched, captures, sentence: { rules } }: Parse,
  sentence: AnalysedSentence,
  before: Context,
): boolean {
  const { tokens, pack } = sentence;
  const [capture, ...others] = captures;
  const entity = pack.entities.get(capture?.entity);
  if (others.length > 0 || entity === undefined || !isAllSaid(sentence, capture.end)) return false;
  const [first = capture] = capture.parts ?? [];
  const { kind, into } = pack.entities.get(first.entity)!;
  if (kind !== 'list') return false;
  const isOfItem = entity.into.includes(itemField(pack)?.name ?? '');
  // "no, two teas" orders some, and so does "no, a tea"
  const isLeftOut = unmatched.some(({ end }) => end === first.start && pack.isNo(tokens[end - 1].norm));
  // what is added to a list puts nothing of it right
  const isAdded = (field: string) => rules.includes('add') && pack.definition.fields[field].kind === 'list';
  // a phrase that goes nowhere lists what its values are
  const fields = (isOfItem ? entity.into : into).map((path) => path.split('.')[0]);
  return isLeftOut && fields.every((field) => isAdded(field) || isEmpty(before[field]));
}

import { type Answer, answer, type Interpret, type Interpretation, type Setting } from './answer.js';
import { historyOf } from './answer-in-turn.js';
import { entitiesOf } from './clause-entities.js';
import { beginsWith, clauseStarts, hasSubject, leavesOpen } from './matching/clause-starts.js';
import { isAfresh, losesThing } from './matching/narrowing-first.js';
import { scores } from './matching/scores.js';
import type { Capture } from './matching/thread.js';
import type { Pack } from './pack/pack.js';
import { amountsIn } from './said-values.js';
import type { Token } from './tokenise.js';

/** Share of the best possible score from which a sentence needs no other reading, and a clause is understood. */
const sureQuality = 0.9;
/** The same of one that names nothing unknown. */
const clearQuality = 0.75;
/** The same of a clause that names nothing unknown, begins a sentence, or follows from talk: "squishy, my back hurts". */
const knownQuality = 0.4;
/** The same for talk, which is mostly free text, and for a whole sentence of it. */
const talkQuality = 0.4;
const sureTalkQuality = 0.55;
/** The fewest words that tell something: "it is late". */
const fewestTold = 3;
/** What each further clause has to be worth: less than the shortest one is. */
const clausePenalty = 4;

/** The clauses of a sentence from a word on. */
interface Clauses {
  score: number;
  /** Those that ask for something. */
  requests: ClauseRequest[];
  /** The first of them does not. */
  isTold: boolean;
}

interface ClauseRequest {
  answer: Answer;
  /** It leaves what was said before behind. */
  isAfresh: boolean;
}

/**
 * Answers a request that is said among talk, or in several steps: "non iron, I've got no time", "that's too much, show
 * me something under fifty". Only for packs with `clauses`, and for sentences that are not well understood as one.
 *
 * @returns The answer to the last step, in the context that all of them leave; undefined where a clause is neither
 * understood nor talk, or all of them are talk.
 */
export function answerClauses(
  pack: Pack,
  best: Interpretation | undefined,
  outside: Setting,
  interpret: Interpret,
): Answer | undefined {
  const { clauses } = pack;
  if (clauses === undefined || best === undefined || isClear(best, clauses.talk, outside)) return undefined;
  const setting: Setting = { ...outside, whole: best.sentence };
  if (isPlainTalk(best, clauses.talk)) return undefined;
  // "my wife hates white so black", but "i am waiting for my wife"
  const isStory = isTalk(best, clauses.talk, sureTalkQuality);
  const { tokens } = best.sentence;
  /** What follows on talk alone, and is joined to it by no word. */
  const begun = new Map<number, Clauses | undefined>();
  const read = (start: number, end: number, from: Setting, follows = false): Clauses | undefined => {
    if (start >= end) return undefined;
    const text = best.sentence.text(start, end);
    const clause = interpret(tokens.slice(start, end), { ...best.reading, text }, from);
    if (clause === undefined) return undefined;
    const words = tokens.slice(start, end);
    const least = start === 0 || follows || namesKnown(clause) ? knownQuality : sureQuality;
    const isRequest = isSure(clause, clauses.talk, least) && !isAboutSomebody(clause, words);
    const isTold =
      !isRequest &&
      words.length >= fewestTold &&
      !beginsWith(tokens, start + 1, clauses.wishes) &&
      hasSubject(words, clauses.opening, from.resolved);
    // no less than the words are worth in a request that takes them for what the thing is like
    const told = isTold ? words.length * scores.rest : 0;
    if (isTold || isTalk(clause, clauses.talk, talkQuality))
      return { score: told, requests: [], isTold: true };
    if (!isRequest) return undefined;
    const [parse] = clause.parses;
    return {
      score: parse.score,
      requests: [{ answer: answer(pack, clause, parse, from), isAfresh: isAfresh(parse.sentence.rules) }],
      isTold: false,
    };
  };
  /** @param follows Whether a word joins the clause to talk: "my back hurts, so". */
  const from = (start: number, known: Setting, follows = false): Clauses | undefined => {
    const isKnown = known === setting && !follows;
    if (isKnown && begun.has(start)) return begun.get(start);
    let found = start === 0 ? undefined : read(start, tokens.length, known, follows);
    for (let end = tokens.length - 1; end > start; end--) {
      const { asks, asksBehindTalk, tells, joined } = clauseStarts(best.sentence, end);
      const starts = new Set([...asksBehindTalk, ...tells]);
      if (starts.size === 0) continue;
      const first = read(start, end, known);
      if (first === undefined) continue;
      const [said] = first.requests;
      // "lightweight, my back is not what it was"
      const isAskedFirst =
        said !== undefined && !hasSubject(tokens.slice(start, end), clauses.opening, setting.resolved);
      const next =
        said === undefined
          ? known
          : {
              ...known,
              memory: said.answer.memory,
              before: said.answer.context,
              inSentence: known.inSentence || said.isAfresh,
            };
      for (const at of starts) {
        const others = from(at, next, said === undefined && joined.includes(at));
        if (others === undefined) continue;
        const allowed = others.isTold ? tells : said === undefined ? asksBehindTalk : asks;
        if (!allowed.includes(at)) continue;
        // "we are off on holiday, and the kids need goggles", but "let's go and get a coffee"
        const isJoined =
          joined.includes(at) || (at > end && hasSubject(tokens.slice(at), [], setting.resolved));
        if (isStory && !isAskedFirst && !isJoined) continue;
        const score = first.score + others.score - clausePenalty;
        const requests = [...first.requests, ...others.requests];
        if (found === undefined || score > found.score)
          found = { score, requests, isTold: said === undefined };
      }
    }
    if (isKnown) begun.set(start, found);
    return found;
  };
  const requests = from(0, setting)?.requests ?? [];
  const last = requests.at(-1)?.answer;
  if (last === undefined) return undefined;
  const first = requests.findLastIndex(({ isAfresh }) => isAfresh);
  const inSearch = requests.slice(Math.max(0, first)).map((request) => request.answer);
  const { intent } = first < 0 ? last : inSearch[0];
  const memory = {
    ...last.memory,
    intent,
    turn: setting.memory.turn + 1,
    history: historyOf(requests, setting),
  };
  const amounts = amountsIn(best.sentence, best.parses[0], last.memory.currency);
  const entities = { ...entitiesOf(pack, inSearch), ...amounts };
  return { ...last, intent, entities, text: best.reading.text, memory };
}

/** Whether a sentence only tells something, and is understood so well. */
function isTalk({ parses: [parse] }: Interpretation, talk: ReadonlySet<string>, quality: number): boolean {
  return parse !== undefined && talk.has(parse.sentence.intent) && parse.quality >= quality;
}

/** Whether a sentence is talk to its last word, and no free text. */
function isPlainTalk({ parses: [parse] }: Interpretation, talk: ReadonlySet<string>): boolean {
  return talk.has(parse?.sentence.intent) && parse.captures.length === 0 && parse.unmatched.length === 0;
}

/**
 * Whether a clause is about somebody, in words that no list has or such as name a thing: "my wife's allergic", "he'll
 * grow out of it", "she's a big labrador".
 */
function isAboutSomebody(
  { parses: [parse], sentence: { pack } }: Interpretation,
  [first]: readonly Token[],
): boolean {
  const isOther = parse !== undefined && isAfresh(parse.sentence.rules);
  const takesAll = ({ start, parts = [] }: Capture) =>
    start === 0 && parts.some(({ entity }) => isOther || pack.isRest(entity));
  return pack.clauses!.subjects.some(([word]) => word === first.norm) && parse.captures.some(takesAll);
}

/** Whether a sentence is one request: all that it names is known. */
function isClear(best: Interpretation, talk: ReadonlySet<string>, { before }: Setting): boolean {
  const [parse] = best.parses;
  if (parse !== undefined && losesThing(best.sentence.pack, parse, before)) return false;
  if (isSure(best, talk)) return true;
  const isRequest = !talk.has(parse?.sentence.intent) && parse?.unmatched.length === 0;
  return isRequest && namesKnown(best) && parse.quality >= clearQuality;
}

/** Whether a sentence names something, and nothing that no list has. */
function namesKnown({ parses: [parse], sentence: { pack } }: Interpretation): boolean {
  const values = parse?.captures.flatMap(({ parts = [], excluded = [] }) => [...parts, ...excluded]) ?? [];
  return values.length > 0 && !values.some(({ entity }) => pack.isRest(entity));
}

/** Whether a sentence asks for something, to its last word. */
function isSure(
  { parses: [parse], sentence }: Interpretation,
  talk: ReadonlySet<string>,
  least = sureQuality,
): boolean {
  return (
    parse !== undefined &&
    !talk.has(parse.sentence.intent) &&
    parse.quality >= least &&
    parse.unmatched.length === 0 &&
    !leavesOpen(sentence.tokens.at(-1)!, sentence.resolved) &&
    !parse.captures.some(({ isUnknown }) => isUnknown)
  );
}

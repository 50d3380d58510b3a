import { type Answer, answer, settingBehind } from '../answer/answer.js';
import { searches } from '../answer/rules-now.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import { amountsIn } from '../context/said-values.js';
import { beginsWith, clauseStarts, hasSubject, leavesOpen } from '../matching/clause-starts.js';
import type { Parse } from '../matching/matcher.js';
import { isAfresh, losesThing } from '../matching/narrowing-first.js';
import { scores } from '../matching/scores.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import { type Capture, partsOf } from '../matching/thread.js';
import type { Pack } from '../pack/pack.js';
import { startsWith, type Token } from '../tokenise.js';
import { historyOf } from './answer-in-turn.js';
import { entitiesOf } from './clause-entities.js';
import { PartedSentence } from './parted-sentence.js';

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
  /** It asks for something, and nothing in free words: "the second one looks good". */
  isKnown: boolean;
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
export function answerClauses(best: Interpretation, outside: Setting): Answer | undefined {
  const { pack } = outside;
  if (pack.clauses === undefined) return undefined;
  const isOne = isClear(best, outside);
  if ((isOne && !tellsFreely(best)) || isPlainTalk(best)) return undefined;
  const setting: Setting = { ...outside, whole: best.sentence };
  const requests = new ClauseReader(best, setting).requests();
  const last = requests.at(-1)?.answer;
  if (last === undefined || (isOne && doneBeside(requests, pack).length === 0)) return undefined;
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
  return withDone({ ...last, intent, entities, text: best.reading.text, memory }, requests, pack);
}

/**
 * The last step holds all that searches before it left. What a step did otherwise ("add it to the cart and show me
 * chargers") is said and told as well.
 */
function withDone(last: Answer, requests: readonly ClauseRequest[], pack: Pack): Answer {
  const done = doneBeside(requests, pack);
  if (done.length === 0) return last;
  const text = [...done.map(({ reply }) => reply.text), last.reply.text].join(' ');
  const told = requests.map(({ answer: { text, intent, context, entities } }) => ({
    text,
    intent,
    context,
    entities,
  }));
  return {
    ...last,
    reply: { text },
    entities: { ...last.entities, requests: told },
    memory: { ...last.memory, reply: text },
  };
}

/** The answers of steps before the last that did something else than to search. */
function doneBeside(requests: readonly ClauseRequest[], pack: Pack): Answer[] {
  return requests
    .slice(0, -1)
    .map((request) => request.answer)
    .filter(({ intent }) => !searches(pack, intent));
}

/** Whether a part of a sentence that searches is taken for free text which goes to no field, such as a reason. */
function tellsFreely({ parses: [parse], sentence: { pack } }: Interpretation): boolean {
  if (!searches(pack, parse.sentence.intent)) return false;
  return parse.captures.some(({ entity }) => {
    const { kind, into = [] } = pack.entities.get(entity) ?? {};
    return kind === 'text' && into.length === 0;
  });
}

/** Reads a sentence as clauses that follow one another, of a pack that has some: the likeliest way to part it. */
class ClauseReader extends PartedSentence {
  readonly #clauses = this.setting.pack.clauses!;
  /** "my wife hates white so black", but "i am waiting for my wife" */
  readonly #isStory = isTalk(this.best, sureTalkQuality);
  /** What follows on talk alone, and is joined to it by no word. */
  readonly #begun = new Map<number, Clauses | undefined>();

  /** None where a clause is neither understood nor talk. */
  requests(): readonly ClauseRequest[] {
    return this.#from(0, this.setting)?.requests ?? [];
  }

  /**
   * The clauses from a word to the end of the sentence.
   *
   * @param known What is known when they begin.
   * @param follows Whether a word joins the first to talk: "my back hurts, so".
   */
  #from(start: number, known: Setting, follows = false): Clauses | undefined {
    const isKnown = known === this.setting && !follows;
    if (isKnown && this.#begun.has(start)) return this.#begun.get(start);
    let found = start === 0 ? undefined : this.#clause(start, this.tokens.length, known, follows);
    for (let end = this.tokens.length - 1; end > start; end--) {
      for (const parted of this.#partedAt(start, end, known))
        if (found === undefined || parted.score > found.score) found = parted;
    }
    if (isKnown) this.#begun.set(start, found);
    return found;
  }

  /** What it is as a clause up to a word, and others behind that. */
  *#partedAt(start: number, end: number, known: Setting): Generator<Clauses> {
    const tokens = this.tokens;
    const { asks, tells, joined } = clauseStarts(this.best.sentence, end);
    const starts = new Set([...asks, ...tells]);
    const first = starts.size === 0 ? undefined : this.#clause(start, end, known);
    if (first === undefined) return;
    const [said] = first.requests;
    // "lightweight, my back is not what it was", "the second one looks good, how much is it"
    const isAskedFirst =
      said !== undefined &&
      ((first.isKnown && !said.isAfresh) || !this.#hasSubject(start, end, this.#clauses.opening));
    const next = said === undefined ? known : behindRequest(said, known);
    for (const at of starts) {
      const others = this.#from(at, next, said === undefined && joined.includes(at));
      if (others === undefined) continue;
      if (!(others.isTold ? tells : asks).includes(at)) continue;
      // "we are off on holiday, and the kids need goggles", but "let's go and get a coffee"
      const isJoined = joined.includes(at) || (at > end && this.#hasSubject(at, tokens.length, []));
      // "my cat is fussy she needs wet food"
      if (this.#isStory && !isAskedFirst && !isJoined && !others.isKnown) continue;
      const score = first.score + others.score - clausePenalty;
      yield { ...first, score, requests: [...first.requests, ...others.requests] };
    }
  }

  /** Some words as one clause. */
  #clause(start: number, end: number, from: Setting, follows = false): Clauses | undefined {
    if (start >= end) return undefined;
    const { wishes, opening } = this.#clauses;
    const { words, text } = this.wordsAt(start, end);
    const clause = this.read({ words, text }, from);
    if (clause === undefined) return undefined;
    const least = start === 0 || follows || namesKnown(clause) ? knownQuality : sureQuality;
    if (isSure(clause, least) && !isAboutSomebody(clause, words)) {
      const [parse] = clause.parses;
      const request = {
        answer: answer(clause, from),
        isAfresh: isAfresh(parse.sentence.rules),
      };
      return { score: parse.score, requests: [request], isTold: false, isKnown: namesOnlyKnown(clause) };
    }
    const isTold =
      words.length >= fewestTold &&
      !beginsWith(this.tokens, start + 1, wishes) &&
      hasSubject(words, opening, from.resolved);
    if (!isTold && !isTalk(clause, talkQuality)) return undefined;
    // no less than the words are worth in a request that takes them for what the thing is like
    return { score: isTold ? words.length * scores.rest : 0, requests: [], isTold: true, isKnown: false };
  }

  #hasSubject(start: number, end: number, opening: readonly (readonly string[])[]): boolean {
    return hasSubject(this.tokens.slice(start, end), opening, this.setting.resolved);
  }
}

/** What is known behind a request. */
function behindRequest({ answer, isAfresh }: ClauseRequest, known: Setting): Setting {
  return { ...settingBehind(answer, known), inSentence: known.inSentence || isAfresh };
}

/** Whether a sentence only tells something, and is understood so well. */
function isTalk({ parses: [parse], sentence: { pack } }: Interpretation, quality: number): boolean {
  return parse !== undefined && isOfTalk(pack, parse) && parse.quality >= quality;
}

/** Whether a sentence is talk to its last word, and no free text. */
function isPlainTalk({ parses: [parse], sentence: { pack } }: Interpretation): boolean {
  return isOfTalk(pack, parse) && parse.captures.length === 0 && parse.unmatched.length === 0;
}

function isOfTalk({ clauses }: Pack, parse: Parse | undefined): boolean {
  return parse !== undefined && clauses!.talk.has(parse.sentence.intent);
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
function isClear(best: Interpretation, { pack, before }: Setting): boolean {
  const [parse] = best.parses;
  if (parse !== undefined && losesThing(pack, parse, before)) return false;
  if (takesAsk(best)) return false;
  if (isSure(best)) return true;
  const isRequest = !isOfTalk(pack, parse) && parse?.unmatched.length === 0;
  return isRequest && namesKnown(best) && parse.quality >= clearQuality;
}

/** Whether a sentence names something, and nothing that no list has. */
function namesKnown({ parses: [parse], sentence: { pack } }: Interpretation): boolean {
  const values = parse?.captures.flatMap(({ parts = [], excluded = [] }) => [...parts, ...excluded]) ?? [];
  return values.length > 0 && !values.some(({ entity }) => pack.isRest(entity));
}

/** Whether a sentence is understood by values and the words of its template alone, and by no free words. */
function namesOnlyKnown({ parses: [parse], sentence: { pack } }: Interpretation): boolean {
  const values = parse?.captures.flatMap(({ entity, parts = [{ entity }] }) => parts) ?? [];
  return values.every(({ entity }) => pack.entities.get(entity)?.kind !== 'text');
}

/** Whether what another clause begins with is taken for a name: the "add" of "show me more and add the first one". */
function takesAsk({ parses: [parse], sentence: { pack, tokens } }: Interpretation): boolean {
  const { asks, links } = pack.clauses!;
  const isAsk = (at: number) =>
    beginsWith(tokens, at, asks) && links.some((words) => startsWith(tokens, at - words.length, words));
  const values = partsOf(parse?.captures ?? []);
  return values
    .filter(({ entity }) => pack.isRest(entity))
    .some(({ start, end }) => tokens.slice(start, end).some((_, place) => isAsk(start + place)));
}

/** Whether something must follow the last word, which is none that a template ends on: the "more" of "show me more". */
function endsOpen({ captures }: Parse, { tokens, resolved }: AnalysedSentence): boolean {
  const isCaptured = captures.some(({ end }) => end === tokens.length);
  return isCaptured && leavesOpen(tokens.at(-1)!, resolved);
}

/** Whether a sentence asks for something, to its last word. */
function isSure({ parses: [parse], sentence }: Interpretation, least = sureQuality): boolean {
  return (
    parse !== undefined &&
    !isOfTalk(sentence.pack, parse) &&
    parse.quality >= least &&
    parse.unmatched.length === 0 &&
    !endsOpen(parse, sentence) &&
    !parse.captures.some(({ isUnknown }) => isUnknown)
  );
}

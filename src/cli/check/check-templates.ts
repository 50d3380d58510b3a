import type { ResolvedLocale } from '../../nlu/locales/index.js';
import { type Allowed, allowedWhere } from '../../nlu/matching/allowed.js';
import { matchSentence } from '../../nlu/matching/matcher.js';
import { ordersNothing } from '../../nlu/matching/orders-nothing.js';
import { SentencePhrases } from '../../nlu/matching/phrases/sentence-phrases.js';
import { AnalysedSentence } from '../../nlu/matching/sentence.js';
import type { Sentence } from '../../nlu/pack/compile/compile-sentences.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { When } from '../../nlu/pack/schema/pack-schema.js';
import { tokenise } from '../../nlu/tokenise.js';
import { SentenceSampler } from '../../nlu/tools/sample-sentences.js';
import { implies } from './implies.js';
import type { PackFinding } from './pack-finding.js';

/** The first few are enough where it wins with all of them. */
const samplesPerTemplate = 6;
const enough = 3;
/** When samples are said, and the time before, without which "pm" says nothing. */
const times = { today: new Date(0), lastTime: '07:30' };

/** Templates that never win, or whose sentences another intent claims alike, by samples of what they accept. */
export function* checkTemplates(pack: Pack): Generator<PackFinding> {
  const sampler = new SentenceSampler(pack);
  const shortSampler = new SentenceSampler(pack);
  // Only templates that can hold at the same time as one compete with it.
  const beside = new Map<When | undefined, Allowed>();
  for (const sentence of pack.sentences) {
    const { when } = sentence;
    const allowed = beside.get(when) ?? allowedWhere(pack, (other) => implies(when, other));
    beside.set(when, allowed);
    const drawn = Array.from({ length: samplesPerTemplate }, () => sampler.sample(sentence));
    // most is alike of what is said in the fewest words
    const texts = [shortSampler.sampleShort(sentence), ...drawn];
    const finding = reachability(pack, sentence, texts, allowed);
    if (finding !== undefined) yield finding;
  }
}

function reachability(
  pack: Pack,
  sentence: Sentence,
  texts: readonly string[],
  allowed: Allowed,
): PackFinding | undefined {
  const resolved = pack.resolve(pack.definition.locales[0]);
  const { where } = sentence;
  const rivals: string[] = [];
  let untaken: string | undefined;
  let wins = 0;
  let tie: string | undefined;
  for (const [at, text] of texts.entries()) {
    if (at === enough && wins === enough && tie === undefined) break;
    const read = reader(pack, text, resolved);
    if (read === undefined) continue;
    const parses = read(allowed);
    const own = parses.find((parse) => parse.sentence.intent === sentence.intent);
    const [best] = parses;
    if (
      own !== undefined &&
      own.score >= best.score - 1e-9 &&
      (best === own || own.sentence.priority >= best.sentence.priority)
    ) {
      wins++;
      const rival = parses.find(
        (parse) =>
          parse.sentence.intent !== sentence.intent &&
          Math.abs(parse.score - own.score) < 1e-9 &&
          parse.sentence.priority === own.sentence.priority &&
          ordersNothing(pack, parse.sentence.rules, parse.captures) ===
            ordersNothing(pack, own.sentence.rules, own.captures) &&
          !isException(sentence, parse.sentence),
      );
      if (rival !== undefined)
        tie ??= `"${text}" is just as much ${rival.sentence.intent} (${rival.sentence.where})`;
    } else {
      const [meant] = read({ ...allowed, accepts: (one) => one === sentence });
      // a sample that its own template does not take says nothing of the others
      if (meant === undefined || meant.unmatched.length > 0) untaken ??= text;
      else rivals.push(`"${text}" is understood as ${best.sentence.intent} (${best.sentence.where})`);
    }
  }
  const why = rivals[0] ?? (untaken && `not even "${untaken}" is taken as it`);
  if (wins === 0 && why !== undefined) {
    const message = `"${shorten(sentence.template)}" never wins: ${why}`;
    return { kind: 'unreachable', where, message };
  }
  return tie === undefined ? undefined : { kind: 'ambiguous', where, message: tie };
}

/** Whether a sentence that is understood in some case only comes before another, of more cases, and so takes its own. */
function isException(sentence: Sentence, { when, order }: Sentence): boolean {
  return when !== undefined && sentence.order < order && !implies(when, sentence.when);
}

/** Reads a text by some of a pack's templates; undefined where it has no words. */
function reader(pack: Pack, text: string, resolved: ResolvedLocale) {
  const tokens = tokenise(text, resolved.locale);
  if (tokens.length === 0) return undefined;
  const phrases = new SentencePhrases(new AnalysedSentence(pack, tokens, resolved, times));
  return (allowed: Allowed) => matchSentence(phrases, allowed, 6);
}

function shorten(template: string): string {
  return template.length > 60 ? `${template.slice(0, 57)}...` : template;
}

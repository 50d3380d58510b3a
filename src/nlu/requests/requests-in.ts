import { answer } from '../answer/answer.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import { sameContext } from '../context/memory.js';
import { asideEnds } from '../matching/asides.js';
import type { Parse } from '../matching/matcher.js';
import type { Capture } from '../matching/thread.js';
import type { Pack } from '../pack/pack.js';
import { endsInTalk, endsText, goesOn, holdsAnother } from './goes-on.js';
import { contrasts, isRefusal, opensInstead, saysInstead } from './instead.js';
import { changesOneAndAnother, namesAnother } from './names-another.js';
import { isReadWhole, isRequest, isTorn } from './read-whole.js';
import { mostRequests, type RequestPart, RequestSplitter, scoreOf } from './request-splitter.js';
import { holdsRestart, textsIn } from './texts-in.js';

/**
 * The requests of a sentence that says several which the pack lets be joined, each in the conversation as those before it
 * leave it.
 *
 * @returns undefined for a sentence that is one request, or of which a part is not understood to the last word.
 */
export function requestsIn(best: Interpretation, setting: Setting): RequestPart[] | undefined {
  const { pack } = setting;
  const { joining } = pack;
  if (joining === undefined) return undefined;
  const { tokens } = best.sentence;
  const isCorrected = tokens.some((_, at) => at > 0 && best.sentence.correctedAt(at).length > 0);
  // of "i am freezing, turn it up" the first half says what "it" is
  const hasReason = joining.reasons.size > 0 && asideEnds(best.sentence).length > 0;
  const [parse] = best.parses;
  const isRestarted = parse !== undefined && holdsRestart(best);
  const isOne =
    isReadWhole(best) &&
    !parse.isFollowed &&
    !isMixed(pack, parse) &&
    !hasReason &&
    !isRestarted &&
    (isRequest(best, joining.intents) || !(isCorrected || textsIn(best).length > 0));
  const isMore = isOne && (namesAnother(best) || changesOneAndAnother(best));
  if (isOne && !isMore && !mayBeMore(best)) return undefined;
  const splitter = new RequestSplitter(best, setting);
  const asked = splitter.behindReason();
  if (asked !== undefined) return asked;
  const complete = severalIn(splitter, setting);
  const isSimplest = complete !== undefined && complete.length === 2;
  const sharing = isSimplest ? undefined : sharingVerb(best, setting);
  // "transfer fifty to anna and a hundred to ben" rather transfers both than that it changes the first
  const isLess = sharing !== undefined && sharing.length < (complete?.length ?? Number.POSITIVE_INFINITY);
  const parts = isLess ? sharing : complete;
  if (parts === undefined) return splitter.behindRestart() ?? severalAsPut(best, setting);
  // "sorry, not a latte, a mocha" is better understood as one, whatever word it leaves out
  const score = scoreOf(parts);
  // what was put together of two requests, or is caught since it is not understood, says nothing against them
  const isSound = parse !== undefined && parse.sentence.intent !== joining.intent && !isMixed(pack, parse);
  if (isSound && !isRestarted && !isMore && score <= parse.score) return undefined;
  // "a latte and add a muffin" is one order, but of "make one of them decaf and add a muffin" the first half is none
  const isSame = parts[0].answer.intent === parse?.sentence.intent;
  const isOther = isMore
    ? !comesToSame(parts, best, setting)
    : !isSame || endsText(parts[0].read, best) || endsInTalk(best) || endsRefusal(best, parts);
  return isOne && !isOther ? undefined : parts;
}

/** As few requests as a sentence is understood as; more where one is left out before another as if it only told something. */
function severalIn(splitter: RequestSplitter, setting: Setting): RequestPart[] | undefined {
  let fewest: RequestPart[] | undefined;
  for (let count = 2; count <= mostRequests; count++) {
    const parts = splitter.requests(0, count, setting);
    const isAll = parts?.every(({ read }) => !read.parses[0].isLed);
    if (isAll) return parts;
    fewest ??= parts;
  }
  return fewest;
}

/**
 * Requests of which the first needs words that the whole is better explained without: "can i have the bill and a taxi to the
 * airport".
 */
function severalAsPut(best: Interpretation, setting: Setting): RequestPart[] | undefined {
  const { asPut } = best;
  // "please and thank you" is no request
  const isOpening = asPut?.sentence.tokens.at(-1) === best.sentence.tokens.at(-1);
  if (asPut === undefined || !isOpening || isReadWhole(best)) return undefined;
  return severalIn(new RequestSplitter(asPut, setting), setting);
}

/** Requests of which only the first has the words that all begin with: "transfer fifty to ben and sixty to anna". */
function sharingVerb(best: Interpretation, setting: Setting): RequestPart[] | undefined {
  const [parse] = best.parses;
  const [first] = parse?.captures ?? [];
  if (first === undefined || first.start === 0 || (isReadWhole(best) && !parse.isFollowed)) return undefined;
  return severalIn(new RequestSplitter(best, setting, first), setting);
}

/** Whether what is understood as one request may be several. */
function mayBeMore(best: Interpretation): boolean {
  return best.parses[0]?.isLed || goesOn(best) || holdsAnother(best) || endsInTalk(best) || saysInstead(best);
}

/** Whether something is asked for behind what is not to be done: "don't close the blinds but dim the lights". */
function endsRefusal({ sentence }: Interpretation, [first]: readonly RequestPart[]): boolean {
  if (!isRefusal(first.read)) return false;
  const { tokens, resolved } = sentence;
  const next = tokens[first.read.sentence.tokens.length]?.norm;
  return opensInstead(sentence) || contrasts(next, resolved);
}

/** Whether all requests together do what the sentence does as one: "swap the mocha for a tea and add a muffin". */
function comesToSame(parts: readonly RequestPart[], best: Interpretation, setting: Setting): boolean {
  return sameContext(parts.at(-1)!.answer.context, answer(best, setting).context);
}

/** Whether a field has two values, of which one belongs to another request; items of an order may well be said twice. */
function isMixed({ entities, definition: { fields } }: Pack, { captures }: Parse): boolean {
  const isOfField = ({ entity }: Capture) =>
    entities.get(entity)?.into.some((name) => fields[name]?.kind === 'value') ?? false;
  return isTorn(captures.filter(isOfField));
}

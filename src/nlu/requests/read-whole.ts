import type { Interpretation } from '../answer/setting.js';
import { refusedIn } from '../items/item-names.js';
import type { Mention } from '../matching/mention.js';
import { type Capture, partsOf } from '../matching/thread.js';

/** Whether a sentence is understood to the last word. */
export function isReadWhole({ parses: [parse] }: Interpretation): boolean {
  return (
    parse !== undefined && parse.unmatched.length === 0 && !parse.captures.some(({ isUnknown }) => isUnknown)
  );
}

/** Whether a sentence is one request of these intents, to the last word. */
export function isRequest(read: Interpretation, intents: ReadonlySet<string>): boolean {
  const [parse] = read.parses;
  return (
    isReadWhole(read) &&
    !parse.isFollowed &&
    intents.has(parse.sentence.intent) &&
    !isTorn(parse.captures) &&
    !isCutOff(read)
  );
}

/** Whether what is not to be done breaks off: what "do not turn the" is about comes behind it. */
function isCutOff({ sentence: { tokens, resolved }, parses: [{ captures }] }: Interpretation): boolean {
  const isOpen = captures.some(({ name, end }) => name === 'undone' && end === tokens.length);
  return isOpen && resolved.locale.definiteArticles.includes(tokens.at(-1)!.norm);
}

/** Whether a value of several words begins at a place: the "no" of "a latte with hemp and no sugar" takes nothing back. */
export function opensValue(read: Interpretation, at: number): boolean {
  return valuesIn(read).some(({ start, end }) => start === at && end > at + 1);
}

/** Whether a place parts what is refused from its "no": "a latte without | sugar in it". */
export function isInRefusal(read: Interpretation, at: number): boolean {
  return valuesIn(read).some(
    ({ start, end, value }) => start < at && at < end && refusedIn(value) !== undefined,
  );
}

/** What is said in the phrases of a sentence. */
export function valuesIn({ parses: [parse] }: Interpretation): Mention[] {
  return partsOf(parse?.captures ?? []);
}

/** Whether the last word is part of a value. */
export function endsInValue({ sentence: { tokens }, parses: [{ captures }] }: Interpretation): boolean {
  return captures.some(({ end }) => end === tokens.length);
}

/** Whether a slot has two values, of which one belongs to another request: "hall lights blue, kitchen". */
export function isTorn(captures: readonly Capture[]): boolean {
  return captures.some((one, at) =>
    captures.slice(at + 1).some(({ name, value }) => name === one.name && value !== one.value),
  );
}

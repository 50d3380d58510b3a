import { questionStart } from '../matching/question.js';
import type { Pack } from '../pack/pack.js';
import { hasWord } from '../tokenise.js';
import type { Interpretation } from './answer.js';
import { isRequest } from './read-whole.js';
import { holdsJoined, holdsRestart } from './texts-in.js';

/**
 * Whether words are one of several requests.
 *
 * @param isFirst Nothing stands before them.
 */
export function isPart(
  pack: Pack,
  read: Interpretation,
  intents: ReadonlySet<string>,
  isFirst: boolean,
): boolean {
  const isLater = !isFirst && asksAfter(pack, read, intents);
  if (!isRequest(read, intents) && !isLater) return false;
  if (holdsRestart(pack, read) || holdsJoined(pack, read)) return false;
  return isFirst || !sharesAlone(pack, read);
}

/** Whether words only ask about what can be ordered, where something may be on no list: "do you have any pizza". */
function asksAfter(pack: Pack, read: Interpretation, intents: ReadonlySet<string>): boolean {
  const [parse] = read.parses;
  return (
    pack.itemHeads.length > 0 &&
    parse?.sentence.rules.length === 0 &&
    intents.has(parse.sentence.intent) &&
    questionStart(read.sentence) >= 0
  );
}

/** Whether what is said of several is said of one thing alone: "both medium" of "i want a mocha both medium". */
function sharesAlone({ entities }: Pack, { sentence: { tokens }, parses: [parse] }: Interpretation): boolean {
  return (
    parse?.captures.some(({ entity, parts = [], end }) => {
      const phrase = entities.get(entity)!;
      const [head, ...others] = parts.filter((part) => phrase.heads.includes(part.entity));
      const isCounted = parts.some((part) => part.entity === 'quantity' && Number(part.value) > 1);
      const isOne = head !== undefined && others.length === 0 && !isCounted;
      return isOne && hasWord(tokens, head.end, end, phrase.sharedWords);
    }) ?? false
  );
}

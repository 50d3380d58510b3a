import type { Interpretation } from '../answer/setting.js';
import { questionStart } from '../matching/question.js';
import { hasWord } from '../tokenise.js';
import { isRequest } from './read-whole.js';
import { holdsJoined, holdsRestart } from './texts-in.js';

/**
 * Whether words are one of several requests.
 *
 * @param isFirst Nothing stands before them.
 */
export function isPart(read: Interpretation, isFirst: boolean): boolean {
  const { intents } = read.sentence.pack.joining!;
  const isLater = !isFirst && asksAfter(read, intents);
  if (!isRequest(read, intents) && !isLater) return false;
  if (holdsRestart(read) || holdsJoined(read)) return false;
  return isFirst || !sharesAlone(read);
}

/** Whether words only ask about what can be ordered, where something may be on no list: "do you have any pizza". */
function asksAfter(read: Interpretation, intents: ReadonlySet<string>): boolean {
  const [parse] = read.parses;
  return (
    read.sentence.pack.itemHeads.length > 0 &&
    parse?.sentence.rules.length === 0 &&
    intents.has(parse.sentence.intent) &&
    questionStart(read.sentence) >= 0
  );
}

/** Whether what is said of several is said of one thing alone: "both medium" of "i want a mocha both medium". */
function sharesAlone({ sentence: { pack, tokens }, parses: [parse] }: Interpretation): boolean {
  return (
    parse?.captures.some(({ entity, parts = [], end }) => {
      const phrase = pack.entities.get(entity)!;
      const [head, ...others] = parts.filter((part) => phrase.heads.includes(part.entity));
      const isCounted = parts.some((part) => part.entity === 'quantity' && Number(part.value) > 1);
      const isOne = head !== undefined && others.length === 0 && !isCounted;
      return isOne && hasWord(tokens, head.end, end, phrase.sharedWords);
    }) ?? false
  );
}

import type { Interpretation } from '../answer/setting.js';
import type { Capture } from '../matching/thread.js';
import { startsWith } from '../tokenise.js';

/** Words that stand for whatever is said, which may be another request. */
export function textsIn({ parses: [parse], sentence: { pack } }: Interpretation): Capture[] {
  return parse.captures.filter(({ entity }) => pack.entities.get(entity)?.kind === 'text');
}

/** Whether somebody begins a request anew within such words: "remind me to buy milk, no actually remind me to ...". */
export function holdsRestart(read: Interpretation): boolean {
  const { sentence } = read;
  return textsIn(read).some(({ start, end }) =>
    sentence.tokens.some(
      (_, at) =>
        at > start &&
        at < end &&
        sentence.correctedAt(at).some((to) => to < end && sentence.pack.begins(sentence.tokens[to].norm)),
    ),
  );
}

/**
 * Whether another request is taken for such words behind one that joins it, "on the list and | turn off the light", or they
 * end on what joins another one: "we are late and", "then call dad".
 */
export function holdsJoined(read: Interpretation): boolean {
  const { pack, tokens } = read.sentence;
  const joins = pack.joining?.words ?? [];
  return textsIn(read).some(({ start, end }) =>
    joins.some((words) => {
      if (end - words.length > start && startsWith(tokens, end - words.length, words)) return true;
      const at = startsWith(tokens, start, words) ? start + words.length : start;
      const isJoined = at > start || startsWith(tokens, start - words.length, words);
      return isJoined && at + 1 < end && pack.beginsWithBoth(tokens[at].norm, tokens[at + 1].norm);
    }),
  );
}

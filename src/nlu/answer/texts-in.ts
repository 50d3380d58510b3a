import type { Capture } from '../matching/thread.js';
import type { Pack } from '../pack/pack.js';
import type { Interpretation } from './answer.js';

/** Words that stand for whatever is said, which may be another request. */
export function textsIn(pack: Pack, { parses: [parse] }: Interpretation): Capture[] {
  return parse.captures.filter(({ entity }) => pack.entities.get(entity)?.kind === 'text');
}

/** Whether somebody begins a request anew within such words: "remind me to buy milk, no actually remind me to ...". */
export function holdsRestart(pack: Pack, read: Interpretation): boolean {
  const { sentence } = read;
  return textsIn(pack, read).some(({ start, end }) =>
    sentence.tokens.some(
      (_, at) =>
        at > start &&
        at < end &&
        sentence.correctedAt(at).some((to) => to < end && pack.begins(sentence.tokens[to].norm)),
    ),
  );
}

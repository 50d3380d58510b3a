import type { AnalysedSentence } from './sentence.js';
import { type Thread, traceThread, type WordRange } from './thread.js';

/** Share of the best score from which another reading is no worse an explanation. */
const leastShare = 0.7;

/**
 * The readings of a sentence, best first, but for one that takes the name of a thing apart, which stands behind the
 * first that keeps it: "a hot chocolate" is no hot one with chocolate on top.
 */
export function keepingThings<T extends readonly [unknown, { thread: Thread; score: number }]>(
  sentence: AnalysedSentence,
  finals: readonly T[],
): readonly T[] {
  const names = namesIn(sentence);
  const [best] = finals;
  if (names.length === 0 || best === undefined || !cutsAny(sentence, names, best[1].thread)) return finals;
  const kept = finals.find(
    ([, { thread, score }]) => score >= best[1].score * leastShare && keepsAny(sentence, names, thread),
  );
  return kept === undefined ? finals : [kept, ...finals.filter((other) => other !== kept)];
}

/** Where names of several words stand that can be ordered; what is put in it may be called so: "with cold milk". */
function namesIn(sentence: AnalysedSentence): WordRange[] {
  const { pack, tokens, resolved } = sentence;
  const { having, prepositions } = resolved.locale;
  if (pack.itemHeads.length === 0) return [];
  return tokens.flatMap((_, start) => {
    if ([...having, ...prepositions].includes(tokens[start - 1]?.norm)) return [];
    const mentions = pack.itemHeads.flatMap((head) => sentence.mentions(head, start));
    return mentions
      .filter(({ end, cost }) => cost === 0 && end > start + 1)
      .map(({ end }) => ({ start, end }));
  });
}

/** Whether two values of a phrase lie in a name; what a template names apart is so: "one banana ONE chocolate". */
function cutsAny(sentence: AnalysedSentence, names: readonly WordRange[], thread: Thread): boolean {
  return traceThread(sentence, thread).captures.some(({ parts = [] }) =>
    names.some((name) => parts.filter(({ start, end }) => start >= name.start && end <= name.end).length > 1),
  );
}

/** Whether a value is a whole name. */
function keepsAny(sentence: AnalysedSentence, names: readonly WordRange[], thread: Thread): boolean {
  const values = valuesOf(sentence, thread);
  return names.some((name) => values.some(({ start, end }) => start <= name.start && end >= name.end));
}

function valuesOf(sentence: AnalysedSentence, thread: Thread): readonly WordRange[] {
  return traceThread(sentence, thread).captures.flatMap<WordRange>((capture) => capture.parts ?? [capture]);
}

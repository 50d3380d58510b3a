import type { Pack } from '../pack/pack.js';
import { hasSlots } from '../template/slot-arcs.js';
import { hasWords, targetsOf } from '../template/word-arcs.js';
import type { Allowed } from './allowed.js';
import type { Parse } from './matcher.js';
import type { AnalysedSentence } from './sentence.js';

/**
 * Whether words are how a request begins, and what it is about is still to come: "could I get", "show me some". They are
 * the first words of a template, word for word, and an article may follow.
 */
export function isBegun(sentence: AnalysedSentence, { live }: Allowed): boolean {
  const { tokens, resolved, pack } = sentence;
  const { asking, definiteArticles } = resolved.locale;
  const articles = [...asking.articles, ...definiteArticles];
  const end = tokens.findLastIndex(({ norm }) => !articles.includes(norm)) + 1;
  const { words, slots, start } = pack.automaton;
  let states = new Set([start]);
  for (const { norm } of tokens.slice(0, end)) {
    const next = new Set<number>();
    for (const state of states)
      for (const target of targetsOf(words, state, norm)) if (live.has(target)) next.add(target);
    states = next;
  }
  return end > 0 && [...states].some((state) => hasWords(words, state) || hasSlots(slots, state));
}

/** Whether all that a request names are words on no list: what "i want to see" is about may be "see", and is rather to come. */
export function namesStrangers({ entities }: Pack, { captures }: Parse): boolean {
  return (
    captures.length > 0 &&
    captures.every(({ entity, parts = [] }) => {
      const rest = entities.get(entity)?.rest;
      return parts.length > 0 && parts.every((part) => part.entity === rest);
    })
  );
}

import type { Test } from 'tap';
import { loadPack, packSentences } from '../../src/nlu/index.js';
import type { WordNetwork } from '../../src/stt/speech-context.js';

/** The sentences of a pack with these templates and lists, as recognition is told of them. */
export function sentencesOf(
  t: Pick<Test, 'testdir'>,
  templates: readonly string[],
  lists: Record<string, readonly string[]> = {},
): WordNetwork {
  const pack = {
    name: 'test',
    locales: ['en'],
    lists: Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, { values }])),
    entities: Object.fromEntries(Object.keys(lists).map((name) => [name, {}])),
    intents: { say: { sentences: templates } },
  };
  return packSentences(loadPack(t.testdir({ 'pack.yaml': JSON.stringify(pack) })));
}

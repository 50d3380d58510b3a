import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pack } from '../src/nlu/index.js';
import { SentenceSampler } from '../src/nlu/tools/sample-sentences.js';
import type { WordNetwork } from '../src/stt/speech-context.js';
import { readRecording, type Utterance } from './speech-set.js';
import { speakUnseen } from './unseen-voices.js';
import { plainWords } from './word-errors.js';

/** Names that no dictionary has, as a shop would have them; made up for this bench. */
export const inventedNames = [
  'zyndra', 'kalvoro', 'brintek', 'ostramo', 'velquist', 'norvella', 'tazimo', 'quorvane', 'melduna', 'frostix',
  'pandelio', 'grivano', 'sulvetta', 'harkonia', 'dremmel', 'yolanto', 'bexamo', 'lumirra', 'tronvik', 'castoline',
  'wimbrel', 'jovanda', 'oplexa', 'riskano', 'fendura',
]; // biome-ignore format: a list

/** Rare words that dictionaries do have. */
export const rareWords = [
  'chambray', 'jacquard', 'paisley', 'seersucker', 'espadrille', 'moccasin', 'tourmaline', 'chenille', 'damask',
  'brocade', 'cloisonne', 'patina', 'ottoman', 'trellis', 'mandolin',
]; // biome-ignore format: a list

const carriers = [
  'show me {} please',
  'do you have {} in stock',
  'i would like to buy a {}',
  'how much is the {} today',
];

/** Every sentence that goes from word to word as some of these texts do. */
export function wordPairNetwork(texts: Iterable<string>): WordNetwork {
  const states = new Map<string, number>();
  const stateOf = (word: string) => {
    if (!states.has(word)) states.set(word, states.size + 1);
    return states.get(word)!;
  };
  const arcs = new Map<string, WordNetwork['arcs'][number]>();
  const finals = new Set<number>();
  for (const text of texts) {
    let from = 0;
    for (const word of plainWords(text)) {
      const to = stateOf(word);
      arcs.set(`${from} ${to}`, { from, to, word });
      from = to;
    }
    finals.add(from);
  }
  return { states: states.size + 1, finals: [...finals], arcs: [...arcs.values()] };
}

/** Orders at a coffee bar, by unseen voices. */
export function orderUtterances(orders: readonly string[]): Utterance[] {
  return spoken('orders as people put them', orders);
}

/** Sentences with one listed name each, by unseen voices. */
export function nameUtterances(count: number): Utterance[] {
  const names = [...inventedNames, ...rareWords];
  return spoken(
    'listed names',
    Array.from({ length: count }, (_, index) => {
      const name = names[(index * 7) % names.length];
      return carriers[index % carriers.length].replace('{}', name);
    }),
  );
}

/** Sentences that a pack's templates accept, by unseen voices. */
export function packUtterances(pack: Pack, intent: RegExp, count: number): Utterance[] {
  const sampler = new SentenceSampler(pack, 11);
  const templates = pack.sentences.filter((sentence) => intent.test(sentence.intent));
  const texts = new Set<string>();
  for (let index = 0; texts.size < count && index < count * 20; index++) {
    const text = sampler.sample(templates[(index * 13) % templates.length]).toLowerCase();
    if (/^[a-z' ]+$/.test(text) && text.split(' ').length >= 3) texts.add(text);
  }
  return spoken('in-domain orders', [...texts]);
}

/** Sentences by unseen voices, made now in a folder for temporary files. */
export function spoken(set: string, texts: readonly string[]): Utterance[] {
  mkdirSync(join(tmpdir(), 'earshot-bench'), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench', 'spoken-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return texts.map((transcript, index) => {
    const path = join(folder, `${index}.wav`);
    const { speaker, group } = speakUnseen(transcript, index, path);
    return { id: path, set, group, speaker, split: 'test', transcript, read: () => readRecording(path) };
  });
}

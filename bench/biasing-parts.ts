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

/**
 * Orders at a coffee bar as people put them; written without a look at the pack's templates, and no choice was made on
 * them.
 */
const orders = [
  'i want a large latte with whole milk',
  'could you get me a small dark roast coffee',
  'can i have an eight ounce espresso with one sugar please',
  'give me a medium iced mocha',
  'i would like a twelve ounce light roast americano with cream',
  'please get me a double shot cappuccino',
  'may i have an extra large coffee with two creams and two sugars',
  'let me have a sixteen ounce latte with soy milk and vanilla syrup',
  'make me a triple shot americano with a little bit of milk',
  'can i get a decaf latte with skim milk',
  'i need a large medium roast coffee with lots of cream',
  'i will take a small macchiato',
  "i'd like a single shot espresso with a bit of brown sugar",
  'could i get a twenty ounce cold brew with oat milk please',
  'can you make me a medium hot chocolate with whipped cream',
  'one large cappuccino with no sugar',
  'two small coffees and a blueberry muffin',
  'i want an iced coffee with almond milk and three sugars',
  'would you get me a flat white with coconut milk',
  'bring me a dark roast americano with some milk and some sugar',
  'can i please have a large mocha with a double shot of espresso',
  'get me a sixteen ounce medium roast latte with a lot of milk',
  'can i order a small cappuccino with cinnamon',
  'hi could i have a chai latte please',
  'a light roast coffee with half and half',
  'i would like an extra large americano with one packet of sweetener',
  "i'll have a twelve ounce flat white",
  'make that a medium',
  'can you add some milk',
  'no sugar in the latte',
  'could i please have a medium latte with a spoonful of honey',
  'can i get a large coffee without milk',
  'i want a quad shot latte with whole milk and no sugar',
  'just an espresso please',
  'a twenty ounce dark roast coffee with a splash of cream and four sugars',
  'please make me an eight ounce mocha with a little sugar',
  'i need two large americanos with a touch of cream',
  'get me a cortado with oat milk',
  'could you prepare a medium triple shot macchiato with regular milk',
  'can i have a green tea with a bit of honey',
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
export function orderUtterances(count: number): Utterance[] {
  return spoken('orders as people put them', orders.slice(0, count));
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

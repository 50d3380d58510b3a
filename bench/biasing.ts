/**
 * What lists of words, a pack and its sentences change, where they should and where they should not.
 *
 *     node build/bench/biasing.js [FOLDER|MANIFEST...] [--split test] [--limit 40] [--pack coffee-bar]
 *         [--intent order] [--part REGULAR_EXPRESSION] [--grid '{"biasScale":[1],"grammarWeight":[0]}']
 *         [--text ../shared/data/text] [--noise ../shared/data/noise] [--model models/default] [--out bench/results]
 *
 * Parts, each recognised plainly, with the list and (pack) with list and sentences:
 * - names: made-up and rare words in carrier sentences, by synthetic voices that training holds out; the list has them all;
 * - orders: sentences of the pack, and for the coffee bar orders as people put them, clean and in background at 10 dB, by
 *   the same voices;
 * - general sentences of the language model's held-out text, by the same voices: nothing listed should appear;
 * - every set of the manifests named: real people; the list has the rare words of all of its transcripts, so that for
 *   each recording nearly all of the list is wrong; and every second sentence of the set, word by word in any order that
 *   its pairs of words allow, is the grammar for these sentences and for the others;
 * - the set speech_commands, where a manifest has it: ten of its words as a grammar, over recordings of all of them.
 * Without flite and espeak-ng the synthetic parts are left out. Prints recall of listed words, listed words that were
 * not said, WER, how many orders are understood, and how much of what is none is taken for one; writes biasing.json.
 */
import { existsSync } from 'node:fs';
import { packContext } from '../src/engine/pack-context.js';
import { createUnderstander, loadPack } from '../src/nlu/index.js';
import type { Hypothesis } from '../src/stt/hypothesis.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { defaultSearchOptions, type SearchOptions } from '../src/stt/search/search-options.js';
import type { SpeechContext } from '../src/stt/speech-context.js';
import { SileroVad } from '../src/vad/silero.js';
import {
  inventedNames,
  nameUtterances,
  orderUtterances,
  packUtterances,
  rareWords,
  spoken,
  wordPairNetwork,
} from './biasing-parts.js';
import { type Decoded, decodeAll } from './calibration.js';
import { blindOrders, triedOrders } from './coffee-orders.js';
import { combinationsOf } from './combinations.js';
import { commandLine, jsonObject } from './command-line.js';
import { inNoise } from './in-noise.js';
import { meanings } from './meaning.js';
import { NoiseMixer } from './noise-mixer.js';
import { writeReport } from './report.js';
import { sharedData } from './shared-data.js';
import { chooseUtterances, type Utterance } from './speech-set.js';
import { rounded } from './statistics.js';
import { defaultTextFolder, readTextCorpus, splitCorpus } from './text-corpus.js';
import { canSpeak } from './unseen-voices.js';
import { align, plainWords, WordErrors } from './word-errors.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    limit: { type: 'string', default: '40' },
    pack: { type: 'string', default: 'coffee-bar' },
    intent: { type: 'string', default: 'order' },
    part: { type: 'string', default: '' },
    grid: { type: 'string', default: '{}' },
    text: { type: 'string', default: defaultTextFolder },
    noise: { type: 'string', default: sharedData('noise') },
    out: { type: 'string', default: 'bench/results' },
  },
});
const limit = Number(options.limit);
const recogniser = await Recogniser.load({ directory: options.model });
const pack = loadPack(options.pack);
const understander = createUnderstander(pack);
const names: SpeechContext = { phrases: [...inventedNames, ...rareWords].map((text) => ({ text })) };
const ofPack = withoutExamples(packContext(pack), [...blindOrders, ...triedOrders]);
const packLists: SpeechContext = { classes: ofPack.classes };

const commandWords = ['yes', 'no', 'up', 'down', 'left', 'right', 'on', 'off', 'stop', 'go'];

interface Part {
  name: string;
  utterances: Utterance[];
  contexts: Record<string, SpeechContext>;
  /** Words whose recall and false appearance is counted. */
  listed: Set<string>;
  /** Whether the pack's reading of what was said must come out. */
  isUnderstood?: boolean;
  /** Whether what the pack has no answer to must not be taken for a request to it. */
  isTalk?: boolean;
}
const parts: Part[] = [];
const mixer = existsSync(options.noise) ? new NoiseMixer(options.noise, 'test') : undefined;
const isWanted = (name: string) => new RegExp(options.part).test(name);
const synthetic = [
  'listed names',
  'general, names listed',
  'orders',
  'orders as people put them',
  'orders as people put them, 10 dB',
  'more orders',
  'more orders, 10 dB',
  'general, pack',
];
if (!synthetic.some(isWanted)) {
  // Only recordings are asked for.
} else if (canSpeak()) {
  const { heldOut } = splitCorpus(readTextCorpus(options.text));
  const sentences = heldOut.filter(({ words }) => words.length >= 3 && words.length <= 14);
  const general = Array.from({ length: limit }, (_, index) =>
    sentences[Math.floor(((index + 0.5) * sentences.length) / limit)].words.join(' '),
  );
  const listedNames = new Set([...inventedNames, ...rareWords]);
  // Words that everybody says anyhow tell nothing.
  const packWords = new Set(
    Object.values(packLists.classes!)
      .flatMap(({ phrases }) => phrases.flatMap(plainWords))
      .filter((word) => recogniser.rarity(word) > 8),
  );
  const packContexts = { 'pack lists': packLists, 'lists and sentences': ofPack };
  const orders = packUtterances(pack, new RegExp(options.intent), limit);
  const isCoffee = options.pack === 'coffee-bar';
  const [said, tried] = [blindOrders, triedOrders].map((one) => (isCoffee ? orderUtterances(one) : []));
  const orderSets = {
    orders,
    'orders as people put them': said,
    'orders as people put them, 10 dB': inNoise(said, mixer),
    'more orders': tried,
    'more orders, 10 dB': inNoise(tried, mixer),
  };
  const generalSpoken = spoken('general sentences', general);
  parts.push(
    {
      name: 'listed names',
      utterances: nameUtterances(limit),
      contexts: { list: names },
      listed: listedNames,
    },
    {
      name: 'general, names listed',
      utterances: generalSpoken,
      contexts: { list: names },
      listed: listedNames,
    },
    ...Object.entries(orderSets)
      .filter(([, utterances]) => utterances.length > 0)
      .map(([name, utterances]) => ({
        name,
        utterances,
        contexts: packContexts,
        listed: packWords,
        isUnderstood: true,
      })),
    {
      name: 'general, pack',
      utterances: generalSpoken,
      contexts: packContexts,
      listed: packWords,
      isTalk: true,
    },
  );
} else console.error('flite or espeak-ng is not installed: only the recordings named are measured.');
const everyone = positionals.length === 0 ? [] : chooseUtterances(positionals, { split: options.split });
const real =
  positionals.length === 0 ? [] : chooseUtterances(positionals, { split: options.split, limitPerSet: limit });
for (const set of new Set(real.map((utterance) => utterance.set))) {
  const utterances = real.filter((utterance) => utterance.set === set);
  if (set === 'speech_commands') {
    const arcs = commandWords.map((word) => ({ from: 0, to: 1, word }));
    const commands = { sentences: { states: 2, finals: [1], arcs } };
    const alone = { phrases: commandWords.map((text) => ({ text })) };
    parts.push({
      name: `${set}, ten words as the grammar`,
      utterances,
      contexts: { list: alone, sentences: commands, 'list and sentences': { ...alone, ...commands } },
      listed: new Set(commandWords),
    });
    continue;
  }
  const words = new Set(utterances.flatMap(({ transcript }) => plainWords(transcript)));
  const listed = new Set([...words].filter((word) => word.length > 3 && recogniser.rarity(word) > 11));
  const list = { phrases: [...listed].map((text) => ({ text })) };
  parts.push({ name: `${set}, rare words listed`, utterances, contexts: { list }, listed });
  const ofSet = everyone.filter((utterance) => utterance.set === set);
  // In alphabetical order, so that the choice has nothing to do with who speaks them.
  const sentences = [...new Set(ofSet.map(({ transcript }) => transcript))].sort();
  const expected = new Set(sentences.filter((_, index) => index % 2 === 0));
  const grammar = { sentences: { sentences: wordPairNetwork(expected) } };
  const [meant, others] = [true, false].map((isMeant) =>
    utterances.filter(({ transcript }) => expected.has(transcript) === isMeant),
  );
  const ofGrammar = {
    'sentences of the grammar': meant,
    'sentences of the grammar, 10 dB': inNoise(meant, mixer),
    'others, with that grammar': others,
  };
  for (const [name, ones] of Object.entries(ofGrammar)) {
    if (ones.length > 0)
      parts.push({ name: `${set}, ${name}`, utterances: ones, contexts: grammar, listed: new Set() });
  }
  parts.push({
    name: `${set}, pack`,
    utterances,
    contexts: { 'lists and sentences': ofPack },
    listed: new Set(),
    isTalk: true,
  });
}

/** What one condition came to. */
class Tally {
  readonly errors = new WordErrors();
  said = 0;
  recalled = 0;
  invented = 0;
  understood = 0;
  talk = 0;
  falseRequests = 0;

  add({ listed, isUnderstood, isTalk }: Part, transcript: string, heard: Hypothesis[]) {
    const reference = plainWords(transcript);
    const found = plainWords(heard[0].text);
    this.errors.add(reference, found);
    for (const [word, as] of align(reference, found)) {
      if (word !== undefined && listed.has(word)) {
        this.said++;
        if (as === word) this.recalled++;
      }
      if (as !== undefined && as !== word && listed.has(as)) this.invented++;
    }
    const { said, meant, isRight } = meanings(understander, transcript, heard);
    if (isUnderstood && isRight) this.understood++;
    if (!isTalk || said.intent !== 'none') return;
    this.talk++;
    if (meant.intent !== 'none') this.falseRequests++;
  }
}

const grid: Partial<SearchOptions>[] = combinationsOf(
  jsonObject('--grid', options.grid, Object.keys(defaultSearchOptions)),
);
const vad = await SileroVad.load();
const decoded = new Map<Utterance, Decoded>();
const table: object[] = [];
for (const change of grid) {
  const changed = recogniser.withSearch(change);
  for (const part of parts.filter(({ name }) => isWanted(name))) {
    const conditions = { plain: undefined, ...part.contexts };
    for (const [condition, context] of Object.entries(conditions)) {
      const compiled = context && changed.compile(context);
      const tally = new Tally();
      for (const utterance of part.utterances) {
        const { encoded, detector } = await decodedOnce(utterance);
        const heard = await changed.searchAlone(encoded, { context: compiled, detector });
        tally.add(part, utterance.transcript, heard);
      }
      const { errors, said, recalled, invented, understood, talk, falseRequests } = tally;
      const share = (count: number, of: number) => (of === 0 ? undefined : rounded((count / of) * 100));
      table.push({
        ...change,
        part: part.name,
        condition,
        utterances: part.utterances.length,
        'WER %': share(errors.errors, errors.words),
        'sentences right %': share(errors.utterances - errors.wrongUtterances, errors.utterances),
        'listed said': said,
        'recall %': share(recalled, said),
        'not said, per 1000 words': share(invented * 10, errors.words),
        'understood %': part.isUnderstood ? share(understood, part.utterances.length) : undefined,
        'taken for a request %': share(falseRequests, talk),
      });
    }
  }
}
console.table(table);
const { name, version } = recogniser.manifest;
writeReport('biasing', { model: `${name} ${version}`, pack: options.pack, table }, options.out);

async function decodedOnce(utterance: Utterance): Promise<Decoded> {
  const known = decoded.get(utterance);
  if (known !== undefined) return known;
  const [one] = await decodeAll(recogniser, [utterance], vad);
  decoded.set(utterance, one);
  return one;
}

/** The context without the examples that say word for word what is tested. */
function withoutExamples(context: SpeechContext, tested: readonly string[]): SpeechContext {
  const { sentences } = context;
  if (sentences === undefined) return context;
  const examples = sentences.examples?.filter((words) => !tested.includes(words.join(' ')));
  return { ...context, sentences: { ...sentences, examples } };
}

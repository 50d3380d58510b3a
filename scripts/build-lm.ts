/**
 * Builds the word language model from the text data, prose (of extract-prose), and lines of what people spell and count
 * out, over the words of lexicon.bin.
 *
 *     node build/scripts/build-lm.js [--data ../shared/data/text] [--prose FILE]... [--order 4] [--threshold 2.5e-7]
 *         [--codes 20000] [--out models/default]
 *
 * Prints the perplexity of the held-out lines as the pruned and packed model has it; writes lm.bin and, with the
 * figures, lm.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../bench/command-line.js';
import { defaultTextFolder, readTextCorpus, splitCorpus, type TextLine } from '../bench/text-corpus.js';
import { Lexicon } from '../src/stt/lexicon/lexicon.js';
import { estimateKneserNey } from '../src/stt/lm/kneser-ney.js';
import { NgramCounts } from '../src/stt/lm/ngram-counts.js';
import { NgramModel } from '../src/stt/lm/ngram-model.js';
import { pruneByEntropy } from './entropy-pruning.js';
import { languageLines, readProse } from './language-lines.js';

const { values: options } = commandLine(
  import.meta.url,
  {
    options: {
      data: { type: 'string', default: defaultTextFolder },
      order: { type: 'string', default: '4' },
      threshold: { type: 'string', default: '2.5e-7' },
      templated: { type: 'string', default: '0.15' },
      prose: { type: 'string', multiple: true, default: [] },
      codes: { type: 'string', default: '20000' },
      out: { type: 'string', default: 'models/default' },
    },
  },
  { templated: { kind: 'from-0' }, codes: { kind: 'from-0' } },
);

const lexicon = Lexicon.open(readFileSync(join(options.out, 'lexicon.bin')));
const ids = new Map(Array.from({ length: lexicon.wordCount }, (_, id) => [lexicon.word(id), id]));
const started = Date.now();

const { training, heldOut } = splitCorpus(readTextCorpus(options.data));

function train() {
  const counts = new NgramCounts(Number(options.order));
  const lines = languageLines(
    training,
    readProse(options.prose),
    Number(options.templated),
    Number(options.codes),
  );
  for (const line of lines) {
    const words = line.map((word) => ids.get(word) ?? Lexicon.unknown);
    counts.addSentence(words, Lexicon.begin, Lexicon.end);
  }
  const estimate = estimateKneserNey(counts, lexicon.wordCount - 1, Lexicon.begin);
  const ngrams = pruneByEntropy(estimate, Number(options.threshold));
  return { bytes: NgramModel.pack(estimate, Lexicon.end, lexicon.digest), ngrams, before: counts.size };
}

function perplexity(model: NgramModel, lines: TextLine[]) {
  let sum = 0;
  let count = 0;
  let outside = 0;
  for (const { words } of lines) {
    let state = model.initialState;
    for (const word of words) {
      const id = ids.get(word);
      if (id === undefined) outside++;
      const logProb = model.score(state, id ?? Lexicon.unknown);
      if (id !== undefined) {
        sum += logProb;
        count++;
      }
      state = model.next;
    }
    sum += model.endLogProb(state);
    count++;
  }
  return { perplexity: Math.round(Math.exp(-sum / count) * 10) / 10, words: count, outside };
}

const { bytes, ngrams, before } = train();
const opened = performance.now();
const model = NgramModel.open(bytes);
const loadMs = Math.round(performance.now() - opened);
const figures = {
  order: Number(options.order),
  threshold: Number(options.threshold),
  ngrams,
  ngramsBeforePruning: before,
  bytes: bytes.length,
  loadMs,
  heldOut: Object.fromEntries(
    ['assistant', 'shopping', 'kiosk', 'general'].map((domain) => [
      domain,
      perplexity(
        model,
        heldOut.filter((line) => line.domain === domain),
      ),
    ]),
  ),
  all: perplexity(model, heldOut),
};
writeFileSync(join(options.out, 'lm.bin'), bytes);
writeFileSync(join(options.out, 'lm.json'), `${JSON.stringify(figures, null, 2)}\n`);
console.log(JSON.stringify(figures, null, 1), `${Math.round((Date.now() - started) / 1000)} s`);

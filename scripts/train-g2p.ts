/**
 * Trains the grapheme-to-phone model from the CMU dictionary and measures it on a held-out tenth of the words.
 *
 *     node build/scripts/train-g2p.js [--order 7] [--threshold 1e-6] [--out models/default]
 *
 * Writes g2p.bin (trained on the whole dictionary) and g2p.json (the figures of the nine-tenths model).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../bench/command-line.js';
import { rounded } from '../bench/statistics.js';
import { WordErrors } from '../bench/word-errors.js';
import { GraphemeToPhone, type Graphone, graphoneIds } from '../src/stt/lexicon/grapheme-to-phone.js';
import { estimateKneserNey } from '../src/stt/lm/kneser-ney.js';
import { NgramCounts } from '../src/stt/lm/ngram-counts.js';
import { NgramModel } from '../src/stt/lm/ngram-model.js';
import { readCmuDictionary } from './cmu-dictionary.js';
import { pruneByEntropy } from './entropy-pruning.js';
import { alignGraphones } from './graphone-alignment.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    order: { type: 'string', default: '7' },
    threshold: { type: 'string', default: '1e-6' },
    out: { type: 'string', default: 'models/default' },
  },
});

type Alignments = { word: string; graphones: Graphone[] }[];

function trainModel(alignments: Alignments) {
  const uses = new Map<string, number>();
  const key = ({ letters, phones }: Graphone) => [letters, ...phones].join(' ');
  for (const { graphones } of alignments) {
    for (const graphone of graphones) uses.set(key(graphone), (uses.get(key(graphone)) ?? 0) + 1);
  }
  // Pairs seen a few times only come from odd spellings and cost more than they tell.
  const inventory = [...uses].filter(([, count]) => count >= 4).sort((a, b) => b[1] - a[1]);
  const ids = new Map(inventory.map(([text], index) => [text, graphoneIds.first + index]));
  const { begin, end } = graphoneIds;
  const counts = new NgramCounts(Number(options.order));
  for (const { graphones } of alignments) {
    const sequence = graphones.map((graphone) => ids.get(key(graphone)) ?? -1);
    if (!sequence.includes(-1)) counts.addSentence(sequence, begin, end);
  }
  // All graphones and the mark of the end.
  const estimate = estimateKneserNey(counts, inventory.length + 1, begin);
  const left = pruneByEntropy(estimate, Number(options.threshold));
  const graphones = inventory.map(([text]) => {
    const [letters, ...phones] = text.split(' ');
    return { letters, phones };
  });
  const bytes = GraphemeToPhone.pack(graphones, NgramModel.pack(estimate, end, 0));
  return { bytes, ngrams: left, graphones: graphones.length };
}

const dictionary = readCmuDictionary();
const entries = [...dictionary].flatMap(([word, pronunciations]) =>
  pronunciations.map((phones) => ({ word, phones })),
);
const isHeldOut = (index: number) => index % 10 === 7;
const words = [...dictionary.keys()];
const heldOut = new Set(words.filter((_, index) => isHeldOut(index)));

const started = Date.now();
const alignments = alignGraphones(entries)
  .map((graphones, index) => ({ word: entries[index].word, graphones }))
  .filter((item): item is Alignments[number] => item.graphones !== undefined);
console.log(`aligned ${alignments.length} of ${entries.length} pronunciations in ${seconds()} s`);

const part = trainModel(alignments.filter(({ word }) => !heldOut.has(word)));
const model = GraphemeToPhone.open(part.bytes);
let right = 0;
let rightInThree = 0;
let errors = 0;
let phones = 0;
const decoding = Date.now();
for (const word of heldOut) {
  const wanted = dictionary.get(word)!;
  const found = model.pronounce(word, 3);
  const texts = wanted.map((pronunciation) => pronunciation.join(' '));
  if (found.length > 0 && texts.includes(found[0].phones.join(' '))) right++;
  if (found.some((item) => texts.includes(item.phones.join(' ')))) rightInThree++;
  const distances = wanted.map((pronunciation) =>
    new WordErrors().add(pronunciation, found[0]?.phones ?? []),
  );
  const best = distances.indexOf(Math.min(...distances));
  errors += distances[best];
  phones += wanted[best].length;
}
const full = trainModel(alignments);
const figures = {
  trainedOn: words.length - heldOut.size,
  testedOn: heldOut.size,
  wordAccuracy: rounded(right / heldOut.size, 4),
  wordAccuracyInThree: rounded(rightInThree / heldOut.size, 4),
  phoneErrorRate: rounded(errors / phones, 4),
  milliseconds: rounded((Date.now() - decoding) / heldOut.size, 4),
  order: Number(options.order),
  graphones: full.graphones,
  ngrams: full.ngrams,
  bytes: full.bytes.length,
};
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, 'g2p.bin'), full.bytes);
writeFileSync(join(options.out, 'g2p.json'), `${JSON.stringify(figures, null, 2)}\n`);
console.log(figures, `${seconds()} s`);

function seconds() {
  return Math.round((Date.now() - started) / 1000);
}

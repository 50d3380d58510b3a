import fc from 'fast-check';
import t from 'tap';
import { Lexicon } from '../../src/stt/lexicon/lexicon.js';
import { PiecePronouncer } from '../../src/stt/lexicon/piece-pronouncer.js';
import { PieceSegmenter } from '../../src/stt/lexicon/piece-segmenter.js';
import { type PieceVocabulary, readSentencePiece } from '../../src/stt/lexicon/sentence-piece.js';
import { readTokenTable } from '../../src/stt/lexicon/token-table.js';
import { LikeliestUnits } from '../../src/stt/search/likeliest-units.js';
import { buildLookAheadIndex } from '../../src/stt/search/look-ahead.js';
import { protobuf, sentencePieceFile } from '../protobuf-writer.js';

/** Over three letters, so that pieces overlap often. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 10 });
const scores = fc
  .array(
    fc.tuple(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), fc.nat(40)),
  )
  .map((list) => new Map(list.map(([piece, score]) => [piece, -score / 4])));

/** Every way to take a text apart. */
function* ways(rest: string, { scores }: Pick<PieceVocabulary, 'scores'>): Generator<string[]> {
  if (rest === '') yield [];
  for (let length = 1; length <= rest.length; length++) {
    const piece = rest.slice(0, length);
    if (scores.has(piece)) for (const more of ways(rest.slice(length), { scores })) yield [piece, ...more];
  }
}

t.test('unigram: of all ways to take a text apart the one with the best sum', async () => {
  fc.assert(
    fc.property(text, scores, (word, scores) => {
      const sum = (pieces: string[]) => pieces.reduce((total, piece) => total + scores.get(piece)!, 0);
      const found = new PieceSegmenter({ segmentation: 'unigram', scores }).segment(word);
      const sums = [...ways(word, { scores })].map(sum);
      if (found === undefined) return sums.length === 0;
      return found.join('') === word && sum(found) === Math.max(...sums);
    }),
    { numRuns: 300 },
  );
});

t.test(
  'byte pairs: pieces of the vocabulary that join to the text, and no two of them can be merged',
  async () => {
    fc.assert(
      fc.property(text, scores, (word, scores) => {
        const found = new PieceSegmenter({ segmentation: 'bpe', scores }).segment(word);
        if (found === undefined) return ![...word].every((letter) => scores.has(letter));
        return (
          found.join('') === word &&
          found.every((piece) => scores.has(piece)) &&
          found.every((piece, index) => index === 0 || !scores.has(found[index - 1] + piece))
        );
      }),
      { numRuns: 300 },
    );
  },
);

t.test('byte pairs are merged by score, then from the left', async (t) => {
  const segment = (word: string, merges: string[]) => {
    const letters = [...new Set(word)].map((letter) => [letter, -100] as const);
    const scores = new Map([...letters, ...merges.map((piece, index) => [piece, -index] as const)]);
    return new PieceSegmenter({ segmentation: 'bpe', scores }).segment(word)?.join(' ');
  };
  t.equal(segment('abc', ['bc', 'ab']), 'a bc');
  t.equal(segment('abc', ['ab', 'bc']), 'ab c');
  t.equal(segment('aaaa', ['aa']), 'aa aa');
  t.equal(segment('aaa', ['aa']), 'aa a');
  t.equal(segment('lower', ['er', 'lo', 'wer', 'low']), 'lo wer', 'not the longest first');
});

t.test('a SentencePiece file gives its pieces and its kind', async (t) => {
  await fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 8 }), fc.float({ noNaN: true })), {
        selector: ([piece]) => piece,
        minLength: 1,
      }),
      (list) => {
        const wanted = list.filter(([piece]) => !/^<.*>$/.test(piece));
        fc.pre(wanted.length > 0);
        const { scores } = readSentencePiece(sentencePieceFile([['<unk>', 0], ...list]));
        return JSON.stringify([...scores]) === JSON.stringify(wanted);
      },
    ),
  );
  const list = [
    ['<unk>', 0],
    ['▁a', -1.5],
  ] as const;
  t.equal(readSentencePiece(sentencePieceFile(list)).segmentation, 'unigram');
  t.equal(readSentencePiece(sentencePieceFile(list, 2)).segmentation, 'bpe');
  t.throws(() => readSentencePiece(sentencePieceFile(list, 3)), { message: /whole words/ });
  t.throws(() => readSentencePiece(new Uint8Array(0)), RangeError);
  t.throws(() => readSentencePiece(protobuf([1, protobuf([2, { float: 1 }])])), RangeError);
  const whole = sentencePieceFile(list);
  // Cut off anywhere it has fewer pieces or is refused, but nothing else happens.
  for (let length = 0; length < whole.length; length++) {
    try {
      t.ok(readSentencePiece(whole.subarray(0, length)).scores.size <= 1);
    } catch (error) {
      t.type(error, RangeError);
    }
  }
});

t.test('words are said in the case of the pieces, and new ones like known ones', async (t) => {
  const units = ['<blk>', '<unk>', '▁', '▁C', 'C', 'A', 'T', 'S', 'AT', "'", 'O', '#0'];
  const scores = new Map([
    ['▁C', -2],
    ['A', -4],
    ['T', -4],
    ['AT', -3],
    ['S', -3],
    ["'", -5],
    ['O', -9],
    ['▁CAT', -1],
  ]);
  const upper = new PiecePronouncer(units, { segmentation: 'unigram', scores });
  t.strictSame(upper.ofToken('cat'), [['▁C', 'AT']], 'a piece that is no unit is of no use');
  t.strictSame(upper.ofToken("CAT's"), [['▁C', 'AT', "'", 'S']]);
  t.strictSame(upper.ofToken('dog'), [], 'no piece has a D');
  t.strictSame(upper.ofToken("''"), []);
  t.strictSame(upper.pronounce('cat, Cats!'), [['▁C', 'AT', '▁C', 'AT', 'S']]);
  const guess = new PiecePronouncer(['<blk>', '▁', '▁c', 'a', 't', 'at']);
  t.strictSame(guess.ofToken('Cat'), [['▁c', 'at']], 'without scores as few pieces as can be');
});

t.test('the likeliest units of a frame are left, never more than were asked for', async () => {
  const values = fc.array(fc.integer({ min: -9, max: 0 }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 29 }), fc.nat(5), (row, most, offset) => {
      const count = Math.min(most, row.length - 1);
      const logProbs = Float32Array.from([...Array(offset).fill(0), ...row, 0]);
      const left = new LikeliestUnits(count).only(logProbs, offset, row.length);
      const kept = row.filter((_, unit) => left[unit] > -Infinity);
      const isUnchanged = row.every((value, unit) => left[unit] === value || left[unit] === -Infinity);
      const best = row.toSorted((a, b) => b - a).slice(0, count);
      return isUnchanged && String(kept.toSorted((a, b) => b - a)) === String(best);
    }),
  );
});

t.test('a tree that is wide is looked at less deep', async (t) => {
  const count = 41;
  const units = Array.from({ length: count + 1 }, (_, unit) => `U${unit}`);
  const entries = Array.from({ length: count ** 3 }, (_, word) => ({
    word: String(word),
    pronunciations: [
      [1 + (word % count), 1 + (Math.floor(word / count) % count), 1 + Math.floor(word / count ** 2)],
    ],
  }));
  const wide = buildLookAheadIndex(Lexicon.open(Lexicon.pack(entries, units)));
  t.equal(wide.shallowNodes, 1 + count + count ** 2);
  const narrow = buildLookAheadIndex(Lexicon.open(Lexicon.pack(entries.slice(0, 5000), units)));
  t.equal(narrow.shallowNodes, 1 + count + count ** 2 + 5000, 'three levels where they have room');
});

t.test('a table of tokens', async (t) => {
  t.strictSame(readTokenTable('<blk> 0\r\n▁THE 2\n<unk> 1\n\n#0 3\n#1 4\n'), ['<blk>', '<unk>', '▁THE']);
  const refused: [string, RegExp][] = [
    ['', /empty/],
    ['<unk> 0\n', /blank \(<blk>\) is expected/],
    ['<blk> 0\nA 2\n', /number 1 has no name/],
    ['<blk> 0\nA 0\n', /number 0 appears twice/],
    ['<blk> 0\nA 1\nA 2\n', /name appears twice/],
    ['<blk> 0\nA\n', /line 2 is not a name and a number/],
    ['<blk> 0\nA 70000\n', /above 65535/],
  ];
  for (const [content, message] of refused) t.throws(() => readTokenTable(content), { message });
});

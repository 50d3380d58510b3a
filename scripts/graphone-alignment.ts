import type { Graphone } from '../src/stt/lexicon/grapheme-to-phone.js';

const moves = [
  [1, 1],
  [1, 0],
  [2, 1],
  [1, 2],
] as const;

/**
 * Many-to-many alignment of letters and phones by expectation maximisation, as in Jiampojamarn et al., "Applying
 * Many-to-Many Alignments and Hidden Markov Models to Letter-to-Phoneme Conversion" (2007), with one letter to none,
 * one or two phones, and two letters to one phone.
 *
 * @param words Pairs of a word and the phones of one pronunciation.
 * @param iterations Of expectation maximisation. @default 8
 * @returns The best alignment of each word, or undefined where none exists.
 */
export function alignGraphones(
  words: readonly { word: string; phones: readonly string[] }[],
  iterations = 8,
): (Graphone[] | undefined)[] {
  const codes = new Map<string, number>();
  const items = words.map(({ word, phones }) => lattice(word, phones, codes));
  let probability = new Float64Array(codes.size).fill(1 / codes.size);
  for (let iteration = 0; iteration < iterations; iteration++) {
    const expected = new Float64Array(codes.size);
    for (const item of items) accumulate(item, probability, expected);
    const sum = expected.reduce((a, b) => a + b, 0);
    probability = expected.map((value) => value / sum);
  }
  return items.map((item, index) => bestPath(item, probability, words[index].word, words[index].phones));
}

interface Lattice {
  letters: number;
  phones: number;
  /** Code of the graphone for each (letter position, phone position, move), or -1. */
  codes: Int32Array;
}

function lattice(word: string, phones: readonly string[], codes: Map<string, number>): Lattice {
  const table = new Int32Array((word.length + 1) * (phones.length + 1) * moves.length).fill(-1);
  for (let i = 0; i < word.length; i++) {
    for (let j = 0; j <= phones.length; j++) {
      moves.forEach(([letters, count], move) => {
        if (i + letters > word.length || j + count > phones.length) return;
        const key = `${word.slice(i, i + letters)} ${phones.slice(j, j + count).join(' ')}`;
        let code = codes.get(key);
        if (code === undefined) {
          code = codes.size;
          codes.set(key, code);
        }
        table[(i * (phones.length + 1) + j) * moves.length + move] = code;
      });
    }
  }
  return { letters: word.length, phones: phones.length, codes: table };
}

function accumulate({ letters, phones, codes }: Lattice, probability: Float64Array, expected: Float64Array) {
  const width = phones + 1;
  const cells = (letters + 1) * width;
  const forward = new Float64Array(cells);
  const backward = new Float64Array(cells);
  forward[0] = 1;
  backward[cells - 1] = 1;
  for (let cell = 0; cell < cells; cell++) {
    if (forward[cell] === 0) continue;
    for (let move = 0; move < moves.length; move++) {
      const code = codes[cell * moves.length + move];
      if (code >= 0)
        forward[cell + moves[move][0] * width + moves[move][1]] += forward[cell] * probability[code];
    }
  }
  const total = forward[cells - 1];
  if (!(total > 0)) return;
  for (let cell = cells - 1; cell >= 0; cell--) {
    for (let move = 0; move < moves.length; move++) {
      const code = codes[cell * moves.length + move];
      if (code < 0) continue;
      const onward = probability[code] * backward[cell + moves[move][0] * width + moves[move][1]];
      backward[cell] += onward;
      expected[code] += (forward[cell] * onward) / total;
    }
  }
}

function bestPath(
  { letters, phones, codes }: Lattice,
  probability: Float64Array,
  word: string,
  said: readonly string[],
) {
  const width = phones + 1;
  const cells = (letters + 1) * width;
  const score = new Float64Array(cells).fill(-Infinity);
  const cameBy = new Int8Array(cells).fill(-1);
  score[0] = 0;
  for (let cell = 0; cell < cells; cell++) {
    if (score[cell] === -Infinity) continue;
    for (let move = 0; move < moves.length; move++) {
      const code = codes[cell * moves.length + move];
      if (code < 0) continue;
      const to = cell + moves[move][0] * width + moves[move][1];
      const value = score[cell] + Math.log(probability[code]);
      if (value > score[to]) {
        score[to] = value;
        cameBy[to] = move;
      }
    }
  }
  if (score[cells - 1] === -Infinity) return undefined;
  const path: Graphone[] = [];
  for (let i = letters, j = phones; i > 0; ) {
    const [letterCount, phoneCount] = moves[cameBy[i * width + j]];
    i -= letterCount;
    j -= phoneCount;
    path.push({ letters: word.slice(i, i + letterCount), phones: said.slice(j, j + phoneCount) });
  }
  return path.reverse();
}

import type { Test } from 'tap';
import type { Word } from '../../src/stt/hypothesis.js';
import { secondsPerUnit } from './tone-model.js';

/** Words lie where their pieces were sung, and are sure. */
export function checkPieceTimes(t: Test, words: readonly Word[], pieces: readonly string[]): void {
  const starts = pieces.flatMap((piece, index) =>
    piece.startsWith('▁') ? [0.2 + index * secondsPerUnit] : [],
  );
  words.forEach(({ start, end, confidence }, index) => {
    t.ok(start > starts[index] && start < starts[index] + 0.2, `starts at ${start}`);
    t.ok(end > start && end < (starts[index + 1] ?? Number.POSITIVE_INFINITY) + 0.1);
    t.ok(confidence > 0.5 && confidence <= 1);
  });
}

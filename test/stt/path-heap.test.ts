import fc from 'fast-check';
import t from 'tap';
import { PathHeap } from '../../src/stt/search/path-heap.js';

t.test('the best comes first, of equal ones the latest, whatever comes in between', async (t) => {
  const step = fc.option(fc.integer({ min: -5, max: 0 }), { nil: undefined, freq: 3 });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const heap = new PathHeap<{ score: number; turn: number }>();
      const sorted: { score: number; turn: number }[] = [];
      return steps.every((score, turn) => {
        if (score === undefined) return heap.pop() === sorted.pop();
        const path = { score, turn };
        heap.push(path);
        sorted.push(path);
        sorted.sort((a, b) => a.score - b.score || a.turn - b.turn);
        return true;
      });
    }),
  );
  t.equal(new PathHeap().pop(), undefined);
});

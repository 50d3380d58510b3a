import fc from 'fast-check';
import t from 'tap';
import {
  eachArc,
  hasWord,
  hasWords,
  packArcs,
  stateCount,
  targetsOf,
} from '../../src/nlu/template/word-arcs.js';

const word: fc.Arbitrary<string> = fc.constantFrom('a', 'an', 'the', 'of', 'and', 'or', 'not', 'constructor');
const states = fc.array(
  fc
    .uniqueArray(fc.tuple(word, fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 })), {
      selector: ([word]) => word,
    })
    .map((arcs) => new Map(arcs)),
);

t.test('packed arcs lead where the maps of the states led', async (t) => {
  fc.assert(
    fc.property(states, fc.oneof(word, fc.string()), (states, asked) => {
      const arcs = packArcs(states);
      const packed = states.map(() => new Map<string, number[]>());
      for (const { from, word, to } of eachArc(arcs))
        packed[from].set(word, [...(packed[from].get(word) ?? []), to]);
      if (stateCount(arcs) !== states.length) return false;
      return states.every((expected, state) => {
        const found = [...targetsOf(arcs, state, asked)];
        return (
          hasWords(arcs, state) === expected.size > 0 &&
          hasWord(arcs, state, asked) === expected.has(asked) &&
          found.join() === (expected.get(asked) ?? []).join() &&
          packed[state].size === expected.size &&
          [...expected].every(([word, targets]) => packed[state].get(word)?.join() === targets.join())
        );
      });
    }),
  );
  t.pass();
});

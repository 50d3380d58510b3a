import fc from 'fast-check';
import t from 'tap';
import { addMatches } from '../../src/stt/add-matches.js';

t.test(
  'words stay the same around what another reading has otherwise, also in minutes of speech',
  async () => {
    const edit = fc.record({ at: fc.nat(), removed: fc.nat({ max: 4 }), put: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.array(edit, { maxLength: 4 }), (length, edits) => {
        const words = Int32Array.from({ length }, (_, word) => word);
        const others = [...words];
        for (const { at, removed, put } of edits) {
          const place = at % (others.length + 1);
          others.splice(place, removed, ...new Array(put).fill(-1));
        }
        const support = new Float64Array(length);
        addMatches(support, 0.5, words, Int32Array.from(others));
        const edited = edits.reduce((sum, { removed, put }) => sum + removed + put, 0);
        const lost = support.filter((value) => value === 0).length;
        return lost <= edited && words.every((word) => support[word] === 0 || others.includes(word));
      }),
      { numRuns: 300 },
    );
  },
);

t.test(
  'of a word that is said several times the alignment with fewest edits tells which one stays',
  async (t) => {
    const support = new Float64Array(4);
    addMatches(support, 1, Int32Array.of(1, 2, 1, 3), Int32Array.of(1, 3));
    t.equal(support[3], 1);
    t.equal(support[0] + support[2], 1);
    t.equal(support[1], 0);
  },
);

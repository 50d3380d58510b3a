import fc from 'fast-check';
import t from 'tap';
import { SampleBlocks } from '../../src/query/sample-blocks.js';

const counts = fc.array(fc.nat(3000), { maxLength: 60 });

t.test('a whole block is never held back, and a block is at most one message', async () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 1600 }), (list, frame) => {
      const blocks = new SampleBlocks(frame);
      const handed: number[] = [];
      let given = 0;
      let messages = 0;
      for (const count of list) {
        const samples = Float32Array.from({ length: count }, (_, index) => (given + index) % 1000);
        given += count;
        const block = blocks.push(samples);
        if (block) {
          messages++;
          handed.push(...block);
        }
        if (given - handed.length >= frame || handed.length < Math.floor(given / frame) * frame) return false;
      }
      if (messages > Math.floor(given / frame)) return false;
      handed.push(...(blocks.flush() ?? []));
      return handed.length === given && handed.every((sample, index) => sample === index % 1000);
    }),
  );
});

t.test('a block can be handed over: nothing else uses its buffer', async (t) => {
  const shared = new Float32Array(2048);
  const block = new SampleBlocks(512).push(shared.subarray(100, 700));
  t.not(block?.buffer, shared.buffer);
  t.equal(block?.length, 600);
  t.equal(new SampleBlocks(512).flush(), undefined);
});

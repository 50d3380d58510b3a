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

t.test('blocks that get shorter hand over at once what is a whole one now', async (t) => {
  const blocks = new SampleBlocks(1536);
  t.equal(blocks.push(new Float32Array(1200)), undefined);
  t.equal(blocks.resize(512)?.length, 1200);
  t.equal(blocks.push(new Float32Array(300)), undefined);
  t.equal(blocks.push(new Float32Array(40))?.length, 340, 'whole at 1536, a multiple of 512');
  t.equal(blocks.resize(1536), undefined);
  t.equal(blocks.push(new Float32Array(1000)), undefined);
  t.equal(blocks.resize(512)?.length, 1000);
});

t.test('after a first block that is shorter the others follow in their length', async (t) => {
  const blocks = new SampleBlocks(1536, 512);
  const ends: number[] = [];
  for (let given = 20; given <= 6_000; given += 20) if (blocks.push(new Float32Array(20))) ends.push(given);
  t.same(ends, [520, 2060, 3600, 5120]);
});

t.test('a block can be handed over: nothing else uses its buffer', async (t) => {
  const shared = new Float32Array(2048);
  const block = new SampleBlocks(512).push(shared.subarray(100, 700));
  t.not(block?.buffer, shared.buffer);
  t.equal(block?.length, 600);
  t.equal(new SampleBlocks(512).flush(), undefined);
});

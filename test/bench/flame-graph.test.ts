import type { Profiler } from 'node:inspector';
import t from 'tap';
import { drawFlameGraph, mergedStacks } from '../../bench/flame-graph.js';

const node = (
  id: number,
  functionName: string,
  url: string,
  children: number[] = [],
): Profiler.ProfileNode => ({
  id,
  callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
  children,
});

t.test('a sampling profile becomes one tree in which equal stacks are one', async (t) => {
  const profile = {
    nodes: [
      node(1, '(root)', '', [2, 5, 6]),
      node(2, 'decode', 'file:///build/recogniser.js', [3, 4]),
      node(3, 'step<T>', 'file:///build/search.js'),
      node(4, '', ''),
      node(5, '(idle)', ''),
      // The same function once more, as after a change of its code by the compiler.
      node(6, 'decode', 'file:///build/recogniser.js', [7]),
      node(7, 'step<T>', 'file:///build/search.js'),
    ],
    startTime: 0,
    endTime: 10_000,
    samples: [3, 4, 5, 7, 2, 1],
    timeDeltas: [2000, 3000, 9000, 1000, 500, 700],
  };
  const root = mergedStacks(profile);
  t.equal(root.ms, 6.5, 'neither waiting nor what has no function counts');
  t.same([...root.callees.keys()], ['decode recogniser.js']);
  const decode = root.callees.get('decode recogniser.js');
  t.equal(decode?.ms, 6.5);
  t.same(
    [...(decode?.callees.values() ?? [])].map(({ name, ms }) => [name, ms]),
    [
      ['step<T> search.js', 3],
      ['native', 3],
    ],
  );

  const picture = drawFlameGraph('Work & more', root);
  t.match(picture, '<title>step&lt;T> search.js: 3 ms, 46.2 %</title>');
  t.match(picture, 'Work &amp; more');
  t.match(drawFlameGraph('nothing', mergedStacks({ ...profile, samples: [], timeDeltas: [] })), '</svg>');
});

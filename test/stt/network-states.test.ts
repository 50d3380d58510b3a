// Room for the states of streams is used again, and given back after a crowd.
import type { InferenceSession } from 'onnxruntime-node';
import t from 'tap';
import { NetworkStates } from '../../src/stt/acoustic/network-states.js';

function open(): NetworkStates {
  const session = {
    outputNames: ['new_memory'],
    inputMetadata: [{ name: 'memory', isTensor: true, type: 'float32', shape: ['N', 4] }],
  };
  return new NetworkStates(session as unknown as InferenceSession, ['memory']);
}

t.test('room is used again, zeroed; that of a crowd is let go', async (t) => {
  const states = open();
  const crowd = Array.from({ length: 300 }, () => states.create());
  for (const [memory] of crowd) (memory as Float32Array).fill(1);
  for (const state of crowd) states.release(state);
  const later = Array.from({ length: 300 }, () => states.create());
  const reused = later.filter((state) => crowd.includes(state));
  t.ok(reused.length > 0 && reused.length <= 16, `${reused.length}`);
  t.ok(later.every(([memory]) => (memory as Float32Array).every((value) => value === 0)));
});

t.test('a state that is given back twice is handed out once, and an empty one never', async (t) => {
  const states = open();
  const state = states.create();
  for (const released of [state, state, []]) states.release(released);
  const [first, second, third] = [1, 2, 3].map(() => states.create());
  t.equal(first, state);
  t.not(second, state);
  t.same(
    [second, third].map((made) => made.length),
    [1, 1],
  );
});

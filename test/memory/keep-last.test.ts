import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { collectGarbage } from '../../src/memory/collect-garbage.js';
import { keepLast } from '../../src/memory/keep-last.js';

t.test('of a kind the last object is kept, and no other', async (t) => {
  const made = ['first', 'second'].map((name) => new WeakRef(keepLast('match', { name })));
  const other = new WeakRef(keepLast('stream', { name: 'other' }));
  // a reference that was just made or asked for holds its object until the event loop goes on
  await pause(0);
  await collectGarbage();
  t.strictSame(
    [...made, other].map((ref) => ref.deref()?.name),
    [undefined, 'second', 'other'],
  );
});

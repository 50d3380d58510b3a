import { test } from 'tap';
import { ActiveSet } from '../../src/stt/search/active-set.js';

test('a hypothesis is found however many frames its thread has searched', async (t) => {
  const set = new ActiveSet(4);
  let missed = 0;
  for (let frame = 0; frame < 200_000; frame++) {
    set.clear();
    if (set.find(7, 3, 1) >= 0) missed++;
    set.insert(-1 - set.find(7, 3, 1), 7, 3, 1);
    if (set.find(7, 3, 1) !== 0) missed++;
  }
  t.equal(missed, 0);
});

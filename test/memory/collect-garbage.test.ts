import t from 'tap';
import { collectGarbage } from '../../src/memory/collect-garbage.js';

t.test('what nobody holds any more is given back at once', async (t) => {
  const held: { rows?: object[] } = { rows: Array.from({ length: 500_000 }, (_, row) => ({ row })) };
  const before = process.memoryUsage().heapUsed;
  delete held.rows;
  await collectGarbage();
  const given = (before - process.memoryUsage().heapUsed) / 1e6;
  t.ok(given > 8, `${given.toFixed(1)} MB`);
});

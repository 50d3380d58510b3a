import t from 'tap';
import { ResumableTurns } from '../../src/query/resumable-turns.js';

t.test('turns are forgotten after a while', async (t) => {
  const turns = new ResumableTurns();
  const said = (at: number) => ({ startMs: at - 1000, endMs: at });
  const keep = (id: string, at: number) =>
    turns.keep(id, said(at), { text: id, context: {} } as Parameters<ResumableTurns['keep']>[2]);
  const goesOn = (id: string, at: number) => turns.take(id, { startMs: at, endMs: at + 500 })?.text;
  keep('long ago', 10_000);
  keep('now', 200_000);
  t.equal(goesOn('long ago', 10_500), undefined);
  t.equal(goesOn('now', 200_500), 'now');
  t.equal(goesOn('now', 200_500), undefined, 'nothing goes on with it twice');
});

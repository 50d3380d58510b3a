// What clients say of a query once they have its answer, or want none.
import { randomUUID } from 'node:crypto';
import t from 'tap';
import * as schemas from '../../src/http/schemas/schemas.js';
import { speak } from '../query/energy-transcriber.js';
import { audioQuery, call, hasShape, textQuery } from './calls.js';
import { startService } from './service.js';

t.test('feedback is kept with its query, also under the id of the answer to its upload', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const query = await call(service, '/queries', { token, json: textQuery('red') });
  const { href } = query.json._links.self;
  const durations = { vad: 800, userStop: 1_000, complete: 1_200.5 };
  for (const [method, json] of [
    ['POST', { rating: 5, description: 'good', durations }],
    ['PATCH', { rating: 'thumbs-up', duration: durations }],
    ['POST', { rating: null, extra: true }],
    ['POST', { durations: { vad: null, complete: 900 } }],
    ['POST', null],
  ] as const) {
    const reply = await call(service, `${href}/feedback`, { method, token, json });
    t.equal(reply.status, 200);
    t.strictSame(reply.json, {});
  }
  const kept = await service.store.getQuery(query.json.id);
  t.equal(kept?.feedback?.length, 5);
  t.strictSame(kept?.feedback?.[3].durations, { complete: 900 }, 'null is the same as absent');
  t.match(kept?.feedback?.[0], { rating: 5, description: 'good', durations });
  t.match(kept?.feedback?.[1], { rating: 'thumbs-up', durations });
  const heard = await call(service, '/queries', { token, json: audioQuery });
  const { audioId } = (await service.store.getQuery(heard.json.id))!;
  t.not(audioId, heard.json.id);
  for (const what of ['feedback', 'cancellation']) {
    const reply = await call(service, `/queries/${audioId}/${what}`, { token, json: { rating: 4 } });
    t.equal(reply.status, 200, `${what} under the id of an upload's answer, as known clients send it`);
  }
  const found = await call(service, `/queries/${audioId}`, { token });
  t.match(found.json, { id: heard.json.id, state: 'cancelled' });
  t.match((await service.store.getQuery(heard.json.id))?.feedback, [{ rating: 4 }]);
  const late = await call(service, `/queries/${audioId}/audio`, {
    token,
    body: Buffer.alloc(2),
    headers: { 'Content-Type': 'audio/pcm' },
  });
  t.equal(late.status, 404, 'audio goes to the query itself');
  const wrong = await call(service, `${href}/feedback`, {
    token,
    json: { rating: {}, durations: { vad: 'long' } },
  });
  t.equal(wrong.status, 400);
  t.same(wrong.json.errors.map((each: { pointer: string }) => each.pointer).sort(), [
    '/durations/vad',
    '/rating',
  ]);
  t.equal((await call(service, `/queries/${randomUUID()}/feedback`, { token, json: {} })).status, 404);
});

t.test('a cancelled query takes no audio, and one that has ended stays as it is', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const created = await call(service, '/queries', { token, json: audioQuery });
  const { self, audio } = created.json._links;
  const cancelled = await call(service, `${self.href}/cancellation`, {
    token,
    json: { cancelReason: 'user', detail: 'pressed stop' },
  });
  t.equal(cancelled.status, 200);
  t.strictSame(cancelled.json, {});
  const after = await call(service, self.href, { token });
  t.match(after.json, {
    state: 'cancelled',
    cancellation: { cancelReason: 'user', detail: 'pressed stop' },
  });
  hasShape(t, schemas.queryEntitySchema, after.json);
  t.match((await call(service, audio.href, { token, body: speak('red') })).json, {
    status: 409,
    state: 'cancelled',
  });

  const done = await call(service, '/queries', { token, json: textQuery('red') });
  const late = await call(service, `${done.json._links.self.href}/cancellation`, { token, method: 'POST' });
  t.equal(late.status, 200, 'also without a body, also when completed');
  t.equal((await call(service, done.json._links.self.href, { token })).json.state, 'completed');
});

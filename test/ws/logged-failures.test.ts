import t from 'tap';
import type { Json } from '../http/raw-client.js';
import { request, startSocketService } from './socket-service.js';

t.test('audio that fails has a line in the log, by the request id that its client was told', async (t) => {
  const service = await startSocketService(t, { query: { limits: { idleGapMs: 100, audioSeconds: 1 } } });
  const token = await service.sessionToken();
  const lineOf = (requestId: string, msg: string) =>
    service.socketLog.find((line) => line.requestId === requestId && line.msg === msg);
  const flac = { locale: 'en-US', queryType: 'audio', audioQuery: { mimeType: 'audio/flac' } };

  for (const [name, fields, audio, code] of [
    ['audio that does not decode', { entity: flac }, Buffer.alloc(2_000, 'no FLAC'), 'invalid_audio'],
    ['too much audio', {}, Buffer.alloc(40_000), 'payload_too_large'],
    ['a gap', {}, Buffer.alloc(100), 'request_timeout'],
  ] as const) {
    for (const headers of [{}, { 'x-request-id': `of ${name}` }]) {
      const client = await service.connect();
      client.sendJson(request(token, { ...fields, headers }));
      t.match(await client.nextJson(), { responseCode: 201 });
      client.sendAudio(audio);
      if (code === 'invalid_audio') client.endAudio();
      const { notificationType, entity } = await client.nextJson();
      t.match({ notificationType, entity }, { notificationType: 'client_error', entity: { code } }, name);
      t.match(lineOf(entity.requestId, 'notification'), { code, status: entity.status, transport: 'socket' });
      t.match(lineOf(entity.requestId, 'request'), { status: 201 }, 'it is that of the creation');
      if ('x-request-id' in headers) t.equal(entity.requestId, `of${name}`.replaceAll(' ', ''));
      client.destroy();
    }
  }
});

t.test("so has a message that is no request, and audio that is nobody's", async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const client = await service.connect();
  const given = { 'X-Request-ID': 'given' };
  for (const [message, requestId] of [
    [{ ...request(token, { headers: given }), method: 7 }, 'given'],
    [{ ...request(token, { headers: given }), requestId: {} }, 'given'],
    [{ type: 'response', headers: given }, 'given'],
    [{ ...request(token), headers: { ...given, a: {} } }, 'given'],
    [{ type: 'response', headers: 'none' }, undefined],
    [[], undefined],
  ] as [Json, string | undefined][]) {
    service.socketLog.length = 0;
    client.sendJson(message);
    const { entity } = await client.nextJson();
    t.equal(entity.code, 'invalid_request');
    if (requestId !== undefined) t.equal(entity.requestId, requestId);
    const [line] = service.socketLog;
    t.match(line, { requestId: entity.requestId, status: 400, code: 'invalid_request', transport: 'socket' });
  }
  service.socketLog.length = 0;
  client.sendAudio(Buffer.alloc(10));
  const { entity } = await client.nextJson();
  t.match(service.socketLog, [{ requestId: entity.requestId, status: 409, msg: 'notification' }]);
  client.sendJson(request('wrong'));
  await client.nextJson();
  t.match(service.socketLog[1], { status: 401, code: 'invalid_token', msg: 'request' });
});

t.test(
  'the log has the route of a request alone: its address may be a megabyte, or hold a token',
  async (t) => {
    const service = await startSocketService(t);
    const token = await service.sessionToken();
    const client = await service.connect();
    client.sendJson(request(token, { restUri: `/queries?${token}${'x'.repeat(1000)}` }));
    await client.nextJson();
    client.sendJson(request(token, { restUri: `/${token}/${'x'.repeat(1000)}` }));
    t.match(await client.nextJson(), { responseCode: 404 });
    client.sendJson({ ...request(token), method: 'PUT' });
    t.match(await client.nextJson(), { responseCode: 405 });
    t.match(service.socketLog, [
      { path: '/queries', status: 201 },
      { path: '(none)', status: 404 },
      { path: '/queries', status: 405 },
    ]);
    t.notMatch(JSON.stringify(service.socketLog), token);
  },
);

import t from 'tap';
import { requireUpgrade } from '../../src/ws/index.js';
import { speak } from '../query/energy-transcriber.js';
import { startSocketService } from '../ws/socket-service.js';
import { RawClient, type RawResponse } from './raw-client.js';
import { startService } from './service.js';
import { chunked, head, startUploadService } from './upload-clients.js';

const smallHeads = { headerBytes: 1_000, entityHeaderBytes: 1_000 };
const tooLong = `X-Long: ${'x'.repeat(4_000)}\r\n`;

async function answerTo(port: number, request: string): Promise<RawResponse> {
  const client = await RawClient.open(port);
  await client.send(request);
  const reply = await client.response();
  await client.closed;
  return reply;
}

t.test('a body whose framing is broken is answered by whoever reads it', async (t) => {
  const service = await startUploadService(t);
  const { id } = await service.query();
  const client = await service.client();
  await client.send(head(service, `/queries/${id}/audio`, { ...chunked, 'X-Request-Id': 'upload' }));
  await client.sendChunk(speak('red'));
  await service.until(() => service.transcriber.samples > 0);
  await client.send('nonsense\r\n');
  const reply = await client.response();
  t.match(reply.json(), { status: 400, code: 'invalid_request', requestId: 'upload', queryId: id });
  t.match(reply.headers, { 'x-request-id': 'upload', connection: 'close' });
  const failure = { code: 'invalid_request', detail: /chunk size/ };
  t.match(await service.get(`/queries/${id}`), { state: 'failed', failure });
  t.match(await service.logLine('upload'), { status: 400, code: 'invalid_request' });
  await client.send('more\r\n');
  await client.closed;

  const json = await answerTo(
    service.port,
    `${head(service, '/queries', { ...chunked, 'Content-Type': 'application/json', 'X-Request-Id': 'json' })}2\r\n{}x`,
  );
  t.match(json.json(), { status: 400, code: 'invalid_request', requestId: 'json' });
  t.match(await service.logLine('json'), { status: 400, code: 'invalid_request', path: '/queries' });
  t.equal(service.transcriber.openStreams, 0);
});

t.test('a broken body that nobody reads ends the connection with the answer', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  for (const body of ['no size\r\n', '1\r\nx\r\nno size\r\n']) {
    const get = `GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
    const reply = await answerTo(service.port, get);
    t.match(reply, { status: 200, headers: { connection: 'close' } }, JSON.stringify(body));
  }
});

t.test('what is no request is answered and logged by the id that it has', async (t) => {
  const service = await startService({ http: { limits: smallHeads } });
  t.teardown(() => service.close());
  for (const [id, request, status, code] of [
    ['brew', 'BREW /health HTTP/1.1\r\nHost: a\r\nX-Request-Id: brew\r\n\r\n', 501, 'not_implemented'],
    ['tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\nX-Request-Id: tunnel\r\n\r\n', 501, 'not_implemented'],
    [
      'long',
      `GET /health HTTP/1.1\r\nHost: a\r\nx-request-id:long\r\n${tooLong}\r\n`,
      431,
      'header_too_large',
    ],
    ['bad', 'GET /health HTTP/1.1\r\nX-Request-Id: <bad>\r\na(b: c\r\n\r\n', 400, 'invalid_request'],
    [undefined, 'nonsense\r\n\r\nGET / HTTP/1.1\r\nX-Request-Id: other\r\n\r\n', 400, 'invalid_request'],
  ] as const) {
    const reply = await answerTo(service.port, request);
    const requestId = reply.headers['x-request-id'];
    t.match(reply.json(), { status, code, requestId });
    if (id === undefined) t.match(requestId, /^[0-9a-f-]{36}$/);
    else t.equal(requestId, id);
    t.match(await service.logLine(requestId), { status, code, msg: 'request' });
  }
  const client = await RawClient.open(service.port);
  await client.send(
    'GET /health HTTP/1.1\r\nHost: a\r\nX-Request-Id: first\r\n\r\n' +
      'BREW /health HTTP/1.1\r\nHost: a\r\nX-Request-Id: second\r\n\r\n',
  );
  t.equal((await client.response()).headers['x-request-id'], 'first');
  t.equal((await client.response()).headers['x-request-id'], 'second');
  await client.closed;
});

t.test('the issuer says with the status alone what never became a request', async (t) => {
  const limits = smallHeads;
  const shared = await startService({ http: { limits, basePath: '/voice' } });
  const own = await startService({ http: { limits, issuer: 'own' } });
  t.teardown(() => Promise.all([shared.close(), own.close()]));
  const { port } = own.http.issuerServer!.address() as { port: number };
  for (const [at, path] of [
    [shared.port, '/auth/tokens'],
    [shared.port, '/voice/auth/tokens?x=1'],
    [shared.port, 'http://a/auth/tokens/'],
    [port, '/tokens'],
  ] as const) {
    const line = `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Request-Id: of-issuer\r\n`;
    const authorization = `Authorization: Bearer ${at === port ? own.organisationToken : shared.organisationToken}\r\n`;
    const body = `${line}${authorization}Transfer-Encoding: chunked\r\n\r\n2\r\n{}`;
    for (const [name, request, status] of [
      ['a broken chunk', `${body}nonsense\r\n`, 400],
      ['headers over the limit', `${line}${tooLong}\r\n`, 431],
      ['an unknown method', `${line.replace('POST', 'BREW')}\r\n`, 501],
    ] as const) {
      const reply = await answerTo(at, request);
      t.equal(reply.status, status, `${path}: ${name}`);
      t.equal(reply.body, '', name);
      t.notOk(reply.headers['content-type'], name);
      t.equal(reply.headers['x-request-id'], 'of-issuer', name);
    }
    const leaving = await RawClient.open(at);
    leaving.socket.end(body);
    t.match(await leaving.response(), { status: 400, body: '', headers: { 'x-request-id': 'of-issuer' } });
    await leaving.closed;
  }
  const other = await answerTo(shared.port, `POST /auth/tokenss HTTP/1.1\r\nHost: a\r\n${tooLong}\r\n`);
  t.match(other.json(), { status: 431 }, 'what is not at the address of the issuer is a problem');
});

t.test('all headers count, as long as they are not too large', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const many = 'a:\r\n'.repeat(5_000);
  const client = await RawClient.open(service.port);
  await client.send(`GET /health HTTP/1.1\r\n${many}Host: a\r\nX-Request-Id: last\r\n\r\n`);
  t.match(await client.response(), { status: 200, headers: { 'x-request-id': 'last' } });
  client.close();
});

t.test('a client that closes is left so by an answer with a Connection header of its own', async (t) => {
  const service = await startSocketService(t, { http: { extensions: [requireUpgrade] } });
  for (const [version, header] of [
    ['1.1', 'Connection: close\r\n'],
    ['1.0', ''],
  ]) {
    const reply = await answerTo(
      service.port,
      `GET /websocketapi HTTP/${version}\r\nHost: a\r\n${header}\r\n`,
    );
    t.match(reply, { status: 426, headers: { upgrade: 'websocket', connection: 'Upgrade, close' } });
  }
  const client = await RawClient.open(service.port);
  for (let index = 0; index < 2; index++) {
    await client.send('GET /websocketapi HTTP/1.1\r\nHost: a\r\n\r\n');
    t.match(await client.response(), { status: 426, headers: { connection: 'Upgrade' } });
  }
  client.close();
});

import { connect } from 'node:net';
import t from 'tap';
import { RawClient } from './raw-client.js';
import { startService } from './service.js';
import { chunked, head, startUploadService } from './upload-clients.js';

t.test('what is no request', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const host = `Host: 127.0.0.1:${service.port}\r\n`;
  const rows: [name: string, request: string, status: number, code: string][] = [
    ['two hosts', `GET /health HTTP/1.1\r\n${host}${host}\r\n`, 400, 'invalid_header'],
    ['two hosts that differ', `GET /health HTTP/1.1\r\n${host}hOsT: other\r\n\r\n`, 400, 'invalid_header'],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400, 'invalid_header'],
    ['not HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['bad header', `GET /health HTTP/1.1\r\n${host}a(b: c\r\n\r\n`, 400, 'invalid_request'],
    [
      'chunked and a length',
      `POST /tokens HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
      400,
      'invalid_request',
    ],
    [
      'headers over the limit',
      `GET /health HTTP/1.1\r\n${host}X-Big: ${'x'.repeat(140_000)}\r\n\r\n`,
      431,
      'header_too_large',
    ],
    [
      'another transfer coding',
      `POST /tokens HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      501,
      'not_implemented',
    ],
    [
      'credentials that contradict each other',
      `GET /health HTTP/1.1\r\n${host}Authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n`,
      400,
      'invalid_header',
    ],
    [
      'types that contradict each other',
      `POST /queries HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Type: audio/wav\r\n\r\n`,
      400,
      'invalid_header',
    ],
    ['a host that is none', 'GET /health HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'invalid_header'],
    ['a host with a user', 'GET /health HTTP/1.1\r\nHost: me@here\r\n\r\n', 400, 'invalid_header'],
    ['a method nobody knows', `BREW /health HTTP/1.1\r\n${host}\r\n`, 501, 'not_implemented'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 501, 'not_implemented'],
    ['a version that Node would take', `GET /health HTTP/2.0\r\n${host}\r\n`, 400, 'invalid_request'],
    ['another protocol version', `GET /health HTTP/3.0\r\n${host}\r\n`, 400, 'invalid_request'],
  ];
  for (const [name, request, status, code] of rows) {
    const client = await RawClient.open(service.port);
    await client.send(request);
    const reply = await client.response();
    t.equal(reply.status, status, name);
    t.match(reply.json(), { status, code, requestId: reply.headers['x-request-id'] }, name);
    t.equal(reply.headers['content-type'], 'application/problem+json', name);
    t.ok(Date.parse(reply.headers.date) > 0, `${name}: date`);
    client.close();
  }
  const old = await RawClient.open(service.port);
  await old.send('GET /health HTTP/1.0\r\n\r\n');
  t.equal((await old.response()).status, 200, 'HTTP/1.0 needs no host');
  const twice = await RawClient.open(service.port);
  const same = 'Content-Type: application/json\r\n';
  await twice.send(`GET /health HTTP/1.1\r\n${host}${same}${same}\r\n`);
  t.equal((await twice.response()).status, 200, 'a header twice is no contradiction');
  twice.close();
  const absolute = await RawClient.open(service.port);
  await absolute.send(`GET http://127.0.0.1:${service.port}/health HTTP/1.1\r\n${host}\r\n`);
  t.equal((await absolute.response()).status, 200, 'absolute form');
  absolute.close();
  const next = await RawClient.open(service.port);
  const unknown = `BREW /health HTTP/1.1\r\n${host}\r\n`;
  await next.send(`GET /health HTTP/1.1\r\n${host}\r\n${unknown}`);
  t.equal((await next.response()).status, 200);
  t.equal((await next.response()).status, 501, 'a method nobody knows, after one that is');
  await next.closed;
  for (const name of ['', '[::1]:8080', 'a_b.example:80', 'under.proxy%2e']) {
    const named = await RawClient.open(service.port);
    await named.send(`GET /health HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
    t.equal((await named.response()).status, 200, `Host: ${name}`);
    named.close();
  }
});

t.test('what is wrong with the framing is said', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const start = `POST /queries HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${await service.sessionToken()}\r\n`;
  const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`;
  for (const [request, status, detail] of [
    [
      `${start}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n`,
      400,
      /Content-Length.*Transfer-Encoding/,
    ],
    [`${start}Content-Length: five\r\n\r\n`, 400, /Content-Length/],
    [`${chunked}five\r\nhello\r\n`, 400, /chunk size/],
    [`${chunked}5;${'x'.repeat(20_000)}\r\nhello\r\n`, 413, /extensions/],
    [`${start}X-Half: a`, 400, /ended before/],
  ] as const) {
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(request);
    let answer = '';
    for await (const chunk of socket) answer += chunk.toString('latin1');
    t.match(answer, new RegExp(`^HTTP/1.1 ${status} `), `${detail}`);
    t.match(JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n'))).detail, detail);
  }
});

t.test('the issuer says with the status alone what is wrong with the head of a request', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const start = `POST /auth/tokens HTTP/1.1\r\nAuthorization: Bearer ${service.organisationToken}\r\n`;
  const body = '{"uid":"x"}';
  for (const [name, rest, status] of [
    ['sound', `Host: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 200],
    ['two hosts', `Host: a\r\nHost: b\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 400],
    ['a transfer coding', 'Host: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 501],
  ] as const) {
    const client = await RawClient.open(service.port);
    await client.send(start + rest);
    const reply = await client.response();
    t.equal(reply.status, status, name);
    if (status !== 200) {
      t.equal(reply.body, '', name);
      t.notOk(reply.headers['content-type'], name);
    }
    client.close();
  }
});

t.test(
  'a JSON body may be as long as the limit and no longer, whether its length is told or not',
  async (t) => {
    const service = await startUploadService(t, { http: { limits: { entityBytes: 100 } } });
    for (const [bytes, status] of [
      [100, 201],
      [101, 413],
    ] as const) {
      const body = '{"locale":"en-US"}'.padEnd(bytes);
      const json = { 'Content-Type': 'application/json' };
      const told = await service.client();
      await told.send(head(service, '/conversations', { ...json, 'Content-Length': String(bytes) }) + body);
      t.equal((await told.response()).status, status);
      const untold = await service.client();
      await untold.send(head(service, '/conversations', { ...json, ...chunked }));
      await untold.sendChunk(Buffer.from(body));
      await untold.endChunks();
      t.equal((await untold.response()).status, status);
    }
  },
);

import t from 'tap';
import { requireUpgrade } from '../../src/ws/index.js';
import { RawClient } from '../http/raw-client.js';
import { startSocketService } from './socket-service.js';

t.test('no sub-protocol is agreed to, as there is none of ours', async (t) => {
  const service = await startSocketService(t);
  const client = await RawClient.open(service.port);
  await client.send(
    `GET /websocketapi HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt, a\r\n\r\n',
  );
  const { status, headers } = await client.response({ head: true });
  t.equal(status, 101);
  t.notOk('sec-websocket-protocol' in headers);
  client.close();
});

t.test('what is a handshake, and what is none', async (t) => {
  const service = await startSocketService(t, { http: { extensions: [requireUpgrade] } });
  const token = await service.sessionToken();
  const offer = (protocols: string) =>
    `Host: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\nUpgrade: ${protocols}\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const text = '{"locale":"en-US","textQuery":{"text":"red"}}';
  const json = `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  const at = '/websocketapi';
  for (const [name, request, status, code] of [
    ['HTTP/1.0 has no upgrades', `GET ${at} HTTP/1.0\r\n${offer('websocket')}\r\n`, 426, 'upgrade_required'],
    ['one offer of several', `GET ${at} HTTP/1.1\r\n${offer('h2c, WebSocket')}\r\n`, 101, undefined],
    [
      'a body',
      `GET ${at} HTTP/1.1\r\n${offer('websocket')}Content-Length: 1\r\n\r\nx`,
      400,
      'invalid_request',
    ],
    [
      'a body in chunks',
      `GET ${at} HTTP/1.1\r\n${offer('websocket')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'invalid_request',
    ],
    [
      'no body, in words',
      `GET ${at} HTTP/1.1\r\n${offer('websocket')}Content-Length: 0\r\n\r\n`,
      101,
      undefined,
    ],
    ['an offer beside a request', `POST /queries HTTP/1.1\r\n${offer('websocket')}${json}`, 201, undefined],
    ['another method', `POST ${at} HTTP/1.1\r\n${offer('websocket')}${json}`, 426, 'upgrade_required'],
  ] as const) {
    const client = await RawClient.open(service.port);
    await client.send(request);
    const reply = await client.response();
    t.equal(reply.status, status, name);
    if (code !== undefined) t.match(reply.json(), { status, code }, name);
    if (status === 101) t.match(reply.headers, { upgrade: 'websocket' }, name);
    client.close();
  }
});

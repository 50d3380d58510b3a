import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { audioQuery, base64, call, entity, pcm, textQuery } from './calls.js';
import { RawClient } from './raw-client.js';
import { startService } from './service.js';

// What is refused is said in terms of what the client sent.
t.test('refusals name what to change', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();

  await t.test('faults of an entity in a header', async (t) => {
    for (const [value, detail, pointer] of [
      [{}, 'X-Service-Entity: /locale: is required.', '/locale'],
      [[], 'X-Service-Entity: must be a JSON object.', ''],
      [{ locale: 5, queryType: 'text' }, 'X-Service-Entity: /locale: must be a string.', '/locale'],
    ] as const) {
      const reply = await call(service, '/queries', { token, headers: entity(value), body: speak('red') });
      t.match(reply.json, { detail, errors: [{ pointer }] });
    }
  });

  await t.test('a header that came twice', async (t) => {
    const names = {
      'X-Service-Entity': base64({ locale: 'en-US' }),
      'X-Service-Audio-Profile-Id': '8f14e45f-ceea-4a7a-9c3b-1b2c3d4e5f60',
      'X-Service-Ignore-Vad': 'true',
      'X-Service-Client-Info': '{}',
    };
    for (const [name, value] of Object.entries(names)) {
      const client = await RawClient.open(service.port);
      await client.send(
        `POST /queries HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: audio/pcm\r\n${name}: ${value}\r\n${name.toLowerCase()}: ${value}\r\nContent-Length: 0\r\n\r\n`,
      );
      t.match((await client.response()).json(), {
        code: 'invalid_header',
        detail: `Send one ${name.toLowerCase()} header.`,
      });
      client.close();
    }
  });

  await t.test('a body that is compressed', async (t) => {
    const headers = { ...pcm, 'Content-Encoding': 'gzip', 'X-Service-Entity': base64({ locale: 'en-US' }) };
    const audio = await call(service, '/queries', { token, headers, body: 'x' });
    const json = await call(service, '/queries', {
      token,
      headers: { 'Content-Encoding': 'br' },
      json: audioQuery,
    });
    for (const reply of [audio, json]) {
      t.equal(reply.status, 415);
      t.equal(reply.headers.get('accept-encoding'), 'identity', 'RFC 9110 section 15.5.16');
    }
    const ascii = { 'Content-Type': 'application/json; charset=us-ascii' };
    t.equal((await call(service, '/queries', { token, headers: ascii, json: audioQuery })).status, 201);
  });

  await t.test('audio for a text query', async (t) => {
    const { id } = (await call(service, '/queries', { token, json: textQuery('red') })).json;
    const reply = await call(service, `/queries/${id}/audio`, { token, headers: pcm, body: speak('red') });
    t.match(reply.json, { status: 409, state: 'completed', detail: /^A text query takes no audio/ });
  });

  await t.test('a header that only sockets use', async (t) => {
    const headers = { 'X-Service-Partial-Results': 'maybe' };
    const reply = await call(service, '/queries', { token, headers, json: audioQuery });
    t.match(reply.json, { status: 400, detail: 'X-Service-Partial-Results must be true or false.' });
  });
});

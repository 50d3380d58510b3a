import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';
import t from 'tap';
import { loadTls } from '../../src/http/tls/tls.js';
import { startService } from './service.js';

t.test('who speaks HTTP where HTTPS is spoken gets no answer, but the log says so', async (t) => {
  const { context } = (await loadTls({ data: t.testdir(), selfSigned: true }))!;
  const service = await startService({ http: { tls: context } });
  t.teardown(() => service.close());
  await t.rejects(fetch(`http://127.0.0.1:${service.port}/health`));
  t.equal(service.logLines.at(-1)?.msg, 'a client speaks HTTP here: its address must begin with https://');
});

t.test(
  'a client of HTTP/1.0 that names its version in the handshake is served, too (RFC 7301)',
  async (t) => {
    const { context, authority: ca } = (await loadTls({ data: t.testdir(), selfSigned: true }))!;
    const service = await startService({ http: { tls: context } });
    t.teardown(() => service.close());
    for (const version of ['1.0', '1.1']) {
      const protocol = `http/${version}`;
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(
          { port: service.port, host: '127.0.0.1', ca, ALPNProtocols: [protocol] },
          () => {
            t.equal(socket.alpnProtocol, protocol);
            socket.write(`GET /health HTTP/${version}\r\nHost: kiosk\r\nConnection: close\r\n\r\n`);
          },
        );
        socket.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        socket.on('error', reject).on('end', () => resolve(text));
      });
      t.match(answer, /^HTTP\/1\.1 200 /);
    }
  },
);

t.test(
  'who connects and says nothing is not waited for longer than for headers',
  { timeout: 20_000 },
  async (t) => {
    const { context } = (await loadTls({ data: t.testdir(), selfSigned: true }))!;
    const service = await startService({ http: { tls: context, limits: { headersMs: 150 } } });
    t.teardown(() => service.close());
    const silent = connectPlain({ port: service.port, host: '127.0.0.1' });
    t.teardown(() => silent.destroy());
    await once(silent.resume(), 'close');
  },
);

import { X509Certificate } from 'node:crypto';
import {
  copyFileSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import {
  AuthorityKeyIdentifierExtension,
  X509Certificate as ParsedCertificate,
  SubjectKeyIdentifierExtension,
} from '@peculiar/x509';
import t from 'tap';
import { localCertificate, machineHosts } from '../../src/http/tls/local-certificate.js';
import { loadTls, type Tls } from '../../src/http/tls/tls.js';
import { renewTls } from '../../src/http/tls/tls-renewal.js';
import { startService } from './service.js';

const dayMs = 86_400_000;
/** How long one of our own is good, from its making on. */
const certificateDays = 824;

function fetchOverTls(tls: Tls, options: { ca?: string; host: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer(tls.context, (_request, response) => response.end('hello'));
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      get({ port, path: '/', agent: false, servername: '', ...options }, (response) => {
        response.setEncoding('utf8').on('data', resolve);
        response.on('close', () => server.close());
      }).on('error', (error) => {
        server.close();
        reject(error);
      });
    });
  });
}

t.test('no TLS unless it is asked for', async (t) => {
  t.equal(await loadTls({ data: t.testdir() }), undefined);
});

t.test('a certificate of our own is trusted through its authority, and only through it', async (t) => {
  const tls = await loadTls({ data: t.testdir(), selfSigned: true });
  t.equal(await fetchOverTls(tls!, { ca: tls!.authority, host: '127.0.0.1' }), 'hello');
  await t.rejects(fetchOverTls(tls!, { host: '127.0.0.1' }), { code: /SELF_SIGNED|UNABLE_TO/ });
  const leaf = new X509Certificate(tls!.context.cert as string);
  for (const host of ['localhost', ...machineHosts()]) {
    t.ok(leaf.checkHost(host) ?? leaf.checkIP(host), host);
  }
  t.ok(tls!.advice.some((line) => line.includes(new X509Certificate(tls!.authority!).fingerprint256)));
});

t.test('the keys are named as strict clients want it: RFC 5280 sections 4.2.1.1 and 4.2.1.2', async (t) => {
  const { cert, authority } = await localCertificate({ folder: join(t.testdir(), 'tls'), hosts: ['::1'] });
  const [leaf, root] = [cert, authority].map((pem) => new ParsedCertificate(pem));
  const rootKey = root.getExtension(SubjectKeyIdentifierExtension)?.keyId;
  t.match(rootKey, /^[0-9a-f]{40}$/);
  t.equal(leaf.getExtension(AuthorityKeyIdentifierExtension)?.keyId, rootKey);
  t.match(leaf.getExtension(SubjectKeyIdentifierExtension)?.keyId, /^[0-9a-f]{40}$/);
  t.equal(leaf.issuer, root.subject);
});

t.test('it is kept, and only the part that must change is made again', async (t) => {
  const folder = join(t.testdir(), 'tls');
  const hosts = ['localhost', '192.168.1.20'];
  const first = await localCertificate({ folder, hosts });
  t.equal(statSync(join(folder, 'authority.key')).mode & 0o077, 0);
  t.equal(statSync(join(folder, 'server.key')).mode & 0o077, 0);
  t.strictSame(await localCertificate({ folder, hosts }), first);

  const moved = await localCertificate({ folder, hosts: ['localhost', '192.168.1.21'] });
  t.equal(moved.authority, first.authority, 'clients need not trust anew when the address changes');
  t.not(moved.cert, first.cert);
  t.ok(new X509Certificate(moved.cert).checkIP('192.168.1.21'));

  const later = await localCertificate({ folder, hosts, now: () => Date.now() + 800 * dayMs });
  t.equal(later.authority, first.authority);
  t.ok(Date.parse(new X509Certificate(later.cert).validTo) > Date.now() + 1500 * dayMs);
  const validMs =
    Date.parse(new X509Certificate(later.cert).validTo) -
    Date.parse(new X509Certificate(later.cert).validFrom);
  t.ok(validMs <= 825 * dayMs);
});

t.test('it is replaced a month before it runs out, and where another authority has issued it', async (t) => {
  const folder = join(t.testdir(), 'tls');
  const hosts = ['localhost'];
  const made = Date.now();
  const at = (days: number) => localCertificate({ folder, hosts, now: () => made + days * dayMs });
  const first = await at(0);
  t.equal((await at(certificateDays - 31)).cert, first.cert);
  const second = await at(certificateDays - 29);
  t.not(second.cert, first.cert);
  t.equal(second.authority, first.authority);

  const other = await localCertificate({ folder: join(t.testdirName, 'other'), hosts });
  for (const file of ['authority.pem', 'authority.key'])
    copyFileSync(join(t.testdirName, 'other', file), join(folder, file));
  const third = await at(certificateDays - 29);
  t.equal(third.authority, other.authority);
  const [leaf, issuer] = [third.cert, third.authority].map((pem) => new X509Certificate(pem));
  t.ok(leaf.verify(issuer.publicKey), 'whoever trusts the authority trusts the server');
});

t.test('a clock that lost its time changes nothing that clients trust', async (t) => {
  const folder = join(t.testdir(), 'tls');
  const hosts = ['localhost'];
  const first = await localCertificate({ folder, hosts });
  const now = () => 0;
  t.strictSame(await localCertificate({ folder, hosts, now }), first, 'the certificate stays, too');
  const moved = await localCertificate({ folder, hosts: [...hosts, '192.168.1.21'], now });
  t.equal(moved.authority, first.authority);
  const { validFrom, validTo } = new X509Certificate(moved.cert);
  t.ok(
    Date.parse(validFrom) <= Date.now() && Date.parse(validTo) > Date.now(),
    'good by the time of clients',
  );
});

t.test('a clock that was ahead for a while costs nobody the trust', async (t) => {
  const folder = join(t.testdir(), 'tls');
  const hosts = ['localhost'];
  const at = (years: number) =>
    localCertificate({ folder, hosts, now: () => Date.now() + years * 365 * dayMs });
  const isGoodNow = ({ cert }: { cert: string }) =>
    Date.parse(new X509Certificate(cert).validFrom) <= Date.now();
  const first = await at(0);
  t.not((await at(3)).cert, first.cert, 'the server has another certificate then');
  const second = await at(0);
  t.equal(second.authority, first.authority);
  t.ok(isGoodNow(second), 'and one of today when the clock is right again');
  const ahead = await at(50);
  t.not(ahead.authority, first.authority, 'one that has run out is replaced');
  const third = await at(0);
  t.equal(third.authority, first.authority);
  t.ok(isGoodNow(third));
  t.equal((await at(50)).authority, ahead.authority, 'whichever of the times was the wrong one');
  t.equal(statSync(join(folder, 'authority-aside.key')).mode & 0o077, 0);
});

t.test('a first start with a clock that is ahead is told of', async (t) => {
  const data = t.testdir();
  const early = await loadTls({ data, selfSigned: true, hosts: ['localhost'] });
  t.strictSame(early!.warnings, []);
  const other = join(data, 'other');
  await localCertificate({ folder: join(other, 'tls'), now: () => Date.now() + 3 * 365 * dayMs });
  const tls = await loadTls({ data: other, selfSigned: true, hosts: ['localhost'] });
  t.match(tls!.warnings, [/good from .* on: set the clock of this machine/]);
});

t.test('a damaged or mismatched file is replaced', async (t) => {
  const folder = join(t.testdir(), 'tls');
  const hosts = ['localhost'];
  const first = await localCertificate({ folder, hosts });
  writeFileSync(join(folder, 'server.pem'), 'not a certificate');
  t.not((await localCertificate({ folder, hosts })).cert, first.cert);
  copyFileSync(join(folder, 'authority.key'), join(folder, 'server.key'));
  const repaired = await localCertificate({ folder, hosts });
  t.equal(repaired.key, readFileSync(join(folder, 'server.key'), 'utf8'));
  t.not(repaired.key, readFileSync(join(folder, 'authority.key'), 'utf8'));
});

t.test('an authority that is replaced is told of, as clients must trust it anew', async (t) => {
  const data = t.testdir();
  const warnings = async () => (await loadTls({ data, selfSigned: true, hosts: ['localhost'] }))!.warnings;
  t.strictSame(await warnings(), [], 'not the first');
  for (const name of ['authority.key', 'authority.pem']) {
    truncateSync(join(data, 'tls', name), 0);
    t.match(await warnings(), [/^The authority was damaged, .* until they trust the new .*authority\.pem/]);
    t.strictSame(await warnings(), [], 'once');
  }
});

t.test('what cannot be read is not replaced', async (t) => {
  const folder = join(t.testdir(), 'tls');
  await localCertificate({ folder, hosts: ['localhost'] });
  const [key, aside] = [join(folder, 'authority.key'), join(folder, 'aside')];
  renameSync(key, aside);
  // Whoever asks for it is sent in a circle.
  symlinkSync(key, key);
  const trusted = readFileSync(join(folder, 'authority.pem'), 'utf8');
  await t.rejects(localCertificate({ folder, hosts: ['localhost'] }), { code: 'invalid_config' });
  unlinkSync(key);
  renameSync(aside, key);
  t.equal((await localCertificate({ folder, hosts: ['localhost'] })).authority, trusted);
});

t.test('files that do not fit are refused with the reason', async (t) => {
  const data = t.testdir({ junk: 'junk' });
  await localCertificate({ folder: data, hosts: ['localhost'] });
  const file = (name: string) => join(data, name);
  const refused = (options: { cert?: string; key?: string }, reason: RegExp) =>
    t.rejects(loadTls({ data, ...options }), { code: 'invalid_config', message: reason });
  await refused({ cert: file('server.pem') }, /together/);
  await refused({ cert: file('none.pem'), key: file('server.key') }, /none\.pem cannot be read/);
  await refused({ cert: file('junk'), key: file('server.key') }, /not a PEM certificate/);
  await refused({ cert: file('server.pem'), key: file('junk') }, /not a PEM private key/);
  await refused({ cert: file('server.pem'), key: file('authority.key') }, /does not belong/);
  const tls = await loadTls({ data, cert: file('server.pem'), key: file('server.key') });
  t.equal(
    await fetchOverTls(tls!, { ca: readFileSync(file('authority.pem'), 'utf8'), host: '127.0.0.1' }).catch(
      (error) => error.code,
    ),
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'the certificate that was asked for is served',
  );
});

t.test('files that are replaced take effect while the service runs, and bad ones do not', async (t) => {
  const data = t.testdir();
  const [cert, key] = [join(data, 'server.pem'), join(data, 'server.key')];
  const issue = (address: string) => localCertificate({ folder: data, hosts: ['127.0.0.1', address] });
  const load = () => loadTls({ data, cert, key });
  const { authority: ca } = await issue('192.168.1.20');
  const current = (await load())!;
  const service = await startService({ http: { tls: current.context } });
  t.teardown(() => service.close());
  const seen = () => certificateOf(service.port, ca);
  t.ok((await seen()).checkIP('192.168.1.20'));

  const told: string[] = [];
  const log = { info: (line: string) => told.push(line), warn: (_: object, line: string) => told.push(line) };
  const use = ({ context }: Tls) => service.http.useTls(context);
  t.teardown(renewTls({ current, load, use, log: log as never, everyMs: 20 }));
  await issue('192.168.1.21');
  // A certificate whose key is not there yet may be seen in between.
  while (!told.includes('HTTPS uses a new certificate')) await delay(5);
  const renewed = await seen();
  t.ok(renewed.checkIP('192.168.1.21'));

  told.length = 0;
  writeFileSync(cert, 'half a certi');
  while (told.length === 0) await delay(5);
  t.match(told[0], /cannot be renewed; the last one stays/);
  t.equal((await seen()).fingerprint256, renewed.fingerprint256);
});

t.test('a certificate that runs out is warned of once before, and once when it has', async (t) => {
  /** What is told of one that had so many days left when it was read. */
  const toldOf = async (daysLeft: number): Promise<string[]> => {
    const data = t.testdir();
    const madeAt = Date.now() - (certificateDays - daysLeft) * dayMs;
    await localCertificate({ folder: data, now: () => madeAt });
    const load = () => loadTls({ data, cert: join(data, 'server.pem'), key: join(data, 'server.key') });
    const read = (await load())!;
    const told: string[] = [];
    let checks = 0;
    const end = renewTls({
      // as it was read when it was still good
      current: { ...read, warnings: [] },
      load: () => {
        checks++;
        return load();
      },
      use: () => t.fail('it is the same'),
      log: { info: () => t.fail('it is more than that'), warn: (line: string) => told.push(line) } as never,
      everyMs: 5,
    });
    while (checks < 4) await delay(5);
    end();
    return told;
  };
  t.strictSame(await toldOf(20), []);
  const [soon, ...more] = await toldOf(10);
  t.match(soon, /expires on .* and has not been renewed/);
  t.strictSame(more, []);
  const [expired, ...further] = await toldOf(-1);
  t.match(expired, /expired on .*: renew it/);
  t.strictSame(further, []);
});

/** What the listener shows to a client that trusts `ca`. */
function certificateOf(port: number, ca: string): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ca }, () => {
      resolve(socket.getPeerX509Certificate()!);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

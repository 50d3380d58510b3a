import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import t, { type Test } from 'tap';
import { ControlClient } from '../../src/auth/control-client.js';
import { ControlServer } from '../../src/auth/control-server.js';
import { DirectTokenAdmin } from '../../src/auth/token-admin.js';
import { TokenService } from '../../src/auth/token-service.js';
import { configCommand } from '../../src/cli/config.js';
import { addConfigOptions } from '../../src/cli/config-options.js';
import { tokensCommand } from '../../src/cli/tokens.js';
import { options } from '../../src/config/options.js';
import { LevelTokenStore } from '../../src/store/level-token-store.js';
import { nodeCommand } from '../node-command.js';
import { silentLog as log, openDatabase } from '../store/open-database.js';

/** Runs a command line and returns what it printed. */
async function earshot(args: string[], { cwd = '/', env = {}, input = '' } = {}): Promise<string> {
  let printed = '';
  const stdout = {
    write(text: string) {
      printed += text;
    },
  };
  const terminal = { stdout, stdin: Readable.from([input]), env, cwd };
  const program = new Command('earshot')
    .addCommand(tokensCommand(terminal))
    .addCommand(configCommand(terminal));
  const quiet = (command: Command) => {
    command.exitOverride().configureOutput({ writeOut: stdout.write, writeErr: () => undefined });
    command.commands.forEach(quiet);
  };
  quiet(program);
  await program.parseAsync(args, { from: 'user' });
  return printed;
}

async function serve(t: Test, directory: string) {
  const child = spawn(
    ...nodeCommand([fileURLToPath(new URL('./serve-tokens.js', import.meta.url)), directory]),
  );
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await once(child.stdout, 'data');
  return { child, output: () => output };
}

/** A folder with a short path: a socket's address holds about a hundred bytes. */
function shortFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The whole life of tokens from the shell, the same with and without a server. */
async function tokenLife(t: Test, data: string): Promise<void> {
  const run = (...args: string[]) => earshot(['tokens', ...args, '--data', data]);
  const organisation = await run('organisation', 'shop', '--api-calls', '5', '--max-validity', 'P10D');
  t.match(organisation, /^eso_[\w-]{43}\n$/);
  const token = (await run('issue', '--uid', 'anna', '--organisation', 'shop')).trim();
  t.match(token, /^esr_/);
  const issued = JSON.parse(
    await run('issue', '--uid', 'bert', '--organisation', 'shop', '--validity', 'P1D', '--json'),
  );
  t.match(issued, { value: /^esr_/, expiresAt: /T.*\.\d{3}Z$/, id: /^[\w-]{43}$/ });
  await t.rejects(run('issue', '--uid', 'x', '--organisation', 'shop', '--validity', 'P11D'), {
    code: 'invalid_request',
    faults: [{ pointer: '/validity' }],
    message: '--validity is longer than this organisation allows, which is 10 days.',
  });
  await t.rejects(run('issue', '--uid', '', '--organisation', 'shop', '--validity', '3d'), {
    message: /^--uid must be a text .*; --validity "3d" is not an ISO 8601 duration\. Write/,
  });
  await t.rejects(run('issue', '--uid', 'x', '--organisation', 'hsop'), {
    code: 'not_found',
    message: /shop/,
  });
  await t.rejects(run('organisation', 'shop'), {
    code: 'invalid_request',
    message: 'The name is taken: there is an organisation shop.',
  });

  const listed = JSON.parse(await run('list', '--organisation', 'shop', '--json'));
  t.match(listed, [
    { kind: 'organisation', organisation: 'shop' },
    { kind: 'refresh', uid: 'anna' },
    { kind: 'refresh', uid: 'bert', id: issued.id, expiresAt: issued.expiresAt },
  ]);
  const table = await run('list', '--uid', 'bert');
  t.match(table.split('\n'), [
    /^ID +KIND +ORGANISATION +UID +CREATED +EXPIRES$/,
    /^[\w-]{12} +refresh +shop +bert /,
    /^$/,
  ]);
  t.notMatch(table + JSON.stringify(listed), /es[ors]_/, 'a list shows no token');

  t.equal(await run('revoke', issued.id.slice(0, 12)), 'Revoked: 1 refresh token.\n');
  await t.rejects(run('revoke', issued.id), { code: 'not_found' });
  await t.rejects(run('revoke', 'abc'), { code: 'invalid_request' });
  await t.rejects(run('revoke'), { code: 'invalid_request' });
  await t.rejects(run('revoke', token, '--uid', 'anna'), { code: 'invalid_request' });
  const byInput = await earshot(['tokens', 'revoke', '-', '--json', '--data', data], { input: `${token}\n` });
  t.strictSame(JSON.parse(byInput), { organisationTokens: 0, refreshTokens: 1, sessionTokens: 0 });
  await run('issue', '--uid', 'carl', '--organisation', 'shop');
  t.match(await run('revoke', '--uid', 'carl', '--organisation', 'shop'), /1 refresh/);
  t.match(
    JSON.parse(await run('organisation', 'shop', '--rotate', '--api-calls', '7', '--json')),
    { token: /^eso_/, limits: { apiCalls: 7, refreshTokenMaxLifetimeMs: 864_000_000 } },
    'a limit that is given with it is changed, the others stay',
  );
  t.match(JSON.parse(await run('organisation', 'shop', '--rotate', '--json')), { limits: { apiCalls: 7 } });
  await t.rejects(run('revoke', '--uid', 'nobody', '--organisation', 'shop'), {
    code: 'not_found',
    message: /the end-user nobody of the organisation shop has no tokens.*tokens list/,
  });
  const organisations: { organisation: string }[] = JSON.parse(await run('list', '--json'));
  if (!organisations.some(({ organisation }) => organisation === 'local')) await run('organisation', 'local');
  await run('issue', '--uid', 'dora', '--organisation', 'shop');
  await t.rejects(run('revoke', '--uid', 'dora'), {
    code: 'not_found',
    message: /the end-user dora of the organisation local has no tokens.*--organisation/,
  });
  t.match(await run('revoke', '--organisation', 'shop'), /^Revoked: 1 organisation token[.,]/);
  t.strictSame(
    JSON.parse(await run('list', '--json')).filter(
      (row: { organisation: string }) => row.organisation === 'shop',
    ),
    [],
  );
}

t.test('tokens without a server', async (t) => {
  const data = join(t.testdir({}), 'data');
  const commands = [
    ['list'],
    ['revoke', '--uid', 'x'],
    ['issue', '--uid', 'x'],
    ['organisation', 'local', '--rotate'],
  ];
  for (const command of commands) {
    await t.rejects(earshot(['tokens', ...command, '--data', data]), {
      code: 'not_found',
      message: /^There is no data in .*data.*--data, or start the server once/,
    });
  }
  t.notOk(existsSync(data), 'what is asked of a folder that is not there does not make one');
  await tokenLife(t, data);
});

t.test('tokens through the server that owns the store', async (t) => {
  const data = shortFolder(t);
  const server = await serve(t, data);
  await tokenLife(t, data);
  t.match(server.output(), /revoked [\w-]{43}/, 'the server is the one that revokes, and can close sockets');
  const issued = JSON.parse(await earshot(['tokens', 'issue', '--uid', 'me', '--json', '--data', data]));
  server.child.stdin.end();
  await once(server.child, 'exit');
  t.equal(server.child.exitCode, 0);
  t.notOk(existsSync(join(data, 'control.sock')));
  const after = JSON.parse(await earshot(['tokens', 'list', '--uid', 'me', '--json', '--data', data]));
  t.equal(after[0].id, issued.id, 'what the server issued is there without it');
});

t.test('a server that was killed leaves nothing in the way', async (t) => {
  const data = shortFolder(t);
  const first = await serve(t, data);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  t.ok(existsSync(join(data, 'control.sock')));
  t.match(await earshot(['tokens', 'issue', '--uid', 'me', '--data', data]), /^esr_/);
  await serve(t, data);
  t.match(await earshot(['tokens', 'issue', '--uid', 'me', '--data', data]), /^esr_/);
});

t.test('the control socket: private, bounded, and clear about errors', async (t) => {
  // Longer than a socket's address may be.
  const directory = join(t.testdir({}), 'x'.repeat(100));
  mkdirSync(directory);
  const database = await openDatabase(t, { directory });
  const service = new TokenService({ store: new LevelTokenStore(database), log });
  await service.ensureLocalOrganisation();
  const server = await ControlServer.listen({ directory, admin: new DirectTokenAdmin(service), log });
  t.ok(Buffer.byteLength(server.address) < 104, 'a long path falls back to the temporary folder');
  t.equal(statSync(server.address).mode & 0o777, 0o600);
  const ask = (path: string, body: string, method = 'POST') =>
    new Promise<{ status: number; body: { error: { code: string } } }>((resolve, reject) => {
      const sent = request({ socketPath: server.address, path, method }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode!, body: JSON.parse(text) });
      });
      sent.on('error', reject).end(body);
    });
  const wrong: [path: string, body: string, code: string, method?: string][] = [
    ['/tokens/issue', '{', 'malformed_json'],
    ['/tokens/issue', '{}', 'invalid_request'],
    ['/tokens/issue', '{"uid":"a","more":1}', 'invalid_request'],
    ['/tokens/issue', `{"uid":"${'a'.repeat(70_000)}"}`, 'payload_too_large'],
    ['/tokens/constructor', '{}', 'not_found'],
    ['/', '{}', 'not_found'],
    ['/tokens/list', '{}', 'method_not_allowed', 'PUT'],
  ];
  for (const [path, body, code, method] of wrong) {
    t.match(await ask(path, body, method), { body: { error: { code } } }, `${path} ${body.slice(0, 30)}`);
  }
  const client = new ControlClient(server.address);
  t.match(await client.issue({ uid: 'me' }), { value: /^esr_/ });
  await t.rejects(client.issue({ uid: '' }), { code: 'invalid_request', faults: [{ pointer: '/uid' }] });
  await server.close();
  t.notOk(existsSync(server.address));
  await t.rejects(client.list({}), { code: 'store_failed', message: /does not answer: .*\. Restart it, / });

  const near = shortFolder(t);
  const second = await ControlServer.listen({ directory: near, admin: new DirectTokenAdmin(service), log });
  t.equal(second.address, join(near, 'control.sock'));
  // as a share that takes no sockets
  const unfit = shortFolder(t);
  mkdirSync(join(unfit, 'control.sock'));
  const third = await ControlServer.listen({ directory: unfit, admin: new DirectTokenAdmin(service), log });
  t.notMatch(third.address, unfit);
  t.equal(statSync(third.address).mode & 0o777, 0o600);
  await third.close();
  t.notOk(existsSync(dirname(third.address)), 'nothing is left of its folder');
  t.equal(statSync(second.address).mode & 0o777, 0o600);
  await second.close();
  t.capture(process, 'umask', () => {
    throw new Error('as in a worker thread');
  });
  const fourth = await ControlServer.listen({ directory: near, admin: new DirectTokenAdmin(service), log });
  t.equal(statSync(fourth.address).mode & 0o777, 0o600, 'where no mask can be set, too');
  await fourth.close();
});

t.test('a client of the control socket that asks nothing holds up no end', { timeout: 30_000 }, async (t) => {
  const admin = new DirectTokenAdmin(
    new TokenService({ store: new LevelTokenStore(await openDatabase(t)), log }),
  );
  const server = await ControlServer.listen({ directory: shortFolder(t), admin, log });
  const idler = connect(server.address);
  const cut = once(idler, 'close');
  await once(idler, 'connect');
  await server.close();
  await cut;
  t.notOk(existsSync(server.address));
});

t.test('earshot config', async (t) => {
  const folder = t.testdir({ 'earshot.yaml': 'port: 9000\ntls: { cert: own.crt, key: own.key }\n' });
  const env = { EARSHOT_LOG_LEVEL: 'debug', EARSHOT_TLS_PASSPHRASE: 'open sesame' };
  const args = ['config', '--config', 'earshot.yaml', '--host', '::1', '--no-trust-proxy'];
  const table = await earshot(args, { cwd: folder, env });
  t.match(table, /^OPTION +VALUE +FROM\n/);
  t.match(table, /\nhost +::1 +flag --host\n/);
  t.match(table, /\nport +9000 +file .*earshot\.yaml\n/);
  t.match(table, /\nlog\.level +debug +environment EARSHOT_LOG_LEVEL\n/);
  t.match(table, /\ntrustProxy +false +flag --trust-proxy\n/);
  t.match(await earshot(['config', '--tls', 'self-signed']), /\ntls\.selfSigned +true +flag/);
  t.match(await earshot(['config', '--trust-proxy=true']), /\ntrustProxy +true +flag --trust-proxy\n/);
  await t.rejects(earshot(['config', '--trust-proxy=maybe']), /trustProxy.*true or false/s);
  t.match(table, /\nauth\.sessionTokenLifetime +PT15M +default\n/);
  t.match(table, /\ntls\.passphrase +\*{8} +environment/);
  t.notMatch(table, /sesame/);
  const rows = JSON.parse(await earshot([...args, '--json'], { cwd: folder, env }));
  t.equal(rows.length, options.length);
  t.strictSame(rows[0], { name: 'host', value: '::1', origin: { source: 'flag', detail: '--host' } });
  const markdown = await earshot(['config', '--markdown']);
  t.match(markdown, /\| `port` \| `EARSHOT_PORT` \| `--port` \| 8080 \|/);
  t.ok(readFileSync('README.md', 'utf8').includes(markdown.trim()), 'README.md has the table as it is');
  await t.rejects(earshot(['config', '--port', 'many'], { env: { EARSHOT_PROT: '1' } }), {
    code: 'invalid_config',
    message: /2 faults.*EARSHOT_PROT is no known.*port \(flag --port\) must be .*"many"/s,
  });
});

t.test('every command has help, and every option a flag', async (t) => {
  for (const path of [
    ['config'],
    ['tokens'],
    ...['organisation', 'issue', 'list', 'revoke'].map((n) => ['tokens', n]),
  ]) {
    const error = await earshot([...path, '--help']).catch((thrown) => thrown);
    t.equal(error.code, 'commander.helpDisplayed', path.join(' '));
  }
  const command = addConfigOptions(new Command('all'));
  const help = command.helpInformation();
  for (const { flag, env } of options) t.ok(help.includes(flag) && help.includes(env), flag);
  const flags = command.parse(['--trust-proxy', '--port', '1', '--limits-idle-gap-ms', '200'], {
    from: 'user',
  });
  t.strictSame(flags.opts(), { trustProxy: true, port: '1', limitsIdleGapMs: '200' });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { configTable, describeConfig, optionsMarkdown } from '../../src/config/describe-config.js';
import { type LoadConfigOptions, loadConfig } from '../../src/config/load-config.js';
import { options } from '../../src/config/options.js';
import { EarshotError } from '../../src/errors.js';
import { engineOptions } from '../../src/service/service.js';
import { endpointerDefaults } from '../../src/vad/endpointer-options.js';

const load = (source: LoadConfigOptions = {}) => loadConfig({ env: {}, cwd: '/srv', cores: 4, ...source });
function faultsOf(source: LoadConfigOptions): string[] {
  try {
    load(source);
  } catch (error) {
    if (error instanceof EarshotError && error.code === 'invalid_config') {
      return error.faults!.map(({ detail }) => detail);
    }
    throw error;
  }
  return [];
}

t.test('defaults are complete and valid by their own rules', async (t) => {
  const { config, origins } = load();
  t.equal(config.host, '127.0.0.1');
  t.equal(config.port, 8080);
  t.equal(config.data, '/srv/data');
  t.match(config.model, /models[/\\]default$/);
  t.equal(config.auth.sessionTokenLifetime.ms, 900_000);
  t.equal(config.auth.refreshTokenLifetime.ms, 90 * 86_400_000);
  t.equal(config.auth.issuerListen, null);
  t.equal(config.inference.workers, 4);
  t.ok(Object.isFrozen(config.auth));
  for (const { name, value } of describeConfig({ config, origins })) {
    t.equal(origins[name].source, 'default', name);
    if (value === null || value === '') continue;
    const option = options.find((candidate) => candidate.name === name)!;
    t.ok(option.schema.safeParse(value).success, `what describeConfig prints for ${name} can be read back`);
  }
});

t.test('the documented defaults of endpointing are those that the endpointer has', async (t) => {
  const { endpointing } = engineOptions(load().config);
  t.match(endpointerDefaults, endpointing);
});

t.test('flags beat the environment, which beats the file, which beats the defaults', async (t) => {
  const folder = t.testdir({
    'earshot.yaml': 'host: file\nport: 1\ndata: store\nauth:\n  sessionTokenLifetime: PT1M\n',
  });
  const file = join(folder, 'earshot.yaml');
  const env = { EARSHOT_CONFIG: file, EARSHOT_PORT: '2', EARSHOT_AUTH_SESSION_TOKEN_LIFETIME: 'PT2M' };
  const { config, origins } = load({ env, flags: { authSessionTokenLifetime: 'PT3M' } });
  t.equal(config.host, 'file');
  t.equal(config.port, 2);
  t.equal(config.auth.sessionTokenLifetime.ms, 180_000);
  t.equal(config.data, join(folder, 'store'), 'a path in the file counts from the file');
  t.strictSame(origins.host, { source: 'file', detail: file });
  t.strictSame(origins.port, { source: 'environment', detail: 'EARSHOT_PORT' });
  t.strictSame(origins['auth.sessionTokenLifetime'], {
    source: 'flag',
    detail: '--auth-session-token-lifetime',
  });
  t.equal(origins['log.level'].source, 'default');
  t.equal(load({ env: { EARSHOT_DATA: 'elsewhere' } }).config.data, '/srv/elsewhere');
});

t.test('a JSON file, native and text values', async (t) => {
  const folder = t.testdir({
    'earshot.json': JSON.stringify({
      port: '81',
      trustProxy: true,
      cors: { origins: ['https://a.example', 'http://b.example:81'] },
      limits: { maxUploadBytes: '8MiB', maxBodyBytes: 2048 },
      publicUrl: null,
      tls: null,
    }),
  });
  const { config } = load({ flags: { config: join(folder, 'earshot.json') } });
  t.equal(config.port, 81);
  t.equal(config.trustProxy, true);
  t.strictSame(config.cors.origins, ['https://a.example', 'http://b.example:81']);
  t.equal(config.limits.maxUploadBytes, 8 * 2 ** 20);
  t.equal(config.limits.maxBodyBytes, 2048);
  const { cors } = load({ env: { EARSHOT_CORS_ORIGINS: 'https://A.example:443/, *' } }).config;
  t.strictSame(cors.origins, ['https://a.example', '*'], 'as a page compares them, however they were copied');
  t.throws(() => load({ env: { EARSHOT_CORS_ORIGINS: 'https://a.example/shop' } }), /a list of origins/);
  const { issuerListen } = load({ env: { EARSHOT_AUTH_ISSUER_LISTEN: '[::1]:9000' } }).config.auth;
  t.strictSame(issuerListen, { host: '::1', port: 9000 });
});

t.test('all faults at once, each with its name, what is allowed and what came', async (t) => {
  const found = faultsOf({
    env: { EARSHOT_PORT: '70000', EARSHOT_PROT: '1', EARSHOT_TLS_PASSPHRASE: '' },
    flags: { authRefreshTokenLifetime: 'P1M', inferenceProvider: 'tpu', basePath: 'voice/' },
  });
  t.equal(found.length, 5);
  const has = (pattern: RegExp) =>
    t.ok(
      found.some((detail) => pattern.test(detail)),
      String(pattern),
    );
  has(/^port \(environment EARSHOT_PORT\) must be a whole number from 0 to 65535; got "70000"$/);
  has(/^EARSHOT_PROT is no known environment variable; did you mean "EARSHOT_PORT"\?$/);
  has(/^auth\.refreshTokenLifetime \(flag --auth-refresh-token-lifetime\) must be an ISO 8601 .* got "P1M"$/);
  has(/^inference\.provider .* must be one of cpu, auto, cuda, webgpu, coreml, dml; got "tpu"$/);
  has(/^basePath .*without a closing slash; got "voice\/"$/);
});

t.test('a host is one without port and brackets', async (t) => {
  for (const host of [
    'localhost',
    'kiosk_3.example',
    '10.0.0.1',
    '::',
    '::1',
    'fe80::1%eth0',
    'bücher.example',
  ]) {
    t.equal(load({ flags: { host } }).config.host, host);
  }
  for (const host of ['', '0.0.0.0:80', 'localhost:80', '[::1]', 'http://a', 'a b', '*', 'a/']) {
    t.match(faultsOf({ flags: { host } }), [/^host .* without port and brackets; got/], host);
  }
});

t.test(
  'addresses to listen on and to be reached at are whole, and are shown as they are written',
  async (t) => {
    const shown = (name: string, flags: Record<string, unknown>) =>
      describeConfig(load({ flags })).find((option) => option.name === name)?.value;
    for (const address of ['127.0.0.1:8081', '[::1]:0', 'kiosk.example:65535'])
      t.equal(shown('auth.issuerListen', { authIssuerListen: address }), address);
    for (const address of ['8081', ':8081', '::1:8081', 'kiosk.example:65536', 'http://kiosk.example:80'])
      t.match(
        faultsOf({ flags: { authIssuerListen: address } }),
        [/ must be host:port, such as .*; got /],
        address,
      );
    t.equal(shown('publicUrl', { publicUrl: 'https://kiosk.example/voice/' }), 'https://kiosk.example/voice');
    for (const publicUrl of [
      'kiosk.example',
      'ftp://kiosk.example',
      'https://me@kiosk.example',
      'https://me:secret@kiosk.example',
      'https://kiosk.example/?a=b',
      'https://kiosk.example/#a',
    ])
      t.match(
        faultsOf({ flags: { publicUrl } }),
        [/^publicUrl .* must be an absolute http or https URL /],
        publicUrl,
      );
    t.same(shown('cors.origins', { corsOrigins: 'https://a.example/, *' }), ['https://a.example', '*']);
  },
);

t.test('a home folder that only a shell would read is no folder to be made', async (t) => {
  const folder = t.testdir({ 'a.yaml': 'data: ~/data\n' });
  t.match(faultsOf({ flags: { config: join(folder, 'a.yaml') } }), [
    /^data .* must be the path of a folder; got "~\/data" \(only a shell reads ~ as the home folder: write it out\)$/,
  ]);
  t.match(faultsOf({ env: { EARSHOT_MODEL: '~', EARSHOT_KIOSK_FOLDER: '~/page' } }).length, 2);
  t.equal(load({ flags: { data: './~' }, cwd: '/srv' }).config.data, '/srv/~');
});

t.test('unknown and misplaced keys, unreadable files', async (t) => {
  const folder = t.testdir({
    'a.yaml': 'prot: 1\nauth:\n  sessionTokenLifetim: PT1M\nlog: debug\n',
    'b.yaml': 'port: [1\n',
    'c.yaml': '- 1\n',
    'd.yaml': 'port: 1\nport: 2\n',
    'empty.yaml': '# nothing yet\n',
    'e.json': '{"port": 1, "port": 2}',
    'f.yaml': 'host: !env HOST\n',
    'marked.json': '\ufeff{\n\t"port": 9\n}',
    'zeros.yaml': '\0'.repeat(9),
  });
  writeFileSync(join(folder, 'wide.json'), '\ufeff{"port": 9}', 'utf16le');
  const [prot, lifetime, log] = faultsOf({ flags: { config: join(folder, 'a.yaml') } });
  t.match(prot, /^prot is no known option in .*a\.yaml; did you mean "port"\?$/);
  t.match(lifetime, /auth\.sessionTokenLifetim is no known .* did you mean "auth\.sessionTokenLifetime"\?$/);
  t.match(log, /^log .* must be a mapping/);
  for (const name of ['b.yaml', 'd.yaml', 'e.json', 'f.yaml', 'missing.yaml']) {
    t.match(faultsOf({ flags: { config: join(folder, name) } }), [/cannot be read: ./], name);
  }
  for (const name of ['wide.json', 'zeros.yaml']) {
    t.match(faultsOf({ flags: { config: join(folder, name) } }), [/cannot be read: it is no text in UTF-8$/]);
  }
  t.match(faultsOf({ flags: { config: join(folder, 'c.yaml') } }), [/must be a mapping/]);
  t.equal(load({ flags: { config: join(folder, 'marked.json') } }).config.port, 9);
  t.equal(load({ flags: { config: join(folder, 'empty.yaml') } }).config.port, 8080);
});

t.test('what no option can know alone', async (t) => {
  t.equal(
    load({ flags: { inferenceIntraOpThreads: 2 } }).config.inference.workers,
    2,
    'workers follow threads',
  );
  t.match(faultsOf({ flags: { inferenceWorkers: 3, inferenceIntraOpThreads: 2 } }), [
    /at most 4, the cores; got 6/,
  ]);
  t.match(
    faultsOf({ flags: { inferenceIntraOpThreads: 5 } }),
    [/^inference\.intraOpThreads .* at most 4, the cores; got 5/],
    'not the workers, which nobody has named',
  );
  t.match(faultsOf({ flags: { authRefreshTokenLifetime: 'P400D' } }), [
    /at most auth\.refreshTokenMaxLifetime/,
  ]);
  t.match(faultsOf({ flags: { authIssuerListen: '127.0.0.1:8080' } }), [
    /^auth\.issuerListen .* must be another address than host and port \(127\.0\.0\.1:8080\); got 127\.0\.0\.1:8080/,
  ]);
  t.match(faultsOf({ flags: { host: '0.0.0.0', authIssuerListen: '10.0.0.1:8080' } }), [/another address/]);
  t.match(faultsOf({ flags: { authIssuerListen: '[::]:8080' } }), [/another address .*; got \[::\]:8080/]);
  t.same(faultsOf({ flags: { authIssuerListen: '10.0.0.1:8080' } }), []);
  t.strictSame(faultsOf({ flags: { port: '0', authIssuerListen: '127.0.0.1:0' } }), []);
  t.match(faultsOf({ flags: { tlsCert: 'a.pem' } }), [/given together/]);
  t.match(faultsOf({ flags: { tlsPassphrase: 'x' } }), [
    /^tls\.passphrase .* is of tls\.key, which is not given/,
  ]);
  t.strictSame(faultsOf({ flags: { vadSpeechThreshold: '0.4', vadSilenceThreshold: '0.4' } }), []);
  t.match(faultsOf({ flags: { vadSpeechThreshold: '0.2' } }), [/vad\.silenceThreshold must be at most/]);
  t.match(faultsOf({ flags: { vadSpeechThreshold: '0' } }), [/^vad\.speechThreshold .* must be above 0/]);
});

t.test('silences and lengths of utterances that do not go together', async (t) => {
  const env = {
    EARSHOT_ENDPOINTING_COMPLETE_SILENCE_MS: '1200',
    EARSHOT_ENDPOINTING_INCOMPLETE_SILENCE_MS: '300',
    EARSHOT_ENDPOINTING_MAX_UTTERANCE_MS: '300000',
  };
  const [complete, incomplete, utterance] = faultsOf({ env });
  t.match(
    complete,
    /^endpointing\.completeSilenceMs \(environment EARSHOT_ENDPOINTING_COMPLETE_SILENCE_MS\) must be at most endpointing\.trailingSilenceMs \(1000\); got 1200$/,
  );
  t.match(
    incomplete,
    /^endpointing\.incompleteSilenceMs .* at least endpointing\.trailingSilenceMs .* got 300$/,
  );
  t.match(utterance, /^endpointing\.maxUtteranceMs .* at most limits\.maxAudioSeconds \(120000 ms\)/);
  t.match(faultsOf({ flags: { endpointingMaxUtteranceMs: '2000', endpointingMinSpeechMs: '2000' } }), [
    /^endpointing\.maxUtteranceMs \(flag .*\) must be more than endpointing\.minSpeechMs \(2000\); got 2000$/,
  ]);
  t.equal(
    load({ flags: { endpointingTrailingSilenceMs: '2000' } }).config.endpointing.incompleteSilenceMs,
    2000,
  );
  t.equal(load({ flags: { limitsMaxAudioSeconds: '10' } }).config.endpointing.maxUtteranceMs, 10_000);
});

t.test('variables that Kubernetes makes for a Service of our name', async (t) => {
  const env = { EARSHOT_SERVICE_HOST: '10.0.0.1', EARSHOT_PORT_8080_TCP_ADDR: '10.0.0.1' };
  t.strictSame(faultsOf({ env }), []);
  t.match(faultsOf({ env: { EARSHOT_PORT: 'tcp://10.0.0.1:8080' } }), [/enableServiceLinks/]);
});

t.test('secrets are never shown', async (t) => {
  const flags = { tlsCert: 'a.pem', tlsKey: 'b.pem' };
  const loaded = load({ flags, env: { EARSHOT_TLS_PASSPHRASE: 'open sesame' } });
  t.equal(loaded.config.tls.passphrase, 'open sesame');
  t.notMatch(configTable(loaded), /sesame/);
  t.notMatch(JSON.stringify(describeConfig(loaded)), /sesame/);
  const folder = t.testdir({ 'a.yaml': 'tls:\n  passphrase: 12345\n' });
  const [detail] = faultsOf({ flags: { config: join(folder, 'a.yaml') } });
  t.match(detail, /tls\.passphrase .* got a value that is not shown/);
});

t.test('the table of options is one: names are unique and documented', async (t) => {
  for (const key of ['name', 'env', 'flag', 'attribute'] as const) {
    t.equal(new Set(options.map((option) => option[key])).size, options.length, key);
  }
  const markdown = optionsMarkdown();
  for (const { name, env, flag, description, defaultText } of options) {
    t.ok(description.length > 10 && defaultText.length > 0, name);
    t.ok(markdown.includes(`| \`${name}\` | \`${env}\` | \`${flag}\` |`), name);
  }
  t.equal(options.find(({ name }) => name === 'limits.idleGapMs')?.env, 'EARSHOT_LIMITS_IDLE_GAP_MS');
});

t.test('any text in any option is either taken or refused with invalid_config', async () => {
  fc.assert(
    fc.property(fc.constantFrom(...options), fc.oneof(fc.string(), fc.jsonValue()), (option, value) => {
      if (value === undefined) return;
      try {
        load({ flags: { [option.attribute]: value } });
      } catch (error) {
        if (!(error instanceof EarshotError) || error.code !== 'invalid_config') throw error;
      }
    }),
    { numRuns: 500 },
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import t from 'tap';
import { createToken, digestOf } from '../../src/auth/opaque-token.js';
import type { Revocation } from '../../src/auth/revocations.js';
import type { EarshotError } from '../../src/errors.js';
import { fakeClock } from '../store/open-database.js';
import { setUp } from './token-stage.js';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const day = 86_400_000;

t.test('from an organisation token to a call', async (t) => {
  const { clock, service, organisation, organisationToken } = await setUp(t);
  const refresh = await service.issueRefreshToken(organisationToken, { uid: 'anna' });
  t.match(refresh.value, /^esr_[\w-]{43}$/);
  t.match(refresh.expiresAt, timestamp);
  t.equal(Date.parse(refresh.expiresAt), clock() + 90 * day);
  const session = await service.exchange(refresh.value);
  t.match(session.token, /^ess_[\w-]{43}$/);
  t.match(session.expiresAt, timestamp);
  t.equal(Date.parse(session.expiresAt), clock() + 15 * 60_000);
  t.match(session.rateLimit, { policy: 'session-tokens', allowed: true, limit: 30, remaining: 29 });
  const principal = service.authenticate(session.token);
  t.strictSame(principal, {
    organisationId: organisation.id,
    uid: 'anna',
    sessionId: digestOf(session.token),
    refreshId: refresh.id,
    expiresAt: session.expiresAt,
  });
  t.match(service.countApiCall(principal), { policy: 'api-calls', limit: 1000, remaining: 999 });
});

t.test('tokens end when they say, and no session outlives its refresh token', async (t) => {
  const { clock, service, organisationToken } = await setUp(t);
  const refresh = await service.issueRefreshToken(organisationToken, { uid: 'anna', validity: 'PT20M' });
  const first = await service.exchange(refresh.value);
  clock.advance(15 * 60_000 - 1);
  t.ok(service.authenticate(first.token));
  clock.advance(1);
  t.throws(() => service.authenticate(first.token), { code: 'invalid_token' });
  const second = await service.exchange(refresh.value);
  t.equal(second.expiresAt, refresh.expiresAt);
  clock.advance(5 * 60_000);
  t.throws(() => service.authenticate(second.token), { code: 'invalid_token' });
  await t.rejects(service.exchange(refresh.value), { code: 'forbidden', status: 403 });
});

t.test('every kind opens its own door only', async (t) => {
  const { service, organisationToken } = await setUp(t);
  const refresh = (await service.issueRefreshToken(organisationToken, { uid: 'anna' })).value;
  const session = (await service.exchange(refresh)).token;
  t.throws(() => service.authenticate(undefined), { code: 'unauthorized' });
  t.throws(() => service.authenticate(''), { code: 'unauthorized' });
  for (const wrong of [
    refresh,
    organisationToken,
    createToken('session'),
    'ess_',
    `${session} `,
    'x'.repeat(9999),
  ]) {
    t.throws(() => service.authenticate(wrong), { code: 'invalid_token', status: 401 });
  }
  for (const wrong of [session, organisationToken, createToken('refresh'), '', 'ess']) {
    await t.rejects(service.exchange(wrong), { code: 'forbidden', status: 403 });
  }
  for (const wrong of [session, refresh, createToken('organisation'), '']) {
    await t.rejects(service.issueRefreshToken(wrong, { uid: 'x' }), { code: 'invalid_token', status: 401 });
  }
  const disguised = `ess_${refresh.slice(4)}`;
  t.throws(
    () => service.authenticate(disguised),
    { code: 'invalid_token' },
    'the prefix is part of the secret',
  );
  t.throws(() => service.authenticate(refresh), { message: /refresh token; here a session token is needed/ });
});

t.test('validity and uid are checked, all faults at once', async (t) => {
  const { clock, service, organisationToken } = await setUp(t, { refreshTokenMaxLifetimeMs: 366 * day });
  const issue = (request: { uid: unknown; validity?: unknown }) =>
    service.issueRefreshToken(organisationToken, request);
  const expiry = async (validity?: unknown) => (await issue({ uid: 'a', validity })).expiresAt;
  t.equal(await expiry('P30D'), new Date(clock() + 30 * day).toISOString());
  t.equal(await expiry('P1M'), '2026-04-01T12:00:00.000Z');
  t.equal(await expiry('P1Y'), '2027-03-01T12:00:00.000Z');
  t.equal(await expiry('P366D'), new Date(clock() + 366 * day).toISOString());
  t.equal(await expiry(null), await expiry(undefined));
  const pointers = async (request: { uid: unknown; validity?: unknown }) => {
    const error = await issue(request).catch((thrown) => thrown);
    t.match(error, { code: 'invalid_request', status: 400 });
    return (error as EarshotError).faults!.map(({ pointer }) => pointer);
  };
  for (const validity of ['P367D', 'P13M', 'PT0S', 'P0D', '30 days', '', 30, {}, 'P10000Y']) {
    t.strictSame(await pointers({ uid: 'a', validity }), ['/validity'], JSON.stringify(validity));
  }
  for (const uid of ['', 'x'.repeat(257), 'a\nb', 'a\0b', '\ud800', 7, null, undefined, ['a']]) {
    t.strictSame(await pointers({ uid }), ['/uid'], JSON.stringify(uid));
  }
  t.strictSame(await pointers({ uid: '', validity: 'P1' }), ['/uid', '/validity']);

  const strict = await service.createOrganisation('strict', { refreshTokenMaxLifetimeMs: 7 * day });
  const short = await service.issueRefreshToken(strict.token, { uid: 'a' });
  t.equal(Date.parse(short.expiresAt), clock() + 7 * day, 'the default gives way to the bound');
  await t.rejects(service.issueRefreshToken(strict.token, { uid: 'a', validity: 'P8D' }), /7 days/);
});

t.test('a validity is taken on every day or on none', async (t) => {
  const { clock, service, organisationToken } = await setUp(t);
  const issue = (validity: string) => service.issueRefreshToken(organisationToken, { uid: 'a', validity });
  for (let days = 0; days < 4 * 366; days += 61) {
    clock.advance(61 * day);
    for (const validity of ['P1Y', 'P12M', 'P365D', 'P6M182DT12H'])
      t.ok((await issue(validity)).value, validity);
    for (const validity of ['P366D', 'P1Y1D', 'P13M', 'P1YT1S']) {
      await t.rejects(issue(validity), { code: 'invalid_request', message: /365 days/ });
    }
  }
});

t.test('revocation is at once, by token, by id, by uid and by organisation', async (t) => {
  const { service, organisation, organisationToken, clock } = await setUp(t);
  const events: Revocation[] = [];
  const stop = service.onRevoked((revocation) => events.push(revocation));
  service.onRevoked(() => {
    throw new Error('a listener that fails harms nobody');
  });
  const start = async (uid: string) => {
    clock.advance(1);
    const refresh = await service.issueRefreshToken(organisationToken, { uid });
    const session = await service.exchange(refresh.value);
    return { refresh, session, principal: service.authenticate(session.token) };
  };
  const isDead = async ({ refresh, session }: Awaited<ReturnType<typeof start>>) => {
    t.throws(() => service.authenticate(session.token), { code: 'invalid_token' });
    await t.rejects(service.exchange(refresh.value), { code: 'forbidden' });
  };

  const byToken = await start('anna');
  const sibling = await start('anna');
  await service.revokeToken(byToken.refresh.value);
  await isDead(byToken);
  t.ok(service.authenticate(sibling.session.token));
  t.match(events.at(-1), {
    refreshIds: [byToken.principal.refreshId],
    sessionIds: [byToken.principal.sessionId],
  });

  const byId = await start('anna');
  await service.revokeToken(byId.refresh.id);
  await isDead(byId);

  const bySession = await start('anna');
  await service.revokeToken(bySession.session.token);
  t.throws(() => service.authenticate(bySession.session.token), { code: 'invalid_token' });
  t.ok(await service.exchange(bySession.refresh.value), 'its refresh token lives on');
  t.match(events.at(-1), { refreshIds: [], sessionIds: [bySession.principal.sessionId] });

  const other = await start('annabel');
  const revocation = await service.revokeUid(organisation.id, 'anna');
  t.equal(revocation.refreshIds.length, 2);
  await isDead(sibling);
  t.ok(service.authenticate(other.session.token));
  t.match(await service.revokeUid(organisation.id, 'nobody'), { refreshIds: [] });

  stop();
  const count = events.length;
  const rotated = await service.rotateOrganisationToken(organisation.id);
  await t.rejects(service.issueRefreshToken(organisationToken, { uid: 'x' }), { code: 'invalid_token' });
  t.ok(await service.issueRefreshToken(rotated, { uid: 'x' }));
  t.ok(service.authenticate(other.session.token), 'refresh tokens outlive the organisation token');
  await service.revokeOrganisation(organisation.id);
  await isDead(other);
  t.throws(() => service.countApiCall(other.principal), { code: 'invalid_token' });
  await t.rejects(service.issueRefreshToken(rotated, { uid: 'x' }), { code: 'invalid_token' });
  t.strictSame(await service.organisations(), []);
  t.equal(events.length, count, 'no event after unsubscribing');
  t.equal(await service.revokeToken(createToken('refresh')), undefined);
});

t.test('a session token that is being made while its refresh token is revoked is dead too', async (t) => {
  const { service, organisation, organisationToken } = await setUp(t);
  for (let round = 0; round < 5; round++) {
    const refresh = await service.issueRefreshToken(organisationToken, { uid: 'anna' });
    const [session] = await Promise.allSettled([
      service.exchange(refresh.value),
      service.revokeUid(organisation.id, 'anna'),
    ]);
    if (session.status === 'fulfilled') {
      t.throws(() => service.authenticate(session.value.token), { code: 'invalid_token' });
    }
  }
});

t.test('limits: few session tokens per refresh token, and abuse revokes when told to', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const clock = fakeClock();
  const { service, organisationToken } = await setUp(t, {
    clock,
    log,
    rateLimits: { sessionTokens: 2, apiCalls: 3, revokeAfter: 2, clock },
  });
  const refresh = await service.issueRefreshToken(organisationToken, { uid: 'anna' });
  const again = await service.issueRefreshToken(organisationToken, { uid: 'anna' });
  const { token } = await service.exchange(refresh.value);
  await service.exchange(refresh.value);
  await t.rejects(service.exchange(refresh.value), {
    code: 'rate_limited',
    status: 429,
    retryAfterSeconds: 900,
  });
  t.equal((await service.exchange(again.value)).rateLimit.remaining, 1);
  const principal = service.authenticate(token);
  for (let i = 0; i < 3; i++) service.countApiCall(principal);
  const revoked = new Promise<Revocation>((resolve) => service.onRevoked(resolve));
  t.throws(() => service.countApiCall(principal), { code: 'rate_limited' });
  t.throws(() => service.authenticate(token), { code: 'invalid_token' }, 'at once, not when it is on disk');
  await t.rejects(service.exchange(again.value), { code: 'forbidden' });
  t.equal((await revoked).refreshIds.length, 2, 'all of the end-user, on the second refusal');
  t.throws(() => service.authenticate(token), { code: 'invalid_token' });
  const anew = await service.issueRefreshToken(organisationToken, { uid: 'anna' });
  const { token: another } = await service.exchange(anew.value);
  t.match(service.authenticate(another), { uid: 'anna' }, 'what is issued after that is good');
  t.match(lines, [{ level: 40, organisation: 'shop', uid: 'anna', msg: /revoked/ }]);
});

t.test('no token is in the store or in the log', async (t) => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const { service, organisationToken, directory, database } = await setUp(t, { log });
  const refresh = await service.issueRefreshToken(organisationToken, { uid: 'anna' });
  const session = await service.exchange(refresh.value);
  service.authenticate(session.token);
  await service.revokeToken(session.token);
  const wrong = await service.exchange(session.token).catch((error) => error);
  await database.close();
  const secrets = [organisationToken, refresh.value, session.token];
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const bytes = files
    .map((file) => readFileSync(join(file.parentPath ?? file.path, file.name), 'latin1'))
    .join('');
  t.ok(
    bytes.includes(refresh.id) && bytes.includes('anna'),
    'these files are the store, and not compressed here',
  );
  for (const secret of secrets) {
    t.notOk(bytes.includes(secret.slice(4)), 'not on disk');
    t.notOk(lines.join('').includes(secret.slice(4)), 'not logged');
    t.notOk(JSON.stringify(wrong).includes(secret.slice(4)), 'not in an error');
  }
});

import fc from 'fast-check';
import t from 'tap';
import { rateLimitHeaders, rateLimitOf } from '../../src/auth/rate-limit-headers.js';
import { RateLimits } from '../../src/auth/rate-limits.js';
import { SlidingWindow } from '../../src/auth/sliding-window.js';
import { EarshotError } from '../../src/errors.js';

function windowWithClock(maxCalls?: number) {
  let now = 0;
  const window = new SlidingWindow({ clock: () => now, maxCalls });
  return {
    window,
    advance(ms: number) {
      now += ms;
    },
    get now() {
      return now;
    },
  };
}

t.test('no window ever holds more than the limit, and no call is refused without need', async () => {
  const step = fc.record({ waitMs: fc.nat(60), key: fc.constantFrom('a', 'b', 'c') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.integer({ min: 1, max: 7 }), (steps, limit) => {
      const windowMs = 100;
      const time = windowWithClock();
      const passed: Record<string, number[]> = { a: [], b: [], c: [] };
      for (const { waitMs, key } of steps) {
        time.advance(waitMs);
        const within = passed[key].filter((at) => at > time.now - windowMs).length;
        const result = time.window.take(key, { limit, windowMs });
        if (result.allowed !== within < limit) return false;
        if (result.remaining !== Math.max(0, limit - within - (result.allowed ? 1 : 0))) return false;
        if (result.allowed) passed[key].push(time.now);
      }
      return true;
    }),
    { numRuns: 500 },
  );
});

t.test('after the reset the next call passes, and just before it does not', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 5 }),
      (waits, limit) => {
        const policy = { limit, windowMs: 10_000 };
        const time = windowWithClock();
        for (const wait of waits) {
          time.advance(wait);
          time.window.take('k', policy);
        }
        let result = time.window.take('k', policy);
        if (result.allowed) return true;
        time.advance((result.resetSeconds - 1) * 1000);
        if (result.resetSeconds > 1 && time.window.take('k', policy).allowed) return false;
        time.advance(1000);
        result = time.window.take('k', policy);
        return result.allowed;
      },
    ),
  );
});

t.test(
  'no reset is further off than the window is long, whatever fraction of a millisecond the clock shows',
  async () => {
    const anyTime = fc.nat(1_000_000_000).map((microseconds) => microseconds / 1000);
    fc.assert(
      fc.property(anyTime, fc.constantFrom(1000, 60_000, 900_000), (now, windowMs) => {
        const { resetSeconds } = new SlidingWindow({ clock: () => now }).take('k', { limit: 1, windowMs });
        return resetSeconds === windowMs / 1000;
      }),
      { numRuns: 1000 },
    );
  },
);

t.test('a limit that was lowered holds at once', async (t) => {
  const time = windowWithClock();
  for (let i = 0; i < 10; i++) {
    time.window.take('k', { limit: 10, windowMs: 10_000 });
    time.advance(100);
  }
  const lowered = { limit: 2, windowMs: 10_000 };
  const refused = time.window.take('k', lowered);
  t.match(refused, { allowed: false, remaining: 0 });
  time.advance(refused.resetSeconds * 1000);
  t.equal(time.window.take('k', lowered).allowed, true);
});

t.test('what has left the window is forgotten, however much it was', async (t) => {
  const time = windowWithClock();
  const policy = { limit: 100, windowMs: 1000 };
  for (let i = 0; i < 100; i++) time.window.take('k', policy);
  t.equal(time.window.take('k', policy).allowed, false);
  time.advance(1000);
  t.match(time.window.take('k', policy), { allowed: true, remaining: 99 });
  t.equal(time.window.size, 1);
});

t.test('memory is bounded: quiet keys go, busy ones stay', async (t) => {
  const time = windowWithClock(100);
  const policy = { limit: 10, windowMs: 1000 };
  let most = 0;
  for (let i = 0; i < 10_000; i++) {
    time.window.take(`stranger ${i}`, policy);
    if (i % 5 === 0) time.window.take('busy', policy);
    most = Math.max(most, time.window.size);
  }
  t.equal(most, 100);
  const few = windowWithClock(4);
  for (const key of ['busy', 'quiet', 'busy', 'busy', 'new'])
    few.window.take(key, { limit: 3, windowMs: 1000 });
  t.equal(few.window.take('busy', { limit: 3, windowMs: 1000 }).allowed, false, 'the first, and not quiet');
  t.equal(few.window.take('quiet', { limit: 3, windowMs: 1000 }).remaining, 2, 'forgotten');
  const one = windowWithClock(5);
  for (let i = 0; i < 20; i++) one.window.take('only', { limit: 10, windowMs: 1000 });
  t.equal(
    one.window.take('only', { limit: 10, windowMs: 1000 }).allowed,
    false,
    'a single key keeps its log',
  );

  const old = windowWithClock();
  old.window.take('with a window of its own', { limit: 10, windowMs: 1e9 });
  for (let i = 0; i < 1000; i++) {
    old.window.take(`once ${i}`, policy);
    old.advance(100);
  }
  t.ok(
    old.window.size < 30,
    `${old.window.size} calls remembered: those of the window, not those of all time`,
  );
});

t.test('headers in the form of the draft', async (t) => {
  const result = {
    policy: 'api-calls',
    limit: 3,
    remaining: 0,
    windowSeconds: 900,
    resetSeconds: 12,
  } as const;
  t.strictSame(rateLimitHeaders({ ...result, allowed: true }), {
    'RateLimit-Policy': '"api-calls";q=3;w=900',
    RateLimit: '"api-calls";r=0;t=12',
  });
  t.equal(rateLimitHeaders({ ...result, allowed: false })['Retry-After'], '12');
});

t.test('per end-user, with an organisation’s own figures above the service’s', async (t) => {
  const abusers: string[] = [];
  let now = 0;
  const limits = new RateLimits(
    { windowMs: 60_000, apiCalls: 2, sessionTokens: 1, revokeAfter: 3, clock: () => now },
    ({ uid }) => abusers.push(uid),
  );
  const organisation = { id: 'o', name: 'o', createdAt: '' };
  const generous = { ...organisation, id: 'g', limits: { apiCalls: 4, windowMs: 1000 } };
  const call = (end: Parameters<typeof limits.apiCall>[0]) => {
    try {
      return limits.apiCall(end);
    } catch (error) {
      t.ok(error instanceof EarshotError && error.code === 'rate_limited');
      t.equal((error as EarshotError).retryAfterSeconds, rateLimitOf(error as EarshotError)?.resetSeconds);
      return rateLimitOf(error as EarshotError)!;
    }
  };
  const anna = { organisation, uid: 'anna' };
  t.match(call(anna), { policy: 'api-calls', allowed: true, limit: 2, remaining: 1, windowSeconds: 60 });
  t.equal(call(anna).remaining, 0);
  t.match(call(anna), { allowed: false, resetSeconds: 60 });
  t.equal(call({ organisation, uid: 'bert' }).allowed, true);
  const rich = { organisation: generous, uid: 'anna' };
  t.match(call(rich), { remaining: 3, windowSeconds: 1 });
  t.match(limits.sessionToken('r1', anna), { policy: 'session-tokens', allowed: true, remaining: 0 });
  t.throws(() => limits.sessionToken('r1', anna), { code: 'rate_limited' });
  t.equal(limits.sessionToken('r2', anna).allowed, true);
  t.strictSame(abusers, [], 'two refusals so far');
  call(anna);
  t.strictSame(abusers, ['anna']);
  call(anna);
  t.strictSame(abusers, ['anna'], 'counting starts anew');
  for (let i = 0; i < 3; i++) call(rich);
  t.match(call(rich), { allowed: false, resetSeconds: 1 });
  now += 1000;
  t.equal(call(rich).allowed, true, 'a window of its own');
  now += 59_000;
  t.equal(call(anna).allowed, true);
});

import fc from 'fast-check';
import t from 'tap';
import { bearerChallenge, parseBearer } from '../../src/auth/bearer.js';
import { createToken, digestOf, kindOf } from '../../src/auth/opaque-token.js';
import { tokenKinds } from '../../src/auth/token-store.js';
import { EarshotError } from '../../src/errors.js';

t.test('tokens: 256 random bits behind a readable prefix', async (t) => {
  for (const kind of tokenKinds) {
    const tokens = Array.from({ length: 100 }, () => createToken(kind));
    t.equal(new Set(tokens).size, 100);
    t.ok(tokens.every((token) => kindOf(token) === kind && parseBearer(`Bearer ${token}`) === token));
  }
  fc.assert(fc.property(fc.string(), (text) => kindOf(text) === undefined));
  t.equal(kindOf(`${createToken('session')}\n`), undefined);
});

t.test('the Authorization header', async (t) => {
  for (const header of ['Bearer a.b', 'bearer a.b', 'BEARER   a.b  '])
    t.equal(parseBearer(header), 'a.b', header);
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic a.b', 'Bearera.b', 'a.b']) {
    const error = t.throws(
      () => parseBearer(header),
      { code: 'unauthorized' },
      String(header),
    ) as EarshotError;
    t.equal(bearerChallenge(error), 'Bearer');
  }
  for (const header of ['Bearer a b', 'Bearer a,b', 'Bearer "a"', 'Bearer ä', 'Bearer a=b']) {
    const error = t.throws(() => parseBearer(header), { code: 'invalid_token' }, header) as EarshotError;
    t.match(bearerChallenge(error), /^Bearer error="invalid_token", error_description="[^"\\]+"$/);
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), (text) => {
      try {
        return /^[A-Za-z0-9\-._~+/]+=*$/.test(parseBearer(text));
      } catch (error) {
        return error instanceof EarshotError && error.status === 401;
      }
    }),
  );
});

t.test('the id of a token can stand on a command line', async (t) => {
  // By chance alone one in 64 begins with a dash.
  const ids = Array.from({ length: 2000 }, () => digestOf(createToken('refresh')));
  t.strictSame(
    ids.filter((id) => id.startsWith('-')),
    [],
  );
});

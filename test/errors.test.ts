import t from 'tap';
import { EarshotError, errorCodes } from '../src/errors.js';

t.test('an error survives a thread boundary', async (t) => {
  const error = new EarshotError('rate_limited', 'Wait.', {
    retryAfterSeconds: 3,
    faults: [{ pointer: '/a', detail: 'x' }],
  });
  const copy = EarshotError.fromJSON(structuredClone(error.toJSON()));
  t.equal(copy.status, 429);
  t.equal(copy.message, 'Wait.');
  t.equal(copy.retryAfterSeconds, 3);
  t.strictSame(copy.faults, error.faults);
});

t.test('every code has an HTTP error status', async (t) => {
  for (const [code, [status, title]] of Object.entries(errorCodes)) {
    t.ok(status >= 400 && status < 600 && title.length > 0, code);
  }
});

t.test('anything thrown becomes an EarshotError that says nothing of the inside', async (t) => {
  const cause = new TypeError('secret detail');
  const error = EarshotError.from(cause);
  t.equal(error.code, 'internal_error');
  t.notMatch(error.message, /secret/);
  t.equal(error.cause, cause);
});

t.test('for want of file descriptors the service is overloaded', async (t) => {
  const cause = Object.assign(new Error("EMFILE: too many open files, open 'secret.html'"), {
    code: 'EMFILE',
  });
  const error = EarshotError.from(cause);
  t.match(error, { code: 'overloaded', status: 503, retryAfterSeconds: 1, cause });
  t.notMatch(error.message, /secret/);
});

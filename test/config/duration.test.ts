import fc from 'fast-check';
import t from 'tap';
import { addDuration, parseDuration } from '../../src/config/duration.js';
import { EarshotError } from '../../src/errors.js';

t.test('durations: what is written is what is read', async (t) => {
  const part = fc.option(fc.nat(500), { nil: undefined });
  fc.assert(
    fc.property(part, part, part, part, part, part, fc.nat(999), (y, mo, d, h, m, s, milli) => {
      const seconds = s === undefined ? undefined : milli ? `${s}.${String(milli).padStart(3, '0')}` : `${s}`;
      const date = [y !== undefined && `${y}Y`, mo !== undefined && `${mo}M`, d !== undefined && `${d}D`];
      const time = [h !== undefined && `${h}H`, m !== undefined && `${m}M`, seconds && `${seconds}S`];
      const tail = time.filter(Boolean).join('');
      const iso = `P${date.filter(Boolean).join('')}${tail ? `T${tail}` : ''}`;
      if (iso === 'P') return;
      const parsed = parseDuration(iso);
      const fraction = s === undefined ? 0 : milli;
      return (
        parsed.months === (y ?? 0) * 12 + (mo ?? 0) &&
        parsed.ms === ((d ?? 0) * 86_400 + (h ?? 0) * 3600 + (m ?? 0) * 60 + (s ?? 0)) * 1000 + fraction
      );
    }),
  );
  t.equal(parseDuration('P2W').ms, 14 * 86_400_000);
  t.equal(parseDuration('PT0,5H').ms, 1_800_000);
  t.equal(parseDuration('P1.5D').ms, 36 * 3_600_000);
});

t.test('durations: what is not ISO 8601 is refused', async (t) => {
  const wrong = [
    '',
    'P',
    'PT',
    'P1DT',
    '1D',
    'P1S',
    'PT1D',
    'p1d',
    'P1d',
    '-P1D',
    '+P1D',
    'P-1D',
    'P1M1Y',
    'PT1S1M',
    'P1W1D',
    'P1.5Y',
    'P1.5M',
    'PT1.5M1S',
    'P1D ',
    ' P1D',
    'P1D\n',
    'P.5D',
    'P1.D',
    'PT١S',
    'P0003-06-04T12:30:05',
    'P1e3D',
    `PT${'9'.repeat(60)}S`,
    'P99999999D',
    'P1H',
    'P1001Y',
    'P3000000D',
  ];
  for (const text of wrong)
    t.throws(() => parseDuration(text), { code: 'invalid_request' }, JSON.stringify(text));
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'PYMWDTHS0123456789.,-') }), (text) => {
      try {
        const { months, ms } = parseDuration(text);
        return Number.isSafeInteger(months) && Number.isSafeInteger(ms) && months >= 0 && ms >= 0;
      } catch (error) {
        return error instanceof EarshotError && error.code === 'invalid_request';
      }
    }),
    { numRuns: 5000 },
  );
});

t.test('durations are added by the UTC calendar', async (t) => {
  const after = (from: string, iso: string) =>
    new Date(addDuration(Date.parse(from), parseDuration(iso))).toISOString();
  t.equal(after('2026-01-31T10:00:00.000Z', 'P1M'), '2026-02-28T10:00:00.000Z');
  t.equal(after('2024-01-31T10:00:00.000Z', 'P1M'), '2024-02-29T10:00:00.000Z');
  t.equal(after('2024-02-29T10:00:00.000Z', 'P1Y'), '2025-02-28T10:00:00.000Z');
  t.equal(after('2026-12-31T23:59:59.999Z', 'P2M'), '2027-02-28T23:59:59.999Z');
  t.equal(after('2026-03-28T12:00:00.000Z', 'P1D'), '2026-03-29T12:00:00.000Z', 'no daylight saving');
  t.equal(after('2026-01-31T00:00:00.000Z', 'P1M1DT1H'), '2026-03-01T01:00:00.000Z');
});

import t from 'tap';
import { LatencyFigures } from '../../bench/latency-figures.js';
import type { StreamedQuery } from '../../bench/socket-stream.js';

const speech = { samples: new Float32Array(0), endSeconds: 2 };
const query = (seen: Partial<StreamedQuery>): StreamedQuery => ({
  partials: [],
  text: '',
  words: [],
  isRefused: false,
  senderLagMs: 0,
  ...seen,
});

t.test('times count from the end of speech, and a decision before it is a cut-off', async (t) => {
  const figures = new LatencyFigures(0.5);
  figures.observe(speech, query({ vadStopMs: 2150, completeMs: 2160 }));
  figures.observe(speech, query({ vadStopMs: 2250, completeMs: 2280 }));
  figures.observe(speech, query({ vadStopMs: 1900, completeMs: 1910 }));
  figures.observe(speech, query({ failure: 'no answer within 15 s' }));
  const { ttfsMs, endpointMs, answerMs, cutOff, faults } = figures.toJSON();
  t.strictSame(ttfsMs, { count: 2, mean: 220, p50: 160, max: 280 });
  t.strictSame(endpointMs, { count: 2, mean: 200, p50: 150, max: 250 });
  t.strictSame(answerMs, { count: 3, mean: 16.7, p50: 10, max: 30 });
  t.match(cutOff, { count: 1, of: 3, share: 0.3333 });
  t.equal(faults, 1);
  t.match(figures.sentence(), /^cut off 1 of 3 \(95 % interval: 6\.2 to 79\.2 %\)/);
});

t.test('a word is emitted with the first partial result that holds it and keeps it', async (t) => {
  const figures = new LatencyFigures(0.5);
  const words = [
    { text: 'red', start: 0.6, end: 0.8 },
    { text: 'shoes', start: 0.9, end: 1.4 },
  ];
  const partials = [
    { atMs: 1000, words: ['red'] },
    { atMs: 1500, words: ['red', 'shoe'] },
    { atMs: 1700, words: ['red', 'shoes'] },
  ];
  figures.observe(speech, query({ partials, words, vadStopMs: 2100, completeMs: 2100 }));
  const { wordEmissionMs, firstPartialMs, revisionRate } = figures.toJSON();
  t.strictSame(wordEmissionMs, { count: 2, mean: 250, p50: 200, max: 300 });
  t.strictSame(firstPartialMs, { count: 1, mean: 500, p50: 500, max: 500 });
  t.equal(revisionRate, 0.5);
});

t.test('percentiles that the largest sample would be are not told', async (t) => {
  const columns = (count: number) => {
    const figures = new LatencyFigures(0.5);
    for (let at = 0; at < count; at++) figures.finalisationMs.push(at);
    return Object.keys(figures.rows()['finalisation, upload'] ?? {}).sort();
  };
  t.strictSame(columns(0), []);
  t.strictSame(columns(9), ['count', 'max', 'mean', 'p50']);
  t.strictSame(columns(19), ['count', 'max', 'mean', 'p50', 'p90']);
  t.strictSame(columns(99), ['count', 'max', 'mean', 'p50', 'p90', 'p95']);
  t.strictSame(columns(100), ['count', 'max', 'mean', 'p50', 'p90', 'p95', 'p99']);
});

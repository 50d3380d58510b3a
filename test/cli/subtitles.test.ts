import t from 'tap';
import { toSrt } from '../../src/cli/subtitles.js';

const word = (text: string, start: number, end: number) => ({ text, start, end, confidence: 1 });

t.test('no words, no cues', async (t) => {
  t.equal(toSrt([]), '');
});

t.test('a pause begins a new cue and times are SubRip times', async (t) => {
  const srt = toSrt([word('hello', 0.5, 0.9), word('there', 1, 1.3), word('next', 3661.0004, 3661.5)]);
  t.equal(srt, '1\n00:00:00,500 --> 00:00:01,300\nhello there\n\n2\n01:01:01,000 --> 01:01:01,500\nnext\n');
});

t.test('a cue holds at most two lines of 42 characters and seven seconds', async (t) => {
  const words = Array.from({ length: 60 }, (_, i) => word('abcdefgh', i * 0.5, i * 0.5 + 0.4));
  for (const cue of toSrt(words).split('\n\n')) {
    const [, times, ...lines] = cue.trim().split('\n');
    t.ok(lines.length <= 2 && lines.every((line) => line.length <= 42), cue);
    const [start, end] = times
      .split(' --> ')
      .map((time) => Number(time.slice(6).replace(',', '.')) + 60 * Number(time.slice(3, 5)));
    t.ok(end - start <= 7, times);
  }
});

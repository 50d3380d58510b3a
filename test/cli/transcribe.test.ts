import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { toRifx } from '../audio/rifx.js';
import { earshot } from './run-earshot.js';

const speech = 'test/fixtures/speech';
const shoes = join(speech, 'show-me-red-running-shoes-under-fifty-dollars.wav');
const blue = join(speech, 'only-the-blue-ones-please.wav');

t.test('two output formats at once are refused', async (t) => {
  const { code, err } = await earshot(['transcribe', '--json', '--format', 'srt', blue]);
  t.equal(code, 1);
  t.match(err, /--json and --format srt contradict each other: give one of them/);
});

t.test('what was said in recordings is written, or its subtitles', async (t) => {
  const text = await earshot(['transcribe', shoes, blue]);
  t.equal(text.code, 0, text.err);
  t.equal(
    text.out,
    `${shoes}: show me red running shoes under fifty dollars\n${blue}: only the blue ones please\n`,
  );

  const srt = await earshot(['transcribe', blue, '--format', 'srt']);
  t.match(await earshot(['transcribe', blue, blue, '--format', 'srt']), {
    code: 1,
    err: /srt takes one file/,
  });
  t.match(srt.out, /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\nonly the blue ones please\n/);
});

t.test(
  'WAV files of any kind are heard, also through a pipe, and it is told where nothing is said',
  async (t) => {
    const silence = Buffer.from(readFileSync(blue)).fill(0, 44);
    t.match(await earshot(['transcribe', '-'], { input: silence }), {
      code: 0,
      out: /^\n$/,
      err: 'earshot: No words were heard in standard input.\n',
    });

    const riff = readFileSync(blue);
    const bw64 = Buffer.concat([Buffer.from('BW64'), riff.subarray(4)]);
    for (const wav of [toRifx(riff), bw64]) {
      const { out, err } = await earshot(['transcribe', '-'], { input: wav });
      t.equal(out, 'only the blue ones please\n', `${wav.toString('latin1', 0, 4)} ${err}`);
    }

    const file = join(t.testdir({}), 'as-recorders-write.wav');
    const stereo = toRightChannel(riff);
    const streamed = Buffer.from(riff);
    streamed.writeUInt32LE(0, 40);
    for (const [what, wav] of Object.entries({ stereo, streamed })) {
      writeFileSync(file, wav);
      const { out, err } = await earshot(['transcribe', file]);
      t.equal(out, 'only the blue ones please\n', `${what}: ${err}`);
    }
  },
);

t.test('words to expect are taken, with weights or without', async (t) => {
  for (const hotwords of [
    ['--hotword', 'blue ones'],
    ['--hotword', 'blue', '--hotword', 'ones:2'],
  ]) {
    const { out, err } = await earshot(['transcribe', ...hotwords, blue]);
    t.equal(out, 'only the blue ones please\n', err);
  }
});

t.test('it goes on behind a file that cannot be read, and says so', async (t) => {
  const folder = t.testdir({ 'empty.wav': '', 'cut.flac': 'fLaC' });
  const [empty, cut] = [join(folder, 'empty.wav'), join(folder, 'cut.flac')];
  const some = await earshot(['transcribe', empty, 'nothing.wav', cut, blue]);
  t.match(some, { code: 1, out: `${blue}: only the blue ones please\n` });
  t.match(some.err.split('\n'), [
    `earshot: There is nothing in ${empty}.`,
    'earshot: Cannot read nothing.wav: there is no such file.',
    new RegExp(`^earshot: ${cut}: .*FLAC`),
    '',
  ]);
});

t.test('--json tells words and confidence', async (t) => {
  const json = await earshot(['transcribe', '-', '--json'], { input: readFileSync(blue) });
  const { words, ...rest } = JSON.parse(json.out);
  t.match(rest, {
    file: 'standard input',
    text: 'only the blue ones please',
    confidence: Number,
    audioSeconds: Number,
  });
  t.strictSame(
    words.map(({ text }: { text: string }) => text),
    ['only', 'the', 'blue', 'ones', 'please'],
  );
});

/** A mono WAV file of 16 bits as a stereo one whose left channel is silent. */
function toRightChannel(wav: Buffer): Buffer {
  const header = Buffer.from(wav.subarray(0, 44));
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(header.readUInt32LE(28) * 2, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt32LE((wav.length - 44) * 2, 40);
  const samples = Buffer.alloc((wav.length - 44) * 2);
  for (let at = 44; at + 1 < wav.length; at += 2) wav.copy(samples, (at - 44) * 2 + 2, at, at + 2);
  return Buffer.concat([header, samples]);
}

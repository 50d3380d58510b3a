// Recordings as the command line reads them: what they are, and the same samples as the service hears.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parseMediaType } from '../../src/audio/audio-format.js';
import { openAudioInput } from '../../src/cli/audio-input.js';
import { decode } from '../audio/pcm-samples.js';
import { wav } from '../audio/wav-file.js';

/** All samples of up to two bytes; of longer ones as many, all over their range, and the outermost. */
function everySample(bytes: number): Buffer {
  const count = 2 ** (8 * Math.min(bytes, 2));
  const data = Buffer.alloc(count * bytes);
  for (let at = 0; at < data.length; at++)
    data[at] =
      bytes > 2 && at % bytes < bytes - 2 ? (at * 31) & 255 : Math.floor(at / bytes) >> (8 * (at % 2));
  for (const [index, [rest, top]] of [
    [0x00, 0x80],
    [0xff, 0x7f],
    [0x00, 0x00],
    [0xff, 0xff],
  ].entries())
    if (bytes > 2)
      data.fill(rest, index * bytes, (index + 1) * bytes).writeUInt8(top, (index + 1) * bytes - 1);
  return data;
}

async function asTheCommandLine(path: string): Promise<Float32Array> {
  const { mimeType, chunks } = await openAudioInput(path);
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return decode(parseMediaType(mimeType), Buffer.concat(parts));
}

t.test('the command line hears the very samples that the service hears', async (t) => {
  const fractions = Float32Array.from({ length: 999 }, (_, n) => Math.sin(n * n));
  const kinds: [tag: number, kind: string, bytes: number, body: Buffer, channels?: number][] = [
    [1, 'uint 1', 1, everySample(1)],
    [1, 'int 2', 2, everySample(2)],
    [1, 'int 3', 3, everySample(3)],
    [1, 'int 4', 4, everySample(4)],
    [3, 'float 4', 4, Buffer.from(fractions.buffer)],
    // the first channel silent
    [
      3,
      'float 4',
      4,
      Buffer.from(Float32Array.from([...fractions].flatMap((value) => [0, value])).buffer),
      2,
    ],
    [3, 'float 8', 8, Buffer.from(Float64Array.from(fractions, (value) => value / 3).buffer)],
  ];
  const path = join(t.testdir({}), 'every.wav');
  for (const [tag, kind, bytes, body, channels = 1] of kinds) {
    const file = wav({ tag, kind, body, channels });
    writeFileSync(path, file);
    const heard = await asTheCommandLine(path);
    const service = await decode({ container: 'wav' }, file);
    t.equal(heard.length, body.length / bytes / channels);
    t.equal(
      heard.findIndex((sample, at) => sample !== service[at]),
      -1,
      kind,
    );
  }
  const file = wav({ tag: 1, kind: 'int 2' });
  writeFileSync(path, Buffer.concat([file, file]));
  t.equal((await asTheCommandLine(path)).length, 600, 'two files in one');
});

t.test('what a recording is, its first bytes tell before its name', async (t) => {
  const audio = 'test/fixtures/audio';
  const read = (name: string) => readFileSync(join(audio, name));
  const id3 = Buffer.from('ID3\x04\0\0\0\0\0\0');
  const files: [name: string, bytes: Buffer, mimeType: string][] = [
    ['wav.mp3', Buffer.concat([Buffer.from('RIFF....WAVE'), Buffer.alloc(99)]), 'audio/wav'],
    ['flac.wav', read('speech.flac'), 'audio/flac'],
    ['mp3.ogg', read('speech.mp3'), 'audio/mpeg'],
    ['bare.ogg', Buffer.concat([Buffer.of(0xff, 0xfb, 0x90, 0x64), Buffer.alloc(99)]), 'audio/mpeg'],
    ['tagged.wav', Buffer.concat([id3, read('speech.mp3')]), 'audio/mpeg'],
    ['tagged.flac', Buffer.concat([id3, read('speech.flac')]), 'audio/flac'],
    ['garbage.ogg', Buffer.from('nothing that is known'), 'audio/ogg'],
  ];
  const folder = t.testdir({});
  for (const [name, bytes, mimeType] of files) {
    writeFileSync(join(folder, name), bytes);
    t.equal((await openAudioInput(join(folder, name))).mimeType, mimeType, name);
  }
  const unknown = join(folder, 'sound.raw');
  writeFileSync(unknown, Buffer.alloc(100));
  await t.rejects(openAudioInput(unknown), { code: 'unsupported_media_type', message: /--type/ });
  t.equal((await openAudioInput(unknown, 'audio/pcm;rate=8000')).mimeType, 'audio/pcm;rate=8000');
});

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { type AudioFormat, parseMediaType } from '../../src/audio/audio-format.js';
import { EarshotError } from '../../src/errors.js';

/** A media type that {@link parseMediaType} reads as this format. */
function mediaTypeOf(format: AudioFormat): string {
  if (format.container !== 'pcm') return `audio/${format.container}`;
  const { bits, sampleRateHz, encoding, channels, bigEndian } = format;
  return `audio/pcm;bits=${bits};rate=${sampleRateHz};encoding=${encoding};channels=${channels};big-endian=${bigEndian}`;
}

t.test('media types: every form that is understood', async (t) => {
  const pcm = {
    container: 'pcm',
    encoding: 'signed-int',
    bits: 16,
    sampleRateHz: 16_000,
    channels: 1,
    bigEndian: false,
  };
  const cases: [string, object][] = [
    ['audio/pcm', pcm],
    ['audio/pcm;bits=16;rate=16000', pcm],
    [' Audio/PCM ; RATE=44100 ; Bits="24" ', { ...pcm, bits: 24, sampleRateHz: 44_100 }],
    ['audio/pcm;big-endian=True;channels=2', { ...pcm, bigEndian: true, channels: 2 }],
    ['audio/pcm;big-endian=False', pcm],
    ['audio/pcm;bits=8', { ...pcm, bits: 8 }],
    ['audio/pcm;bits=32', { ...pcm, bits: 32, encoding: 'float' }],
    ['audio/pcm;encoding=float', { ...pcm, bits: 32, encoding: 'float' }],
    ['audio/pcm;encoding=Signed-Int;bits=32;', { ...pcm, bits: 32 }],
    ['audio/pcm;rate=8000', { ...pcm, sampleRateHz: 8_000 }],
    ['audio/pcm;rate=96000', { ...pcm, sampleRateHz: 96_000 }],
    ['audio/pcm; bits=16; charset=utf-8', pcm],
    ['audio/wav', { container: 'wav' }],
    ['audio/x-wav;codecs=1', { container: 'wav' }],
    ['audio/wav;codecs=pcm', { container: 'wav' }],
    ['audio/wav; codecs=audio/pcm; samplerate=16000', { container: 'wav' }],
    ['AUDIO/WAVE', { container: 'wav' }],
    ['audio/webm', { container: 'webm' }],
    ['audio/webm;codecs=opus', { container: 'webm' }],
    ['audio/webm; codecs="pcm"', { container: 'webm' }],
    ['audio/ogg;codecs=opus', { container: 'ogg' }],
    ['audio/opus', { container: 'ogg' }],
    ['application/ogg', { container: 'ogg' }],
    ['video/webm;codecs=vp8,opus', { container: 'webm' }],
    ['video/webm; codecs="vp9, opus"', { container: 'webm' }],
    ['audio/x-matroska', { container: 'webm' }],
    ['audio/flac', { container: 'flac' }],
    ['audio/mpeg', { container: 'mpeg' }],
  ];
  for (const [text, format] of cases) {
    const parsed = parseMediaType(text);
    t.same(parsed, format, text);
    t.same(parseMediaType(mediaTypeOf(parsed)), parsed, `${text} -> ${mediaTypeOf(parsed)}`);
  }
});

t.test('media types: anything else is refused with the reason', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /not a media type/],
    ['audio', /not a media type/],
    ['audio/aac', /audio\/aac.*send audio\/pcm/],
    ['text/plain', /not a supported audio type/],
    ['audio/pcm;bits=12', /8, 16, 24 or 32/],
    ['audio/pcm;bits=16;encoding=float', /bits=32/],
    ['audio/pcm;encoding=ulaw', /signed-int or float/],
    ['audio/pcm;rate=7999', /8000 to 96000/],
    ['audio/pcm;rate=96001', /8000 to 96000/],
    ['audio/pcm;rate=16k', /whole number/],
    ['audio/pcm;rate=-16000', /whole number/],
    ['audio/pcm;rate=', /malformed/],
    ['audio/pcm;rate', /malformed/],
    ['audio/pcm;rate="16000', /malformed/],
    ['audio/pcm,rate=16000', /malformed/],
    ['audio/pcm;channels=0', /channels/],
    ['audio/pcm;channels=17', /channels/],
    ['audio/pcm;big-endian=yes', /true or false/],
    ['audio/pcm;sample-rate=8000', /no parameter "sample-rate"/],
    ['audio/pcm;rate=8000;rate=16000', /twice/],
    ['audio/webm;codecs=vorbis', /vorbis/],
    ['video/webm;codecs=vp8,vorbis', /vp8,vorbis/],
    ['video/mp4', /ffmpeg/],
    [`audio/pcm;${'x'.repeat(5_000)}`, /not a media type/],
  ];
  for (const [text, detail] of cases) {
    t.throws(
      () => parseMediaType(text),
      { code: 'unsupported_media_type', message: detail },
      text.slice(0, 60),
    );
  }
});

t.test('media types: no string is anything but a format or a clear refusal', async () => {
  const part = fc.constantFrom(
    ...['audio/pcm', ';', '=', '"', '\\', ' ', 'rate', '16000', 'bits', '32', ',', 'é'],
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (value) => {
      try {
        const format = parseMediaType(value);
        return isDeepStrictEqual(parseMediaType(mediaTypeOf(format)), format);
      } catch (error) {
        return error instanceof EarshotError && error.code === 'unsupported_media_type';
      }
    }),
    { numRuns: 2_000 },
  );
});

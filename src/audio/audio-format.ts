import { EarshotError } from '../errors.js';

const minSampleRateHz = 8_000;
const maxSampleRateHz = 96_000;
/** More channels than any microphone array of a kiosk; a bound for what one frame of samples can take. */
const maxChannels = 16;

/** How one sample is written down. */
export type SampleEncoding = 'signed-int' | 'unsigned-int' | 'float' | 'a-law' | 'mu-law';

/** Uncompressed samples without a header. */
export interface PcmFormat {
  container: 'pcm';
  encoding: 'signed-int' | 'float';
  bits: 8 | 16 | 24 | 32;
  sampleRateHz: number;
  channels: number;
  bigEndian: boolean;
}

/** A format whose own header tells the rest. */
export interface ContainerFormat {
  container: 'wav' | 'webm' | 'ogg' | 'flac' | 'mpeg';
}

export type AudioFormat = PcmFormat | ContainerFormat;

/** Names of a media type, the canonical one first. */
const containers: Record<ContainerFormat['container'], { names: string[]; codecs?: RegExp }> = {
  // its own header names the codec in full; the parameter is written in many ways, codecs=audio/pcm among them
  wav: { names: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav'] },
  // of a film's codecs one is of the sound
  webm: {
    names: ['audio/webm', 'video/webm', 'audio/x-matroska', 'audio/matroska', 'video/x-matroska'],
    codecs: /(^|,) *(opus|pcm)( *,|$)/,
  },
  ogg: { names: ['audio/ogg', 'application/ogg', 'audio/opus'], codecs: /^opus$/ },
  flac: { names: ['audio/flac', 'audio/x-flac'], codecs: /^flac$/ },
  mpeg: { names: ['audio/mpeg', 'audio/mp3', 'audio/x-mp3', 'audio/x-mpeg'], codecs: /^mp3$/ },
};

const supported = 'audio/pcm, audio/wav, audio/webm, audio/ogg, audio/flac or audio/mpeg';
const pcmParameters: readonly string[] = ['bits', 'rate', 'encoding', 'channels', 'big-endian'];
/** Libraries add it to every type; it says nothing of samples. */
const ignoredParameter = 'charset';

/**
 * Reads the media type of a request or of `audioQuery.mimeType`.
 *
 * `audio/pcm` defaults to 16 bits, 16,000 Hz, signed-int, one channel, little-endian; `bits=32` without an encoding,
 * and `encoding=float` without bits, are 32-bit float. Its parameters may come in any order and case, quoted or not;
 * an unknown one is refused, because it would change what the bytes mean, save `charset`.
 *
 * @throws EarshotError `unsupported_media_type` with the reason.
 */
export function parseMediaType(value: string): AudioFormat {
  const { type, parameters } = splitMediaType(value);
  if (type === 'audio/pcm') return pcmFormat(parameters);
  for (const [container, { names, codecs }] of Object.entries(containers)) {
    if (!names.includes(type)) continue;
    const codec = parameters.get('codecs')?.toLowerCase();
    if (codec !== undefined && codecs?.test(codec) === false) {
      throw unsupported(`The codec "${codec}" in ${type} is not supported.`);
    }
    return { container: container as ContainerFormat['container'] };
  }
  const advice = /^(audio|video)\//.test(type)
    ? ' Other recordings can be converted: ffmpeg -i in.m4a out.wav'
    : '';
  throw unsupported(`"${type}" is not a supported audio type; send ${supported}.${advice}`);
}

function pcmFormat(parameters: Map<string, string>): PcmFormat {
  for (const name of parameters.keys()) {
    if (name !== ignoredParameter && !pcmParameters.includes(name)) {
      const known = `${pcmParameters.slice(0, -1).join(', ')} and ${pcmParameters.at(-1)}`;
      throw unsupported(`audio/pcm has no parameter "${name}"; it has ${known}.`);
    }
  }
  const encodingName = parameters.get('encoding')?.toLowerCase();
  const bits = integer(parameters, 'bits', encodingName === 'float' ? 32 : 16);
  if (bits !== 8 && bits !== 16 && bits !== 24 && bits !== 32) {
    throw unsupported(`bits=${bits} is not supported; use 8, 16, 24 or 32.`);
  }
  const encoding = encodingName ?? (bits === 32 ? 'float' : 'signed-int');
  if (encoding !== 'signed-int' && encoding !== 'float') {
    throw unsupported(`encoding=${encoding} is not supported; use signed-int or float.`);
  }
  if (encoding === 'float' && bits !== 32) {
    throw unsupported(`encoding=float needs bits=32; got ${bits}.`);
  }
  const sampleRateHz = integer(parameters, 'rate', 16_000);
  checkSampleRate(sampleRateHz);
  const channels = integer(parameters, 'channels', 1);
  checkChannels(channels);
  const endianness = parameters.get('big-endian')?.toLowerCase() ?? 'false';
  if (endianness !== 'true' && endianness !== 'false') {
    throw unsupported(`big-endian=${endianness} is not supported; use true or false.`);
  }
  return { container: 'pcm', encoding, bits, sampleRateHz, channels, bigEndian: endianness === 'true' };
}

/** @throws EarshotError `unsupported_media_type` for a rate that cannot be resampled. */
export function checkSampleRate(sampleRateHz: number): void {
  if (sampleRateHz >= minSampleRateHz && sampleRateHz <= maxSampleRateHz) return;
  throw unsupported(
    `A sample rate of ${sampleRateHz} Hz is not supported; use ${minSampleRateHz} to ${maxSampleRateHz} Hz.`,
  );
}

/** @throws EarshotError `unsupported_media_type` for none or too many. */
export function checkChannels(channels: number): void {
  if (channels >= 1 && channels <= maxChannels) return;
  throw unsupported(
    `${channels} channels are not supported; send 1 to ${maxChannels}, of which one is used: the first that carries sound.`,
  );
}

function integer(parameters: Map<string, string>, name: string, fallback: number): number {
  const text = parameters.get(name);
  if (text === undefined) return fallback;
  if (!/^[0-9]{1,7}$/.test(text)) throw unsupported(`${name}=${text} is not a whole number.`);
  return Number(text);
}

const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const typePattern = new RegExp(`^\\s*(${token}/${token})\\s*`, 'i');
/**
 * RFC 9110 section 5.6.6, with blanks round the equals sign, and slashes and commas in a value forgiven. An empty parameter is
 * allowed there too.
 */
const parameterPattern = new RegExp(
  `;\\s*(?:(${token})\\s*=\\s*(?:(${token}(?:[/,]${token})*)|"((?:[^"\\\\]|\\\\.)*)"))?\\s*`,
  'iy',
);

function splitMediaType(value: string): { type: string; parameters: Map<string, string> } {
  const head = value.length <= 1_024 ? typePattern.exec(value) : null;
  if (!head) throw unsupported(`"${value.slice(0, 80)}" is not a media type; send ${supported}.`);
  const parameters = new Map<string, string>();
  parameterPattern.lastIndex = head[0].length;
  let position = head[0].length;
  while (position < value.length) {
    const match = parameterPattern.exec(value);
    if (!match) throw unsupported(`The parameters of "${value.slice(0, 80)}" are malformed.`);
    position = parameterPattern.lastIndex;
    const [, name, plain, quoted] = match;
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (parameters.has(key)) throw unsupported(`The parameter "${key}" is given twice.`);
    parameters.set(key, plain ?? quoted.replace(/\\(.)/g, '$1'));
  }
  return { type: head[1].toLowerCase(), parameters };
}

function unsupported(detail: string): EarshotError {
  return new EarshotError('unsupported_media_type', detail);
}

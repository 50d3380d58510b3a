import { containerBytes } from './container-of.js';

/** A format that programs record in and that is not decoded here. */
export interface ForeignFormat {
  /** Such as `an MP4 file (M4A)`. */
  name: string;
  /** Of its files: `m4a`. */
  extension: string;
}

const formats: readonly (ForeignFormat & { signature: RegExp })[] = [
  { signature: /^.{4}ftyp/s, name: 'an MP4 file (M4A)', extension: 'm4a' },
  { signature: /^#!AMR/, name: 'an AMR file', extension: 'amr' },
  { signature: /^caff/, name: 'a CAF file', extension: 'caf' },
  { signature: /^FORM.{4}AIF[FC]/s, name: 'an AIFF file', extension: 'aiff' },
  { signature: /^0&\xb2u/, name: 'a Windows Media file (WMA)', extension: 'wma' },
  { signature: /^\.snd/, name: 'an AU file', extension: 'au' },
  { signature: /^riff\.\x91\xcf/, name: 'a Wave64 file', extension: 'w64' },
];

export const aac: ForeignFormat = { name: 'AAC', extension: 'aac' };

/** What a recording is, by its first {@link containerBytes}. */
export function foreignFormat(head: Uint8Array): ForeignFormat | undefined {
  const text = Buffer.from(head.subarray(0, containerBytes)).toString('latin1');
  return formats.find(({ signature }) => signature.test(text));
}

/**
 * What to do about it, as a clause.
 * @param file as the reader calls the recording
 */
export function howToConvert({ extension }: ForeignFormat, file = `in.${extension}`): string {
  const quoted = /\s/.test(file) ? `"${file}"` : file;
  return `convert it first: ffmpeg -i ${quoted} out.wav`;
}

/** So many frames in a row are no chance. */
const framesInRow = 3;
/** The longest frame of AAC; MP3 frames are shorter. */
const maxFrameBytes = 8_191;
/** What {@link framedFormat} needs at most. */
export const framedBytes = framesInRow * maxFrameBytes;

/** Of MP3 frames, in thousands of bits a second: version 1, and versions 2 and 2.5. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
/** By version; the second is not used. */
const firstRatesHz = [11_025, undefined, 22_050, 44_100];
const rateFactors = [1, 48_000 / 44_100, 32_000 / 44_100];

/** Frames of AAC (ADTS) begin like those of MPEG audio, but with layer 0, which that does not have. */
export function isAdts(head: Uint8Array): boolean {
  return head[0] === 0xff && (head[1] & 0xf6) === 0xf0;
}

/**
 * AAC or MP3 without a container, by frames that follow one another exactly. Samples of PCM may look like the beginning
 * of one, but not of several.
 *
 * @returns null for neither, undefined when more bytes are needed.
 */
export function framedFormat(bytes: Uint8Array): 'aac' | 'mpeg' | null | undefined {
  let at = 0;
  for (let frame = 0; frame < framesInRow; frame++) {
    const header = bytes.subarray(at, at + 6);
    // Version and layer do not change.
    if (header.subarray(0, 2).some((byte, index) => byte !== bytes[index])) return null;
    if (header.length < 6) return undefined;
    const length = frameLength(header);
    if (length === undefined) return null;
    at += length;
  }
  return isAdts(bytes) ? 'aac' : 'mpeg';
}

/** Undefined for what is no header. */
function frameLength(header: Uint8Array): number | undefined {
  if (isAdts(header)) {
    if (((header[2] >> 2) & 15) > 12) return undefined;
    const length = ((header[3] & 3) << 11) | (header[4] << 3) | (header[5] >> 5);
    return length > 7 ? length : undefined;
  }
  const version = (header[1] >> 3) & 3;
  const isLayer3 = ((header[1] >> 1) & 3) === 1;
  const firstRateHz = firstRatesHz[version];
  const rateFactor = rateFactors[(header[2] >> 2) & 3];
  const kilobits = bitRates[version === 3 ? 0 : 1][header[2] >> 4];
  if (
    header[0] !== 0xff ||
    (header[1] & 0xe0) !== 0xe0 ||
    !isLayer3 ||
    !firstRateHz ||
    !rateFactor ||
    !kilobits
  )
    return undefined;
  const bytesPerFrame = version === 3 ? 144_000 : 72_000;
  return (
    Math.floor((bytesPerFrame * kilobits) / Math.round(firstRateHz * rateFactor)) + ((header[2] >> 1) & 1)
  );
}

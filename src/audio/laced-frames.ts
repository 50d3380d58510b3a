import * as ebml from './ebml.js';
import { invalidAudio } from './sample-source.js';

/** How the sizes of the frames of a block are written, in the order of their numbers in its flags. */
const lacings = ['none', 'xiph', 'fixed', 'ebml'] as const;

/**
 * The frames of a WebM block: one, or several with sizes in front (RFC 9559 section 10.3).
 *
 * @param lacing Two bits of the block's flags.
 * @throws EarshotError `invalid_audio`
 */
export function* lacedFrames(body: Uint8Array, lacing: number): Generator<Uint8Array> {
  const kind = lacings[lacing];
  if (kind === 'none') {
    yield body;
    return;
  }
  const count = (body[0] ?? 0) + 1;
  let { sizes, position } = { fixed: fixedSizes, xiph: xiphSizes, ebml: ebmlSizes }[kind](body, count);
  for (const size of sizes) {
    if (size < 0 || position + size > body.length)
      throw invalidAudio('The lacing of a WebM block is damaged.');
    yield body.subarray(position, position + size);
    position += size;
  }
  yield body.subarray(position);
}

/** Sizes of all frames but the last, which takes the rest, and where the first frame begins. */
interface Lace {
  sizes: number[];
  position: number;
}

function fixedSizes(body: Uint8Array, count: number): Lace {
  return { sizes: Array<number>(count - 1).fill(Math.floor((body.length - 1) / count)), position: 1 };
}

/** A size is the sum of its bytes, of which the last is not 255. */
function xiphSizes(body: Uint8Array, count: number): Lace {
  const sizes: number[] = [];
  let position = 1;
  for (let frame = 1; frame < count; frame++) {
    let size = 0;
    let byte: number;
    do {
      byte = body[position++] ?? 0;
      size += byte;
    } while (byte === 255);
    sizes.push(size);
  }
  return { sizes, position };
}

/** All sizes but the first are differences, shifted to be positive. */
function ebmlSizes(body: Uint8Array, count: number): Lace {
  const sizes: number[] = [];
  let position = 1;
  for (let frame = 1; frame < count; frame++) {
    const number = ebml.variableInteger(body, position);
    if (!number) throw invalidAudio('A WebM block is cut short.');
    position += number.length;
    const before = sizes.at(-1);
    sizes.push(
      before === undefined ? number.value : before + number.value - (2 ** (7 * number.length - 1) - 1),
    );
  }
  return { sizes, position };
}

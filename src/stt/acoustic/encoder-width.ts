import type { InferenceSession } from 'onnxruntime-node';
import { lastAxisOf } from '../../inference/session.js';

/**
 * Values of a frame of what an encoder in front of a decoder tells.
 *
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function encoderWidth(session: InferenceSession): number {
  const width = lastAxisOf(session.outputMetadata, 'last_hidden_state');
  if (typeof width !== 'number') throw new RangeError('it has no last_hidden_state of known width');
  return width;
}

import { EarshotError } from '../../src/errors.js';

/** What is wrong with a pack, by the error that loading it throws. */
export function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof EarshotError && error.code === 'invalid_pack') return error.message;
    throw error;
  }
  return 'nothing was thrown';
}

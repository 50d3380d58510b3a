import { invalidAudio } from './sample-source.js';

/**
 * Calls a WebAssembly decoder. Those used here report corrupt data with `console.error` and go on, one of them for
 * ever; so the report becomes an exception where it is made, which also keeps it from the terminal. The calls are
 * synchronous up to their result, so nothing else can run while the console is exchanged.
 *
 * @param harmless Reports that say nothing of the data that was given.
 * @throws EarshotError `invalid_audio`, also for what the decoder itself throws.
 */
export function callDecoder<T>(codec: string, call: () => T, harmless?: RegExp): T {
  const { error } = console;
  console.error = (...reports: unknown[]) => {
    const report = reports.join(' ');
    if (!harmless?.test(report)) throw new Error(report.replace(/\s+/g, ' ').slice(0, 200));
  };
  try {
    return call();
  } catch (cause) {
    throw corrupt(codec, cause);
  } finally {
    console.error = error;
  }
}

/** {@link callDecoder} for calls that answer with a promise. */
export async function callAsyncDecoder<T>(
  codec: string,
  call: () => Promise<T>,
  harmless?: RegExp,
): Promise<T> {
  try {
    return await callDecoder(codec, call, harmless);
  } catch (cause) {
    throw corrupt(codec, cause);
  }
}

function corrupt(codec: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return invalidAudio(`The ${codec} data is corrupt (${reason}).`, cause);
}

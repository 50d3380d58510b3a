import { setImmediate } from 'node:timers/promises';
import { EarshotError, type SerialisedError } from '../../errors.js';
import { fromSerialised } from '../../files/serialised.js';
import { madeApart } from '../../made-apart.js';
import { shareTexts } from '../../memory/share-equal.js';
import { Pack } from './pack.js';
import { type CompiledPack, type LoadOptions, readPack } from './read-pack.js';

export type { LoadOptions };

/**
 * Loads and compiles a domain pack.
 *
 * @param pathOrName The name of a pack that ships (`product-search`), or the path of a folder or YAML file.
 * @throws EarshotError `invalid_pack`, with file and line of every fault.
 */
export function loadPack(pathOrName: string, options: LoadOptions = {}): Pack {
  const { data, digest } = readPack(pathOrName, options);
  return new Pack(data, options.locales, digest);
}

/**
 * As {@link loadPack}, but compiled in a thread of its own: seconds in which this one serves. What is left to do here
 * takes less than a tenth of that, in three steps.
 *
 * @param options Only languages that are built in: others have functions, which do not cross threads.
 * @param signal Ends the thread; the promise is then rejected.
 * @throws EarshotError `invalid_pack`, with file and line of every fault.
 */
export async function loadPackApart(
  pathOrName: string,
  { compiled, tests }: Omit<LoadOptions, 'locales'>,
  signal: AbortSignal,
): Promise<Pack> {
  const made = await madeApart<Uint8Array | SerialisedError>(
    new URL('./pack-worker.js', import.meta.url),
    { pathOrName, tests, compiled: compiled?.options },
    'the compilation of a domain pack',
    signal,
  );
  if (!(made instanceof Uint8Array)) throw EarshotError.fromJSON(made);
  // Between the steps, each of which takes its time, whoever waits is served.
  const pack = fromSerialised(made, { copies: true }) as CompiledPack;
  await setImmediate();
  const { data, digest } = shareTexts(pack);
  await setImmediate();
  return new Pack(data, [], digest);
}

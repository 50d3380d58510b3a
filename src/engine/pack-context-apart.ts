import type { CompiledFiles, CompiledFilesOptions } from '../files/compiled-files.js';
import { toSerialised } from '../files/serialised.js';
import { madeApart } from '../made-apart.js';
import type { Pack } from '../nlu/index.js';
import { type CatalogueWords, packContext } from './pack-context.js';

/** What the thread is told. */
export interface PackContextTask {
  pathOrName: string;
  compiled: CompiledFilesOptions;
  words: ReturnType<CatalogueWords['words']>;
}

/** What it answers. */
export interface MadeContext {
  /** A serialised SpeechContext, in memory that threads share. */
  context: Uint8Array;
  /** Of the pack as its files were. */
  digest: string | undefined;
}

export interface PackContextApartOptions {
  /** What the pack was loaded by. */
  pathOrName: string;
  /** Where it was kept when it was compiled. */
  compiled: CompiledFiles | undefined;
  catalogue: CatalogueWords | undefined;
  /** Ends the thread; the promise is then rejected. */
  signal: AbortSignal;
}

/**
 * {@link packContext}, made in a thread of its own from the files of the pack: half a second in which this one serves.
 * Where no compiled packs are kept, or these files are not as they were when it was loaded, or do not even load any more,
 * it is made here.
 *
 * @returns A serialised SpeechContext, in memory that threads share.
 * @throws The signal's reason, once it is aborted.
 */
export async function packContextApart(
  pack: Pack,
  { pathOrName, compiled, catalogue, signal }: PackContextApartOptions,
): Promise<Uint8Array> {
  // Without a digest nothing tells whether the files are still those of the pack.
  if (compiled === undefined || pack.digest === undefined) return toSerialised(packContext(pack, catalogue));
  const task: PackContextTask = { pathOrName, compiled: compiled.options, words: catalogue?.words() ?? [] };
  const script = new URL('./pack-context-worker.js', import.meta.url);
  const made = await madeApart<MadeContext>(script, task, 'the reading of a domain pack', signal).catch(
    () => undefined,
  );
  signal.throwIfAborted();
  if (made !== undefined && made.digest === pack.digest) return made.context;
  return toSerialised(packContext(pack, catalogue));
}

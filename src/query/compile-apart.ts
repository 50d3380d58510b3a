import { Worker } from 'node:worker_threads';
import type { CompiledFiles } from '../compiled-files.js';
import type { LanguageResources } from '../stt/language-resources.js';
import type { SpeechContext } from '../stt/speech-context.js';

/**
 * Compiles a context in a thread of its own, so that neither requests nor streams wait for it.
 *
 * @returns A serialised {@link ContextData}, in memory that threads share.
 * @param signal Ends the thread; the promise is then rejected.
 */
export function compileApart(
  resources: LanguageResources,
  context: SpeechContext,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const worker = new Worker(new URL('./context-worker.js', import.meta.url), {
    workerData: { resources, context },
    execArgv: [],
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('messageerror', reject);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the compilation of a domain pack was interrupted')));
  }).finally(() => signal.removeEventListener('abort', stop));
}

/**
 * Under what a compiled context is kept.
 *
 * @param digest Equal for contexts that are equal.
 */
export function contextName(
  compiled: CompiledFiles,
  digest: string,
  { manifest, search }: Pick<LanguageResources, 'manifest' | 'search'>,
): string {
  return compiled.nameOf('context', [digest, JSON.stringify(manifest), JSON.stringify(search)]);
}

import type { CompiledFiles } from '../compiled-files.js';
import { madeApart } from '../made-apart.js';
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
  const script = new URL('./context-worker.js', import.meta.url);
  return madeApart(script, { resources, context }, 'the compilation of a domain pack', signal);
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

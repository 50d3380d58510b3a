import type { CompiledFiles } from '../files/compiled-files.js';
import { madeApart } from '../made-apart.js';
import type { LanguageResources } from '../stt/language-resources.js';
import type { SpeechContext } from '../stt/speech-context.js';

/** A context, or what was serialised of one in memory that threads share, which costs this one nothing. */
export type GivenContext = SpeechContext | Uint8Array;

/**
 * Compiles a context in a thread of its own, so that neither requests nor streams wait for it.
 *
 * @returns A serialised {@link ContextData}, in memory that threads share.
 * @param signal Ends the thread; the promise is then rejected.
 */
export function compileApart(
  resources: LanguageResources,
  context: GivenContext,
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

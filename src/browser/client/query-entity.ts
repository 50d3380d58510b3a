import { audioMimeType } from './audio-encoding.js';
import type { ResolvedOptions } from './options.js';
import type { QueryContext } from './wire.js';

/** What every query says, in the form of the wire. */
export function queryEntity(
  { userId }: ResolvedOptions,
  locale: string,
  context?: QueryContext | null,
  conversationId?: string | null,
) {
  return {
    locale,
    // Left out, the conversation's own context goes on.
    ...(context ? { context } : {}),
    ...(conversationId ? { conversationId } : {}),
    ...(userId ? { userId } : {}),
  };
}

/** What a query besides says whose audio follows. */
export function audioQueryEntity({ audioEncoding }: ResolvedOptions, sampleRate: number) {
  return { queryType: 'audio', audioQuery: { mimeType: audioMimeType(audioEncoding, sampleRate) } };
}

/** Headers of the request that creates a query whose audio follows. */
export function audioQueryHeaders(
  { ignoreVad }: ResolvedOptions,
  partialResults: boolean,
): Record<string, string> {
  return {
    'X-Service-Ignore-Vad': String(ignoreVad),
    ...(partialResults ? { 'X-Service-Partial-Results': 'true' } : {}),
  };
}

import { defaults } from '../config/defaults.js';
import { EarshotError } from '../errors.js';

/** Bounds on what one query may cost. */
export interface QueryLimits {
  /** Seconds of audio in one upload; more is answered `payload_too_large`. @default 120 */
  audioSeconds: number;
  /** Bytes in one upload, before decoding. @default 67108864 (64 MiB) */
  uploadBytes: number;
  /** Milliseconds without a byte from the client after which an upload is given up. @default 10000 */
  idleGapMs: number;
  /** Milliseconds that the bytes of one upload may be waited for altogether. @default 600000, or a minute more than {@link audioSeconds} */
  uploadMs: number;
  /** Characters in `textQuery.text`. @default 2000 */
  textCharacters: number;
  /** Feedback entries kept with a query; the oldest make room. @default 50 */
  feedbackEntries: number;
}

/** How long things are kept, in milliseconds. */
export interface QueryRetention {
  /** Finished queries, from their last change of state. @default 86400000 (24 h) */
  resultMs: number;
  /** Conversations, from their last turn. @default 86400000 (24 h) */
  conversationMs: number;
  /** Queries that nothing was uploaded to. @default 600000 (10 min) */
  unfinishedMs: number;
}

export const defaultQueryLimits: Readonly<QueryLimits> = {
  audioSeconds: defaults.audioSeconds,
  uploadBytes: defaults.uploadBytes,
  idleGapMs: defaults.idleGapMs,
  uploadMs: 600_000,
  textCharacters: 2_000,
  feedbackEntries: 50,
};

/** The limits with their defaults: who allows longer audio means it to be spoken, too. */
export function queryLimits(limits: Partial<QueryLimits> = {}): QueryLimits {
  const { audioSeconds = defaultQueryLimits.audioSeconds } = limits;
  const uploadMs = Math.max(defaultQueryLimits.uploadMs, (audioSeconds + 60) * 1000);
  return { ...defaultQueryLimits, uploadMs, ...limits };
}

export const defaultQueryRetention: Readonly<QueryRetention> = {
  resultMs: 24 * 3_600_000,
  conversationMs: 24 * 3_600_000,
  unfinishedMs: 600_000,
};

/** That an upload has more bytes than it may have. */
export function uploadTooLarge({ uploadBytes }: Pick<QueryLimits, 'uploadBytes'>): EarshotError {
  return new EarshotError(
    'payload_too_large',
    `An upload may have at most ${uploadBytes} bytes. Send a shorter recording.`,
  );
}

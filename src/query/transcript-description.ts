import type { UploadSummary } from './audio-upload.js';
import type { QueryRecord } from './query-record.js';
import type { Transcript } from './transcriber.js';

/**
 * The fields of a query that tell what was said: the recogniser's best reading, and beside it the one that was
 * understood where the rules made more of another.
 */
export function describeTranscript(
  transcript: Transcript,
  upload: UploadSummary,
  understoodText: string,
): Partial<QueryRecord> {
  const { best, speech } = transcript;
  return {
    textQuery: {
      text: best.text,
      words: best.words,
      ...(understoodText !== best.text && { understoodText }),
    },
    confidence: { 'textQuery.text': Math.min(1, Math.max(0, best.confidence)) },
    audio: { bytes: upload.bytes, seconds: upload.audioSeconds, ...(speech !== undefined && { speech }) },
    timings: { uploadMs: upload.uploadMs, finalisationMs: Math.round(performance.now() - upload.endedAtMs) },
  };
}

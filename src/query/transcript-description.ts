import type { UploadSummary } from './audio-upload.js';
import type { QueryRecord } from './query-record.js';
import type { Transcript } from './transcriber.js';

/**
 * The fields of a query that tell what was said: those of the reading that was understood, which need not be the
 * recogniser's first.
 */
export function describeTranscript(
  transcript: Transcript,
  upload: UploadSummary,
  text: string,
  nowMs: number,
): Partial<QueryRecord> {
  const reading = transcript.alternatives.find((candidate) => candidate.text === text) ?? transcript.best;
  const { speech } = transcript;
  return {
    textQuery: { text: reading.text, words: reading.words },
    confidence: { 'textQuery.text': Math.min(1, Math.max(0, reading.confidence)) },
    audio: { bytes: upload.bytes, seconds: upload.audioSeconds, ...(speech !== undefined && { speech }) },
    timings: { uploadMs: upload.uploadMs, finalisationMs: nowMs - upload.endedAtMs },
  };
}

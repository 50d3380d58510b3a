import type { Understander } from '../src/nlu/understanding.js';
import type { CompiledContext } from '../src/stt/compile-context.js';
import { surenessOf } from '../src/stt/confidence.js';
import type { Recogniser } from '../src/stt/recogniser.js';
import { Endpointer } from '../src/vad/endpointer.js';
import type { EndpointerOptions } from '../src/vad/endpointer-options.js';
import { type JudgedWords, outlookOf } from '../src/vad/patience.js';
import type { SileroVad } from '../src/vad/silero.js';
import { vadFrameSamples } from '../src/vad/vad-stream.js';
import { hearAhead } from './hear-ahead.js';
import type { PlacedSpeech } from './placed-speech.js';

/** What the endpointer is told of one recording: models run once, then any number of settings can be tried. */
export interface EndpointTrace {
  frameMs: number;
  frames: { speech: number; levelDb: number; lastPhoneMs: number; toldSeconds: number }[];
  /** What was known in a pause, by the number of its frame. */
  pauses: Map<number, JudgedWords>;
  endSeconds: number;
}

/** Which of the three sources of knowledge a decision may use. */
export interface Knowledge {
  decoder: boolean;
  words: boolean;
}

const never = Number.POSITIVE_INFINITY;

/** Runs detector, recogniser and understanding over a recording as a speech worker does. */
export async function traceEndpoints(
  { samples, endSeconds }: PlacedSpeech,
  parts: { vad: SileroVad; recogniser: Recogniser; understander: Understander; context: CompiledContext },
): Promise<EndpointTrace> {
  const { vad, recogniser, understander, context } = parts;
  const detector = await vad.createStream();
  const stream = recogniser.createStream({ context, detector });
  const frameMs = (vadFrameSamples / recogniser.sampleRateHz) * 1000;
  const endpointer = new Endpointer(frameMs, {
    completeSilenceMs: never,
    trailingSilenceMs: never,
    incompleteSilenceMs: never,
    maxUtteranceMs: never,
    noSpeechTimeoutMs: never,
  });
  const trace: EndpointTrace = { frameMs, frames: [], pauses: new Map(), endSeconds };
  for (let at = 0; at + vadFrameSamples <= samples.length; at += vadFrameSamples) {
    const piece = samples.subarray(at, at + vadFrameSamples);
    stream.acceptWaveform(piece);
    const heard = await detector.acceptWaveform(piece);
    while (stream.isReady) await recogniser.decode([stream]);
    await hearAhead(recogniser, stream, { words: false, isSpeech: endpointer.speech !== undefined });
    const lastPhoneMs = (stream.lastUnitSeconds ?? 0) * 1000;
    const toldSeconds = (at + vadFrameSamples) / recogniser.sampleRateHz;
    let pausedAt: number | undefined;
    for (const { speech, levelDb } of heard) {
      const frame = { speech, levelDb, lastPhoneMs, toldSeconds };
      trace.frames.push(frame);
      if (endpointer.accept(speech, frame)?.type === 'pause') pausedAt = trace.frames.length - 1;
    }
    if (pausedAt === undefined) continue;
    stream.tryEnd();
    while (stream.isReady) await recogniser.decode([stream]);
    const [{ text, words }] = await stream.result(1);
    const ending = stream.ending();
    stream.goOn();
    const completeness = understander.completeness({ locale: 'en-US', readings: [{ text, confidence: 1 }] });
    trace.pauses.set(pausedAt, { text, sureness: surenessOf(words), completeness, ending });
  }
  return trace;
}

/** Seconds from the start to the decision with these settings; undefined when none was made. */
export function decideEndpoint(
  trace: EndpointTrace,
  options: EndpointerOptions,
  knowledge: Knowledge,
): number | undefined {
  const endpointer = new Endpointer(trace.frameMs, options);
  for (const [index, { speech, levelDb, lastPhoneMs, toldSeconds }] of trace.frames.entries()) {
    let event = endpointer.accept(speech, knowledge.decoder ? { levelDb, lastPhoneMs } : {});
    const known = trace.pauses.get(index);
    if (event?.type === 'pause' && known && knowledge.words) {
      event = endpointer.judge(outlookOf(known));
    }
    if (event?.type === 'speechEnd' || event?.type === 'noSpeech') {
      return toldSeconds;
    }
  }
  return undefined;
}

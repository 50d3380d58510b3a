import { defaults } from './defaults.js';
import { choice, fraction, integer } from './option-types.js';

/** Where and how the models run. */
export const inference = {
  provider: choice({
    description:
      'ONNX Runtime execution provider; auto takes the first accelerator that is here, if it is faster than the processor',
    among: ['cpu', 'auto', 'cuda', 'webgpu', 'coreml', 'dml'],
    default: 'cpu',
  }),
  intraOpThreads: integer({
    description: 'Threads inside one model run',
    default: 1,
    min: 1,
    max: 256,
  }),
  workers: integer({
    description:
      'Most worker threads that run models, started as queries need them; workers times intraOpThreads may not exceed the cores',
    default: ({ cores, values }) =>
      Math.max(1, Math.floor(cores / (values['inference.intraOpThreads'] as number))),
    defaultText: 'cores / intraOpThreads',
    min: 1,
    max: 256,
  }),
  maxStreams: integer({
    description: 'Most queries recognised at the same time, whatever the load; more are answered 503',
    default: ({ cores }) => 64 * cores,
    defaultText: '64 per core',
    min: 1,
    max: 100_000,
  }),
  targetLoad: fraction({
    description:
      'Share of the worker threads that queries may use, by the measured cost of audio; more are answered 503',
    default: 0.8,
    min: 0.05,
    max: 100,
  }),
  vocabulary: choice({
    description:
      'What can be recognised: the words of lexicon, pack and context (lexicon), or whatever a model of word pieces can spell, without help from language model, pack and context (open)',
    among: ['lexicon', 'open'],
    default: 'lexicon',
  }),
};

/** What counts as speech. */
export const vad = {
  speechThreshold: fraction({
    description: 'Speech probability from which a frame is speech',
    default: defaults.speechThreshold,
    min: 0,
    max: 1,
  }),
  silenceThreshold: fraction({
    description: 'Speech probability under which a frame is silence again',
    default: defaults.silenceThreshold,
    min: 0,
    max: 1,
  }),
};

/** When an utterance has ended. */
export const endpointing = {
  minSpeechMs: integer({
    description: 'Shortest sound that counts as speech, in milliseconds',
    default: defaults.minSpeechMs,
    min: 0,
    max: 10_000,
  }),
  trailingSilenceMs: integer({
    description: 'Silence that ends an utterance that may or may not be complete, in milliseconds',
    default: defaults.trailingSilenceMs,
    min: 50,
    max: 10_000,
  }),
  completeSilenceMs: integer({
    description: 'Silence that ends a complete request, in milliseconds; at most trailingSilenceMs',
    default: ({ values }) =>
      Math.min(defaults.completeSilenceMs, values['endpointing.trailingSilenceMs'] as number),
    defaultText: String(defaults.completeSilenceMs),
    min: 50,
    max: 10_000,
  }),
  incompleteSilenceMs: integer({
    description:
      'Silence that ends a request that breaks off ("under ..."), in milliseconds; at least trailingSilenceMs',
    default: ({ values }) =>
      Math.max(defaults.incompleteSilenceMs, values['endpointing.trailingSilenceMs'] as number),
    defaultText: String(defaults.incompleteSilenceMs),
    min: 50,
    max: 30_000,
  }),
  wordlessMs: integer({
    description: 'How long sound without words does not count as silence, in milliseconds',
    default: defaults.wordlessMs,
    min: 0,
    max: 60_000,
  }),
  backgroundDb: fraction({
    description: 'How far below the speaker a voice belongs to the background, in decibels',
    default: defaults.backgroundDb,
    min: 1,
    max: 100,
  }),
  maxUtteranceMs: integer({
    description: 'Longest utterance, in milliseconds; at most limits.maxAudioSeconds',
    default: ({ values }) =>
      Math.min(defaults.maxUtteranceMs, Math.floor((values['limits.maxAudioSeconds'] as number) * 1000)),
    defaultText: String(defaults.maxUtteranceMs),
    min: 1000,
    max: 3_600_000,
  }),
  noSpeechMs: integer({
    description: 'Silence from the start after which the utterance ends as empty, in milliseconds',
    default: defaults.noSpeechMs,
    min: 500,
    max: 600_000,
  }),
};

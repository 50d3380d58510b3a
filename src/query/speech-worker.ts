import { EarshotError } from '../errors.js';
import { CompiledFiles } from '../files/compiled-files.js';
import { fromSerialised } from '../files/serialised.js';
import { MicroBatcher } from '../inference/micro-batcher.js';
import { Turns } from '../inference/turns.js';
import { hostWorker, type PinContext } from '../inference/worker-host.js';
import { collectGarbage, quietMs } from '../memory/collect-garbage.js';
import type { CompiledContext, ContextData } from '../stt/compile-context.js';
import { loadLanguageResources } from '../stt/language-resources.js';
import { Recogniser } from '../stt/recogniser.js';
import type { RecogniserStream } from '../stt/recogniser-stream.js';
import { Endpointer } from '../vad/endpointer.js';
import { SileroVad } from '../vad/silero.js';
import { vadFrameSamples, vadSampleRateHz } from '../vad/vad-stream.js';
import type {
  SpeechContract,
  SpeechShared,
  SpeechWorkerInfo,
  SpeechWorkerOptions,
} from './speech-messages.js';
import { SpeechStream } from './speech-stream.js';
import type { warmUp } from './warm-up.js';

/**
 * Most streams in one run of the network. On a processor four of them take 3.4 ms a second of audio and eight 3.2, but
 * the room of a run, which stays, grows with them: eight took twice as much memory for each stream as four.
 */
const [mostOnProcessor, mostOnAccelerator] = [4, 64];

// The thread in which speech is worked on: one copy of each model for all of its streams.
await hostWorker<SpeechContract, SpeechWorkerOptions, SpeechShared>(async ({ options, shared }) => {
  const { recogniser, vad } = await loadModels(options, shared);
  /** What every stream should expect, beside its own phrases. */
  let context: CompiledContext | undefined;
  const openStream = streamOpener({ recogniser, vad }, options, () => context);
  const streams = new Map<number, SpeechStream>();
  let isClosing = false;
  const streamOf = (pin: number): SpeechStream => {
    const stream = streams.get(pin);
    if (!stream) throw new Error(`stream ${pin} is not open`);
    return stream;
  };

  return {
    info: {
      sampleRateHz: recogniser.sampleRateHz,
      locales: recogniser.locales,
      warnings: recogniser.warnings,
    } satisfies SpeechWorkerInfo,
    shared: { resources: recogniser.resources, provider: recogniser.provider } satisfies SpeechShared,
    methods: {
      open: async (wanted, { pin, emit }) => {
        streams.set(pin, await openStream(wanted, emit));
        return null;
      },
      samples: async (samples, { pin }) => {
        await streamOf(pin).accept(samples);
        return null;
      },
      finish: (_, { pin }) => streamOf(pin).finish(),
      useContext: (changed) => {
        context = recogniser.adopt(fromSerialised(changed) as ContextData);
        return null;
      },
      warmUp: async (sentences) => {
        const isDispensable = () => isClosing || streams.size > 1;
        await compileCode(recogniser, sentences, { openStream, context: () => context, isDispensable });
        if (!isClosing) await collectGarbageTwice();
        return null;
      },
      judge: (completeness, { pin }) => {
        streamOf(pin).judge(completeness);
        return null;
      },
    },
    release: (pin) => {
      streams.get(pin)?.close();
      streams.delete(pin);
    },
    closing: () => {
      isClosing = true;
    },
    close: async () => {
      await Promise.all([vad.release(), recogniser.release()]);
    },
  };
});

/** {@link warmUp}, which is loaded no sooner than it is needed. */
async function compileCode(...parts: Parameters<typeof warmUp>): Promise<void> {
  const { warmUp } = await import('./warm-up.js');
  await warmUp(...parts);
}

/** At once, and when what was still in use then is not any more. */
async function collectGarbageTwice(): Promise<void> {
  await collectGarbage();
  setTimeout(collectGarbage, quietMs).unref();
}

interface SpeechModels {
  recogniser: Recogniser;
  vad: SileroVad;
}

type OpenStream = (
  wanted: SpeechContract['methods']['open']['params'],
  emit: PinContext<SpeechContract>['emit'],
) => Promise<SpeechStream>;

/** Opens the streams of the thread, which share its models and the runs of the network. */
function streamOpener(
  { recogniser, vad }: SpeechModels,
  { endpointer, speechGate }: SpeechWorkerOptions,
  context: () => CompiledContext | undefined,
): OpenStream {
  const frameMs = (vadFrameSamples / vadSampleRateHz) * 1000;
  const decoder = new MicroBatcher<RecogniserStream, undefined>({
    run: async (streams) => {
      await recogniser.decode(streams);
      return streams.map(() => undefined);
    },
    maxBatchSize: recogniser.provider === 'cpu' ? mostOnProcessor : mostOnAccelerator,
  });
  return async ({ endpointing, partials, bias, isJudged }, emit) => {
    const detector = await vad.createStream();
    const parts = {
      vad: detector,
      endpointer: new Endpointer(frameMs, endpointing ? endpointer : { ...endpointer, ...endless }),
      recogniser: recogniser.createStream({ context: context(), bias, detector }),
      decoder,
      isEndpointed: endpointing,
      isJudged,
      wantsPartials: partials,
      speechGate,
    };
    return new SpeechStream(parts, emit);
  };
}

async function loadModels(
  { modelDirectory, manifest, provider, intraOpThreads, search, vocabulary, ...options }: SpeechWorkerOptions,
  shared: SpeechShared | undefined,
): Promise<SpeechModels> {
  const [recogniser, vad] = await Promise.all([
    Recogniser.load({
      directory: modelDirectory,
      manifest,
      provider: shared?.provider ?? provider,
      intraOpThreads,
      vocabulary,
      resources: shared?.resources ?? loadLanguageResources(modelDirectory, manifest, search),
      compiled: options.compiled && new CompiledFiles(options.compiled),
      turns: new Turns(options.turns),
    }),
    // The detector is too small to gain from an accelerator.
    SileroVad.load(),
  ]);
  if (recogniser.sampleRateHz === vadSampleRateHz) return { recogniser, vad };
  throw new EarshotError(
    'model_corrupt',
    `The model in ${modelDirectory} is for ${recogniser.sampleRateHz} Hz; only ${vadSampleRateHz} Hz is supported.`,
  );
}

/** Without endpointing speech is still looked for, but nothing ends it. */
const endless = {
  completeSilenceMs: Number.POSITIVE_INFINITY,
  trailingSilenceMs: Number.POSITIVE_INFINITY,
  incompleteSilenceMs: Number.POSITIVE_INFINITY,
  maxUtteranceMs: Number.POSITIVE_INFINITY,
  noSpeechTimeoutMs: Number.POSITIVE_INFINITY,
};

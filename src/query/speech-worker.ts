import { MicroBatcher } from '../inference/micro-batcher.js';
import { hostWorker, type PinContext } from '../inference/worker-host.js';
import type { AcousticItem } from '../stt/acoustic-model.js';
import { Recogniser } from '../stt/recogniser.js';
import { SileroVad } from '../vad/silero.js';
import type { SpeechContract, SpeechWorkerData } from './speech-contract.js';
import { SpeechStream } from './speech-stream.js';

/** The worker thread: one network and one voice activity detector, shared by the streams that are pinned here. */
await hostWorker<SpeechContract>(async (data) => {
  const { provider, intraOpThreads, directory, resources, endpointing } = data as SpeechWorkerData;
  const [recogniser, vad] = await Promise.all([
    Recogniser.load({ directory, provider, intraOpThreads, resources }),
    // The detector is far too small for an accelerator to pay.
    SileroVad.load({ frameSamples: 512 }),
  ]);
  const network = new MicroBatcher<AcousticItem, Float32Array>({
    run: (items) => recogniser.acoustic.run(items),
    shapeOf: (item) => String(item.features.length),
  });
  const streams = new Map<number, SpeechStream>();
  const streamOf = ({ pin }: PinContext<SpeechContract>): SpeechStream => {
    const stream = streams.get(pin);
    if (!stream) throw new Error(`no stream is open on pin ${pin}`);
    return stream;
  };

  return {
    info: { sampleRateHz: recogniser.sampleRateHz, warnings: [...recogniser.warnings, ...vad.warnings] },
    methods: {
      open: async (options, context) => {
        const stream = new SpeechStream({
          options,
          endpointing,
          recogniser: recogniser.createStream({ bias: options.bias }),
          vad: await vad.createStream(),
          network,
          emit: (name, payload) => context.emit(name, payload),
        });
        streams.set(context.pin, stream);
      },
      write: ({ samples }, context) => streamOf(context).write(samples),
      finish: (_params, context) => streamOf(context).finish(),
    },
    release: (pin) => {
      streams.get(pin)?.cancel();
      streams.delete(pin);
    },
  };
});

import type { ConcreteProvider, ExecutionProvider } from '../../inference/execution-provider.js';
import type { LoadedModel } from '../../inference/session.js';
import type { AcousticModel } from './acoustic-model.js';

export interface ChosenNetwork {
  acoustic: AcousticModel;
  /** What it runs on. */
  chosen: ConcreteProvider;
  /** To be logged: providers that were tried in vain. */
  warnings: string[];
}

/**
 * The network on the provider that it was loaded for; but `auto` takes an accelerator only where that is faster than the
 * processor. Drivers that only play a device work and are slow, and so are networks of 8-bit integers where a device
 * leaves these to the processor.
 *
 * @param load Loads the same network for the processor.
 */
export async function chooseNetwork(
  wanted: ExecutionProvider | undefined,
  loaded: LoadedModel,
  open: (loaded: LoadedModel) => AcousticModel,
  load: () => Promise<LoadedModel>,
): Promise<ChosenNetwork> {
  const { provider, warnings } = loaded;
  const acoustic = open(loaded);
  if (wanted !== 'auto' || provider === 'cpu') return { acoustic, chosen: provider, warnings };
  const processor = open(await load());
  if (await isFaster(acoustic, processor)) {
    await processor.release();
    return { acoustic, chosen: provider, warnings };
  }
  await acoustic.release();
  const why = `The execution provider "${provider}" works here, but this model is slower on it than on the processor.`;
  return { acoustic: processor, chosen: 'cpu', warnings: [...warnings, why] };
}

type Timed = Pick<AcousticModel, 'run' | 'createState' | 'windowFrames' | 'featureDim' | 'isWhole'>;

/** Streams that share a run when there is something to do. */
const streamsTogether = 16;

/** Whether a network answers many streams sooner than another, or one where it hears whole utterances. */
async function isFaster(one: Timed, other: Timed): Promise<boolean> {
  const count = one.isWhole ? 1 : streamsTogether;
  const bound = await millisecondsOf(other, count);
  // What takes so long for a single one would take very long for many.
  return (await millisecondsOf(one, 1)) < bound && (await millisecondsOf(one, count)) < bound;
}

async function millisecondsOf(network: Timed, count: number): Promise<number> {
  const features = new Float32Array(network.windowFrames * network.featureDim);
  const items = Array.from({ length: count }, () => ({ state: network.createState(), features }));
  let least = Number.POSITIVE_INFINITY;
  // The first run finds nothing compiled for its shapes.
  for (let run = 0; run < 3; run++) {
    const started = performance.now();
    await network.run(items);
    if (run > 0) least = Math.min(least, performance.now() - started);
  }
  return least;
}

import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import type { LoadedModel } from '../../src/inference/session.js';
import type { AcousticModel } from '../../src/stt/acoustic/acoustic-model.js';
import { chooseNetwork } from '../../src/stt/acoustic/choose-network.js';

/** A network that takes so long for a run, whatever the streams. */
function network(ms: number): AcousticModel & { isReleased: boolean } {
  const made = {
    windowFrames: 4,
    featureDim: 2,
    isWhole: false,
    isReleased: false,
    createState: () => [],
    run: async () => {
      await pause(ms);
      return [];
    },
    release: async () => {
      made.isReleased = true;
    },
  };
  return made as unknown as AcousticModel & { isReleased: boolean };
}

t.test('auto takes an accelerator only where it is faster than the processor', async (t) => {
  for (const isFaster of [true, false]) {
    const [device, processor] = isFaster ? [network(1), network(30)] : [network(30), network(1)];
    const loaded = { provider: 'webgpu', warnings: ['no cuda'] } as unknown as LoadedModel;
    const other = { provider: 'cpu', warnings: [] } as unknown as LoadedModel;
    const open = ({ provider }: LoadedModel) => (provider === 'cpu' ? processor : device);
    const found = await chooseNetwork('auto', loaded, open, async () => other);
    t.equal(found.acoustic, isFaster ? device : processor);
    t.equal(found.chosen, isFaster ? 'webgpu' : 'cpu');
    t.match(found.warnings, isFaster ? ['no cuda'] : ['no cuda', /"webgpu" works here, but .* slower/]);
    t.same([device.isReleased, processor.isReleased], [!isFaster, isFaster]);

    // Who asks for one gets it.
    const asked = await chooseNetwork('webgpu', loaded, open, async () => t.fail('not loaded') as never);
    t.equal(asked.acoustic, device);
  }
});

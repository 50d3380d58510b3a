import { EarshotError } from '../errors.js';

/** Where models run. `auto` takes the first accelerator that works here and the processor otherwise. */
export type ExecutionProvider = 'auto' | 'cpu' | 'cuda' | 'webgpu' | 'coreml' | 'dml';
/** One that a session can be made with. */
export type ConcreteProvider = Exclude<ExecutionProvider, 'auto'>;

/** What onnxruntime-node 1.30 is built with, fastest first. */
const providersByPlatform: Record<string, readonly ConcreteProvider[]> = {
  'linux-x64': ['cuda', 'webgpu', 'cpu'],
  'linux-arm64': ['cpu'],
  'darwin-arm64': ['coreml', 'webgpu', 'cpu'],
  'win32-x64': ['cuda', 'dml', 'webgpu', 'cpu'],
  'win32-arm64': ['dml', 'webgpu', 'cpu'],
};

const help: Record<ConcreteProvider, string> = {
  cpu: '',
  cuda: 'It needs an NVIDIA driver, CUDA 12 and cuDNN, and a library that is not in the npm registry; the part "GPU" of README.md says how to get it.',
  webgpu: 'It needs a working Vulkan, Metal or Direct3D 12 driver.',
  coreml: 'It needs macOS on Apple silicon.',
  dml: 'It needs Windows with a Direct3D 12 driver.',
};

/** Providers that may work on this platform, fastest first; `cpu` is always among them. */
export function platformProviders(
  platform = `${process.platform}-${process.arch}`,
): readonly ConcreteProvider[] {
  return providersByPlatform[platform] ?? ['cpu'];
}

/**
 * Runs `create` with the provider that was asked for, or for `auto` with each of the platform's until one works.
 *
 * @returns What was made, with which provider, and a warning for each provider that was tried in vain.
 * @throws EarshotError `provider_unavailable` when the one that was asked for does not work.
 */
export async function withProvider<T>(
  wanted: ExecutionProvider,
  create: (provider: ConcreteProvider) => Promise<T>,
  available: readonly ConcreteProvider[] = platformProviders(),
): Promise<{ value: T; provider: ConcreteProvider; warnings: string[] }> {
  if (wanted !== 'auto' && !available.includes(wanted)) {
    throw new EarshotError(
      'provider_unavailable',
      `The execution provider "${wanted}" does not exist on this platform; there are ${available.join(', ')} and auto.`,
    );
  }
  const warnings: string[] = [];
  for (const provider of wanted === 'auto' ? available : [wanted]) {
    try {
      return { value: await create(provider), provider, warnings };
    } catch (error) {
      // A model that the processor cannot load is the model's fault, which the caller explains.
      if (provider === 'cpu') throw error;
      const reason = `The execution provider "${provider}" does not work here. ${help[provider]}`;
      if (wanted !== 'auto') {
        const advice = 'Until then use cpu, or auto, which takes what works.';
        throw new EarshotError('provider_unavailable', `${reason} ${advice}`, { cause: error });
      }
      warnings.push(`${reason} (${firstLine(error)})`);
    }
  }
  throw new EarshotError('provider_unavailable', 'No execution provider works here.');
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .split('\n')[0]
    .slice(0, 200);
}

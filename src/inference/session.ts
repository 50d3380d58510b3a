import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { EarshotError } from '../errors.js';
import type { CompiledFiles } from '../files/compiled-files.js';
import { type ConcreteProvider, type ExecutionProvider, withProvider } from './execution-provider.js';
import { readModelMetadata } from './model-metadata.js';
import { InferenceSession } from './onnx-runtime.js';
import { preparedName } from './prepare-model.js';
import type { Turns } from './turns.js';

export interface LoadModelOptions {
  /** @default 'cpu' */
  provider?: ExecutionProvider;
  /**
   * Threads inside one run. More workers with one thread each serve more streams than one worker with many.
   * @default 1
   */
  intraOpThreads?: number;
  /** SHA-256 that the file must have, in hex. Not checked when absent. */
  sha256?: string;
  /** Where what {@link prepareModel} made of the file may lie; loading it takes half the time. @default nowhere */
  compiled?: CompiledFiles;
  /** Shared by the threads of a process that use one accelerator. @default no other thread uses it */
  turns?: Turns;
}

/** Of these no two sessions of a process may be at work at once. */
const oneAtATime: readonly ConcreteProvider[] = ['webgpu'];

export interface LoadedModel {
  session: InferenceSession;
  /** Custom metadata that the file carries. */
  metadata: ReadonlyMap<string, string>;
  /** The provider that the session runs on. */
  provider: ConcreteProvider;
  /** To be logged: providers that `auto` tried in vain. */
  warnings: string[];
  /** SHA-256 of the file, in hex. */
  sha256: string;
}

/**
 * Loads an ONNX file into a session. Call it in a worker thread only: onnxruntime-node computes on the thread that
 * calls it, session creation included.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`, `provider_unavailable`.
 */
export async function loadModel(path: string, options: LoadModelOptions = {}): Promise<LoadedModel> {
  const bytes = await readModelFile(path);
  if (isLfsPointer(bytes))
    throw corrupt(
      path,
      'it is a pointer of Git LFS to the file, and not the file itself (git lfs pull gets it)',
    );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (options.sha256 !== undefined && options.sha256.toLowerCase() !== sha256) {
    throw corrupt(path, `its SHA-256 is ${sha256} instead of ${options.sha256}`);
  }
  const metadata = metadataOf(path, bytes);
  const { value, provider, warnings } = await withProvider(options.provider ?? 'cpu', async (provider) => {
    const settings = sessionOptions(provider, options.intraOpThreads ?? 1);
    const prepared = provider === 'cpu' ? options.compiled?.readBytes(preparedName(sha256)) : undefined;
    if (prepared) {
      // A copy: the runtime takes no memory that threads share. What it cannot load is as good as none.
      const session = await InferenceSession.create(Uint8Array.from(prepared), settings).catch(() => {});
      if (session) return session;
    }
    try {
      const create = () => InferenceSession.create(bytes, settings);
      return await (options.turns && oneAtATime.includes(provider)
        ? inTurn(options.turns, create)
        : create());
    } catch (error) {
      throw provider === 'cpu' ? corrupt(path, 'onnxruntime cannot load it', error) : error;
    }
  });
  return { session: value, metadata, provider, warnings, sha256 };
}

/** A session that is made, runs and ends while no other thread's does. */
async function inTurn(turns: Turns, create: () => Promise<InferenceSession>): Promise<InferenceSession> {
  const session = await turns.take(create);
  const run = session.run.bind(session) as (...args: unknown[]) => ReturnType<InferenceSession['run']>;
  const release = session.release.bind(session);
  return Object.assign(session, {
    run: (...args: unknown[]) => turns.take(() => run(...args)),
    release: () => turns.take(release),
  });
}

function sessionOptions(provider: ConcreteProvider, intraOpThreads: number): InferenceSession.SessionOptions {
  return {
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    intraOpNumThreads: intraOpThreads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 4,
    // Threads that wait for work must leave the processor to the other workers.
    extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
  };
}

/** Size of the last axis of an input or output, or its name where it is open; undefined where there is none. */
export function lastAxisOf(
  values: InferenceSession['inputMetadata'],
  name: string,
): number | string | undefined {
  const value = values.find((item) => item.name === name);
  return value?.isTensor ? value.shape.at(-1) : undefined;
}

async function readModelFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new EarshotError(
      'model_missing',
      code === 'ENOENT'
        ? `There is no model file at ${path}. Restore it, or name another model in the configuration.`
        : `The model file ${path} cannot be read (${code}).`,
      { cause: error },
    );
  }
}

/** What a clone without Git LFS has in the place of large files. */
function isLfsPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 99)).toString('latin1').startsWith('version https://git-lfs');
}

function metadataOf(path: string, bytes: Uint8Array): Map<string, string> {
  try {
    return readModelMetadata(bytes);
  } catch (error) {
    throw corrupt(path, 'it is not an ONNX file', error);
  }
}

function corrupt(path: string, why: string, cause?: unknown): EarshotError {
  return new EarshotError(
    'model_corrupt',
    `The model file ${path} is corrupt: ${why}. Restore it from where you got it.`,
    { cause },
  );
}

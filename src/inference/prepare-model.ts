import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledFiles } from '../files/compiled-files.js';
import { env, InferenceSession } from './onnx-runtime.js';

/** The name under which what onnxruntime makes of a file is kept. */
export function preparedName(sha256: string): string {
  return `network-${process.arch}-${env.versions.node}-${sha256}`;
}

/**
 * Keeps an ONNX file as onnxruntime rewrites it before it runs it on a processor, which takes about half of the time that
 * loading a small network does. Only what is the same for all processors of a kind is kept: what depends on the very one
 * is left to each loading.
 *
 * @param sha256 Of the file.
 */
export async function prepareModel(path: string, sha256: string, compiled: CompiledFiles): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-network-'));
  const optimizedModelFilePath = join(folder, 'network.onnx');
  try {
    const session = await InferenceSession.create(path, {
      executionProviders: ['cpu'],
      graphOptimizationLevel: 'extended',
      optimizedModelFilePath,
      logSeverityLevel: 4,
    });
    await session.release();
    compiled.writeBytes(preparedName(sha256), readFileSync(optimizedModelFilePath));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

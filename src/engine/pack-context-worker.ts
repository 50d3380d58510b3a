import { parentPort, workerData } from 'node:worker_threads';
import { CompiledFiles } from '../files/compiled-files.js';
import { toSerialised } from '../files/serialised.js';
import { loadPack } from '../nlu/index.js';
import { packContext } from './pack-context.js';
import type { MadeContext, PackContextTask } from './pack-context-apart.js';

// A thread for one context: it sends it, with the digest of the pack that it is of, and ends.
const { pathOrName, compiled, words } = workerData as PackContextTask;
const pack = loadPack(pathOrName, { compiled: new CompiledFiles(compiled) });
const context = toSerialised(packContext(pack, { words: () => words }));
parentPort?.postMessage({ context, digest: pack.digest } satisfies MadeContext);

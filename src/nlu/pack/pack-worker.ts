import { parentPort, workerData } from 'node:worker_threads';
import { EarshotError, type SerialisedError } from '../../errors.js';
import { CompiledFiles, type CompiledFilesOptions } from '../../files/compiled-files.js';
import { toSerialised } from '../../files/serialised.js';
import { readPack } from './read-pack.js';

interface Task {
  pathOrName: string;
  tests?: boolean;
  compiled?: CompiledFilesOptions;
}

// A thread for one pack: it sends the serialised pack, or what is wrong with its files, and ends.
const { pathOrName, tests, compiled } = workerData as Task;
parentPort?.postMessage(madeOf());

function madeOf(): Uint8Array | SerialisedError {
  try {
    return toSerialised(readPack(pathOrName, { tests, compiled: compiled && new CompiledFiles(compiled) }));
  } catch (error) {
    // Whatever else is thrown reaches the other thread as it is.
    if (!(error instanceof EarshotError)) throw error;
    return error.toJSON();
  }
}

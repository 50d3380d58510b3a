import { parentPort, workerData } from 'node:worker_threads';
import { type CrowdPart, runCrowd } from './crowd.js';

// Plays one thread's part of a crowd.
const { target, streams, seconds, recordings } = workerData as CrowdPart;
parentPort?.postMessage(await runCrowd(target, streams, seconds, recordings));

import { parentPort, workerData } from 'node:worker_threads';
import { type Crowd, runCrowd } from './crowd.js';

// Plays one thread's part of a crowd.
parentPort?.postMessage(await runCrowd(workerData as Crowd));

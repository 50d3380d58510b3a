import { parentPort, workerData } from 'node:worker_threads';
import { toSerialised } from '../serialised.js';
import { compileContext } from '../stt/compile-context.js';
import { type LanguageResources, languageOf } from '../stt/language-resources.js';
import type { SpeechContext } from '../stt/speech-context.js';

// A thread for one compilation: it ends when its answer is sent, and gives back all memory that it took.
const { resources, context } = workerData as { resources: LanguageResources; context: SpeechContext };
parentPort?.postMessage(toSerialised(compileContext(context, languageOf(resources))));

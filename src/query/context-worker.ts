import { parentPort, workerData } from 'node:worker_threads';
import { fromSerialised, toSerialised } from '../files/serialised.js';
import { compileContext } from '../stt/compile-context.js';
import { type LanguageResources, languageOf } from '../stt/language-resources.js';
import type { SpeechContext } from '../stt/speech-context.js';
import type { GivenContext } from './compile-apart.js';

// A thread for one compilation: it ends when its answer is sent, and gives back all memory that it took.
const { resources, context } = workerData as { resources: LanguageResources; context: GivenContext };
const given = context instanceof Uint8Array ? (fromSerialised(context) as SpeechContext) : context;
parentPort?.postMessage(toSerialised(compileContext(given, languageOf(resources))));

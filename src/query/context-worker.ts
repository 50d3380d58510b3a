import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { toShared } from '../compiled-files.js';
import { compileContext } from '../stt/compile-context.js';
import { type LanguageResources, languageOf } from '../stt/language-resources.js';
import type { SpeechContext } from '../stt/speech-context.js';

// A thread for one compilation: it ends when its answer is sent, and gives back all memory that it took.
const { resources, context } = workerData as { resources: LanguageResources; context: SpeechContext };
parentPort?.postMessage(toShared(serialize(compileContext(context, languageOf(resources)))));

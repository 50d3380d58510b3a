import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { createAudioDecoder } from '../src/audio/audio-decoder.js';
import { joinFloats } from '../src/audio/join-floats.js';
import { CannotRun } from './cannot-run.js';
import { decodeToPcm } from './ffmpeg.js';
import { recipeSplit } from './held-out.js';
import { fromPcm16, sampleRateHz } from './pcm16.js';

/** One recording with what is said in it. */
export interface Utterance {
  id: string;
  set: string;
  /** Accent or kind of speaker, as the manifest or the known sets tell it. */
  group: string;
  speaker: string;
  /** As the training recipe draws it: see held-out.ts. */
  split: string;
  transcript: string;
  /** Mono samples at 16 kHz. */
  read(): Promise<Float32Array>;
}

/** Who speaks in the public sets that the training data was taken from. */
const groupOfSet: Record<string, string> = {
  speechocean762: 'Mandarin first language, adults and children',
  librispeech_devclean_mp3: 'American, reading books',
  librispeech_resemblyzer: 'American, reading books',
  an4: 'American, spelling and numbers',
  speech_commands: 'many accents, single words',
  picovoice_wake_words: 'many accents, wake words',
};

/**
 * Utterances of a manifest, or of all manifests in a folder. Understood are
 * - tables (TSV with a header line) with the columns `transcript` and either `file`, or `start_sample` and `samples`
 *   into the one recording of the table's own name beside it (.pcm, .wav, .opus, .flac; ffmpeg reads what is not PCM);
 * - JSON lines with `file` (or `audio`, `path`) and `transcript` (or `text`).
 * `set`, `group`, `speaker` and `split` are used where they exist.
 *
 * @throws CannotRun where there is none; Error that names the manifest and what is wrong with it.
 */
export function readSpeechSet(path: string): Utterance[] {
  if (!existsSync(path)) throw new CannotRun(`There is no folder or manifest ${path}.`);
  if (statSync(path).isDirectory()) {
    const manifests = readdirSync(path).filter((name) => /\.(tsv|jsonl)$/.test(name));
    if (manifests.length === 0) throw new CannotRun(`There is no manifest (.tsv or .jsonl) in ${path}.`);
    return manifests.flatMap((name) => readSpeechSet(join(path, name)));
  }
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const rows = extname(path) === '.jsonl' ? lines.map((line) => JSON.parse(line)) : table(lines);
  const folder = dirname(path);
  const name = basename(path, extname(path));
  let recording: string | undefined;
  return rows.map((row: Record<string, string>, index) => {
    const file = row.file ?? row.audio ?? row.path;
    const transcript = row.transcript ?? row.text;
    if (transcript === undefined) throw new Error(`${path}: row ${index + 1} has no transcript.`);
    const { set = name, speaker = '' } = row;
    const group = row.group ?? groupOfSet[set] ?? 'unnamed';
    const split = recipeSplit(set, speaker, row.split ?? '');
    const common = { set, group, speaker, split, transcript };
    if (file !== undefined) return { id: file, ...common, read: () => readRecording(resolve(folder, file)) };
    recording ??= recordingBeside(folder, name);
    const source = recording;
    const [start, count] = [Number(row.start_sample), Number(row.samples)];
    if (!(start >= 0 && count > 0)) throw new Error(`${path}: row ${index + 1} names no recording.`);
    return { id: `${name}:${start}`, ...common, read: async () => readPcm(source, start, count) };
  });
}

export interface UtteranceChoice {
  /** Only those of this split. @default all */
  split?: string;
  /** Only those of this set. @default all */
  set?: string;
  /** At most so many in all, evenly spread. @default all */
  limit?: number;
  /** At most so many of each set, evenly spread over it and so over its speakers. @default all */
  limitPerSet?: number;
  /** Folder or manifest that is read when none is named. @default none: one must be named */
  otherwise?: string;
}

/** Recordings that come with the code. */
export const fixtureSpeech = 'test/fixtures/speech';

/**
 * The utterances that a command was told to take, of the folders and manifests that it was given.
 *
 * @throws CannotRun where that comes to none, saying what is missing.
 */
export function chooseUtterances(paths: readonly string[], choice: UtteranceChoice = {}): Utterance[] {
  const { limit = Infinity, limitPerSet = Infinity, otherwise } = choice;
  const sources = paths.length > 0 || otherwise === undefined ? paths : [otherwise];
  const wanted = sources
    .flatMap(readSpeechSet)
    .filter(({ split, set }) => (choice.split ?? split) === split && (choice.set ?? set) === set);
  const sets = [...new Set(wanted.map(({ set }) => set))];
  const ofEachSet = sets.map((name) => wanted.filter(({ set }) => set === name));
  const chosen = evenly(
    ofEachSet.flatMap((inSet) => evenly(inSet, limitPerSet)),
    limit,
  );
  if (chosen.length > 0) return chosen;
  throw new CannotRun(
    sources.length === 0
      ? 'Name a folder or a manifest of recordings; --help says how.'
      : `No recording of ${sources.join(', ')} was chosen: look at --split, --set and --limit.`,
  );
}

function evenly<T>(items: readonly T[], most: number): T[] {
  const count = Math.min(most, items.length);
  const before = (index: number) => Math.floor((index * count) / items.length);
  return items.filter((_, index) => before(index + 1) > before(index));
}

function table(lines: string[]): Record<string, string>[] {
  const names = lines[0].split('\t');
  return lines
    .slice(1)
    .map((line) => Object.fromEntries(line.split('\t').map((value, at) => [names[at], value])));
}

/** `<folder>/<name>.pcm`, or what another format was decoded to. */
export function recordingBeside(folder: string, name: string): string {
  const found = ['.pcm', '.wav', '.opus', '.flac']
    .map((ending) => join(folder, name + ending))
    .find(existsSync);
  if (!found) throw new CannotRun(`There is no recording ${join(folder, name)}.{pcm,wav,opus,flac}.`);
  return found.endsWith('.pcm') ? found : decodedToPcm(found);
}

/** A file of 16-bit samples made by ffmpeg, kept in the folder for temporary files. */
function decodedToPcm(path: string): string {
  const cache = join(tmpdir(), 'earshot-bench');
  const target = join(cache, `${basename(path)}-${statSync(path).size}.pcm`);
  if (existsSync(target)) return target;
  mkdirSync(cache, { recursive: true });
  // Under another name until it is whole: a run that is broken off must not leave half of it.
  const part = `${target}.part`;
  decodeToPcm(path, part);
  renameSync(part, target);
  return target;
}

export function readPcm(path: string, start: number, count: number): Float32Array {
  const bytes = Buffer.alloc(count * 2);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, start * 2);
  } finally {
    closeSync(file);
  }
  return fromPcm16(bytes);
}

/** A whole sound file. */
export async function readRecording(path: string): Promise<Float32Array> {
  if (extname(path) !== '.wav') {
    const pcm = decodedToPcm(path);
    return readPcm(pcm, 0, statSync(pcm).size / 2);
  }
  const decoder = await createAudioDecoder({ container: 'wav' }, { sampleRateHz });
  try {
    return joinFloats([await decoder.decode(readFileSync(path)), await decoder.flush()]);
  } finally {
    decoder.close();
  }
}

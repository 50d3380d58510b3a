import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/** Shares of speakers that the training recipe (scripts/training/prepare.py) gives up where a set has no dev split. */
const speakersHeldOut: Record<string, number> = { an4: 0.1, speech_commands: 0.04 };
/** The same of background sounds, and of impulse responses. */
const soundsHeldOut = 0.12;
const responsesHeldOut = 0.15;

/** A number in [0, 1) that depends on the text alone. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

/**
 * Which part of the training recipe a recording belongs to, by speaker: `train`, `dev` (choices are made on it) or
 * `test` (only reported). Other splits than `train` and `dev` are left as they are.
 */
export function recipeSplit(set: string, speaker: string, split: string): string {
  if (split !== 'train' && split !== 'dev') return split;
  const isHeldOut = split === 'dev' || fraction(`held out ${speaker}`) < (speakersHeldOut[set] ?? 0);
  if (!isHeldOut) return 'train';
  return fraction(`half ${speaker}`) < 0.5 ? 'dev' : 'test';
}

/** Pieces of one recording share a key, so that none is split between training and test. */
function soundKey(file: string): string {
  if (file.startsWith('esc10')) return file;
  const stem = file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return `${file.split('/')[0]}/${stem.replace(/[0-9_]+$/, '')}`;
}

export interface Sound {
  file: string;
  /** Samples at 16 kHz into the recording beside the table. */
  start: number;
  samples: number;
}

export interface SoundChoice {
  /** Those that training has heard as well. @default false */
  all?: boolean;
  /** `dev` for choosing, `test` for reporting. @default both */
  half?: 'dev' | 'test';
}

/**
 * Background sounds that no training has heard.
 *
 * @param folder Holds background.tsv.
 */
export function heldOutSounds(folder: string, { all = false, half }: SoundChoice = {}): Sound[] {
  return soundsOf(join(folder, 'background.tsv')).filter(({ file }) => {
    const key = soundKey(file);
    if (!all && fraction(`noise ${key}`) >= soundsHeldOut) return false;
    return half === undefined || fraction(`half ${key}`) < 0.5 === (half === 'dev');
  });
}

/**
 * Impulse responses of rooms and devices that no training has heard (scripts/training/rooms.py).
 *
 * @param folder Holds impulse-responses.tsv.
 */
export function heldOutResponses(folder: string): Sound[] {
  return soundsOf(join(folder, 'impulse-responses.tsv')).filter(({ file }) => {
    const stem = basename(file, extname(file)).replace(/[0-9_]+$/, '');
    return fraction(`room ${stem}`) < responsesHeldOut;
  });
}

function soundsOf(table: string): Sound[] {
  const [, ...lines] = readFileSync(table, 'utf8').split('\n').filter(Boolean);
  return lines
    .map((line) => line.split('\t'))
    .map(([start, samples, file]) => ({ file, start: Number(start), samples: Number(samples) }));
}

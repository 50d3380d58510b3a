import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinFloats } from '../src/audio/join-floats.js';
import { sampleRateHz } from './pcm16.js';
import { type PlacedSpeech, placeSpeech } from './placed-speech.js';
import { fixtureSpeech, readRecording, readSpeechSet } from './speech-set.js';
import { canSpeak } from './unseen-voices.js';

/** A request as somebody says it, by a synthetic voice that training holds out. */
export interface SpokenRequest {
  text: string;
  /** Said at a stretch; with a pause inside a phrase; with one after what could have been all. */
  kind: 'fluent' | 'broken off' | 'resumed';
  /** Mono samples at 16 kHz. */
  samples: Float32Array;
}

/** Said at a stretch. */
const whole = [
  'show me red running shoes under fifty dollars',
  'sort by price low to high',
  'i am looking for a black leather jacket',
  'find me a waterproof tent',
  'nike shoes for women',
  'go to my cart',
  'add the second one to my cart',
  'show me more',
  'do you have wooden dining tables',
  'blue cotton shirts between twenty and forty dollars',
  'show me cheaper ones',
  'remove the brand',
  'wireless headphones',
  'i need a birthday gift for my daughter',
  'start over',
  'sort by rating',
];

/** The bar is where the speaker stops to think: in the middle of a phrase, */
const brokenOff = [
  'show me running shoes under | fifty dollars',
  'i am looking for a | leather jacket',
  'find me a tent for | four people',
  'blue cotton shirts and | black jeans',
  'show me shoes with | laces',
  'add the | second one to my cart',
  'headphones between fifty and | a hundred dollars',
  'i need a gift for my | daughter',
  'show me red | running shoes',
  'sort by | price low to high',
  'remove the | brand',
  'something in dark | blue',
];

/** or after what could have been all of it, which words alone cannot tell. */
const resumed = [
  'wooden dining tables | under two hundred dollars',
  'nike shoes | for women',
  'find me a tent | for four people',
  'blue cotton shirts | and black jeans',
];

const pausesSeconds = [0.3, 0.5, 0.7];
const voices = ['awb', 'en-us+f4', 'en-gb+m6', 'en-us+belinda'];
const moreVoices = ['en-gb-x-rp+quincy', 'en-us+Andrea', 'en-gb-scotland+zac'];

/** @param limit Most requests of each kind. @throws Error where flite or espeak-ng is missing. */
export async function spokenRequests(limit = Number.POSITIVE_INFINITY): Promise<SpokenRequest[]> {
  const requests: SpokenRequest[] = [];
  for (const [index, text] of whole.slice(0, limit).entries()) {
    requests.push({ kind: 'fluent', text, samples: await say(text, voices[index % voices.length]) });
  }
  for (const [kind, list] of Object.entries({ 'broken off': brokenOff, resumed })) {
    for (const [index, text] of list.slice(0, limit).entries()) {
      const voice = voices[index % voices.length];
      const parts = await Promise.all(text.split(' | ').map((part) => say(part, voice)));
      const silence = new Float32Array(pausesSeconds[index % pausesSeconds.length] * sampleRateHz);
      const samples = joinFloats([parts[0], silence, parts[1]]);
      requests.push({ kind: kind as SpokenRequest['kind'], text: text.replace(' |', ''), samples });
    }
  }
  return requests;
}

/**
 * Every request that is said at a stretch by every voice; those next to each other differ in both.
 *
 * @throws Error where flite or espeak-ng is missing.
 */
export async function requestsByEveryVoice(): Promise<Float32Array[]> {
  const all = [...voices, ...moreVoices];
  const said: Float32Array[] = [];
  for (let round = 0; round < all.length; round++) {
    for (const [index, text] of whole.entries())
      said.push(await say(text, all[(index + round) % all.length]));
  }
  return said;
}

/**
 * Requests said at a stretch, each in the quiet of an open microphone; the project's own recordings where no voice is.
 */
export async function placedRequests(): Promise<PlacedSpeech[]> {
  const spoken = canSpeak()
    ? (await spokenRequests()).filter(({ kind }) => kind === 'fluent').map(({ samples }) => samples)
    : await Promise.all(readSpeechSet(fixtureSpeech).map((utterance) => utterance.read()));
  return spoken.flatMap((samples) => placeSpeech(samples) ?? []);
}

/** Speech without the quiet around it. */
async function say(text: string, voice: string): Promise<Float32Array> {
  const folder = join(tmpdir(), 'earshot-bench', 'spoken');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${voice}-${text.replace(/\W+/g, '-')}.wav`);
  if (!existsSync(path)) {
    if (voice.includes('+')) execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-w', path, text]);
    else execFileSync('flite', ['-voice', voice, '-t', text, '-o', path]);
  }
  const samples = await readRecording(path);
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const isLoud = (sample: number) => Math.abs(sample) > peak / 100;
  return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}

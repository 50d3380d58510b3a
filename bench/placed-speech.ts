import { power } from './noise-mixer.js';
import { sampleRateHz } from './pcm16.js';
import { percentile } from './statistics.js';

/** Speech with quiet around it, as a microphone hears it that stays open. */
export interface PlacedSpeech {
  samples: Float32Array;
  /** Seconds from the first sample to the speaker's true end of speech. */
  endSeconds: number;
}

const frameSamples = 160;
/** Quiet before the speech, unless told otherwise. */
export const usualLeadSeconds = 0.5;

/** Puts quiet before and after speech and, with `mix`, a background under all of it. */
export function placeSpeech(
  speech: Float32Array,
  options: { leadSeconds?: number; tailSeconds?: number; mix?: (samples: Float32Array) => Float32Array } = {},
): PlacedSpeech | undefined {
  const { leadSeconds = usualLeadSeconds, tailSeconds = 3, mix } = options;
  const end = endOfSpeech(speech);
  if (end === undefined) return undefined;
  const lead = Math.round(leadSeconds * sampleRateHz);
  const samples = new Float32Array(lead + speech.length + Math.round(tailSeconds * sampleRateHz));
  // Digital silence would be a background that no microphone has: about -75 dB of full scale.
  for (let at = 0; at < samples.length; at++) samples[at] = (pseudoRandom(at) - 0.5) * 6e-4;
  speech.forEach((sample, at) => {
    samples[lead + at] += sample;
  });
  return { samples: mix?.(samples) ?? samples, endSeconds: leadSeconds + end };
}

/**
 * Seconds to the end of speech: the last 10 ms frames that stand out from the recording's own noise, judged by level
 * alone so that no detector is measured by itself.
 *
 * @returns undefined for a recording too noisy to tell (speech less than 20 dB above the noise).
 */
function endOfSpeech(samples: Float32Array): number | undefined {
  const levels: number[] = [];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    levels.push(10 * Math.log10(power(samples.subarray(at, at + frameSamples)) + 1e-10));
  }
  const speech = percentile(levels, 0.95);
  const noise = percentile(levels, 0.05);
  if (!(speech - noise >= 20)) return undefined;
  const threshold = Math.max(speech - 35, noise + 0.35 * (speech - noise));
  for (let frame = levels.length - 1; frame >= 0; frame--) {
    // A single loud frame is a click.
    const nearby = levels.slice(Math.max(0, frame - 4), frame + 1);
    if (levels[frame] > threshold && nearby.filter((level) => level > threshold).length >= 3) {
      return ((frame + 1) * frameSamples) / sampleRateHz;
    }
  }
  return undefined;
}

function pseudoRandom(seed: number): number {
  let value = Math.imul(seed + 1, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  return ((value ^ (value >>> 13)) >>> 0) / 2 ** 32;
}

import { blankUnit } from './hypothesis-extender.js';

/** What the frames of an utterance were like so far. */
export interface HeardSound {
  /** Frames taken in. */
  frame: number;
  /** The last one in which something but the blank was likeliest, or -1. */
  lastUnitFrame: number;
  /** Score of the best unit of every frame, the blank included. */
  bestUnits: number;
  /** Frames in which the blank was less likely than not. */
  soundFrames: number;
  /** Sum of the posteriors of the best units of these. */
  soundSum: number;
}

export const nothingHeard: Readonly<HeardSound> = {
  frame: 0,
  lastUnitFrame: -1,
  bestUnits: 0,
  soundFrames: 0,
  soundSum: 0,
};

/**
 * Notes what the frame under way is like; whoever searches counts the frames.
 *
 * @param logProbs Natural-log probabilities of the units from `offset` on, blank first.
 * @param blankBonus Added to the blank's.
 * @returns The likeliest unit but the blank.
 */
export function hearFrame(
  heard: HeardSound,
  logProbs: Float32Array,
  offset: number,
  units: number,
  blankBonus: number,
): number {
  let bestUnit = 1;
  for (let unit = 2; unit < units; unit++) {
    if (logProbs[offset + unit] > logProbs[offset + bestUnit]) bestUnit = unit;
  }
  const blank = logProbs[offset + blankUnit];
  const best = logProbs[offset + bestUnit];
  if (blank < -Math.LN2) {
    heard.soundFrames++;
    heard.soundSum += Math.exp(best);
  }
  if (best > blank) heard.lastUnitFrame = heard.frame;
  heard.bestUnits += Math.max(blank + blankBonus, best);
  return bestUnit;
}

/** The last of these frames [frames, units], blank first, in which something but the blank was likeliest, or -1. */
export function lastUnitIn(logProbs: Float32Array, units: number): number {
  for (let frame = logProbs.length / units - 1; frame >= 0; frame--) {
    const blank = logProbs[frame * units + blankUnit];
    for (let at = frame * units + 1; at < (frame + 1) * units; at++) if (logProbs[at] > blank) return frame;
  }
  return -1;
}

/**
 * Mean posterior of the best unit where the network heard something, and in one frame besides that is like no unit: a
 * click may be clear for a frame or two, and no word is as short. 0 where nothing was heard.
 */
export function clarityOf({ soundSum, soundFrames }: HeardSound): number {
  return soundSum / (soundFrames + 1);
}

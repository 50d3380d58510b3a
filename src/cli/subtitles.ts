import type { Word } from '../stt/hypothesis.js';

/**
 * Cue limits as subtitle style guides have them (two lines of 42 characters, at most 7 seconds on screen); a pause of
 * 0.8 s begins a new cue.
 */
const maxLines = 2;
const maxLineCharacters = 42;
const maxCueSeconds = 7;
const pauseSeconds = 0.8;

/** SubRip text (SRT) of recognised words; empty when there are none. */
export function toSrt(words: readonly Word[]): string {
  return groupWords(words)
    .map((cue, index) => {
      const times = `${timestamp(cue[0].start)} --> ${timestamp(cue[cue.length - 1].end)}`;
      return `${index + 1}\n${times}\n${wrap(cue).join('\n')}\n`;
    })
    .join('\n');
}

function groupWords(words: readonly Word[]): Word[][] {
  const cues: Word[][] = [];
  let cue: Word[] = [];
  for (const word of words) {
    const last = cue[cue.length - 1];
    const isFull =
      last !== undefined &&
      (word.start - last.end > pauseSeconds ||
        word.end - cue[0].start > maxCueSeconds ||
        wrap([...cue, word]).length > maxLines);
    if (isFull) {
      cues.push(cue);
      cue = [];
    }
    cue.push(word);
  }
  if (cue.length > 0) cues.push(cue);
  return cues;
}

function wrap(words: readonly Word[]): string[] {
  const lines = [''];
  for (const { text: word } of words) {
    const line = lines[lines.length - 1];
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= maxLineCharacters) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** `hh:mm:ss,mmm` */
function timestamp(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0');
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)},${part(ms % 1000, 3)}`;
}

import { execFileSync, spawnSync } from 'node:child_process';

/** Voices that scripts/training/synthesise.py leaves out. */
const variants = ['f4', 'm6', 'belinda', 'quincy', 'Andrea', 'zac', 'edward2', 'steph3'];
const accents = ['en-us', 'en-us', 'en-us', 'en-gb', 'en-gb-x-rp', 'en-gb-scotland'];

/** Whether flite and espeak-ng are installed. */
export function canSpeak(): boolean {
  return ['flite', 'espeak-ng'].every((program) => !spawnSync(program, ['--version']).error);
}

/**
 * Speaks a text by one of the synthetic voices that training holds out.
 *
 * @param index Chooses voice and rate: even numbers flite's awb, odd ones espeak-ng.
 * @param path WAV file to write.
 */
export function speakUnseen(text: string, index: number, path: string): { speaker: string; group: string } {
  const spoken = text
    .split(' ')
    .map((word) => (word.length === 1 && word !== 'a' && word !== 'i' ? word.toUpperCase() : word))
    .join(' ');
  if (index % 2 === 0) {
    const stretch = (0.85 + ((index * 7) % 10) * 0.04).toFixed(2);
    execFileSync('flite', [
      '-voice',
      'awb',
      '--setf',
      `duration_stretch=${stretch}`,
      '-t',
      spoken,
      '-o',
      path,
    ]);
    return { speaker: 'flite_awb', group: 'synthetic, Scottish' };
  }
  const variant = variants[(index >> 1) % variants.length];
  const accent = accents[(index >> 1) % accents.length];
  const rate = String(125 + ((index * 13) % 80));
  execFileSync('espeak-ng', ['-v', `${accent}+${variant}`, '-s', rate, '-w', path, spoken]);
  return { speaker: `espeak_${variant}`, group: `synthetic, ${accent}` };
}

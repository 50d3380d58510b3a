import type { NumberWords } from '../locales/locale.js';

/** How far above its lower limit a number is drawn at most, or below its upper one where it has no other: small ones are said most. */
const span = 99;

/**
 * A number within limits in words: "two hundred fifty".
 *
 * @param random Draws a number from 0 up to 1.
 * @returns undefined where no number that can be said, of hundredths at most, lies within them.
 */
export function sampleNumber(
  { from, to }: { from?: number; to?: number },
  numbers: NumberWords,
  random: () => number,
): string | undefined {
  const low = from ?? Math.min(0, (to ?? 0) - span);
  const high = Math.min(to ?? low + span, low + span);
  for (const parts of [1, 10, 100]) {
    const first = Math.ceil(low * parts - 1e-9);
    const last = Math.floor(high * parts + 1e-9);
    if (first <= last) return inWords((first + Math.floor(random() * (last - first + 1))) / parts, numbers);
  }
  return undefined;
}

function inWords(value: number, numbers: NumberWords): string {
  const [whole, decimals = ''] = String(Math.abs(value)).split('.');
  const said = [
    ...(value < 0 ? numbers.minus.slice(0, 1) : []),
    ...cardinal(Number(whole), numbers),
    ...(decimals === '' ? [] : numbers.point.slice(0, 1)),
    ...[...decimals].flatMap((digit) => cardinal(Number(digit), numbers)),
  ];
  return said.join(' ');
}

/** In figures where the language has no words for it. */
function cardinal(value: number, numbers: NumberWords): string[] {
  const unit = wordFor(value, numbers.units);
  if (unit !== undefined) return [unit];
  const parts = { ...numbers.tens, ...numbers.scales };
  const largest = Math.max(...Object.values(parts).filter((part) => part <= value));
  const word = wordFor(largest, parts);
  if (word === undefined) return [String(value)];
  const isScale = Object.hasOwn(numbers.scales, word);
  const count = Math.floor(value / largest);
  const rest = value % largest;
  return [...(isScale ? cardinal(count, numbers) : []), word, ...(rest === 0 ? [] : cardinal(rest, numbers))];
}

function wordFor(value: number, words: Readonly<Record<string, number>>): string | undefined {
  return Object.keys(words).find((word) => words[word] === value);
}

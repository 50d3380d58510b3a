import { InvalidArgumentError } from 'commander';
import { isSayable, isWeight, unsayable, wrongWeight } from '../stt/check-bias.js';
import type { BiasPhrase } from '../stt/hypothesis.js';

/**
 * `phrase` or `phrase:weight`; in "train at 10:30" is a time of day, and no weight.
 * @throws InvalidArgumentError for a phrase without a word, or a weight that no phrase may have
 */
export function parseHotword(value: string): BiasPhrase {
  const phrase = parsePhrase(value);
  if (!isSayable(phrase.text)) throw new InvalidArgumentError(unsayable(phrase.text));
  return phrase;
}

function parsePhrase(value: string): BiasPhrase {
  const match = /^(.*):(-?\d+(?:\.\d+)?)$/.exec(value);
  if (!match || /\d:[0-5]\d$/.test(value)) return { text: value };
  const [, text, number] = match;
  const weight = Number(number);
  if (!isWeight(weight)) throw new InvalidArgumentError(wrongWeight(text, number));
  return { text, weight };
}

import { InvalidArgumentError } from 'commander';

/** Reads an argument that is a whole number of at least 1. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

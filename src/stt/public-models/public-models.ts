import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { didYouMeanHint } from '../../config/did-you-mean.js';
import { packageRoot } from '../../config/package-root.js';
import { EarshotError } from '../../errors.js';
import { whyInvalid } from '../why-invalid.js';
import { isDownloadUrl } from './download-file.js';

const networkRoles = ['network', 'encoder', 'decoder', 'joiner'] as const;

const file = z.object({
  /**
   * What `adopt` takes it for: `network` of a CTC model, the three of a transducer, or encoder and decoder of a model of
   * the Hugging Face hub; units and their pieces, or the hub's settings.
   */
  role: z.enum([...networkRoles, 'units', 'pieces', 'config', 'generation', 'tokenizer']),
  /** It becomes a name on this machine too: no path can come in. */
  name: z.string().regex(/^\w[\w.-]*$/),
  /** Where it lies below the address. @default right there */
  folder: z
    .string()
    .regex(/^\w[\w.-]*$/)
    .optional(),
  /** Where known. */
  bytes: z.int().positive().optional(),
  /** Where known; in hexadecimal. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

const address = z
  .string()
  .refine(isDownloadUrl, 'must be an https address (http is for this machine itself only)');

const model = z
  .object({
    name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
    /** One line on what it is. */
    what: z.string(),
    /** As in a locale: `en`. */
    language: z.string(),
    /** As far as its makers state one. */
    licence: z.string(),
    /** Where its makers describe it. */
    page: address,
    /** What the names of the files are put behind, with a slash between. */
    baseUrl: address,
    files: z.array(file),
  })
  .refine(({ files }) => isUnique(files.map(({ name }) => name)), 'has two files of one name')
  .refine(({ files }) => {
    const has = (...roles: string[]) =>
      roles.every((role) => files.filter((item) => item.role === role).length === 1);
    const networks = files.filter(({ role }) => networkRoles.some((wanted) => wanted === role)).length;
    if (has('config')) return networks === 2 && has('tokenizer', 'encoder', 'decoder');
    return (
      has('units') &&
      (networks === 1 ? has('network') : has('encoder', 'decoder', 'joiner') && networks === 3)
    );
  }, 'must have units, and a network or an encoder, a decoder and a joiner; or config, tokenizer, an encoder and a decoder');

const list = z.object({
  models: z
    .array(model)
    .refine((models) => isUnique(models.map(({ name }) => name)), 'has two models of one name'),
});

export type PublicModel = z.infer<typeof model>;

/**
 * Reads a list of models that can be fetched.
 *
 * @param path @default `models/public.json` of this package
 * @throws EarshotError `invalid_config`; the message names what is wrong in the list.
 */
export function readPublicModels(path = join(packageRoot(), 'models', 'public.json')): PublicModel[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new EarshotError('invalid_config', `The list of models ${path} cannot be read.`, { cause });
  }
  try {
    return list.parse(JSON.parse(text)).models;
  } catch (cause) {
    throw new EarshotError(
      'invalid_config',
      `${path} is not a list of models: ${whyInvalid(cause)}. It must have the form of Earshot's models/public.json.`,
      { cause },
    );
  }
}

/**
 * The model of a name.
 *
 * @throws EarshotError `invalid_request`; the message has the names that there are.
 */
export function publicModelNamed(models: readonly PublicModel[], name: string): PublicModel {
  const found = models.find((candidate) => candidate.name === name);
  if (found) return found;
  const names = models.map((candidate) => candidate.name);
  const hint = didYouMeanHint(name, names);
  throw new EarshotError(
    'invalid_request',
    `No model is called ${name}${hint ? `; ${hint}` : '.'} There are: ${names.join(', ')}.`,
  );
}

/** Bytes of all files; undefined where the list does not know them all. */
export function bytesOf({ files }: PublicModel): number | undefined {
  return files.reduce<number | undefined>(
    (sum, { bytes }) => (sum === undefined || bytes === undefined ? undefined : sum + bytes),
    0,
  );
}

function isUnique(names: string[]): boolean {
  return new Set(names).size === names.length;
}

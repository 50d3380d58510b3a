import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EarshotError } from '../errors.js';
import { restoreModel } from './restore-model.js';
import { defaultSearchOptions } from './search/search-options.js';
import { whyInvalid } from './why-invalid.js';

const file = z.object({ name: z.string().regex(/^[\w.-]+$/), bytes: z.int(), sha256: z.string().length(64) });

/** A misspelled name would be a search that was tuned in vain; a model of another version may have one of its own. */
const search = z.record(z.string(), z.number()).superRefine((options, { addIssue }) => {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(defaultSearchOptions, name));
  const known = Object.keys(defaultSearchOptions).join(', ');
  if (unknown.length > 0)
    addIssue(
      `this version has no ${unknown.join(', ')} (correct it, or take it out if the model is of another version); there are ${known}`,
    );
});

const common = {
  name: z.string(),
  version: z.string(),
  /** For the reader, such as where the weights come from. */
  notes: z.string().optional(),
  /** Languages or locales: `en` serves every en-* locale, as in a pack. */
  locales: z.array(z.string()).min(1),
  sampleRateHz: z.int(),
  /** Overrides of the search's defaults that were tuned for this model. */
  search: search.default({}),
  confidence: z
    .object({
      scale: z.number(),
      slope: z.number(),
      fit: z.number(),
      offset: z.number(),
      querySlope: z.number(),
      queryFit: z.number(),
      queryOffset: z.number(),
      speechSureness: z.number(),
      speechClarity: z.number(),
      speechLength: z.number(),
      speechOffset: z.number(),
      speechVoice: z.number(),
      voiceOffset: z.number(),
    })
    .partial()
    .optional(),
};
const commonFiles = { acoustic: file, units: file, lexicon: file, lm: file };

/** How a network writes tokens. */
const writing = z.object({
  /** Tokens in front of the first one that it writes. */
  prompt: z.array(z.int()).min(1),
  /** Token that ends the text. */
  end: z.int(),
  /** Tokens that it must not write, and those that the text must not begin with. */
  suppressed: z.array(z.int()),
  suppressedFirst: z.array(z.int()),
  /** Most tokens of a chunk, and of a second of sound: a network that repeats itself would else go on for long. */
  mostTokens: z.int(),
  mostTokensPerSecond: z.number(),
});

/** The family decides what reads the network, and how words that the lexicon lacks are said. */
const manifest = z.discriminatedUnion('family', [
  z.object({
    ...common,
    /** Our own networks, over phones. */
    family: z.literal('ctc-lexicon'),
    files: z.object({ ...commonFiles, g2p: file, neuralLm: file.optional() }),
  }),
  z.object({
    ...common,
    /** Networks of icefall and sherpa-onnx, over word pieces; `pieces` is their SentencePiece file. */
    family: z.literal('zipformer2-ctc'),
    files: z.object({ ...commonFiles, pieces: file.optional() }),
  }),
  z.object({
    ...common,
    /** The same of three networks: what an utterance sounds like, what was written before, and both joined. */
    family: z.literal('zipformer2-transducer'),
    files: z.object({ ...commonFiles, decoder: file, joiner: file, pieces: file.optional() }),
  }),
  z.object({
    ...common,
    /** wav2vec 2.0 networks over letters, which hear an utterance as a whole. */
    family: z.literal('wav2vec2-ctc'),
    files: z.object({ ...commonFiles, pieces: file.optional() }),
  }),
  z.object({
    ...common,
    /**
     * Networks that hear an utterance as a whole, and others that write it, token by token. Lexicon and units are those
     * of another model, by which it is known what words a context names.
     */
    family: z.enum(['whisper', 'moonshine']),
    files: z.object({ ...commonFiles, g2p: file, decoder: file, tokenizer: file }),
    writing,
  }),
]);

/** `model.json` of a model folder. */
export type ModelManifest = z.infer<typeof manifest>;
export type ModelFile = z.infer<typeof file>;
export type WritingOptions = z.infer<typeof writing>;
export type ModelFamily = ModelManifest['family'];

/**
 * Reads `model.json`.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`.
 */
export function readModelManifest(directory: string): ModelManifest {
  const path = join(directory, 'model.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new EarshotError(
      'model_missing',
      `There is no model in ${directory}: ${path} cannot be read. Name a folder that holds a model, or restore the default one (git checkout -- models).`,
      { cause },
    );
  }
  try {
    return manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new EarshotError(
      'model_corrupt',
      `${path} is not a model manifest: ${whyInvalid(cause)}. ${restoreModel}`,
      {
        cause,
      },
    );
  }
}

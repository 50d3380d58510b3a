import { join } from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../config/load-config.js';
import { packageRoot } from '../config/package-root.js';
import type { ModelDescription } from '../stt/describe-model.js';
import { byteSize } from './byte-size.js';
import { listCommand } from './model-list.js';
import { pullCommand } from './model-pull.js';
import { printJson, processTerminal, type Terminal } from './terminal.js';

interface AdoptFlags {
  out: string;
  base: string;
  network?: string;
  json?: boolean;
}

/** `earshot model`: what a model is, and public models made ready. */
export function modelCommand(terminal: Terminal = processTerminal()): Command {
  return new Command('model')
    .description('list, fetch, adopt and describe recogniser models')
    .addCommand(listCommand(terminal))
    .addCommand(pullCommand(terminal))
    .addCommand(adoptCommand(terminal))
    .addCommand(showCommand(terminal));
}

function adoptCommand(terminal: Terminal): Command {
  return new Command('adopt')
    .description(
      'turn a model on this machine into a model folder of Earshot: streaming zipformer2 of icefall or sherpa-onnx; Whisper, Moonshine or wav2vec 2.0 as ONNX files of the Hugging Face hub',
    )
    .argument(
      '<folder>',
      'folder with the ONNX files and tokens.txt (preferably bpe.model too), or config.json',
    )
    .requiredOption('--out <folder>', 'where to put the model')
    .option(
      '--base <folder>',
      'model that lends its lexicon and language model',
      join(packageRoot(), 'models', 'default'),
    )
    .option('--network <file>', 'name of the ONNX file, or of the encoder, if there are several')
    .option('--json', 'print the new model.json')
    .action(async (folder: string, { json, ...flags }: AdoptFlags) => {
      // Loaded here, so that the other commands start sooner.
      const { adoptModel } = await import('../stt/public-models/adopt-model.js');
      const onStep = (step: string) => {
        if (!json) terminal.stdout.write(`${step}\n`);
      };
      const manifest = await adoptModel({ folder, ...flags, onStep });
      if (json) return printJson(terminal, manifest);
      terminal.stdout.write(`
Weights and licence are those of the model's makers: check that you may use them.
Start with it:

  npx earshot serve --model ${flags.out}
`);
    });
}

function chunkOf({ isWhole, chunkMs, lookAheadMs }: ModelDescription): string {
  if (isWhole) return `an utterance as a whole, up to ${Math.round(chunkMs / 1000)} s`;
  const ahead = lookAheadMs > 0 ? ` and ${lookAheadMs} ms ahead` : '';
  return `${chunkMs} ms${ahead}`;
}

function showCommand(terminal: Terminal): Command {
  return new Command('show')
    .description('describe a model: family, units, words, locales, chunk, size')
    .argument('[folder]', 'folder of a model; without it, the configured one')
    .option('--json', 'print JSON')
    .action(async (folder: string | undefined, { json }: { json?: boolean }) => {
      const directory = folder ?? loadConfig({ env: terminal.env, cwd: terminal.cwd }).config.model;
      const { describeModel } = await import('../stt/describe-model.js');
      const model = await describeModel(directory);
      if (json) return printJson(terminal, model);
      const lines: [string, string][] = [
        ['model', `${model.name} ${model.version} (${directory})`],
        ['family', model.family],
        ['units', `${model.units} ${model.unitKind}, told every ${model.outputFrameMs} ms`],
        ['words', String(model.words)],
        ['locales', model.locales.join(', ')],
        ['sound', `${model.sampleRateHz} Hz`],
        ['chunk', chunkOf(model)],
        ...model.files.map(({ name, bytes }): [string, string] => ['file', `${name}, ${byteSize(bytes)}`]),
        ...(model.notes === undefined ? [] : [['notes', model.notes] satisfies [string, string]]),
      ];
      for (const [label, text] of lines) terminal.stdout.write(`${label.padEnd(8)} ${text}\n`);
    });
}

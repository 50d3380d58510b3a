import { resolve } from 'node:path';
import { Command } from 'commander';
import { byteSize } from './byte-size.js';
import { printJson, type Terminal } from './terminal.js';

interface ListFlags {
  list?: string;
  json?: boolean;
}

/** `earshot model list`: the public models that `earshot model pull` knows. */
export function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('list the public models that can be fetched')
    .option('--list <file>', 'your own list in place of models/public.json')
    .option('--json', 'print JSON')
    .action(async ({ list, json }: ListFlags) => {
      const { bytesOf, readPublicModels } = await import('../stt/public-models/public-models.js');
      const models = readPublicModels(list && resolve(terminal.cwd, list));
      if (json) return printJson(terminal, models);
      for (const model of models) {
        const bytes = bytesOf(model);
        const lines: [string, string][] = [
          ['what', model.what],
          ['language', model.language],
          ['size', bytes === undefined ? 'not known' : byteSize(bytes)],
          ['licence', model.licence],
          ['page', model.page],
        ];
        terminal.stdout.write(`${model.name}\n`);
        for (const [label, text] of lines) terminal.stdout.write(`  ${label.padEnd(8)} ${text}\n`);
      }
      terminal.stdout.write(`
Fetch one with: npx earshot model pull NAME
Weights and licence are those of the models' makers: check that you may use them.
`);
    });
}

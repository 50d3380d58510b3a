import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../config/load-config.js';
import { packageRoot } from '../config/package-root.js';
import { byteSize } from './byte-size.js';
import { printJson, type Terminal } from './terminal.js';

interface PullFlags {
  out?: string;
  mirror?: string;
  list?: string;
  keep?: boolean;
  json?: boolean;
}

/** `earshot model pull`: the one command that fetches something from elsewhere, and only when it is called. */
export function pullCommand(terminal: Terminal): Command {
  return new Command('pull')
    .description(
      'fetch a public model by name and turn it into a model folder; earshot model list has the names',
    )
    .argument('<name>', 'name of the model')
    .option('--out <folder>', 'where to put the model (default: models/<name> in the data folder)')
    .option(
      '--mirror <address>',
      'https://host/path of a copy, in place of the scheme and host of each address',
    )
    .option('--list <file>', 'your own list in place of models/public.json')
    .option('--keep', 'keep the downloaded files')
    .option('--json', 'print JSON')
    .action((name: string, flags: PullFlags) => pull(name, flags, terminal));
}

async function pull(
  name: string,
  { list, mirror, keep, json, ...flags }: PullFlags,
  terminal: Terminal,
): Promise<void> {
  // Loaded here, so that the other commands start sooner.
  const [{ bytesOf, publicModelNamed, readPublicModels }, { pullModel }] = await Promise.all([
    import('../stt/public-models/public-models.js'),
    import('../stt/public-models/pull-model.js'),
  ]);
  const { env, cwd } = terminal;
  const model = publicModelNamed(readPublicModels(list && resolve(cwd, list)), name);
  const out = resolve(cwd, flags.out ?? join(loadConfig({ env, cwd }).config.data, 'models', name));
  const print = (text: string) => {
    if (!json) terminal.stdout.write(text);
  };
  const bytes = bytesOf(model);
  print(`${name}: ${model.what}\n`);
  print(`licence: ${model.licence}\nmakers: ${model.page}\n`);
  print(`download: ${bytes === undefined ? 'size not known' : byteSize(bytes)}\n`);
  const progress = showProgress(print, { isTerminal: terminal.stdout.isTTY === true });
  const pulled = await pullModel({
    model,
    out,
    base: join(packageRoot(), 'models', 'default'),
    mirror,
    keep,
    onStep: (step) => progress.say(step),
    onProgress: (here, total) => progress.update(here, total),
  }).finally(() => progress.close());
  if (json) return printJson(terminal, { name, folder: out, licence: model.licence, ...pulled });
  const folder = relative(cwd, out).startsWith('..') ? out : relative(cwd, out);
  print(`
The model is in ${out}.${keep ? `\nThe downloaded files are in ${pulled.downloads}.` : ''}
Weights and licence are those of its makers: check that you may use them.
  ${model.licence}
  ${model.page}
Start with it:

  npx earshot serve --model ${folder}
`);
}

/** How far the download is: one line that changes on a terminal, else a line for every tenth. */
function showProgress(print: (text: string) => void, { isTerminal }: { isTerminal: boolean }) {
  let tenth = 0;
  let line = '';
  const erase = () => {
    if (line) print(`\r${' '.repeat(line.length)}\r`);
    line = '';
  };
  return {
    update(bytes: number, total: number | undefined) {
      const share = total === undefined ? undefined : bytes / total;
      if (isTerminal) {
        const of = total === undefined ? '' : ` of ${byteSize(total)}, ${Math.floor((share ?? 0) * 100)} %`;
        const next = `${byteSize(bytes)}${of}`;
        // As it would look the same, hundreds of times a second.
        if (next === line) return;
        print(`\r${next.padEnd(line.length)}`);
        line = next;
      } else if (share !== undefined && Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10);
        print(`${tenth * 10} %\n`);
      }
    },
    say(step: string) {
      erase();
      print(`${step}\n`);
    },
    close: erase,
  };
}

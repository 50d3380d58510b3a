#!/usr/bin/env node
import { Command } from 'commander';
import { loadConfig } from '../config/load-config.js';
import { packageVersion } from '../config/package-root.js';
import type { Engine } from '../engine/engine.js';
import type { Understander } from '../nlu/index.js';
import { addConfigOptions } from './config-options.js';
import { helpCommand } from './help-command.js';
import { helpLayout } from './help-layout.js';
import { reportError } from './report-error.js';
import { commandLogger, outputFailed } from './terminal.js';

const engineConfiguration = ['model', 'pack', 'inference', 'log'];

/** An engine as the configuration and the command's flags say, for commands that need no server. */
async function openEngine(command: Command, { withProducts = false } = {}): Promise<Engine> {
  const { config } = loadConfig({ flags: command.opts() });
  // Loaded here, so that the other commands start sooner.
  const [{ createEngine }, { engineOptions }, { compiledFolder }] = await Promise.all([
    import('../engine/engine.js'),
    import('../service/service.js'),
    import('./configured-pack.js'),
  ]);
  const catalogue = withProducts ? config.data : undefined;
  const compiled = compiledFolder(config.data);
  return createEngine({ ...engineOptions(config), catalogue, compiled, log: commandLogger(config.log) });
}

/** Understanding alone, for what is written: no model is loaded and no worker started. */
async function openUnderstander(command: Command): Promise<Understander> {
  const { config } = loadConfig({ flags: command.opts() });
  const [{ createUnderstander }, { configuredPack }, { readCatalogue }] = await Promise.all([
    import('../nlu/index.js'),
    import('./configured-pack.js'),
    import('../store/open-catalogue.js'),
  ]);
  const pack = configuredPack(config);
  const catalogue = await readCatalogue(config.data, pack.locale, commandLogger(config.log));
  return createUnderstander(pack, { catalogue });
}

/** Each is loaded by itself, so that every command starts without what only others need. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.js')).serveCommand(),
  transcribe: async () => {
    const { transcribeCommand } = await import('./transcribe.js');
    return addConfigOptions(transcribeCommand(openEngine), engineConfiguration);
  },
  query: async () => {
    const { queryCommand } = await import('./query.js');
    const openWithProducts = (command: Command) => openEngine(command, { withProducts: true });
    const command = queryCommand({ openEngine: openWithProducts, openUnderstander });
    return addConfigOptions(command, [...engineConfiguration, 'data']);
  },
  pack: async () => (await import('./pack.js')).packCommand(),
  model: async () => (await import('./model.js')).modelCommand(),
  catalogue: async () => (await import('./catalogue.js')).catalogueCommand(),
  tokens: async () => (await import('./tokens.js')).tokensCommand(),
  config: async () => (await import('./config.js')).configCommand(),
};

const firstUses = `
To begin:
  npx earshot serve                              then open http://127.0.0.1:8080 and talk to it
  npx earshot query --text "red running shoes"   asks a typed query without a server
  npx earshot COMMAND --help                     shows the options of a command`;

const program = new Command('earshot')
  .description('Speech in; text, intent, reply, context and entities out. Everything stays on this machine.')
  .version(packageVersion())
  .addHelpText('after', firstUses);
const named = process.argv[2] ?? '';
const wanted = Object.hasOwn(commands, named) ? [commands[named]] : Object.values(commands);
if (named !== 'serve') process.stdout.on('error', endWithReader);

try {
  for (const command of await Promise.all(wanted.map((load) => load()))) program.addCommand(command);
  giveHelp(program);
  await program.parseAsync();
} catch (error) {
  reportError(error);
}

/** A reader such as `head` may have seen enough; the disk of a file that is written to may be full. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') {
    reportError(outputFailed(error));
  }
  process.exit();
}

/** For every command, as those that are added inherit nothing. */
function giveHelp(command: Command): void {
  command.configureHelp(helpLayout).showHelpAfterError('(--help shows the commands and options)');
  if (command.commands.length === 0) return;
  command.commands.forEach(giveHelp);
  command.helpCommand(false).addCommand(helpCommand(command).configureHelp(helpLayout));
}

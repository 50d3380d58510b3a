#!/usr/bin/env node
import { Command } from 'commander';
import { loadConfig } from '../config/load-config.js';
import { packageVersion } from '../config/package-root.js';
import type { Engine } from '../engine.js';
import { EarshotError } from '../errors.js';
import type { Understander } from '../nlu/index.js';
import { addConfigOptions } from './config-options.js';
import { helpCommand } from './help-command.js';
import { helpLayout } from './help-layout.js';
import { reportError } from './report-error.js';
import { serveCommand } from './serve.js';
import { commandLogger } from './terminal.js';

const engineConfiguration = ['model', 'pack', 'inference', 'log'];

/** An engine as the configuration and the command's flags say, for commands that need no server. */
async function openEngine(command: Command, { withProducts = false } = {}): Promise<Engine> {
  const { config } = loadConfig({ flags: command.opts() });
  // Loaded here, so that the other commands start sooner.
  const [{ createEngine }, { engineOptions }] = await Promise.all([
    import('../engine.js'),
    import('../service.js'),
  ]);
  const catalogue = withProducts ? config.data : undefined;
  return createEngine({ ...engineOptions(config), catalogue, log: commandLogger(config.log) });
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

async function otherCommands(): Promise<Command[]> {
  const [transcribe, query, pack, model, catalogue, tokens, config] = await Promise.all([
    import('./transcribe.js'),
    import('./query.js'),
    import('./pack.js'),
    import('./model.js'),
    import('./catalogue.js'),
    import('./tokens.js'),
    import('./config.js'),
  ]);
  return [
    addConfigOptions(transcribe.transcribeCommand(openEngine), engineConfiguration),
    addConfigOptions(
      query.queryCommand({
        openEngine: (command) => openEngine(command, { withProducts: true }),
        openUnderstander,
      }),
      [...engineConfiguration, 'data'],
    ),
    pack.packCommand(),
    model.modelCommand(),
    catalogue.catalogueCommand(),
    tokens.tokensCommand(),
    config.configCommand(),
  ];
}

const firstUses = `
To begin:
  earshot serve                              then open http://127.0.0.1:8080 and talk to it
  earshot query --text "red running shoes"   asks a typed query without a server
  earshot COMMAND --help                     shows the options of a command`;

const program = new Command('earshot')
  .description('Speech in; text, intent, reply, context and entities out. Everything stays on this machine.')
  .version(packageVersion())
  .addHelpText('after', firstUses)
  .addCommand(serveCommand());
// A service starts sooner without what only the others need.
if (process.argv[2] !== 'serve') {
  for (const command of await otherCommands()) program.addCommand(command);
  process.stdout.on('error', endWithReader);
}
giveHelp(program);

try {
  await program.parseAsync();
} catch (error) {
  reportError(error);
}

/** A reader such as `head` may have seen enough; the disk of a file that is written to may be full. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') {
    reportError(new EarshotError('store_failed', `The output cannot be written: ${error.message}.`));
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

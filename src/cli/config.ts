import { Command } from 'commander';
import { configTable, describeConfig, optionsMarkdown } from '../config/describe-config.js';
import { loadConfig } from '../config/load-config.js';
import { addConfigOptions } from './config-options.js';
import { printJson, processTerminal, type Terminal } from './terminal.js';

/** `earshot config`: the configuration that a start would use, with the origin of each value. */
export function configCommand(terminal: Terminal = processTerminal()): Command {
  const command = new Command('config')
    .description('print the configuration and where each value comes from; secrets are masked')
    .option('--json', 'print JSON')
    .option('--markdown', 'print the table of all options instead');
  return addConfigOptions(command).action((flags: Record<string, unknown>) => {
    if (flags.markdown) {
      terminal.stdout.write(optionsMarkdown());
      return;
    }
    const loaded = loadConfig({ flags, env: terminal.env, cwd: terminal.cwd });
    if (flags.json) printJson(terminal, describeConfig(loaded));
    else terminal.stdout.write(configTable(loaded));
  });
}

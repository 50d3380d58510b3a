import { type Command, Option } from 'commander';
import { options } from '../config/options.js';

/**
 * Adds a flag for each option whose name begins with one of `prefixes` (all when left out), and `--config`. Defaults
 * stay with the configuration, so that commander hands over only what was really given.
 */
export function addConfigOptions(command: Command, prefixes?: readonly string[]): Command {
  if (!prefixes) {
    const tls = new Option('--tls <how>', 'same as --tls-self-signed').choices(['self-signed']);
    command.addOption(tls.implies({ tlsSelfSigned: true }));
  }
  command.addOption(
    new Option('--config <file>', 'configuration file, YAML or JSON (environment: EARSHOT_CONFIG)'),
  );
  for (const { name, flag, placeholder, description, defaultText, env } of options) {
    if (prefixes && !prefixes.some((prefix) => name === prefix || name.startsWith(`${prefix}.`))) continue;
    const text = `${description} (default: ${defaultText}; environment: ${env})`;
    if (placeholder === undefined) {
      command.addOption(new Option(`${flag} [true|false]`, text));
      command.addOption(new Option(flag.replace('--', '--no-'), `turns ${flag} off`).hideHelp());
    } else {
      command.addOption(new Option(`${flag} <${placeholder}>`, text));
    }
  }
  return command;
}

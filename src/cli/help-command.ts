import { Command } from 'commander';
import { didYouMeanHint } from '../config/did-you-mean.js';

/** `help [command...]` of a command that has others. Commander's own shows the whole help for a name that is none. */
export function helpCommand(whole: Command): Command {
  return new Command('help')
    .description('display help for command')
    .argument('[command...]', 'its name, with the names of those that it belongs to before it')
    .action((names: string[]) => {
      let shown = whole;
      for (const name of names) shown = within(shown, name);
      shown.outputHelp();
    });
}

function within(command: Command, name: string): Command {
  const found = command.commands.find((one) => one.name() === name);
  if (found !== undefined) return found;
  const hint = didYouMeanHint(
    name,
    command.commands.map((one) => one.name()),
  );
  command.error(`error: unknown command '${name}'${hint === undefined ? '' : `\n(${hint})`}`, {
    code: 'commander.unknownCommand',
  });
}

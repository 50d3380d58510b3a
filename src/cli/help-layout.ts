import { type Command, Help, type HelpConfiguration } from 'commander';

/** With a wider column for the flags a terminal of 80 columns has no room to wrap what is said of them. */
const mostTermWidth = 28;

/** Long flags have a line of their own, so that what they do can be read on a terminal of 80 columns. */
export const helpLayout: HelpConfiguration = {
  padWidth(command: Command, helper: Help): number {
    return Math.min(mostTermWidth, Help.prototype.padWidth.call(helper, command, helper));
  },
  formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    const format = (shown: string) =>
      Help.prototype.formatItem.call(helper, shown, termWidth, description, helper);
    if (description === '' || helper.displayWidth(term) <= termWidth) return format(term);
    return `  ${term}\n${format('')}`;
  },
};

/**
 * The command and arguments that start Node.js as people start it, for `spawn(...nodeCommand(args), options)`. tap has
 * every child process load modules of its own first, which takes longer than most of our commands do.
 */
export function nodeCommand(args: readonly string[]): [command: string, args: string[]] {
  if (process.platform === 'win32') return [process.execPath, [...args]];
  return ['env', ['-u', 'NODE_OPTIONS', process.execPath, ...args]];
}

/**
 * What a bench or script needs is not here: recordings, a program, an argument. {@link commandLine} ends the process with
 * the message alone and exit status 2, by which the whole suite knows to skip it.
 */
export class CannotRun extends Error {
  /** @param options.isFailure what is missing is what was to be measured: status 1, and nothing is skipped. */
  constructor(
    message: string,
    readonly options: { isFailure?: boolean } = {},
  ) {
    super(message);
  }
}

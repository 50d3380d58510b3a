/**
 * What a bench or script needs is not here: recordings, a program, an argument. {@link commandLine} ends the process with
 * the message alone and exit status 2, by which the whole suite knows to skip it.
 */
export class CannotRun extends Error {}

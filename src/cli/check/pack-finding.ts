/** What `earshot pack check` finds odd. */
export interface PackFinding {
  kind:
    | 'unreachable'
    | 'ambiguous'
    | 'unspeakable'
    | 'guessed'
    | 'unused'
    | 'untested'
    | 'silent'
    | 'unanswered'
    | 'unknown'
    | 'unfilled'
    | 'twice'
    | 'uncounted'
    | 'malformed'
    | 'tooMany';
  /** `file:line`, or the file. */
  where: string;
  message: string;
}

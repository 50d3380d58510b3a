/** What to do about a file of a model that is missing or damaged. */
export const restoreModel =
  'Restore it from the repository or the release (git checkout -- models); make an adopted model again (earshot model adopt).';

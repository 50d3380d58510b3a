/** Whoever speaks, as a value of the list `persons`. */
export const speaker = 'me';

import type { Lexicon } from './lexicon/lexicon.js';

/** Sounds that people make while they think, as dictionaries of English spell them. */
const sounds = ['um', 'uh'];

/**
 * The hesitations that a lexicon has. They may stand anywhere: whatever is likely without them is as likely around them
 * (as disfluencies are left out of the history in Stolcke and Shriberg, "Statistical Language Modeling for Speech
 * Disfluencies", 1996). What is recognised is written without them.
 */
export function hesitationsOf(lexicon: Lexicon): ReadonlySet<number> {
  return new Set(sounds.map((sound) => lexicon.idOf(sound)).filter((id) => id >= 0));
}

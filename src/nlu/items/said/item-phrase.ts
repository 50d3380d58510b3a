import type { Entity } from '../../pack/compile/compile-entities.js';
import type { Pack } from '../../pack/pack.js';
import type { Token } from '../../tokenise.js';

/** What items are said in: the phrase, and the words of the whole sentence. */
export interface ItemPhrase {
  phrase: Entity;
  pack: Pack;
  tokens: readonly Token[];
}

export type { CatalogueSearch, CatalogueStore, Product } from './catalogue/catalogue.js';
export { CatalogueIndex } from './catalogue/catalogue-index.js';
export { createUnderstander, defaultPack, loadPack, packsFolder } from './pack/load-pack.js';
export type { Pack } from './pack/pack.js';
export { type PackPhrase, packBias } from './pack/pack-bias.js';
export { packSentences, type SentenceGrammar } from './pack/pack-sentences.js';
export { type WatchPackOptions, watchPack } from './pack/watch-pack.js';
export type { RuleUnderstander, UnderstanderOptions } from './understander.js';
export type * from './understanding.js';

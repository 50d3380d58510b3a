import { type Pack, packSentences } from '../../src/nlu/index.js';
import { SentenceAcceptor } from '../../src/stt/sentences/sentence-acceptor.js';
import { compileNetwork } from '../../src/stt/sentences/sentence-network.js';

/** What tells ln P of the last word of a text, by the sentences of a pack. */
export function lastWordOf(pack: Pack): (text: string) => number {
  const network = packSentences(pack);
  const words = [...new Set(network.arcs.flatMap(({ word }) => (word === null ? [] : [word])))];
  const acceptor = new SentenceAcceptor(compileNetwork(network, (word) => [[words.indexOf(word)]]));
  return (text) => {
    const ids = text.split(' ').map((word) => words.indexOf(word));
    const state = ids
      .slice(0, -1)
      .reduce((at, id) => (at < 0 ? at : acceptor.step(at, id)), acceptor.initialState);
    return state < 0 ? -Infinity : acceptor.logProb(state, ids.at(-1)!);
  };
}

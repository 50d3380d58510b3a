import { type BiasParts, type CompiledBias, compileBias } from './bias.js';
import type { BiasPhrase } from './hypothesis.js';
import { isOwnLetter, letterNames, withCapitals, withLetters } from './letter-words.js';
import { withApostrophe } from './lexicon/apostrophes.js';
import { spokenTokens } from './lexicon/pronouncer.js';
import { ContextGraph, type ContextGraphData } from './lm/context-graph.js';
import type { SearchTree } from './search/search-graph.js';
import { fitNetwork } from './sentences/fit-network.js';
import { SentenceAcceptor } from './sentences/sentence-acceptor.js';
import { SentenceLookAhead } from './sentences/sentence-look-ahead.js';
import { compileNetwork, type NetworkArcs } from './sentences/sentence-network.js';
import { countSentenceNgrams, type SentenceNgramData, SentenceNgrams } from './sentences/sentence-ngrams.js';
import type { SpeechContext, WordNetwork } from './speech-context.js';
import { treeOfWords } from './tree-of-words.js';

/** Compiled lists of single queries that are kept. */
const mostOwn = 32;

/** Words in one place of a sentence are as likely as in general speech, raised to this power. */
const commonness = 0.4;
/** ln P below which no word of a sentence is taken to be. */
const rarest = -14;
/** ln P of a word that weighs as much as a list that may stand in its place. */
const medium = -8;

/** A context made ready for the search, in a form that can be posted to another thread. */
export interface ContextData {
  bias: Omit<CompiledBias, 'graph' | 'base'> & { graph: ContextGraphData };
  sentences?: { arcs: NetworkArcs; tree: SearchTree; scale?: number; ngrams?: SentenceNgramData };
}

/** Makes a context ready for the search of a model; takes up to some tenths of a second for a large pack. */
export function compileContext(context: SpeechContext, parts: BiasParts): ContextData {
  const { lexicon } = parts;
  const phrases = [...(context.phrases ?? [])];
  for (const { weight, phrases: members } of Object.values(context.classes ?? {}))
    for (const text of members) phrases.push({ text, weight });
  const isKnown = (word: string) => lexicon.idOf(word) >= 0;
  const ways = waysToSay(context.sentences, parts);
  const letters = [...ways.keys()].filter((word) => isOwnLetter(word, parts));
  // New words get their ids from the list.
  const tokens = [...ways].flatMap(([word, spoken]) => (letters.includes(word) ? [] : spoken.flat()));
  for (const text of new Set(tokens)) if (!isKnown(text)) phrases.push({ text, weight: 0 });
  const bias = withLetters(compileBias(phrases, parts), letters, lexicon);
  const data: ContextData = { bias: { ...bias, graph: bias.graph.data } };
  if (context.sentences)
    data.sentences = compileSentences(context.sentences, { ways, letters, bias, phrases }, parts);
  return data;
}

interface SentenceWords {
  ways: ReadonlyMap<string, string[][]>;
  letters: readonly string[];
  bias: CompiledBias;
  phrases: readonly BiasPhrase[];
}

function compileSentences(
  sentences: WordNetwork,
  { ways, letters, bias, phrases }: SentenceWords,
  parts: BiasParts,
): ContextData['sentences'] {
  const { lexicon, lm } = parts;
  const idOf = (word: string) => {
    const id = lexicon.idOf(word);
    return id >= 0 ? id : (bias.newIds.get(word) ?? -1);
  };
  const idsOf = (among: readonly (readonly string[])[]) =>
    among.map((words) => words.map(idOf)).filter((ids) => ids.every((id) => id >= 0));
  // A word stands on many arcs.
  const ids = new Map([...ways].map(([word, spoken]) => [word, idsOf(spoken)]));
  const { examples = [], scale } = sentences;
  const said = idsOf(examples);
  const spelled = idsOf(withCapitals(examples));
  const network = compileNetwork(
    sentences,
    (word) => ids.get(word) ?? [],
    (id) => commonness * (Math.max(rarest, id < lexicon.wordCount ? lm.unigramLogProb(id) : rarest) - medium),
  );
  const arcs = fitNetwork(network, [...said, ...spelled]);
  // where no sentence is followed, letters are as the lexicon has them
  const inLexicon = new Map(letters.map((letter) => [idOf(letter), idOf(letter.toLowerCase())]));
  const inOtherSpeech = { ...arcs, word: arcs.word.map((id) => inLexicon.get(id) ?? id) };
  const share = parts.search.grammarShare;
  return {
    arcs,
    tree: sentenceTree(new Set([...ids.values()].flat(2)), phrases, bias, parts),
    scale,
    ngrams: share > 0 ? countSentenceNgrams(inOtherSpeech, share, said) : undefined,
  };
}

/** Each word of a network as words that are spoken, in one way or in several. */
function waysToSay(network: WordNetwork | undefined, parts: BiasParts): Map<string, string[][]> {
  const isKnown = (word: string) => parts.lexicon.idOf(word) >= 0;
  const ways = new Map<string, string[][]>();
  for (const { word } of network?.arcs ?? []) {
    if (word === null || ways.has(word)) continue;
    const tokens = isOwnLetter(word, parts) ? [word] : spokenTokens(word).map((token) => token.toLowerCase());
    const others = tokens.length === 1 ? withApostrophe(tokens[0], isKnown) : [];
    const isSpoken = tokens.every(isKnown) || others.length === 0;
    ways.set(word, [...(isSpoken ? [tokens] : []), ...others.map((other) => [other])]);
  }
  return ways;
}

/** Prefix tree over the words of the sentences; its look-ahead depends on the place: see {@link SentenceLookAhead}. */
function sentenceTree(
  ids: ReadonlySet<number>,
  phrases: readonly BiasPhrase[],
  { newWords, newIds }: CompiledBias,
  { lexicon, pronouncer }: BiasParts,
): SearchTree {
  const isOfPhones = pronouncer.units === 'phones';
  const own = new Map(
    phrases.map(({ text, pronunciations }) => [text, isOfPhones ? pronunciations : undefined]),
  );
  const textOf = (id: number) =>
    id < lexicon.wordCount ? lexicon.word(id) : newWords[id - lexicon.wordCount];
  return treeOfWords(
    [...ids].map((id) => {
      const text = textOf(id);
      const isLetter = newIds.get(text.toUpperCase()) === id;
      const ways = isLetter ? letterNames(text, pronouncer) : own.get(text);
      return { id, text, ways: ways ?? pronouncer.ofToken(text) };
    }),
    lexicon.units,
    () => 0,
  );
}

/** A compiled context in use, shared by all streams of one thread that expect the same. */
export class CompiledContext {
  readonly bias: CompiledBias;
  /** Prefix tree over the words of the sentences. */
  readonly sentenceTree?: SearchTree;
  /** Of the words of the sentences. */
  readonly ngrams?: SentenceNgrams;
  readonly #scale: number;
  #sentences: SentenceLookAhead | undefined;
  /** Lists on top of this context, by content, the one used last at the end. */
  readonly #own = new Map<string, CompiledBias>();

  constructor(
    { bias, sentences }: ContextData,
    private readonly parts: BiasParts,
  ) {
    this.bias = { ...bias, graph: new ContextGraph(bias.graph) };
    this.#scale = sentences?.scale ?? parts.search.grammarScale;
    if (!sentences) return;
    this.sentenceTree = sentences.tree;
    if (sentences.ngrams) this.ngrams = new SentenceNgrams(sentences.ngrams);
    this.#sentences = this.#lookAheadOf(new SentenceAcceptor(sentences.arcs));
  }

  /** For one stream. */
  get sentences(): SentenceLookAhead | undefined {
    const { acceptor } = this.#sentences ?? {};
    if (acceptor?.isWorn) this.#sentences = this.#lookAheadOf(acceptor.renewed());
    return this.#sentences;
  }

  #lookAheadOf(acceptor: SentenceAcceptor): SentenceLookAhead {
    const { lmWeight, wordBonus } = this.parts.search;
    return new SentenceLookAhead(acceptor, this.sentenceTree!, { scale: this.#scale, lmWeight, wordBonus });
  }

  /** This context with a single query's own phrases on top; the same ones are compiled once. */
  with(phrases: readonly BiasPhrase[]): CompiledBias {
    if (phrases.length === 0) return this.bias;
    const key = JSON.stringify(phrases);
    let compiled = this.#own.get(key);
    if (compiled) this.#own.delete(key);
    else {
      compiled = compileBias(phrases, this.parts, this.bias);
      if (this.#own.size >= mostOwn) this.#own.delete(this.#own.keys().next().value!);
    }
    this.#own.set(key, compiled);
    return compiled;
  }
}

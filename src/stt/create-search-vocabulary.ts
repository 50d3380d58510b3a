import type { AcousticModel } from './acoustic/acoustic-model.js';
import type { BiasParts } from './bias.js';
import { EncoderDecoder, type TokenWriter } from './encoder-decoder/encoder-decoder.js';
import type { LanguageResources } from './language-resources.js';
import { OpenVocabulary } from './open-vocabulary.js';
import type { Vocabulary } from './recogniser-options.js';
import type { NeuralLm } from './rescoring/neural-lm.js';
import type { SearchVocabulary } from './search-vocabulary.js';
import { Transducer } from './transducer/transducer.js';
import type { TransducerNetworks } from './transducer/transducer-networks.js';
import { WordVocabulary } from './word-vocabulary.js';

/** What a search is made of besides its language. The last three belong to some families only. */
export interface SearchParts {
  acoustic: AcousticModel;
  resources: LanguageResources;
  vocabulary: Vocabulary;
  transducer?: TransducerNetworks;
  writer?: TokenWriter;
  neuralLm?: NeuralLm;
}

/** How words are found in what the network tells, by the family of the model and what it was asked for. */
export function createSearchVocabulary(
  { acoustic, resources, vocabulary, transducer, writer, neuralLm }: SearchParts,
  language: BiasParts,
): SearchVocabulary {
  if (transducer) return new Transducer(transducer, acoustic, language);
  if (writer) return new EncoderDecoder(writer, acoustic, language.search);
  if (vocabulary === 'open') return new OpenVocabulary(acoustic.units, language.lm, language.search);
  return new WordVocabulary(language, resources, neuralLm);
}

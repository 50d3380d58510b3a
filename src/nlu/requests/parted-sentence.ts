import { readPart } from '../answer/reader-of.js';
import type { Interpretation, Setting } from '../answer/setting.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';

/** Some of the words of a sentence, and as a text. */
export interface Words {
  words: Token[];
  text: string;
}

/** A sentence of which parts are read by themselves, each in the conversation as it stands by then. */
export abstract class PartedSentence {
  /**
   * @param best The sentence as a whole, as it is understood best.
   * @param setting The conversation before it.
   */
  constructor(
    protected readonly best: Interpretation,
    protected readonly setting: Setting,
  ) {}

  protected get pack(): Pack {
    return this.setting.pack;
  }

  protected get tokens(): readonly Token[] {
    return this.best.sentence.tokens;
  }

  protected wordsAt(start: number, end: number): Words {
    const { sentence } = this.best;
    return { words: sentence.tokens.slice(start, end), text: sentence.text(start, end) };
  }

  protected read({ words, text }: Words, from: Setting): Interpretation | undefined {
    return readPart(words, { ...this.best.reading, text, words: undefined }, from);
  }
}

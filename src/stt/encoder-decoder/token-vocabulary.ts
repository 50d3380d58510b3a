import { z } from 'zod';
import { whyInvalid } from '../why-invalid.js';

const tokenizerFile = z.object({
  model: z.object({
    type: z.literal('BPE'),
    vocab: z.record(z.string(), z.int()),
    merges: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])),
  }),
  added_tokens: z.array(z.object({ id: z.int(), content: z.string() })).default([]),
  decoder: z.json(),
});

/**
 * Tokens of a byte-pair encoding as `tokenizer.json` of Hugging Face's tokenizers names them, to text and back. Two
 * kinds of spelling are known: that of GPT-2, where each character stands for a byte, and that of SentencePiece, where
 * `▁` is a space and `<0x41>` a byte (Sennrich et al., "Neural Machine Translation of Rare Words with Subword Units",
 * 2016).
 */
export class TokenVocabulary {
  /** Tokens that are no text, by what they are called: `<|en|>`. */
  readonly marks: ReadonlyMap<string, number>;
  readonly size: number;
  private readonly idOf: ReadonlyMap<string, number>;
  private readonly rankOf = new Map<string, number>();
  private readonly bytes: Uint8Array[];
  private readonly isOfBytes: boolean;

  /** @throws RangeError that says what is wrong with the file. */
  constructor(json: string) {
    const { model, added_tokens: added, decoder } = parse(json);
    this.isOfBytes = JSON.stringify(decoder).includes('"ByteLevel"');
    this.idOf = new Map(Object.entries(model.vocab));
    this.marks = new Map(added.map(({ content, id }) => [content, id]));
    model.merges.forEach((merge, rank) => {
      this.rankOf.set(typeof merge === 'string' ? merge : merge.join(' '), rank);
    });
    const ids = [...this.idOf.values(), ...this.marks.values()];
    this.size = ids.reduce((most, id) => Math.max(most, id), -1) + 1;
    this.bytes = Array.from({ length: this.size }, () => new Uint8Array(0));
    const isMark = new Set(this.marks.values());
    for (const [token, id] of this.idOf) if (!isMark.has(id)) this.bytes[id] = this.bytesOf(token);
  }

  /** UTF-8 of what a token writes, its space in front included; nothing for marks. */
  textBytes(token: number): Uint8Array {
    return this.bytes[token] ?? new Uint8Array(0);
  }

  /** Tokens of some words behind others; undefined where the tokens cannot write them. */
  encode(words: readonly string[]): number[] | undefined {
    const tokens = words.flatMap((word) => this.encodeWord(word));
    return tokens.includes(-1) ? undefined : tokens;
  }

  /** Pairs of neighbours are joined, the earliest learnt first, until none is left that was learnt. */
  private encodeWord(word: string): number[] {
    let parts = this.isOfBytes
      ? Array.from(utf8.encode(` ${word}`), (byte) => characterOf[byte])
      : Array.from(`▁${word}`);
    for (;;) {
      let best = Number.POSITIVE_INFINITY;
      for (let at = 0; at + 1 < parts.length; at++)
        best = Math.min(best, this.rankOf.get(`${parts[at]} ${parts[at + 1]}`) ?? best);
      if (best === Number.POSITIVE_INFINITY) break;
      const joined: string[] = [];
      for (let at = 0; at < parts.length; at++) {
        const isPair = this.rankOf.get(`${parts[at]} ${parts[at + 1]}`) === best;
        joined.push(isPair ? parts[at] + parts[++at] : parts[at]);
      }
      parts = joined;
    }
    return parts.flatMap((part) => this.idOf.get(part) ?? this.bytewise(part));
  }

  /** What no token of its own writes: the tokens of its bytes, -1 where there are none. */
  private bytewise(text: string): number[] {
    const names = Array.from(utf8.encode(text), (byte) => byte.toString(16).toUpperCase().padStart(2, '0'));
    return names.map((name) => this.idOf.get(`<0x${name}>`) ?? -1);
  }

  private bytesOf(token: string): Uint8Array {
    if (this.isOfBytes) return Uint8Array.from(token, (character) => byteOf.get(character) ?? 0x20);
    const byte = /^<0x([0-9A-F]{2})>$/.exec(token);
    return byte ? Uint8Array.of(Number.parseInt(byte[1], 16)) : utf8.encode(token.replaceAll('▁', ' '));
  }
}

const utf8 = new TextEncoder();

/** How GPT-2 writes bytes: those that print stand for themselves, the others for characters from 256 on, in order. */
const characterOf: readonly string[] = (() => {
  let next = 256;
  const prints = (byte: number) =>
    (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte <= 0xff && byte !== 0xad);
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(prints(byte) ? byte : next++));
})();
const byteOf = new Map(characterOf.map((character, byte) => [character, byte]));

function parse(json: string): z.infer<typeof tokenizerFile> {
  try {
    return tokenizerFile.parse(JSON.parse(json));
  } catch (cause) {
    throw new RangeError(`it is not the tokenizer.json of a byte-pair encoding: ${whyInvalid(cause)}`, {
      cause,
    });
  }
}

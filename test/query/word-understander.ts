import type {
  Context,
  Understander,
  UnderstandRequest,
  UnderstandResult,
} from '../../src/nlu/understanding.js';

/**
 * The least that shows what the life cycle hands over: colours and things become keywords of the context, and `memory`
 * counts the turns.
 */
export class WordUnderstander implements Understander {
  readonly locales = ['en-US', 'en-GB', 'en-AU'];

  understand({ readings, context = {}, memory }: UnderstandRequest): UnderstandResult {
    const text = readings[0]?.text ?? '';
    const turns = ((memory as { turns: number } | undefined)?.turns ?? 0) + 1;
    const words = text.split(' ').filter((word) => ['red', 'blue', 'shoes', 'shirts'].includes(word));
    const keywords = [...new Set([...(context.keywords ?? []), ...words])];
    const merged: Context = { ...context, keywords };
    return {
      text,
      intent: words.length > 0 ? 'newSearch' : 'none',
      reply: { text: words.length > 0 ? `Turn ${turns}: ${keywords.join(' ')}` : 'Sorry?' },
      context: merged,
      entities: { keywords, queryString: keywords.join(' '), products: [] },
      confidence: 1,
      memory: { turns },
    };
  }
}

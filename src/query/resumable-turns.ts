import type { EarlierRequest } from '../nlu/understanding.js';

/**
 * When somebody spoke whose end of speech was found while they did, in milliseconds by a clock that nobody sets: one that
 * is set meanwhile would make one request of two.
 */
export interface SpokenTime {
  /** With the moment before the first sound that belongs to speech. */
  startMs: number;
  endMs: number;
}

/** Who goes on within so long was not done: the silence that is waited for where nothing is known of the words. */
const longestPauseMs = 1000;
/** The start of speech is told a moment early. A recording that is sent faster than it was spoken began long before. */
const shortestPauseMs = -500;
/** No answer is waited for longer than the longest utterance takes. */
const keptMs = 120_000;

/**
 * The latest turn of each conversation, for as long as its speaker might go on. A pause after what could have been all of
 * a request ends it ("a large latte"); what follows is the next query ("with oat milk").
 */
export class ResumableTurns {
  readonly #turns = new Map<string, EarlierRequest & { endMs: number }>();

  /** The turn that speech which began then goes on with. No later one can: it is forgotten. */
  take(conversationId: string, spoken: SpokenTime | undefined): EarlierRequest | undefined {
    const turn = this.#turns.get(conversationId);
    this.#turns.delete(conversationId);
    if (turn === undefined || spoken === undefined) return undefined;
    const pauseMs = spoken.startMs - turn.endMs;
    return pauseMs >= shortestPauseMs && pauseMs <= longestPauseMs ? turn : undefined;
  }

  /** Keeps what was said last in a conversation. */
  keep(conversationId: string, spoken: SpokenTime, { text, context, memory }: EarlierRequest): void {
    for (const [id, { endMs }] of this.#turns) {
      if (spoken.endMs - endMs < keptMs) break;
      this.#turns.delete(id);
    }
    this.#turns.set(conversationId, { text, context, memory, endMs: spoken.endMs });
  }
}

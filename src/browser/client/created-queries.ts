import { ServiceError } from './service-error.js';
import type { Query } from './wire.js';

/**
 * Asks the service for a query; `onSent` is called once the request has left.
 * @param conversationId of the one like it that was created before, where there was one
 */
export type CreateQuery = (onSent: () => void, conversationId?: string) => Promise<Query>;

interface Creation {
  query: Query;
  /** The socket that it was created on. */
  generation: number;
  /** What it was created to be recorded with. */
  recorder: AudioContext;
  /** Makes another one like it. */
  createFor(recorder: AudioContext): CreateQuery;
}

/** Queries that are kept until their audio is streamed; the service itself waits ten minutes for the audio of one. */
const most = 100;

/** Created queries whose audio is still to come. */
export class CreatedQueries {
  private readonly creations = new Map<string, Creation>();
  private last: Query | undefined;

  add(creation: Creation): void {
    this.creations.set(creation.query.id, creation);
    if (this.creations.size > most) this.creations.delete(this.creations.keys().next().value!);
    this.last = creation.query;
  }

  /**
   * @param query @default the one that was created last
   * @throws ServiceError `invalid_argument` when its audio was streamed already, or there is none
   */
  get(query: Query | null | undefined): Creation {
    const creation = this.creations.get((query ?? this.last)?.id ?? '');
    if (creation) return creation;
    throw new ServiceError('invalid_argument', 'Call createAudioQuery first; each query takes audio once.');
  }

  /** Whether audio of this recorder on this socket would do for this query: it goes to the one created last. */
  isCurrent({ query, generation, recorder }: Creation, on: number | undefined, by: AudioContext): boolean {
    return query.id === this.last?.id && generation === on && recorder.sampleRate === by.sampleRate;
  }

  delete({ query }: Creation): void {
    this.creations.delete(query.id);
  }
}

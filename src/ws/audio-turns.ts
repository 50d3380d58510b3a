import type { Principal } from '../auth/principal.js';
import { endedBy, type RevokedTokens } from '../auth/revocations.js';
import { EarshotError } from '../errors.js';
import { queryEntity } from '../http/representations.js';
import type { ResourceResponse } from '../http/resource.js';
import { parseServiceHeaders } from '../http/service-headers.js';
import type { QueryService } from '../query/index.js';
import { AudioTurn } from './audio-turn.js';
import type { NotificationType, SocketRequest } from './socket-message.js';
import { endOfAudio, waitingCost } from './socket-options.js';

export interface AudioTurnsOptions {
  queryService: Pick<QueryService, 'openAudio'>;
  notify(type: NotificationType, entity: object, message: string): void;
  /** @param failed the query that failed, when it was one */
  notifyError(error: EarshotError, failed?: Pick<OpenTurn, 'about' | 'loggedId'>): void;
  /** Frames that cost so many bytes more wait for their query; negative when fewer do. */
  queued(change: number): void;
  /** A turn has come to its end. */
  settled(): void;
}

/** A query that was asked for. The frames behind its request wait until it is known whose they are. */
interface AwaitedQuery {
  message: SocketRequest;
  frames: Buffer[];
  /** Revoked while it is not known yet for whom the query is. */
  revoked: RevokedTokens[];
}

/** A query that was created, and who it is for. */
interface OpenTurn {
  turn: AudioTurn;
  principal: Principal;
  /** What the log calls the request that created it. */
  loggedId: string;
  /** `id` and self link of the query, for clients that keep several queries apart. */
  about: { id: string; _links: { self: { href: string } } };
  /** `vad_stop` was sent: `query_complete` or an error must follow. */
  hasSpeechEnded?: boolean;
  /** By a request on this connection. */
  isCancelledHere?: boolean;
}

/** The audio queries of one connection. Audio frames go to the query created last. */
export class AudioTurns {
  readonly #options: AudioTurnsOptions;
  readonly #turns = new Set<OpenTurn>();
  #awaited: AwaitedQuery[] = [];
  #current: OpenTurn | undefined;
  /** A creation was refused: the audio that follows was meant for it. */
  #isRefused = false;
  #toldOfStrayAudio = false;

  constructor(options: AudioTurnsOptions) {
    this.#options = options;
  }

  /** Whether a client still waits for any. */
  get areUnderWay(): boolean {
    return [...this.#turns].some(({ turn }) => isUnderWay(turn));
  }

  /** A query is being created: the frames from here on wait for {@link answered}. */
  expect(message: SocketRequest): void {
    this.#awaited.push({ message, frames: [], revoked: [] });
  }

  /** The first request that was awaited was answered: the audio behind it goes to its query, if one was created. */
  answered(response: ResourceResponse): void {
    const awaited = this.#awaited.shift();
    // The connection was closed meanwhile.
    if (!awaited) return;
    const query = response.entity as (OpenTurn['about'] & { queryType: string }) | undefined;
    const { principal } = response;
    this.#toldOfStrayAudio = false;
    if (response.status === 201 && query?.queryType === 'audio' && principal !== undefined) {
      const opened = this.#open(awaited.message, query, principal);
      for (const revoked of awaited.revoked) endIfRevoked(opened, revoked);
    } else {
      // Who streams goes on; else the audio was meant for the query that was refused.
      this.#isRefused = !this.#isStreaming;
    }
    for (const frame of awaited.frames) {
      this.#options.queued(-waitingCost(frame));
      this.#take(frame);
    }
  }

  /** A text query is the latest: who streams goes on; else the audio that follows has no query. */
  createdWithoutAudio(): void {
    this.#toldOfStrayAudio = false;
    if (!this.#isStreaming) this.#current = undefined;
  }

  get #isStreaming(): boolean {
    const current = this.#current?.turn;
    return current?.state === 'streaming' && current.takesAudio;
  }

  /**
   * The next query is there: audio that never ended will not any more, and who waits for it is told. Queries whose audio
   * has ended are told of all the same.
   */
  giveUpUnfinished(): void {
    for (const earlier of this.#turns) {
      const { turn } = earlier;
      if (!turn.takesAudio) continue;
      if (turn.isWhole) {
        turn.end();
        continue;
      }
      const reason = new EarshotError(
        'conflict',
        'Another query was created on the same connection before the audio ended.',
      );
      if (turn.state === 'streaming') this.#options.notifyError(reason, earlier);
      this.#turns.delete(earlier);
      void turn.abandon(reason);
    }
  }

  /**
   * A request that may cancel a query: its answer says all.
   * @returns To call when it was refused: the query goes on.
   */
  noteCancellation({ path }: SocketRequest): () => void {
    const meant = [...this.#turns].filter(({ about }) => path.includes(`/queries/${about.id}/cancellation`));
    for (const opened of meant) opened.isCancelledHere = true;
    return () => {
      for (const opened of meant) opened.isCancelledHere = false;
    };
  }

  /** An audio frame, or the byte that ends the audio. */
  receive(bytes: Buffer): void {
    const awaited = this.#awaited.at(-1);
    if (awaited) {
      awaited.frames.push(bytes);
      this.#options.queued(waitingCost(bytes));
    } else this.#take(bytes);
  }

  /** Ends what runs under tokens that were revoked. */
  revoke(revoked: RevokedTokens): void {
    for (const { revoked: ofAwaited } of this.#awaited) ofAwaited.push(revoked);
    for (const opened of this.#turns) endIfRevoked(opened, revoked);
  }

  /** Ends all that a client still waits for; it is told why. */
  async abort(reason: EarshotError): Promise<void> {
    await Promise.all(
      [...this.#turns].map(({ turn }) => (isUnderWay(turn) ? turn.abort(reason) : undefined)),
    );
  }

  /** Gives all of them up. */
  abandon(reason: EarshotError): void {
    for (const { turn } of this.#turns) void turn.abandon(reason);
    this.#turns.clear();
    this.#awaited = [];
    this.#current = undefined;
  }

  #open(message: SocketRequest, { id, _links }: OpenTurn['about'], principal: Principal): OpenTurn {
    const { queryService, notify, notifyError, queued } = this.#options;
    const about = { id, _links: { self: { href: _links.self.href } } };
    const { ignoreVad, partialResults = false } = parseServiceHeaders(message.headers);
    const turn = new AudioTurn(
      (events) =>
        queryService.openAudio(
          principal,
          id,
          {
            // A frame names no type; this one leaves the word to the query, where that has one.
            contentType: 'audio/pcm',
            endpointing: ignoreVad !== true,
            partials: partialResults,
          },
          events,
        ),
      {
        speechStart: (seconds) => {
          if (partialResults) notify('vad_start', { ...about, seconds }, 'Speech began.');
        },
        partial: ({ text, words }) => {
          if (partialResults) notify('query_partial', { ...about, text, words }, 'Heard so far.');
        },
        speechEnd: (seconds) => {
          opened.hasSpeechEnded = true;
          notify('vad_stop', { ...about, seconds }, 'Speech ended.');
        },
        completed: (record) => {
          const scope = { base: '', isConversationScoped: isConversationScoped(message) };
          notify('query_complete', queryEntity(record, scope), 'The query is complete.');
          this.#forget(opened);
        },
        failed: (error) => {
          // Who cancels a query hears no more of it, unless an answer was promised.
          const isWanted = error.extra?.state === 'cancelled' && opened.isCancelledHere;
          if (!isWanted || opened.hasSpeechEnded) notifyError(error, opened);
          this.#forget(opened);
        },
        queued,
      },
    );
    const opened: OpenTurn = { turn, principal, loggedId: message.loggedId, about };
    this.#turns.add(opened);
    this.#current = opened;
    this.#isRefused = false;
    return opened;
  }

  #take(bytes: Buffer): void {
    const isEnd = bytes.length === 1 && bytes[0] === endOfAudio;
    if (this.#current && !this.#isRefused) {
      if (isEnd) this.#current.turn.end();
      else this.#current.turn.push(bytes);
      return;
    }
    // A stream of frames into the void gets one notification, not one for each.
    if (!this.#toldOfStrayAudio) {
      const why = this.#isRefused
        ? 'The query for this audio was not created.'
        : 'There is no query for this audio. Create a query first.';
      this.#options.notifyError(new EarshotError('conflict', why));
    }
    this.#toldOfStrayAudio = true;
    if (isEnd) this.#isRefused = false;
  }

  #forget(turn: OpenTurn): void {
    this.#turns.delete(turn);
    this.#options.settled();
  }
}

function endIfRevoked({ turn, principal }: OpenTurn, revoked: RevokedTokens): void {
  const reason = endedBy(revoked, principal);
  if (reason) void turn.abort(reason);
}

function isUnderWay(turn: AudioTurn): boolean {
  return turn.state === 'streaming' || turn.state === 'ended';
}

function isConversationScoped({ path }: SocketRequest): boolean {
  return /\/conversations\/[^/]+\/queries\/?$/.test(path);
}

/** Whether a text query was created, which takes no audio. */
export function createdText({ status, entity }: ResourceResponse): boolean {
  return status === 201 && (entity as { queryType?: unknown } | undefined)?.queryType === 'text';
}

/** Whether the frames that follow belong to what this request creates. */
export function createsAudioQuery({ method, path, entity }: SocketRequest): boolean {
  if (method !== 'POST' || !/\/queries\/?$/.test(path)) return false;
  const { queryType, textQuery } = (entity ?? {}) as {
    queryType?: unknown;
    textQuery?: { text?: unknown } | null;
  };
  return queryType === 'audio' || (queryType !== 'text' && textQuery?.text == null);
}

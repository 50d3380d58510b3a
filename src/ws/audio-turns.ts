import type { Principal } from '../auth/principal.js';
import { endedBy, type RevokedTokens } from '../auth/revocations.js';
import { EarshotError } from '../errors.js';
import { queryEntity } from '../http/representations.js';
import type { ResourceResponse } from '../http/resource.js';
import { parseServiceHeaders } from '../http/service-headers.js';
import type { QueryService } from '../query/index.js';
import { AudioTurn } from './audio-turn.js';
import type { NotificationType, SocketRequest } from './socket-message.js';
import { endOfAudio } from './socket-options.js';

export interface AudioTurnsOptions {
  queryService: Pick<QueryService, 'openAudio'>;
  notify(type: NotificationType, entity: object, message: string): void;
  /** @param about the query that failed, when it was one */
  notifyError(error: EarshotError, about?: object): void;
  /** So many bytes of audio more wait for their query; negative when fewer do. */
  queued(change: number): void;
  /** A turn has come to its end. */
  settled(): void;
}

/** The query that audio frames belong to, and who it is for. */
export interface OpenTurn {
  turn: AudioTurn;
  principal?: Principal;
  /** `id` and self link of the query, for clients that keep several queries apart. */
  about?: { id: string; _links: { self: { href: string } } };
  /** `vad_stop` was sent: `query_complete` or an error must follow. */
  hasSpeechEnded?: boolean;
  /** Revoked while the query was being created, before it was known for whom. */
  revoked?: RevokedTokens[];
}

/** The audio queries of one connection. Audio frames go to the query created last. */
export class AudioTurns {
  readonly #options: AudioTurnsOptions;
  readonly #turns = new Set<OpenTurn>();
  #current: OpenTurn | undefined;
  #toldOfStrayAudio = false;

  constructor(options: AudioTurnsOptions) {
    this.#options = options;
  }

  /** Whether a client still waits for any. */
  get areUnderWay(): boolean {
    return [...this.#turns].some(({ turn }) => isUnderWay(turn));
  }

  /** From here on audio frames belong to the query that is being created. */
  open(message: SocketRequest): OpenTurn {
    const { notify, notifyError, queued } = this.#options;
    const isPartial = wantsPartials(message);
    const opened: OpenTurn = {
      turn: new AudioTurn({
        speechStart: (seconds) => {
          if (isPartial) notify('vad_start', { ...opened.about, seconds }, 'Speech began.');
        },
        partial: ({ text, words }) => {
          if (isPartial) notify('query_partial', { ...opened.about, text, words }, 'Heard so far.');
        },
        speechEnd: (seconds) => {
          opened.hasSpeechEnded = true;
          notify('vad_stop', { ...opened.about, seconds }, 'Speech ended.');
        },
        completed: (record) => {
          const scope = { base: '', isConversationScoped: isConversationScoped(message) };
          notify('query_complete', queryEntity(record, scope), 'The query is complete.');
          this.#forget(opened);
        },
        failed: (error) => {
          // Who cancels a query hears no more of it, unless an answer was promised.
          if (error.extra?.state !== 'cancelled' || opened.hasSpeechEnded) notifyError(error, opened.about);
          this.#forget(opened);
        },
        queued,
      }),
    };
    this.#current = opened;
    this.#turns.add(opened);
    this.#toldOfStrayAudio = false;
    return opened;
  }

  /** The request that opened a turn was answered: its audio goes to the query that was created, if one was. */
  answered(opened: OpenTurn, message: SocketRequest, response: ResourceResponse): void {
    const query = response.entity as (NonNullable<OpenTurn['about']> & { queryType: string }) | undefined;
    const { principal } = response;
    if (response.status !== 201 || query?.queryType !== 'audio' || principal === undefined) {
      void opened.turn.abandon(new EarshotError('conflict', 'The query was not created.'));
      this.#forget(opened);
      // The query created last is still the one before, while that takes audio.
      if (this.#current === opened) {
        this.#current = [...this.#turns].findLast(({ turn }) => turn.takesAudio);
      }
      return;
    }
    this.#giveUpBefore(opened);
    opened.principal = principal;
    opened.about = { id: query.id, _links: { self: { href: query._links.self.href } } };
    for (const revoked of opened.revoked ?? []) endIfRevoked(opened, revoked);
    const { ignoreVad } = parseServiceHeaders(message.headers);
    opened.turn.created((events) =>
      this.#options.queryService.openAudio(
        principal,
        query.id,
        {
          // A frame names no type; this one leaves the word to the query, where that has one.
          contentType: 'audio/pcm',
          endpointing: ignoreVad !== true,
          partials: wantsPartials(message),
        },
        events,
      ),
    );
  }

  /** An audio frame, or the byte that ends the audio. */
  receive(bytes: Buffer): void {
    if (!this.#current) {
      // A stream of frames into the void gets one notification, not one for each.
      if (!this.#toldOfStrayAudio) {
        this.#options.notifyError(
          new EarshotError('conflict', 'There is no query for this audio. Create a query first.'),
        );
      }
      this.#toldOfStrayAudio = true;
      return;
    }
    if (bytes.length === 1 && bytes[0] === endOfAudio) this.#current.turn.end();
    else this.#current.turn.push(bytes);
  }

  /** Ends what runs under tokens that were revoked. */
  revoke(revoked: RevokedTokens): void {
    for (const opened of this.#turns) {
      if (opened.principal === undefined) opened.revoked = [...(opened.revoked ?? []), revoked];
      else endIfRevoked(opened, revoked);
    }
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
    this.#current = undefined;
  }

  /** Audio that never ended will not any more; queries whose audio has ended are told of all the same. */
  #giveUpBefore(opened: OpenTurn): void {
    for (const earlier of this.#turns) {
      if (earlier === opened) return;
      if (!earlier.turn.takesAudio) continue;
      this.#turns.delete(earlier);
      void earlier.turn.abandon(
        new EarshotError(
          'conflict',
          'Another query was created on the same connection before the audio ended.',
        ),
      );
    }
  }

  #forget(turn: OpenTurn): void {
    this.#turns.delete(turn);
    this.#options.settled();
  }
}

function endIfRevoked({ turn, principal }: OpenTurn, revoked: RevokedTokens): void {
  const reason = principal && endedBy(revoked, principal);
  if (reason) void turn.abort(reason);
}

function isUnderWay(turn: AudioTurn): boolean {
  return turn.state === 'streaming' || turn.state === 'ended';
}

function wantsPartials({ headers }: SocketRequest): boolean {
  return headers['x-service-partial-results']?.trim().toLowerCase() === 'true';
}

function isConversationScoped({ path }: SocketRequest): boolean {
  return /\/conversations\/[^/]+\/queries\/?$/.test(path);
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

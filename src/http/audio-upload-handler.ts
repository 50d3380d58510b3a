import type { Principal } from '../auth/principal.js';
import { endedBy, type RevokedTokens } from '../auth/revocations.js';
import { EarshotError } from '../errors.js';
import { type AudioUpload, type QueryService, uploadTooLarge } from '../query/index.js';
import { madeAnew } from './made-anew.js';
import { negotiate, resourceMediaType } from './media-types.js';
import { toProblem } from './problem.js';
import { queryRequestOf } from './query-request.js';
import { uploadEntity } from './representations.js';
import type { RequestBody } from './request-body.js';
import type { HeaderMap, ResourceRequest, ResourceResponse } from './resource.js';
import type { ResourceRouter, RouteMatch } from './resource-router.js';
import { decodeEntityHeader, parseServiceHeaders } from './service-headers.js';

export interface AudioUploadRequest {
  match: RouteMatch;
  headers: HeaderMap;
  body: RequestBody;
  /** As that of a {@link ResourceRequest}. */
  linkBase: ResourceRequest['linkBase'];
  requestId: string;
}

/** From the moment on that its caller was let in. */
interface RunningUpload {
  principal: Principal;
  upload?: AudioUpload;
  /** Why it must end, perhaps while it is still being opened. */
  ended?: EarshotError;
}

/**
 * Answers an upload over HTTP, to a created query or, with `X-Service-Entity`, to one created on the way. The answer can
 * be ready before the body has ended: at the end of speech for a caller who opted in, or on a failure.
 */
export class AudioUploadHandler {
  readonly #queryService: QueryService;
  readonly #resources: ResourceRouter;
  readonly #entityHeaderBytes: number;
  readonly #running = new Set<RunningUpload>();

  /** @param entityHeaderBytes Bytes of JSON that `X-Service-Entity` may carry. */
  constructor(queryService: QueryService, resources: ResourceRouter, entityHeaderBytes: number) {
    this.#queryService = queryService;
    this.#resources = resources;
    this.#entityHeaderBytes = entityHeaderBytes;
  }

  /** Never rejects: errors become problems. */
  async handle(request: AudioUploadRequest): Promise<ResourceResponse> {
    const headers: Record<string, string> = {};
    let running: RunningUpload | undefined;
    const { conversationId } = request.match.params;
    try {
      const principal = this.#resources.admit(request.match, request.headers, headers);
      const base = request.linkBase();
      running = { principal };
      this.#running.add(running);
      const upload = await this.#open(principal, request);
      running.upload = upload;
      if (running.ended) void upload.abort(running.ended);
      this.#feed(upload, request);
      const record = await upload.result;
      const entity = uploadEntity(record, {
        base,
        isConversationScoped: conversationId !== undefined,
      });
      return {
        status: 200,
        entity,
        headers: { ...headers, 'Cache-Control': 'no-store', 'Content-Type': resourceMediaType },
      };
    } catch (thrown) {
      const error = EarshotError.from(thrown);
      const problem = toProblem(error, request.requestId);
      // a caller who made the query with this request has no other way to learn its id
      const entity = {
        ...(problem.entity as object),
        ...(running?.upload !== undefined && { queryId: running.upload.queryId }),
      };
      return { ...problem, entity, headers: { ...headers, ...problem.headers } };
    } finally {
      if (running !== undefined) this.#running.delete(running);
    }
  }

  /** Ends what runs under tokens that were revoked. */
  revoke(revoked: RevokedTokens): void {
    for (const running of this.#running) {
      running.ended ??= endedBy(revoked, running.principal);
      if (running.ended) void running.upload?.abort(running.ended);
    }
  }

  async #open(owner: Principal, { match, headers }: AudioUploadRequest): Promise<AudioUpload> {
    const { queryId, conversationId } = match.params;
    negotiate(headers.accept);
    const { ignoreVad } = parseServiceHeaders(headers);
    const options = {
      contentType: headers['content-type'],
      contentEncoding: headers['content-encoding'],
      endpointing: ignoreVad === false,
    };
    if (queryId !== undefined && queryId !== madeAnew)
      return this.#queryService.openAudio(owner, queryId, options, {}, conversationId);

    const encoded = headers['x-service-entity'];
    if (encoded === undefined && queryId === undefined) {
      throw new EarshotError(
        'invalid_header',
        'Audio that creates its query needs X-Service-Entity, the base64 of the JSON that creates it.',
      );
    }
    const query = inEntityHeader(() =>
      queryRequestOf(
        encoded === undefined ? undefined : decodeEntityHeader(encoded, this.#entityHeaderBytes),
        match.params,
        headers,
        this.#queryService.limits.textCharacters,
      ),
    );
    if (query.queryType !== 'audio') {
      throw new EarshotError(
        'invalid_header',
        'X-Service-Entity on an audio body must be of queryType audio.',
      );
    }
    return this.#queryService.createWithAudio(owner, query, options);
  }

  #feed(upload: AudioUpload, { headers, body }: AudioUploadRequest): void {
    const { limits } = this.#queryService;
    if (Number(headers['content-length'] ?? 0) > limits.uploadBytes) {
      void upload.abort(uploadTooLarge(limits));
      return;
    }
    body
      .pipe((chunk) => upload.write(chunk))
      .then(
        () => void upload.end(),
        (error) => void upload.abort(EarshotError.from(error)),
      );
  }
}

/** The body is audio here: what is at fault in the entity is at fault in the header. */
function inEntityHeader<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    const { code, message, faults, cause } = EarshotError.from(thrown);
    if (faults === undefined) throw thrown;
    const detail = `X-Service-Entity: ${message.replace(/^The body: /, '')}`;
    throw new EarshotError(code, detail, { faults, cause });
  }
}

import { request as httpRequest } from 'node:http';
import { EarshotError, type SerialisedError } from '../errors.js';
import type {
  CreateOrganisationRequest,
  IssueRequest,
  ListedToken,
  ListRequest,
  RevokeRequest,
  RevokeResult,
  TokenAdmin,
} from './token-admin.js';
import type { IssuedRefreshToken } from './token-service.js';
import type { OrganisationRecord } from './token-store.js';

/** {@link TokenAdmin} through the control socket of the process that owns the store. */
export class ControlClient implements TokenAdmin {
  readonly #address: string;

  /** @param address of the socket, from the owner file */
  constructor(address: string) {
    this.#address = address;
  }

  createOrganisation(request: CreateOrganisationRequest) {
    return this.#call<{ organisation: OrganisationRecord; token: string }>('createOrganisation', request);
  }

  issue(request: IssueRequest) {
    return this.#call<IssuedRefreshToken>('issue', request);
  }

  list(request: ListRequest) {
    return this.#call<ListedToken[]>('list', request);
  }

  revoke(request: RevokeRequest) {
    return this.#call<RevokeResult>('revoke', request);
  }

  /** @throws EarshotError as the owner threw it; `store_failed` when the owner does not answer */
  async #call<Result>(method: keyof TokenAdmin, body: object): Promise<Result> {
    let text: string;
    try {
      text = await this.#post(`/tokens/${method}`, JSON.stringify(body));
    } catch (error) {
      const { message } = error as Error;
      const advice = 'Restart it, then run the command again.';
      throw new EarshotError(
        'store_failed',
        `The service that has the data folder does not answer: ${message}. ${advice}`,
        { cause: error },
      );
    }
    const answer = JSON.parse(text) as { result: Result } | { error: SerialisedError };
    if ('error' in answer) throw EarshotError.fromJSON(answer.error);
    return answer.result;
  }

  #post(path: string, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          socketPath: this.#address,
          path,
          method: 'POST',
          timeout: 30_000,
          headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
        },
        async (response) => {
          try {
            const chunks: Buffer[] = [];
            for await (const chunk of response) chunks.push(chunk);
            resolve(Buffer.concat(chunks).toString());
          } catch (error) {
            reject(error);
          }
        },
      );
      request.on('timeout', () => request.destroy(new Error('no answer in 30 seconds')));
      request.on('error', reject);
      request.end(body);
    });
  }
}

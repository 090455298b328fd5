/** The operator's endpoints of a deployment (specification 13), as far as the deploy command needs them. */
import { Failure } from '#machine/failure';

export type Account = { readonly id: string; readonly name: string; readonly plan: string };
export type Key = { readonly id: string; readonly accountId: string; readonly name: string; readonly status: string };

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 30_000;

export class Operator {
  readonly #fetch: Fetch;
  readonly #origin: string;
  readonly #token: string;

  constructor(fetch: Fetch, origin: string, token: string) {
    this.#fetch = fetch;
    this.#origin = origin;
    this.#token = token;
  }

  accounts = (): Promise<Account[]> => this.#list<Account>('/admin/accounts', 'accounts');
  keys = (): Promise<Key[]> => this.#list<Key>('/admin/keys', 'keys');

  createAccount = (name: string, plan: string): Promise<Account> =>
    this.#call('POST', '/admin/accounts', { name, plan });

  /** Creates a key of an account, or rotates the active key of this name. @returns the text of the key */
  async keyText(accountId: string, name: string): Promise<string> {
    const found = (await this.keys()).find(
      (one) => one.accountId === accountId && one.name === name && one.status === 'active',
    );
    const made: { key: string } =
      found === undefined
        ? await this.#call('POST', '/admin/keys', { name, accountId })
        : await this.#call('POST', `/admin/keys/${found.id}/rotate`, { graceSeconds: 0, endsPrevious: true });
    return made.key;
  }

  async signInLink(accountId: string): Promise<string> {
    const { url } = await this.#call<{ url: string }>('POST', `/admin/accounts/${accountId}/sign-in-link`);
    return url;
  }

  async #list<T>(path: string, field: string): Promise<T[]> {
    const all: T[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const page: Record<string, unknown> = await this.#call('GET', `${path}${query}`);
      all.push(...(page[field] as T[]));
      cursor = page.nextCursor as string | null;
    } while (cursor !== null);
    return all;
  }

  /** @throws Failure that names the endpoint and the status, and nothing of the response body */
  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const endpoint = `${method} ${path.split('?')[0]}`;
    const response = await this.#fetch(`${this.#origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw new Failure(`${endpoint} of ${this.#origin} has no answer (${error.name}).`);
    });
    if (response.status === 401 || response.status === 404)
      throw new Failure(
        `${endpoint} answered ${response.status}: the ADMIN_TOKEN known here is not that of ${this.#origin}.`,
      );
    if (!response.ok) throw new Failure(`${endpoint} of ${this.#origin} answered ${response.status}.`);
    return (await response.json()) as T;
  }
}

/** A running Swiftlet, whatever runs it. The bench makes keys and links by its API. */
import { setTimeout as wait } from 'node:timers/promises';
import { Load, type Request } from './load';

export const ADMIN_TOKEN = 'an-operator-token-of-forty-characters-xx';
export const LINKS = 10_000;
export const LIMITED_LINKS = 16;
const LIMIT = 1_000_000_000;

/** The greatest number of items in a batch (specification 7.2). */
export const BATCH = 50;
/** A wait that is longer than the time for which an isolate buffers clicks (GATHER_MS, one second). */
const FLUSH_WAIT_MS = 1_500;

/** The headers that a browser and the platform send with a click. */
export const VISITOR = {
  Host: 's.example.com',
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8',
  Referer: 'https://news.example.com/',
  // Miniflare parses it into `request.cf`.
  'MF-CF-Blob': JSON.stringify({ country: 'DE', city: 'Leipzig', colo: 'FRA', httpProtocol: 'HTTP/2' }),
};

/** The n-th link, limited from LINKS on. Its code is of digits, like which no reserved alias is. */
export const makeCode = (n: number): string => String(2_000_000 + n);
const makeLink = (n: number) => ({
  alias: makeCode(n),
  url: `https://www.example.com/articles/${n}/a-page-of-some-length`,
  ...(n >= LINKS && { maxClicks: LIMIT }),
});
export const ALL_LINKS = Array.from({ length: LINKS + LIMITED_LINKS }, (_, n) => makeLink(n));

/** Visits of `count` links, from number `first` on. Each comes from an address of the range for benchmarks (RFC 2544). */
export const clicks = (first: number, count: number): Request[] =>
  Array.from({ length: count }, (_, n) => ({
    path: `/${makeCode(first + n)}`,
    headers: { ...VISITOR, 'CF-Connecting-IP': `198.18.${(n >> 8) & 255}.${n & 255}` },
  }));

type Call = readonly [method: 'GET' | 'POST', path: string, body?: unknown];

/** A call of the API. */
export const call = (key: string, ...[method, path, body]: Call): Request => ({
  path,
  method,
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

export class Service {
  readonly apiPort: number;
  readonly shortPort: number;
  #accountId = '';
  readonly #keys: string[] = [];

  private constructor(apiPort: number, shortPort: number) {
    this.apiPort = apiPort;
    this.shortPort = shortPort;
  }

  /** Makes an account with so many keys and ALL_LINKS. */
  static async at(apiPort: number, shortPort: number, keyCount: number): Promise<Service> {
    const service = new Service(apiPort, shortPort);
    await service.#fill(keyCount);
    return service;
  }

  /** `count` calls of the API, which use the keys in turn. */
  calls = (count: number, of: (n: number) => Call): Request[] =>
    Array.from({ length: count }, (_, n) => call(this.#keys[n % this.#keys.length] as string, ...of(n)));

  /** Waits until the isolates have flushed their clicks, and reads the account's statistics, which rolls them up. */
  async countClicks(): Promise<void> {
    await wait(FLUSH_WAIT_MS);
    await new Load(
      this.apiPort,
      this.calls(1, () => ['GET', '/v2/stats']),
      200,
    ).eachOnce();
  }

  /** The path of a new sign-in link of the account. */
  async signInPath(): Promise<string> {
    return new URL((await this.#administer<{ url: string }>(`/accounts/${this.#accountId}/sign-in-link`, {})).url)
      .pathname;
  }

  async #fill(keyCount: number): Promise<void> {
    while (this.#keys.length < keyCount) {
      const owner = this.#accountId === '' ? { plan: 'PRO' } : { accountId: this.#accountId };
      const made = await this.#administer<{ key: string; accountId: string }>('/keys', { name: 'bench', ...owner });
      this.#accountId = made.accountId;
      this.#keys.push(made.key);
    }
    const batches = this.calls(Math.ceil(ALL_LINKS.length / BATCH), (n) => {
      const urls = ALL_LINKS.slice(n * BATCH, (n + 1) * BATCH);
      return ['POST', '/v2/shorten/batch?atomic=true', { urls }];
    });
    await new Load(this.apiPort, batches, 200).eachOnce();
  }

  /** Calls the operator's API, which makes something. */
  async #administer<Made>(route: string, body: unknown): Promise<Made> {
    const { path, ...request } = call(ADMIN_TOKEN, 'POST', `/admin${route}`, body);
    const response = await fetch(`http://127.0.0.1:${this.apiPort}${path}`, request);
    if (response.status !== 201) throw new Error(`${path} got ${response.status}: ${await response.text()}`);
    return response.json() as Promise<Made>;
  }
}

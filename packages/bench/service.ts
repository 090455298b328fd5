/** A running Swiftlet, whatever runs it. The bench makes keys and links by its API. */
import { setTimeout as wait } from 'node:timers/promises';
import { HttpClient, post } from '../testkit/load/http-client';
import { makeLoad, type Request } from './load';

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

/** The code of the n-th link. It has only digits, as no reserved alias does. Links from number LINKS on are limited. */
export const makeCode = (n: number): string => String(2_000_000 + n);
const makeLink = (n: number) => ({
  alias: makeCode(n),
  url: `https://www.example.com/articles/${n}/a-page-of-some-length`,
  ...(n >= LINKS && { maxClicks: LIMIT }),
});
export const ALL_LINKS = Array.from({ length: LINKS + LIMITED_LINKS }, (_, n) => makeLink(n));

/**
 * Visits of `count` links, from number `first` on. Each comes from an address of the range for benchmarks (RFC 2544).
 */
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

export type Service = Awaited<ReturnType<typeof fillService>>;

/** Makes an account with so many keys and ALL_LINKS. */
export async function fillService(apiPort: number, shortPort: number, keyCount: number) {
  const client = new HttpClient(apiPort, 1);
  const keys: string[] = [];
  let accountId: string | undefined;
  while (keys.length < keyCount) {
    const body = { name: 'bench', ...(accountId === undefined ? { plan: 'PRO' } : { accountId }) };
    const made = await post<{ key: string; accountId: string }>(client, '/admin/keys', ADMIN_TOKEN, body);
    accountId = made.accountId;
    keys.push(made.key);
  }
  /** `count` calls of the API, which use the keys in turn. */
  const calls = (count: number, of: (n: number) => Call): Request[] =>
    Array.from({ length: count }, (_, n) => call(keys[n % keys.length] as string, ...of(n)));
  const batches = calls(Math.ceil(ALL_LINKS.length / BATCH), (n) => {
    const urls = ALL_LINKS.slice(n * BATCH, (n + 1) * BATCH);
    return ['POST', '/v2/shorten/batch?atomic=true', { urls }];
  });
  await makeLoad(apiPort, batches, 200).eachOnce();
  return {
    apiPort,
    shortPort,
    calls,
    /** Waits until the isolates have flushed their clicks, and reads the account's statistics, which rolls them up. */
    async countClicks(): Promise<void> {
      await wait(FLUSH_WAIT_MS);
      const read = calls(1, () => ['GET', '/v2/stats']);
      await makeLoad(apiPort, read, 200).eachOnce();
    },
    /** The path of a new sign-in link of the account. */
    async signInPath(): Promise<string> {
      const route = `/admin/accounts/${accountId}/sign-in-link`;
      return new URL((await post<{ url: string }>(client, route, ADMIN_TOKEN, {})).url).pathname;
    },
  };
}

/** Twelve checks of a deployment over HTTP, each a row. What they make they make on an account of their own. */
import type { Clock } from '../context';
import { Failure } from '../failure';

export type Deployment = {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** The two origins. */
  readonly api: string;
  readonly short: string;
  readonly key: string;
  /** Codes that were made: the plain link first, and last the one that nobody visits. */
  readonly codes: string[];
};

export type Check = { readonly name: string; run(on: Deployment): Promise<void> };

const DESTINATION = 'https://example.com/swiftlet-smoke-test';
const PASSWORD = 'a word for the smoke test';
const ANSWER_MS = 15_000;
const STATISTICS_MS = 10_000;
/** KV may tell a location of a change after a minute (developers.cloudflare.com/kv/concepts/how-kv-works). */
const DELETED_MS = 90_000;
const PAUSE_MS = 500;

/** A browser's: robots and previews are not counted. */
const VISITOR = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) SwiftletSmokeTest/1.0', Accept: 'text/html' };

const call = ({ fetch, api, key }: Deployment, method: string, path: string, body?: unknown) =>
  fetch(`${api}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });

const visit = ({ fetch, short }: Deployment, path: string, init: RequestInit = {}) =>
  fetch(`${short}/${path}`, {
    redirect: 'manual',
    ...init,
    headers: { ...VISITOR, ...init.headers },
    signal: AbortSignal.timeout(ANSWER_MS),
  });

function expectStatus({ status }: Response, wanted: number): void {
  if (status !== wanted) throw new Failure(`${status} instead of ${wanted}`);
}

async function create(on: Deployment, options: Record<string, unknown> = {}): Promise<string> {
  const made = await call(on, 'POST', '/v2/shorten', { url: DESTINATION, ...options });
  expectStatus(made, 201);
  const { shortCode, shortUrl } = (await made.json()) as { shortCode: string; shortUrl: string };
  on.codes.push(shortCode);
  if (shortUrl !== `${on.short}/${shortCode}`) throw new Failure(`the link is ${shortUrl}, not below ${on.short}`);
  return shortCode;
}

/** Looks until it is so. */
async function within({ clock }: Deployment, ms: number, isSo: () => Promise<string | null>): Promise<void> {
  const until = clock.now() + ms;
  for (;;) {
    const otherwise = await isSo();
    if (otherwise === null) return;
    if (clock.now() >= until) throw new Failure(`${otherwise} after ${ms / 1000} seconds`);
    await clock.wait(PAUSE_MS);
  }
}

async function expectRedirect(answer: Response): Promise<void> {
  expectStatus(answer, 302);
  const location = answer.headers.get('Location');
  if (location !== DESTINATION) throw new Failure(`it leads to ${location}`);
}

const plain = ({ codes: [code = ''] }: Deployment): string => code;

const unlock = (on: Deployment, code: string, password: string) =>
  visit(on, code, {
    method: 'POST',
    body: new URLSearchParams({ password }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: on.short },
  });

export const CHECKS: readonly Check[] = [
  {
    name: 'the API answers',
    run: async (on) => expectStatus(await on.fetch(`${on.api}/health`), 200),
  },
  {
    name: 'the short host answers',
    run: async (on) => expectStatus(await on.fetch(`${on.short}/.health`), 200),
  },
  {
    name: 'the console shows its sign-in page',
    run: async (on) => expectStatus(await on.fetch(`${on.api}/console/sign-in`), 200),
  },
  {
    name: 'a link is made, below the short host',
    run: async (on) => {
      await create(on);
    },
  },
  {
    name: 'a visit is led to its destination',
    run: async (on) => expectRedirect(await visit(on, plain(on))),
  },
  {
    name: 'a code that nobody has is 404',
    run: async (on) => expectStatus(await visit(on, `nobody-${plain(on)}`), 404),
  },
  {
    name: 'a link with one click leads five visitors on exactly once',
    run: async (on) => {
      const code = await create(on, { maxClicks: 1 });
      const visits = await Promise.all(Array.from({ length: 5 }, () => visit(on, code)));
      const statuses = visits.map(({ status }) => status).sort();
      if (statuses.join() !== '302,410,410,410,410') throw new Failure(`the visits were ${statuses.join(', ')}`);
    },
  },
  {
    name: 'a protected link opens by its password alone: both workers have one PEPPER',
    run: async (on) => {
      const code = await create(on, { password: PASSWORD });
      expectStatus(await unlock(on, code, 'another word'), 401);
      const opened = await unlock(on, code, PASSWORD);
      if (opened.status !== 302 && opened.status !== 303) throw new Failure(`the right password is ${opened.status}`);
    },
  },
  {
    name: 'a QR code is a picture',
    run: async (on) => {
      const answer = await call(on, 'GET', `/v2/qr/${plain(on)}`);
      expectStatus(answer, 200);
      const [first, ...rest] = new Uint8Array(await answer.arrayBuffer()).subarray(0, 4);
      if (first !== 0x89 || String.fromCharCode(...rest) !== 'PNG') throw new Failure('it is no PNG');
    },
  },
  {
    name: 'the visit is in the statistics within ten seconds',
    run: (on) =>
      within(on, STATISTICS_MS, async () => {
        const answer = await call(on, 'GET', `/v2/stats/${plain(on)}`);
        expectStatus(answer, 200);
        const { clickCount } = (await answer.json()) as { clickCount: number };
        return clickCount === 1 ? null : `${clickCount} clicks`;
      }),
  },
  {
    name: 'the links are deleted',
    run: async (on) => {
      // One that nobody has visited: an isolate remembers a live link for ten seconds (specification 8.8).
      await create(on);
      for (const code of on.codes) expectStatus(await call(on, 'DELETE', `/v2/links/${code}`), 204);
    },
  },
  {
    name: 'the deleted link is 410',
    run: (on) =>
      within(on, DELETED_MS, async () => {
        const { status } = await visit(on, on.codes.at(-1) ?? '');
        return status === 410 ? null : `still ${status}`;
      }),
  },
];

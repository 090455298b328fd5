/**
 * The smoke test: twelve checks of a deployment over HTTP, with links in an account of their own. Its step runs it once
 * for each pair of deployed versions.
 */
import { Failure } from '#machine/failure';
import { listOrigins } from '../configuration';
import { type Clock, type Context, collectDeployment, type Step } from '../context';
import { findOperator, makeSmokeAccount, SMOKE_ACCOUNT } from './accounts';

const KEY = 'smoke test';

/** Returns the deployed versions. A smoke test that has passed on them is not repeated. */
const formatVersions = ({ state, names }: Context): string =>
  [names.redirect, names.api].map((name) => state.value.deployed[name]?.versionId ?? 'none').join(' ');

/** Creates or rotates the key of the smoke test's account. @returns the text of the key, which is never stored */
async function smokeKey(context: Context): Promise<string> {
  const operator = await findOperator(context);
  if (operator === null) throw new Failure('The API worker is not there yet.');
  const id = await makeSmokeAccount(context, operator);
  return operator.keyText(id, KEY);
}

/** @param test runs the checks; tests of the other steps replace it */
export const smokeStep = (
  test: (on: Deployment, tell: (outcome: Outcome) => void) => Promise<Outcome[]> = smokeTest,
): Step => ({
  name: 'smoke-test',
  what: 'smoke test',

  check: async (context) =>
    context.state.value.smoke === formatVersions(context)
      ? { isDone: true, actual: 'passed on these versions' }
      : {
          isDone: false,
          actual: 'not made on these versions',
          change: `make its checks, on the account "${SMOKE_ACCOUNT}"`,
        },

  async act(context) {
    const { short = '', api = '' } = listOrigins(collectDeployment(context));
    const { fetch, clock, output, state } = context;
    const on = { fetch, clock, short, api, key: await smokeKey(context), codes: [] };
    const outcomes = await test(on, ({ check, failure }) =>
      output.line(`  ${failure === null ? 'ok  ' : 'FAIL'}  ${check}${failure === null ? '' : `: ${failure}`}`),
    );
    const failed = outcomes.filter(({ failure }) => failure !== null);
    if (failed.length > 0)
      throw new Failure(
        `${failed.length} of ${outcomes.length} checks failed: ${failed.map(({ check }) => check).join('; ')}.`,
      );
    state.change({ smoke: formatVersions(context) });
  },
});

type Outcome = { readonly check: string; readonly failure: string | null };

/** Runs every check, also after a failed one. @param onOutcome is called with each outcome */
export async function smokeTest(on: Deployment, onOutcome: (outcome: Outcome) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of CHECKS) {
    const failure = await run(on).then(
      () => null,
      (error: Error) => error.message,
    );
    outcomes.push({ check: name, failure });
    onOutcome({ check: name, failure });
  }
  return outcomes;
}

export type Deployment = {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** The origins of the API and of short links. */
  readonly api: string;
  readonly short: string;
  readonly key: string;
  /** The codes of the created links. The first link has no options, and nobody visits the last one. */
  readonly codes: string[];
};

type Check = { readonly name: string; run(on: Deployment): Promise<void> };

const DESTINATION = 'https://example.com/swiftlet-smoke-test';
const PASSWORD = 'a word for the smoke test';
const TIMEOUT_MS = 15_000;
const STATISTICS_MS = 10_000;
/** A location may see a change of KV only after a minute (developers.cloudflare.com/kv/concepts/how-kv-works). */
const DELETED_MS = 90_000;
const PAUSE_MS = 500;

/** The headers of a browser, because visits of robots and link previews are not counted. */
const VISITOR = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) SwiftletSmokeTest/1.0', Accept: 'text/html' };

const call = ({ fetch, api, key }: Deployment, method: string, path: string, body?: unknown) =>
  fetch(`${api}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

const visit = ({ fetch, short }: Deployment, path: string, init: RequestInit = {}) =>
  fetch(`${short}/${path}`, {
    redirect: 'manual',
    ...init,
    headers: { ...VISITOR, ...init.headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
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

/** Repeats `probe` until it returns null. @throws Failure with its last text when the time is over */
async function within({ clock }: Deployment, ms: number, probe: () => Promise<string | null>): Promise<void> {
  const until = clock.now() + ms;
  for (;;) {
    const problem = await probe();
    if (problem === null) return;
    if (clock.now() >= until) throw new Failure(`${problem} after ${ms / 1000} seconds`);
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
    name: 'a link is created below the short host',
    run: async (on) => {
      await create(on);
    },
  },
  {
    name: 'a visit is redirected to its destination',
    run: async (on) => expectRedirect(await visit(on, plain(on))),
  },
  {
    name: 'an unknown code gets 404',
    run: async (on) => expectStatus(await visit(on, `nobody-${plain(on)}`), 404),
  },
  {
    name: 'a link with one click redirects exactly one of five visitors',
    run: async (on) => {
      const code = await create(on, { maxClicks: 1 });
      const visits = await Promise.all(Array.from({ length: 5 }, () => visit(on, code)));
      const statuses = visits.map(({ status }) => status).sort();
      if (statuses.join() !== '302,410,410,410,410') throw new Failure(`the visits were ${statuses.join(', ')}`);
    },
  },
  {
    name: 'only its password opens a protected link, so both workers have the same PEPPER',
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
      // Nobody visits this link, because an isolate remembers a live link for ten seconds (specification 8.8).
      await create(on);
      for (const code of on.codes) expectStatus(await call(on, 'DELETE', `/v2/links/${code}`), 204);
    },
  },
  {
    name: 'a deleted link gets 410',
    run: (on) =>
      within(on, DELETED_MS, async () => {
        const { status } = await visit(on, on.codes.at(-1) ?? '');
        return status === 410 ? null : `still ${status}`;
      }),
  },
];

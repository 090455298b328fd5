/** Runs the twelve checks on the real workers over HTTP, and shows which faults they find. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMPTY } from '../testkit/fake-wrangler/account';
import { startMachine, type TestMachine, TOKEN } from '../testkit/machine';
import { Operator, SMOKE_ACCOUNT } from './steps/accounts';
import { CHECKS, type Deployment, smokeTest } from './steps/smoke-test';

let machine: TestMachine;
let operator: Operator;
let api: string;
beforeAll(async () => {
  machine = await startMachine();
  // The console responds at its own origin alone.
  api = machine.api.replace('127.0.0.1', 'localhost');
  operator = new Operator(fetch, api, TOKEN);
});
afterAll(() => machine?.close());

it('a new deployment has only the account of links without a key, like the fake account', async () => {
  const accounts = (await operator.accounts()).map(({ id, name, plan }) => ({ id, name, plan }));
  expect(accounts).toEqual(EMPTY.service.accounts);
});

type Fetch = Deployment['fetch'];

/**
 * Returns a deployment with a key of its own.
 * @param speed the speed of its clock: a fast clock soon ends a check that waits in vain
 */
async function deployment(broken: Fetch = fetch, speed = 1): Promise<Deployment> {
  const { id } = await operator.createAccount(SMOKE_ACCOUNT, 'PRO');
  const key = await operator.keyText(id, 'smoke test');
  let now = 0;
  const clock = {
    now: () => now,
    wait: async (ms: number) => {
      now += ms;
      await wait(ms / speed);
    },
  };
  return { fetch: broken, clock, api, short: machine.short, key, codes: [] };
}

const listFailed = async (broken: Fetch) =>
  (await smokeTest(await deployment(broken, 50), () => {})).filter(({ failure }) => failure !== null);

it('correct workers pass all twelve checks', async () => {
  const outcomes = await smokeTest(await deployment(), () => {});
  expect(outcomes).toEqual(CHECKS.map(({ name }) => ({ check: name, failure: null })));
  expect(outcomes).toHaveLength(12);
});

/** Returns a `fetch` that changes some requests, or responds to them itself. */
const breaking =
  (matches: RegExp, change: (address: string, init: RequestInit) => Promise<Response>): Fetch =>
  (address, init = {}) =>
    matches.test(`${init.method ?? 'GET'} ${address} ${init.body ?? ''}`)
      ? change(address, init)
      : fetch(address, init);

const without = (option: string) => (address: string, init: RequestInit) => {
  const { [option]: _, ...body } = JSON.parse(String(init.body));
  return fetch(address, { ...init, body: JSON.stringify(body) });
};
const responding =
  (status: number, body = '{}', headers = {}) =>
  async () =>
    new Response(body, { status, headers });

it.each<[string, Fetch, string[]]>([
  [
    'a click limit that is ignored',
    breaking(/maxClicks/, without('maxClicks')),
    ['a link with one click redirects exactly one of five visitors'],
  ],
  [
    'a password that is ignored',
    breaking(/a word for/, without('password')),
    ['only its password opens a protected link, so both workers have the same PEPPER'],
  ],
  [
    'peppers that differ',
    breaking(/POST .*password=/, responding(401)),
    ['only its password opens a protected link, so both workers have the same PEPPER'],
  ],
  [
    'statistics that count nothing',
    breaking(/\/v2\/stats\//, responding(200, '{"clickCount":0}')),
    ['the visit is in the statistics within ten seconds'],
  ],
  ['a QR code that is not a picture', breaking(/\/v2\/qr\//, responding(200, '<html>')), ['a QR code is a picture']],
  [
    'a deletion that does nothing',
    breaking(/^DELETE/, async () => new Response(null, { status: 204 })),
    ['a deleted link gets 410'],
  ],
  ['a console that is not there', breaking(/\/console\//, responding(404)), ['the console shows its sign-in page']],
])('the smoke test finds %s', async (_, broken, wanted) => {
  expect((await listFailed(broken)).map(({ check }) => check)).toEqual(wanted);
});

it('keyText rotates the key of an account, and creates no second one', async () => {
  const { id } = await operator.createAccount('operator', 'PRO');
  const [first, second] = [await operator.keyText(id, 'first key'), await operator.keyText(id, 'first key')];
  expect((await operator.keys()).filter(({ accountId }) => accountId === id)).toHaveLength(1);
  const statuses = [first, second].map(async (key) => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${machine.api}/v2/usage`, { headers })).status;
  });
  expect(await Promise.all(statuses)).toEqual([401, 200]);
  expect(await operator.signInLink(id)).toContain('/console/sign-in/');
});

it('the list of accounts has those of all pages', async () => {
  for (let i = 0; i < 60; i++) await operator.createAccount(`many ${i}`, 'FREE');
  const names = (await operator.accounts()).map(({ name }) => name);
  expect(new Set(names.filter((name) => name.startsWith('many'))).size).toBe(60);
});

it('the failure for a wrong token does not contain the token', async () => {
  const wrong = new Operator(fetch, machine.api, 'another-token-of-forty-characters-xxxxxxx');
  const failure = await wrong.accounts().catch((error: Error) => error.message);
  expect(failure).toMatch(/the ADMIN_TOKEN known here is not that of/);
  expect(failure).not.toContain('another-token');
});

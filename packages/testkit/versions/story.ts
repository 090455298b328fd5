/** A story is a test that begins under one pair of versions and continues under every later pair. */
import { expect } from 'vitest';
import type { Pair, PairResponse } from './pair';

/** The part of a story that runs under each later pair, over the state of the earlier ones. */
export type Sequel = (at: Pair) => Promise<void>;
export type Story = (at: Pair) => Promise<Sequel>;

export type Key = { readonly id: string; readonly accountId: string; readonly key: string };
export type Made = { readonly shortCode: string; readonly url: string };

/** Calls the API with one key, and checks the status of each response. */
type Caller = <Body>(status: number, method: string, route: string, body?: unknown) => Promise<Body>;

/** Checks the status of a response. @returns its JSON body; undefined for an empty body */
export function bodyOf<Body>(status: number, response: PairResponse): Body {
  expect(response.status, response.body).toBe(status);
  return (response.body === '' ? undefined : JSON.parse(response.body)) as Body;
}

/** Makes a new key of a new account. */
export const newKey = async (at: Pair): Promise<Key> =>
  bodyOf(201, await at.admin('POST', '/keys', { name: 'versions', plan: 'PRO' }));

/** A function that calls the API with one key. */
export const callerOf =
  (at: Pair, { key }: Pick<Key, 'key'>): Caller =>
  async (status, method, route, body) =>
    bodyOf(status, await at.v2(key, method, route, body));

/** Makes a link. */
export const shorten = (at: Pair, key: Key, options: Record<string, unknown>): Promise<Made> =>
  callerOf(at, key)(201, 'POST', '/shorten', options);

let aliases = 0;
const run = Date.now().toString().slice(-8);

/** An alias that no other story of this run uses. Digits with an x after each never read as a reserved word. */
export const freshAlias = (): string => `v-${[...`${run}${aliases++}`].join('x')}`;

/** Visits a link. @returns the Location of the response, or its status without one */
export async function leadsTo(at: Pair, { shortCode }: Pick<Made, 'shortCode'>, init: RequestInit = {}) {
  const { status, headers } = await at.visit(shortCode, init);
  return headers.get('Location') ?? status;
}

/** Makes fifty concurrent visits. @returns the number of redirects and of 410 responses */
export async function crowd(at: Pair, link: Made): Promise<{ readonly redirected: number; readonly gone: number }> {
  const results = await Promise.all(Array.from({ length: 50 }, () => leadsTo(at, link)));
  return {
    redirected: results.filter((response) => response === link.url).length,
    gone: results.filter((response) => response === 410).length,
  };
}

/** Polls until an expectation holds. Alarms and the flush of click buffers follow shortly after a response. */
export const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 10_000, interval: 100 });

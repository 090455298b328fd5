/** What the tests tell of a link: begun under one pair of versions, gone on with under every later one. */
import { expect } from 'vitest';
import type { Answer, Pair } from './pair';

/** Goes on under another pair, which wakes what the earlier ones have stored. */
export type Sequel = (at: Pair) => Promise<void>;
export type Story = (at: Pair) => Promise<Sequel>;

export type Key = { readonly id: string; readonly accountId: string; readonly key: string };
export type Made = { readonly shortCode: string; readonly url: string };

/** Calls the API with one key, and holds each answer to the status that is expected. */
export type Caller = <Body>(status: number, method: string, route: string, body?: unknown) => Promise<Body>;

/** What an answer says, if it has the status. */
export function bodyOf<Body>(status: number, answer: Answer): Body {
  expect(answer.status, answer.body).toBe(status);
  return (answer.body === '' ? undefined : JSON.parse(answer.body)) as Body;
}

/** A new key of a new account. */
export const newKey = async (at: Pair): Promise<Key> =>
  bodyOf(201, await at.admin('POST', '/keys', { name: 'versions', plan: 'PRO' }));

export const callerOf =
  (at: Pair, { key }: Pick<Key, 'key'>): Caller =>
  async (status, method, route, body) =>
    bodyOf(status, await at.v2(key, method, route, body));

/** Makes a link. */
export const shorten = (at: Pair, key: Key, options: Record<string, unknown>): Promise<Made> =>
  callerOf(at, key)(201, 'POST', '/shorten', options);

let aliases = 0;
const run = Date.now().toString(36).slice(-6);

/** An alias that no other story of this run uses; hyphens, so that it spells no reserved word. */
export const freshAlias = (): string => `v-${[...`${run}${(aliases++).toString(36)}`].join('-')}`;

/** Where a visit leads, or the status of one that leads nowhere. */
export async function leadsTo(at: Pair, { shortCode }: Pick<Made, 'shortCode'>, init: RequestInit = {}) {
  const { status, headers } = await at.visit(shortCode, init);
  return headers.get('Location') ?? status;
}

/** Fifty visitors at once: how many were led on, and how many met a link that is gone. */
export async function crowd(at: Pair, link: Made): Promise<{ readonly led: number; readonly gone: number }> {
  const answers = await Promise.all(Array.from({ length: 50 }, () => leadsTo(at, link)));
  return {
    led: answers.filter((answer) => answer === link.url).length,
    gone: answers.filter((answer) => answer === 410).length,
  };
}

/** Waits until something is so: what isolates buffer and alarms do comes a moment after the response. */
export const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 10_000, interval: 100 });

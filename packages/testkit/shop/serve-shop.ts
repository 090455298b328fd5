/** Serves a console with the account of a shop that has been in use for most of a year. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { Swiftlet } from '#client/swiftlet';
import { type ServedConsole, serveConsole } from '../console';
import { backdate, type PastDoor, type PastEvent } from './backdate';
import { SHOP_LINKS } from './links';

/** The calls of each key on an ordinary day. */
const DAILY_CALLS = { 'Web shop': 420, Newsletter: 60, 'Point of sale': 170 };

/** The browsers of its owner, after which the passkeys are named. */
const [LAPTOP, PHONE] = ['Chrome on Linux', 'Safari on iPhone'];

const EVENTS: readonly PastEvent[] = [
  ['passkey.added', 1_950, { name: LAPTOP }],
  ['key.made', 1_900, { name: 'Point of sale' }],
  ['session.begun.passkey', 700],
  ['plan.requested', 640, { name: 'PRO' }],
  ['plan.granted', 620, { name: 'PRO' }],
  ['session.begun.passkey', 320],
  ['key.rotated', 318, { name: 'Newsletter' }],
  ['link.deleted', 170, { subject: 'summer' }],
  ['session.begun.link', 76, { browser: PHONE }],
  ['passkey.added', 75, { name: PHONE, browser: PHONE }],
  ['key.made', 74, { name: 'Trial' }],
  ['key.revoked', 50, { name: 'Trial' }],
]; // The test signs in to the shop with a link: that is its newest event.

const PASSKEYS: readonly PastDoor[] = [
  { name: LAPTOP, addedAgo: 1_950, usedAgo: 320 },
  { name: PHONE, addedAgo: 75, usedAgo: 75 },
];
const BROWSERS: readonly PastDoor[] = [{ name: PHONE, addedAgo: 76, usedAgo: 9 }];

export type ServedShop = {
  readonly served: ServedConsole;
  readonly accountId: string;
  /** Stops it, and removes its state. */
  close(): Promise<void>;
};

/** Makes the shop with its links and keys, gives it a past, and serves it. */
export async function serveShop(now = Date.now()): Promise<ServedShop> {
  const state = mkdtempSync(path.join(tmpdir(), 'swiftlet-shop-'));
  const first = await serveConsole({ STATE_DIR: state, CONTACT: 'support@swiftlet.example' });
  const accountId = await makeShop(first);
  await first.close();
  const doors = { passkeys: PASSKEYS, browsers: BROWSERS, usualBrowser: LAPTOP };
  backdate(state, { accountId, links: SHOP_LINKS, dailyCalls: DAILY_CALLS, events: EVENTS, ...doors }, now);
  const served = await serveConsole({ STATE_DIR: state, CONTACT: 'support@swiftlet.example' });
  return {
    served,
    accountId,
    async close() {
      await served.close();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Makes the account, its keys and its links. One click of each link makes the rows that the past replaces. */
async function makeShop(served: ServedConsole): Promise<string> {
  const posted = async <Made>(route: string, body: unknown) =>
    (await (await served.admin('POST', route, body)).json()) as Made;
  const { id: accountId } = await posted<{ id: string }>('/accounts', { name: 'Cloudpeak Coffee', plan: 'PRO' });
  const keys: string[] = [];
  for (const name of Object.keys(DAILY_CALLS))
    keys.push((await posted<{ key: string }>('/keys', { name, accountId })).key);
  const [key = ''] = keys;
  const client = new Swiftlet({ baseUrl: served.origin, key });
  for (const link of SHOP_LINKS) await client.shorten(requestOf(link));
  for (const [name, color] of [
    ['Newsletter', 'blue'],
    ['Social', 'pink'],
    ['Print', 'yellow'],
    ['Events', 'teal'],
    ['Partners', 'violet'],
  ] as const)
    await client.editTag(name, { color });
  for (const other of keys.slice(1)) await new Swiftlet({ baseUrl: served.origin, key: other }).usage();
  const [{ alias } = { alias: '' }] = SHOP_LINKS;
  await served.visit(`/${alias}`, {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  });
  await vi.waitFor(async () => expect(await client.statistics(alias)).toMatchObject({ clickCount: 1 }), 60_000);
  return accountId;
}

function requestOf({
  alias,
  url,
  tags,
  title,
  notes,
  maxClicks,
  expiresInDays,
  password,
}: (typeof SHOP_LINKS)[number]) {
  return {
    url,
    alias,
    ...(tags && { tags: [...tags] }),
    ...(title && { title }),
    ...(notes && { notes }),
    ...(maxClicks && { maxClicks }),
    ...(expiresInDays && { expiresIn: expiresInDays * 86_400 }),
    ...(password && { password }),
  };
}

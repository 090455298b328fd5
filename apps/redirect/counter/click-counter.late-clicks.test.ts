/** Tests that the statistics count a click of a limited link only if it was granted. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { nameStatistics } from '#domain/edge-entry';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const PASSWORD = 'open sesame';

async function newLink(options: Record<string, unknown>) {
  const { key, accountId } = await world.newKey('PRO');
  const alias = freshAlias('granted');
  expect((await world.shorten(key, { url: 'https://example.com/', alias, ...options })).status).toBe(201);
  const statistics = env.STATISTICS.getByName(nameStatistics(accountId));
  return { alias, counted: async () => (await statistics.readAccount(null, 0)).totals };
}

const WAYS: [string, RequestInit][] = [
  ['by header', { headers: { 'X-Link-Password': PASSWORD } }],
  [
    'by form',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ password: PASSWORD }).toString(),
    },
  ],
  [
    'by JSON',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    },
  ],
];

describe('the statistics', () => {
  it.each(WAYS)('count no visit to a spent link that was opened %s', async (_, init) => {
    const { alias, counted } = await newLink({ password: PASSWORD, maxClicks: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await world.visit(alias, init)).status);
    expect(statuses.filter((status) => status === 410)).toHaveLength(3);
    expect(await counted()).toMatchObject({ clicks: 2, scans: 0, robots: 0 });
  });

  it('count no scan of a spent protected link', async () => {
    const { alias, counted } = await newLink({ password: PASSWORD, maxClicks: 1 });
    const headers = { 'X-Link-Password': PASSWORD };
    for (let i = 0; i < 3; i++) await world.visit(`${alias}?qr=1`, { headers });
    expect(await counted()).toMatchObject({ clicks: 1, scans: 1 });
  });

  it('count no scan of a spent link without a password', async () => {
    const { alias, counted } = await newLink({ maxClicks: 1 });
    for (let i = 0; i < 3; i++) await world.visit(`${alias}?qr=1`);
    expect(await counted()).toMatchObject({ clicks: 1, scans: 1 });
  });
});

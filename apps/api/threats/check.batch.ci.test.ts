/** Tests that the destinations of a batch are checked together, within one time limit (specification 6.4 and 7.2). */
import { expect, it } from 'vitest';
import { BatchRecord, RefusedBatchRecord } from '#api/links/batch-record';
import { listLinks } from '#testkit/idempotent';
import { HANGING_RESPONSES } from '#testkit/threat-behaviours';
import { readRow, SERVICES, threatWorld } from '#testkit/threat-world';
import type { World } from '#testkit/world';

const BAD = 'https://user-login.bad.example/login';
const LISTED = 'https://testsafebrowsing.appspot.com/s/malware.html';
const fifty = Array.from({ length: 50 }, (_, i) => ({ url: `https://good.example/${i}` }));

async function send(world: World, items: unknown[]) {
  const { key, accountId } = await world.newKey();
  const startedAt = performance.now();
  const response = await world.shortenBatch(key, items);
  const tookMs = performance.now() - startedAt;
  expect(response.status).toBe(200);
  const { results } = BatchRecord.parse(await response.json());
  return { results, tookMs, links: await listLinks(accountId) };
}

it.each(SERVICES)('only the items that %s flags are refused, and each address is sent once', async (service) => {
  const world = await threatWorld(service, 'right');
  const { results, links } = await send(world, [{ url: BAD }, ...fifty.slice(2), { url: BAD }]);
  expect(results.map((one) => one.success)).toEqual([false, ...fifty.slice(2).map(() => true), false]);
  expect(results[0]).toMatchObject({ statusCode: 400, errorType: 'BLOCKED', url: BAD });
  expect(links).toHaveLength(48);
  expect(await world.requests()).toHaveLength(49);
});

// These tests run concurrently, because each waits in real time.
it.concurrent.each(HANGING_RESPONSES)(
  'fifty items together wait at most 1.5 s for a service that hangs: “%s”',
  async (behaviour) => {
    const world = await threatWorld('webrisk', behaviour);
    const { results, tookMs } = await send(world, [...fifty.slice(1), { url: LISTED }]);
    expect(results.filter(({ success }) => success)).toHaveLength(49);
    expect(results[49]).toMatchObject({ errorType: 'BLOCKED' });
    expect(tookMs).toBeGreaterThan(1_400);
    for (const one of results) if (one.success) expect((await readRow(world, one.shortCode))?.threat).toBe('pending');
    // Six requests are sent at once, and none after the time limit.
    expect(await world.requests()).toHaveLength(6);
  },
);

it('only items without a verdict are pending', async () => {
  const world = await threatWorld('webrisk', 'right');
  const { results } = await send(world, [{ url: 'https://good.example/' }, { url: 'https://status-500.example/' }]);
  const rows = await Promise.all(results.map((one) => readRow(world, one.success ? one.shortCode : '')));
  expect(rows.map((row) => row?.threat)).toEqual([null, 'pending']);
});

it('only items without a verdict get 503 with THREATS_ON_FAILURE=refuse', async () => {
  const world = await threatWorld('webrisk', 'right', { THREATS_ON_FAILURE: 'refuse' });
  const items = [{ url: 'https://good.example/' }, { url: 'https://status-500.example/' }, { url: LISTED }];
  const { results, links } = await send(world, items);
  expect(results).toMatchObject([
    { success: true },
    { success: false, statusCode: 503, errorType: 'UNAVAILABLE', retryAfter: 30 },
    { success: false, statusCode: 400, errorType: 'BLOCKED' },
  ]);
  expect(links).toHaveLength(1);
  const { key, accountId } = await world.newKey();
  const refused = await world.shortenBatch(key, items.slice(0, 2), '?atomic=true');
  expect(refused.status).toBe(400);
  expect(RefusedBatchRecord.parse(await refused.json()).results).toMatchObject([
    { errorType: 'BATCH_ABORTED' },
    { statusCode: 503, retryAfter: 30 },
  ]);
  expect(await listLinks(accountId)).toEqual([]);
});

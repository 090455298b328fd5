/** POST /v2/shorten/batch?atomic=true creates all links or none (specification 7.3). */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { BatchRecord, RefusedBatchRecord } from '#api/links/batch-record';
import { fakeClock, NOON } from '#testkit/clock';
import { listLinks } from '#testkit/idempotent';
import { createWorld, freshAlias, type NewKey } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';
afterEach(async () => {
  await env.DB.prepare('DELETE FROM settings').run();
});

const atomically = (key: string, urls: unknown[], here = world) => here.shortenBatch(key, urls, '?atomic=true');

/** Sends an atomic batch that must be refused. Returns the result of each item. */
async function refused(owner: NewKey, urls: unknown[], here = world) {
  const before = await listLinks(owner.accountId);
  const response = await atomically(owner.key, urls, here);
  expect(response.status).toBe(400);
  const { results, summary, ...envelope } = RefusedBatchRecord.parse(await response.json());
  expect(envelope).toMatchObject({ statusCode: 400, errorType: 'BATCH_ABORTED', path: '/v2/shorten/batch' });
  expect(summary).toEqual({ total: urls.length, succeeded: 0, failed: urls.length });
  expect(await listLinks(owner.accountId)).toEqual(before);
  return results.map((one) => (one.success ? 'created' : `${one.statusCode} ${one.errorType}`));
}

const ABORTED = '400 BATCH_ABORTED';

it('an atomic batch of valid items is 200, and creates all links', async () => {
  const { key, accountId } = await world.newKey();
  const alias = freshAlias('all');
  const response = await atomically(key, [{ url, alias }, ...Array.from({ length: 49 }, () => ({ url }))]);
  expect(response.status).toBe(200);
  const { results, summary } = BatchRecord.parse(await response.json());
  expect(summary).toEqual({ total: 50, succeeded: 50, failed: 0 });
  expect(await listLinks(accountId)).toHaveLength(50);
  for (const one of results) expect((await world.visit(one.success ? one.shortCode : '')).status).toBe(302);
});

it('a batch with ?atomic=false is not atomic', async () => {
  const { key, accountId } = await world.newKey();
  const response = await world.shortenBatch(key, [{ url }, { url: 'nonsense' }], '?atomic=false');
  expect(response.status).toBe(200);
  expect(await listLinks(accountId)).toHaveLength(1);
});

it('a batch with a mistyped parameter creates no link', async () => {
  const { key, accountId } = await world.newKey();
  const response = await world.shortenBatch(key, [{ url }, { url: 'nonsense' }], '?atomik=true');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    errorType: 'INVALID_FIELD',
    message: 'atomik is not a parameter here',
  });
  expect(await listLinks(accountId)).toEqual([]);
});

describe('an atomic batch is 400 and creates no link if one item', () => {
  it.each<[what: string, item: unknown, cause: string]>([
    ['is not an object', 5, '400 INVALID_FIELD'],
    ['breaks a rule', { url, maxClicks: 0 }, '400 INVALID_FIELD'],
    ['has an unsafe destination', { url: 'https://testsafebrowsing.appspot.com/s/malware.html' }, '400 BLOCKED'],
    ['has a reserved alias', { url, alias: 'paypal' }, '400 ALIAS_RESERVED'],
  ])('%s', async (_, item, cause) => {
    const owner = await world.newKey();
    const alias = freshAlias('none');
    expect(await refused(owner, [{ url, alias }, item, { url }])).toEqual([ABORTED, cause, ABORTED]);
    expect((await world.visit(alias)).status).toBe(404);
  });

  it('has an option that the plan lacks', async () => {
    const owner = await world.newKey('FREE');
    expect(await refused(owner, [{ url }, { url, maxClicks: 1 }])).toEqual([ABORTED, '403 FEATURE_NOT_ON_PLAN']);
  });

  it('has the alias of another item', async () => {
    const alias = freshAlias('twice');
    const items = [{ url, alias }, { url }, { url, alias: alias.toUpperCase() }];
    expect(await refused(await world.newKey(), items)).toEqual([ABORTED, ABORTED, '400 ALIAS_TAKEN']);
  });

  it.each([
    ['taken by another account', true, 0],
    ['taken by an active link of the account that never expires', false, 0],
    ['taken by an active link of the account that will expire', false, 60],
  ])('has an alias that is %s', async (_, isForeign, expiresIn) => {
    const owner = await world.newKey();
    const other = isForeign ? await world.newKey() : owner;
    const aliases = [freshAlias('taken'), freshAlias('taken')];
    for (const alias of aliases) await world.shorten(other.key, { url, alias, ...(expiresIn > 0 && { expiresIn }) });
    const items = [{ url }, ...aliases.map((alias) => ({ url, alias })), { url, alias: freshAlias('free') }];
    expect(await refused(owner, items)).toEqual([ABORTED, '400 ALIAS_TAKEN', '400 ALIAS_TAKEN', ABORTED]);
  });

  it('is beyond the quota of links, and the charge is refunded', async () => {
    await world.admin('PUT', '/settings', { linkQuota: { PRO: 2 } });
    const here = createWorld();
    const owner = await world.newKey('PRO');
    const items = [{ url }, { url }, { url }];
    expect(await refused(owner, items, here)).toEqual([ABORTED, ABORTED, '429 LINK_QUOTA_EXCEEDED']);
    expect((await atomically(owner.key, [{ url }, { url }], here)).status).toBe(200);
    expect((await here.shorten(owner.key, { url })).status).toBe(429);
  });
});

describe('the alias of a dead link of the account, in an atomic batch,', () => {
  async function deadAlias() {
    const owner = await world.newKey();
    const alias = freshAlias('dead');
    turnTo(NOON);
    await world.shorten(owner.key, { url: `${url}old`, alias, expiresIn: 60 });
    turnTo(NOON + 60_000);
    return { owner, alias };
  }

  it('gets a new link, together with the other items', async () => {
    const { owner, alias } = await deadAlias();
    expect((await atomically(owner.key, [{ url }, { url: `${url}new`, alias }])).status).toBe(200);
    expect((await createWorld().visit(alias)).headers.get('Location')).toBe(`${url}new`);
    const row = await env.DB.prepare('SELECT version, dirty FROM links WHERE code = ?').bind(alias).first();
    expect(row).toEqual({ version: 2, dirty: 0 });
  });

  it('keeps its old row if another item fails, by a rule or in D1', async () => {
    const { owner, alias } = await deadAlias();
    const taken = freshAlias('taken');
    await world.shorten(owner.key, { url, alias: taken });
    const row = () => env.DB.prepare('SELECT * FROM links WHERE code = ?').bind(alias).first();
    const before = await row();
    for (const other of [{ url: 'nonsense' }, { url, alias: taken }]) {
      expect((await refused(owner, [{ url, alias }, other]))[0]).toBe(ABORTED);
      expect(await row()).toEqual(before);
    }
    expect((await createWorld().visit(alias)).status).toBe(410);
  });
});

/** Returns the aliases of a batch, from a pool that all batches share. */
const takeSome = (pool: readonly string[], count: number, by: number) =>
  Array.from({ length: count }, (_, i) => pool[(by * 7 + i * (1 + (by % 5))) % pool.length] as string);

it('each of fifty simultaneous atomic batches with overlapping aliases creates all its links or none', {
  timeout: 60_000,
}, async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, () => world.newKey()));
  const pool = Array.from({ length: 40 }, () => freshAlias('race'));
  // Some aliases have a dead link of one account: only batches of that account may use them again.
  const [first] = owners as [NewKey];
  for (const alias of pool.slice(0, 10)) {
    await world.shorten(first.key, { url, alias });
    await world.v2(first.key, 'DELETE', `/links/${alias}`);
  }
  const isolates = Array.from({ length: 10 }, () => createWorld());
  const destination = `${url}${freshAlias('race')}/`;
  const batches = Array.from({ length: 50 }, (_, by) => ({
    by,
    key: owners[by % owners.length]?.key ?? '',
    aliases: [...new Set(takeSome(pool, 8, by))],
  }));
  const responses = await Promise.all(
    batches.map(async ({ by, key, aliases }) => {
      const items = [
        ...aliases.map((alias) => ({ url: `${destination}${by}`, alias })),
        { url: `${destination}${by}` },
      ];
      const { status } = await atomically(key, items, isolates[by % isolates.length]);
      return { by, aliases, status };
    }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 400]));
  for (const { by, aliases, status } of responses) {
    const rows = await env.DB.prepare('SELECT code FROM links WHERE url = ?').bind(`${destination}${by}`).all();
    expect(rows.results).toHaveLength(status === 200 ? aliases.length + 1 : 0);
  }
});

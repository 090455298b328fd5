/**
 * Batches under an Idempotency-Key whose first run died or was slow, and codes that collide (specification 7.2 and
 * 7.4).
 */
import { describe, expect, it } from 'vitest';
import { BatchRecord, RefusedBatchRecord } from '#api/links/batch-record';
import { generateCodes } from '#api/links/generated-code';
import type { IdempotencySeed } from '#domain/idempotency';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { d1Where, stalling } from '#testkit/faults';
import { dyingOnceInserted, INSERTING, leaseAndDie, listLinks, postOnce } from '#testkit/idempotent';
import { createWorld, freshAlias, type World } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

/** Returns the items of two batches: `good` has valid items only, `mixed` also invalid items and a taken alias. */
async function newBatches() {
  const owner = await world.newKey('PRO');
  const taken = freshAlias('taken');
  await world.shorten((await world.newKey()).key, { url, alias: taken });
  const good = [{ url }, { url, alias: freshAlias('mine') }, { url, password: 'word' }, { url, maxClicks: 2 }, { url }];
  return { owner, good, mixed: [{ url: 'nonsense' }, ...good, { url, alias: taken }, 5] };
}

const MODES = [
  ['', 'mixed'],
  ['?atomic=true', 'good'],
] as const;

const post = (key: string, items: unknown[], query: string, here: World = world) =>
  postOnce(here, key, JSON.stringify({ urls: items }), 'one', `/v2/shorten/batch${query}`);

const readCodes = async (response: Response) => {
  const { results } = BatchRecord.parse(await response.json());
  return results.map((one) => (one.success ? one.shortCode : one.errorType));
};
const listIds = async (accountId: string) => (await listLinks(accountId)).map(({ id }) => id).sort();

describe.each(MODES)('a batch (query “%s”)', (query, kind) => {
  it('that is repeated gets the bytes of the first response again', async () => {
    const { owner, [kind]: items } = await newBatches();
    const first = await post(owner.key, items, query);
    const again = await post(owner.key, items, query);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(await listLinks(owner.accountId)).toHaveLength(5);
  });

  it('whose first run died after it had created the links finds them again', async () => {
    const { owner, [kind]: items } = await newBatches();
    turnTo(NOON);
    expect((await post(owner.key, items, query, dyingOnceInserted())).status).toBe(503);
    const [made, ids] = [await listLinks(owner.accountId), await listIds(owner.accountId)];
    expect(made).toHaveLength(5);
    expect((await post(owner.key, items, query)).status).toBe(409);
    turnTo(NOON + 60_000);
    const codes = await readCodes(await post(owner.key, items, query));
    expect(made.every(({ code }) => codes.includes(code))).toBe(true);
    expect(await listIds(owner.accountId)).toEqual(ids);
    for (const { code } of made) expect([302, 200]).toContain((await createWorld().visit(code)).status);
  });

  it('whose first run died before it had created the links creates them', async () => {
    const { owner, [kind]: items } = await newBatches();
    turnTo(NOON);
    await leaseAndDie(owner.key, owner.id);
    turnTo(NOON + 60_000);
    expect((await post(owner.key, items, query)).status).toBe(200);
    expect(await listLinks(owner.accountId)).toHaveLength(5);
  });

  it('whose first run was slow gets the links of the second run as the response to both', async () => {
    const { owner, [kind]: items } = await newBatches();
    const { fault, reached, proceed } = stalling();
    turnTo(NOON);
    const first = post(owner.key, items, query, createWorld({ DB: d1Where(INSERTING, fault) }));
    await reached;
    turnTo(NOON + 60_000);
    const second = await (await post(owner.key, items, query)).text();
    proceed();
    expect(await (await first).text()).toBe(second);
    expect(await listLinks(owner.accountId)).toHaveLength(5);
  });

  it('does not revive a link that was deleted between its two runs', async () => {
    const { owner, [kind]: items, good } = await newBatches();
    const { alias = '' } = good[1] as { alias?: string };
    turnTo(NOON);
    await post(owner.key, items, query, dyingOnceInserted());
    await world.v2(owner.key, 'DELETE', `/links/${alias}`);
    turnTo(NOON + 60_000);
    expect(await readCodes(await post(owner.key, items, query))).toContain(alias);
    expect((await createWorld().visit(alias)).status).toBe(410);
    expect(await listLinks(owner.accountId)).toHaveLength(5);
  });
});

describe('a second batch under an Idempotency-Key, with another body,', () => {
  it('is refused for the items whose codes the first batch has, and all links have different ids', async () => {
    const owner = await world.newKey();
    turnTo(NOON);
    await post(owner.key, [{ url }, { url }], '', dyingOnceInserted());
    turnTo(NOON + 60_000);
    const alias = freshAlias('other');
    expect(await readCodes(await post(owner.key, [{ url: `${url}other` }, { url, alias }], ''))).toEqual([
      'IDEMPOTENCY_KEY_REUSED',
      alias,
    ]);
    expect(await listLinks(owner.accountId)).toHaveLength(3);
    expect(new Set(await listIds(owner.accountId)).size).toBe(3);
  });

  it('creates no link if it is atomic', async () => {
    const owner = await world.newKey();
    turnTo(NOON);
    await post(owner.key, [{ url }], '', dyingOnceInserted());
    turnTo(NOON + 60_000);
    const response = await post(
      owner.key,
      [{ url: `${url}other` }, { url, alias: freshAlias('other') }],
      '?atomic=true',
    );
    const { results } = RefusedBatchRecord.parse(await response.json());
    expect(results).toMatchObject([{ errorType: 'IDEMPOTENCY_KEY_REUSED' }, { errorType: 'BATCH_ABORTED' }]);
    expect(await listLinks(owner.accountId)).toHaveLength(1);
  });
});

describe.each(['', '?atomic=true'])('the generated codes of a batch (query “%s”)', (query) => {
  /** Gives the first `depth` codes that these items of a batch will generate to another account. */
  async function withTakenCodes(items: readonly number[], depth = 1) {
    const owner = await world.newKey();
    const stranger = await world.newKey();
    turnTo(NOON);
    const seed = await leaseAndDie(owner.key, owner.id);
    const taken = items.flatMap((item) => codesOfItem(seed, item).slice(0, depth));
    for (const alias of taken) await world.shorten(stranger.key, { url, alias });
    turnTo(NOON + 60_000);
    return { owner, seed };
  }
  const codesOfItem = (seed: IdempotencySeed, item: number) => [
    ...generateCodes({ seed, requestHash: '' }, item).codes,
  ];
  const ten = Array.from({ length: 10 }, () => ({ url }));

  it('are replaced by the next codes if they are taken, in one more round trip', async () => {
    const { owner, seed } = await withTakenCodes([2, 7]);
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    await here.shorten(owner.key, { url });
    takeCost();
    const response = await post(owner.key, ten, query, here);
    const { d1 } = takeCost();
    expect(d1).toHaveLength(2);
    expect(await readCodes(response)).toEqual(
      ten.map((_, item) => codesOfItem(seed, item)[item === 2 || item === 7 ? 1 : 0]),
    );
    expect(await listLinks(owner.accountId)).toHaveLength(11);
  });

  it('have eight characters if three shorter codes are taken', async () => {
    const { owner, seed } = await withTakenCodes([0], 3);
    const [code] = await readCodes(await post(owner.key, ten, query));
    expect(code).toBe(codesOfItem(seed, 0)[3]);
    expect(code).toHaveLength(8);
  });

  it('lead to one link per item, even if the first run dies between two attempts', async () => {
    const { owner } = await withTakenCodes([0, 9]);
    await post(owner.key, ten, query, dyingOnceInserted());
    turnTo(NOON + 120_000);
    const codes = await readCodes(await post(owner.key, ten, query));
    expect((await listLinks(owner.accountId)).map(({ code }) => code).sort()).toEqual(codes.sort());
  });
});

/** The log of an account: which acts log an event, which do not, its bounds, and an act whose log fails. */
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { deleteLink } from '#api/links/link-changes';
import { wholeAccount } from '#api/links/link-owner';
import { OPERATOR } from '#domain/account-events';
import { NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';
import { listEvents, purgeEvents } from './accounts';
import { deleteAccount } from './delete-account';
import { changeKey, createKey, revokeKey } from './keys';
import { endPreviousText, rotateKey } from './rotation';
import { askForUpgrade, declineUpgrade, grantUpgrade, latestUpgrade } from './upgrades';

const world = createWorld();
const DAY = 86_400_000;
/** A time before the events of all other tests. */
const EARLY = 100 * DAY;

const readLog = async (accountId: string) => (await listEvents(world.env, accountId, null, 100)).events;
const listKinds = async (accountId: string) => (await readLog(accountId)).map(({ kind }) => kind).reverse();

/** Inserts events with these numbers into an account's log, without the acts that would log them. */
const insert = (accountId: string, kind: string, from: number, to: number, at = NOON) =>
  env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     INSERT INTO account_events (account_id, number, at, kind, actor) SELECT ?1, i, ?4, ?5, 'owner' FROM n`,
  )
    .bind(accountId, from, to, at, kind)
    .run();
const countEvents = (accountId: string, kind: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM account_events WHERE account_id = ?1 AND kind = ?2')
    .bind(accountId, kind)
    .first('n');

describe('an event is logged', () => {
  it('for each change of a key, with who made it and the name that the key had', async () => {
    const { id, accountId } = await world.newKey();
    await changeKey(world.env, id, { name: 'second' }, OPERATOR, NOON + 1);
    await rotateKey(world.env, id, 60, { kind: 'owner', id: 's1', name: 'Firefox on Linux' }, NOON + 2);
    await endPreviousText(world.env, id, OPERATOR, NOON + 3);
    await revokeKey(world.env, id, { kind: 'key', id, name: 'second' }, NOON + 4, NOON + 4);
    const log = await readLog(accountId);
    expect(log.map(({ number, kind, name, subject }) => [number, kind, name, subject])).toEqual([
      [5, 'key.revoked', 'second', id],
      [4, 'key.text-ended', 'second', id],
      [3, 'key.rotated', 'second', id],
      [2, 'key.changed', 'second', id],
      [1, 'key.made', 'PRO key', id],
    ]);
    expect(log.map(({ actor, actorId, actorName }) => [actor, actorId, actorName]).slice(0, 3)).toEqual([
      ['key', id, 'second'],
      ['operator', null, null],
      ['owner', 's1', 'Firefox on Linux'],
    ]);
  });

  it('for a key that is made again with the same random values, once', async () => {
    const { accountId } = await world.newKey();
    const seed = { id: crypto.randomUUID(), secret: 'a'.repeat(32) };
    for (let i = 0; i < 2; i++)
      await createKey(world.env, { name: 'one', accountId, madeBy: 'operator' }, OPERATOR, NOON, seed);
    expect(await listKinds(accountId)).toEqual(['key.made', 'key.made']);
  });

  it('for a link that the API deletes, once, with the key that deleted it', async () => {
    const { id, accountId, key, name } = await world.newKey();
    const alias = freshAlias('logged');
    await world.shorten(key, { url: 'https://example.com/', alias });
    for (let i = 0; i < 2; i++) await world.v2(key, 'DELETE', `/links/${alias}`);
    const [event, ...others] = await readLog(accountId);
    expect(event).toMatchObject({ kind: 'link.deleted', subject: alias, actor: 'key', actorId: id, actorName: name });
    expect(others.map(({ kind }) => kind)).toEqual(['key.made']);
  });

  it('for a requested plan and its decision', async () => {
    const { accountId } = await world.newKey('FREE');
    const ask = () => askForUpgrade(world.env, accountId, { plan: 'PRO', reason: 'more' }, OPERATOR, NOON);
    const idOfLatest = async () => (await latestUpgrade(world.env, accountId))?.id ?? '';
    for (let i = 0; i < 2; i++) await ask();
    await declineUpgrade(world.env, await idOfLatest(), 'Not yet', NOON);
    await askForUpgrade(world.env, accountId, { plan: 'HOBBY' }, OPERATOR, NOON + 1);
    const id = await idOfLatest();
    for (let i = 0; i < 2; i++) await grantUpgrade(world.env, id, NOON + 2);
    const log = await readLog(accountId);
    expect(log.map(({ kind, name }) => `${kind} ${name}`).reverse()).toEqual([
      'key.made FREE key',
      'plan.requested PRO',
      'plan.declined PRO',
      'plan.requested HOBBY',
      'plan.granted HOBBY',
    ]);
  });
});

describe('no event is logged', () => {
  it('for a change that is refused or a key that does not exist', async () => {
    const { id, accountId } = await world.newKey();
    await revokeKey(world.env, id, OPERATOR, NOON);
    await revokeKey(world.env, id, OPERATOR, NOON);
    await changeKey(world.env, id, { status: 'revoked' }, OPERATOR, NOON);
    await expect(changeKey(world.env, id, { name: 'two' }, OPERATOR, NOON)).rejects.toThrow();
    await expect(rotateKey(world.env, id, 0, OPERATOR, NOON)).rejects.toThrow();
    await expect(revokeKey(world.env, 'unknown', OPERATOR, NOON)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
    expect(await listKinds(accountId)).toEqual(['key.made', 'key.revoked']);
  });

  it('for the end of an older text where there is none', async () => {
    const { id, accountId } = await world.newKey();
    await endPreviousText(world.env, id, OPERATOR, NOON);
    expect(await listKinds(accountId)).toEqual(['key.made']);
  });

  it('for a deletion of a link of another account', async () => {
    const [owner, other] = [await world.newKey(), await world.newKey()];
    const alias = freshAlias('logged');
    await world.shorten(owner.key, { url: 'https://example.com/', alias });
    await expect(deleteLink(world.env, wholeAccount(other.accountId), alias, OPERATOR, NOON)).rejects.toThrow();
    for (const { accountId } of [owner, other]) expect(await listKinds(accountId)).toEqual(['key.made']);
  });

  it('of a rotation that is undone, because its push failed', async () => {
    const { accountId, id } = await world.newKey();
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(rotateKey(broken.env, id, 60, OPERATOR, NOON)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await listKinds(accountId)).toEqual(['key.made']);
  });

  it('for an account that was deleted, and its events are erased', async () => {
    const { id, accountId } = await world.newKey();
    await deleteAccount(world.env, accountId, NOON);
    await revokeKey(world.env, id, OPERATOR, NOON).catch(() => undefined);
    expect(await readLog(accountId)).toEqual([]);
  });
});

describe('the log', () => {
  it('costs no further round trip to D1', async () => {
    const { bindings, takeCost } = countedBindings();
    const counted = createWorld(bindings);
    const { key } = await counted.newKey();
    const alias = freshAlias('cost');
    await counted.shorten(key, { url: 'https://example.com/', alias });
    takeCost();
    await counted.v2(key, 'DELETE', `/links/${alias}`);
    const [deletion, ...after] = takeCost().d1;
    expect(deletion).toContain('"account_events"');
    expect(after.filter((sql) => sql.includes('account_events'))).toEqual([]);
  });

  it('keeps 5,000 deletions of links and 1,000 other events, and neither pushes out the other', async () => {
    const { id, accountId, key } = await world.newKey();
    await insert(accountId, 'session.ended', 2, 1_001);
    await insert(accountId, 'link.deleted', 1_002, 6_002);
    const alias = freshAlias('logged');
    await world.shorten(key, { url: 'https://example.com/', alias });
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect(await countEvents(accountId, 'link.deleted')).toBe(5_000);
    expect(await countEvents(accountId, 'session.ended')).toBe(1_000);
    await changeKey(world.env, id, { name: 'two' }, OPERATOR, NOON);
    expect(await countEvents(accountId, 'key.made')).toBe(0);
    expect(await countEvents(accountId, 'session.ended')).toBe(999);
    expect(await countEvents(accountId, 'link.deleted')).toBe(5_000);
  });

  it('loses events of 90 days by the cron, and no younger ones', async () => {
    const { accountId } = await world.newKey();
    await insert(accountId, 'session.ended', 2, 2, EARLY - 90 * DAY);
    await insert(accountId, 'session.ended', 3, 3, EARLY - 90 * DAY + 1);
    await purgeEvents(world.env, EARLY);
    expect((await readLog(accountId)).map(({ number }) => number)).toEqual([3, 1]);
  });

  it('that cannot be written stops no act', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { id, accountId, key } = await world.newKey();
    const alias = freshAlias('logged');
    await world.shorten(key, { url: 'https://example.com/', alias });
    await env.DB.prepare('ALTER TABLE account_events RENAME TO elsewhere').run();
    try {
      expect((await world.v2(key, 'DELETE', `/links/${alias}`)).status).toBe(204);
      expect((await changeKey(world.env, id, { name: 'two' }, OPERATOR, NOON)).name).toBe('two');
    } finally {
      await env.DB.prepare('ALTER TABLE elsewhere RENAME TO account_events').run();
    }
    expect(log).toHaveBeenCalledTimes(2);
    log.mockRestore();
    expect(await listKinds(accountId)).toEqual(['key.made']);
  });
});

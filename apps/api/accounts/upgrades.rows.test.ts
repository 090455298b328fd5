/** Rows of upgrade requests. An account changes only its own open request. Granted and declined requests stay. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import {
  askForUpgrade,
  declineUpgrade,
  grantUpgrade,
  latestUpgrade,
  listUpgrades,
  listUpgradesOf,
  withdrawUpgrade,
} from './upgrades';

const world = createWorld();
const api = world.env as Env;

const newAccount = async () => (await world.newKey('FREE')).accountId;
const statesOf = async (accountId: string) =>
  (await listUpgradesOf(api, accountId)).map(({ plan, state }) => `${plan} ${state}`);
const openId = async (accountId: string) => (await latestUpgrade(api, accountId))?.id ?? '';
const ask = (accountId: string, plan: 'HOBBY' | 'PRO', at = NOON) => askForUpgrade(api, accountId, plan, at);

describe('a request', () => {
  it('for another plan replaces the open request of its account, and of no other account', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    for (const accountId of [mine, other]) await ask(accountId, 'HOBBY');
    await ask(mine, 'PRO');
    expect([await statesOf(mine), await statesOf(other)]).toEqual([['PRO open'], ['HOBBY open']]);
  });

  it('does not replace a declined request, and becomes the latest', async () => {
    const mine = await newAccount();
    await ask(mine, 'HOBBY');
    await declineUpgrade(api, await openId(mine), 'Not yet', NOON);
    await ask(mine, 'PRO', NOON + 1);
    expect(await statesOf(mine)).toEqual(['HOBBY declined', 'PRO open']);
    expect((await latestUpgrade(api, mine))?.plan).toBe('PRO');
  });

  it('for the same plan keeps the open request', async () => {
    const mine = await newAccount();
    await ask(mine, 'PRO');
    const first = await latestUpgrade(api, mine);
    await ask(mine, 'PRO', NOON + 1);
    expect(await latestUpgrade(api, mine)).toEqual(first);
  });

  it('is withdrawn only by its own account', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    for (const accountId of [mine, other]) await ask(accountId, 'PRO');
    await withdrawUpgrade(api, mine);
    expect([await statesOf(mine), await statesOf(other)]).toEqual([[], ['PRO open']]);
  });

  it('is listed for the operator while it is open, in pages', async () => {
    const accounts = [await newAccount(), await newAccount(), await newAccount()];
    for (const accountId of accounts) await ask(accountId, 'PRO');
    const answered = await openId(accounts[0] ?? '');
    await declineUpgrade(api, answered, 'No', NOON);
    const ids = (await listUpgrades(api, { cursor: '', limit: 100_000 })).map(({ id }) => id);
    expect(ids).not.toContain(answered);
    const page = await listUpgrades(api, { cursor: ids[0] ?? '', limit: 1 });
    expect(page.map(({ id }) => id)).toEqual(ids.slice(1, 2));
  });
});

describe('the operator’s decision', () => {
  it('to grant gives the account the plan, and its keys a new version', async () => {
    const [mine, other] = [await world.newKey('FREE'), await world.newKey('FREE')];
    const versionOf = (id: string) =>
      env.DB.prepare('SELECT version FROM keys WHERE id = ?1').bind(id).first<number>('version');
    const before = [await versionOf(mine.id), await versionOf(other.id)].map(Number);
    await ask(mine.accountId, 'PRO');
    await grantUpgrade(api, await openId(mine.accountId), NOON);
    expect([await versionOf(mine.id), await versionOf(other.id)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    expect((await latestUpgrade(api, mine.accountId))?.currentPlan).toBe('PRO');
  });

  it('to decline is final', async () => {
    const mine = await newAccount();
    await ask(mine, 'PRO');
    const id = await openId(mine);
    await declineUpgrade(api, id, 'No', NOON);
    await expect(grantUpgrade(api, id, NOON)).rejects.toMatchObject({ code: 'UPGRADE_ANSWERED' });
    await expect(declineUpgrade(api, id, 'Never', NOON)).rejects.toMatchObject({ code: 'UPGRADE_ANSWERED' });
    expect(await latestUpgrade(api, mine)).toMatchObject({ currentPlan: 'FREE', message: 'No' });
  });
});

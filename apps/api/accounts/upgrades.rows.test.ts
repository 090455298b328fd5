/** Rows of upgrade requests. An account changes only its own open request. Granted and declined requests stay. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import { OPERATOR } from '#domain/account-events';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import {
  askForUpgrade,
  declineUpgrade,
  grantUpgrade,
  latestUpgrade,
  listAccountUpgrades,
  listUpgrades,
  withdrawUpgrade,
} from './upgrades';

const world = createWorld();
const apiEnv = world.env as Env;

const newAccount = async () => (await world.newKey('FREE')).accountId;
const listStates = async (accountId: string) =>
  (await listAccountUpgrades(apiEnv, accountId)).map(({ plan, state }) => `${plan} ${state}`);
const latestId = async (accountId: string) => (await latestUpgrade(apiEnv, accountId))?.id ?? '';
const ask = (accountId: string, plan: 'HOBBY' | 'PRO', at = NOON) =>
  askForUpgrade(apiEnv, accountId, { plan: plan }, OPERATOR, at);

describe('an upgrade request', () => {
  it('for another plan replaces the open request of its own account only', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    for (const accountId of [mine, other]) await ask(accountId, 'HOBBY');
    await ask(mine, 'PRO');
    expect([await listStates(mine), await listStates(other)]).toEqual([['PRO open'], ['HOBBY open']]);
  });

  it('after a declined request becomes the latest, and the declined request stays', async () => {
    const mine = await newAccount();
    await ask(mine, 'HOBBY');
    await declineUpgrade(apiEnv, await latestId(mine), 'Not yet', NOON);
    await ask(mine, 'PRO', NOON + 1);
    expect(await listStates(mine)).toEqual(['HOBBY declined', 'PRO open']);
    expect((await latestUpgrade(apiEnv, mine))?.plan).toBe('PRO');
  });

  it('for the same plan keeps the open request', async () => {
    const mine = await newAccount();
    await ask(mine, 'PRO');
    const first = await latestUpgrade(apiEnv, mine);
    await ask(mine, 'PRO', NOON + 1);
    expect(await latestUpgrade(apiEnv, mine)).toEqual(first);
  });

  it('is withdrawn only by its own account', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    for (const accountId of [mine, other]) await ask(accountId, 'PRO');
    await withdrawUpgrade(apiEnv, mine);
    expect([await listStates(mine), await listStates(other)]).toEqual([[], ['PRO open']]);
  });

  it('is in a page of the operator’s list only while it is open', async () => {
    const accounts = [await newAccount(), await newAccount(), await newAccount()];
    for (const accountId of accounts) await ask(accountId, 'PRO');
    const declined = await latestId(accounts[0] ?? '');
    await declineUpgrade(apiEnv, declined, 'No', NOON);
    const ids = (await listUpgrades(apiEnv, { cursor: '', limit: 100_000 })).rows.map(({ id }) => id);
    expect(ids).not.toContain(declined);
    const { rows } = await listUpgrades(apiEnv, { cursor: ids[0] ?? '', limit: 1 });
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1, 2));
  });
});

describe('the operator’s decision', () => {
  it('to grant a request changes the plan of its account, and raises the version of its keys', async () => {
    const [mine, other] = [await world.newKey('FREE'), await world.newKey('FREE')];
    const readVersion = (id: string) =>
      env.DB.prepare('SELECT version FROM keys WHERE id = ?1').bind(id).first<number>('version');
    const before = [await readVersion(mine.id), await readVersion(other.id)].map(Number);
    await ask(mine.accountId, 'PRO');
    await grantUpgrade(apiEnv, await latestId(mine.accountId), NOON);
    expect([await readVersion(mine.id), await readVersion(other.id)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    expect((await latestUpgrade(apiEnv, mine.accountId))?.currentPlan).toBe('PRO');
  });

  it('to decline a request is final', async () => {
    const mine = await newAccount();
    await ask(mine, 'PRO');
    const id = await latestId(mine);
    await declineUpgrade(apiEnv, id, 'No', NOON);
    await expect(grantUpgrade(apiEnv, id, NOON)).rejects.toMatchObject({ code: 'UPGRADE_ANSWERED' });
    await expect(declineUpgrade(apiEnv, id, 'Never', NOON)).rejects.toMatchObject({ code: 'UPGRADE_ANSWERED' });
    expect(await latestUpgrade(apiEnv, mine)).toMatchObject({ currentPlan: 'FREE', message: 'No' });
  });
});

/** Rows of sessions: which accounts get one, which rows a call touches, and when a row counts as no session. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createAccount } from '#api/accounts/accounts';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import { beginSession, endOtherSessions, findSession, listSessions, markSeen } from './sessions';

const api = createWorld().env as Env;

const newAccount = () => createAccount(api, 'Acme', 'FREE', NOON);
const set = (accountId: string, column: 'suspended' | 'deleted_at', value: number) =>
  env.DB.prepare(`UPDATE accounts SET ${column} = ?2 WHERE id = ?1`).bind(accountId, value).run();

async function begun(accountId: string, at = NOON) {
  const token = await beginSession(api, accountId, 'Firefox', at);
  if (token === null) throw new Error('no session');
  return token.digest;
}
const find = (digest: string) => findSession(api, digest, NOON);

describe('an account that is suspended or deleted', () => {
  it.each(['suspended', 'deleted_at'] as const)('(%s) gets no session', async (column) => {
    const [{ id }, other] = [await newAccount(), await newAccount()];
    await set(id, column, 1);
    expect(await beginSession(api, id, 'Firefox', NOON)).toBeNull();
    expect(await beginSession(api, other.id, 'Firefox', NOON)).not.toBeNull();
  });

  it.each(['suspended', 'deleted_at'] as const)('(%s) has sessions that are not found', async (column) => {
    const { id } = await newAccount();
    const digest = await begun(id);
    expect((await find(digest))?.account.id).toBe(id);
    await set(id, column, 1);
    expect(await find(digest)).toBeNull();
  });
});

describe('a session', () => {
  it('begun twice with the same seed is one session', async () => {
    const { id } = await newAccount();
    const seed = crypto.randomUUID();
    const tokens = [
      await beginSession(api, id, 'Firefox', NOON, seed),
      await beginSession(api, id, 'Opera', NOON, seed),
    ];
    expect(tokens[1]).toEqual(tokens[0]);
    expect((await listSessions(api, id, NOON)).map(({ agent }) => agent)).toEqual(['Firefox']);
  });

  it('is listed by the time it was last seen, and marking it changes no other', async () => {
    const { id } = await newAccount();
    const [first, second] = [await begun(id, NOON), await begun(id, NOON + 1)];
    const order = async () => (await listSessions(api, id, NOON)).map(({ seenAt }) => seenAt);
    expect(await order()).toEqual([NOON + 1, NOON]);
    await markSeen(api, (await find(first))?.sessionId ?? '', NOON + 5);
    expect(await order()).toEqual([NOON + 5, NOON + 1]);
    expect((await find(second))?.account.id).toBe(id);
  });

  it('stays when the others of its account are ended, and so do those of other accounts', async () => {
    const [{ id }, other] = [await newAccount(), await newAccount()];
    const [kept, ended, foreign] = [await begun(id), await begun(id), await begun(other.id)];
    await endOtherSessions(api, id, (await find(kept))?.sessionId ?? '');
    expect((await Promise.all([kept, ended, foreign].map(find))).map((one) => one?.account.id)).toEqual([
      id,
      undefined,
      other.id,
    ]);
  });
});

/** Rows of sessions: which accounts get a session, which rows each statement changes, and which rows are not found. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createAccount } from '#api/accounts/accounts';
import type { Env } from '#api/platform/env';
import { OPERATOR } from '#domain/account-events';
import { NOON } from '#testkit/clock';
import { createWorld } from '#testkit/world';
import { beginSession, endOtherSessions, findSession, listSessions, markSeen } from './sessions';

const api = createWorld().env as Env;

const newAccount = () => createAccount(api, 'Acme', 'FREE', NOON);
const set = (accountId: string, column: 'suspended' | 'deleted_at', value: number) =>
  env.DB.prepare(`UPDATE accounts SET ${column} = ?2 WHERE id = ?1`).bind(accountId, value).run();

async function newSession(accountId: string, at = NOON) {
  const token = await beginSession(api, accountId, { agent: 'Firefox' }, 'link', at);
  if (token === null) throw new Error('no session');
  return token.digest;
}
const find = (digest: string) => findSession(api, digest, NOON);

describe.each([
  ['suspended', 'suspended'],
  ['deleted', 'deleted_at'],
] as const)('an account that is %s', (_, column) => {
  it('gets no session', async () => {
    const [{ id }, other] = [await newAccount(), await newAccount()];
    await set(id, column, 1);
    expect(await beginSession(api, id, { agent: 'Firefox' }, 'link', NOON)).toBeNull();
    expect(await beginSession(api, other.id, { agent: 'Firefox' }, 'link', NOON)).not.toBeNull();
  });

  it('has no session that can be found', async () => {
    const { id } = await newAccount();
    const digest = await newSession(id);
    expect((await find(digest))?.account.id).toBe(id);
    await set(id, column, 1);
    expect(await find(digest)).toBeNull();
  });
});

describe('a session', () => {
  it('that is begun twice with one seed is one row', async () => {
    const { id } = await newAccount();
    const seed = crypto.randomUUID();
    const tokens = [
      await beginSession(api, id, { agent: 'Firefox' }, 'link', NOON, seed),
      await beginSession(api, id, { agent: 'Opera' }, 'link', NOON, seed),
    ];
    expect(tokens[1]).toEqual(tokens[0]);
    expect((await listSessions(api, id, NOON)).map(({ agent }) => agent)).toEqual(['Firefox']);
  });

  it('has the country of its sign-in where that is known', async () => {
    const { id } = await newAccount();
    for (const country of ['DE', 'T1', 'XX', null])
      await beginSession(api, id, { agent: 'Firefox', country }, 'link', NOON);
    expect((await listSessions(api, id, NOON)).map(({ country }) => country).sort()).toEqual(['DE', 'T1', null, null]);
  });

  it('is listed by the time when it was last seen, and a request changes this time for its own session only', async () => {
    const { id } = await newAccount();
    const [first, second] = [await newSession(id, NOON), await newSession(id, NOON + 1)];
    const order = async () => (await listSessions(api, id, NOON)).map(({ seenAt }) => seenAt);
    expect(await order()).toEqual([NOON + 1, NOON]);
    await markSeen(api, (await find(first))?.sessionId ?? '', NOON + 5);
    expect(await order()).toEqual([NOON + 5, NOON + 1]);
    expect((await find(second))?.account.id).toBe(id);
  });

  it('stays when all others of its account are ended, and so do the sessions of other accounts', async () => {
    const [{ id }, other] = [await newAccount(), await newAccount()];
    const [kept, ended, foreign] = [await newSession(id), await newSession(id), await newSession(other.id)];
    await endOtherSessions(api, id, (await find(kept))?.sessionId ?? '', OPERATOR, NOON);
    expect((await Promise.all([kept, ended, foreign].map(find))).map((one) => one?.account.id)).toEqual([
      id,
      undefined,
      other.id,
    ]);
  });
});

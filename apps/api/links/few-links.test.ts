/** The number of an account’s links, counted up to a limit. */
import type { SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createAccount } from '#api/accounts/accounts';
import { prepareStatement } from '#api/database/database';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { countOfLinks, countOfReach, parseLinkCount, parseReach } from './few-links';

const apiEnv = createWorld().env as Env;
const codes = freshAlias('count');
const countLinks = async (env: Env, accountId: string) =>
  parseLinkCount((await prepareStatement(env.DB, countOfLinks(accountId)).all()).results);

it('the links of an account are counted up to ten thousand, `isMore` shows a larger number, and other accounts do not count', async () => {
  const [{ id }, other] = [
    await createAccount(apiEnv, 'Acme', 'PRO', NOON),
    await createAccount(apiEnv, 'Other', 'PRO', NOON),
  ];
  expect(await countLinks(apiEnv, id)).toEqual({ count: 0, isMore: false });
  await insertLinks(other.id, 1, () => `${codes}-other`);
  await insertLinks(id, 10_000, (n) => `${codes}-${n}`);
  expect(await countLinks(apiEnv, id)).toEqual({ count: 10_000, isMore: false });
  await insertLinks(id, 1, () => `${codes}-last`);
  expect(await countLinks(apiEnv, id)).toEqual({ count: 10_000, isMore: true });
  expect(await countLinks(apiEnv, other.id)).toEqual({ count: 1, isMore: false });
});

it('deleted links are counted only where they are asked for, also before a position of the list', async () => {
  const { id } = await createAccount(apiEnv, 'Acme', 'PRO', NOON);
  const [, second = ''] = await insertLinks(id, 4, (n) => `${codes}-kept-${n}`);
  await apiEnv.DB.prepare(
    `UPDATE links SET gone = 'DELETED' WHERE code LIKE '${codes}-kept-%' AND created_at > 2`,
  ).run();
  const read = async (statement: SQL) => (await prepareStatement(apiEnv.DB, statement).all()).results;
  expect(parseLinkCount(await read(countOfLinks(id)))).toEqual({ count: 3, isMore: false });
  expect(parseLinkCount(await read(countOfLinks(id, { hasDeleted: true })))).toEqual({ count: 4, isMore: false });
  const position = { code: second, createdAt: 1 };
  expect(parseReach(await read(countOfReach(id, position)))).toEqual({ before: 1, all: { count: 3, isMore: false } });
  expect(parseReach(await read(countOfReach(id, position, { hasDeleted: true })))).toMatchObject({ before: 2 });
});

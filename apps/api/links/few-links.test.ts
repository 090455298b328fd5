/** The number of an account’s links, counted up to a limit. */
import { expect, it } from 'vitest';
import { createAccount } from '#api/accounts/accounts';
import { prepareStatement } from '#api/database/database';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { countOfLinks, parseLinkCount } from './few-links';

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

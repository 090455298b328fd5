/** The links of an account, counted up to a limit. */
import { expect, it } from 'vitest';
import { createAccount } from '#api/accounts/accounts';
import type { Env } from '#api/platform/env';
import { NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { countLinks } from './link-count';

const api = createWorld().env as Env;
const codes = freshAlias('count');

it('are counted up to ten thousand, with a mark for more; links of other accounts are not counted', async () => {
  const [{ id }, other] = [
    await createAccount(api, 'Acme', 'PRO', NOON),
    await createAccount(api, 'Other', 'PRO', NOON),
  ];
  expect(await countLinks(api, id)).toEqual({ count: 0, isMore: false });
  await insertLinks(other.id, 1, () => `${codes}-other`);
  await insertLinks(id, 10_000, (n) => `${codes}-${n}`);
  expect(await countLinks(api, id)).toEqual({ count: 10_000, isMore: false });
  await insertLinks(id, 1, () => `${codes}-last`);
  expect(await countLinks(api, id)).toEqual({ count: 10_000, isMore: true });
  expect(await countLinks(api, other.id)).toEqual({ count: 1, isMore: false });
});

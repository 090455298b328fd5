/**
 * Cursors and peppers: a cursor names the pepper that sealed it, and outlasts a change of the pepper
 * (docs/design/keys-and-metering.md).
 */
import { describe, expect, it } from 'vitest';
import { LinkList } from '#api/routes/links';
import { computePepperId } from '#secrets/pepper';
import { createWorld, freshAlias } from '#testkit/world';

const OLD = 'the-former-pepper-of-forty-characters-xx';
const NEW = 'the-newer-pepper-of-forty-characters-xxx';
const worldWith = (PEPPER: string, PEPPER_PREVIOUS = '') => createWorld({ PEPPER, PEPPER_PREVIOUS });

/** Creates an account with two links. Returns the cursor of the second page, sealed with the former pepper. */
async function firstPage() {
  const world = worldWith(OLD);
  const { key, accountId } = await world.newKey('PRO');
  for (let i = 0; i < 2; i++) await world.shorten(key, { url: 'https://example.com/', alias: freshAlias('walk') });
  const { nextCursor } = LinkList.parse(await (await world.v2(key, 'GET', '/links?limit=1')).json());
  return { key, accountId, cursor: nextCursor ?? '' };
}

const nextPage = (world: ReturnType<typeof createWorld>, key: string, cursor: string) =>
  world.v2(key, 'GET', `/links?limit=1&cursor=${cursor}`);

describe('a cursor', () => {
  it('begins with the id of its pepper', async () => {
    expect((await firstPage()).cursor.slice(0, 8)).toBe(await computePepperId(OLD));
  });

  it('is valid after a change of the pepper, until the former pepper is removed', async () => {
    const { key, cursor } = await firstPage();
    const page = LinkList.parse(await (await nextPage(worldWith(NEW, OLD), key, cursor)).json());
    expect(page.links).toHaveLength(1);
    expect((await nextPage(worldWith(NEW), key, cursor)).status).toBe(400);
  });

  it('that was altered to name another pepper is refused with 400', async () => {
    const { key, cursor } = await firstPage();
    const renamed = (await computePepperId(NEW)) + cursor.slice(8);
    expect((await nextPage(worldWith(NEW, OLD), key, renamed)).status).toBe(400);
  });
});

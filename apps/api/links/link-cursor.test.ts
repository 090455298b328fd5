/** A cursor names the pepper that sealed it: none can be forged, and a change of the pepper ends no walk (docs/adr/0026). */
import { describe, expect, it } from 'vitest';
import { LinkList } from '#api/routes/list-links';
import { pepperIdOf } from '#secrets/pepper';
import { createWorld, freshAlias } from '#testkit/world';

const OLD = 'the-former-pepper-of-forty-characters-xx';
const NEW = 'the-newer-pepper-of-forty-characters-xxx';
const peppered = (PEPPER: string, PEPPER_PREVIOUS = '') => createWorld({ PEPPER, PEPPER_PREVIOUS });

/** An account with two links, and the cursor of the second page, sealed under the former pepper. */
async function walkBegun() {
  const world = peppered(OLD);
  const { key, accountId } = await world.newKey('PRO');
  for (let i = 0; i < 2; i++) await world.shorten(key, { url: 'https://example.com/', alias: freshAlias('walk') });
  const { nextCursor } = LinkList.parse(await (await world.v2(key, 'GET', '/links?limit=1')).json());
  return { key, accountId, cursor: nextCursor ?? '' };
}

const goOn = (world: ReturnType<typeof createWorld>, key: string, cursor: string) =>
  world.v2(key, 'GET', `/links?limit=1&cursor=${cursor}`);

describe('a cursor', () => {
  it('begins with the id of its pepper', async () => {
    expect((await walkBegun()).cursor.slice(0, 8)).toBe(await pepperIdOf(OLD));
  });

  it('is valid after a change of the pepper, as long as the former one is', async () => {
    const { key, cursor } = await walkBegun();
    const page = LinkList.parse(await (await goOn(peppered(NEW, OLD), key, cursor)).json());
    expect(page.links).toHaveLength(1);
    expect((await goOn(peppered(NEW), key, cursor)).status).toBe(400);
  });

  it('of 0.10.0, which names no pepper, is valid', async () => {
    const { key, cursor } = await walkBegun();
    const before = cursor.slice(8);
    expect([
      (await goOn(peppered(OLD), key, before)).status,
      (await goOn(peppered(NEW, OLD), key, before)).status,
    ]).toEqual([200, 200]);
  });

  it('that was altered to name another pepper is refused', async () => {
    const { key, cursor } = await walkBegun();
    const renamed = (await pepperIdOf(NEW)) + cursor.slice(8);
    expect((await goOn(peppered(NEW, OLD), key, renamed)).status).toBe(400);
  });
});

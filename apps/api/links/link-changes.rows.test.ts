/** The columns of a row after its link was deleted, edited, blocked, judged and unblocked. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import type { Link } from '#domain/link';
import { findLink } from '#store/find-link';
import { NOON, turnedClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';
import { blockLink, blockUnsafe, deleteLink, editLink, LinkChanged, unblockLink } from './link-changes';

const world = createWorld();
const api = world.env as Env;
const turnTo = turnedClock();

const DESTINATION = 'https://example.com/';
const OTHER = 'https://other.example/';

/** The columns that hold verdicts and decisions on a link's destination. */
const KNOWN = 'threat, looked_at, accepted, swapped, refused_looks, unjudgeable_at, blocked';
const AT_FIRST = {
  threat: null,
  looked_at: null,
  accepted: 0,
  swapped: 0,
  refused_looks: 0,
  unjudgeable_at: null,
  blocked: null,
};
type Known = { [Name in keyof typeof AT_FIRST]: string | number | null };

async function linkWith(known: Partial<Known> = {}): Promise<Link> {
  turnTo(NOON);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('row');
  expect((await world.shorten(key, { url: DESTINATION, alias })).status).toBe(201);
  const values = Object.values({ ...AT_FIRST, ...known });
  await env.DB.prepare(`UPDATE links SET (${KNOWN}) = (?2, ?3, ?4, ?5, ?6, ?7, ?8) WHERE code = ?1`)
    .bind(alias, ...values)
    .run();
  return (await findLink(env, alias)) as Link;
}
const knownOf = ({ code }: Link) => env.DB.prepare(`SELECT ${KNOWN} FROM links WHERE code = ?1`).bind(code).first();
const rowOf = ({ code }: Link) => env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(code).first();

describe('a deletion', () => {
  it('leaves nothing to judge, and makes a new version', async () => {
    const link = await linkWith({ threat: 'pending', refused_looks: 2, unjudgeable_at: 5 });
    expect(await deleteLink(api, link.accountId, link.code, NOON)).toMatchObject({
      gone: 'DELETED',
      version: link.version + 1,
    });
    expect(await knownOf(link)).toEqual(AT_FIRST);
  });

  it('is for the owner only', async () => {
    const [link, other] = [await linkWith(), await linkWith()];
    const before = await rowOf(link);
    await expect(deleteLink(api, other.accountId, link.code, NOON)).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    expect(await rowOf(link)).toEqual(before);
  });
});

describe('an edit', () => {
  it.each([
    ['blocked', 1],
    [null, 0],
  ])('of the destination while `blocked` is %j sets `swapped` to %i', async (blocked, swapped) => {
    const link = await linkWith({ blocked, accepted: 1, refused_looks: 2, unjudgeable_at: 5, looked_at: 4 });
    await editLink(api, link.accountId, link.code, { url: OTHER, threat: null }, NOON);
    expect(await knownOf(link)).toEqual({ ...AT_FIRST, blocked, swapped });
  });

  it('is for the owner only, and for a link that is not deleted', async () => {
    const [link, other] = [await linkWith(), await linkWith()];
    const edit = (accountId: string) => editLink(api, accountId, link.code, { maxClicks: 5, threat: null }, NOON);
    await expect(edit(other.accountId)).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
    await deleteLink(api, link.accountId, link.code, NOON);
    const before = await rowOf(link);
    await expect(edit(link.accountId)).rejects.toMatchObject({ code: 'LINK_DELETED' });
    expect(await rowOf(link)).toEqual(before);
  });

  it('overwrites nothing that its editor has not seen', async () => {
    const link = await linkWith();
    await editLink(api, link.accountId, link.code, { maxClicks: 5, threat: null }, NOON, link);
    const before = await rowOf(link);
    const late = editLink(api, link.accountId, link.code, { url: OTHER, threat: null }, NOON, link);
    await expect(late).rejects.toBeInstanceOf(LinkChanged);
    expect(await rowOf(link)).toEqual(before);
  });

  it('of the limit revives a spent link, and no other edit does', async () => {
    const link = await linkWith();
    await env.DB.prepare("UPDATE links SET gone = 'CLICKS', max_clicks = 1 WHERE code = ?1").bind(link.code).run();
    expect((await editLink(api, link.accountId, link.code, { expiresIn: 60, threat: null }, NOON)).gone).toBe('CLICKS');
    expect((await editLink(api, link.accountId, link.code, { maxClicks: 5, threat: null }, NOON)).gone).toBeNull();
  });
});

describe('a block', () => {
  it('by the operator withdraws the acceptance, and leaves nothing to judge', async () => {
    const link = await linkWith({ accepted: 1, swapped: 1, threat: 'pending', refused_looks: 3, unjudgeable_at: 9 });
    expect((await blockLink(api, link.code, 'spam', NOON)).version).toBe(link.version + 1);
    expect(await knownOf(link)).toEqual({ ...AT_FIRST, blocked: 'spam' });
  });

  it.each([
    [null, 'threat'],
    ['spam', 'spam'],
  ])('by a verdict, of a link whose block was %j, is %j', async (blocked, after) => {
    const link = await linkWith({ blocked, swapped: 1, threat: 'pending' });
    await blockUnsafe(api, link, NOON);
    expect(await knownOf(link)).toEqual({ ...AT_FIRST, blocked: after, looked_at: NOON });
  });

  it('by a verdict leaves another link, another destination and an accepted one as they are', async () => {
    const [link, accepted] = [await linkWith(), await linkWith({ accepted: 1 })];
    for (const judged of [{ ...link, id: 'another' }, { ...link, url: OTHER }, accepted]) {
      const before = await rowOf(judged);
      await expect(blockUnsafe(api, judged, NOON)).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
      expect(await rowOf(judged)).toEqual(before);
    }
  });
});

describe('an unblocking', () => {
  const ACCEPTED = { ...AT_FIRST, accepted: 1 };
  const PENDING = { ...AT_FIRST, threat: 'pending' };

  it.each<[string, Partial<Known>, string | null, Known]>([
    ['that was blocked', { blocked: 'threat', looked_at: 4 }, null, { ...ACCEPTED, looked_at: 4 }],
    ['that is unjudgeable', { unjudgeable_at: 5, refused_looks: 2 }, null, ACCEPTED],
    ['that is named', {}, DESTINATION, ACCEPTED],
    ['that replaced the blocked one, and is named', { blocked: 'threat', swapped: 1 }, DESTINATION, ACCEPTED],
    ['that replaced the blocked one', { blocked: 'threat', swapped: 1, looked_at: 4 }, null, PENDING],
    ['that nobody has judged', { looked_at: 4 }, null, PENDING],
  ])('of a destination %s', async (_, known, url, after) => {
    const link = await linkWith(known);
    await unblockLink(api, link.code, url, NOON);
    expect(await knownOf(link)).toEqual(after);
  });

  it('of another destination changes nothing', async () => {
    const link = await linkWith({ blocked: 'threat' });
    const before = await rowOf(link);
    await expect(unblockLink(api, link.code, OTHER, NOON)).rejects.toMatchObject({ code: 'LINK_CHANGED' });
    expect(await rowOf(link)).toEqual(before);
  });
});

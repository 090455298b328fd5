/** The end of a spent link in D1: of that link, under that limit, once. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Limits, limitsOfLink } from '#domain/limits';
import type { Link } from '#domain/link';
import { NOON, turnedClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';
import { findLink } from './find-link';
import { publishSpent } from './spent';

const world = createWorld();
const turnTo = turnedClock();

/** Long enough after a change for its put to have settled. */
const LATER = NOON + 60_000;

async function limitedLink(maxClicks = 3) {
  turnTo(NOON);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('end');
  const make = async () => {
    expect((await world.shorten(key, { url: 'https://example.com', alias, maxClicks })).status).toBe(201);
    return (await findLink(env, alias)) as Link;
  };
  return { make, change: (method: string, body?: object) => world.v2(key, method, `/links/${alias}`, body as never) };
}

/** Publishes that the link is spent after `clicks` clicks, and returns the link. */
async function ended(limits: Limits, clicks = 3) {
  await publishSpent(env, limits, clicks, LATER);
  return findLink(env, limits.code);
}

describe('a link whose clicks are used up', () => {
  it('is gone, in a new version', async () => {
    const link = await (await limitedLink()).make();
    expect(await ended(limitsOfLink(link))).toMatchObject({ gone: 'CLICKS', version: link.version + 1 });
  });

  it('ends once, however often that is published', async () => {
    const link = await (await limitedLink()).make();
    const once = await ended(limitsOfLink(link));
    await publishSpent(env, limitsOfLink(link), 3, LATER + 60_000); // clears the mark of the first put
    const settled = await findLink(env, link.code);
    expect(await ended(limitsOfLink(link))).toEqual(settled);
    expect(once?.gone).toBe('CLICKS');
  });
});

describe('a link that is not spent stays as it is', () => {
  it('where its owner has made another link under the code', async () => {
    const { make, change } = await limitedLink();
    const old = await make();
    await change('DELETE');
    const link = await make();
    expect(await ended(limitsOfLink(old))).toEqual(link);
  });

  it('where it was deleted meanwhile', async () => {
    const { make, change } = await limitedLink();
    const link = await make();
    await change('DELETE');
    expect(await ended(limitsOfLink(link))).toMatchObject({ gone: 'DELETED', version: link.version + 1 });
  });

  it('where its limit was raised meanwhile', async () => {
    const { make, change } = await limitedLink();
    const link = await make();
    await change('PATCH', { maxClicks: 4 });
    expect(await ended(limitsOfLink(link))).toMatchObject({ gone: null, maxClicks: 4 });
    expect(await ended(limitsOfLink(link), 4)).toMatchObject({ gone: 'CLICKS' });
  });
});

/** publishSpent marks a link as spent in D1, once. It does not change a link with another id or a higher limit. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Limits, linkToLimits } from '#domain/click-limits';
import type { Link } from '#domain/link';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';
import { findLink } from './link-row';
import { markSpent, publishSpent } from './publish';

const world = createWorld();
const turnTo = fakeClock();

/** A time at which the put of every change has landed or is lost. */
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
async function publishedSpent(limits: Limits, clicks = 3) {
  await publishSpent(env, limits, clicks, LATER);
  return findLink(env, limits.code);
}

describe('a spent link', () => {
  it('is gone, in a new version', async () => {
    const link = await (await limitedLink()).make();
    expect(await publishedSpent(linkToLimits(link))).toMatchObject({ gone: 'CLICKS', version: link.version + 1 });
  });

  it('gets one new version, although publishSpent runs three times', async () => {
    const link = await (await limitedLink()).make();
    const once = await publishedSpent(linkToLimits(link));
    await publishSpent(env, linkToLimits(link), 3, LATER + 60_000); // this run clears the dirty mark of the first one
    const settled = await findLink(env, link.code);
    expect(await publishedSpent(linkToLimits(link))).toEqual(settled);
    expect(once?.gone).toBe('CLICKS');
  });
});

it('of many links exactly those become spent whose clicks have reached the limit', async () => {
  const [spent, other, unnamed] = [await limitedLink(3), await limitedLink(4), await limitedLink(3)];
  const links = [await spent.make(), await other.make()];
  const untouched = await unnamed.make();
  const counted = links.map(({ code, id: linkId }) => ({ code, linkId, clicks: 3 }));
  expect(await markSpent(env, counted, LATER)).toEqual([
    { ...links[0], gone: 'CLICKS', version: (links[0]?.version ?? 0) + 1 },
  ]);
  expect(await findLink(env, untouched.code)).toEqual(untouched);
});

describe('a link that is not spent', () => {
  it('stays as it is if it has taken the code of a spent link', async () => {
    const { make, change } = await limitedLink();
    const old = await make();
    await change('DELETE');
    const link = await make();
    expect(await publishedSpent(linkToLimits(old))).toEqual(link);
  });

  it('stays deleted if its owner has deleted it meanwhile', async () => {
    const { make, change } = await limitedLink();
    const link = await make();
    await change('DELETE');
    expect(await publishedSpent(linkToLimits(link))).toMatchObject({ gone: 'DELETED', version: link.version + 1 });
  });

  it('stays as it is if its owner has raised the limit meanwhile', async () => {
    const { make, change } = await limitedLink();
    const link = await make();
    await change('PATCH', { maxClicks: 4 });
    expect(await publishedSpent(linkToLimits(link))).toMatchObject({ gone: null, maxClicks: 4 });
    expect(await publishedSpent(linkToLimits(link), 4)).toMatchObject({ gone: 'CLICKS' });
  });
});

/** The dirty mark: every change sets it, and only the put of the newest version clears it. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { clearMarks } from '#api/links/propagate';
import type { Link } from '#domain/link';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';
import { findLink } from './link-row';
import { ANNOUNCE, clearMark } from './publish';

const world = createWorld();
const turnTo = fakeClock();

/** A time at which every put that began at noon has landed or is lost. */
const LATER = NOON + 600_000;

async function newLink(): Promise<Link> {
  turnTo(NOON);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('mark');
  expect((await world.shorten(key, { url: 'https://example.com', alias })).status).toBe(201);
  return (await findLink(env, alias)) as Link;
}

/** Changes a link in D1, and does not begin the put. */
const change = ({ code }: Link, now: number) =>
  env.DB.prepare(`UPDATE links SET version = version + 1, ${ANNOUNCE} WHERE code = ?2`).bind(now, code).run();
const readMarks = ({ code }: Link) =>
  env.DB.prepare('SELECT dirty, put_at, quiet_at FROM links WHERE code = ?1').bind(code).first();

describe.each([
  ['clearMark', (link: Link, now: number) => clearMark(env, link, now)],
  ['clearMarks', (link: Link, now: number) => clearMarks(env, [link], now)],
])('the dirty mark, with %s,', (_, clear) => {
  it('stays while a newer version is yet to be put', async () => {
    const link = await newLink();
    await change(link, NOON);
    await clear(link, LATER);
    expect(await readMarks(link)).toMatchObject({ dirty: 1 });
    await clear((await findLink(env, link.code)) as Link, LATER);
    expect(await readMarks(link)).toMatchObject({ dirty: 0 });
  });

  it('stays while an earlier put may land', async () => {
    const link = await newLink();
    await change(link, NOON);
    const newest = (await findLink(env, link.code)) as Link;
    await clear(newest, NOON + 39_999);
    expect(await readMarks(link)).toMatchObject({ dirty: 1 });
    await clear(newest, NOON + 40_000);
    expect(await readMarks(link)).toMatchObject({ dirty: 0 });
  });

  it('stays for every other link', async () => {
    const [link, other] = [await newLink(), await newLink()];
    for (const one of [link, other]) await change(one, NOON);
    await clear((await findLink(env, link.code)) as Link, LATER);
    expect([await readMarks(link), await readMarks(other)]).toMatchObject([{ dirty: 0 }, { dirty: 1 }]);
  });
});

it('a change that arrives late does not move back the times that another change has announced', async () => {
  const link = await newLink();
  await change(link, NOON + 30_000);
  await change(link, NOON + 10_000);
  expect(await readMarks(link)).toEqual({ dirty: 1, put_at: NOON + 30_000, quiet_at: NOON + 70_000 });
});

/** Tests which rows of links the checks of the cron read and change, even if a link changes during a check. */
import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Env } from '#api/platform/env';
import { fakeClock, NOON } from '#testkit/clock';
import { d1Where } from '#testkit/faults';
import { clearThreats, newLink, readRow, threatWorld } from '#testkit/threat-world';
import { createWorld, freshAlias } from '#testkit/world';
import { checkPending, recheckLinks } from './threat-checks';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const BROWSER = { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' } };

const turnTo = fakeClock();

// The checks read whole tables, so each test begins with empty ones.
beforeEach(async () => {
  await clearThreats();
  turnTo(NOON);
});
afterAll(clearThreats);

/** Inserts a link that was created at noon and never checked. @param set the SET clause of its other columns */
async function insertLink(set: string): Promise<string> {
  const code = freshAlias('check');
  const insert = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
    VALUES (?1, ?1, 'legacy', 'https://good.example/', ?2, ?2, ?2)`;
  await env.DB.prepare(insert).bind(code, NOON).run();
  await change(code, set);
  return code;
}

const change = (code: string, set: string) =>
  env.DB.prepare(`UPDATE links SET ${set} WHERE code = ?1`).bind(code).run();
const readLink = (code: string) => env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(code).first();

/** An environment in which a link changes just before the statement that matches. */
const changing = (code: string, set: string, matching: RegExp) =>
  createWorld({
    DB: d1Where(matching, async (call) => {
      await change(code, set);
      return call();
    }),
  }).env as Env;

describe('a verdict', () => {
  it.each([
    ['the code has another link', "id = 'another'"],
    ['the link has another destination', "url = 'https://other.example/'"],
    ['the operator has accepted the destination', 'accepted = 1'],
  ])('is not recorded if meanwhile %s', async (_, set) => {
    const code = await insertLink("threat = 'pending'");
    await checkPending(changing(code, set, /^update "links" set/), NOON);
    expect(await readRow(createWorld(), code)).toMatchObject({ threat: 'pending' });
  });
});

it('a pending link that is safe at its second check keeps its check after a day', async () => {
  const code = await insertLink(`threat = 'pending', checked_at = ${NOON}`);
  await checkPending(createWorld().env, NOON + 60_000);
  expect(await readLink(code)).toMatchObject({ threat: null, checked_at: null });
});

describe('the check after a day', () => {
  it.each(["gone = 'DELETED'", "blocked = 'spam'", "threat = 'pending'", 'accepted = 1'])(
    'sends no destination of a link with %s to the service',
    async (set) => {
      const world = await threatWorld('webrisk', 'right');
      const code = await insertLink(set);
      const before = await readLink(code);
      await recheckLinks(world.env, NOON + DAY);
      expect(await world.requests()).toEqual([]);
      expect(await readLink(code)).toEqual(before);
    },
  );

  it('continues after the last link of the run before, and reaches that link in the next walk', async () => {
    const code = await insertLink('threat = NULL');
    await env.DB.prepare('UPDATE threat_watch SET checked_up_to = ?1').bind(code).run();
    const checkedAt: unknown[] = [];
    for (let run = 0; run < 2; run++) {
      await recheckLinks(createWorld().env, NOON + DAY);
      checkedAt.push((await readRow(createWorld(), code))?.checked_at);
    }
    expect(checkedAt).toEqual([null, NOON + DAY]);
  });

  it('leaves out a link that takes the code meanwhile', async () => {
    const code = await insertLink('threat = NULL');
    await recheckLinks(changing(code, "id = 'another'", /^SELECT "links"\."code"/), NOON + DAY);
    expect(await readLink(code)).toMatchObject({ id: 'another', checked_at: null });
  });
});

it('a weekly check neither logs an unjudgeable link again nor makes it pending', async () => {
  const world = await threatWorld('webrisk', 'right');
  const { alias } = await newLink(world, 'https://status-414.example/');
  await change(alias, `threat = NULL, unjudgeable_at = ${NOON}, checked_at = ${NOON}`);
  turnTo(NOON + DAY);
  expect((await world.visit(alias, BROWSER)).status).toBe(302);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await recheckLinks(world.env, NOON + WEEK);
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
  expect(await readRow(world, alias)).toMatchObject({
    threat: null,
    unjudgeable_at: NOON,
    checked_at: NOON + WEEK,
  });
});

/** Tests scheduled deletions and ends in D1: which links they change, when, and what an undo leaves. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import {
  carryOutActs,
  listScheduled,
  MAX_EXTENSIONS,
  MORE_TIME_MS,
  postponeAct,
  scheduleAct,
  UNDO_MS,
  undoAct,
} from './scheduled-acts';

const world = createWorld();
const turnTo = fakeClock();
const DUE = NOON + UNDO_MS;

beforeEach(async () => {
  turnTo(NOON);
  // The cron works on whole tables, beginning with what has waited longest.
  await env.DB.batch([
    env.DB.prepare('DELETE FROM scheduled_acts'),
    env.DB.prepare('UPDATE links SET dirty = 0 WHERE dirty = 1'),
  ]);
});

/** Makes an account with a link for each body, whose aliases are returned. */
async function newLinks(...bodies: Record<string, unknown>[]) {
  const { key, accountId } = await world.newKey();
  const codes: string[] = [];
  for (const body of bodies) {
    const alias = freshAlias('late');
    expect((await world.shorten(key, { url: 'https://example.com/', alias, ...body })).status).toBe(201);
    codes.push(alias);
  }
  return { key, accountId, codes, code: codes[0] ?? '' };
}

const readColumn = (code: string, name: string, table = 'links') =>
  env.DB.prepare(`SELECT ${name} FROM ${table} WHERE code = ?1`).bind(code).first(name);
const readGone = (codes: readonly string[]) => Promise.all(codes.map((code) => readColumn(code, 'gone')));
const left = () => env.DB.prepare('SELECT count(*) AS n FROM scheduled_acts').first('n');

describe('a scheduled deletion', () => {
  it('is carried out from the millisecond on at which it is due, and not before', async () => {
    const { accountId, codes } = await newLinks({}, {});
    expect(await scheduleAct(env, accountId, 'delete', codes, NOON)).toHaveLength(2);
    await carryOutActs(env, DUE - 1);
    expect(await readGone(codes)).toEqual([null, null]);
    await carryOutActs(env, DUE);
    expect(await readGone(codes)).toEqual(['DELETED', 'DELETED']);
    expect(await left()).toBe(0);
  });

  it('erases the details of its links, and leaves those of others', async () => {
    const { accountId, codes, code } = await newLinks({ title: 'One', tags: ['a'] }, { title: 'Two' });
    await scheduleAct(env, accountId, 'delete', [code], NOON);
    await carryOutActs(env, DUE);
    expect(await Promise.all(codes.map((one) => readColumn(one, 'title', 'link_details')))).toEqual([null, 'Two']);
    expect(await readColumn(code, 'code', 'link_tags')).toBeNull();
  });

  it('leaves out deleted links, unknown codes and links of other accounts', async () => {
    const { key, accountId, codes, code } = await newLinks({}, {});
    const foreign = await newLinks({});
    await world.v2(key, 'DELETE', `/links/${code}`);
    expect(await scheduleAct(env, accountId, 'delete', [...codes, foreign.code, 'no-such-code'], NOON)).toHaveLength(1);
    expect(await listScheduled(env, accountId)).toMatchObject([{ code: codes[1], dueAt: DUE }]);
    expect(await listScheduled(env, foreign.accountId)).toEqual([]);
  });

  it('of a spent link is carried out, as that of a live one', async () => {
    const { accountId, codes, code } = await newLinks({ maxClicks: 1 });
    await env.DB.prepare("UPDATE links SET gone = 'CLICKS' WHERE code = ?1").bind(code).run();
    expect(await scheduleAct(env, accountId, 'delete', codes, NOON)).toHaveLength(1);
    await carryOutActs(env, DUE);
    expect(await readGone(codes)).toEqual(['DELETED']);
  });

  it('keeps its due time when its link is named again, and is listed by its due time', async () => {
    const { accountId, codes: made } = await newLinks({}, {});
    const codes = made.toSorted();
    await scheduleAct(env, accountId, 'delete', codes.slice(1), NOON);
    expect(await scheduleAct(env, accountId, 'delete', codes, NOON + 5)).toHaveLength(2);
    const scheduled = await listScheduled(env, accountId);
    expect(scheduled.map(({ code, dueAt }) => [code, dueAt])).toEqual([
      [codes[1], DUE],
      [codes[0], DUE + 5],
    ]);
  });

  it('leaves a link that was made under the code meanwhile, until that link is named itself', async () => {
    const { key, accountId, code } = await newLinks({ title: 'First' });
    await scheduleAct(env, accountId, 'delete', [code], NOON);
    await world.v2(key, 'DELETE', `/links/${code}`);
    const again = { url: 'https://example.com/', alias: code, title: 'Second' };
    expect((await world.shorten(key, again)).status).toBe(201);
    expect(await scheduleAct(env, accountId, 'delete', [code], NOON + 1)).toHaveLength(1);
    await carryOutActs(env, DUE);
    expect(await readGone([code])).toEqual([null]);
    await carryOutActs(env, DUE + 1);
    expect(await readGone([code])).toEqual(['DELETED']);
  });

  it('deletes neither a later link of the code nor its details', async () => {
    const { key, accountId, code } = await newLinks({ title: 'First' });
    await scheduleAct(env, accountId, 'delete', [code], NOON);
    await world.v2(key, 'DELETE', `/links/${code}`);
    await world.shorten(key, { url: 'https://example.com/', alias: code, title: 'Second' });
    await carryOutActs(env, DUE);
    expect([await readColumn(code, 'gone'), await readColumn(code, 'title', 'link_details')]).toEqual([null, 'Second']);
    expect(await left()).toBe(0);
  });

  it('of another account stays if one account’s deletions are carried out', async () => {
    const [mine, theirs] = [await newLinks({}), await newLinks({})];
    for (const { accountId, codes } of [mine, theirs]) await scheduleAct(env, accountId, 'delete', codes, NOON);
    await carryOutActs(env, DUE, mine.accountId);
    expect(await readGone([mine.code, theirs.code])).toEqual(['DELETED', null]);
    expect(await left()).toBe(1);
  });

  it('is carried out once by two that carry it out at the same time', async () => {
    const { accountId, codes } = await newLinks({}, {}, {});
    await scheduleAct(env, accountId, 'delete', codes, NOON);
    const both = await Promise.all([carryOutActs(env, DUE), carryOutActs(env, DUE, accountId)]);
    expect(both.map((deleted) => deleted.length).sort()).toEqual([0, 3]);
    expect(await Promise.all(codes.map((code) => readColumn(code, 'version')))).toEqual([2, 2, 2]);
  });

  it('is carried out whole, the earliest first, two hundred links or somewhat more at a time', async () => {
    const { accountId } = await world.newKey();
    const codes = await insertLinks(accountId, 320, (n) => `${freshAlias('part')}-${n}`);
    for (const at of [3, 1, 2, 0])
      await scheduleAct(env, accountId, 'delete', codes.slice(at * 80, at * 80 + 80), NOON + at);
    expect(await carryOutActs(env, DUE + 10)).toHaveLength(240);
    expect(new Set((await listScheduled(env, accountId)).map(({ dueAt }) => dueAt))).toEqual(new Set([DUE + 3]));
    expect(await carryOutActs(env, DUE + 10)).toHaveLength(80);
    expect(await carryOutActs(env, DUE + 10)).toHaveLength(0);
  });
});

describe('an undo', () => {
  it('takes away the whole deletion of its due time, and no other one', async () => {
    const { accountId, codes } = await newLinks({}, {}, {});
    const foreign = await newLinks({});
    await scheduleAct(env, accountId, 'delete', codes.slice(0, 2), NOON);
    await scheduleAct(env, accountId, 'delete', codes.slice(2), NOON + 1);
    await scheduleAct(env, foreign.accountId, 'delete', foreign.codes, NOON);
    expect(await undoAct(env, accountId, { act: 'delete', dueAt: DUE }, NOON + 5)).toEqual({ undone: 2, staying: 2 });
    await carryOutActs(env, DUE + 1);
    expect(await readGone([...codes, foreign.code])).toEqual([null, null, 'DELETED', 'DELETED']);
  });

  it('comes too late from the due time on', async () => {
    const { accountId, codes } = await newLinks({});
    await scheduleAct(env, accountId, 'delete', codes, NOON);
    expect(await undoAct(env, accountId, { act: 'delete', dueAt: DUE }, DUE)).toEqual({ undone: 0, staying: 0 });
    expect(await undoAct(env, accountId, { act: 'delete', dueAt: DUE }, DUE - 1)).toEqual({ undone: 1, staying: 1 });
  });

  it('and a deletion that race have one outcome for all links, which the undo returns', async () => {
    for (let round = 0; round < 6; round++) {
      const { accountId, codes } = await newLinks({}, {}, {});
      await scheduleAct(env, accountId, 'delete', codes, NOON);
      const undo = () => undoAct(env, accountId, { act: 'delete', dueAt: DUE }, DUE - 1);
      const carryOut = () => carryOutActs(env, DUE);
      const outcomes = await Promise.all(round % 2 === 1 ? [carryOut(), undo()] : [undo(), carryOut()]);
      const { undone } = outcomes.find((outcome) => 'undone' in outcome) ?? { undone: null };
      expect([0, 3]).toContain(undone);
      expect(await readGone(codes)).toEqual(Array(3).fill(undone === 3 ? null : 'DELETED'));
    }
  });
});

describe('a scheduled end', () => {
  it('expires its links at the moment at which it is carried out, for their visitors too, and is logged nowhere', async () => {
    const { accountId, codes, code } = await newLinks({ expiresIn: 3600 }, { maxClicks: 5 }, { title: 'Kept' });
    expect(await scheduleAct(env, accountId, 'expire', codes, NOON)).toHaveLength(3);
    await carryOutActs(env, DUE - 1);
    expect(await readColumn(code, 'expires_at')).toBe(NOON + 3_600_000);
    turnTo(DUE + 7);
    await world.cron();
    for (const one of codes) {
      expect(await readColumn(one, 'expires_at')).toBe(DUE + 7);
      expect((await createWorld().visit(one)).status).toBe(410);
    }
    expect([await readGone(codes), await left()]).toEqual([[null, null, null], 0]);
    expect(await readColumn(codes[2] ?? '', 'title', 'link_details')).toBe('Kept');
    const events = env.DB.prepare(
      "SELECT count(*) AS n FROM account_events WHERE account_id = ?1 AND kind LIKE 'link.%'",
    );
    expect(await events.bind(accountId).first('n')).toBe(0);
  });

  it('that is undone leaves the former end, and the clicks that were counted meanwhile', async () => {
    const { key, accountId, codes, code } = await newLinks({ expiresIn: 3600, maxClicks: 2 });
    await scheduleAct(env, accountId, 'expire', codes, NOON);
    expect((await world.visit(code)).status).toBe(302);
    expect(await undoAct(env, accountId, { act: 'expire', dueAt: DUE }, NOON + 1)).toEqual({ undone: 1, staying: 1 });
    await carryOutActs(env, DUE);
    expect(await readColumn(code, 'expires_at')).toBe(NOON + 3_600_000);
    expect([(await world.visit(code)).status, (await world.visit(code)).status]).toEqual([302, 410]);
    expect((await world.v2(key, 'GET', `/links/${code}`)).status).toBe(200);
  });

  it('leaves out links that have expired, and one that expires meanwhile keeps its end', async () => {
    const { accountId, codes, code } = await newLinks({ expiresIn: 60 }, {});
    expect(await scheduleAct(env, accountId, 'expire', codes, NOON + 55_000)).toHaveLength(2);
    await carryOutActs(env, NOON + 90_000);
    expect(await readColumn(code, 'expires_at')).toBe(NOON + 60_000);
    expect(await scheduleAct(env, accountId, 'expire', codes, NOON + 95_000)).toEqual([]);
  });

  it('outlasts the undo of a deletion of its link, and leaves nothing behind once that is carried out', async () => {
    const { accountId, codes, code } = await newLinks({}, {});
    await scheduleAct(env, accountId, 'expire', codes, NOON);
    await scheduleAct(env, accountId, 'delete', codes, NOON + 1);
    expect(await undoAct(env, accountId, { act: 'delete', dueAt: DUE + 1 }, NOON + 2)).toMatchObject({ undone: 2 });
    expect(await listScheduled(env, accountId)).toMatchObject([{ act: 'expire', dueAt: DUE }, { act: 'expire' }]);
    await scheduleAct(env, accountId, 'delete', [code], NOON + 3);
    const later = NOON + 5;
    expect(await postponeAct(env, accountId, { act: 'expire', dueAt: DUE }, later)).toBe(true);
    await carryOutActs(env, DUE + 3);
    expect([await readGone(codes), await left()]).toEqual([['DELETED', null], 1]);
    await carryOutActs(env, later + MORE_TIME_MS);
    const ends = await Promise.all(codes.map((one) => readColumn(one, 'expires_at')));
    expect([ends, await left()]).toEqual([[null, later + MORE_TIME_MS], 0]);
  });

  const END = NOON + 7_200_000;
  it.each<[string, Record<string, unknown>, end: number | null]>([
    ['its expiry', { expiresIn: 7200 }, END],
    ['its expiry and its title', { expiresIn: 7200, title: 'Longer' }, END],
    ['its expiry to none, which it had before', { expiresIn: null }, null],
    ['its clicks alone, which leaves it scheduled', { maxClicks: 5 }, DUE],
    ['its title alone, which leaves it scheduled', { title: 'Same' }, DUE],
  ])('is replaced by an edit of its link, of %s', async (_, edit, end) => {
    const { key, accountId, codes, code } = await newLinks({}, {});
    await scheduleAct(env, accountId, 'expire', codes, NOON);
    expect((await world.v2(key, 'PATCH', `/links/${code}`, edit)).status).toBe(200);
    expect(await listScheduled(env, accountId)).toHaveLength(end === DUE ? 2 : 1);
    await carryOutActs(env, DUE);
    expect(await Promise.all(codes.map((one) => readColumn(one, 'expires_at')))).toEqual([end, DUE]);
  });

  it('is replaced by an edit of several links, but not by that of links of another account', async () => {
    const [mine, theirs] = [await newLinks({}, {}, {}), await newLinks({})];
    for (const { accountId, codes } of [mine, theirs]) await scheduleAct(env, accountId, 'expire', codes, NOON);
    const body = { shortCodes: [...mine.codes.slice(0, 2), theirs.code], change: { expiresIn: 7200 } };
    expect((await world.v2(mine.key, 'POST', '/links/bulk', body)).status).toBe(200);
    await carryOutActs(env, DUE);
    const ends = await Promise.all([...mine.codes, theirs.code].map((one) => readColumn(one, 'expires_at')));
    expect(ends).toEqual([END, END, DUE, DUE]);
  });

  it('and an edit of the expiry that race leave the end of the edit', async () => {
    for (let round = 0; round < 6; round++) {
      const { key, accountId, codes, code } = await newLinks({ expiresIn: 3600 });
      await scheduleAct(env, accountId, 'expire', codes, NOON);
      const both = [() => carryOutActs(env, DUE), () => world.v2(key, 'PATCH', `/links/${code}`, { expiresIn: 7200 })];
      await Promise.all((round % 2 === 1 ? both : both.toReversed()).map((start) => start()));
      expect([await readColumn(code, 'expires_at'), await left()]).toEqual([END, 0]);
    }
  });
});

describe('more time', () => {
  it('is a minute from now for the whole act and no other, until it is due', async () => {
    const { accountId, codes } = await newLinks({}, {}, {});
    await scheduleAct(env, accountId, 'delete', codes.slice(0, 2), NOON);
    await scheduleAct(env, accountId, 'expire', codes.slice(2), NOON);
    const key = { act: 'delete', dueAt: DUE } as const;
    expect(await postponeAct(env, accountId, key, DUE - 1)).toBe(true);
    const later = { ...key, dueAt: DUE - 1 + MORE_TIME_MS };
    await carryOutActs(env, later.dueAt - 1);
    expect(await readGone(codes)).toEqual([null, null, null]);
    expect(await listScheduled(env, accountId)).toMatchObject([later, later]);
    expect(await postponeAct(env, accountId, later, later.dueAt - 1)).toBe(true);
    expect(await postponeAct(env, accountId, later, later.dueAt - 1)).toBe(false);
    const last = { ...key, dueAt: later.dueAt - 1 + MORE_TIME_MS };
    expect(await postponeAct(env, accountId, last, last.dueAt)).toBe(false);
    await carryOutActs(env, last.dueAt);
    expect(await readGone(codes)).toEqual(['DELETED', 'DELETED', null]);
  });

  it('is given ten times, and again to a link whose deletion was undone', async () => {
    const { accountId, codes } = await newLinks({}, {});
    let at = NOON;
    const ask = async () => {
      const [key] = await listScheduled(env, accountId);
      at += 1000;
      return key !== undefined && postponeAct(env, accountId, key, at);
    };
    const askEleven = async () => {
      const answers: boolean[] = [];
      for (let n = 0; n <= MAX_EXTENSIONS; n++) answers.push(await ask());
      return answers;
    };
    await scheduleAct(env, accountId, 'delete', codes, at);
    const tenTimes = [...Array(MAX_EXTENSIONS).fill(true), false];
    expect(await askEleven()).toEqual(tenTimes);
    await scheduleAct(env, accountId, 'delete', codes, at);
    expect(await ask()).toBe(false);
    await undoAct(env, accountId, { act: 'delete', dueAt: at - 2000 + MORE_TIME_MS }, at);
    await scheduleAct(env, accountId, 'delete', codes, at);
    expect(await askEleven()).toEqual(tenTimes);
  });
});

it('the cron carries out and publishes what is due, however long it has not run', async () => {
  const { accountId, codes } = await newLinks({}, { maxClicks: 5 });
  await scheduleAct(env, accountId, 'delete', codes, NOON);
  turnTo(DUE - 1);
  await world.cron();
  for (const code of codes) expect((await createWorld().visit(code)).status).toBe(302);
  turnTo(DUE + 3_600_000);
  await world.cron();
  for (const code of codes) expect((await createWorld().visit(code)).status).toBe(410);
});

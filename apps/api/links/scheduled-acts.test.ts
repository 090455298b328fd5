/** Tests scheduled deletions in D1: which links they delete, when, and what an undo leaves. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { carryOutDeletions, listScheduled, scheduleDeletion, UNDO_MS, undoDeletion } from './scheduled-deletions';

const world = createWorld();
const turnTo = fakeClock();
const DUE = NOON + UNDO_MS;

beforeEach(async () => {
  turnTo(NOON);
  // The cron works on whole tables, beginning with what has waited longest.
  await env.DB.batch([
    env.DB.prepare('DELETE FROM scheduled_deletions'),
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
const left = () => env.DB.prepare('SELECT count(*) AS n FROM scheduled_deletions').first('n');

describe('a scheduled deletion', () => {
  it('is carried out from the millisecond on at which it is due, and not before', async () => {
    const { accountId, codes } = await newLinks({}, {});
    expect(await scheduleDeletion(env, accountId, codes, NOON)).toBe(2);
    await carryOutDeletions(env, DUE - 1);
    expect(await readGone(codes)).toEqual([null, null]);
    await carryOutDeletions(env, DUE);
    expect(await readGone(codes)).toEqual(['DELETED', 'DELETED']);
    expect(await left()).toBe(0);
  });

  it('erases the details of its links, and leaves those of others', async () => {
    const { accountId, codes, code } = await newLinks({ title: 'One', tags: ['a'] }, { title: 'Two' });
    await scheduleDeletion(env, accountId, [code], NOON);
    await carryOutDeletions(env, DUE);
    expect(await Promise.all(codes.map((one) => readColumn(one, 'title', 'link_details')))).toEqual([null, 'Two']);
    expect(await readColumn(code, 'code', 'link_tags')).toBeNull();
  });

  it('leaves out deleted links, unknown codes and links of other accounts', async () => {
    const { key, accountId, codes, code } = await newLinks({}, {});
    const foreign = await newLinks({});
    await world.v2(key, 'DELETE', `/links/${code}`);
    expect(await scheduleDeletion(env, accountId, [...codes, foreign.code, 'no-such-code'], NOON)).toBe(1);
    expect(await listScheduled(env, accountId)).toMatchObject([{ code: codes[1], dueAt: DUE }]);
    expect(await listScheduled(env, foreign.accountId)).toEqual([]);
  });

  it('of a spent link is carried out, as that of a live one', async () => {
    const { accountId, codes, code } = await newLinks({ maxClicks: 1 });
    await env.DB.prepare("UPDATE links SET gone = 'CLICKS' WHERE code = ?1").bind(code).run();
    expect(await scheduleDeletion(env, accountId, codes, NOON)).toBe(1);
    await carryOutDeletions(env, DUE);
    expect(await readGone(codes)).toEqual(['DELETED']);
  });

  it('keeps its due time when its link is named again, and is listed by its due time', async () => {
    const { accountId, codes: made } = await newLinks({}, {});
    const codes = made.toSorted();
    await scheduleDeletion(env, accountId, codes.slice(1), NOON);
    expect(await scheduleDeletion(env, accountId, codes, NOON + 5)).toBe(2);
    const scheduled = await listScheduled(env, accountId);
    expect(scheduled.map(({ code, dueAt }) => [code, dueAt])).toEqual([
      [codes[1], DUE],
      [codes[0], DUE + 5],
    ]);
  });

  it('leaves a link that was made under the code meanwhile, until that link is named itself', async () => {
    const { key, accountId, code } = await newLinks({ title: 'First' });
    await scheduleDeletion(env, accountId, [code], NOON);
    await world.v2(key, 'DELETE', `/links/${code}`);
    const again = { url: 'https://example.com/', alias: code, title: 'Second' };
    expect((await world.shorten(key, again)).status).toBe(201);
    expect(await scheduleDeletion(env, accountId, [code], NOON + 1)).toBe(1);
    await carryOutDeletions(env, DUE);
    expect(await readGone([code])).toEqual([null]);
    await carryOutDeletions(env, DUE + 1);
    expect(await readGone([code])).toEqual(['DELETED']);
  });

  it('deletes neither a later link of the code nor its details', async () => {
    const { key, accountId, code } = await newLinks({ title: 'First' });
    await scheduleDeletion(env, accountId, [code], NOON);
    await world.v2(key, 'DELETE', `/links/${code}`);
    await world.shorten(key, { url: 'https://example.com/', alias: code, title: 'Second' });
    await carryOutDeletions(env, DUE);
    expect([await readColumn(code, 'gone'), await readColumn(code, 'title', 'link_details')]).toEqual([null, 'Second']);
    expect(await left()).toBe(0);
  });

  it('of another account stays if one account’s deletions are carried out', async () => {
    const [mine, theirs] = [await newLinks({}), await newLinks({})];
    for (const { accountId, codes } of [mine, theirs]) await scheduleDeletion(env, accountId, codes, NOON);
    await carryOutDeletions(env, DUE, mine.accountId);
    expect(await readGone([mine.code, theirs.code])).toEqual(['DELETED', null]);
    expect(await left()).toBe(1);
  });

  it('is carried out once by two that carry it out at the same time', async () => {
    const { accountId, codes } = await newLinks({}, {}, {});
    await scheduleDeletion(env, accountId, codes, NOON);
    const both = await Promise.all([carryOutDeletions(env, DUE), carryOutDeletions(env, DUE, accountId)]);
    expect(both.map((deleted) => deleted.length).sort()).toEqual([0, 3]);
    expect(await Promise.all(codes.map((code) => readColumn(code, 'version')))).toEqual([2, 2, 2]);
  });

  it('is carried out whole, the earliest first, two hundred links or somewhat more at a time', async () => {
    const { accountId } = await world.newKey();
    const codes = await insertLinks(accountId, 320, (n) => `${freshAlias('part')}-${n}`);
    for (const at of [3, 1, 2, 0])
      await scheduleDeletion(env, accountId, codes.slice(at * 80, at * 80 + 80), NOON + at);
    expect(await carryOutDeletions(env, DUE + 10)).toHaveLength(240);
    expect(new Set((await listScheduled(env, accountId)).map(({ dueAt }) => dueAt))).toEqual(new Set([DUE + 3]));
    expect(await carryOutDeletions(env, DUE + 10)).toHaveLength(80);
    expect(await carryOutDeletions(env, DUE + 10)).toHaveLength(0);
  });
});

describe('an undo', () => {
  it('takes away the whole deletion of its due time, and no other one', async () => {
    const { accountId, codes } = await newLinks({}, {}, {});
    const foreign = await newLinks({});
    await scheduleDeletion(env, accountId, codes.slice(0, 2), NOON);
    await scheduleDeletion(env, accountId, codes.slice(2), NOON + 1);
    await scheduleDeletion(env, foreign.accountId, foreign.codes, NOON);
    expect(await undoDeletion(env, accountId, DUE, NOON + 5)).toEqual({ undone: 2, staying: 2 });
    await carryOutDeletions(env, DUE + 1);
    expect(await readGone([...codes, foreign.code])).toEqual([null, null, 'DELETED', 'DELETED']);
  });

  it('comes too late from the due time on', async () => {
    const { accountId, codes } = await newLinks({});
    await scheduleDeletion(env, accountId, codes, NOON);
    expect(await undoDeletion(env, accountId, DUE, DUE)).toEqual({ undone: 0, staying: 0 });
    expect(await undoDeletion(env, accountId, DUE, DUE - 1)).toEqual({ undone: 1, staying: 1 });
  });

  it('and a deletion that race have one outcome for all links, which the undo returns', async () => {
    for (let round = 0; round < 6; round++) {
      const { accountId, codes } = await newLinks({}, {}, {});
      await scheduleDeletion(env, accountId, codes, NOON);
      const undo = () => undoDeletion(env, accountId, DUE, DUE - 1);
      const carryOut = () => carryOutDeletions(env, DUE);
      const outcomes = await Promise.all(round % 2 === 1 ? [carryOut(), undo()] : [undo(), carryOut()]);
      const { undone } = outcomes.find((outcome) => 'undone' in outcome) ?? { undone: null };
      expect([0, 3]).toContain(undone);
      expect(await readGone(codes)).toEqual(Array(3).fill(undone === 3 ? null : 'DELETED'));
    }
  });
});

it('the cron carries out and publishes what is due, however long it has not run', async () => {
  const { accountId, codes } = await newLinks({}, { maxClicks: 5 });
  await scheduleDeletion(env, accountId, codes, NOON);
  turnTo(DUE - 1);
  await world.cron();
  for (const code of codes) expect((await createWorld().visit(code)).status).toBe(302);
  turnTo(DUE + 3_600_000);
  await world.cron();
  for (const code of codes) expect((await createWorld().visit(code)).status).toBe(410);
});

/** Counts of a statistics object under filters, and their limits. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeClicks, makeBatchId } from '#domain/click-batch';
import { type Profile, utcDayAt } from '#domain/daily-counts';
import { Profiles } from '#domain/profiles';
import { fakeClock, NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';

const turnTo = fakeClock();
const DAY = 86_400_000;
const TODAY = utcDayAt(NOON);
beforeEach(() => turnTo(NOON));

const newObject = () => env.STATISTICS.getByName(`${crypto.randomUUID()}:0`);
type Object = ReturnType<typeof newObject>;

/** A click of a link by a visitor from a country. */
type Click = readonly [linkId: string, country: string, visitor: string, at?: number];

async function click(object: Object, ...clicks: readonly Click[]): Promise<void> {
  const visitors = [...new Set(clicks.map(([, , visitor]) => visitor))];
  const encoded = clicks.map(([linkId, country, visitor, at = NOON]) => ({
    linkId,
    code: `code-${linkId}`,
    at,
    kind: 'click' as const,
    profile: { ...PROFILE, country } satisfies Profile,
    visitor: visitors.indexOf(visitor),
  }));
  await object.add([{ id: makeBatchId(Date.now(), crypto.randomUUID()), clicks: encodeClicks(encoded), visitors }]);
}

const LAST_THREE = { start: TODAY - 2, end: TODAY };
const GERMAN = { country: 'DE' };

describe('a filter', () => {
  it('counts the clicks of a link and of the account that have its values, on the days of the range', async () => {
    const object = newObject();
    await click(object, ['a', 'DE', 'x'], ['a', 'US', 'y'], ['b', 'DE', 'z'], ['a', 'DE', 'x', NOON - 3 * DAY]);
    await click(object, ['a', 'DE', 'x', NOON - 2 * DAY]);
    const { counted, totals } = await object.readLink('a', LAST_THREE, GERMAN);
    expect(totals.clicks).toBe(4);
    expect(counted?.sum).toMatchObject({ clicks: 2, visitors: 1, missed: 0 });
    expect(counted?.quarters.map(({ day }) => TODAY - day)).toEqual([0, 2, 3]);
    expect((await object.readAccount(LAST_THREE, 0, null, GERMAN)).counted?.sum.clicks).toBe(3);
  });

  it('counts a visitor for the profile of its first click of the day, in one roll-up or in several', async () => {
    const object = newObject();
    await click(object, ['a', 'DE', 'x'], ['a', 'US', 'x'], ['a', 'US', 'y']);
    await object.readLink('a', null);
    await click(object, ['a', 'US', 'x'], ['a', 'DE', 'y'], ['a', 'DE', 'z']);
    const visitors = async (country: string) =>
      (await object.readLink('a', LAST_THREE, { country })).counted?.sum.visitors;
    expect([await visitors('DE'), await visitors('US')]).toEqual([2, 1]);
  });

  it('counts the visitors of every hour alike, also beyond ten thousand', async () => {
    const object = newObject();
    const visitors = async (country: string) =>
      (await object.readLink('a', LAST_THREE, { country })).counted?.sum.visitors ?? 0;
    for (const [n, country] of ['DE', 'US', 'FR'].entries()) {
      const people = Array.from({ length: 10_000 }, (_, one) => `${n * 10_000 + one}`);
      await click(object, ...people.map((visitor): Click => ['a', country, visitor]));
      await object.readLink('a', null);
    }
    const all = await Promise.all(['DE', 'US', 'FR'].map(visitors));
    for (const count of all) expect(Math.abs(count - 10_000)).toBeLessThan(800);
    expect(all.reduce((sum, count) => sum + count, 0)).toBe((await object.readLink('a', null)).totals.visitors);
  });

  it('sums links part by part, with the clicks of each', async () => {
    const object = newObject();
    await click(object, ['a', 'DE', 'x'], ['a', 'US', 'y'], ['b', 'DE', 'z'], ['c', 'US', 'z']);
    const { counted, clicks, next } = await object.readSum(['b', 'none', 'a', 'c'], LAST_THREE, null, GERMAN);
    expect([counted.sum.clicks, next]).toEqual([2, null]);
    expect([...clicks]).toEqual([
      [0, 1],
      [2, 1],
      [3, 0],
    ]);
  });
});

describe('the most clicked links under a filter', () => {
  it('are exact, and read only links that can be among them', async () => {
    const object = newObject();
    await object.readLink('a', null);
    await runInDurableObject(object, (_, { storage }) => {
      for (let n = 0; n < 3_000; n++) {
        const profiles = new Profiles();
        const german = (n * 7_919) % 60;
        for (let click = 0; click < german + (n % 40); click++)
          profiles.countClick({ ...PROFILE, country: click < german ? 'DE' : 'US' }, NOON, false);
        const [link, clicks] = [`l${n}`, german + (n % 40)];
        storage.sql.exec('INSERT INTO days VALUES (?, ?, ?, ?)', link, TODAY, `[1,${clicks}]`, profiles.encode());
        storage.sql.exec('INSERT INTO totals VALUES (?, ?, ?, 0, 0, 0, 1)', link, `c-${n}`, clicks);
      }
      // None of the links with the fewest clicks can be among the best, so their profiles are not read.
      storage.sql.exec("UPDATE days SET profiles = 'unreadable' WHERE clicks < 40");
    });
    const best = Array.from({ length: 3_000 }, (_, n) => ({ linkId: `l${n}`, clicks: (n * 7_919) % 60 }))
      .sort((a, b) => b.clicks - a.clicks || (a.linkId < b.linkId ? -1 : 1))
      .slice(0, 20);
    const { topOfRange } = await object.readAccount(null, 20, LAST_THREE, GERMAN);
    expect(topOfRange?.links.map(({ linkId, clicks }) => ({ linkId, clicks }))).toEqual(best);
  });

  it('are compared by the clicks that have its values', async () => {
    const object = newObject();
    await click(object, ['a', 'US', 'x'], ['a', 'US', 'y'], ['b', 'DE', 'x'], ['b', 'DE', 'y'], ['c', 'DE', 'x']);
    const { topOfRange } = await object.readAccount(LAST_THREE, 1, LAST_THREE, GERMAN);
    expect(topOfRange).toEqual({
      links: [{ linkId: 'b', code: 'code-b', clicks: 2 }],
      clicked: 2,
      isAmongTop: false,
    });
  });

  it('are those among the most clicked of all time if the range has more than ten thousand days of links', async () => {
    const object = newObject();
    await click(object, ['a', 'DE', 'x'], ['b', 'US', 'y']);
    await object.readLink('a', null);
    await fill(object, 10_001, 1);
    const { topOfRange } = await object.readAccount(LAST_THREE, 5, LAST_THREE, GERMAN);
    expect(topOfRange).toMatchObject({ links: [{ linkId: 'a' }], clicked: 1, isAmongTop: true });
  });
});

/** Stores a day for many links, each with so many profiles of German visitors. */
function fill(object: Object, links: number, size: number): Promise<void> {
  const profiles = new Profiles();
  for (let n = 0; n < size; n++) profiles.countClick({ ...PROFILE, city: `City ${n}` }, NOON, false);
  return runInDurableObject(object, (_, { storage }) => {
    storage.sql.exec(
      "INSERT INTO days SELECT 'many-' || value, ?, '[1,1,0,0,0,0]', ? FROM json_each(?)",
      ...[TODAY, profiles.encode(), JSON.stringify(Array.from({ length: links }, (_, n) => n))],
    );
  });
}

it('a range with very many visitors is counted from its newest days on, and says since when', async () => {
  const object = newObject();
  await object.readLink('', null);
  const profiles = new Profiles();
  for (let n = 0; n < 500; n++) profiles.countClick({ ...PROFILE, city: `${'long '.repeat(11)}${n}` }, NOON, false);
  const text = (profiles.encode() ?? '').padEnd(100_000);
  await runInDurableObject(object, (_, { storage }) => {
    const days = JSON.stringify(Array.from({ length: 365 }, (_, n) => TODAY - n));
    storage.sql.exec("INSERT INTO days SELECT '', value, '[1,1,0,0,0,0]', ? FROM json_each(?)", text, days);
  });
  const range = { start: TODAY - 364, end: TODAY };
  const { counted } = await object.readAccount(range, 0, null, GERMAN);
  expect(counted?.from).toBe(TODAY - 79);
  expect(counted?.sum.clicks).toBe(80 * 500);
});

it('other work goes on after each half a megabyte of the days of a link, and of those of many links', async () => {
  const object = newObject();
  await object.readLink('', null);
  const profiles = new Profiles();
  profiles.countClick(PROFILE, NOON, false);
  const text = (profiles.encode() ?? '').padEnd(100_000);
  await runInDurableObject(object, (_, { storage }) => {
    const all = JSON.stringify(Array.from({ length: 30 }, (_, n) => n));
    const insert = "'[1,1,0,0,0,0]', ? FROM json_each(?)";
    storage.sql.exec(`INSERT INTO days SELECT '', ? - value, ${insert}`, TODAY, text, all);
    storage.sql.exec(`INSERT INTO days SELECT 'link-' || value, ?, ${insert}`, TODAY, text, all);
  });
  const pauses = vi.spyOn(scheduler, 'wait');
  const month = { start: TODAY - 29, end: TODAY };
  expect((await object.readLink('', month, GERMAN)).counted?.sum.clicks).toBe(30);
  expect(pauses).toHaveBeenCalledTimes(6);
  expect((await object.readAccount({ ...month, start: TODAY }, 5, month, GERMAN)).topOfRange?.clicked).toBe(6);
  expect(pauses).toHaveBeenCalledTimes(13);
  pauses.mockRestore();
});

it('a read that an erasure overtakes answers as for an unknown account, and stores nothing', async () => {
  const object = newObject();
  await click(object, ['a', 'DE', 'x'], ['b', 'US', 'y']);
  const asked = { start: TODAY, end: TODAY };
  const many = Array.from({ length: 2_500 }, () => 'a');
  const reads = [
    () => object.readLink('a', asked),
    () => object.readAccount(asked, 5, asked, GERMAN),
    () => object.readOverview(asked, asked, 5),
    () => object.readSum(['a', 'b'], asked, null),
    () => object.readClicks(many, asked),
  ];
  const pauses = vi.spyOn(scheduler, 'wait');
  for (const read of reads) {
    await click(object, ['a', 'DE', 'x'], ['b', 'US', 'y']);
    await object.readLastClicks(['a']);
    pauses.mockClear();
    pauses.mockImplementationOnce(() => env.STATISTICS.get(object.id).erase());
    const answer = await read();
    expect(pauses).toHaveBeenCalled();
    expect(await heldBy(object)).toEqual({ tables: [], values: [], alarm: null });
    expect(answer).toEqual(await read());
    await object.erase();
  }
  pauses.mockRestore();
});

const heldBy = (object: Object) =>
  runInDurableObject(object, async (_, { storage }) => ({
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'").toArray(),
    values: [...storage.kv.list()],
    alarm: await storage.getAlarm(),
  }));

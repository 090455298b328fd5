/** Fills an account for pictures: the links of an invented coffee shop, with most of a year of clicks. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import { expect, vi } from 'vitest';
import { Swiftlet } from '#client/swiftlet';
import {
  addCounts,
  type DailyCounts,
  DIMENSIONS,
  dayStartsAt,
  encodeCounts,
  makeCounts,
  type Profile,
  QUARTER_MS,
  utcDayAt,
} from '#domain/daily-counts';
import { Profiles } from '#domain/profiles';
import { type ServedConsole, serveConsole } from './console';
import { Random } from './random';

const DAY_MS = 86_400_000;
const SHOP = 'https://www.cloudpeak.coffee';
/** The row of an account's statistics with all of its links. */
const ALL_LINKS = '';

/** The links, oldest first: alias, path, age in days, clicks on an ordinary day, tags, and the title or a password. */
const LINKS: readonly (readonly [string, string, number, number, string[], { title?: string; password?: string }?])[] =
  [
    ['menu', '/menu', 340, 62, ['Print'], { title: 'Menu on the tables' }],
    ['subscribe', '/subscriptions?plan=monthly', 301, 48, ['Newsletter']],
    ['brew-guide', '/guides/pour-over', 260, 27, [], { title: 'Pour-over guide' }],
    ['insta', '/lookbook', 190, 73, ['Social']],
    ['jobs', '/careers/barista', 128, 6, []],
    ['press', '/press/kit.zip', 81, 3, ['Partners'], { password: 'roasted slowly' }],
    ['tasting', '/events/tasting-november', 40, 12, ['Events']],
    ['giftcards', '/gift-cards', 17, 31, ['Newsletter']],
    ['black-friday', '/sale/black-friday?utm_source=news', 6, 210, ['Newsletter', 'Social'], { title: 'Black Friday' }],
  ];

/** The values of each dimension. Those that come first come most often. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  country: ['DE', 'US', 'GB', 'FR', 'NL', 'AT', 'CH', 'JP', 'Unknown'],
  city: ['Unknown', 'Berlin, DE', 'Hamburg, DE', 'London, GB', 'New York, US', 'Paris, FR'],
  device: ['Mobile', 'Desktop', 'Tablet'],
  browser: ['Mobile Safari', 'Chrome Mobile', 'Chrome', 'Firefox', 'Edge', 'Safari'],
  os: ['iOS', 'Android', 'Windows', 'Mac OS', 'Linux'],
  referrer: ['Direct', 'www.instagram.com', 'mail.google.com', 'www.google.com', 'news.ycombinator.com'],
  language: ['de', 'en', 'fr', 'nl', 'es', 'ja'],
};

export type ServedShop = {
  readonly served: ServedConsole;
  readonly accountId: string;
  /** Stops it, and removes its state. */
  close(): Promise<void>;
};

/** Makes the shop, gives its links their past while no machine runs, and serves it. */
export async function serveShop(now = Date.now()): Promise<ServedShop> {
  const state = mkdtempSync(path.join(tmpdir(), 'swiftlet-shop-'));
  const first = await serveConsole({ STATE_DIR: state });
  const accountId = await makeShop(first);
  await first.close();
  const ids = backdateLinks(state, now);
  for (const file of filesIn(path.join(state, 'v3/do/swiftlet-redirect-Statistics'))) addClicks(file, ids, now);
  const served = await serveConsole({ STATE_DIR: state });
  return {
    served,
    accountId,
    async close() {
      await served.close();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Makes the account, a key and the links. One click makes the rows that the past replaces. */
async function makeShop(served: ServedConsole): Promise<string> {
  const posted = async <Made>(route: string, body: unknown) =>
    (await (await served.admin('POST', route, body)).json()) as Made;
  const { id: accountId } = await posted<{ id: string }>('/accounts', { name: 'Cloudpeak Coffee', plan: 'PRO' });
  const { key } = await posted<{ key: string }>('/keys', { name: 'Web shop', accountId });
  const client = new Swiftlet({ baseUrl: served.origin, key });
  for (const [alias, to, , , tags, more] of LINKS) await client.shorten({ url: SHOP + to, alias, tags, ...more });
  await served.visit('/menu', {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  });
  await vi.waitFor(async () => expect(await client.statistics('menu')).toMatchObject({ clickCount: 1 }), 60_000);
  return accountId;
}

/** The database files of a class, or of D1. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    name.endsWith('.sqlite') && name !== 'metadata.sqlite' ? [path.join(folder, name)] : [],
  );

/** @returns the ids of the links by alias */
function backdateLinks(state: string, now: number): Map<string, string> {
  const [file = ''] = filesIn(path.join(state, 'v3/d1/miniflare-D1DatabaseObject'));
  const database = new DatabaseSync(file);
  const ids = LINKS.map(([alias, , age]): [string, string] => {
    for (const table of ['links', 'link_details', 'link_tags'])
      database.prepare(`UPDATE ${table} SET created_at = ? WHERE code = ?`).run(now - age * DAY_MS, alias);
    return [alias, (database.prepare('SELECT id FROM links WHERE code = ?').get(alias) as { id: string }).id];
  });
  database.close();
  return new Map(ids);
}

/** Writes the days and totals of all links into the statistics of the account. The object of metrics has no days. */
function addClicks(file: string, ids: ReadonlyMap<string, string>, now: number): void {
  const database = new DatabaseSync(file);
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'days'").get()) {
    database.close();
    return;
  }
  const ofAccount = new Map<number, Day>();
  const top = LINKS.map(([code, , age, daily]) => {
    const linkId = ids.get(code) ?? '';
    const days = makeClicks(daily, now - age * DAY_MS, now);
    for (const [day, { counts, profiles }] of days) {
      const sum = ofAccount.get(day) ?? makeEmptyDay();
      addCounts(sum.counts, counts);
      sum.profiles.add(profiles);
      ofAccount.set(day, sum);
    }
    return { linkId, code, clicks: storeDays(database, linkId, code, days) };
  });
  storeDays(database, ALL_LINKS, '', ofAccount);
  const sorted = top.toSorted((a, b) => b.clicks - a.clicks);
  database.prepare("REPLACE INTO _cf_KV (key, value) VALUES ('top', ?)").run(serialize(sorted));
  database.close();
}

type Day = { readonly counts: DailyCounts; readonly profiles: Profiles };

const makeEmptyDay = (): Day => ({ counts: makeCounts(), profiles: new Profiles() });

/** @returns the clicks of all time */
function storeDays(database: DatabaseSync, link: string, code: string, days: ReadonlyMap<number, Day>): number {
  const sum = makeCounts();
  for (const [day, { counts, profiles }] of days) {
    addCounts(sum, counts);
    database
      .prepare('REPLACE INTO days VALUES (?, ?, ?, ?)')
      .run(link, day, JSON.stringify(encodeCounts(counts)), profiles.encode());
  }
  const { clicks, scans, robots, visitors, lastAt } = sum;
  database
    .prepare('REPLACE INTO totals (link, code, clicks, scans, robots, visitors, last_at) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(link, code, clicks, scans, robots, visitors, lastAt);
  return clicks;
}

/** The counts of a link by day. A new link is shared most in its first days. */
function makeClicks(daily: number, madeAt: number, now: number): Map<number, Day> {
  const random = new Random(daily);
  const first = utcDayAt(madeAt);
  const counts = Array.from({ length: utcDayAt(now) - first + 1 }, (_, age): [number, Day] => {
    const day = first + age;
    const passed = Math.min(1, (now - dayStartsAt(day)) / DAY_MS);
    const clicks = Math.round(daily * (1 + 1.6 * Math.exp(-age / 4)) * (0.6 + 0.8 * random.next()) * passed);
    return [day, makeDay(day, clicks, Math.ceil(passed * 95), random)];
  });
  return new Map(counts.filter(([, day]) => day.counts.clicks > 0));
}

function makeDay(day: number, clicks: number, lastQuarter: number, random: Random): Day {
  const { counts, profiles } = makeEmptyDay();
  Object.assign(counts, { clicks, scans: clicks >> 3, robots: clicks >> 4, visitors: Math.round(clicks * 0.8) });
  const addOne = <Key>(to: Map<Key, number>, key: Key) => to.set(key, (to.get(key) ?? 0) + 1);
  for (let n = 0; n < clicks; n++) {
    const quarter = Math.min(lastQuarter, random.below(96));
    addOne(counts.quarters, quarter);
    const named = DIMENSIONS.map((name) => {
      const values = VALUES[name] ?? ['Unknown'];
      const value = values[Math.floor(random.next() ** 2 * values.length)] as string;
      addOne(counts.by[name], value);
      return [name, value];
    });
    const profile = Object.fromEntries(named) as Profile;
    profiles.countClick(profile, dayStartsAt(day) + quarter * QUARTER_MS, n % 8 === 0);
    if (n % 5 > 0) profiles.countVisitors(profile, 1);
  }
  counts.lastAt = dayStartsAt(day) + (Math.max(0, ...counts.quarters.keys()) + 0.5) * QUARTER_MS;
  return { counts, profiles };
}

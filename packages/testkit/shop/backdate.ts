/** Writes a past into the state folder of a stopped machine: ages of links and keys, clicks, calls and events. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { EventKind } from '#domain/account-events';
import { addCounts, type DailyCounts, dayOf, emptyCounts, encodeCounts } from '#domain/daily-counts';
import type { DayOfCalls } from '#domain/key-calls';
import type { Count } from '#domain/meter';
import { Random } from '../random';
import type { ShopLink } from './links';
import { trafficOf } from './traffic';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ACCOUNT_ROW = '';
const KEPT_DAYS = 400;

/** The database files of a class, or of D1. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    name.endsWith('.sqlite') && name !== 'metadata.sqlite' ? [path.join(folder, name)] : [],
  );

const has = (database: DatabaseSync, table: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined;

/** An event of the log, how many hours ago it was, and in which browser if not in the usual one. */
export type PastEvent = readonly [
  kind: EventKind,
  hoursAgo: number,
  about?: { name?: string; subject?: string; browser?: string },
];

/** A passkey or a signed-in browser, and how many hours ago it was added and last used. */
export type PastDoor = { readonly name: string; readonly addedAgo: number; readonly usedAgo: number };

export type Past = {
  readonly accountId: string;
  readonly links: readonly ShopLink[];
  /** The calls of each key on an ordinary day, by the key's name. */
  readonly dailyCalls: Readonly<Record<string, number>>;
  readonly events: readonly PastEvent[];
  /** The browser of the events that name none. */
  readonly usualBrowser: string;
  readonly passkeys: readonly PastDoor[];
  readonly browsers: readonly PastDoor[];
};

/** Writes the past. The machine must not run, and all clicks must be rolled up. @param state its STATE_DIR */
export function backdate(state: string, past: Past, now: number): void {
  const [d1 = ''] = filesIn(path.join(state, 'v3/d1/miniflare-D1DatabaseObject'));
  const database = new DatabaseSync(d1);
  const ids = backdateLinks(database, past, now);
  const keys = backdateKeys(database, past, now);
  logEvents(database, past, now);
  addDoors(database, past, now);
  database.close();
  for (const file of filesIn(path.join(state, 'v3/do/swiftlet-redirect-Statistics'))) addClicks(file, past, ids, now);
  for (const file of filesIn(path.join(state, 'v3/do/swiftlet-api-KeyMeter'))) addCalls(file, keys, now);
}

/** @returns the ids of the links by alias */
function backdateLinks(database: DatabaseSync, { accountId, links }: Past, now: number): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { alias, age } of links) {
    const at = now - age * DAY_MS;
    for (const table of ['links', 'link_details', 'link_tags'])
      database.prepare(`UPDATE ${table} SET created_at = ? WHERE code = ?`).run(at, alias);
    const { id } = database.prepare('SELECT id FROM links WHERE code = ?').get(alias) as { id: string };
    ids.set(alias, id);
  }
  database.prepare('UPDATE accounts SET created_at = ? WHERE id = ?').run(now - 341 * DAY_MS, accountId);
  return ids;
}

/** @returns the calls of each key on an ordinary day */
function backdateKeys(database: DatabaseSync, { accountId, dailyCalls }: Past, now: number): number[] {
  const calls = Object.entries(dailyCalls);
  for (const [index, [name]] of calls.entries())
    database
      .prepare('UPDATE keys SET created_at = ? WHERE account_id = ? AND name = ?')
      .run(now - (300 - index * 80) * DAY_MS, accountId, name);
  return calls.map(([, daily]) => daily);
}

function logEvents(database: DatabaseSync, { accountId, events, usualBrowser }: Past, now: number): void {
  database.prepare('DELETE FROM account_events WHERE account_id = ?').run(accountId);
  const insert = database.prepare('INSERT INTO account_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const [index, [kind, hoursAgo, about = {}]] of events.entries()) {
    const at = now - hoursAgo * HOUR_MS;
    const { name = null, subject = null, browser = usualBrowser } = about;
    const [actor, doer] = kind.startsWith('plan.granted') ? ['operator', null] : ['owner', browser];
    insert.run(accountId, index + 1, at, kind, actor, null, doer, subject, name);
  }
}

/** Adds passkeys and sessions. Nobody can use them, because their keys and tokens are unknown. */
function addDoors(database: DatabaseSync, { accountId, passkeys, browsers }: Past, now: number): void {
  for (const { name, addedAgo, usedAgo } of passkeys)
    database
      .prepare('INSERT INTO passkeys VALUES (?, ?, ?, ?, 0, ?, ?, ?)')
      .run(`passkey ${name}`, accountId, name, '', '[]', now - addedAgo * HOUR_MS, now - usedAgo * HOUR_MS);
  for (const { name, addedAgo, usedAgo } of browsers) {
    const times = [now - addedAgo * HOUR_MS, now - usedAgo * HOUR_MS, now + 20 * DAY_MS];
    database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)').run(name, name, accountId, name, ...times);
  }
}

function addClicks(file: string, { links }: Past, ids: ReadonlyMap<string, string>, now: number): void {
  const database = new DatabaseSync(file);
  const isOfShop = has(database, 'totals') && database.prepare('SELECT 1 FROM totals WHERE link = ?').get(ACCOUNT_ROW);
  if (isOfShop) {
    const ofAccount = new Map<number, DailyCounts>();
    const top = links.map((link) => {
      const days = trafficOf(link, now - link.age * DAY_MS, now);
      for (const [day, counts] of days) {
        const sum = ofAccount.get(day) ?? emptyCounts();
        addCounts(sum, counts);
        ofAccount.set(day, sum);
      }
      const linkId = ids.get(link.alias) ?? '';
      return { linkId, code: link.alias, clicks: storeDays(database, linkId, days, now) };
    });
    storeDays(database, ACCOUNT_ROW, ofAccount, now);
    putValue(
      database,
      'top',
      top.toSorted((a, b) => b.clicks - a.clicks),
    );
  }
  database.close();
}

/** Stores the days and the totals of a link. @returns its clicks of all time */
function storeDays(database: DatabaseSync, link: string, days: ReadonlyMap<number, DailyCounts>, now: number): number {
  const sum = emptyCounts();
  for (const [day, counts] of days) {
    addCounts(sum, counts);
    if (day > dayOf(now) - KEPT_DAYS)
      database.prepare('REPLACE INTO days VALUES (?, ?, ?)').run(link, day, JSON.stringify(encodeCounts(counts)));
  }
  const { clicks, scans, robots, visitors = 0, lastAt } = sum;
  database
    .prepare('REPLACE INTO totals (link, clicks, scans, robots, visitors, last_at) VALUES (?, ?, ?, ?, ?, ?)')
    .run(link, clicks, scans, robots, visitors, lastAt);
  return clicks;
}

/** Adds ended days of calls to a key's object. Objects do not name their key, so each takes the next ordinary day. */
function addCalls(file: string, ordinaryDays: number[], now: number): void {
  const daily = ordinaryDays.shift();
  if (daily === undefined) return;
  const random = new Random(daily);
  const days: DayOfCalls[] = Array.from({ length: 29 }, (_, n) => ({
    day: dayOf(now) - 29 + n,
    admitted: Math.round(daily * (0.6 + 0.8 * random.next())),
    window: random.below(9) === 0 ? random.below(30) : 0,
    month: 0,
  }));
  const database = new DatabaseSync(file);
  putValue(database, 'callDays', days);
  const { value } = database.prepare("SELECT value FROM _cf_KV WHERE key = 'count'").get() as { value: Uint8Array };
  const count = deserialize(value) as Count;
  const firstOfMonth = dayOf(now) - new Date(now).getUTCDate() + 1;
  const ofMonth = days.filter(({ day }) => day >= firstOfMonth).reduce((sum, { admitted }) => sum + admitted, 0);
  putValue(database, 'count', { ...count, window: null, calls: count.calls + ofMonth });
  database.close();
}

/** Stores a value as workerd stores those of `storage.kv`. */
function putValue(database: DatabaseSync, name: string, value: unknown): void {
  database.prepare('REPLACE INTO _cf_KV (key, value) VALUES (?, ?)').run(name, serialize(value));
}

/** Checks the promises after a history, when the faults have ended and the cron has done its work. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { PLAN_LIMITS } from '#domain/plans';
import { createWorld, type World } from '../world';
import { type Actors, NAMED_IN_BULK } from './actors';
import { type HistoryKeys, type Row, readRows, wakeCounters } from './makers-links';
import type { Recorder, RequestedLink } from './recorder';

const DAY_MS = 86_400_000;

/** A world without faults. */
export const faultless = createWorld();

/** Checks the promises that must hold once the faults have ended and the cron has done its work. */
export async function checkAfterwards(actors: Actors): Promise<void> {
  const { recorder, keys } = actors;
  await checkRepeats(actors);
  const rows = await readRows(keys);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  await kvAgrees(rows, recorder);
  for (const link of recorder.links) {
    if (link.code === null) continue;
    const row = byCode.get(link.code);
    if (row === undefined) recorder.broken.push(`${link.code} was acknowledged and is lost`);
    else if (row.account_id !== link.accountId) recorder.broken.push(`I2: ${link.code} belongs to another account`);
  }
  checkBatches(actors, new Set(rows.map(({ url }) => url)));
  await checkDetails(actors, rows);
  await checkVisits(actors, rows);
  await checkClicks(actors);
  await checkMonths(actors);
  await checkWindows(actors);
}

/** I5: checks that KV agrees with D1, and that no row is dirty. */
async function kvAgrees(rows: readonly Row[], { broken }: Recorder): Promise<void> {
  for (const { code, version, dirty } of rows) {
    const entry = decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '');
    // KV may lack a link of version 1, if its only put has failed. The first visit then reads D1.
    const isEqual = entry === null ? version === 1 : entry.version === version;
    if (!isEqual) broken.push(`I5: ${code} has version ${entry?.version} in KV and ${version} in D1`);
    if (dirty !== 0) broken.push(`I5: ${code} is still dirty`);
  }
}

/**
 * Checks that every atomic batch was made whole or not at all. Edits may have changed the destinations of its links.
 */
function checkBatches({ batches, recorder }: Actors, urls: ReadonlySet<string>): void {
  for (const batch of batches) {
    const links = recorder.links.filter((link) => batch.urls.some((url) => link.urls.has(url)));
    const there = links.filter((link) => [...link.urls].some((url) => urls.has(url))).length;
    // A later creation may have taken the alias of one link. The other two links have generated codes.
    const isNothing = there === 0;
    const isWhole = there >= 2;
    if (batch.status === 200 ? !isWhole : batch.status === 400 ? !isNothing : !(isNothing || isWhole))
      recorder.broken.push(`an atomic batch got ${batch.status} and made ${there} of ${links.length}`);
  }
}

/**
 * Checks that no two living links were made for one id of the caller, that no living link has lost its title or the
 * tags of its creation, and that each link is listed by its tags.
 */
async function checkDetails({ details, keys, recorder }: Actors, rows: readonly Row[]): Promise<void> {
  const alive = new Set(
    rows.filter((row) => row.gone === null && (row.expires_at ?? Infinity) > Date.now()).map(({ code }) => code),
  );
  const living = (await readDetails(keys)).filter(({ code }) => alive.has(code));
  const ids = living.flatMap(({ notes, account_id }) => (notes === null ? [] : `${notes} of ${account_id}`));
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at)))
    recorder.broken.push(`two living links were made for ${id}`);
  for (const { code, tags, listed } of living)
    if (tags !== listed) recorder.broken.push(`${code} has the tags ${tags} and is listed by ${listed}`);
  const byCode = new Map(living.map((row) => [row.code, row]));
  for (const { code, title, tags } of details.titled) {
    if (!alive.has(code)) continue;
    const row = byCode.get(code);
    if (row?.title !== title) recorder.broken.push(`${code} has lost its title`);
    const names: string[] = JSON.parse(row?.tags ?? '[]');
    if (!tags.every((name) => names.includes(name))) recorder.broken.push(`${code} has only the tags ${names}`);
  }
}

type DetailsRow = {
  code: string;
  account_id: string;
  title: string | null;
  notes: string | null;
  /** JSON, sorted: the names of the tags that the link has, and of those by which it is listed. */
  tags: string;
  listed: string;
};

/** The details of the makers' links that are not gone. */
async function readDetails({ makers }: HistoryKeys): Promise<DetailsRow[]> {
  const named = (rows: string) => `(SELECT json_group_array(name) FROM (SELECT name FROM ${rows} ORDER BY name))`;
  const { results } = await env.DB.prepare(
    `SELECT code, details.account_id, title, notes,
      ${named('json_each(details.tags) AS given JOIN tags ON tags.id = given.value')} AS tags,
      ${named('tags JOIN link_tags ON tag_id = tags.id WHERE account_id = details.account_id AND link_id = details.link_id')}
        AS listed
    FROM link_details AS details JOIN links USING (code)
    WHERE link_id = links.id AND gone IS NULL AND details.account_id IN (SELECT value FROM json_each(?1))`,
  )
    .bind(JSON.stringify(makers.map(({ accountId }) => accountId)))
    .all<DetailsRow>();
  return results;
}

/** Repeats every creation under an Idempotency-Key. Checks that it succeeds, and that there is one link. */
async function checkRepeats({ repeats, recorder }: Actors): Promise<void> {
  for (const { url, send } of repeats) {
    const status = await send(faultless);
    if (status !== 201) recorder.broken.push(`a repeated creation got ${status}`);
    const links = await env.DB.prepare('SELECT count(*) AS n FROM links WHERE url = ?1').bind(url).first<number>('n');
    if ((links ?? 0) > 1) recorder.broken.push(`one Idempotency-Key made ${links} links`);
  }
}

/** Visits every link at one of the locations. Checks that the responses agree with D1. */
async function checkVisits(actors: Actors, rows: readonly Row[]): Promise<void> {
  for (const [n, row] of rows.entries()) {
    const response = await actors.visit(actors.locations[n % actors.locations.length] as World, row.code);
    const location = response.headers.get('Location');
    const isOver = row.gone !== null || row.blocked !== null || (row.expires_at ?? Infinity) <= Date.now();
    const expected = isOver ? [410] : row.password !== null ? [200] : row.max_clicks !== null ? [302, 410] : [302];
    if (!expected.includes(response.status))
      actors.recorder.broken.push(`${row.code} answers ${response.status}, not ${expected}, after the faults`);
    if (location !== null && location !== row.url) actors.recorder.broken.push(`${row.code} leads to ${location}`);
  }
}

/** Checks that the month counts every call that got a response. A call refunded twice would be missing. */
async function checkMonths({ keys, recorder }: Actors): Promise<void> {
  for (const { key } of [...keys.makers, keys.caller]) {
    const usage = await faultless.v2(key, 'GET', '/usage');
    const { month } = await usage.json<{ month: { used: number } }>();
    const charged = recorder.chargedTo(key);
    if (month.used <= charged) recorder.broken.push(`${charged} calls and one more are counted as ${month.used}`);
    recorder.called(key, key === keys.caller.key ? 'FREE' : 'PRO', usage);
  }
}

/**
 * I6: sends one call more than a window lets in, while no response is lost. The recorder counts the accepted calls. The
 * bulk calls before them name more links than their own window lets in: the refused one counts among the calls.
 */
async function checkWindows({ keys, recorder, callInBulk }: Actors): Promise<void> {
  const { key } = keys.caller;
  const fitting = Math.floor(PLAN_LIMITS.FREE.bulkLinksPerMinute / NAMED_IN_BULK);
  const inBulk = await Promise.all(Array.from({ length: fitting + 1 }, () => callInBulk(faultless)));
  const passed = inBulk.filter(({ status }) => status === 200).length;
  if (passed !== fitting) recorder.broken.push(`I6: ${passed} bulk calls of ${NAMED_IN_BULK} links in one window`);
  const calls = Array.from({ length: PLAN_LIMITS.FREE.requestsPerMinute + 1 }, () =>
    faultless.v2(key, 'GET', '/usage'),
  );
  for (const response of await Promise.all(calls)) recorder.called(key, 'FREE', response);
}

/**
 * Checks that the statistics count every redirect of an unlimited link once, and of a limited link no more than its
 * limit.
 */
async function checkClicks({ locations, recorder, keys, name }: Actors): Promise<void> {
  for (const maker of keys.makers) {
    // An isolate sends its buffered clicks with the next click of the account.
    const made = await faultless.shorten(maker.key, { url: `https://example.com/${name}/last` });
    const { shortCode } = await made.json<{ shortCode: string }>();
    for (const edge of locations) await edge.visit(shortCode);
    for (const link of recorder.links) {
      const isSingle = link.code !== null && !link.code.startsWith(`${name}-`) && !recorder.isShared(link);
      if (link.accountId !== maker.accountId || !isSingle || link.password !== null) continue;
      await checkCount(link, maker.key, recorder);
    }
  }
}

async function checkCount(link: RequestedLink, key: string, { broken }: Recorder): Promise<void> {
  const response = await faultless.v2(key, 'GET', `/stats/${link.code}`);
  const { clickCount } = await response.json<{ clickCount: number }>();
  if (link.maxClicks === null && clickCount !== link.granted)
    broken.push(`${link.granted} redirects of ${link.code} counted as ${clickCount}`);
  if (link.maxClicks === null) return;
  const isTooMany = clickCount > link.granted + link.unavailable;
  if (clickCount > link.maxClicks || clickCount < link.granted || isTooMany)
    broken.push(`${link.granted} redirects of ${link.maxClicks} of ${link.code} counted as ${clickCount}`);
}

/** I9: checks that no log line contains a key, a password, the destination of a protected link or a title. */
export function checkLog(lines: readonly string[], { recorder, keys, details }: Actors): void {
  const secrets = [
    ...keys.makers.map(({ key }) => key),
    keys.own.key,
    keys.caller.key,
    ...details.titled.map(({ title }) => title),
    ...recorder.links.flatMap(({ password, urls }) => (password === null ? [] : [password, ...urls])),
  ];
  const leak = lines.find((line) => secrets.some((secret) => line.includes(secret)));
  if (leak !== undefined) recorder.broken.push(`I9: the log contains ${leak}`);
}

/** Checks that the counters of deleted links hold nothing two days later, and that their links stay dead everywhere. */
export async function checkFreed(actors: Actors, now: number, turn: (at: number) => void): Promise<void> {
  const { keys, locations, recorder } = actors;
  const deleted = (await readRows(keys)).filter(({ gone, max_clicks }) => gone === 'DELETED' && max_clicks !== null);
  for (const hours of [26, 52]) {
    turn(now + (hours * DAY_MS) / 24);
    await locations[0]?.cron();
    await wakeCounters(keys);
  }
  for (const { id, code } of deleted) {
    const values = await runInDurableObject(
      env.CLICKS.getByName(id),
      (_, { storage }) => [...storage.kv.list()].length,
    );
    if (values > 0) recorder.broken.push(`the counter of ${code}, deleted, is kept`);
    for (const edge of locations) {
      const { status } = await actors.visit(edge as World, code);
      if (status !== 410) recorder.broken.push(`${code} answers ${status} after its counter was freed`);
    }
  }
}

/**
 * GET /console/account/export: the account as one JSON file (specification 14.6). It is read and written in pages,
 * because an account may have any size.
 */
import { waitForExportPage } from '#api/accounts/account-windows';
import { type Account, type AccountEvent, accountRecord, listEvents } from '#api/accounts/accounts';
import { keyRecord } from '#api/accounts/key-record';
import { listKeys } from '#api/accounts/keys';
import { listAccountUpgrades, type Upgrade } from '#api/accounts/upgrades';
import { type MadeLink, type MadePage, nextLinks } from '#api/links/link-list';
import type { Position } from '#api/links/link-list-statement';
import { linkRecord } from '#api/links/link-record';
import { listTemplates } from '#api/links/utm-templates';
import type { Env } from '#api/platform/env';
import { findStyle } from '#api/qr/style';
import { listPasskeys } from '#api/sign-in/passkeys';
import { listSessions } from '#api/sign-in/sessions';
import { countedAccount, exportPart, pickTotals } from '#api/statistics/statistics';
import { formatDay, GROUPINGS, groupClicks } from '#domain/breakdown';
import { DIMENSIONS, decodeCounts, utcDayAt } from '#domain/daily-counts';
import { Profiles } from '#domain/profiles';
import type { ExportPart, LinkPart, PartStart } from '#redirect/statistics/statistics-parts';
import { handleExport, respondFile, streamText } from '../download';

export const getExport = handleExport((c) => {
  const account = c.get('account');
  const now = c.get('now');
  const day = new Date(now).toISOString().slice(0, 10);
  const request = { shortBaseUrl: c.get('config').shortBaseUrl, now, wait: (ms: number) => scheduler.wait(ms) };
  return respondFile(c, streamExport(c.env, account, request), day, 'json');
});

const KEYS_PER_PAGE = 500;
const EVENTS_PER_PAGE = 500;

type ExportRequest = {
  readonly shortBaseUrl: string;
  readonly now: number;
  /** Resolves after the given milliseconds. The export calls it until the account may read the next page. */
  readonly wait: (ms: number) => Promise<unknown>;
};

/** The export as a stream. An export that breaks off is not valid JSON, so nobody mistakes a part for the whole. */
export const streamExport = (env: Env, account: Account, request: ExportRequest): ReadableStream<Uint8Array> =>
  streamText(writeChunks(env, account, request), { doing: 'export', account: account.id });

async function* writeChunks(env: Env, account: Account, request: ExportRequest): AsyncGenerator<string, void> {
  const { shortBaseUrl, now } = request;
  const [passkeys, sessions, upgrades, { color, bgColor, hasLogo, logo }, templates] = await Promise.all([
    listPasskeys(env, account.id),
    listSessions(env, account.id, now),
    listAccountUpgrades(env, account.id),
    findStyle(env, account.id),
    listTemplates(env, account.id),
  ]);
  yield `{"account":${JSON.stringify(accountRecord(account))}`;
  yield `,"passkeys":${JSON.stringify(
    passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt: iso(createdAt), usedAt: iso(usedAt) })),
  )}`;
  yield `,"sessions":${JSON.stringify(
    sessions.map(({ agent, country, createdAt, seenAt }) => ({
      agent,
      country,
      createdAt: iso(createdAt),
      seenAt: iso(seenAt),
    })),
  )}`;
  yield `,"upgrades":${JSON.stringify(upgrades.map(recordUpgrade))}`;
  yield `,"qr":${JSON.stringify({ color, bgColor, hasLogo, logo })}`;
  yield `,"utmTemplates":${JSON.stringify(templates.map(({ name, query }) => ({ name, query })))}`;
  yield* listProperty('events', readEvents(env, account.id, request));
  yield* listProperty('keys', readKeys(env, account.id, request));
  yield ',"links":[';
  yield* writeLinks(env, account.id, request);
  yield ']';
  yield `,"statistics":${JSON.stringify(await readStatistics(env, account.id, shortBaseUrl, now))}`;
  yield '}\n';
}

/** The account's totals, and its breakdowns of all stored days. */
async function readStatistics(env: Env, accountId: string, shortBaseUrl: string, now: number) {
  const utcDays = { start: 0, end: utcDayAt(now) };
  const query = { ...utcDays, utcDays, groupBy: GROUPINGS, timeZone: 'UTC', limit: 1_000 };
  return (await countedAccount(env, accountId, { query, limit: 100 }, { shortBaseUrl, now })).statistics;
}

/** An upgrade request with the operator's decision. */
const recordUpgrade = ({ plan, reason, state, message, createdAt, answeredAt }: Upgrade) => ({
  plan,
  reason,
  state,
  message,
  createdAt: iso(createdAt),
  answeredAt: answeredAt === null ? null : iso(answeredAt),
});

const iso = (at: number): string => new Date(at).toISOString();

/** Writes a property whose value is a list of any length. */
async function* listProperty(name: string, pages: AsyncGenerator<readonly unknown[]>): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let separator = '';
  for await (const page of pages) {
    for (const item of page) {
      yield separator + JSON.stringify(item);
      separator = ',\n';
    }
  }
  yield ']';
}

async function* readEvents(env: Env, accountId: string, { wait }: ExportRequest): AsyncGenerator<readonly unknown[]> {
  for (let before: number | null = null; ; ) {
    const { events, hasMore }: Awaited<ReturnType<typeof listEvents>> = await listEvents(
      env,
      accountId,
      before,
      EVENTS_PER_PAGE,
    );
    yield events.map(recordEvent);
    if (!hasMore) return;
    before = events.at(-1)?.number ?? null;
    await waitForExportPage(env, accountId, wait);
  }
}

const recordEvent = ({ at, kind, actor, actorName, subject, name, detail }: AccountEvent) => ({
  at: iso(at),
  kind,
  actor,
  actorName,
  subject,
  name,
  detail: detail === null ? null : JSON.parse(detail),
});

async function* readKeys(
  env: Env,
  accountId: string,
  { now, wait }: ExportRequest,
): AsyncGenerator<readonly unknown[]> {
  for (let cursor = ''; ; ) {
    const { rows, nextCursor } = await listKeys(env, { cursor, limit: KEYS_PER_PAGE }, accountId);
    yield rows.map((key) => keyRecord(key, now));
    if (nextCursor === null) return;
    cursor = nextCursor;
    await waitForExportPage(env, accountId, wait);
  }
}

/** Writes each link with its statistics. The first page is not counted here: handleExport has counted the request. */
async function* writeLinks(env: Env, accountId: string, { shortBaseUrl, wait }: ExportRequest): AsyncGenerator<string> {
  for (let from: Position | null = null; ; ) {
    const { links, next }: MadePage = await nextLinks(env, accountId, from);
    if (from !== null && links.length > 0) yield ',\n';
    yield* withStatistics(
      env,
      accountId,
      links.map((link) => ({ id: link.id, record: exportedLink(link, shortBaseUrl) })),
    );
    if (next === null) return;
    from = next;
    await waitForExportPage(env, accountId, wait);
  }
}

const exportedLink = (link: MadeLink, shortBaseUrl: string) => ({
  ...linkRecord(link, shortBaseUrl),
  madeByKey: link.madeBy,
  hasPassword: link.password !== null,
  gone: link.gone,
  blocked: link.blocked !== null,
});

/** A link, and its record in the file. */
type ExportedLink = { readonly id: string; readonly record: object };

/** Writes links as chunks of a JSON list. Each has its `statistics`; they are null for a link that nobody visited. */
async function* withStatistics(env: Env, accountId: string, links: readonly ExportedLink[]): AsyncGenerator<string> {
  const parts = statisticsParts(
    env,
    accountId,
    links.map(({ id }) => id),
  );
  // The parts have the order of the links. The days of one link may fill several parts.
  let part = await parts.next();
  for (const [index, { id, record }] of links.entries()) {
    yield `${index === 0 ? '' : ',\n'}${openObject(record)}"statistics":`;
    if (part.done || part.value.linkId !== id) {
      yield 'null}';
      continue;
    }
    yield `${openObject(pickTotals(part.value))}"days":[`;
    for (let separator = ''; !part.done && part.value.linkId === id; part = await parts.next())
      for (const day of part.value.days) {
        yield separator + JSON.stringify(dayRecord(day));
        separator = ',';
      }
    yield ']}}';
  }
}

/** The JSON of an object without its closing brace, so that further properties can follow. */
const openObject = (fields: object): string => `${JSON.stringify(fields).slice(0, -1)},`;

async function* statisticsParts(
  env: Env,
  accountId: string,
  linkIds: readonly string[],
): AsyncGenerator<LinkPart, undefined> {
  let since: PartStart | null = null;
  do {
    const { links, next }: ExportPart = await exportPart(env, accountId, linkIds, since);
    yield* links;
    since = next;
  } while (since !== null);
}

function dayRecord({ day, counts: stored, profiles }: LinkPart['days'][number]) {
  const counts = decodeCounts(JSON.parse(stored));
  const { clicks, robots, scans, lastAt, visitors, quarters } = counts;
  return {
    day: formatDay(day),
    clickCount: clicks,
    uniqueVisitors: visitors,
    botHits: robots,
    qrScans: scans,
    lastAccessed: lastAt === 0 ? null : new Date(lastAt).toISOString(),
    quarterHours: listQuarters(quarters),
    ...groupClicks({ sum: counts, quarters: [] }, { ...ALL, start: day, end: day }),
    profiles: Profiles.decode(profiles).list().map(profileRecord),
  };
}

/** A profile with its values, null where one was left out. */
const profileRecord = ({ values, clicks, scans, visitors, quarters }: ReturnType<Profiles['list']>[number]) => ({
  ...values,
  clickCount: clicks,
  uniqueVisitors: visitors,
  qrScans: scans,
  quarterHours: listQuarters(quarters),
});

const listQuarters = (quarters: ReadonlyMap<number, number>) =>
  [...quarters].sort(([a], [b]) => a - b).map(([at, clicks]) => ({ value: nameOfQuarter(at), clicks }));

const ALL = { groupBy: DIMENSIONS, timeZone: 'UTC', limit: Number.POSITIVE_INFINITY };

/** The time at which a quarter of an hour begins in UTC, such as `13:45`. */
const nameOfQuarter = (quarter: number): string => new Date(quarter * 900_000).toISOString().slice(11, 16);

/** The export of an account (specification 14.6). It reads and writes pages, because an account may have any size. */
import { type AccountEvent, listEvents } from '#api/accounts/account-events';
import { waitForExportPage } from '#api/accounts/account-windows';
import { type Account, accountRecord } from '#api/accounts/accounts';
import { keyRecord } from '#api/accounts/key-record';
import { listKeys } from '#api/accounts/keys';
import { listUpgradesOf, type Upgrade } from '#api/accounts/upgrades';
import { type MadeLink, type MadePage, nextLinks } from '#api/links/link-list';
import type { Position } from '#api/links/link-list-order';
import { linkRecord } from '#api/links/link-record';
import type { Env } from '#api/platform/env';
import { listPasskeys } from '#api/sign-in/passkeys';
import { listSessions } from '#api/sign-in/sessions';
import { countedAccount } from '#api/statistics/statistics';
import { GROUPINGS } from '#domain/breakdown';
import { dayOf } from '#domain/daily-counts';
import { logFault } from '#store/log-fault';
import { withStatistics } from './export-statistics';

const KEYS_PER_PAGE = 500;
const EVENTS_PER_PAGE = 500;
const encoder = new TextEncoder();

type ExportRequest = {
  readonly shortBaseUrl: string;
  readonly now: number;
  /** Resolves after the given milliseconds. The export calls it until the account may read the next page. */
  readonly wait: (ms: number) => Promise<unknown>;
};

/** The export as a stream. An export that breaks off is not valid JSON, so nobody mistakes a part for the whole. */
export function exportOf(env: Env, account: Account, request: ExportRequest): ReadableStream<Uint8Array> {
  const chunks = chunksOf(env, account, request);
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        logFault(error, { doing: 'export', account: account.id });
        controller.error(new Error('The export broke off'));
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

async function* chunksOf(env: Env, account: Account, request: ExportRequest): AsyncGenerator<string, void> {
  const { shortBaseUrl, now } = request;
  const [passkeys, sessions, upgrades] = await Promise.all([
    listPasskeys(env, account.id),
    listSessions(env, account.id, now),
    listUpgradesOf(env, account.id),
  ]);
  yield `{"account":${JSON.stringify(accountRecord(account))}`;
  yield `,"passkeys":${JSON.stringify(
    passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt: iso(createdAt), usedAt: iso(usedAt) })),
  )}`;
  yield `,"sessions":${JSON.stringify(
    sessions.map(({ agent, createdAt, seenAt }) => ({ agent, createdAt: iso(createdAt), seenAt: iso(seenAt) })),
  )}`;
  yield `,"upgrades":${JSON.stringify(upgrades.map(upgradeOf))}`;
  yield* listProperty('events', eventsOf(env, account.id, request));
  yield* listProperty('keys', keysOf(env, account.id, request));
  yield ',"links":[';
  yield* linksOf(env, account.id, request);
  yield ']';
  yield `,"statistics":${JSON.stringify(await statisticsOf(env, account.id, shortBaseUrl, now))}`;
  yield '}\n';
}

/** The account's totals, and its breakdowns of all stored days. */
async function statisticsOf(env: Env, accountId: string, shortBaseUrl: string, now: number) {
  const utcDays = { start: 0, end: dayOf(now) };
  const query = { ...utcDays, utcDays, groupBy: GROUPINGS, timeZone: 'UTC', limit: 1_000 };
  return (await countedAccount(env, accountId, { query, limit: 100 }, { shortBaseUrl, now })).statistics;
}

/** An upgrade request with the operator's decision. */
const upgradeOf = ({ plan, reason, state, message, createdAt, answeredAt }: Upgrade) => ({
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

async function* eventsOf(env: Env, accountId: string, { wait }: ExportRequest): AsyncGenerator<readonly unknown[]> {
  for (let before: number | null = null; ; ) {
    const { events, hasMore }: Awaited<ReturnType<typeof listEvents>> = await listEvents(
      env,
      accountId,
      before,
      EVENTS_PER_PAGE,
    );
    yield events.map(eventOf);
    if (!hasMore) return;
    before = events.at(-1)?.number ?? null;
    await waitForExportPage(env, accountId, wait);
  }
}

const eventOf = ({ at, kind, actor, actorName, subject, name }: AccountEvent) => ({
  at: iso(at),
  kind,
  actor,
  actorName,
  subject,
  name,
});

async function* keysOf(env: Env, accountId: string, { now, wait }: ExportRequest): AsyncGenerator<readonly unknown[]> {
  for (let cursor = ''; ; ) {
    const { rows, nextCursor } = await listKeys(env, { cursor, limit: KEYS_PER_PAGE }, accountId);
    yield rows.map((key) => keyRecord(key, now));
    if (nextCursor === null) return;
    cursor = nextCursor;
    await waitForExportPage(env, accountId, wait);
  }
}

/**
 * Writes each link with its statistics. The first page is not counted here, because routes/export.ts has counted the
 * request.
 */
async function* linksOf(env: Env, accountId: string, { shortBaseUrl, wait }: ExportRequest): AsyncGenerator<string> {
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

/** Plays a history, lets the cron finish, and collects every promise that was broken. */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { decodeEntry, entryKey } from '#domain/edge-entry';
import { PLAN_LIMITS } from '#domain/plans';
import { createWorld, type World } from '../world';
import type { History } from './act';
import { Actors, type Company } from './actors';
import { Chronicle, type Story } from './chronicle';
import { createCity } from './city';
import { Mishaps } from './mishaps';

const CITIES = 3;
const MINUTE_MS = 60_000;
/** A put that seems lost takes effect within this time, or never (packages/store/publish.ts). */
const SETTLES_MS = 40_000;
const DAY_MS = 86_400_000;
const BEGINNING = Date.UTC(2031, 5, 15, 12, 0, 0, 347);

/** A world without faults. */
const calm = createWorld();
let histories = 0;

/** The broken promises, and the number of faults by kind. */
type Outcome = { readonly broken: readonly string[]; readonly met: Readonly<Record<string, number>> };

/** Plays a history. The caller has faked the clock. */
export async function play({ seed, steps }: History): Promise<Outcome> {
  const chronicle = new Chronicle();
  const mishaps = new Mishaps(seed);
  const turn = (at: number) => vi.setSystemTime(at);
  histories += 1;
  let now = BEGINNING + histories * DAY_MS;
  turn(now);
  await env.DB.prepare('UPDATE links SET dirty = 0 WHERE dirty = 1').run();

  const cities = Array.from({ length: CITIES }, () => createCity(mishaps));
  const makers = [await calm.newKey('PRO'), await calm.newKey('PRO')];
  const spares = [await calm.newKey('PRO'), await calm.newKey('PRO')];
  const company = { makers, caller: await calm.newKey('FREE') };
  const actors = new Actors(cities, company, spares, chronicle, `h${histories}x${seed % 1_000}`);
  const logged = captureLog();
  try {
    for (const { acts, passesMs, hasCron } of steps) {
      await Promise.all(acts.map((act) => actors.act(act)));
      if (hasCron) await cities[0]?.cron().catch(() => undefined);
      await mishaps.land(passesMs >= SETTLES_MS - 1);
      now += passesMs;
      turn(now);
    }
    await mishaps.land(true);
    mishaps.quiet();
    await settleDown(actors, now, turn);
    await judgeTheQuiet(actors);
    judgeTheLog(logged.lines, actors);
  } catch (error) {
    chronicle.broken.push(`an answer that nobody described, or a fault: ${(error as Error).message}`);
  } finally {
    logged.end();
  }
  return { broken: chronicle.broken, met: mishaps.met };
}

/** Resumes suspended accounts, and runs the alarms of counters and the cron of four minutes. */
async function settleDown({ cities, company }: Actors, now: number, turn: (at: number) => void): Promise<void> {
  for (const { accountId } of company.makers) await calm.admin('POST', `/accounts/${accountId}/resume`);
  for (let minute = 1; minute <= 4; minute++) {
    turn(now + minute * (MINUTE_MS + 1_003));
    for (const { id, max_clicks } of await rowsOf(company))
      if (max_clicks !== null) await runDurableObjectAlarm(env.CLICKS.getByName(id));
    await (cities[0] as World).cron();
  }
}

type Row = {
  code: string;
  id: string;
  version: number;
  dirty: number;
  account_id: string;
  url: string;
  password: string | null;
  max_clicks: number | null;
  expires_at: number | null;
  gone: string | null;
  blocked: string | null;
};

/** The rows of D1 of all links of the makers. */
async function rowsOf({ makers }: Company): Promise<Row[]> {
  const ofMakers = env.DB.prepare('SELECT * FROM links WHERE account_id IN (SELECT value FROM json_each(?1))');
  const ids = makers.map(({ accountId }) => accountId);
  return (await ofMakers.bind(JSON.stringify(ids)).all<Row>()).results;
}

/** Checks what must hold after the faults have ended and the cron has finished. */
async function judgeTheQuiet(actors: Actors): Promise<void> {
  const { chronicle, company } = actors;
  await repeatsMakeNothingTwice(actors);
  const rows = await rowsOf(company);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  await edgeIsTruth(rows, chronicle);
  for (const story of chronicle.stories) {
    if (story.code === null) continue;
    const row = byCode.get(story.code);
    if (row === undefined) chronicle.broken.push(`${story.code} was acknowledged and is lost`);
    else if (row.account_id !== story.accountId) chronicle.broken.push(`I2: ${story.code} belongs to another account`);
  }
  batchesAreWhole(actors, new Set(rows.map(({ url }) => url)));
  await visitsAgree(actors, rows);
  await clicksAreCounted(actors);
  await monthsAreCharged(actors);
  await windowsAreFull(actors);
}

/** I5: KV agrees with D1, and no row is dirty. */
async function edgeIsTruth(rows: readonly Row[], { broken }: Chronicle): Promise<void> {
  for (const { code, version, dirty } of rows) {
    const entry = decodeEntry((await env.ROUTES.get(entryKey(code))) ?? '');
    // KV may lack a link of version 1 whose only put failed: its first visit reads D1.
    const isEqual = entry === null ? version === 1 : entry.version === version;
    if (!isEqual) broken.push(`I5: ${code} has version ${entry?.version} in KV and ${version} in D1`);
    if (dirty !== 0) broken.push(`I5: ${code} is still dirty`);
  }
}

/**
 * Checks that every atomic batch was made whole or not at all. An edit may have changed the destinations of its links.
 */
function batchesAreWhole({ batches, chronicle }: Actors, urls: ReadonlySet<string>): void {
  for (const batch of batches) {
    const stories = chronicle.stories.filter((story) => batch.urls.some((url) => story.urls.has(url)));
    const there = stories.filter((story) => [...story.urls].some((url) => urls.has(url))).length;
    // The owner may have taken the alias of one link again. The other two have generated codes.
    const isNothing = there === 0;
    const isWhole = there >= 2;
    if (batch.status === 200 ? !isWhole : batch.status === 400 ? !isNothing : !(isNothing || isWhole))
      chronicle.broken.push(`an atomic batch answered ${batch.status} and left ${there} of ${stories.length}`);
  }
}

/** Checks that a repeated creation under an Idempotency-Key succeeds, and has made one link. */
async function repeatsMakeNothingTwice({ repeats, chronicle }: Actors): Promise<void> {
  for (const { url, ask } of repeats) {
    const status = await ask(calm);
    if (status !== 201) chronicle.broken.push(`a creation that was asked for again answered ${status}`);
    const links = await env.DB.prepare('SELECT count(*) AS n FROM links WHERE url = ?1').bind(url).first<number>('n');
    if ((links ?? 0) > 1) chronicle.broken.push(`one Idempotency-Key made ${links} links`);
  }
}

/** Checks that a visit of every link, in one of the cities, agrees with D1. */
async function visitsAgree(actors: Actors, rows: readonly Row[]): Promise<void> {
  for (const [n, row] of rows.entries()) {
    const answer = await actors.visit(actors.cities[n % CITIES] as World, row.code);
    const location = answer.headers.get('Location');
    const isOver = row.gone !== null || row.blocked !== null || (row.expires_at ?? Infinity) <= Date.now();
    const expected = isOver ? [410] : row.password !== null ? [200] : row.max_clicks !== null ? [302, 410] : [302];
    if (!expected.includes(answer.status))
      actors.chronicle.broken.push(`${row.code} answers ${answer.status}, not ${expected}, when all is quiet`);
    if (location !== null && location !== row.url) actors.chronicle.broken.push(`${row.code} leads to ${location}`);
  }
}

/** Checks that a month counts every responded call: a call that was refunded twice would be missing. */
async function monthsAreCharged({ company, chronicle }: Actors): Promise<void> {
  for (const { key } of [...company.makers, company.caller]) {
    const usage = await calm.v2(key, 'GET', '/usage');
    const { month } = await usage.json<{ month: { used: number } }>();
    const charged = chronicle.chargedTo(key);
    if (month.used <= charged) chronicle.broken.push(`${charged} calls and one more were charged as ${month.used}`);
    chronicle.called(key, key === company.caller.key ? 'FREE' : 'PRO', usage);
  }
}

/** I6: sends one call more than a window lets in, now that no response is lost. The chronicle counts the accepted ones. */
async function windowsAreFull({ company, chronicle }: Actors): Promise<void> {
  const { key } = company.caller;
  const calls = Array.from({ length: PLAN_LIMITS.FREE.requestsPerMinute + 1 }, () => calm.v2(key, 'GET', '/usage'));
  for (const response of await Promise.all(calls)) chronicle.called(key, 'FREE', response);
}

/** Checks that every redirect of a plain link is counted once, and those of a limited link never beyond its limit. */
async function clicksAreCounted({ cities, chronicle, company, name }: Actors): Promise<void> {
  for (const maker of company.makers) {
    // A city sends its buffered clicks with the next click of the account.
    const made = await calm.shorten(maker.key, { url: `https://example.com/${name}/last` });
    const { shortCode } = await made.json<{ shortCode: string }>();
    for (const city of cities) await city.visit(shortCode);
    for (const story of chronicle.stories) {
      const isSingle = story.code !== null && !story.code.startsWith(`${name}-`);
      if (story.accountId !== maker.accountId || !isSingle || story.password !== null) continue;
      await countOf(story, maker.key, chronicle);
    }
  }
}

async function countOf(story: Story, key: string, { broken }: Chronicle): Promise<void> {
  const answer = await calm.v2(key, 'GET', `/stats/${story.code}`);
  const { clickCount } = await answer.json<{ clickCount: number }>();
  if (story.maxClicks === null && clickCount !== story.granted)
    broken.push(`${story.granted} redirects of ${story.code} counted as ${clickCount}`);
  if (story.maxClicks === null) return;
  const isBurnt = clickCount > story.granted + story.unanswered;
  if (clickCount > story.maxClicks || clickCount < story.granted || isBurnt)
    broken.push(`${story.granted} redirects of ${story.maxClicks} of ${story.code} counted as ${clickCount}`);
}

/** I9: no log line contains a key, a password, or the destination of a protected link. */
function judgeTheLog(lines: readonly string[], { chronicle, company }: Actors): void {
  const secrets = [
    ...company.makers.map(({ key }) => key),
    company.caller.key,
    ...chronicle.stories.flatMap(({ password, urls }) => (password === null ? [] : [password, ...urls])),
  ];
  const leak = lines.find((line) => secrets.some((secret) => line.includes(secret)));
  if (leak !== undefined) chronicle.broken.push(`I9: the log says ${leak}`);
}

/** Captures all log lines, and prints none: the workers log every fault. */
function captureLog(): { readonly lines: string[]; end(): void } {
  const lines: string[] = [];
  const note = (...all: unknown[]) => void lines.push(all.map(String).join(' '));
  const spies = (['error', 'warn', 'log', 'info'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(note),
  );
  return { lines, end: () => spies.forEach((spy) => void spy.mockRestore()) };
}

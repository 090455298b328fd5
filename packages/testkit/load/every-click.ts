/** Sends clicks over HTTP to both workers, while batches of clicks are repeated, delayed, reordered and lost. */
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../random';
import { SEED } from '../seed';
import { type LoadedAccount, newAccount, readFigures } from './accounts';
import { type BothWorkers, startBothWorkers } from './both-workers';
import { Crowd } from './crowd';
import type { DeliveryCounts } from './faulty-statistics';
import { HttpClient } from './http-client';
import type { Figures } from './ledger';

/** What a test sends. `flushMs`: the time for which an isolate gathers clicks before it sends a batch. */
type Size = {
  readonly clicks: number;
  readonly links: number;
  readonly accounts: number;
  readonly flushMs: number;
};

const TOKEN = 'an-operator-token-of-forty-characters-xx';
const AT_ONCE = 24;
/**
 * Far more than the promised five seconds, which no test asserts: a busy computer is slow, and after a batch is lost
 * twice in a row its sender pauses longer.
 */
const COUNTED_WITHIN_MS = 120_000;

let api: HttpClient;
let short: HttpClient;

/** Declares the test of one size: both workers are started, and every click is sent and counted. */
export function testEveryClick(size: Size): void {
  const logged: string[] = [];
  let workers: BothWorkers;

  beforeAll(async () => {
    workers = await startBothWorkers({
      variables: {
        ADMIN_TOKEN: TOKEN,
        PEPPER: TOKEN,
        REQUIRE_HTTPS: 'off',
        GATHER_MS: String(size.flushMs),
        METRICS_MS: '1000',
        FAULT_SEED: String(SEED),
      },
      redirectEntry: 'packages/testkit/load/faulty-worker.ts',
      onLog: (line) => logged.push(line),
    });
    api = new HttpClient(workers.apiPort, AT_ONCE);
    short = new HttpClient(workers.shortPort, AT_ONCE);
  });
  afterAll(async () => {
    api?.close();
    short?.close();
    await workers?.stop();
  });

  it(`the statistics count each of ${size.clicks} clicks on ${size.links} links of ${size.accounts} accounts once`, {
    timeout: 3_600_000,
  }, async () => {
    const startedAt = Date.now();
    const accounts = await newAccounts(size);
    const links = accounts.flatMap((account) => account.links);
    const crowd = new Crowd(links, short, new Random(SEED));
    const clickedAt = Date.now();
    await crowd.click(size.clicks, AT_ONCE);
    const endedAt = Date.now();
    const deliveryCounts = await counted(accounts);
    const took = { clicks: endedAt - clickedAt, counted: Date.now() - endedAt };
    console.info(
      JSON.stringify({ seed: SEED, ...size, ms: took, statuses: Object.fromEntries(crowd.statuses), deliveryCounts }),
    );

    expect([...crowd.statuses.keys()].sort()).toEqual([200, 302, 410]);
    expect(Object.entries(deliveryCounts.calls).filter(([, calls]) => calls === 0)).toEqual([]);
    expect(deliveryCounts.arrivals).toBeGreaterThan(deliveryCounts.batches);
    expect(await mistakes(accounts, toDay(startedAt) === toDay(Date.now()))).toEqual([]);
    expect(logged.filter((line) => !line.includes('"doing":"send clicks"'))).toEqual([]);
  });
}

/** Makes the accounts. Only every fifth one has a protected link, because the check of a password is slow. */
async function newAccounts(size: Size): Promise<LoadedAccount[]> {
  const accounts: LoadedAccount[] = [];
  for (let number = 0; number < size.accounts; number++) {
    const links = size.links / size.accounts;
    accounts.push(await newAccount(api, TOKEN, { links, hasProtected: number % 5 === 0 }));
  }
  return accounts;
}

/**
 * Polls until every account has the expected totals, and no batch is under way that could still be counted twice. After
 * COUNTED_WITHIN_MS it returns anyway, and `mistakes` reports the differences.
 */
async function counted(accounts: readonly LoadedAccount[]): Promise<DeliveryCounts> {
  for (const from = performance.now(); ; await wait(250)) {
    const deliveryCounts = JSON.parse((await short.send('/.deliveries')).body) as DeliveryCounts;
    const actual = await Promise.all(accounts.map(({ key }) => readFigures(api, key, '')));
    const isAll = actual.every((figures, place) => hits(figures) === hits(accounts[place]?.ledger.figures));
    if ((isAll && deliveryCounts.running === 0) || performance.now() - from > COUNTED_WITHIN_MS) return deliveryCounts;
  }
}

const hits = (figures?: Figures): number => (figures?.clickCount ?? 0) + (figures?.botHits ?? 0);

/** The first five accounts and links whose statistics differ from their ledgers. */
async function mistakes(accounts: readonly LoadedAccount[], isOneDay: boolean) {
  const wrong: { path: string; expected: Figures; actual: Figures }[] = [];
  // A visitor with clicks before and after midnight counts twice.
  const comparable = (figures: Figures) => (isOneDay ? figures : { ...figures, uniqueVisitors: 0 });
  for (const { key, ledger, links } of accounts) {
    const pages = [
      { path: '', ledger },
      ...links.map(({ code, ledgers: [own] }) => ({ path: `/${code}`, ledger: own })),
    ];
    await Promise.all(
      pages.map(async ({ path, ledger }) => {
        const [expected, actual] = [comparable(ledger.figures), comparable(await readFigures(api, key, path))];
        if (!isDeepStrictEqual(actual, expected)) wrong.push({ path, expected, actual });
      }),
    );
  }
  return wrong.slice(0, 5);
}

const toDay = (at: number): number => Math.floor(at / 86_400_000);

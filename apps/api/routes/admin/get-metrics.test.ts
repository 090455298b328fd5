/** Tests GET /admin/metrics: its format, what it counts, and that no hand-over counts twice (specification 13.11). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { counterFamilies, openMetrics } from '#api/metrics/openmetrics';
import { readMetrics } from '#api/metrics/read-metrics';
import { version } from '#package.json';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { D1_DOWN, failing, losingResponses, onlyFor, Tap, tappedD1, tappedObjects } from '#testkit/faults';
import { type MetricFamily, parseOpenMetrics, parsePrometheusText } from '#testkit/openmetrics';
import { createWorld, freshAlias, type World } from '#testkit/world';

const turnTo = fakeClock();
const url = 'https://example.com/';

/** A world whose isolate hands over its counts after every request. */
const countingWorld = (overrides: Parameters<typeof createWorld>[0] = {}) =>
  createWorld({ METRICS_MS: '0', ...overrides });

/** Reads the metrics from an isolate that counts nothing itself. */
const reader = createWorld();

type Labels = Readonly<Record<string, string>>;
type Metrics = { readonly text: string; readonly families: ReadonlyMap<string, MetricFamily> };

async function scrape(world: World = reader): Promise<Metrics> {
  const response = await world.admin('GET', '/metrics');
  const text = new TextDecoder().decode(await response.arrayBuffer()); // text() warns of a type that is not text
  expect(response.status, text).toBe(200);
  return { text, families: parseOpenMetrics(text) };
}

/** The sum of the samples of a family that have these labels; undefined if there are none. */
function findFigure({ families }: Metrics, family: string, labels: Labels = {}): number | undefined {
  const points = families
    .get(family)
    ?.points.filter((point) => Object.entries(labels).every(([name, value]) => point.labels.get(name) === value));
  return points === undefined || points.length === 0 ? undefined : points.reduce((sum, { value }) => sum + value, 0);
}

/** How much a counter grows while `act` runs. */
async function measureGrowth(family: string, labels: Labels, act: () => Promise<unknown>): Promise<number> {
  const before = findFigure(await scrape(), family, labels) ?? 0;
  await act();
  return (findFigure(await scrape(), family, labels) ?? 0) - before;
}

describe('the response', () => {
  it('is OpenMetrics 1.0 by its grammar, with versions and units', async () => {
    const world = countingWorld();
    await world.cron();
    const response = await world.admin('GET', '/metrics');
    expect(response.headers.get('Content-Type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { families } = await scrape();
    const builds = families.get('swiftlet_build')?.points.map(({ labels }) => Object.fromEntries(labels));
    expect(builds).toEqual([
      { worker: 'api', version },
      { worker: 'redirect', version },
    ]);
    const units = [...families.values()].flatMap(({ name, unit }) => (unit === null ? [] : [[name, unit]]));
    expect(units).toEqual([
      ['swiftlet_cron_age_seconds', 'seconds'],
      ['swiftlet_d1_size_bytes', 'bytes'],
    ]);
    expect([...families.values()].filter(({ help }) => !help?.endsWith('.'))).toEqual([]);
  });

  it('is in the older format of Prometheus for who prefers it, with the same samples', async () => {
    const world = countingWorld();
    const asked = async (accept?: string) => {
      const headers = { Authorization: `Bearer ${env.ADMIN_TOKEN}`, ...(accept !== undefined && { Accept: accept }) };
      const response = await world.call('GET', '/admin/metrics', { headers });
      return { type: response.headers.get('Content-Type'), vary: response.headers.get('Vary'), response };
    };
    const older = await asked('text/plain');
    expect([older.type, older.vary]).toEqual(['text/plain; version=0.0.4; charset=utf-8', 'Accept']);
    const text = new TextDecoder().decode(await older.response.arrayBuffer());
    const families = parsePrometheusText(text);
    expect(families.get('swiftlet_build_info')?.type).toBe('gauge');
    expect(families.get('swiftlet_clicks_total')?.type).toBe('counter');
    expect(text).not.toMatch(/# (EOF|UNIT)/);
    const { families: newer } = await scrape(world);
    const listNames = (found: ReadonlyMap<string, MetricFamily>) =>
      [...found.values()].flatMap(({ points }) => points.map(({ name }) => name)).sort();
    expect(new Set(listNames(families))).toEqual(new Set(listNames(newer)));
    const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
    for (const accept of [
      undefined,
      '*/*',
      'text/html,*/*;q=0.8',
      'application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
    ])
      expect((await asked(accept)).type, accept).toBe(openMetrics);
    expect((await asked('text/plain;version=0.0.4;q=0.9,application/openmetrics-text;q=0.5')).type).toBe(older.type);
  });

  it('names no code, account, key, destination or client, whatever clients send', async () => {
    const world = countingWorld();
    const { key, id, accountId, name } = await world.newKey('PRO', { name: 'Name-of-a-customer' });
    const alias = freshAlias('secretive');
    await world.shorten(key, { url: 'https://destination.example/path', alias });
    const headers = { 'CF-Connecting-IP': '203.0.113.77', 'User-Agent': 'Agent-of-a-visitor' };
    await world.visit(alias, { headers });
    await world.visit(`.${alias}`, { headers });
    await world.v2(key, 'GET', `/links/${alias}`);
    await world.v2(key, 'GET', `/${alias}`);
    await world.call('PROPFIND', `/v2/links/${alias}`, { headers });
    await world.visit(alias, { method: 'MKCOL', headers });
    const { text } = await scrape();
    expect(text).toContain('method="other"');
    for (const word of [
      key,
      id,
      accountId,
      name,
      alias,
      'destination.example',
      '203.0.113',
      'Agent-of',
      'PROPFIND',
      'MKCOL',
    ])
      expect(text).not.toContain(word);
  });

  it('is 401 without the operator’s token, and 404 where there is none', async () => {
    expect((await reader.call('GET', '/admin/metrics')).status).toBe(401);
    const without = createWorld({ ADMIN_TOKEN: undefined as never });
    expect((await without.call('GET', '/admin/metrics')).status).toBe(404);
  });
});

it('every counter exists with 0 before anything is counted', () => {
  const families = counterFamilies({ sums: {} });
  expect(families.filter(({ samples }) => samples.length === 0)).toEqual([]);
  expect(families.flatMap(({ samples }) => samples.map(({ value }) => value)).filter((value) => value !== 0)).toEqual(
    [],
  );
  const failures = families.find(({ name }) => name === 'swiftlet_cron_failures');
  expect(failures?.samples.map(({ labels }) => labels.step)).toContain('deletions');
});

it('what a machine knows of itself is in its metrics, and on Cloudflare is not', async () => {
  expect(findFigure(await scrape(), 'swiftlet_state_size_bytes')).toBeUndefined();
  const figures = { memoryBytes: { node: 1, workerd: 2 }, stateBytes: 3 };
  const families = await readMetrics(env as never, NOON, figures);
  expect(openMetrics(families)).toContain('swiftlet_process_memory_bytes{process="workerd"} 2\n');
  expect(openMetrics(families)).toContain('swiftlet_state_size_bytes 3\n');
  expect(families.filter(({ help }) => /[\\"\n]/.test(help))).toEqual([]);
});

describe('the metrics count', () => {
  it.each<[what: string, labels: Labels, act: (world: World, key: string, alias: string) => Promise<unknown>]>([
    [
      'a creation, under its route',
      { worker: 'api', method: 'POST', route: '/v2/shorten', status: '201' },
      (world, key) => world.shorten(key, { url }),
    ],
    [
      'a refusal, under the template of its route',
      { worker: 'api', method: 'GET', route: '/v2/links/:shortCode', status: '404' },
      (world, key) => world.v2(key, 'GET', '/links/no-such-link'),
    ],
    [
      'an unknown address',
      { worker: 'api', route: 'none', status: '404' },
      (world) => world.call('GET', '/v3/anything'),
    ],
    [
      'a page of the console',
      { worker: 'api', route: '/console/*', status: '303' },
      (world) => world.call('GET', '/console/links'),
    ],
    [
      'a visit',
      { worker: 'redirect', method: 'GET', route: '/:code', status: '302' },
      (world, _, alias) => world.visit(alias),
    ],
    [
      'a preview',
      { worker: 'redirect', route: '/:code+', status: '200' },
      (world, _, alias) => world.visit(`${alias}+`),
    ],
    ['an unknown code', { worker: 'redirect', route: '/:code', status: '404' }, (world) => world.visit('never-was')],
    ['a path of the service', { worker: 'redirect', route: '/.health' }, (world) => world.visit('.health')],
    ['a path with a dot', { worker: 'redirect', route: 'none', status: '404' }, (world) => world.visit('.env')],
  ])('%s', async (_, labels, act) => {
    const world = countingWorld();
    const { key } = await world.newKey();
    const alias = freshAlias('metrics');
    await world.shorten(key, { url, alias });
    expect(await measureGrowth('swiftlet_requests', labels, () => act(world, key, alias))).toBe(1);
  });

  it('links, those of a batch too', async () => {
    const world = countingWorld();
    const { key } = await world.newKey();
    const growth = await measureGrowth('swiftlet_links_created', {}, async () => {
      await world.shorten(key, { url });
      await world.shorten(key, { url: 'nonsense' });
      await world.shortenBatch(key, [{ url }, { url: 'nonsense' }, { url }]);
    });
    expect(growth).toBe(3);
  });

  it('clicks by kind, once the statistics have them', async () => {
    const world = countingWorld();
    const { key } = await world.newKey();
    const alias = freshAlias('metrics');
    await world.shorten(key, { url, alias });
    const visits = async () => {
      await world.visit(alias);
      await world.visit(`${alias}?src=qr`);
      await world.visit(alias, { headers: { 'User-Agent': 'Slackbot' } });
      await world.visit('.health'); // hands over what the flushes have counted
    };
    const before = await scrape();
    await visits();
    const after = await scrape();
    const growth = (kind: string) =>
      (findFigure(after, 'swiftlet_clicks', { kind }) ?? 0) - (findFigure(before, 'swiftlet_clicks', { kind }) ?? 0);
    expect(growth('click') + growth('scan')).toBe(2);
    expect(growth('robot')).toBe(1);
  });

  it('failed calls of objects', async () => {
    const tap = new Tap(failing());
    const { key } = await reader.newKey();
    await countingWorld().visit('.health'); // takes what earlier tests have left to count
    const world = countingWorld({ KEYS: tappedObjects(env.KEYS, tap) });
    const growth = await measureGrowth('swiftlet_object_errors', {}, async () => {
      expect((await world.shorten(key, { url })).status).toBe(503);
    });
    expect(growth).toBe(1);
  });

  it('failures of the cron by job, and the time since it ran', async () => {
    turnTo(NOON);
    const DB = tappedD1(env.DB, new Tap(onlyFor(/deletions/, D1_DOWN)));
    const growth = await measureGrowth('swiftlet_cron_failures', { step: 'deletions' }, () =>
      countingWorld({ DB }).cron(),
    );
    expect(growth).toBe(1);
    turnTo(NOON + 90_000);
    expect(findFigure(await scrape(), 'swiftlet_cron_age_seconds')).toBe(90);
    turnTo(NOON);
    await countingWorld().cron();
    turnTo(NOON + 30_000);
    expect(findFigure(await scrape(), 'swiftlet_cron_age_seconds')).toBe(30);
  });

  it('nothing with METRICS_MS = off', async () => {
    const world = createWorld({ METRICS_MS: 'off' });
    expect(await measureGrowth('swiftlet_requests', { route: '/.health' }, () => world.visit('.health'))).toBe(0);
  });
});

it('the figures of D1 are those of its rows', async () => {
  const { id, key } = await reader.newKey();
  const alias = freshAlias('metrics');
  await reader.shorten(key, { url, alias });
  await env.DB.prepare('UPDATE denylist SET dirty = 0').run();
  const before = await scrape();
  await env.DB.prepare("UPDATE links SET dirty = 1, threat = 'pending' WHERE code = ?1").bind(alias).run();
  await env.DB.prepare('UPDATE denylist SET dirty = 1').run();
  await env.DB.prepare('UPDATE keys SET version = version + 1 WHERE id = ?1').bind(id).run();
  const after = await scrape();
  await env.DB.prepare('UPDATE keys SET pushed_version = version').run();
  await env.DB.prepare('UPDATE denylist SET dirty = 0').run();
  await env.DB.prepare('UPDATE links SET dirty = 0, threat = NULL WHERE code = ?1').bind(alias).run();
  const growth = (family: string, labels?: Labels) =>
    (findFigure(after, family, labels) ?? Number.NaN) - (findFigure(before, family, labels) ?? Number.NaN);
  expect(growth('swiftlet_dirty_rows', { table: 'links' })).toBe(1);
  expect(growth('swiftlet_dirty_rows', { table: 'keys' })).toBe(1);
  expect(findFigure(before, 'swiftlet_dirty_rows', { table: 'denylist' })).toBe(0);
  expect(growth('swiftlet_pending_threats')).toBe(1);
  expect(findFigure(after, 'swiftlet_dirty_rows', { table: 'denylist' })).toBe(1);
  expect(findFigure(after, 'swiftlet_d1_size_bytes')).toBeGreaterThan(4096);
});

describe('a hand-over', () => {
  const LABELS = { worker: 'redirect', route: '/.health' };

  it('is one call for many requests, and no call of the requests before their responses', async () => {
    const counted = countedBindings();
    const world = countingWorld({ ...counted.bindings, METRICS_MS: '20' });
    const requests = () => Promise.all(Array.from({ length: 25 }, () => world.visit('.health')));
    expect(await measureGrowth('swiftlet_requests', LABELS, requests)).toBe(25);
    expect(counted.takeCost()).toMatchObject({ d1: [], kv: [], objects: ['STATISTICS.addMetrics'] });
  });

  it('whose response is lost counts once', async () => {
    const tap = new Tap(losingResponses());
    const world = countingWorld({ STATISTICS: tappedObjects(env.STATISTICS, tap) });
    const growth = await measureGrowth('swiftlet_requests', LABELS, async () => {
      await world.visit('.health');
      await world.visit('.health');
      tap.fault = (call) => call();
      await world.visit('.health');
    });
    expect(growth).toBe(3);
  });

  it('that fails loses nothing: the next one sends the same, and then the rest', async () => {
    const tap = new Tap(failing());
    const world = countingWorld({ STATISTICS: tappedObjects(env.STATISTICS, tap) });
    const growth = await measureGrowth('swiftlet_requests', LABELS, async () => {
      for (let i = 0; i < 5; i++) await world.visit('.health');
      tap.fault = (call) => call();
      await world.visit('.health');
    });
    expect(growth).toBe(6);
  });

  it('of half an hour ago is dropped, because the object may no longer know that it has counted it', async () => {
    turnTo(NOON);
    const tap = new Tap(losingResponses());
    const world = countingWorld({ STATISTICS: tappedObjects(env.STATISTICS, tap) });
    const growth = await measureGrowth('swiftlet_requests', LABELS, async () => {
      await world.visit('.health');
      turnTo(NOON + 1_800_000);
      tap.fault = (call) => call();
      await world.visit('.health');
    });
    expect(growth).toBe(2);
  });
});

describe('while a store does not respond', () => {
  it('the figures of D1 are missing, and the others are there', async () => {
    const metrics = await scrape(createWorld({ DB: tappedD1(env.DB, new Tap(onlyFor(/dirtyLinks/, D1_DOWN))) }));
    expect(findFigure(metrics, 'swiftlet_source_up', { source: 'd1' })).toBe(0);
    expect(findFigure(metrics, 'swiftlet_source_up', { source: 'counters' })).toBe(1);
    expect(findFigure(metrics, 'swiftlet_d1_size_bytes')).toBeUndefined();
    expect(findFigure(metrics, 'swiftlet_links_created')).toBeGreaterThanOrEqual(0);
  });

  it('the counters are missing, and the figures of D1 are there', async () => {
    const STATISTICS = tappedObjects(env.STATISTICS, new Tap(onlyFor(/^readMetrics$/, failing())));
    const metrics = await scrape(createWorld({ STATISTICS }));
    expect(findFigure(metrics, 'swiftlet_source_up', { source: 'counters' })).toBe(0);
    expect(findFigure(metrics, 'swiftlet_requests')).toBeUndefined();
    expect(findFigure(metrics, 'swiftlet_d1_size_bytes')).toBeGreaterThan(4096);
  });
});

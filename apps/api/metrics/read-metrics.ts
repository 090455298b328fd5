/** Reads the figures of GET /admin/metrics: the sums of what isolates have counted, and figures of D1. */
import { sql } from 'drizzle-orm';
import { openDatabase } from '#api/database/database';
import { denylist, keys, links, settings } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { idleMs, MARKER, markerIn } from '#api/platform/restore-marker';
import { CRON_RAN_AT, METRICS_OBJECT, type MetricsTotals } from '#domain/metrics';
import type { MachineFigures } from '#domain/request-context';
import { version } from '#package.json';
import { logFault, withinMs } from '#store/faults';
import { callObject, objectNamed } from '#store/objects';
import { counterFamilies, type Family, gauge } from './openmetrics';

const LIMIT_MS = 5_000;

/**
 * Reads all families. A source that fails is logged, and its families are left out.
 * @param machine what a machine knows of itself; undefined on Cloudflare
 */
export async function readMetrics(env: Env, now: number, machine?: MachineFigures): Promise<Family[]> {
  const [totals, stored] = await Promise.all([read('counters', readTotals(env)), read('d1', readStored(env))]);
  const up = [
    { labels: { source: 'counters' }, value: Number(totals !== null) },
    { labels: { source: 'd1' }, value: Number(stored !== null) },
  ];
  return [
    buildFamily(totals?.version),
    gauge('swiftlet_source_up', 'Whether the sources of these figures respond.', up),
    ...(totals === null ? [] : [...counterFamilies(totals), ...cronAge(totals, now)]),
    ...(stored === null ? [] : storedFamilies(stored, now)),
    ...(machine === undefined ? [] : machineFamilies(machine)),
  ];
}

const read = <T>(source: string, figures: Promise<T>): Promise<T | null> =>
  withinMs(LIMIT_MS, figures).catch((error) => {
    logFault(error, { doing: 'read metrics', source });
    return null;
  });

const readTotals = (env: Env): Promise<MetricsTotals & { version: string }> =>
  callObject(
    () => objectNamed(env, env.STATISTICS, METRICS_OBJECT),
    async (object) => await object.readMetrics(),
    { repeatable: true },
  );

/** @param redirect the version of the redirect worker; undefined while its object does not respond */
const buildFamily = (redirect: string | undefined): Family => ({
  name: 'swiftlet_build',
  type: 'info',
  help: 'The versions of the workers.',
  samples: [
    { labels: { worker: 'api', version }, value: 1 },
    ...(redirect === undefined ? [] : [{ labels: { worker: 'redirect', version: redirect }, value: 1 }]),
  ],
});

function cronAge({ times }: MetricsTotals, now: number): Family[] {
  const ranAt = times[CRON_RAN_AT];
  if (ranAt === undefined) return [];
  const age = Math.max(0, now - ranAt) / 1000;
  return [gauge('swiftlet_cron_age_seconds', 'The time since the cron last ran.', age, 'seconds')];
}

type Counts = { dirtyLinks: number; dirtyKeys: number; dirtyDenylist: number; pending: number };
/** `restoring` is the marker of a restore as JSON, or null. `bytes` is the size of the database. */
type Stored = Counts & { readonly restoring: string | null; readonly bytes: number };

/** Counts the rows in rare states. Each count reads a partial index, which holds only those rows. */
async function readStored(env: Env): Promise<Stored> {
  const { results, meta } = await openDatabase(env.DB).run(sql`SELECT
    (SELECT count(*) FROM ${links} WHERE ${links.dirty} = 1) AS dirtyLinks,
    (SELECT count(*) FROM ${keys} WHERE ${keys.version} > ${keys.pushedVersion}) AS dirtyKeys,
    (SELECT count(*) FROM ${denylist} WHERE ${denylist.dirty} = 1) AS dirtyDenylist,
    (SELECT count(*) FROM ${links} WHERE ${links.threat} = 'pending') AS pending,
    (SELECT ${settings.value} FROM ${settings} WHERE ${settings.name} = ${MARKER}) AS restoring`);
  return { ...(results[0] as Omit<Stored, 'bytes'>), bytes: meta.size_after };
}

const storedFamilies = (
  { dirtyLinks, dirtyKeys, dirtyDenylist, pending, restoring, bytes }: Stored,
  now: number,
): Family[] => [
  gauge('swiftlet_dirty_rows', 'Rows of D1 that KV or the objects of keys may not have yet.', [
    { labels: { table: 'links' }, value: dirtyLinks },
    { labels: { table: 'keys' }, value: dirtyKeys },
    { labels: { table: 'denylist' }, value: dirtyDenylist },
  ]),
  gauge('swiftlet_pending_threats', 'Links whose destination has no verdict yet.', pending),
  gauge('swiftlet_d1_size_bytes', 'The size of the database.', bytes, 'bytes'),
  ...(restoring === null ? [] : [restoreIdle(idleMs(markerIn(restoring), now))]),
];

const machineFamilies = ({ memoryBytes, stateBytes }: MachineFigures): Family[] => [
  gauge(
    'swiftlet_process_memory_bytes',
    'The resident memory of a process of this machine.',
    Object.entries(memoryBytes).map(([process, value]) => ({ labels: { process }, value })),
    'bytes',
  ),
  gauge('swiftlet_state_size_bytes', 'What the files of STATE_DIR take on the disk.', stateBytes, 'bytes'),
];

const restoreIdle = (ms: number): Family =>
  gauge(
    'swiftlet_restore_idle_seconds',
    'The time since the last page of a restore that has not ended.',
    ms / 1000,
    'seconds',
  );

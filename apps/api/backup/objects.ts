/** Lists the Durable Objects of a backup by the ids in D1, and reads and writes the parts of their states. */
import { and, gt, isNull } from 'drizzle-orm';
import { openPrimary } from '#api/database/database';
import { accounts, keys, links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { nameStatistics } from '#domain/edge-entry';
import type { CounterState, KeyState, StatisticsStart, StatisticsState } from '#domain/object-state';
import { callObject, objectNamed } from '#store/objects';

export type ObjectPart =
  | { readonly class: 'KeyMeter'; readonly name: string; readonly state: KeyState }
  | { readonly class: 'Statistics'; readonly name: string; readonly state: StatisticsState }
  | { readonly class: 'ClickCounter'; readonly name: string; readonly state: CounterState };

/** The kinds of objects, in the order in which a backup reads them. `consoles`: the KeyMeters `console:<account>`. */
export const KINDS = ['keys', 'consoles', 'statistics', 'counters'] as const;
export type Kind = (typeof KINDS)[number];

/** An object, and the key of the row that names it. */
type Named = { readonly row: string; readonly name: string };

const MAX_OBJECTS = 50;
/** How many links are read to find those with a counter. */
const MAX_LINKS = 1_000;

/**
 * Lists the objects of a kind whose rows follow `after`.
 * @returns the objects, and in `next` the row after which the next objects begin; null after the last objects
 */
export async function listObjects(
  env: Env,
  kind: Kind,
  after: string,
): Promise<{ named: Named[]; next: string | null }> {
  if (kind === 'counters') return listCounters(env, after);
  const db = openPrimary(env.DB);
  const rows =
    kind === 'keys'
      ? await db.select({ id: keys.id }).from(keys).where(gt(keys.id, after)).orderBy(keys.id).limit(MAX_OBJECTS)
      : await db
          .select({ id: accounts.id })
          .from(accounts)
          .where(and(gt(accounts.id, after), isNull(accounts.deletedAt)))
          .orderBy(accounts.id)
          .limit(MAX_OBJECTS);
  const nameOf = { keys: (id: string) => id, consoles: (id: string) => `console:${id}`, statistics: nameStatistics };
  return {
    named: rows.map(({ id }) => ({ row: id, name: nameOf[kind](id) })),
    next: rows.length === MAX_OBJECTS ? (rows.at(-1)?.id ?? null) : null,
  };
}

/**
 * Lists the counters of limited links. The counter of a protected link without a limit is left out, because it stores
 * only password attempts.
 */
async function listCounters(env: Env, after: string): Promise<{ named: Named[]; next: string | null }> {
  const rows = await openPrimary(env.DB)
    .select({ code: links.code, id: links.id, maxClicks: links.maxClicks })
    .from(links)
    .where(gt(links.code, after))
    .orderBy(links.code)
    .limit(MAX_LINKS);
  const limited = rows.filter(({ maxClicks }) => maxClicks !== null);
  const named = limited.slice(0, MAX_OBJECTS).map(({ code, id }) => ({ row: code, name: id }));
  const last = limited.length > MAX_OBJECTS ? named.at(-1)?.row : rows.length === MAX_LINKS ? rows.at(-1)?.code : null;
  return { named, next: last ?? null };
}

/** The start of a part of an object, in the format of its class. */
export type Start = string | StatisticsStart | null;

/** Reads one part of an object. @throws ObjectUnreachable */
export async function readPart(
  env: Env,
  kind: Kind,
  name: string,
  start: Start,
): Promise<{ part: ObjectPart; next: Start }> {
  const again = { repeatable: true };
  if (kind === 'counters') {
    const counter = () => objectNamed(env, env.CLICKS, name);
    const state = await callObject(counter, async (one) => await one.handOver(), again);
    return { part: { class: 'ClickCounter', name, state }, next: null };
  }
  if (kind === 'statistics') {
    const stub = () => objectNamed(env, env.STATISTICS, name);
    const from = start as StatisticsStart | null;
    const { state, next } = await callObject(stub, async (one) => await one.handOver(from), again);
    return { part: { class: 'Statistics', name, state }, next };
  }
  const meter = () => objectNamed(env, env.KEYS, name);
  const { state, next } = await callObject(meter, async (one) => await one.handOver(String(start ?? '')), again);
  return { part: { class: 'KeyMeter', name, state }, next };
}

/** Writes one part to its object. @throws ObjectUnreachable */
export async function writePart(env: Env, part: ObjectPart): Promise<void> {
  const again = { repeatable: true };
  const { name } = part;
  if (part.class === 'KeyMeter')
    return callObject(
      () => objectNamed(env, env.KEYS, name),
      async (one) => await one.takeOver(part.state),
      again,
    );
  if (part.class === 'Statistics')
    return callObject(
      () => objectNamed(env, env.STATISTICS, name),
      async (one) => await one.takeOver(part.state),
      again,
    );
  return callObject(
    () => objectNamed(env, env.CLICKS, name),
    async (one) => await one.takeOver(part.state),
    again,
  );
}

/** The floors: for each kind of work the smallest worker that makes the same calls of stores. All run in one workerd. */
import type { V4WorkerOptions } from 'miniflare';
import { Load } from './load';
import { memoryKv, ownScript } from './product';
import { ALL_LINKS } from './service';
import { Target } from './target';

const NAMES = ['redirect', 'refusal', 'visit', 'visit-cached', 'create', 'fill'] as const;
export type FloorName = (typeof NAMES)[number];
/** Those with an object. */
const COUNTING: readonly FloorName[] = ['visit-cached', 'create'];
export type Floors = { readonly target: Target };

/** Starts the floors. They have the same links as the product. */
export async function startFloors(folder: string): Promise<Floors> {
  const target = await Target.start(await Promise.all(NAMES.map(worker)), folder);
  const entries = ALL_LINKS.map(({ alias: i, url: u, maxClicks: m }) => ({ i, u, m }));
  const request = { path: '/', method: 'POST', body: JSON.stringify(entries) } as const;
  await new Load(target.port('fill'), [request], 200).eachOnce();
  return { target };
}

const worker = async (name: FloorName): Promise<V4WorkerOptions> => ({
  name,
  modules: true,
  script: await ownScript(`floors/${name}.ts`),
  compatibilityDate: '2026-08-01',
  d1Databases: { DB: 'floors' },
  analyticsEngineDatasets: { CLICKS: { dataset: 'clicks' } },
  ...(COUNTING.includes(name) && { durableObjects: { COUNTERS: { className: 'Counter', useSQLite: true } } }),
  unsafeBindings: [await memoryKv('ROUTES', 'floors')],
});

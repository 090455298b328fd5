/** Starts the floors, one worker for each kind of work, in one workerd. */
import type { V4WorkerOptions } from 'miniflare';
import { Load } from '../load';
import { bundleScript, memoryKv } from '../product';
import { ALL_LINKS } from '../service';
import { Target } from '../target';
import type { Entry, FloorName } from './worker';

const NAMES: readonly FloorName[] = ['constant', 'refusal', 'visit', 'visit-cached', 'create', 'fill'];

/** Starts the floors. They have the same links as the product. */
export async function startFloors(folder: string): Promise<Target> {
  const script = await bundleScript('floors/worker.ts');
  const routes = await memoryKv('ROUTES', 'floors');
  const worker = (name: FloorName): V4WorkerOptions => ({
    name,
    modules: true,
    script,
    compatibilityDate: '2026-08-01',
    bindings: { FLOOR: name },
    d1Databases: { DB: 'floors' },
    analyticsEngineDatasets: { CLICKS: { dataset: 'clicks' } },
    durableObjects: { COUNTERS: { className: 'Counter', useSQLite: true } },
    unsafeBindings: [routes],
  });
  const target = await Target.start(NAMES.map(worker), folder);
  const entries: Entry[] = ALL_LINKS.map(({ alias: i, url: u, maxClicks: m }) => ({ i, u, m }));
  const request = { path: '/', method: 'POST', body: JSON.stringify(entries) } as const;
  await new Load(target.port('fill'), [request], 200).eachOnce();
  return target;
}

/**
 * The floors as a target. A floor is the smallest worker that does the same storage work as the product. All floors run
 * in one workerd.
 */
import path from 'node:path';
import type { V4WorkerOptions } from 'miniflare';
import { memoryKvBinding, ownScript } from './bundle';
import { Load } from './load';
import { LIMIT, LIMITED_LINKS, LINKS } from './product';
import { clickText } from './request';
import { codeOf, linkOf } from './sample-links';
import { seedEntries, seedRows, seedWorker } from './seed';
import { Target } from './target';

const NAMES = ['redirect', 'refusal', 'visit', 'visit-cached', 'visit-limited', 'create', 'qr'] as const;
type FloorName = (typeof NAMES)[number];

const NAMESPACE = 'floors';

export class Floors {
  readonly target: Target;
  #links: Promise<unknown> | undefined;

  constructor(target: Target) {
    this.target = target;
  }

  static async start(root: string, folder: string): Promise<Floors> {
    const workers = await Promise.all([...NAMES.map(floor), seedWorker(NAMESPACE)]);
    const target = await Target.start(workers, path.join(folder, 'state'));
    await target.migrate('create', root);
    return new Floors(target);
  }

  load(floor: FloorName, requests: readonly string[], status: number, perSecond?: number): Load {
    return new Load(this.target.origin(floor), requests, status, perSecond);
  }

  /** A load with the same codes and clicks as `Product.visits`. */
  async visits(floor: FloorName, first: number, count: number, perSecond?: number): Promise<Load> {
    await this.#filled();
    const clicks = Array.from({ length: count }, (_, n) => clickText(`/${codeOf(first + n)}`, n));
    return this.load(floor, clicks, 302, perSecond);
  }

  /** A load of requests that read links. The requests are those that the product's API gets. */
  async reads(floor: FloorName, requests: readonly string[]): Promise<Load> {
    await this.#filled();
    return this.load(floor, requests, 200);
  }

  #filled(): Promise<unknown> {
    this.#links ??= this.#fill();
    return this.#links;
  }

  /** Fills KV and D1 with links that have the same codes as the product's links. */
  #fill(): Promise<unknown> {
    const now = Date.now();
    const links = Array.from({ length: LINKS + LIMITED_LINKS }, (_, n) =>
      linkOf(n, 'legacy', now, n < LINKS ? null : LIMIT),
    );
    return Promise.all([seedEntries(this.target, links), seedRows(this.target, 'qr', links)]);
  }
}

const floor = async (name: FloorName): Promise<V4WorkerOptions> => ({
  name,
  modules: true,
  script: await ownScript(`floors/${name}.ts`),
  compatibilityDate: '2026-08-01',
  d1Databases: { DB: 'floors' },
  analyticsEngineDatasets: { CLICKS: { dataset: 'clicks' } },
  durableObjects: {
    ...(name === 'visit-limited' && { COUNTERS: { className: 'Counter', useSQLite: true } }),
    ...((name === 'create' || name === 'qr') && { QUOTAS: { className: 'Quota', useSQLite: true } }),
  },
  unsafeBindings: [await memoryKvBinding('ROUTES', NAMESPACE)],
});

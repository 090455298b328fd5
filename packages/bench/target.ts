/** Workers in a workerd of their own, and the processor time that it uses. Each worker listens on its own port. */
import { readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler';
import { everyProcess } from '../machine/processes.mjs';

const childWorkerds = (): number[] =>
  everyProcess().flatMap(({ pid, parent, name }) => (parent === process.pid && name === 'workerd' ? pid : []));

export type Target = Awaited<ReturnType<typeof startTarget>>;

/** Starts workers, until this process exits. No other target may start meanwhile. @param folder for their stores */
export async function startTarget(workers: readonly V4WorkerOptions[], folder: string) {
  const before = new Set(childWorkerds());
  const miniflare = startWorkers(workers, folder);
  const ports = new Map<string, number>();
  for (const { name = '' } of workers) ports.set(name, Number((await miniflare.unsafeGetDirectURL(name)).port));
  const pid = childWorkerds().find((one) => !before.has(one));
  if (pid === undefined) throw new Error('No workerd has started.');
  return {
    miniflare,
    pid,
    port: (worker: string) => ports.get(worker) as number,
    /**
     * The processor time of workerd so far, in microseconds. The kernel tells it in hundredths of a second (proc(5)).
     */
    micros(): number {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
      return (Number(user) + Number(system)) * 10_000;
    },
  };
}

const LOOPBACK = { host: '127.0.0.1', port: 0 };

/** Starts workers. Each listens on its own port of the loopback. */
export const startWorkers = (
  workers: readonly V4WorkerOptions[],
  folder: string,
  more: { readonly handleStructuredLogs?: (log: { message: string }) => void } = {},
): Miniflare =>
  new Miniflare(
    convertV4MiniflareOptions({
      ...LOOPBACK,
      cf: false,
      log: new Log(LogLevel.WARN),
      resourcePersistencePath: folder,
      ...more,
      workers: workers.map((worker) => ({ ...worker, unsafeDirectSockets: [LOOPBACK] })),
    }),
  );

/**
 * The bindings and flags of a wrangler file as options of a worker, without its code.
 * @param variables override the file's
 */
export function boundAs(config: string, name: string, variables: Readonly<Record<string, string>>) {
  const { rootPath, modulesRules, assets, bindings, ...rest } = optionsOf(config).workerOptions;
  return { ...rest, name, bindings: { ...(bindings as object), ...variables } };
}

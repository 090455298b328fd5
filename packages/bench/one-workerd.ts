/** Starts workers in one workerd, with the bindings of their wrangler files and their stores in one folder. */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler';

const LOOPBACK = { host: '127.0.0.1', port: 0 };

/** Starts workers. Each listens on its own port of the loopback. */
export const startWorkers = (
  workers: readonly V4WorkerOptions[],
  folder: string,
  more: { readonly inspectorPort?: number; readonly handleStructuredLogs?: (log: { message: string }) => void } = {},
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

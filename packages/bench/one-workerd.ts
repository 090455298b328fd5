/** Workers in one workerd over a folder, as their wrangler files bind them. */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler';

const LOOPBACK = { host: '127.0.0.1', port: 0 };

/** Starts them, each with a socket of its own on the loopback. */
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

/** What a wrangler file binds a worker to. It has no files; variables may differ. */
export function boundAs(config: string, name: string, variables: Readonly<Record<string, string>>) {
  const { rootPath, modulesRules, assets, bindings, ...rest } = optionsOf(config).workerOptions;
  return { ...rest, name, bindings: { ...(bindings as object), ...variables } };
}

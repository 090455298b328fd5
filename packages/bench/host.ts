/** The process of one target. It takes orders by IPC, starts the workers in one workerd, and is idle while they run. */
import type { Miniflare } from 'miniflare';
import { startWorkers } from './one-workerd';
import { type Beginning, INSPECTOR, type Order, type Report, type Statement } from './orders';

let miniflare: Miniflare | undefined;

async function start({ workers, folder, isInspected }: Beginning) {
  miniflare = startWorkers(workers, folder, isInspected ? { inspectorPort: 0 } : {});
  const origins: Record<string, string> = {};
  for (const { name = '' } of workers) origins[name] = (await miniflare.unsafeGetDirectURL(name)).origin;
  if (isInspected) origins[INSPECTOR] = (await miniflare.getInspectorURL()).origin;
  return origins;
}

async function sql({ worker, statements }: { worker: string; statements: readonly Statement[] }) {
  const database = await (miniflare as Miniflare).getD1Database('DB', worker);
  for (const { sql, values = [] } of statements)
    await database
      .prepare(sql)
      .bind(...values)
      .run();
  return {};
}

const obey = (order: Order) => ('start' in order ? start(order.start) : sql(order.sql));

process.on('message', (order: Order) => {
  obey(order).then(
    (done) => process.send?.({ done } satisfies Report),
    (error) => process.send?.({ failed: String(error?.stack ?? error) } satisfies Report),
  );
});
// The bench has exited, or stops this target. workerd ends with this process.
process.on('disconnect', () => process.exit());

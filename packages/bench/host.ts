/** The process of one target. It starts the workers in one workerd, and executes commands that it receives by IPC. */
import type { Miniflare } from 'miniflare';
import { type Command, INSPECTOR, type Reply, type StartOptions, type Statement } from './commands';
import { startWorkers } from './one-workerd';

let miniflare: Miniflare | undefined;

async function start({ workers, folder, isInspected }: StartOptions) {
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

const execute = (command: Command) => ('start' in command ? start(command.start) : sql(command.sql));

process.on('message', (command: Command) => {
  execute(command).then(
    (done) => process.send?.({ done } satisfies Reply),
    (error) => process.send?.({ failed: String(error?.stack ?? error) } satisfies Reply),
  );
});
// The bench disconnects when it exits or stops this target. workerd ends with this process.
process.on('disconnect', () => process.exit());

/** Starts both workers in one workerd, with the bindings of their wrangler files. Each has its own port. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readD1Migrations } from '@cloudflare/vitest-plugin';
import { build } from 'esbuild';
import type { V4WorkerOptions } from 'miniflare';
import { FOR_WORKERD } from '../../../scripts/lib/build.mjs';
import { boundAs, startWorkers } from '../../bench/target';

const API = 'swiftlet-api';
const REDIRECT = 'swiftlet-redirect';

export type BothWorkers = {
  /** Port of the API on the loopback. */
  readonly apiPort: number;
  /** Port of the short host on the loopback. */
  readonly shortPort: number;
  /** Stops both workers, and removes their stores. */
  stop(): Promise<void>;
};

type Settings = {
  /** Variables of both workers. They override those of the wrangler files. */
  readonly variables: Readonly<Record<string, string>>;
  /** The entry module that replaces the redirect worker's. It must export the same classes. */
  readonly redirectEntry: string;
  /** Receives every log line of the workers. */
  readonly onLog: (line: string) => void;
};

/** Starts the workers over empty, migrated stores in a new folder. */
export async function startBothWorkers({ variables, redirectEntry, onLog }: Settings): Promise<BothWorkers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'swiftlet-load-'));
  const workers = [
    await makeWorker(API, 'wrangler.api.toml', 'apps/api/worker.ts', variables),
    await makeWorker(REDIRECT, 'wrangler.redirect.toml', redirectEntry, variables),
  ];
  const miniflare = startWorkers(workers, folder, { handleStructuredLogs: ({ message }) => onLog(message) });
  const stop = async () => {
    await miniflare.dispose();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrate(await miniflare.getD1Database('DB', API));
    const readPort = async (name: string) => Number((await miniflare.unsafeGetDirectURL(name)).port);
    return { apiPort: await readPort(API), shortPort: await readPort(REDIRECT), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const makeWorker = async (
  name: string,
  config: string,
  entry: string,
  variables: Settings['variables'],
): Promise<V4WorkerOptions> => ({
  ...boundAs(config, name, variables),
  modules: true,
  script: await bundle(entry),
});

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({ ...FOR_WORKERD, entryPoints: [entry] });
  return outputFiles[0]?.text ?? '';
}

async function migrate(database: D1Database): Promise<void> {
  for (const { queries } of await readD1Migrations('migrations')) {
    await database.batch(queries.map((query) => database.prepare(query)));
  }
}

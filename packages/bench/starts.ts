/** Start time: from the spawn of a workerd to the first response of its one worker. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler';
import { API_CONFIG, deployedModules, type Modules, REDIRECT_CONFIG } from './product';

/** The starts of the workers. `address` is a path whose handler uses no store. */
export const STARTS = [
  { name: 'start-redirect', work: 'start of the redirect worker', config: REDIRECT_CONFIG, address: '/.health' },
  { name: 'start-api', work: 'start of the API worker', config: API_CONFIG, address: '/health' },
] as const;

const EMPTY: Modules = [['worker.js', 'export default { fetch: () => new Response() };']];
/** Miniflare's own workerd, so that all measures use the same binary. */
const WORKERD: string = createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd').default;

const writeConfig = (
  modules: Modules,
  flags: readonly string[],
): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "worker", worker = (
    modules = [${modules.map(([name]) => `(name = "${name}", esModule = embed "${name}")`).join(', ')}],
    compatibilityDate = "2026-08-01",
    compatibilityFlags = ${JSON.stringify(flags)},
    bindings = [
      (name = "SHORT_BASE_URL", text = "https://s.example.com"),
      (name = "REQUIRE_HTTPS", text = "off"),
      (name = "PEPPER", text = "a-pepper-of-forty-characters-xxxxxxxxxxxx"),
    ],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
`;

/**
 * Writes a worker and a configuration of workerd into a folder.
 * @param config the wrangler file
 * @param isEmpty replaces the worker with an empty one of the same flags
 * @returns a function that starts it, and returns the milliseconds until its first response
 */
export async function prepareStart(folder: string, config: string, address: string, isEmpty = false) {
  const flags = (optionsOf(config).workerOptions.compatibilityFlags ?? []) as readonly string[];
  const modules = isEmpty ? EMPTY : await deployedModules(config);
  for (const [name, text] of modules) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, 'config.capnp'), writeConfig(modules, flags));
  return async (): Promise<number> => {
    const startedAt = performance.now();
    const args = ['serve', '--experimental', path.join(folder, 'config.capnp'), '--control-fd=3'];
    const workerd = spawn(WORKERD, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
    try {
      const [line] = await once(createInterface(workerd.stdio[3] as Readable), 'line');
      const response = await fetch(`http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}${address}`);
      if (response.status !== 200) throw new Error(`The first response was ${response.status}`);
      return performance.now() - startedAt;
    } finally {
      workerd.kill('SIGKILL');
      await once(workerd, 'exit');
    }
  };
}

/** Start time: from the spawn of a workerd to the first response of its one worker. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler';
import { workerdBinary } from '../machine/build.mjs';
import { startRuntime } from '../machine/runtime';
import { type Comparison, inTurn, type Settings } from './comparison';
import { API_CONFIG, ENTRY, newFolder, REDIRECT_CONFIG, ROOT, writeModules } from './product';

/** The starts of the workers. `address` is a path whose handler uses no store. */
export const STARTS = [
  { name: 'start-redirect', work: 'start of the redirect worker', config: REDIRECT_CONFIG, address: '/.health' },
  { name: 'start-api', work: 'start of the API worker', config: API_CONFIG, address: '/health' },
] as const;

/** A start takes less than a second, so there are more of them than rounds of load. */
const STARTS_A_ROUND = 4;
const EMPTY = 'export default { fetch: () => new Response() };';

const writeConfig = (
  modules: readonly string[],
  flags: readonly string[],
): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "worker", worker = (
    modules = [${modules.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(', ')}],
    compatibilityDate = "2026-08-01",
    compatibilityFlags = ${JSON.stringify(flags)},
    bindings = [
      (name = "SHORT_BASE_URL", text = "https://s.example.com"),
      (name = "REQUIRE_HTTPS", text = "off"),
      (name = "PEPPER", text = "a-pepper-of-forty-characters-xxxxxxxxxxxx"),
    ],
  ))],
  sockets = [(name = "http", http = (), service = "worker")],
);
`;

/** Compares the start of a worker with that of the same worker of `other`, or of an empty one with the same flags. */
export async function compareStart(
  { work, config, address }: (typeof STARTS)[number],
  other: string | undefined,
  { rounds }: Settings,
): Promise<Comparison> {
  const own = prepareStart(path.join(ROOT, config), address);
  const compared = prepareStart(path.join(other ?? ROOT, config), address, other === undefined);
  const pairs = await inTurn(rounds * STARTS_A_ROUND, own, compared);
  return { work, unit: 'ms', against: 'an empty worker', pairs };
}

/**
 * Builds a worker, or an empty one.
 * @returns a function that starts it, and returns the time until its first response
 */
function prepareStart(config: string, address: string, isEmpty = false) {
  const folder = newFolder();
  const flags = (optionsOf(config).workerOptions.compatibilityFlags ?? []) as readonly string[];
  const configuration = path.join(folder, 'config.capnp');
  if (isEmpty) writeFileSync(path.join(folder, ENTRY), EMPTY);
  writeFileSync(configuration, writeConfig(isEmpty ? [ENTRY] : writeModules(config, folder), flags));
  const runtime = { binary: workerdBinary(), configuration, sockets: { http: '127.0.0.1:0' }, disks: [], values: {} };
  return async (): Promise<number> => {
    const startedAt = performance.now();
    const { ports, stop } = await startRuntime({ ...runtime, log: console.error });
    try {
      const { status } = await fetch(`http://127.0.0.1:${ports.get('http')}${address}`);
      if (status !== 200) throw new Error(`The first response was ${status}`);
      return performance.now() - startedAt;
    } finally {
      await stop(0);
    }
  };
}

/** Measures of start time: the time from the spawn of a workerd to the first response of its one worker. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { deployedModules, flagsOf, type Modules } from './bundle';
import { headingOf } from './comparison';
import { Connection } from './connection';
import { costEvidence } from './evidence';
import { type Measure, mapSides, type Print, roundOf, type Settings, type Sides } from './measure';
import { requestText } from './request';
import { costsOf, resultOf } from './result';
import { untilSufficient } from './rounds';
import type { Targets } from './targets';

type Start = {
  readonly name: string;
  readonly work: string;
  /** The wrangler file of the worker. */
  readonly config: string;
  /** A path of the worker whose handler uses no store. */
  readonly path: string;
  readonly goal: number;
};

/** A round is one start of each side. So many rounds are measured between two looks at their evidence. */
const ROUNDS_AT_ONCE = 20;

const EMPTY: Modules = [['worker.js', 'export default { fetch: () => new Response() };']];
/** Miniflare's own workerd, so that all measures use the same binary. */
const WORKERD: string = createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd').default;

/** The configuration of a workerd with one worker. @param flags its compatibility flags */
const configOf = (
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

type Side = { readonly folder: string; readonly request: string };

function sideOf(folder: string, modules: Modules, address: string, flags: readonly string[]): Side {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of modules) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, 'config.capnp'), configOf(modules, flags));
  return { folder, request: requestText({ path: address }) };
}

/** Starts workerd, sends one request, and stops it. @returns milliseconds until the response */
async function startOnce({ folder, request }: Side): Promise<number> {
  const startedAt = performance.now();
  const args = ['serve', '--experimental', path.join(folder, 'config.capnp'), '--control-fd=3'];
  const workerd = spawn(WORKERD, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  try {
    const [line] = await once(createInterface(workerd.stdio[3] as Readable), 'line');
    const connection = await Connection.open((JSON.parse(line) as { port: number }).port);
    const { status, text } = await connection.send(request);
    if (status !== 200) throw new Error(`The first response was not 200, but:\n${text}`);
    return performance.now() - startedAt;
  } finally {
    workerd.kill('SIGKILL');
    await once(workerd, 'exit');
  }
}

async function run(
  { name, work, config, path: address, goal }: Start,
  targets: Targets,
  settings: Settings,
  print: Print,
) {
  const folder = (side: string) => path.join(targets.folder, `${name}-${side}`);
  const deployed = async (side: string, root: string) => {
    const file = path.join(root, config);
    return sideOf(folder(side), await deployedModules(file), address, flagsOf(file));
  };
  const subject = await deployed('subject', targets.root);
  const against =
    targets.otherRoot === undefined
      ? sideOf(folder('empty'), EMPTY, address, flagsOf(path.join(targets.root, config)))
      : await deployed('other', targets.otherRoot);
  await startOnce(subject);
  const rounds: Sides<number>[] = [];
  await untilSufficient(
    settings,
    ROUNDS_AT_ONCE,
    print,
    async (from, count) => {
      for (let round = from; round < from + count; round++)
        rounds.push(await roundOf([subject, against, against], round, startOnce));
    },
    () => [costEvidence(rounds)],
  );
  const row = headingOf({ name, work, floor: 'an empty worker' }, goal, targets);
  return [
    resultOf(
      row,
      costEvidence(rounds),
      mapSides(costsOf(rounds), (ms) => ({ ms })),
    ),
  ];
}

/** A measure of start time, one row of the table. */
export const startMeasure = (start: Start): Measure => ({
  name: start.name,
  run: (targets, settings, print) => run(start, targets, settings, print),
});

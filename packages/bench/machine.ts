/** `npm run bench -- --machine`: `npm start` beside a constant response, by start, visits, latency and memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from 'd3-array';
import { everyProcess, residentKiB } from '../machine/processes.mjs';
import { freePort } from '../testkit/free-port';
import { type Comparison, inTurn } from './comparison';
import { startFloors } from './floors';
import { Load } from './load';
import { API_CONFIG } from './product';
import { ADMIN_TOKEN, clicks, LINKS, Service, VISITOR } from './service';
import { starter } from './starts';

const START_LIMIT_MS = 180_000;
/** Visits a second, at which latency is measured. */
const PER_SECOND = 400;
const PERCENTILES = { p50: 0.5, p99: 0.99, 'p99.9': 0.999, longest: 1 };
const CONSTANT = 'a constant 302';

type Settings = { readonly rounds: number; readonly seconds: number };
type Machine = { readonly child: ChildProcess; readonly api: number; readonly short: number };

/** Runs `npm start`, and waits until it prints that it is ready. */
async function startMachine(root: string, folder: string): Promise<Machine> {
  const [api, short] = [await freePort(), await freePort()];
  const own = {
    STATE_DIR: folder,
    ADMIN_TOKEN,
    API_PORT: String(api),
    SHORT_PORT: String(short),
    SHORT_HOST: VISITOR.Host,
  };
  const child = spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), 'start'], {
    env: { ...process.env, ...own, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const deadline = performance.now() + START_LIMIT_MS;
  while (!output.includes('Ctrl-C stops it.')) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`npm start is not ready:\n${output}`);
    await wait(10);
  }
  return { child, api, short };
}

async function stopMachine({ child }: Machine): Promise<void> {
  child.kill();
  if (child.exitCode === null) await once(child, 'exit');
}

/** The resident memory of a process and its descendants, MiB. */
function residentMib(root: number): number {
  const all = everyProcess();
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return tree.reduce((sum, pid) => sum + residentKiB(pid), 0) / 1_024;
}

/** Compares `npm start` with an empty workerd by start, and with a constant response by all else. */
export async function compareMachine(
  root: string,
  folderOf: (name: string) => string,
  settings: Settings,
  print: (text: string) => void,
): Promise<Comparison[]> {
  const state = folderOf('machine');
  const timed = async () => {
    const startedAt = performance.now();
    const machine = await startMachine(root, state);
    const took = performance.now() - startedAt;
    await stopMachine(machine);
    return took;
  };
  const startEmpty = await starter(folderOf('empty'), path.join(root, API_CONFIG), '/', true);
  await timed(); // makes the state folder
  print('starts');
  const starts = await inTurn(settings.rounds, timed, startEmpty);

  const machine = await startMachine(root, state);
  try {
    const running = await compareRunning(machine, folderOf('floors'), settings, print);
    return [
      { work: 'npm start until it is ready', unit: 'ms', against: 'the start of an empty workerd', pairs: starts },
      ...running,
    ];
  } finally {
    await stopMachine(machine);
  }
}

async function compareRunning(
  machine: Machine,
  floorsFolder: string,
  { rounds, seconds }: Settings,
  print: (text: string) => void,
): Promise<Comparison[]> {
  const { target } = await startFloors(floorsFolder);
  await Service.at(machine.api, machine.short, 1);
  const loads = (count: number) =>
    [machine.short, target.port('redirect')].map((port) => new Load(port, clicks(0, count), 302)) as [Load, Load];
  const rates = async (work: string, count: number): Promise<Comparison> => {
    print(work);
    const rate = (load: Load) => async () => {
      const done = await load.closedLoop(seconds);
      return done.responses / done.seconds;
    };
    const [own, other] = loads(count).map(rate) as [() => Promise<number>, () => Promise<number>];
    await inTurn(1, own, other);
    return { work, unit: 'a second', against: CONSTANT, pairs: await inTurn(rounds, own, other) };
  };
  const hot = await rates('visits of one code, as many as it answers', 1);
  const cold = await rates(`visits of ${LINKS} codes in turn, as many as it answers`, LINKS);
  print('latency');
  const waits: [own: number[], other: number[]] = [[], []];
  const latency = (side: 0 | 1) => async () =>
    waits[side].push(...(await loads(LINKS)[side].openLoop(PER_SECOND, seconds)));
  await inTurn(rounds, latency(0), latency(1));
  const latencies = Object.entries(PERCENTILES).map(([name, share]): Comparison => {
    const [own = Number.NaN, other = Number.NaN] = waits.map((all) => quantile(all, share));
    const work = `${name} of ${waits[0].length} visits, ${PER_SECOND} a second`;
    return { work, unit: 'ms', against: CONSTANT, pairs: [[own, other]] };
  });
  const memory = [residentMib(machine.child.pid as number), residentMib(target.pid)] as const;
  return [
    hot,
    cold,
    ...latencies,
    { work: 'resident memory of all processes, after that', unit: 'MiB', against: CONSTANT, pairs: [memory] },
  ];
}

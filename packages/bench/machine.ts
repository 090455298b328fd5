/** `npm run bench -- --machine`: `npm start` beside a constant response, by start, visits, latency and memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from 'd3-array';
import { everyProcess, residentKiB } from '../machine/processes.mjs';
import { freePort } from '../testkit/free-port';
import { type Comparison, inTurn } from './comparison';
import { startFloors } from './floors/floors';
import { Load } from './load';
import { API_CONFIG } from './product';
import { ADMIN_TOKEN, clicks, LINKS, Service, VISITOR } from './service';
import { prepareStart } from './starts';

const START_LIMIT_MS = 180_000;
/** Visits a second, at which latency is measured. */
const PER_SECOND = 400;
const PERCENTILES = { p50: 0.5, p99: 0.99, longest: 1 };
const CONSTANT = 'a constant 302';

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
  newFolder: (name: string) => string,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  print: (text: string) => void,
): Promise<Comparison[]> {
  const state = newFolder('machine');
  const timeStart = async () => {
    const startedAt = performance.now();
    const started = await startMachine(root, state);
    const took = performance.now() - startedAt;
    await stopMachine(started);
    return took;
  };
  const startEmpty = await prepareStart(newFolder('empty'), path.join(root, API_CONFIG), '/', true);
  await timeStart(); // makes the state folder
  print('starts');
  const starts = await inTurn(rounds, timeStart, startEmpty);

  const machine = await startMachine(root, state);
  try {
    const floors = await startFloors(newFolder('floors'));
    await Service.at(machine.api, machine.short, 1);
    const load = (port: number) => new Load(port, clicks(0, LINKS), 302);
    const [own, other] = [load(machine.short), load(floors.port('constant'))];

    print('visits');
    const rate = (side: Load) => () => side.closedLoop(seconds).then((done) => done.responses / done.seconds);
    await inTurn(1, rate(own), rate(other));
    const rates = await inTurn(rounds, rate(own), rate(other));

    print('latency');
    const latencies = [[] as number[], [] as number[]] as const;
    const gather = (side: Load, into: number[]) => async () => into.push(...(await side.openLoop(PER_SECOND, seconds)));
    await inTurn(rounds, gather(own, latencies[0]), gather(other, latencies[1]));
    const percentile = ([name, share]: [string, number]): Comparison => {
      const [figure = Number.NaN, compared = Number.NaN] = latencies.map((all) => quantile(all, share));
      const work = `${name} of ${latencies[0].length} visits, ${PER_SECOND} a second`;
      return { work, unit: 'ms', against: CONSTANT, pairs: [[figure, compared]] };
    };
    const memory = [residentMib(machine.child.pid as number), residentMib(floors.pid)] as const;
    return [
      { work: 'npm start until it is ready', unit: 'ms', against: 'the start of an empty workerd', pairs: starts },
      { work: `visits of ${LINKS} codes, as many as it serves`, unit: 'a second', against: CONSTANT, pairs: rates },
      ...Object.entries(PERCENTILES).map(percentile),
      { work: 'resident memory of all processes, after that', unit: 'MiB', against: CONSTANT, pairs: [memory] },
    ];
  } finally {
    await stopMachine(machine);
  }
}

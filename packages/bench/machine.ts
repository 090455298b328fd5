/** `npm run bench -- --machine`: `npm start` beside a constant response, by visits, latency and memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { quantile } from 'd3-array';
import { everyProcess, residentKiB } from '../machine/processes.mjs';
import { freePort } from '../testkit/free-port';
import { type Comparison, inTurn, type Settings } from './comparison';
import { type Load, makeLoad } from './load';
import { newFolder, ROOT, startFloors } from './product';
import { ADMIN_TOKEN, clicks, fillService, LINKS, VISITOR } from './service';

/** Visits a second, at which latency is measured. */
const PER_SECOND = 400;
const CONSTANT = 'a constant 302';
/** What an account does each second meanwhile, with the status of its response. */
const ACCOUNT_CALLS = [
  [201, 'POST', '/v2/shorten', { url: 'https://www.example.com/made-meanwhile' }],
  [200, 'GET', '/v2/links?limit=100'],
  [200, 'GET', '/v2/stats?groupBy=day,country'],
] as const;

/** Runs `npm start`, and waits until it prints that it is ready. */
async function startMachine() {
  const [api, short] = [await freePort(), await freePort()];
  const ports = { API_PORT: String(api), SHORT_PORT: String(short) };
  const own = { ...ports, STATE_DIR: newFolder(), ADMIN_TOKEN, SHORT_HOST: VISITOR.Host, npm_lifecycle_event: '' };
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/run.mjs'), 'start'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  await new Promise<void>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => line.includes('Ctrl-C stops it.') && resolve());
    lines.on('close', () => reject(new Error('npm start ended before it was ready.')));
  });
  return { child, api, short };
}

/** The resident memory of a process and its descendants, MiB. */
function residentMib(root: number): number {
  const all = everyProcess();
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return tree.reduce((sum, pid) => sum + residentKiB(pid), 0) / 1_024;
}

/** Compares `npm start` with a worker of one constant response. */
export async function compareMachine({ rounds, seconds }: Settings): Promise<Comparison[]> {
  const machine = await startMachine();
  try {
    const floors = await startFloors();
    const service = await fillService(machine.api, machine.short, 1);
    const load = (port: number) => makeLoad(port, clicks(0, LINKS), 302);
    const [own, other] = [load(machine.short), load(floors.port('constant'))];

    console.error('visits');
    let clicksWaiting = 0;
    const rate = (side: Load) => async () => {
      const done = await side.closedLoop(seconds);
      if (side === own) clicksWaiting += done.responses;
      return done.responses / done.seconds;
    };
    await inTurn(1, rate(own), rate(other));
    const rates = await inTurn(rounds, rate(own), rate(other));

    const busy = ACCOUNT_CALLS.map(([status, ...call]) =>
      makeLoad(
        machine.api,
        service.calls(1, () => call),
        status,
      ),
    );

    console.error('statistics');
    const askStatistics = async () => {
      const askedAt = performance.now();
      await busy.at(-1)?.eachOnce();
      return performance.now() - askedAt;
    };
    const longest = async (side: Load) => Math.max(...(await side.openLoop(PER_SECOND, seconds)));
    const [rollUpMs, longestMeanwhile] = await Promise.all([askStatistics(), longest(own)]);
    const longestOfOther = await longest(other);

    console.error('latency');
    const latencies = [[] as number[], [] as number[]] as const;
    const gatherOwn = async () => {
      const [visits = []] = await Promise.all([
        own.openLoop(PER_SECOND, seconds),
        ...busy.map((one) => one.openLoop(1, seconds)),
      ]);
      return latencies[0].push(...visits);
    };
    const gatherOther = async () => latencies[1].push(...(await other.openLoop(PER_SECOND, seconds)));
    await inTurn(rounds, gatherOwn, gatherOther);
    const percentile = (share: number): Comparison => {
      const [figure = Number.NaN, compared = Number.NaN] = latencies.map((all) => quantile(all, share));
      const work = `${share === 1 ? 'longest' : `p${share * 100}`} of ${latencies[0].length} visits, ${PER_SECOND} a second`;
      return { work, unit: 'ms', against: CONSTANT, pairs: [[figure, compared]] };
    };
    const memory = [residentMib(machine.child.pid as number), residentMib(floors.pid)] as const;
    return [
      { work: `visits of ${LINKS} codes, as many as it serves`, unit: 'a second', against: CONSTANT, pairs: rates },
      {
        work: `longest visit while statistics roll up ${clicksWaiting} clicks, in ${Math.round(rollUpMs)} ms`,
        unit: 'ms',
        against: CONSTANT,
        pairs: [[longestMeanwhile, longestOfOther]],
      },
      ...[0.5, 0.99, 0.999, 1].map(percentile),
      { work: 'resident memory of all processes, after that', unit: 'MiB', against: CONSTANT, pairs: [memory] },
    ];
  } finally {
    machine.child.kill();
    if (machine.child.exitCode === null) await once(machine.child, 'exit');
  }
}

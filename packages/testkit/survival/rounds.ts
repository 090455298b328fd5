/** Kills processes at random moments under load, and checks the service afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port';
import { Random } from '../random';
import { SEED } from '../seed';
import { Load } from './load';
import { listVisitProcesses, listWorkerds, NpmStart, type Ports } from './npm-start';

/** What is killed; `visits` is a process that only serves visits. */
const KINDS = ['workerd', 'node', 'both', 'start'] as const;
const KINDS_OF_SEVERAL = ['visits', 'workerd', 'node'] as const;
type Kind = (typeof KINDS)[number] | 'visits';

/** The least number of links that are made between two kills. */
const LINKS_A_ROUND = 5;

type Report = {
  readonly violations: readonly string[];
  /** Milliseconds from each kill until a link redirects again. */
  readonly backMs: readonly number[];
  /** The greatest number of concurrent workerd processes on the folder. */
  readonly mostWorkerds: number;
  readonly links: number;
  readonly responses: number;
};

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has exited.
  }
}

/** Kills processes `count` times. The kinds take turns. @param processes the number of processes that serve visits */
export async function playKills(count: number, processes = 0): Promise<Report> {
  const kinds: readonly Kind[] = processes === 0 ? KINDS : KINDS_OF_SEVERAL;
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-kills-'));
  const ports: Ports = { api: await freePort(), short: await freePort() };
  const launch = () => new NpmStart(folder, ports, { WORKERS: String(processes) });
  const load = new Load(ports);
  let start = launch();
  let mostWorkerds = 0;
  const backMs: number[] = [];
  const random = new Random(SEED);

  async function kill(kind: Kind): Promise<void> {
    if (kind === 'visits') return end(listVisitProcesses(start.pid)[0] as number);
    if (kind !== 'node') for (const pid of listWorkerds(folder)) end(pid);
    if (kind === 'workerd') return;
    start.kill('SIGKILL');
    await start.ended();
    start = launch();
    if (kind !== 'start') return;
    await wait(random.next() * 1_000);
    start.kill('SIGKILL');
    await start.ended();
    start = launch();
  }

  async function untilBack(since: number): Promise<void> {
    const code = load.codes[0] ?? '.health';
    // While the service starts, it responds 503.
    while (![200, 302].includes(await load.readStatus(code).catch(() => 0))) {
      if (performance.now() - since > 180_000) throw new Error(`not back: ${start.output}`);
      await wait(10);
    }
    backMs.push(performance.now() - since);
    mostWorkerds = Math.max(mostWorkerds, listWorkerds(folder).length);
  }

  try {
    await start.ready();
    await load.begin();
    for (let i = 0; i < count; i++) {
      await load.hasMade(LINKS_A_ROUND);
      await wait(random.next() * 1_500);
      const since = performance.now();
      await kill(kinds[i % kinds.length] as Kind);
      await untilBack(since);
    }
    await load.end();
    await load.check();
    start.kill('SIGTERM');
    await start.ended();
    if (listWorkerds(folder).length > 0) load.violations.push('a workerd is left');
  } finally {
    start.kill('SIGKILL');
    await load.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const { violations, responses } = load;
  return { violations, backMs, mostWorkerds, links: load.codes.length + load.limited.length, responses };
}

/** The report in one line. */
export const summarize = ({ backMs, links, responses }: Report): string => {
  const sorted = backMs.map(Math.round).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return `${sorted.length} kills, back after ${median} ms (median; longest ${sorted.at(-1)} ms), ${links} links, ${responses} visits`;
};

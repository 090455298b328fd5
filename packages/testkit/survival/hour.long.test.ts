/** Memory does not grow in an hour under load, and stays within its limit. MACHINE_MINUTES sets another duration. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '../free-port';
import { Load } from './load';
import { listWorkerds, NpmStart } from './npm-start';

const MINUTES = Number(process.env.MACHINE_MINUTES ?? 60);
const SAMPLES = 60;
/** The difference between two measurements that garbage may cause before its collection. */
const SLACK_MIB = 40;
const MEBIBYTE = 2 ** 20;
/** The most memory that workerd and Node may use together under load. */
const MAX_MIB = 450;

const residentMib = (pid: number): number =>
  (Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / MEBIBYTE;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

it(
  `${MINUTES} minutes of visits and creations use no more memory in their last quarter than in their second`,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-hour-'));
    const ports = { api: await freePort(), short: await freePort() };
    const start = new NpmStart(folder, ports);
    const load = new Load(ports);
    try {
      await start.ready();
      await load.begin();
      const [workerd = 0] = listWorkerds(folder);
      const sizes: number[] = [];
      const nodes: number[] = [];
      const files: number[] = [];
      for (let i = 0; i < SAMPLES; i++) {
        await wait((MINUTES * 60_000) / SAMPLES);
        sizes.push(residentMib(workerd) + residentMib(start.pid));
        nodes.push(residentMib(start.pid));
        files.push(readdirSync(`/proc/${workerd}/fd`).length);
      }
      await load.end();
      const quarter = SAMPLES / 4;
      const [early, late] = [median(sizes.slice(quarter, 2 * quarter)), median(sizes.slice(-quarter))];
      const some = sizes.filter((_, i) => i % 6 === 5).map((size) => size.toFixed(0));
      console.log(`${load.responses} visits, ${load.codes.length} links: ${some.join(' ')} MiB`);
      console.log(`at most ${Math.max(...sizes).toFixed(0)} MiB, of them Node ${Math.max(...nodes).toFixed(0)} MiB`);
      // An open object has three files, and memory follows the most objects open at once (docs/performance.md).
      console.log(`at most ${Math.max(...files)} open files of workerd`);
      expect(load.violations).toEqual([]);
      expect(listWorkerds(folder)).toEqual([workerd]);
      expect(late).toBeLessThan(early + SLACK_MIB);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_MIB);
    } finally {
      await load.end();
      start.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  MINUTES * 60_000 + 120_000,
);

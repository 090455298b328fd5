/**
 * `npm run bench -- --machine`: compares `npm start` of two revisions by start time, visits per second and memory. One
 * run starts the two alternately.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../testkit/free-port';
import { costEvidence } from './evidence';
import { Load } from './load';
import { mapSides, type Print, type Result, roundOf, type Settings, type Sides } from './measure';
import { processTree } from './processor-time';
import { clickText } from './request';
import { costsOf, resultOf } from './result';
import { untilSufficient } from './rounds';

/** The commit of 0.10.0, the last version in which `npm start` ran `wrangler dev`. */
export const FORMER = '6bde6fe';

const TOKEN = 'an-operator-token-of-forty-characters-xx';
const START_LIMIT_MS = 180_000;
/** The codes of the measure `cold`, visited in turn. */
const CODES = 2_000;
const BATCH = 50;
const MEBIBYTE = 2 ** 20;

const GOALS = { ready: 0.5, hot: 0.25, cold: 0.25, memory: 0.5 } as const;
const WORKS: Record<keyof typeof GOALS, string> = {
  ready: 'npm start, once installed, until it is ready',
  hot: 'visits of one code, as fast as responses arrive',
  cold: `visits of ${CODES} codes in turn`,
  memory: 'resident memory of all processes together, under that load',
};

const NAMES = Object.keys(GOALS) as (keyof typeof GOALS)[];

type Side = { readonly root: string; readonly folder: string; codes: string[] };
type Sample = Record<keyof typeof GOALS, number>;

/** Runs `npm start` in a checkout, and waits until it prints that it is ready. */
async function start({ root, folder }: Side): Promise<{ child: ChildProcess; ms: number; api: string; short: string }> {
  const [api, short] = [await freePort(), await freePort()];
  const ports = { API_PORT: String(api), SHORT_PORT: String(short) };
  const env = { STATE_DIR: folder, ADMIN_TOKEN: TOKEN, SHORT_BASE_URL: 'http://s.example.com', ...ports };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env: { ...process.env, ...env, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (text) => {
    output += text;
  });
  while (!output.includes('Ctrl-C stops it.')) {
    if (child.exitCode !== null || performance.now() - startedAt > START_LIMIT_MS)
      throw new Error(`npm start of ${root} did not get ready:\n${output}`);
    await wait(10);
  }
  const ms = performance.now() - startedAt;
  return { child, ms, api: `http://127.0.0.1:${api}`, short: `http://127.0.0.1:${short}` };
}

async function makeCodes(api: string): Promise<string[]> {
  const call = async (address: string, token: string, body: unknown) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(api + address, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${address} got ${response.status}`);
    return response.json();
  };
  const { key } = (await call('/admin/keys', TOKEN, { name: 'bench', plan: 'PRO' })) as { key: string };
  const codes: string[] = [];
  const urls = Array.from({ length: BATCH }, (_, n) => ({ url: `https://example.com/${n}` }));
  while (codes.length < CODES) {
    const { results } = (await call('/v2/shorten/batch', key, { urls })) as { results: { shortCode: string }[] };
    codes.push(...results.map(({ shortCode }) => shortCode));
  }
  return codes;
}

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

/** Starts a side, measures it and stops it. */
async function sample(side: Side, seconds: number): Promise<Sample> {
  const { child, ms, api, short } = await start(side);
  try {
    if (side.codes.length === 0) side.codes = await makeCodes(api);
    const visits = async (codes: readonly string[]) => {
      const load = new Load(
        short,
        codes.map((code, n) => clickText(`/${code}`, n)),
        302,
      );
      await load.closedLoop(seconds / 2); // warms up
      const { responses, seconds: took } = await load.closedLoop(seconds);
      return responses / took;
    };
    const cold = await visits(side.codes);
    const hot = await visits(Array.from({ length: 200 }, () => side.codes[0] ?? ''));
    const memory =
      processTree(child.pid as number)
        .map(residentBytes)
        .reduce((all, one) => all + one, 0) / MEBIBYTE;
    return { ready: ms, hot, cold, memory };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** The value that a ratio compares. Smaller is better: a rate becomes microseconds per visit, and these a rate. */
const costOf = (name: keyof Sample, value: number): number => (name === 'hot' || name === 'cold' ? 1e6 / value : value);
const FIGURES: Record<keyof Sample, string> = { ready: 'ms', hot: 'perSecond', cold: 'perSecond', memory: 'MiB' };

/**
 * Compares `npm start` of two checkouts.
 * @param root this checkout
 * @param other another checkout with its packages installed
 * @param folder for the state folders
 */
export async function measureMachine(
  root: string,
  other: string,
  folder: string,
  settings: Settings,
  print: Print,
): Promise<Result[]> {
  const side = (name: string, checkout: string): Side => ({
    root: checkout,
    folder: path.join(folder, name),
    codes: [],
  });
  const sides: Sides<Side> = [side('own', root), side('other', other), side('copy', other)];
  print('first every side starts once, to make its links');
  for (const one of sides) await sample(one, 0.2);
  const rounds: Sides<Sample>[] = [];
  const costs = (name: keyof Sample) => rounds.map((samples) => mapSides(samples, (one) => costOf(name, one[name])));
  await untilSufficient(
    settings,
    1,
    print,
    async (round) => void rounds.push(await roundOf(sides, round, (one) => sample(one, settings.seconds))),
    () => NAMES.map((name) => costEvidence(costs(name))),
  );
  return NAMES.map((name) => {
    const heading = { name: `machine-${name}`, work: WORKS[name], floor: 'the other revision', goal: GOALS[name] };
    const figures = mapSides(costsOf(costs(name)), (cost) => ({ [FIGURES[name]]: costOf(name, cost) }));
    return resultOf(heading, costEvidence(costs(name)), figures);
  });
}

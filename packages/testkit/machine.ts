/** Starts a machine as users do, with HTTP ports, over a new or a given state folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { type Running, run } from '../machine/run';
import { BUILT, workerdBinary } from './built';
import { freePort } from './free-port';

export const TOKEN = 'an-operator-token-of-forty-characters-xx';

export type TestMachine = {
  /** The origin of the API. */
  readonly api: string;
  /** The origin of short links. */
  readonly short: string;
  readonly running: Running;
  /** The log lines of the workers and the machine. */
  readonly logged: readonly string[];
  close(): Promise<void>;
};

/**
 * Starts a machine. It trusts the loopback, so tests choose a client address by X-Forwarded-For.
 * @param more variables of its environment; without STATE_DIR it uses a new state folder, which `close` removes
 */
export async function startMachine(more: Readonly<Record<string, string>> = {}): Promise<TestMachine> {
  const [api, short] = [await freePort(), await freePort()];
  const made = more.STATE_DIR === undefined ? mkdtempSync(path.join(tmpdir(), 'swiftlet-machine-')) : undefined;
  const env = {
    API_PORT: String(api),
    SHORT_PORT: String(short),
    STATE_DIR: made ?? '',
    ADMIN_TOKEN: TOKEN,
    PEPPER: TOKEN,
    TRUST_PROXY: 'loopback',
    GATHER_MS: '0',
    METRICS_MS: '0',
    ...more,
  };
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const running = await run({ env, mode: 'development', root: tmpdir(), built: BUILT, binary: workerdBinary(), log });
  return {
    api: `http://127.0.0.1:${env.API_PORT}`,
    short: `http://127.0.0.1:${env.SHORT_PORT}`,
    running,
    logged,
    async close() {
      await running.machine.stop();
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
}

/**
 * Waits for the first cron of a machine. A second one beside it would leave the denylist dirty for a minute, because
 * two puts of it could overtake each other.
 */
export const cronHasRun = ({ api }: TestMachine): Promise<void> =>
  vi.waitFor(async () => {
    const response = await fetch(`${api}/admin/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect(await response.text()).toMatch(/^swiftlet_cron_age_seconds /m);
  }, 120_000);

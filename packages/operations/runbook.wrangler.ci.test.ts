/** Checks that wrangler's own help has the commands of wrangler that the pages for operators name. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '#testkit/built';
import { readPage, wranglerCallsOf } from '#testkit/documented';

const run = promisify(execFile);

it.each(['runbook', 'backup'])(
  'the commands of wrangler in docs/%s.md exist, with every option',
  async (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-runbook-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const called = wranglerCallsOf(readPage(name));
    expect(called.length).toBeGreaterThanOrEqual(4);
    for (const line of called) {
      const words = line.split(' ').slice(2);
      const command = words.slice(
        0,
        words.findIndex((word) => !/^[a-z0-9-]+$/.test(word) || word.startsWith('-')),
      );
      const { stdout } = await run(process.execPath, ['node_modules/wrangler/bin/wrangler.js', ...command, '--help'], {
        cwd: ROOT,
        env: { ...process.env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', WRANGLER_LOG_PATH: folder },
      });
      expect(stdout, line).toContain(`wrangler ${command[0]}`);
      for (const [option] of line.replace(/".*?"/g, '').matchAll(/(?<= )--?[a-z-]+/g))
        expect(stdout, `${option} of ${line}`).toMatch(new RegExp(`(^|[\\s,])${option}\\b`));
    }
  },
  120_000,
);

/**
 * Runs the commands of docs/operating/runbook.md on a machine, except those of wrangler and those that restart a server
 * (server-pages.long.test.ts).
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#testkit/built';
import { readOutputs, readPage, splitSections } from '#testkit/documented';
import { startMachine, type TestMachine, TOKEN } from '#testkit/machine';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-runbook-'));
const state = path.join(folder, 'state');

const page = readPage('runbook');
const sections = splitSections(page);

let machine: TestMachine;
beforeAll(async () => {
  machine = await startMachine({ STATE_DIR: state });
});
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = async <T>(route: string, token: string, body: unknown): Promise<T> =>
  (
    await fetch(machine.api + route, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json() as Promise<T>;

/** The variables of the page, with a key and a link of their own. */
async function variables(): Promise<Record<string, string>> {
  const made = await post<{ id: string; accountId: string; key: string }>('/admin/keys', TOKEN, {
    name: 'a',
    plan: 'PRO',
  });
  const { shortCode } = await post<{ shortCode: string }>('/v2/shorten', made.key, { url: 'https://example.com/' });
  const own = { API: machine.api, SHORT: machine.short, ADMIN_TOKEN: TOKEN, PEPPER: TOKEN };
  return { ...own, CODE: shortCode, ACCOUNT: made.accountId, KEY: made.id, STATE_DIR: path.join(folder, 'other') };
}

/**
 * The shell functions that the page defines, and one for npm. Two exit codes of the doctor are no failure here: a
 * warning (2), and a check that could not be made (3).
 */
const FUNCTIONS = [
  ...(sections[0]?.blocks ?? []).filter((block) => /^\w+\(\) \{/.test(block)),
  'npm() { command npm "$@" || { code=$?; [ "$2" = doctor ] && [ $code -ge 2 ]; }; }',
].join('\n');

/** The section whose commands restart a server. */
const RESTARTS = 'ADMIN_TOKEN has leaked';

/** What the output of each block must match, for some sections. */
const ENDS: Record<string, RegExp[]> = {
  'KV does not respond': [/Next: |is left to do/, /"maintenance":true/, /"maintenance":false[^\n]*$/],
  'D1 does not respond': [/D1 and the objects respond[\s\S]*\n200\n$/, /is left to do|Next: /],
  'A wave of phishing': [
    /"accountId":"\w+","key":"\w+","blocked":false[\s\S]*"blocked":true/,
    /"suspended":true/,
    /^\{"links":\[\],"nextCursor":null\}\n[\s\S]*"hosts":\["phishing.example"\]/,
    /"shortening":false/,
    /^410\n.*"shortening":true/,
    /"suspended":false[\s\S]*"blocked":false/,
  ],
  'A key has leaked': [
    /"status":"inactive"/,
    /"key":"sl_/,
    /"accountId":"\w+","key":"\w+","blocked":false[\s\S]*"blocked":true/,
  ],
  'The free plan is used up': [/dirty rows[\s\S]*(is left to do|Next: )/],
  'The cron stands still': [/the cron ran /, /is left to do|Next: /],
  'A link goes viral': [/^(302 [\d.]+\n){5}$/],
  'Errors of objects': [/^302\n200\n$/],
};

describe('the commands of docs/operating/runbook.md', () => {
  it.each(
    sections
      .filter(({ title, blocks }) => blocks.length > 0 && title !== RESTARTS)
      .map((section) => [section.title, section] as const),
  )(
    'work: %s',
    async (title, section) => {
      const env = await variables();
      const place = { env, cwd: ROOT, functions: FUNCTIONS };
      const outputs = await readOutputs(section.blocks, place);
      for (const [at, end] of (ENDS[title] ?? []).entries()) expect(outputs[at]).toMatch(end);
    },
    120_000,
  );

  it('and of docs/operating/pepper.md query tables and columns that exist', async () => {
    const below = path.join(state, 'v3/d1/miniflare-D1DatabaseObject');
    const file = readdirSync(below).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite') ?? '';
    const database = new DatabaseSync(path.join(below, file), { readOnly: true });
    const queries = [...(page + readPage('pepper')).matchAll(/--command "(SELECT .*)"/g)].map(([, sql = '']) => sql);
    expect(queries.length).toBe(2);
    for (const sql of queries) expect(database.prepare(sql).all()).toBeInstanceOf(Array);
    database.close();
  });
});

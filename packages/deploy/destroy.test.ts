/**
 * --destroy deletes all resources of a deployment after the account's name was typed, and nothing while a link is live.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { deployedTrial, makeTrial, resourcesIn } from '#testkit/deploy-trial';
import { fakeWrangler } from '../testkit/fake-wrangler/fake-wrangler';
import { answerYes, catchFailure } from '../testkit/fake-wrangler/trial';
import { LINKS_SQL } from './destroy';
import type { RunWrangler } from './wrangler/run';

it('--destroy lists every resource and the number of codes that are forgotten, and deletes the resources', async () => {
  const trial = await deployedTrial();
  const done = await trial.destroy([], { prompts: answerYes('Acme') });
  expect(done).toEqual(['destroy-api', 'destroy-redirect', 'destroy-namespace', 'destroy-database']);
  expect(resourcesIn(trial.account)).toEqual([0, 0, 0]);
  const output = trial.lines.join('\n');
  for (const name of ['swiftlet-api', 'swiftlet-redirect', 'swiftlet-routes (', 'swiftlet ('])
    expect(output).toContain(name);
  expect(output).toContain('7 codes would be forgotten');
  expect(trial.secret('PEPPER')).toHaveLength(64);
});

it('--destroy deletes nothing while a link is live', async () => {
  const trial = await deployedTrial([3, 7]);
  expect(await catchFailure(trial.destroy(['--confirm', 'Acme']))).toMatch(/^3 links are alive/);
  expect(resourcesIn(trial.account)).toEqual([1, 1, 2]);
});

it('--destroy deletes nothing if a link was created while the name was typed', async () => {
  const trial = await deployedTrial();
  const prompts = {
    ...answerYes(),
    input: async () => {
      trial.change(({ databases: [database] }) => {
        if (database !== undefined) database.links = [1, 8];
      });
      return 'Acme';
    },
  };
  expect(await catchFailure(trial.destroy([], { prompts }))).toMatch(/^1 links are alive/);
  expect(resourcesIn(trial.account)).toEqual([1, 1, 2]);
});

it('--destroy keeps the redirect worker and all data if a link was created while the API worker was deleted', async () => {
  const trial = await deployedTrial();
  const wrangler = fakeWrangler(path.join(trial.folder, 'account.json'));
  const run: RunWrangler = (args, options) => {
    if (args.join(' ').startsWith('delete swiftlet-api'))
      trial.change(({ databases: [database] }) => {
        if (database !== undefined) database.links = [1, 8];
      });
    return wrangler(args, options);
  };
  expect(await catchFailure(trial.destroy(['--confirm', 'Acme'], { run }))).toMatch(/^1 links are alive/);
  expect([resourcesIn(trial.account), Object.keys(trial.account.workers)]).toEqual([[1, 1, 1], ['swiftlet-redirect']]);
});

it('--destroy deletes nothing if the number of live links is unknown', async () => {
  const trial = await deployedTrial([null, null] as never);
  expect(await catchFailure(trial.destroy(['--confirm', 'Acme']))).toMatch(
    /^Nobody can tell how many links of swiftlet/,
  );
  expect(resourcesIn(trial.account)).toEqual([1, 1, 2]);
});

it('--destroy lists every resource in a dry run, asks nothing, and deletes nothing', async () => {
  const trial = await deployedTrial();
  const before = trial.state();
  expect(await trial.destroy(['--dry-run', '--confirm', 'Acme'])).toEqual([]);
  expect(trial.lines.join('\n')).toContain('7 codes would be forgotten');
  expect([resourcesIn(trial.account), trial.state()]).toEqual([[1, 1, 2], before]);
});

it('--destroy deletes nothing until the name of the account is typed', async () => {
  const trial = await deployedTrial();
  for (const [args, more] of [
    [[], {}],
    [['--yes'], {}],
    [['--confirm', 'Bolt'], {}],
    [[], { prompts: answerYes('Bolt') }],
  ] as const)
    expect(await catchFailure(trial.destroy(args, more))).toMatch(/^Nothing was deleted.*Acme/);
  expect(resourcesIn(trial.account)).toEqual([1, 1, 2]);
});

it('--destroy keeps the resources of others', async () => {
  const trial = await deployedTrial();
  trial.change((account) => {
    account.namespaces.push({ id: 'theirs', title: 'another' });
    account.databases.push({ uuid: 'theirs', name: 'another', migrations: [], links: [1, 1] });
  });
  await trial.destroy(['--confirm', 'Acme']);
  expect(resourcesIn(trial.account)).toEqual([1, 1, 0]);
});

it('--destroy keeps the resources of another environment', async () => {
  const trial = await deployedTrial();
  await trial.run(['--env', 'staging', '--yes', '--workers-dev', '--jurisdiction', 'anywhere']);
  await trial.destroy(['--env', 'staging', '--confirm', 'Acme']);
  expect(Object.keys(trial.account.workers)).toEqual(['swiftlet-redirect', 'swiftlet-api']);
  expect((await trial.run(['--yes'])).done).toEqual([]);
});

it('--destroy does nothing in an empty account', async () => {
  const trial = makeTrial();
  expect(await trial.destroy(['--confirm', 'Acme'])).toEqual([]);
});

describe('the query for live links', () => {
  const now = Date.UTC(2026, 10, 22);

  it('counts the live links and all codes of a migrated database', () => {
    const database = new DatabaseSync(':memory:');
    for (const name of readdirSync('migrations').sort()) database.exec(readFileSync(`migrations/${name}`, 'utf8'));
    const count = () => ({ ...database.prepare(LINKS_SQL(now)).get() });
    expect(count()).toEqual({ alive: 0, codes: 0 });
    database.exec("INSERT INTO accounts (id, name, plan, created_at) VALUES ('a', 'a', 'PRO', 0)");
    const insert = database.prepare(
      "INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at, expires_at, gone) VALUES (?, ?, 'a', 'https://example.com', 0, 0, 0, ?, ?)",
    );
    insert.run('alive', '1', null, null);
    insert.run('alive-until-later', '2', now + 1, null);
    insert.run('expired', '3', now, null);
    insert.run('deleted', '4', null, 'DELETED');
    insert.run('spent', '5', now + 1, 'CLICKS');
    expect(count()).toEqual({ alive: 2, codes: 5 });
  });
});

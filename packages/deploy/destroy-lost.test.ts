/** --destroy without a state file, and --destroy of the one script of the button. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTrial, ONE_SCRIPT, withOneScript } from '#testkit/deploy-trial';
import { type Account, digestText } from '../testkit/fake-wrangler/account';
import { answerYes, catchFailure, HOSTS, type Trial } from '../testkit/fake-wrangler/trial';

const YES = ['--yes', ...HOSTS];
const CONFIRMED = ['--confirm', 'Acme'];
const elsewhere = ({ folder }: Trial) => ({ folder: path.join(folder, 'second') });
const leftIn = ({ namespaces, databases, workers }: Account) =>
  [namespaces, databases, Object.keys(workers)].map(({ length }) => length);

describe('--destroy without a state file', () => {
  it('deletes the workers of Swiftlet, and the resources that they bind', async () => {
    const trial = makeTrial();
    await trial.run(YES);
    await trial.destroy(CONFIRMED, elsewhere(trial));
    expect(leftIn(trial.account)).toEqual([0, 0, 0]);
  });

  it('lists resources that only have our names, and deletes each of them only after its own yes', async () => {
    const trial = makeTrial({ fault: { at: 'd1 migrations apply', mode: 'refused' } });
    await catchFailure(trial.run(YES));
    expect(await trial.destroy(CONFIRMED, elsewhere(trial))).toEqual([]);
    const output = trial.lines.join('\n');
    expect(output).toMatch(/swiftlet-routes \(.*stays.*--allow namespace/);
    expect(output).toMatch(/swiftlet \(.*stays.*--allow database/);
    expect(output).toContain("The account has no resource that is known to be Swiftlet's.");
    await trial.destroy([...CONFIRMED, '--allow', 'namespace'], elsewhere(trial));
    expect(leftIn(trial.account)).toEqual([0, 1, 0]);
    await trial.destroy([], { ...elsewhere(trial), prompts: answerYes('Acme') });
    expect(leftIn(trial.account)).toEqual([0, 0, 0]);
  });

  it('keeps a resource that only has our name after a no', async () => {
    const trial = makeTrial({ namespaces: [{ id: 'theirs', title: 'swiftlet-routes' }] });
    const prompts = { ...answerYes('Acme'), confirm: async () => false };
    expect(await trial.destroy([], { prompts })).toEqual([]);
    expect(leftIn(trial.account)).toEqual([1, 0, 0]);
  });

  it('deletes no database of our name in which a link is alive', async () => {
    const databases = [{ uuid: 'd1', name: 'swiftlet', migrations: ['0001_swiftlet.sql'] }];
    const trial = makeTrial({ databases: databases.map((one) => ({ ...one, links: [1, 1] })) });
    expect(await catchFailure(trial.destroy([...CONFIRMED, '--allow', 'database']))).toMatch(/^1 links are alive/);
  });
});

describe('the one script of the button', () => {
  it('is deleted with what it is bound to', async () => {
    const trial = await withOneScript({}, 'swiftlet');
    await trial.destroy(CONFIRMED);
    expect(leftIn(trial.account)).toEqual([0, 0, 0]);
  });

  it('is named by --split-from if it has another name than swiftlet', async () => {
    const trial = await withOneScript();
    expect(await trial.destroy(CONFIRMED)).toEqual([]);
    await trial.destroy(['--split-from', ONE_SCRIPT, ...CONFIRMED]);
    expect(leftIn(trial.account)).toEqual([0, 0, 0]);
  });

  it('is deleted alone if the account also has two workers of another deployment', async () => {
    const trial = await withOneScript();
    await trial.run(YES);
    await trial.destroy(['--split-from', ONE_SCRIPT, ...CONFIRMED], elsewhere(trial));
    expect(Object.keys(trial.account.workers).sort()).toEqual(['swiftlet-api', 'swiftlet-redirect']);
    expect(leftIn(trial.account)).toEqual([1, 1, 2]);
  });
});

it('--destroy deletes nothing if --split-from names a worker that is not the one script of this environment', async () => {
  const trial = makeTrial();
  await trial.run(YES);
  const blog = { version: { id: 'v', message: 'a blog', bindings: [] }, secrets: { KEY: digestText('x') } };
  trial.change(({ workers }) => {
    workers.blog = { ...blog, classes: {}, crons: [], domains: [], isOnWorkersDev: true };
  });
  const args = ['--split-from', 'blog', ...CONFIRMED];
  expect(await catchFailure(trial.destroy(args))).toMatch(/production was not split from blog/);
  expect(await catchFailure(trial.destroy(args, elsewhere(trial)))).toBe("blog is not Swiftlet's.");
  expect(await trial.destroy(['--split-from', 'gone', ...CONFIRMED], elsewhere(trial))).toEqual([]);
  expect(leftIn(trial.account)).toEqual([1, 1, 3]);
});

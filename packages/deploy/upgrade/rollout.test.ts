/** Tests the gradual rollout on a fake account: its steps, a rate that is too high, and what it cannot roll out. */
import { describe, expect, it } from 'vitest';
import { makeTrial } from '#testkit/deploy-trial';
import { catchFailure, HOSTS, type Trial } from '../../testkit/fake-wrangler/trial';
import { countsIn, isTooHigh } from './rollout';

const YES = ['--yes', ...HOSTS];
const findRedirect = ({ account }: Trial) => account.workers['swiftlet-redirect'];

/** Dependencies with another build of the redirect worker. @param answer the response to a request */
const changed = (answer: (address: string) => Response, waits: number[] = []) => ({
  dependencies: {
    fetch: async (address: string) => answer(address),
    resolves: async () => false,
    clock: { now: () => 0, wait: async (ms: number) => void waits.push(ms) },
    build: async (kind: string) => `built ${kind} anew`,
  },
});

async function deployed(): Promise<Trial> {
  const trial = makeTrial();
  await trial.run(YES);
  trial.calls.length = 0;
  return trial;
}

const sharesIn = (trial: Trial): string[] =>
  trial.calls
    .filter((call) => call.startsWith('versions deploy'))
    .map((call) => [...call.matchAll(/@(\d+)%/g)].map(([, share]) => share).join('+'));

const metrics = (requests: number, errors: number) =>
  new Response(
    `# TYPE swiftlet_requests counter\nswiftlet_requests_total{worker="redirect",route="visit",status="302"} ${requests - errors}\n` +
      `swiftlet_requests_total{worker="redirect",route="visit",status="503"} ${errors}\nswiftlet_requests_total{worker="api",route="x",status="500"} 99\n`,
  );

/** A service whose metrics count two hundred more requests at every reading, of which `share` are errors. */
function counting(share: number) {
  let looks = 0;
  return (address: string): Response => {
    if (address.endsWith('/admin/metrics')) return metrics(200 * ++looks, Math.round(200 * looks * share));
    if (address.endsWith('health')) return new Response('{"status":"ok"}');
    return new Response(JSON.stringify({ accounts: [], keys: [], nextCursor: null }));
  };
}

describe('the rollout of an upgrade', () => {
  it('gives the new version a tenth, a half, and all requests, each observed for two minutes', async () => {
    const trial = await deployed();
    const waits: number[] = [];
    await trial.upgrade(YES, changed(counting(0), waits));
    expect(sharesIn(trial)).toEqual(['90+10', '50+50', '100']);
    expect(waits.filter((ms) => ms === 120_000)).toHaveLength(2);
    expect(trial.lines.join('\n')).toContain('10 %: 0 errors of 200 requests');
    expect(findRedirect(trial)?.version.message).toMatch(/^Swiftlet 0\.0\.0 [0-9a-f]{16}$/);
  });

  it('gives all requests back to the former version if the error rate is too high', async () => {
    const trial = await deployed();
    const former = findRedirect(trial)?.version.id;
    const ended = await catchFailure(trial.upgrade(YES, changed(counting(0.05))));
    expect(ended).toMatch(/10 of 200 requests had errors at 10 %.*All requests go to the former version again/);
    expect(findRedirect(trial)?.shares).toEqual({ [former ?? '']: 100 });
    expect(trial.calls.some((call) => call.startsWith('deploy '))).toBe(false);
  });

  it('observes its own requests where the deployment has no metrics', async () => {
    const trial = await deployed();
    const without = (address: string) =>
      address.endsWith('/admin/metrics') ? new Response('', { status: 404 }) : counting(0)(address);
    await trial.upgrade(YES, changed(without));
    expect(trial.lines.join('\n')).toContain('10 %: 0 errors of 60 requests of this command');
  });

  it.each([
    ['count nothing', () => metrics(0, 0)],
    ['fail after the first look', (looks: number) => (looks === 1 ? metrics(9, 0) : new Response('', { status: 503 }))],
  ])('gives all requests back if the metrics %s, and its own requests fail', async (_, answer) => {
    const trial = await deployed();
    let looks = 0;
    const failing = (address: string) => {
      if (address.endsWith('/admin/metrics')) return answer(++looks);
      return address.endsWith('/.health') ? new Response('', { status: 500 }) : counting(0)(address);
    };
    const ended = await catchFailure(trial.upgrade(YES, changed(failing)));
    expect(ended).toMatch(/60 of 60 requests had errors at 10 %/);
  });

  it('deploys a version with new Durable Object classes to all requests at once', async () => {
    const trial = await deployed();
    trial.change(({ workers }) => {
      const worker = workers['swiftlet-redirect'];
      if (worker) {
        worker.classes = {};
        delete worker.migrationTag;
      }
    });
    await trial.upgrade(YES, changed(counting(0)));
    expect(sharesIn(trial)).toEqual([]);
    expect(trial.calls.some((call) => call.startsWith('deploy '))).toBe(true);
  });

  it('is not made for a first deployment, nor again for the same version', async () => {
    const trial = makeTrial();
    await trial.upgrade(YES);
    await trial.upgrade(YES);
    expect(sharesIn(trial)).toEqual([]);
  });
});

describe('the error rate', () => {
  it.each([
    [{ requests: 0, errors: 0 }, false],
    [{ requests: 4, errors: 4 }, false],
    [{ requests: 1_000, errors: 10 }, false],
    [{ requests: 1_000, errors: 11 }, true],
    [{ requests: 60, errors: 5 }, true],
  ])('of %j is too high: %s', (counts, expected) => {
    expect(isTooHigh(counts)).toBe(expected);
  });

  it('counts the requests of the redirect worker only, in any order of the labels', () => {
    const text = 'swiftlet_requests_total{status="500",worker="redirect",route="a"} 2\nother_total{status="500"} 9\n';
    expect(countsIn(text)).toEqual({ requests: 2, errors: 2 });
    expect(countsIn('')).toEqual({ requests: 0, errors: 0 });
  });
});

describe('a deployment with the tables of another version', () => {
  it.each([
    ['of another text of the migration', ['0001_swiftlet.sql'], 'f00'],
    ['with other migrations', ['0001_accounts_keys_links.sql', '0002_denylist.sql'], undefined],
  ])('%s is refused, and nothing is changed', async (_, migrations, tables) => {
    const trial = await deployed();
    trial.change(({ databases: [database] }) => void Object.assign(database ?? {}, { migrations, tables }));
    const { changes } = trial.account;
    expect(await catchFailure(trial.run([...YES, '--allow', 'migrations']))).toMatch(
      /^The D1 database swiftlet has the tables of another version: until 1\.0\.0 .*deploying\.md\)\.$/,
    );
    expect(trial.account.changes).toEqual(changes);
  });
});

describe('a deployment of an earlier version', () => {
  const LATER = '9999_of_a_later_version.sql';
  const withLater = async () => {
    const trial = await deployed();
    trial.change(({ databases }) => void databases[0]?.migrations.push(LATER));
    return trial;
  };

  it('is refused while the database has a migration that the checkout lacks', async () => {
    const trial = await withLater();
    const { changes } = trial.account;
    expect(await catchFailure(trial.run(YES))).toMatch(
      new RegExp(`The database has ${LATER}, which this version does not know.*use --allow migrations`),
    );
    expect(trial.account.changes).toEqual(changes);
  });

  it('goes on after --allow migrations, which holds for that run only', async () => {
    const trial = await withLater();
    await trial.run([...YES, '--allow', 'migrations']);
    expect(await catchFailure(trial.run(YES))).toMatch(/does not know/);
  });
});

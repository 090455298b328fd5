import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { contentTypeOf } from './packages/machine/workers/content-type';
import { plantedDefect } from './packages/testkit/histories/defects';
import { useMemory } from './packages/testkit/memory-folder';

useMemory();

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let documentationIsBuilt = false;

/** Builds the files of /docs once before the tests, and serves them as the platform does. */
const documentation = () => {
  if (!documentationIsBuilt) execFileSync(process.execPath, [here('./scripts/documentation.mjs')]);
  documentationIsBuilt = true;
  return async (request: { url: string }) => {
    const { pathname } = new URL(request.url);
    const headers = { 'Content-Type': contentTypeOf(pathname) };
    return new Response(await readFile(here(`./dist/documentation${pathname}`)), { headers });
  };
};

/** The plugin for tests in workerd. Both workers' classes are in one script, so that a faked clock applies to all. */
const runtime = () =>
  cloudflareTest(async () => ({
    main: './packages/testkit/workers.ts',
    miniflare: {
      compatibilityDate: '2026-08-01',
      compatibilityFlags: ['nodejs_compat'],
      d1Databases: ['DB'],
      kvNamespaces: ['ROUTES'],
      serviceBindings: { ASSETS: documentation() },
      durableObjects: {
        KEYS: { className: 'KeyMeter', useSQLite: true },
        ADDRESSES: { className: 'AddressMeter', useSQLite: true },
        CLICKS: { className: 'ClickCounter', useSQLite: true },
        STATISTICS: { className: 'Statistics', useSQLite: true },
      },
      ratelimits: {
        MISSES: { namespace_id: '1001', simple: { limit: 100, period: 60 } },
        TRIES: { namespace_id: '1002', simple: { limit: 600, period: 60 } },
        WIDE_TRIES: { namespace_id: '1003', simple: { limit: 3000, period: 60 } },
        WIDE_MISSES: { namespace_id: '1004', simple: { limit: 1000, period: 60 } },
      },
      bindings: {
        SHORT_BASE_URL: 'https://s.example.com',
        CONSOLE_ORIGIN: 'https://api.example.com',
        ADMIN_TOKEN: 'an-operator-token-of-forty-characters-xx',
        GATHER_MS: '0',
        METRICS_MS: 'off',
        PEPPER: 'a-pepper-of-forty-characters-xxxxxxxxxxxx',
        // Another seed than that of packages/testkit/seed.ts.
        TEST_SEED: process.env.TEST_SEED ?? '',
        // The number of random histories.
        HISTORIES: process.env.HISTORIES ?? '20',
        // Anything but nothing shrinks a failing history.
        HISTORY_SHRINKS: process.env.HISTORY_SHRINKS ?? '',
        DEFECT: process.env.DEFECT ?? '',
        TEST_LONG: process.env.TEST_LONG ?? '',
        TEST_CI: process.env.TEST_CI ?? '',
        TEST_MIGRATIONS: await readD1Migrations(here('./migrations')),
      },
    },
  }));

const NODE_TESTS = [
  'packages/testkit/{house,imports,deployment,specification}.test.ts',
  '**/*.node.test.ts',
  'packages/testkit/weight.test.ts',
  'packages/testkit/zbarimg.test.ts',
  'packages/testkit/journeys/**/*.test.ts',
  'packages/bench/**/*.test.ts',
  'packages/machine/**/*.test.ts',
  'packages/deploy/**/*.test.ts',
  'packages/doctor/**/*.test.ts',
  'packages/operations/**/*.test.ts',
  'packages/testkit/load/**/*.test.ts',
  'packages/client/api-types.test.ts',
  'scripts/**/*.test.ts',
  '**/*.browser{,.ci}.test.ts',
];
/** The tests that only `npm run test:ci`, or only `npm run test:long`, runs. Those of apps run in workerd. */
const CI_TESTS = ['**/*.ci.test.ts'];
const CI_TESTS_IN_NODE = ['{packages,scripts}/**/*.ci.test.ts', '**/*.browser.ci.test.ts'];
const LONG_TESTS = ['**/*.long.test.ts'];

/** Races, rates, amounts and random input: two to fourteen seconds each. `npm test` without arguments leaves them out. */
const AMOUNT_TESTS = [
  'apps/api/accounts/key-push.test.ts',
  'apps/api/backup/many-rows.test.ts',
  'apps/api/console/{foreign-ids,session-lookup}.test.ts',
  'apps/api/console/pages/link-filter.test.ts',
  'apps/api/cron/erase-accounts.test.ts',
  'apps/api/fuzz.test.ts',
  'apps/api/links/foreign-links.test.ts',
  'apps/api/middleware/unknown-keys.test.ts',
  'apps/api/objects/{address-purposes,key-meter.count}.test.ts',
  'apps/api/routes/{get-qr,list-links.bounds,list-links.filters,list-links.walk,shorten-batch.hostile}.test.ts',
  'apps/api/threats/{check,check.batch,fingerprint,imported-list,unjudgeable}.test.ts',
  'apps/redirect/{attempt-limiter,buffer-click,click-races,unlock,visit-ways}.test.ts',
  'packages/store/publish-orders.test.ts',
  'packages/testkit/fault-tests/{size,used-up-invocation}.test.ts',
];
const AMOUNT_TESTS_IN_NODE = [
  'packages/deploy/{smoke-account,smoke-test}.test.ts',
  'packages/machine/kv-memory.test.ts',
];
const LEFT_OUT = process.env.TEST_QUICK ? [...AMOUNT_TESTS, ...AMOUNT_TESTS_IN_NODE] : [];

/** The limits of tests. They only end a test that hangs: a busy computer may be ten times slower than an idle one. */
const LIMITS = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

/** Every test draws its random input from one seed. */
const SEEDED = 'packages/testkit/seed-setup.ts';

/** The plugin that plants a mistake, in runs that must find it. */
const mistakes = () => (process.env.DEFECT ? [plantedDefect(process.env.DEFECT)] : []);

/** The tests in workerd. Each worker of vitest starts one workerd, and runs its files one after another. */
const IN_WORKERD = {
  plugins: [runtime(), ...mistakes()],
  test: {
    name: 'workerd',
    isolate: false,
    ...LIMITS,
    include: process.env.TEST_CI
      ? [...AMOUNT_TESTS, 'apps/**/*.ci.test.ts', 'packages/testkit/histories/histories.test.ts']
      : ['apps/**/*.test.ts', 'packages/**/*.test.ts'],
    exclude: [...NODE_TESTS, ...(process.env.TEST_CI ? CI_TESTS_IN_NODE : CI_TESTS), ...LONG_TESTS, ...LEFT_OUT],
    setupFiles: [SEEDED, 'packages/testkit/prepare-database.ts', 'packages/testkit/secrets/after-each-file.ts'],
    globalSetup: ['packages/testkit/threat-stub-setup.ts'],
  },
};

/** The tests in Node that this run includes, and the tests that it excludes. */
const nodeTests = process.env.TEST_CI
  ? [...CI_TESTS_IN_NODE, ...AMOUNT_TESTS_IN_NODE]
  : [...NODE_TESTS, ...(process.env.TEST_LONG ? LONG_TESTS : [])];
const excludedTests = [
  ...(process.env.TEST_CI ? [] : CI_TESTS),
  ...(process.env.TEST_LONG ? [] : LONG_TESTS),
  ...LEFT_OUT,
];

/** Starts the random histories first. They take longest, and one worker of vitest would be idle meanwhile at the end. */
class HistoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isHistories = ({ moduleId }: TestSpecification) => moduleId.includes('/histories/');
    return [...sorted.filter(isHistories), ...sorted.filter((file) => !isHistories(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: HistoriesFirst },
    chaiConfig: { truncateThreshold: 0 },
    // An alarm between two files may fail, because its worker is closing. The platform runs the alarm again.
    onUnhandledError: ({ name }) => name !== 'EnvironmentTeardownError',
    // By default vitest leaves one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      IN_WORKERD,
      {
        test: {
          name: 'node',
          environment: 'node',
          include: nodeTests,
          exclude: excludedTests,
          setupFiles: [SEEDED],
          globalSetup: ['packages/testkit/built-setup.ts'],
          ...LIMITS,
          // Each concurrent test of planted defects starts a workerd.
          maxConcurrency: 2,
        },
      },
    ],
  },
});

/** `npm test`, `npm run test:ci` and `npm run test:long`: the tests in workerd, and those in Node. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { builtFiles } from './packages/testkit/built-files';
import { plantDefects } from './packages/testkit/histories/defects';
import { useMemory } from './packages/testkit/memory-folder';

useMemory();

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The plugin for tests in workerd. Both workers' classes are in one script, so that a faked clock applies to all. */
const runtime = () =>
  cloudflareTest(async () => ({
    main: './packages/testkit/workers.ts',
    miniflare: {
      compatibilityDate: '2026-08-01',
      compatibilityFlags: ['nodejs_compat'],
      d1Databases: ['DB'],
      kvNamespaces: ['ROUTES'],
      serviceBindings: { ASSETS: builtFiles(here('.')) },
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
        // A seed other than that of packages/testkit/seed.ts.
        TEST_SEED: process.env.TEST_SEED ?? '',
        // A number of random histories other than that of the test.
        HISTORIES: process.env.HISTORIES ?? '',
        // The place of the only random history to play.
        HISTORY: process.env.HISTORY ?? '',
        // Any value but an empty one shrinks a failing history.
        HISTORY_SHRINKS: process.env.HISTORY_SHRINKS ?? '',
        TEST_LONG: process.env.TEST_LONG ?? '',
        TEST_MIGRATIONS: await readD1Migrations(here('./migrations')),
      },
    },
  }));

/**
 * The name of a test says when it runs: `*.ci.test.ts` in `npm run test:ci`, which runs no other tests,
 * `*.long.test.ts` in `npm run test:long`, which runs all tests, and the rest in `npm test`.
 */
const TESTS = process.env.TEST_CI ? '*.ci.test.ts' : '*.test.ts';
const SIZES = process.env.TEST_CI ? '.ci' : '{,.ci,.long}';
const LEFT_OUT = process.env.TEST_CI || process.env.TEST_LONG ? [] : ['**/*.{ci,long}.test.ts'];
/**
 * The tests that run in Node: those of the folders that are no part of a worker, those of the testkit itself, and
 * `*.node.test.ts` and `*.browser.test.ts` anywhere. All others run in workerd.
 */
const inNode = (tests: string, sizes: string) => [
  `packages/{bench,deploy,doctor,machine,operations}/**/${tests}`,
  `packages/testkit/${tests}`,
  `packages/testkit/{journeys,load,survival}/${tests}`,
  `scripts/**/${tests}`,
  `{apps,packages}/**/*.{browser,node}${sizes}.test.ts`,
];

/** The limits of tests. They only end a test that hangs: a busy computer may be ten times slower than an idle one. */
const LIMITS = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

/** Every test draws its random input from one seed. */
const SEEDED = 'packages/testkit/seed-setup.ts';

/** The test whose workers have planted defects. */
const PLANTED = 'packages/testkit/histories/planted-defects.ci.test.ts';

/** The tests in workerd. Each worker of vitest starts one workerd, and runs its files one after another. */
const inWorkerd = (name: string, include: string, exclude: string[]) => ({
  plugins: [runtime(), ...(include === PLANTED ? [plantDefects()] : [])],
  test: {
    name,
    isolate: false,
    ...LIMITS,
    include: [include],
    exclude,
    // One file, because vitest runs it again for each file of tests.
    setupFiles: ['packages/testkit/workerd-setup.ts'],
    globalSetup: ['packages/testkit/threat-stub-setup.ts'],
  },
});

/**
 * Starts the random histories first. They take longest, and one worker of vitest would be idle meanwhile at the end.
 */
class HistoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isHistories = ({ moduleId }: TestSpecification) => moduleId.includes('/histories/');
    return [...sorted.filter(isHistories), ...sorted.filter((file) => !isHistories(file))];
  }
}

export default defineConfig({
  test: {
    globalSetup: ['packages/testkit/documentation-setup.ts'],
    sequence: { sequencer: HistoriesFirst },
    chaiConfig: { truncateThreshold: 0 },
    // An alarm between two files may fail, because its worker is closing. The platform runs the alarm again.
    onUnhandledError: ({ name }) => name !== 'EnvironmentTeardownError',
    // By default vitest leaves one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      inWorkerd('workerd', `{apps,packages}/**/${TESTS}`, [
        ...inNode('*.test.ts', '{,.ci,.long}'),
        PLANTED,
        ...LEFT_OUT,
      ]),
      inWorkerd('planted', PLANTED, LEFT_OUT),
      {
        test: {
          name: 'node',
          // A process of its own for each file would cost as much again as the tests.
          isolate: false,
          environment: 'node',
          include: inNode(TESTS, SIZES),
          exclude: LEFT_OUT,
          setupFiles: [SEEDED],
          globalSetup: ['packages/testkit/built-setup.ts'],
          ...LIMITS,
        },
      },
    ],
  },
});

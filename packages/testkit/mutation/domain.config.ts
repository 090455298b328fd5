import { defineConfig } from 'vitest/config';

/** Runs only the tests of packages/domain, in Node, because the domain uses no platform. */
export default defineConfig({
  test: {
    include: ['packages/domain/**/*.test.ts'],
    setupFiles: ['packages/testkit/seed-setup.ts'],
    testTimeout: 20_000,
  },
});

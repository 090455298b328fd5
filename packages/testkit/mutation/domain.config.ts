import { defineConfig } from 'vitest/config';

/** Runs the tests of packages/domain alone, in Node: the domain uses no platform. */
export default defineConfig({ test: { include: ['packages/domain/**/*.test.ts'], testTimeout: 20_000 } });

import { defineConfig } from 'vitest/config';

/** The tests of packages/domain alone, in Node: what they look at knows no platform. */
export default defineConfig({ test: { include: ['packages/domain/**/*.test.ts'], testTimeout: 20_000 } });

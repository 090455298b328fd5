import { defineConfig } from 'vitest/config';

/** `npm run test:unit`: the rules without a platform, in plain Node. `npm test` runs all of these in workerd too. */
export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    setupFiles: ['packages/testkit/seed-setup.ts'],
    include: ['packages/{domain,secrets}/**/*.test.ts'],
    // It compares in constant time by crypto.subtle.timingSafeEqual, which Workers alone have.
    exclude: ['packages/secrets/password.test.ts'],
  },
});

/** A worker without a required setting does not start, and names the setting in one line. */

import { describe, expect, it } from 'vitest';
import { createTestHarness } from 'wrangler';

const LONG_ENOUGH = 'a-pepper-of-forty-characters-xxxxxxxxxxxx';
const vars = { REQUIRE_HTTPS: 'off', SHORT_BASE_URL: 'http://s.example.com' };

/** Starts a worker. @returns its error; null if it started */
async function tryStart(worker: 'api' | 'redirect', more: Record<string, string>): Promise<string | null> {
  const files = worker === 'api' ? ['api', 'redirect'] : ['redirect'];
  const server = createTestHarness({
    workers: files.map((file) => ({
      configPath: `./wrangler.${file}.toml`,
      // The API worker binds classes of the redirect worker, so that one runs too, with a valid pepper.
      vars: { ...vars, ...(file === worker ? more : { PEPPER: LONG_ENOUGH }) },
    })),
  });
  try {
    await server.listen();
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await server.close();
  }
}

// The API worker starts the redirect worker too.
const WORKERS = process.env.TEST_LONG ? (['api', 'redirect'] as const) : (['api'] as const);
describe.each(WORKERS)('the %s worker', (worker) => {
  it('does not start without PEPPER, and names the secret to set', async () => {
    expect(await tryStart(worker, {})).toMatch(/PEPPER is missing or shorter than 32 characters.*wrangler secret put/);
  });

  it('does not start with a short PEPPER_PREVIOUS', async () => {
    expect(await tryStart(worker, { PEPPER: LONG_ENOUGH, PEPPER_PREVIOUS: 'short' })).toContain('PEPPER_PREVIOUS');
  });

  it('starts with a PEPPER and a PEPPER_PREVIOUS of 32 characters', async () => {
    const peppers = { PEPPER: 'x'.repeat(32), PEPPER_PREVIOUS: 'y'.repeat(32) };
    expect(await tryStart(worker, peppers)).toBeNull();
  });
});

/** What the workers cannot do without: they do not start, and say why in one line. */

import { describe, expect, it } from 'vitest';
import { createTestHarness } from 'wrangler';

const LONG_ENOUGH = 'a-pepper-of-forty-characters-xxxxxxxxxxxx';
const vars = { REQUIRE_HTTPS: 'off', SHORT_BASE_URL: 'http://s.example.com' };

/** How a start failed; null for one that did not. */
async function startOf(worker: 'api' | 'redirect', more: Record<string, string>): Promise<string | null> {
  const files = worker === 'api' ? ['api', 'redirect'] : ['redirect'];
  const server = createTestHarness({
    workers: files.map((file) => ({
      configPath: `./wrangler.${file}.toml`,
      // The API worker binds the classes of the redirect worker, which has all it needs there.
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

describe.each(['api', 'redirect'] as const)('the %s worker', (worker) => {
  it.each([
    ['no PEPPER', {}],
    ['an empty PEPPER', { PEPPER: '' }],
    ['a PEPPER of 31 characters', { PEPPER: 'x'.repeat(31) }],
  ])('does not start with %s, and says what to set', async (_, more) => {
    expect(await startOf(worker, more)).toMatch(/PEPPER is missing or shorter than 32 characters.*wrangler secret put/);
  });

  it('does not start with a former pepper that is too short', async () => {
    expect(await startOf(worker, { PEPPER: LONG_ENOUGH, PEPPER_PREVIOUS: 'short' })).toContain('PEPPER_PREVIOUS');
  });

  it('starts with a PEPPER of 32 characters, and with a former one', async () => {
    const peppers = { PEPPER: 'x'.repeat(32), PEPPER_PREVIOUS: 'y'.repeat(32) };
    expect(await startOf(worker, peppers)).toBeNull();
  });
});

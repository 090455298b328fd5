/** Behind an untrusted proxy every link redirects to itself. The log says so, at most hourly. */
import { expect, it } from 'vitest';
import { startMachine } from '../testkit/machine';

const OVER_HTTPS = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '198.51.100.1' };

/** Sends requests with and without the proxy's headers to both workers. @returns the lines that name TRUST_PROXY */
async function readLines(env: Readonly<Record<string, string>>, isExpected: boolean): Promise<string[]> {
  const machine = await startMachine({ REQUIRE_HTTPS: 'on', FORWARDED_PROTO: 'ignore', TRUST_PROXY: '', ...env });
  const lines = () => machine.logged.filter((line) => line.includes('TRUST_PROXY'));
  try {
    for (const headers of [{}, OVER_HTTPS, OVER_HTTPS])
      for (const address of [`${machine.short}/some-link`, `${machine.api}/v2/usage`])
        await fetch(address, { redirect: 'manual', headers });
    if (isExpected) await expect.poll(lines, { timeout: 20_000 }).not.toEqual([]);
  } finally {
    await machine.close();
  }
  return lines();
}

it('one line names TRUST_PROXY and the network to add, and no address, although both workers see the proxy', async () => {
  expect(await readLines({}, true)).toEqual([
    'TRUST_PROXY does not name a proxy that sends X-Forwarded-Proto: https. Its requests count as plain http, so links redirect to themselves: add loopback to TRUST_PROXY.',
  ]);
});

it.each([
  ['a trusted proxy', { TRUST_PROXY: 'loopback' }],
  ['FORWARDED_PROTO=trust', { FORWARDED_PROTO: 'trust' }],
])('with %s there is no such line', async (_what, env) => {
  expect(await readLines(env, false)).toEqual([]);
});

/** Behind an untrusted proxy the doctor finds the loop of redirects, and blames nothing else for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startMachine, TOKEN } from '#testkit/machine';
import { type Fetch, getFinding, runDoctor } from '../testkit/run-doctor';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-doctor-proxy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [API, SHORT] = ['https://api.example.com', 'https://s.example.com'];

/** Examines a machine behind a proxy that speaks both schemes. */
async function examine(trusted: string) {
  const machine = await startMachine({
    API_HOST: 'api.example.com',
    SHORT_HOST: 's.example.com',
    CONSOLE_ORIGIN: API as string,
    SHORT_BASE_URL: SHORT as string,
    REQUIRE_HTTPS: 'on',
    FORWARDED_PROTO: 'ignore',
    TRUST_PROXY: trusted,
  });
  const throughProxy: Fetch = async (address, init = {}) => {
    const { protocol, host, pathname, search } = new URL(address);
    const headers = new Headers(init.headers);
    // Node's fetch sets Host itself. The proxy adds X-Forwarded-Proto.
    headers.set('X-Forwarded-Proto', protocol.slice(0, -1));
    const response = await fetch(`${host.startsWith('api.') ? machine.api : machine.short}${pathname}${search}`, {
      ...init,
      headers,
    });
    const location = response.headers.get('Location')?.replace(/\/\/127\.0\.0\.1:\d+/, `//${host}`);
    if (location === undefined) return response;
    return new Response(null, { status: response.status, headers: { Location: location } });
  };
  try {
    const args = [API as string, '--short', SHORT as string];
    return await runDoctor({ args, dependencies: { fetch: throughProxy }, env: { ADMIN_TOKEN: TOKEN }, folder });
  } finally {
    await machine.close();
  }
}

it('links that redirect to themselves are an error that names TRUST_PROXY, and no other row claims or blames', async () => {
  const { report, code } = await examine('');
  expect(code).toBe(1);
  expect(getFinding(report, 'untrusted proxy')).toMatchObject({
    severity: 'error',
    advice: expect.stringContaining('TRUST_PROXY'),
  });
  for (const check of ['http to https', 'Always Online'])
    expect(getFinding(report, check), check).toMatchObject({
      severity: 'unknown',
      advice: 'Look at the row "untrusted proxy".',
    });
});

it('behind a trusted proxy nothing redirects to itself', async () => {
  const { report } = await examine('loopback');
  for (const check of ['untrusted proxy', 'http to https', 'Always Online'])
    expect(getFinding(report, check), check).toMatchObject({ severity: 'ok' });
});

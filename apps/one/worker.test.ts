/** Tests the one script in three layouts: by path on workers.dev, by path on a host of its own, and by two hosts. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env as bindings } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { registerRequest, registerResponse } from '#testkit/secrets/register';
import { freshAlias } from '#testkit/world';
import type { Env } from './route';
import one from './worker';

const WORKERS_DEV = 'https://swiftlet.acme.workers.dev';
const HOSTS = { api: 'https://api.example.com', short: 'https://s.example.com' };

const LAYOUTS = [
  [
    'one workers.dev address, routed by path',
    { SHORT_BASE_URL: '', CONSOLE_ORIGIN: '' },
    { api: WORKERS_DEV, short: WORKERS_DEV },
  ],
  [
    'one host of its own, routed by path',
    { SHORT_BASE_URL: HOSTS.short, CONSOLE_ORIGIN: '' },
    { ...HOSTS, api: HOSTS.short },
  ],
  ['two hosts, routed by host', { SHORT_BASE_URL: HOSTS.short, CONSOLE_ORIGIN: HOSTS.api }, HOSTS],
] as const;

function deployed(variables: Partial<Env>) {
  const env = { ...bindings, ...variables } as Env;
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(address, { redirect: 'manual', ...init });
    registerRequest(env, request, init.body);
    const ctx = createExecutionContext();
    const response = await one.fetch(request as never, env, ctx);
    await waitOnExecutionContext(ctx);
    await registerResponse(request, response);
    return response;
  };
}

const json = (token: string, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

describe.each(LAYOUTS)('on %s', (_, variables, { api, short }) => {
  const call = deployed(variables);

  async function newKey(): Promise<{ key: string; accountId: string }> {
    const made = await call(`${api}/admin/keys`, json(String(bindings.ADMIN_TOKEN), { name: 'one', plan: 'PRO' }));
    expect(made.status).toBe(201);
    return made.json();
  }

  async function newLink(body: Record<string, unknown>): Promise<{ shortUrl: string; shortCode: string; key: string }> {
    const { key } = await newKey();
    const made = await call(`${api}/v2/shorten`, json(key, { url: 'https://example.com/one', ...body }));
    expect(made.status).toBe(201);
    return { ...((await made.json()) as { shortUrl: string; shortCode: string }), key };
  }

  it('makes a link below its own address, which redirects visitors', async () => {
    const { shortUrl } = await newLink({ alias: freshAlias('one') });
    expect(new URL(shortUrl).origin).toBe(short);
    const visit = await call(shortUrl);
    expect([visit.status, visit.headers.get('Location')]).toEqual([302, 'https://example.com/one']);
  });

  it('redirects exactly one of ten concurrent visitors of a link with one click', async () => {
    const { shortUrl } = await newLink({ maxClicks: 1 });
    const visits = await Promise.all(Array.from({ length: 10 }, () => call(shortUrl)));
    expect(visits.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(410)]);
  });

  it('draws the QR code of a link', async () => {
    const { shortCode, key } = await newLink({});
    const picture = await call(`${api}/v2/qr/${shortCode}`, { headers: { Authorization: `Bearer ${key}` } });
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  });

  it('shows the sign-in page of its console, and a sign-in link below its own address', async () => {
    const { accountId } = await newKey();
    const link = await call(
      `${api}/admin/accounts/${accountId}/sign-in-link`,
      json(String(bindings.ADMIN_TOKEN), undefined),
    );
    const { url } = (await link.json()) as { url: string };
    expect(new URL(url).origin).toBe(api);
    expect((await call(url)).status).toBe(200);
    const page = await call(`${api}/console/sign-in`);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8']);
  });

  it('reports the health of both workers, and answers 404 to an unknown code', async () => {
    expect(await (await call(`${api}/health`)).json()).toEqual({ status: 'ok' });
    expect(await (await call(`${short}/.health`)).json()).toEqual({ status: 'ok' });
    expect(await (await call(`${api}/health/ready`)).json()).toEqual({ status: 'ok' });
    expect(await (await call(`${short}/.ready`)).json()).toEqual({ status: 'ok' });
    expect((await call(`${short}/nobody-has-this`)).status).toBe(404);
  });

  it('answers 421 on any other host', async () => {
    for (const path of ['/health', '/.health', '/abc-def']) {
      const response = await call(`https://other.example.org${path}`);
      expect([response.status, response.headers.get('X-Content-Type-Options')]).toEqual([421, 'nosniff']);
      expect(await response.json()).toMatchObject({ statusCode: 421, errorType: 'MISDIRECTED', path });
    }
  });

  it('runs the jobs of the cron', async () => {
    const env = { ...bindings, ...variables } as Env;
    await expect(one.scheduled?.(createScheduledController(), env)).resolves.toBeUndefined();
  });
});

it('keeps short links and API apart on two hosts: neither serves the other’s paths', async () => {
  const call = deployed(LAYOUTS[2][1]);
  expect((await call(`${HOSTS.short}/health`)).status).toBe(404);
  expect((await call(`${HOSTS.api}/.health`)).status).toBe(404);
});

/** The built folder runs on a server: without its checkout, with both hosts behind one port, until a clean stop. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { version } from '#package.json';
import { ask, builtServer, HOSTS, ready } from '../testkit/built-server';
import { freePort } from '../testkit/free-port';
import { TOKEN } from '../testkit/machine';

const serve = builtServer();

describe('a server behind one port', () => {
  it('serves each host by its worker, trusts its proxy, logs no address, and exits with 0', async () => {
    const port = await freePort();
    const ports = { API_PORT: String(port), SHORT_PORT: String(port) };
    const server = serve({ ...HOSTS, ...ports, TRUST_PROXY: 'loopback', LOG_REQUESTS: 'on', GATHER_MS: '500' });
    await ready(server);
    const made = await ask(port, 'api.example.com', '/admin/keys', {
      method: 'POST',
      body: { name: 'a', plan: 'PRO' },
    });
    expect(made.status).toBe(201);
    const { key } = JSON.parse(made.text) as { key: string };
    const body = { url: 'https://example.com/private', alias: 'on-one-port' };
    expect((await ask(port, 'api.example.com', '/v2/shorten', { method: 'POST', body, token: key })).status).toBe(201);
    const visit = await ask(port, 's.example.com', '/on-one-port?from=me');
    expect([visit.status, visit.location]).toEqual([302, 'https://example.com/private']);
    expect((await ask(port, 'api.example.com', '/on-one-port')).status).toBe(404);
    expect((await ask(port, 'other.example.com', '/on-one-port')).status).toBe(421);
    for (const host of ['127.0.0.1', '10.1.2.3:8787'])
      for (const probe of ['/health', '/.health', '/health/ready', '/.ready'])
        expect([host, probe, await ask(port, host, probe)]).toEqual([
          host,
          probe,
          { status: 200, location: undefined, text: '{"status":"ok"}' },
        ]);
    expect((await ask(port, '10.1.2.3:8787', '/on-one-port')).status).toBe(421);
    expect((await ask(port, 'api.example.com', '/v2/links/no-such?a=b', { token: key })).status).toBe(404);
    expect((await ask(port, 's.example.com', '/no-such?a=b')).status).toBe(404);

    server.child.kill('SIGTERM');
    const [code] = await once(server.child, 'close');
    expect([code, server.err]).toEqual([0, '']);
    const start = '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
    for (const line of [
      'api POST /admin/keys 201',
      'api POST /v2/shorten 201',
      'redirect GET /:code 302',
      'redirect GET none 421',
      'redirect GET /.health 200',
      'api GET none 404',
      'api GET /v2/links/:shortCode 404',
    ])
      expect(server.out).toMatch(new RegExp(`${start} ${line} \\d+ms [\\w-]{12,36}$`, 'm'));
    expect(server.out.split('\n').filter((line) => / (api|redirect) /.test(line))).toHaveLength(16);
    for (const secret of ['198.51.100.1', 'on-one-port', 'from=me', TOKEN, key, 'private', 'no-such'])
      expect(server.out).not.toContain(secret);
  });
});

describe('a server that cannot run', () => {
  it.each([
    ['without its hosts', {}, 'SHORT_HOST must be set: the host name of short links, such as s.example.com.\n'],
    ['with a wrong variable', { ...HOSTS, SIGNUP: 'maybe' }, 'SIGNUP must be closed or open, not "maybe".\n'],
    ['with a short secret', { ...HOSTS, PEPPER: 'x' }, 'PEPPER must have at least 32 characters, random ones.\n'],
  ])('%s says why in one line, and exits with 1', async (_what, env, line) => {
    const ports = { API_PORT: String(await freePort()), SHORT_PORT: String(await freePort()) };
    const server = serve({ ...ports, ...env });
    const [code] = await once(server.child, 'close');
    expect([code, server.out, server.err]).toEqual([1, '', line]);
  });
});

describe('the program of the built folder', () => {
  const run = async (...args: string[]) => {
    const server = serve({}, args);
    const [code] = await once(server.child, 'close');
    return { code, out: server.out, err: server.err };
  };

  it.each([['--help'], ['backup', '--help'], ['restore', '--help']])(
    '%j shows commands and examples',
    async (...args) => {
      const { code, out, err } = await run(...args);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^node main\.mjs /);
      expect(out).toMatch(/Examples:\n {2}SHORT_HOST=/);
      expect(out).not.toContain('npm');
    },
  );

  it('shows its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each([
    [['backup'], 'Usage: node main.mjs backup FILE [--plain]\n'],
    [['restore', '--spend-limited'], 'Usage: node main.mjs restore FILE [--spend-limited] [--plain]\n'],
    [['bakup'], 'There is no command "bakup": node main.mjs --help lists the commands.\n'],
  ])('%j ends with a line that names this program, and exits with 1', async (args, err) => {
    expect(await run(...args)).toEqual({ code: 1, out: '', err });
  });
});

/** The door decides the client address, scheme and host of a request; a client cannot forge them by headers. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT, workerdBinary } from '../testkit/built';
import { configuration } from './configuration';
import { connectControl } from './control';
import { type Runtime, type RuntimeOptions, startRuntime } from './runtime';
import type { DoorText } from './workers/claims';
import type { WorkerFile } from './wrangler-file';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-door-'));
const writeEcho = (name: string) => `export default { fetch(request) {
  return Response.json({ worker: '${name}', url: request.url, cf: request.cf ?? null, ...Object.fromEntries(request.headers) });
} };`;
const file = (name: string): WorkerFile => ({
  name,
  compatibilityDate: '2026-08-01',
  compatibilityFlags: [],
  vars: {},
  databases: [],
  namespaces: [],
  objects: [],
  classes: [],
  rateLimits: [],
  assets: undefined,
});
const DOOR: DoorText = {
  hosts: ['s.example.com'],
  otherHosts: [],
  probes: { '/.health': 'own', '/.ready': 'own' },
  trusted: [],
  trustsProto: false,
  logsRequests: false,
  worker: 'redirect',
};

const running = new Map<string, Promise<Runtime>>();
const logged: string[] = [];

/** Starts a worker behind a closed door that echoes its request, and a second one behind the same port. */
function startClosed(door: Partial<DoorText>, address = '127.0.0.1:0'): Promise<Runtime> {
  const text = JSON.stringify({ ...DOOR, ...door });
  const runtime = running.get(address + text) ?? startRuntime(makeOptions(text, address));
  running.set(address + text, runtime);
  return runtime;
}

const getPort = ({ ports }: Runtime): number => ports.get('short') ?? 0;
const controlOfEcho = ({ ports }: Runtime) => connectControl(ports.get('control') ?? 0, 'word');

/** Starts these workers, and opens their doors. @returns the port */
async function startEcho(door: Partial<DoorText>, address?: string): Promise<number> {
  const runtime = await startClosed(door, address);
  await controlOfEcho(runtime).open();
  return getPort(runtime);
}

const makeOptions = (door: string, address: string): RuntimeOptions => ({
  binary: workerdBinary(),
  configuration: path.join(folder, 'config.capnp'),
  sockets: { short: address, control: '127.0.0.1:0' },
  disks: ['d1', 'kv', 'objects', 'files', 'key-files'].map((name) => `--directory-path=${name}-disk=${folder}`),
  values: { SWIFTLET_API_DOOR: door, SWIFTLET_SHORT_DOOR: door, SWIFTLET_WORD: 'word' },
  log: (line) => logged.push(line),
});

type Echo = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
};

/** Sends a request with any headers. */
const ask = (port: number, headers: Record<string, string>, host = '127.0.0.1', path = '/a?b'): Promise<Echo> =>
  new Promise((resolve, reject) => {
    const call = request(
      { host, port, agent: false, path, headers: { Host: 's.example.com', ...headers } },
      (response) => {
        let text = '';
        response.on('data', (piece) => (text += piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text.startsWith('{') ? JSON.parse(text) : { text },
          }),
        );
      },
    );
    call.on('error', reject);
    call.end();
  });

/** Sends bytes. @returns the first piece of the response, '' if the connection closes without one */
const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (piece) => {
      resolve(String(piece));
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(''));
  });

beforeAll(() => {
  cpSync(BUILT, folder, { recursive: true });
  for (const name of ['api', 'short']) writeFileSync(path.join(folder, name, 'worker.js'), writeEcho(name));
  const echo = (name: 'api' | 'short') => ({ name, file: file(name), modules: [`${name}.js`, `${name}/worker.js`] });
  writeFileSync(
    path.join(folder, 'config.capnp'),
    configuration(echo('api'), echo('short'), { secrets: [], sockets: ['short'] }),
  );
});
afterAll(async () => {
  await Promise.all([...running.values()].map(async (runtime) => (await runtime).stop()));
  rmSync(folder, { recursive: true, force: true });
});

const FORGED = {
  'CF-Connecting-IP': '203.0.113.7',
  'CF-Connecting-IPv6': '2001:db8::7',
  'CF-IPCountry': 'XX',
  'CF-Ray': '1',
  'CF-Visitor': '{"scheme":"https"}',
  'True-Client-IP': '203.0.113.7',
  'X-Real-IP': '203.0.113.7',
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Port': '443',
  Forwarded: 'for=203.0.113.7;proto=https;host=evil.example',
  'MF-CF-Blob': '{"clientIp":"203.0.113.7","country":"XX"}',
  'MF-Original-URL': 'https://evil.example/',
  'MF-Original-Hostname': 'evil.example',
  'MF-Route-Override': 'api',
  'MF-Op': 'GET',
};

describe('a request from a peer that is no trusted proxy', () => {
  it('has the address of the peer and the scheme http, whatever its headers say', async () => {
    const port = await startEcho({});
    const { body } = await ask(port, { ...FORGED, 'X-Forwarded-Proto': 'https', 'X-Kept': 'yes' });
    expect(body).toEqual({
      connection: 'close',
      worker: 'short',
      url: 'http://s.example.com/a?b',
      cf: {},
      'cf-connecting-ip': '127.0.0.1',
      host: 's.example.com',
      'x-kept': 'yes',
    });
  });

  it('has the IPv6 address of the peer, and the IPv4 address of an IPv4-mapped peer', async () => {
    const port = await startEcho({ trusted: ['10.0.0.0/8'] }, '[::]:0');
    expect((await ask(port, FORGED, '::1')).body['cf-connecting-ip']).toBe('::1');
    expect((await ask(port, FORGED, '127.0.0.1')).body['cf-connecting-ip']).toBe('127.0.0.1');
  });
});

describe('a request from a trusted proxy', () => {
  it('has the address and the scheme that the proxy names, and its own host', async () => {
    const port = await startEcho({ trusted: ['127.0.0.0/8'] });
    const { body } = await ask(port, { ...FORGED, 'X-Forwarded-Proto': 'https' });
    expect(body).toEqual({
      connection: 'close',
      worker: 'short',
      url: 'https://s.example.com/a?b',
      cf: {},
      'cf-connecting-ip': '203.0.113.7',
      host: 's.example.com',
      'x-forwarded-proto': 'https',
    });
  });

  it.each([
    ['the client alone', '198.51.100.1', '198.51.100.1'],
    ['a client that has forged an address before its own', '203.0.113.7, 198.51.100.1', '198.51.100.1'],
    ['two trusted proxies', '203.0.113.7, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['trusted proxies alone', '10.0.0.3,10.0.0.2', '10.0.0.3'],
    ['an IPv6 client with a port', '[2001:db8::1]:443', '2001:db8::1'],
    ['an IPv4 client with a port', '198.51.100.1:443', '198.51.100.1'],
    ['nobody', '', '127.0.0.1'],
  ])('has the last address of X-Forwarded-For that is no trusted proxy: %s', async (_what, header, address) => {
    const port = await startEcho({ trusted: ['127.0.0.1/32', '10.0.0.0/8'] });
    expect((await ask(port, { 'X-Forwarded-For': header })).body['cf-connecting-ip']).toBe(address);
  });

  it('that names something other than an address is refused', async () => {
    const port = await startEcho({ trusted: ['127.0.0.1/32'] });
    for (const header of ['unknown', '1.2.3', '0x7f.1', '198.51.100.1, _hidden'])
      expect((await ask(port, { 'X-Forwarded-For': header })).status, header).toBe(400);
  });

  it('is https only if every proxy on the way says so', async () => {
    const port = await startEcho({ trusted: ['127.0.0.1/32'] });
    const scheme = async (header: string) =>
      String((await ask(port, { 'X-Forwarded-Proto': header })).body.url).replace(/:.*/, '');
    expect([await scheme('https'), await scheme('https, https'), await scheme('https, http')]).toEqual([
      'https',
      'https',
      'http',
    ]);
  });
});

describe('a host', () => {
  it.each(['evil.example', 's.example.com.evil.example', '127.0.0.1.evil.example'])(
    'that no worker has gets 421: %s',
    async (host) => {
      const port = await startEcho({});
      expect((await ask(port, { Host: host })).status).toBe(421);
    },
  );

  it('of the loopback is accepted from this computer, and the worker’s own with any port and in any case', async () => {
    const port = await startEcho({});
    for (const host of ['localhost', '127.0.0.1:1', '[::1]', 'S.EXAMPLE.COM:8443'])
      expect((await ask(port, { Host: host })).status, host).toBe(200);
  });

  it('of the other worker reaches that worker on the same port, with the same client address', async () => {
    const port = await startEcho({ otherHosts: ['api.example.com'] });
    const { body } = await ask(port, { ...FORGED, Host: 'api.example.com' });
    expect(body).toMatchObject({ url: 'http://api.example.com/a?b', 'cf-connecting-ip': '127.0.0.1' });
  });
});

describe('a closed door', () => {
  it('answers 503 with Retry-After to every request, and passes requests on once it is open', async () => {
    const runtime = await startClosed({ hosts: ['closed.example.com'] });
    const port = getPort(runtime);
    for (const [host, path] of [
      ['closed.example.com', '/a'],
      ['closed.example.com', '/.health'],
      ['10.1.2.3', '/.ready'],
      ['evil.example', '/'],
    ] as const) {
      const { status, headers, body } = await ask(port, { Host: host }, '127.0.0.1', path);
      expect([status, headers['retry-after'], headers['x-content-type-options']]).toEqual([503, '1', 'nosniff']);
      expect(body).toMatchObject({ statusCode: 503, errorType: 'UNAVAILABLE', retryAfter: 1, path, method: 'GET' });
    }
    await controlOfEcho(runtime).open();
    expect((await ask(port, { Host: 'closed.example.com' })).status).toBe(200);
  });
});

describe('a probe by address', () => {
  const PROBES = { '/.health': 'own', '/.ready': 'own', '/health': 'other', '/health/ready': 'other' } as const;
  const probe = (port: number, host: string, path: string) => ask(port, { Host: host }, '127.0.0.1', path);

  it.each(['10.1.2.3', '10.1.2.3:8787', '[2001:db8::1]:8787', '127.0.0.1:8787', '[::1]', 'localhost'])(
    'to %s reaches the worker that has its path, on one port for both workers',
    async (host) => {
      const port = await startEcho({ probes: PROBES });
      for (const path of Object.keys(PROBES)) {
        const { status, body } = await probe(port, host, path);
        expect([status, new URL(String(body.url)).pathname, body.worker]).toEqual([
          200,
          path,
          path.startsWith('/.') ? 'short' : 'api',
        ]);
      }
    },
  );

  it.each(['/', '/a', '/health/', '/health/ready/x', '/.ready/', '/%68ealth', '//health', '/v2/usage', '/robots.txt'])(
    'gets 421 for any other path: %s',
    async (path) => {
      const port = await startEcho({ probes: PROBES });
      expect((await probe(port, '10.1.2.3:8787', path)).status).toBe(421);
    },
  );

  it('gets 421 at a name that is no address', async () => {
    const port = await startEcho({ probes: PROBES });
    for (const host of ['evil.example', '10.1.2.3.evil.example', 'localhost.evil.example'])
      expect((await probe(port, host, '/.health')).status).toBe(421);
  });

  it('gets 421 on a port for one worker at the paths of the other one', async () => {
    const port = await startEcho({});
    const statuses = ['/.health', '/.ready', '/health', '/health/ready'].map((path) => probe(port, '10.1.2.3', path));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 421, 421]);
  });
});

it('while the disk is full readiness is 503, and everything else reaches its worker', async () => {
  const runtime = await startClosed({ hosts: ['full.example.com'], otherHosts: ['api.example.com'] });
  const [port, control] = [getPort(runtime), controlOfEcho(runtime)];
  await control.open();
  const statuses = async () => {
    const pages = [
      ['full.example.com', '/.ready'],
      ['api.example.com', '/health/ready'],
      ['full.example.com', '/.health'],
      ['full.example.com', '/a'],
    ] as const;
    const responses = await Promise.all(pages.map(([Host, path]) => ask(port, { Host }, '127.0.0.1', path)));
    return responses.map(({ status }) => status);
  };
  await control.setFull(true);
  expect(await statuses()).toEqual([503, 503, 200, 200]);
  expect((await ask(port, { Host: 'full.example.com' }, '127.0.0.1', '/.ready')).headers['retry-after']).toBe('5');
  await control.setFull(false);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});

it('every refusal of the door has the envelope and nosniff', async () => {
  const port = await startEcho({ trusted: ['127.0.0.1/32'] });
  const responses = [
    [await ask(port, { Host: 'evil.example' }), 421, 'MISDIRECTED', '/a'],
    [await ask(port, { Host: 'a b' }), 400, 'INVALID_TARGET', ''],
    [await ask(port, { 'X-Forwarded-For': 'unknown' }), 400, 'INVALID_FORWARDED_FOR', '/a'],
  ] as const;
  for (const [{ status, headers, body }, statusCode, errorType, path] of responses) {
    expect([status, headers['content-type'], headers['x-content-type-options'], headers['cache-control']]).toEqual([
      statusCode,
      'application/json',
      'nosniff',
      'no-store',
    ]);
    expect(body).toMatchObject({ statusCode, errorType, path, method: 'GET', timestamp: expect.any(String) });
  }
});

it.each([
  ['a malformed Host', 'GET / HTTP/1.1\r\nHost: [\r\n'],
  ['a space in Host', 'GET / HTTP/1.1\r\nHost: a b\r\n'],
  ['a user name in Host', 'GET / HTTP/1.1\r\nHost: s.example.com@evil.example\r\n'],
  ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n'],
  ['no Host', 'GET / HTTP/1.1\r\n'],
  ['the URL of another host as its target', 'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n'],
  ['an asterisk as its target', 'OPTIONS * HTTP/1.1\r\nHost: s.example.com\r\n'],
  ['a path in Host', 'GET / HTTP/1.1\r\nHost: s.example.com/..\r\n'],
  ['a port above 65535 in Host', 'GET / HTTP/1.1\r\nHost: s.example.com:99999\r\n'],
  ['a header of 200,000 characters', `GET / HTTP/1.1\r\nHost: s.example.com\r\nA: ${'x'.repeat(200_000)}\r\n`],
])('a request with %s gets a 4xx, and the worker answers the next request', async (_what, text) => {
  const port = await startEcho({});
  expect(await raw(port, `${text}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await ask(port, {})).status).toBe(200);
});

it.each(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE', 'PUT', 'PATCH', 'PROPFIND'])(
  'a %s with a body reaches its worker',
  async (method) => {
    const port = await startEcho({});
    const text = `${method} / HTTP/1.1\r\nHost: s.example.com\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello`;
    expect(await raw(port, text)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

it('the door logs what it refuses itself, with time, worker, method, status, duration and a request id', async () => {
  const port = await startEcho({ logsRequests: true });
  await ask(port, { Host: 'evil.example', Authorization: 'Bearer secret' });
  await expect.poll(() => logged.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z redirect GET none 421 \d+ms [\da-f-]{36}$/);
});

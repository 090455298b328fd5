/** KV on one machine keeps its rules, whether a value comes from the cache or from the store. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUILT, workerdBinary } from '../testkit/built';
import { type BuiltWorker, configuration } from './configuration';
import { connectControl } from './control';
import { type Runtime, startRuntime } from './runtime';
import { diskArguments } from './state';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-kv-'));
/** A worker that runs the KV method of the request body and responds with the result. It is ready at once. */
const WORKER = `export default { async fetch(request, { ROUTES }) {
  if (request.method === 'GET') return new Response('ready');
  const { method, args } = await request.json();
  try {
    const value = await ROUTES[method](...args) ?? null;
    return Response.json({ value: value instanceof Map ? Object.fromEntries(value) : value });
  } catch (error) { return Response.json({ error: error.message }); }
} };`;
const makeWorker = (name: 'api' | 'short'): BuiltWorker => ({
  name,
  file: {
    name,
    compatibilityDate: '2026-08-01',
    compatibilityFlags: [],
    vars: {},
    databases: [],
    namespaces: [{ binding: 'ROUTES', id: 'a-namespace' }],
    objects: [],
    classes: [],
    rateLimits: [],
    assets: undefined,
  },
  modules: [`${name}.js`, `${name}/worker.js`],
});
const DOOR = JSON.stringify({
  hosts: [],
  otherHosts: [],
  probes: {},
  trusted: [],
  trustsProto: false,
  logsRequests: 'none',
});

let runtime: Runtime;
beforeAll(async () => {
  cpSync(BUILT, folder, { recursive: true });
  for (const name of ['api', 'short']) writeFileSync(path.join(folder, name, 'worker.js'), WORKER);
  writeFileSync(
    path.join(folder, 'config.capnp'),
    configuration(makeWorker('api'), makeWorker('short'), { secrets: [], sockets: ['api', 'short'] }),
  );
  for (const name of ['v3/d1', 'v3/kv', 'v3/do/swiftlet-api-KeyMeter'])
    mkdirSync(path.join(folder, name), { recursive: true });
  runtime = await startRuntime({
    binary: workerdBinary(),
    configuration: path.join(folder, 'config.capnp'),
    sockets: { api: '127.0.0.1:0', short: '127.0.0.1:0', control: '127.0.0.1:0' },
    disks: [...diskArguments(folder), `--directory-path=files-disk=${folder}`],
    values: { SWIFTLET_API_DOOR: DOOR, SWIFTLET_SHORT_DOOR: DOOR, SWIFTLET_WORD: 'word' },
    log: () => {},
  });
  await connectControl(runtime.ports.get('control') ?? 0, 'word').open();
});
afterAll(async () => {
  await runtime?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Calls a method of KV.
 * @param worker the worker whose binding is used
 * @returns the value, or the message of the error
 */
async function call(worker: 'api' | 'short', method: string, ...args: unknown[]): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${runtime.ports.get(worker)}/`, {
    method: 'POST',
    body: JSON.stringify({ method, args }),
  });
  const { value, error } = (await response.json()) as { value?: unknown; error?: string };
  return error ?? value;
}

it('a worker reads at once what the other one writes or deletes, also after an earlier read', async () => {
  expect(await call('short', 'get', 'a')).toBeNull();
  for (const value of ['1', '2']) {
    await call('api', 'put', 'a', value);
    expect([await call('short', 'get', 'a'), await call('api', 'get', 'a')]).toEqual([value, value]);
  }
  await call('api', 'delete', 'a');
  expect(await call('short', 'get', 'a')).toBeNull();
});

it('reads concurrent with writes never leave an old value in the cache', async () => {
  for (let round = 0; round < 20; round++) {
    const reads = Array.from({ length: 8 }, () => call('short', 'get', 'raced'));
    await Promise.all([...reads, call('api', 'put', 'raced', String(round))]);
    expect(await call('short', 'get', 'raced')).toBe(String(round));
  }
});

it('a value keeps its metadata and its expiration', async () => {
  const expiration = Math.floor(Date.now() / 1000) + 1000;
  await call('api', 'put', 'm', 'x', { expiration, metadata: { a: 1 } });
  for (let i = 0; i < 2; i++)
    expect(await call('short', 'getWithMetadata', 'm')).toMatchObject({ value: 'x', metadata: { a: 1 } });
  expect(await call('api', 'list', { prefix: 'm' })).toMatchObject({
    keys: [{ name: 'm', expiration }],
    list_complete: true,
  });
});

it('keys with spaces, percent signs, slashes and umlauts stay different keys', async () => {
  const keys = ['l:a b', 'l:a%20b', 'l:ä/ö', '?', 'bulk/get'];
  for (const key of keys) await call('api', 'put', key, key);
  for (const key of keys) expect(await call('short', 'get', key)).toBe(key);
});

it('many keys are read in one call: text, JSON or with metadata, null for a missing key, and what was just written', async () => {
  await call('api', 'put', 'many-1', '{"n":1}', { metadata: { a: 1 } });
  await call('api', 'put', 'many-2', '{"n":2}');
  await call('short', 'get', 'many-1');
  const keys = ['many-1', 'many-2', 'many-none'];
  expect(await call('short', 'get', keys)).toEqual({ 'many-1': '{"n":1}', 'many-2': '{"n":2}', 'many-none': null });
  await call('api', 'put', 'many-1', '{"n":3}', { metadata: { a: 3 } });
  await call('api', 'delete', 'many-2');
  expect(await call('short', 'get', keys, 'json')).toEqual({ 'many-1': { n: 3 }, 'many-2': null, 'many-none': null });
  expect(await call('short', 'getWithMetadata', keys)).toMatchObject({
    'many-1': { value: '{"n":3}', metadata: { a: 3 } },
  });
});

it.each([
  ['more than a hundred keys in one call', ['get', Array.from({ length: 101 }, (_, i) => `${i}`)], /400|100/],
  ['many keys as bytes', ['get', ['many-1'], 'arrayBuffer'], /arrayBuffer|type/i],
  ['an expiration that is too near', ['put', 'k', 'v', { expirationTtl: 59 }], /at least 60/],
  ['a key that is too long', ['put', 'k'.repeat(513), 'v'], /414|length/],
  ['a cache time that is too short, also for a value in the cache', ['get', 'kept', { cacheTtl: 29 }], /at least 30/],
])('KV refuses %s', async (_what, [method = '', ...args], message) => {
  await call('api', 'put', 'kept', 'v');
  await call('short', 'get', 'kept');
  expect(await call('short', method as string, ...args)).toMatch(message);
});

it('a value of 25 MiB is stored and read, and one byte more is refused', async () => {
  const big = 'x'.repeat(25 * 1024 * 1024);
  expect(await call('api', 'put', 'big', big)).toBeNull();
  expect(String(await call('short', 'get', 'big')).length).toBe(big.length);
  expect(await call('api', 'put', 'big', `${big}x`)).toMatch(/413|limit/);
});

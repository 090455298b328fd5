/** The end of a key while fifty clients call with it without pause, over HTTP. `npm run test:ci` runs this file. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMachine, type TestMachine, TOKEN } from '../machine';

const CLIENTS = 50;
/**
 * How long the clients call before the end and after it. It is short, so that the window of the plan is not used up.
 */
const LASTS_MS = 1_500;

let machine: TestMachine;
beforeAll(async () => {
  machine = await startMachine();
});
afterAll(() => machine?.close());

async function admin<Body>(method: string, route: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${machine.api}/admin${route}`, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return (response.status === 204 ? undefined : await response.json()) as Body;
}

const newKey = (more: object = {}) =>
  admin<{ id: string; key: string }>('POST', '/keys', { name: 'a key', plan: 'PRO', ...more });

type ReadResponse = {
  readonly beganAt: number;
  readonly endedAt: number;
  readonly status: number;
  readonly bytes: string;
};

/** Sends a call. Returns its times, its status and its bytes, without the times in them. */
async function call(key: string): Promise<ReadResponse> {
  const beganAt = Date.now();
  const response = await fetch(`${machine.api}/v2/key`, { headers: { Authorization: `Bearer ${key}` } });
  const body = (await response.text()).replace(/"timestamp":"[^"]*"/, '');
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { beganAt, endedAt: Date.now(), status: response.status, bytes: JSON.stringify([headers, body]) };
}

it('each of fifty clients is admitted to the end of the key, and refused as by a revoked key from then on', async () => {
  const revoked = await newKey();
  await admin('DELETE', `/keys/${revoked.id}`);
  const refusal = await call(revoked.key);
  expect(refusal.status).toBe(401);

  const end = Date.now() + LASTS_MS;
  const { key } = await newKey({ expiresAt: new Date(end).toISOString() });
  const clients = Array.from({ length: CLIENTS }, async () => {
    const responses: ReadResponse[] = [];
    while (Date.now() < end + LASTS_MS) responses.push(await call(key));
    return responses;
  });
  const all = (await Promise.all(clients)).flat();
  const [before, after] = [all.filter((one) => one.endedAt < end), all.filter((one) => one.beganAt >= end)];
  for (const some of [before, after]) expect(some.length).toBeGreaterThan(CLIENTS);
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(after.map(({ bytes }) => bytes))).toEqual(new Set([refusal.bytes]));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 401]));
});

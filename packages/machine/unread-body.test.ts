/** A response that is sent before a large body was read harms no later request of its connection. */
import { Agent, request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startMachine, type TestMachine } from '../testkit/machine';

let machine: TestMachine;
let agent: Agent;
beforeAll(async () => {
  machine = await startMachine();
});
afterAll(() => machine?.close());
afterEach(() => agent.destroy());

/** Sends a request on the agent's only connection. @returns its status, or the code of its error */
const send = (origin: string, path: string, body?: Uint8Array): Promise<number | string> =>
  new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const call = request(`${origin}${path}`, { method, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.end(body);
  });

it.each([
  ['refused for its key', () => [machine.api, '/v2/shorten', 401] as const, 2 ** 20],
  ['refused for its address', () => [machine.api, '/nowhere', 404] as const, 2 * 2 ** 20],
  ['refused for its method', () => [machine.short, '/.health', 405] as const, 3 * 2 ** 20],
])('after a large body %s the next requests of the connection get their responses', async (_what, ask, bytes) => {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [origin, path, status] = ask();
  const health = origin === machine.api ? '/health' : '/.health';
  for (let i = 0; i < 2; i++) {
    const statuses = [await send(origin, path, new Uint8Array(bytes)), await send(origin, health)];
    expect(statuses).toEqual([status, 200]);
  }
});

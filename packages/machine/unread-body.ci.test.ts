/** A response that is sent before a large body was read harms no later request of its connection. */
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../testkit/free-port';
import { startMachine, type TestMachine, TOKEN } from '../testkit/machine';

const HOSTS = { api: 'api.example.com', short: 's.example.com' };
const MIB = 2 ** 20;
const PIECE = new Uint8Array(64 * 1024).fill(0x61);
const makeBody = (bytes: number) => Readable.from(Array.from({ length: bytes / PIECE.length }, () => PIECE));

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const FROM_CONSOLE = { ...FORM, Origin: `http://${HOSTS.api}` };

describe.each(['two ports', 'one port'])('on %s', (ports) => {
  let machine: TestMachine;
  let agent: Agent;
  let ofKey: { Authorization: string };
  beforeAll(async () => {
    const port = String(await freePort());
    machine = await startMachine({
      API_HOST: HOSTS.api,
      SHORT_HOST: HOSTS.short,
      CONSOLE_ORIGIN: FROM_CONSOLE.Origin,
      ...(ports === 'one port' && { API_PORT: port, SHORT_PORT: port }),
    });
    agent = new Agent();
    const ofOperator = { ...JSON_TYPE, Authorization: `Bearer ${TOKEN}` };
    const made = await send('api', '/admin/keys', ofOperator, Readable.from('{"name":"a","plan":"PRO"}'));
    ofKey = { Authorization: `Bearer ${JSON.parse(made.text).key}` };
  });
  afterAll(() => machine?.close());
  afterEach(() => agent.destroy());

  type ReadResponse = { readonly status: number | string | undefined; readonly text: string };

  /** Sends a request with the agent. @returns the status, or the code of the error, and the text */
  const send = (to: 'api' | 'short', path: string, headers: object, body?: Readable): Promise<ReadResponse> =>
    new Promise((resolve) => {
      const options = { method: body ? 'POST' : 'GET', agent, headers: { Host: HOSTS[to], ...headers } };
      const call = request(`${machine[to]}${path}`, options, async (response) =>
        resolve({ status: response.statusCode, text: (await response.toArray()).join('') }),
      );
      call.on('error', (error: NodeJS.ErrnoException) => resolve({ status: error.code, text: error.message }));
      body ? body.pipe(call) : call.end();
    });

  describe.each(['with its length', 'in chunks'])('after a large body %s', (framing) => {
    it.each([
      [401, 'without a key', 'api', '/v2/shorten', () => JSON_TYPE],
      [404, 'for an unknown address', 'api', '/nowhere', () => ({})],
      [400, 'of another type', 'api', '/v2/shorten', () => ofKey],
      [413, 'over the limit', 'api', '/v2/shorten', () => ({ ...JSON_TYPE, ...ofKey })],
      [413, 'over the limit of a form', 'api', '/console/theme', () => FROM_CONSOLE],
      [405, 'for its method', 'short', '/.health', () => ({})],
      [404, 'for an unknown code', 'short', '/unknown-code', () => FORM],
    ] as const)('refused with %i %s, the next request gets its response', async (status, _why, to, path, headersOf) => {
      agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (const bytes of [1.25 * MIB, 10 * MIB]) {
        const headers = { ...headersOf(), ...(framing === 'with its length' && { 'Content-Length': bytes }) };
        const { status: first } = await send(to, path, headers, makeBody(bytes));
        const { status: second } = await send(to, to === 'api' ? '/health' : '/.health', {});
        expect([first, second], `${bytes / MIB} MiB`).toEqual([status, 200]);
      }
    });
  });
});

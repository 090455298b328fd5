import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Load, makeLoad } from './load';

let server: Server;
let port: number;
let received: string[];
let respond: RequestListener;

beforeEach(async () => {
  received = [];
  respond = (_, response) => response.writeHead(302, { Location: 'https://example.com/' }).end();
  server = createServer((request, response) => {
    received.push(request.url ?? '');
    respond(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => void server.close());

const requests = Array.from({ length: 100 }, (_, n) => ({ path: `/${n}` }));
const load = () => makeLoad(port, requests, 302);

it('eachOnce sends each request once', async () => {
  await load().eachOnce();
  expect(received.toSorted()).toEqual(requests.map(({ path }) => path).toSorted());
});

it('eachOnce sends a single request once', async () => {
  await makeLoad(port, [{ path: '/1' }], 302).eachOnce();
  expect(received).toEqual(['/1']);
});

it('a closed loop counts its responses', async () => {
  const { responses } = await load().closedLoop(0.1);
  expect(responses).toBe(received.length);
});

it('an open loop sends what is due, and returns the latency of every response', async () => {
  const took = await load().openLoop(400, 0.25);
  expect(took).toHaveLength(100);
  expect(Math.min(...took)).toBeGreaterThan(0);
});

it.each([
  ['in eachOnce', (one: Load) => one.eachOnce()],
  ['in a closed loop', (one: Load) => one.closedLoop(1)],
  ['in an open loop', (one: Load) => one.openLoop(400, 0.1)],
])('a response with an unexpected status is an error %s', async (_, run) => {
  respond = (request, response) => response.writeHead(request.url === '/7' ? 500 : 302).end('why');
  await expect(run(load())).rejects.toThrow('GET /7 got 500 instead of 302:\nwhy');
});

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Load } from './load';
import { requestText } from './request';

let server: Server;
let origin: string;
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
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

const requests = Array.from({ length: 100 }, (_, n) => requestText({ path: `/${n}` }));
const load = (status = 302) => new Load(origin, requests, status);

/** The numbers of the received requests, sorted. */
const numbers = (urls: readonly string[]) => urls.map((url) => Number(url.slice(1))).sort((a, b) => a - b);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

it('eachOnce sends each request once', async () => {
  await load().eachOnce();
  expect(numbers(received)).toEqual(range(0, 100));
});

it('eachOnce begins after the last request of the previous call', async () => {
  const turn = load();
  await turn.eachOnce(60);
  expect(numbers(received)).toEqual(range(0, 60));
  await turn.eachOnce(60);
  expect(numbers(received.slice(60))).toEqual([...range(0, 20), ...range(60, 100)]);
});

it('a closed loop counts its responses', async () => {
  const { responses } = await load().closedLoop(0.1);
  expect(responses).toBe(received.length);
});

it('an open loop sends at its rate, and returns the latency of every response', async () => {
  const took = await load().openLoop(400, 0.25);
  expect(took).toHaveLength(100);
  expect(Math.min(...took)).toBeGreaterThan(0);
});

it.each([
  ['with a Content-Length', (): RequestListener => (_, response) => response.end('x'.repeat(100_000))],
  [
    'in chunks without a Content-Length',
    (): RequestListener => (_, response) => {
      response.write('one');
      response.end('two');
    },
  ],
])('a load reads a response body %s to its end', async (_, listener) => {
  respond = listener();
  await load(200).eachOnce();
  expect(received).toHaveLength(100);
});

it.each([
  ['in eachOnce', (one: Load) => one.eachOnce()],
  ['in a closed loop', (one: Load) => one.closedLoop(0.1)],
  ['in an open loop', (one: Load) => one.openLoop(400, 0.1)],
])('a response with an unexpected status is an error %s', async (_, run) => {
  respond = (request, response) => response.writeHead(request.url === '/7' ? 500 : 302).end('why');
  await expect(run(load())).rejects.toThrow(/^GET \/7 did not get 302, but:\nHTTP\/1\.1 500 /);
});

it('a load fails when the target closes a connection before the response', async () => {
  respond = (request) => request.socket.destroy();
  await expect(load().closedLoop(0.1)).rejects.toThrow('closed before the response');
});

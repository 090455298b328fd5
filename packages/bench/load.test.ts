import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Load } from './load';
import { requestText } from './request';

let server: Server;
let origin: string;
let asked: string[];
let answer: RequestListener;

beforeEach(async () => {
  asked = [];
  answer = (_, response) => response.writeHead(302, { Location: 'https://example.com/' }).end();
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
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
  expect(numbers(asked)).toEqual(range(0, 100));
});

it('eachOnce goes on after the last request of the call before', async () => {
  const turn = load();
  await turn.eachOnce(60);
  expect(numbers(asked)).toEqual(range(0, 60));
  await turn.eachOnce(60);
  expect(numbers(asked.slice(60))).toEqual([...range(0, 20), ...range(60, 100)]);
});

it('a closed loop counts its responses', async () => {
  const { answered } = await load().closedLoop(0.1);
  expect(answered).toBe(asked.length);
});

it('an open loop sends at its rate, and returns the latency of every response', async () => {
  const took = await load().openLoop(400, 0.25);
  expect(took).toHaveLength(100);
  expect(Math.min(...took)).toBeGreaterThan(0);
});

it.each([
  ['of a known length', (): RequestListener => (_, response) => response.end('x'.repeat(100_000))],
  [
    'in chunks',
    (): RequestListener => (_, response) => {
      response.write('one');
      response.end('two');
    },
  ],
])('reads a body %s to its end', async (_, listener) => {
  answer = listener();
  await load(200).eachOnce();
  expect(asked).toHaveLength(100);
});

it.each([
  ['in eachOnce', (one: Load) => one.eachOnce()],
  ['in a closed loop', (one: Load) => one.closedLoop(0.1)],
  ['in an open loop', (one: Load) => one.openLoop(400, 0.1)],
])('a response with another status is an error %s', async (_, ask) => {
  answer = (request, response) => response.writeHead(request.url === '/7' ? 500 : 302).end('why');
  await expect(ask(load())).rejects.toThrow(/^GET \/7 was not answered 302, but:\nHTTP\/1\.1 500 /);
});

it('a connection that the target closes is an error', async () => {
  answer = (request) => request.socket.destroy();
  await expect(load().closedLoop(0.1)).rejects.toThrow('closed before the answer');
});

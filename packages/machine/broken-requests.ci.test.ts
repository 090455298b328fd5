/** Malformed and incomplete requests get an error response, and the log has no line about them. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMachine, type TestMachine, TOKEN } from '../testkit/machine';

let machine: TestMachine;
let key = '';
beforeAll(async () => {
  machine = await startMachine();
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'a', plan: 'PRO' });
  ({ key } = (await (await fetch(`${machine.api}/admin/keys`, { method: 'POST', headers, body })).json()) as {
    key: string;
  });
});
afterAll(() => machine?.close());

/** Sends a text, and closes the sending side of the connection. @returns status and body of the response */
const send = (origin: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    let response = '';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.end(text));
    socket.on('data', (piece) => {
      response += piece;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(response.replace(/^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n/, '$1 ')));
  });

/** Sends a text, and leaves the connection open. @returns status and body of the response, once the server closes it */
const sendOnly = (origin: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    let response = '';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.on('data', (piece) => {
      response += piece;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(response.replace(/^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n/, '$1 ')));
  });

const head = (line: string, ...more: string[]) =>
  [line, 'Host: 127.0.0.1', 'Content-Type: application/json', `Authorization: Bearer ${key}`, ...more, '', ''].join(
    '\r\n',
  );
/** Expects no line of workerd itself in the log, and no fault. */
const expectQuiet = () => expect(machine.logged.filter((line) => /workerd\/|stack:|fault/.test(line))).toEqual([]);

it.each([
  ['a chunk whose size is no number', 'ZZ\r\nhello\r\n0\r\n\r\n'],
  ['a chunk longer than its size', '5\r\nhelloX\r\n0\r\n\r\n'],
  ['a chunk size that is too large', 'FFFFFFFFFFFFFFFFFF\r\nx\r\n'],
  ['a chunk that breaks off', '5\r\nhel'],
])('a body with %s gets 400, and no fault is logged', async (_what, body) => {
  const response = await send(machine.api, head('POST /v2/shorten HTTP/1.1', 'Transfer-Encoding: chunked') + body);
  expect(response).toMatch(/^400 .*"errorType":"INVALID_BODY"/);
  expectQuiet();
});

it('a body shorter than its Content-Length gets 400, and no fault is logged', async () => {
  const response = await send(machine.api, `${head('POST /v2/shorten HTTP/1.1', 'Content-Length: 50')}{"url":`);
  expect(response).toMatch(/^400 .*"errorType":"INVALID_BODY"/);
  expectQuiet();
});

describe('workerd itself refuses', () => {
  let logging: TestMachine;
  beforeAll(async () => {
    logging = await startMachine({ LOG_REQUESTS: 'on' });
  });
  afterAll(() => logging?.close());

  const post = (...more: string[]) => head('POST /v2/shorten HTTP/1.1', ...more);

  it.each([
    ['an unknown method', () => head('FOO / HTTP/1.1'), '501'],
    ['a method in lower case', () => head('get / HTTP/1.1'), '501'],
    ['a TLS record', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', '501'],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '501'],
    ['an empty line before a request', () => `\r\n\r\n${head('GET / HTTP/1.1')}`, '501'],
    ['CONNECT', () => head('CONNECT 127.0.0.1:1 HTTP/1.1'), '500'],
    ...['x', '-1', '+29', '0x1d', '1e1', '2.0', '2, 2', ' 2 '].map(
      (length) => [`the length ${JSON.stringify(length)}`, () => post(`Content-Length: ${length}`), '500'] as const,
    ),
    ['two lengths', () => post('Content-Length: 1', 'Content-Length: 2'), '500'],
    ['the same length twice', () => post('Content-Length: 2', 'Content-Length: 2'), '500'],
    ...['gzip', 'identity', 'deflate', 'xchunked', 'gzip, chunked', 'chunked, identity', 'chunked;q=1'].map(
      (coding) => [`the transfer coding ${coding}`, () => post(`Transfer-Encoding: ${coding}`), '500'] as const,
    ),
    ['a header without a colon', () => head('GET / HTTP/1.1', 'nonsense'), '400'],
    ['a space before the colon of a header', () => head('GET / HTTP/1.1', 'A : b'), '400'],
    ['a header that goes on in a second line', () => head('GET / HTTP/1.1', 'A: b', ' c'), '400'],
    ['a NUL in a header', () => head('GET / HTTP/1.1', 'A: b\0c'), '400'],
    ['a NUL in the target', () => head('GET /\0 HTTP/1.1'), '400'],
  ] as readonly (readonly [string, () => string, string])[])(
    '%s, and closes the connection; no worker gets it, and the log has no line about it',
    async (_what, text, status) => {
      for (const [origin, health] of [
        [logging.api, '/health'],
        [logging.short, '/.health'],
      ] as const) {
        const before = logging.logged.length;
        const response = await sendOnly(origin, text());
        expect([response.slice(0, 3), response.includes('{')]).toEqual([status, false]);
        expect((await fetch(`${origin}${health}`)).status).toBe(200);
        // The line of this request comes after any line of the one before.
        await vi.waitFor(() => expect(logging.logged.slice(before).join('\n')).toMatch(/ 200 /), 60_000);
        expect(logging.logged.slice(before)).toHaveLength(1);
      }
    },
  );

  it('no count of the metrics has any of them', async () => {
    const requests = async () => {
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const text = await (await fetch(`${logging.api}/admin/metrics`, { headers })).text();
      return text.split('\n').filter((line) => /^swiftlet_(requests|visits)_total\{/.test(line));
    };
    const sums = async () => (await requests()).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    const before = await sums();
    for (const origin of [logging.api, logging.short]) {
      await sendOnly(origin, post('Content-Length: -1'));
      await sendOnly(origin, post('Transfer-Encoding: gzip'));
    }
    expect([before > 0, await sums()]).toEqual([true, before + 1]); // the first request for the metrics
  });
});

it('a password form with a malformed chunk counts as a wrong password, and no fault is logged', async () => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ url: 'https://example.com/', alias: 'protected-one', password: 'open sesame' });
  expect((await fetch(`${machine.api}/v2/shorten`, { method: 'POST', headers, body })).status).toBe(201);
  const request = head('POST /protected-one HTTP/1.1', 'Transfer-Encoding: chunked');
  expect(await send(machine.short, `${request}ZZ\r\nhello\r\n0\r\n\r\n`)).toMatch(/^401 /);
  expectQuiet();
});

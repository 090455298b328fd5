/**
 * A module that `node --import` loads before a command in a test. Requests to the hosts of the deployment go to a
 * machine, whose two workers are real, and long waits are shortened. REAL_HOSTS has the origins of the machine by host.
 */
import { request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { buffer } from 'node:stream/consumers';
import timers from 'node:timers/promises';

/** The longest wait. Longer waits are for visitors or for the platform, and a test has neither. */
const LONGEST_MS = 1_000;

const hosts = JSON.parse(process.env.REAL_HOSTS ?? '{}') as Record<string, string>;

/** Sends a request to an origin under another Host, which fetch cannot set. */
const send = (origin: string, url: URL, { method = 'GET', headers, body }: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    const forwarded = {
      host: url.host,
      'x-forwarded-proto': url.protocol.slice(0, -1),
      'x-forwarded-for': '198.51.100.7',
    };
    const all = { ...Object.fromEntries(new Headers(headers)), ...forwarded };
    const call = request(
      `${origin}${url.pathname}${url.search}`,
      { method, headers: all, agent: false },
      async (response) => {
        const content = await buffer(response);
        const { statusCode: status = 502, headersDistinct } = response;
        const lines = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value) => [name, value]),
        );
        resolve(new Response(content.length > 0 ? content : null, { status, headers: lines as [string, string][] }));
      },
    );
    call.on('error', reject);
    call.end(body ?? undefined);
  });

globalThis.fetch = (input, init = {}) => {
  const url = new URL(String(input));
  const origin = hosts[url.host];
  return origin === undefined ? Promise.reject(new TypeError('fetch failed')) : send(origin, url, init);
};

const { setTimeout: wait } = timers;
timers.setTimeout = ((ms: number, ...rest: [unknown?]) => wait(Math.min(ms, LONGEST_MS), ...rest)) as typeof wait;
syncBuiltinESMExports();

/** Sends requests to the sockets of a machine on this computer, under the public names of its hosts. */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Returns a `fetch` for a machine whose public names do not lead to it from here. fetch of Node cannot set Host. The
 * scheme is in the header that a proxy sends, so the machine must trust its loopback address (TRUST_PROXY).
 * @param sockets the address (host:port) of each public host
 */
export const localFetch =
  (sockets: Readonly<Record<string, string>>) =>
  (address: string, { method = 'GET', headers, signal }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = new URL(address);
      const socket = sockets[url.host];
      if (socket === undefined) return reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }));
      const own = { ...Object.fromEntries(new Headers(headers)), host: url.host, 'x-forwarded-proto': 'https' };
      const options = { method, headers: own, ...(signal && { signal }) };
      const call = request(`http://${socket}${url.pathname}${url.search}`, options, async (answer) => {
        const content = await buffer(answer);
        const lines = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        const { statusCode: status = 502 } = answer;
        resolve(new Response(content.length > 0 ? content : null, { status, headers: lines }));
      });
      call.on('error', (error: NodeJS.ErrnoException) => reject(new TypeError('fetch failed', { cause: error })));
      call.end();
    });

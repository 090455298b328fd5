/** The load generator: it sends requests over keep-alive connections, and checks the status of every response. */
import { setTimeout as wait } from 'node:timers/promises';
import { HttpClient, type HttpRequest } from '../testkit/load/http-client';

/** The number of connections: enough to keep a workerd busy, and few enough that each gets responses. */
const CONNECTIONS = 16;
/** More than a server that stalls for seconds needs, so that no request of an open loop waits for a connection. */
const OPEN_CONNECTIONS = 2_000;

export type Request = HttpRequest & { readonly path: string };

export type Load = ReturnType<typeof makeLoad>;

/**
 * @param requests are sent in turn, again and again
 * @param status the expected status of every response
 * @param maxPerSecond the highest rate of a closed loop
 */
export function makeLoad(
  port: number,
  requests: readonly Request[],
  status: number,
  maxPerSecond = Number.POSITIVE_INFINITY,
) {
  let next = 0;

  async function send(client: HttpClient): Promise<void> {
    const { path, ...request } = requests[next++ % requests.length] as Request;
    const response = await client.send(path, request);
    // It ends the run, because another status means other work.
    if (response.status !== status)
      throw new Error(
        `${request.method ?? 'GET'} ${path} got ${response.status} instead of ${status}:\n${response.body}`,
      );
  }

  /** Sends requests over all connections. @param isLeft whether a connection may send one more; it counts that one */
  async function repeat(isLeft: () => Promise<boolean>): Promise<void> {
    const client = new HttpClient(port, CONNECTIONS);
    const drive = async () => {
      while (await isLeft()) await send(client);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, drive)).finally(() => client.close());
  }

  return {
    /** Sends as fast as responses arrive. @returns the number of responses, and the seconds until the last */
    async closedLoop(seconds: number): Promise<{ responses: number; seconds: number }> {
      const startedAt = performance.now();
      const elapsed = () => (performance.now() - startedAt) / 1000;
      let responses = 0;
      await repeat(async () => {
        while (responses > elapsed() * maxPerSecond) await wait(1);
        if (elapsed() >= seconds) return false;
        responses++;
        return true;
      });
      return { responses, seconds: elapsed() };
    },

    /** Sends each request once. */
    async eachOnce(): Promise<void> {
      let left = requests.length;
      await repeat(async () => left-- > 0);
    },

    /**
     * Sends at a fixed rate, also while responses are late, so a stall delays every request that is sent during it.
     * @returns the milliseconds from when each request was due to its response
     */
    async openLoop(perSecond: number, seconds: number): Promise<number[]> {
      const client = new HttpClient(port, OPEN_CONNECTIONS);
      const startedAt = performance.now();
      const timeOne = async (_: unknown, n: number) => {
        const dueAt = startedAt + (n * 1_000) / perSecond;
        await wait(dueAt - performance.now());
        // A timer may be a little early.
        const from = Math.min(dueAt, performance.now());
        await send(client);
        return performance.now() - from;
      };
      return Promise.all(Array.from({ length: perSecond * seconds }, timeOne)).finally(() => client.close());
    },
  };
}

/** The load generator: it sends requests over keep-alive connections, and checks the status of every response. */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { HttpClient, type HttpRequest } from '../testkit/load/http-client';

/** The number of connections: enough to keep a workerd busy, and few enough that each gets responses. */
const CONNECTIONS = 16;
/** More than a server that stalls for seconds needs, so that no request of an open loop waits for a connection. */
const OPEN_CONNECTIONS = 2_000;

export type Request = HttpRequest & { readonly path: string };

export class Load {
  readonly #port: number;
  readonly #requests: readonly Request[];
  readonly #status: number;
  readonly #perSecond: number;
  #next = 0;

  /**
   * @param requests are sent in turn, again and again
   * @param status the expected status of every response
   * @param perSecond the highest rate of a closed loop
   */
  constructor(port: number, requests: readonly Request[], status: number, perSecond = Number.POSITIVE_INFINITY) {
    this.#port = port;
    this.#requests = requests;
    this.#status = status;
    this.#perSecond = perSecond;
  }

  /** Sends as fast as responses arrive. @returns the number of responses, and the seconds until the last */
  async closedLoop(seconds: number): Promise<{ responses: number; seconds: number }> {
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    let responses = 0;
    await this.#repeat(async () => {
      while (responses > elapsed() * this.#perSecond) await wait(1);
      if (elapsed() >= seconds) return false;
      responses++;
      return true;
    });
    return { responses, seconds: elapsed() };
  }

  /** Sends each request once. */
  async eachOnce(): Promise<void> {
    let left = this.#requests.length;
    await this.#repeat(async () => left-- > 0);
  }

  /**
   * Sends at a fixed rate, also while responses are late. It polls the clock, because a timer may be a millisecond
   * late, which is longer than a response takes.
   * @returns milliseconds from each request's due time to its response, so a stall delays every request due during it
   */
  async openLoop(perSecond: number, seconds: number): Promise<number[]> {
    const client = new HttpClient(this.#port, OPEN_CONNECTIONS);
    const sendAt = (due: number) => this.#send(client).then(() => performance.now() - due);
    try {
      const startedAt = performance.now();
      const underWay: Promise<number>[] = [];
      let failed = false;
      for (let n = 0; n < perSecond * seconds && !failed; n++) {
        const due = startedAt + (n * 1000) / perSecond;
        while (performance.now() < due) await turn();
        const took = sendAt(due);
        took.catch(() => {
          failed = true;
        });
        underWay.push(took);
      }
      return await Promise.all(underWay);
    } finally {
      client.close();
    }
  }

  /** Sends requests over all connections. @param isLeft whether a connection may send one more; it counts that one */
  async #repeat(isLeft: () => Promise<boolean>): Promise<void> {
    const client = new HttpClient(this.#port, CONNECTIONS);
    const drive = async () => {
      while (await isLeft()) await this.#send(client);
    };
    try {
      await Promise.all(Array.from({ length: CONNECTIONS }, drive));
    } finally {
      client.close();
    }
  }

  async #send(client: HttpClient): Promise<void> {
    const { path, ...request } = this.#requests[this.#next++ % this.#requests.length] as Request;
    const { status, body } = await client.send(path, request);
    // It ends the run, because another status means other work.
    if (status !== this.#status)
      throw new Error(`${request.method ?? 'GET'} ${path} got ${status} instead of ${this.#status}:\n${body}`);
  }
}

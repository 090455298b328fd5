/**
 * The load generator: it sends prepared requests over keep-alive connections, and checks the status of every response.
 */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { Connection, type RawResponse } from './connection';

/** The number of connections: enough to keep a workerd busy, and few enough that each gets responses. */
const CONNECTIONS = 16;

export class Load {
  readonly #port: number;
  readonly #requests: readonly string[];
  readonly #status: number;
  readonly #perSecond: number;
  #next = 0;

  /**
   * @param origin of the target
   * @param requests the requests, which are sent in turn, again and again
   * @param status the expected status of every response
   * @param perSecond the highest rate of a closed loop
   */
  constructor(origin: string, requests: readonly string[], status: number, perSecond = Number.POSITIVE_INFINITY) {
    this.#port = Number(new URL(origin).port);
    this.#requests = requests;
    this.#status = status;
    this.#perSecond = perSecond;
  }

  /** Sends as fast as responses arrive: every connection sends its next request after the last response. */
  async closedLoop(seconds: number): Promise<{ responses: number; seconds: number }> {
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    let sent = 0;
    await this.#overConnections(async (connection) => {
      while (elapsed() < seconds) {
        if (sent > elapsed() * this.#perSecond) await wait(1);
        else {
          sent++;
          await this.#send(connection);
        }
      }
    });
    return { responses: sent, seconds: elapsed() };
  }

  /** Sends the next `count` requests, each once. The next call continues after them. */
  async eachOnce(count = this.#requests.length): Promise<void> {
    let left = count;
    await this.#overConnections(async (connection) => {
      while (left-- > 0) await this.#send(connection);
    });
  }

  /**
   * Sends at a fixed rate, also while responses are late. It polls the clock, because a timer may be a millisecond
   * late, which is longer than a response takes.
   * @returns milliseconds from each request's due time to its response, so a stall delays every request due during it
   */
  async openLoop(perSecond: number, seconds: number): Promise<number[]> {
    const connections = await this.#open();
    const idle = [...connections];
    const underWay: Promise<number>[] = [];
    const sendAt = async (due: number): Promise<number> => {
      let connection = idle.pop();
      if (connection === undefined) {
        connection = await Connection.open(this.#port);
        connections.push(connection);
      }
      await this.#send(connection);
      idle.push(connection);
      return performance.now() - due;
    };
    try {
      const startedAt = performance.now();
      let failed = false;
      for (let i = 0; i < perSecond * seconds && !failed; i++) {
        const due = startedAt + (i * 1000) / perSecond;
        while (performance.now() < due) await turn();
        const took = sendAt(due);
        took.catch(() => {
          failed = true;
        });
        underWay.push(took);
      }
      return await Promise.all(underWay);
    } finally {
      for (const connection of connections) connection.close();
    }
  }

  async #send(connection: Connection): Promise<void> {
    const request = this.#requests[this.#next++ % this.#requests.length] as string;
    const response = await connection.send(request);
    if (response.status !== this.#status) throw new UnexpectedStatus(request, response, this.#status);
  }

  #open = (): Promise<Connection[]> =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(this.#port)));

  async #overConnections(drive: (connection: Connection) => Promise<void>): Promise<void> {
    const connections = await this.#open();
    try {
      await Promise.all(connections.map(drive));
    } finally {
      for (const connection of connections) connection.close();
    }
  }
}

/** A response with an unexpected status. It ends the run, because another status means other work. */
class UnexpectedStatus extends Error {
  constructor(request: string, { text }: RawResponse, status: number) {
    const [line] = request.split(' HTTP/', 1);
    super(`${line} did not get ${status}, but:\n${text.slice(0, 600)}`);
  }
}

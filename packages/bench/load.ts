/** The load generator: requests made beforehand, asked over keep-alive connections, every answer looked at. */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { type Answer, Connection } from './connection';

/** Enough to keep a workerd busy, few enough that none of them starves. */
const CONNECTIONS = 16;

export class Load {
  readonly #port: number;
  readonly #requests: readonly string[];
  readonly #status: number;
  readonly #perSecond: number;
  #next = 0;

  /**
   * @param origin of what is asked
   * @param requests asked in turn, over and over
   * @param status what every one of them must be answered
   * @param perSecond no more than that many
   */
  constructor(origin: string, requests: readonly string[], status: number, perSecond = Number.POSITIVE_INFINITY) {
    this.#port = Number(new URL(origin).port);
    this.#requests = requests;
    this.#status = status;
    this.#perSecond = perSecond;
  }

  /** Asks as fast as it is answered, every connection its next request upon the last answer. */
  async closedLoop(seconds: number): Promise<{ answered: number; seconds: number }> {
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    let asked = 0;
    await this.#overConnections(async (connection) => {
      while (elapsed() < seconds) {
        if (asked > elapsed() * this.#perSecond) await wait(1);
        else {
          asked++;
          await this.#ask(connection);
        }
      }
    });
    return { answered: asked, seconds: elapsed() };
  }

  /** Asks the next `count` requests of the turn, each once. */
  async eachOnce(count = this.#requests.length): Promise<void> {
    let left = count;
    await this.#overConnections(async (connection) => {
      while (left-- > 0) await this.#ask(connection);
    });
  }

  /**
   * Asks at a fixed rate, whether or not it is answered. Milliseconds each answer took from the moment its request was
   * due, so that a stall counts for everybody who would have met it. Polls instead of sleeping: a timer is a
   * millisecond late, which is longer than an answer takes.
   */
  async openLoop(perSecond: number, seconds: number): Promise<number[]> {
    const connections = await this.#open();
    const idle = [...connections];
    const underWay: Promise<number>[] = [];
    const askAt = async (due: number): Promise<number> => {
      let connection = idle.pop();
      if (connection === undefined) {
        connection = await Connection.open(this.#port);
        connections.push(connection);
      }
      await this.#ask(connection);
      idle.push(connection);
      return performance.now() - due;
    };
    try {
      const startedAt = performance.now();
      let failed = false;
      for (let i = 0; i < perSecond * seconds && !failed; i++) {
        const due = startedAt + (i * 1000) / perSecond;
        while (performance.now() < due) await turn();
        const took = askAt(due);
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

  async #ask(connection: Connection): Promise<void> {
    const request = this.#requests[this.#next++ % this.#requests.length] as string;
    const answer = await connection.ask(request);
    if (answer.status !== this.#status) throw new WrongAnswer(request, answer, this.#status);
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

/** What is answered otherwise than expected was not measured: the run ends. */
class WrongAnswer extends Error {
  constructor(request: string, { text }: Answer, status: number) {
    const [line] = request.split(' HTTP/', 1);
    super(`${line} was not answered ${status}, but:\n${text.slice(0, 600)}`);
  }
}

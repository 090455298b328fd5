/** A keep-alive connection that sends one request at a time. It parses no more of a response than its end requires. */
import { connect, type Socket } from 'node:net';

/** A response. `text` is head and body, a character per byte. */
export type Answer = { readonly status: number; readonly text: string };

type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void };

/** A request without a response for so long is an error: the target hangs. */
export const ANSWER_LIMIT_MS = 30_000;

export class Connection {
  readonly #socket: Socket;
  #received = '';
  #waiting: Waiting | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', (error) => this.#fail(error));
    socket.setTimeout(ANSWER_LIMIT_MS, () => this.#fail(new Error(`No answer within ${ANSWER_LIMIT_MS} ms`)));
    socket.on('close', () => this.#fail(new Error('A connection was closed before the answer')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  /** Sends a request. @param request its bytes, a character each @returns the response @throws Error if none comes */
  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    if (!isWhole(this.#received)) return;
    const answer = this.#received;
    this.#received = '';
    // "HTTP/1.1 302 Found"
    this.#waiting?.resolve({ status: Number(answer.slice(9, 12)), text: answer });
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
  }
}

/** Whether the response to a request other than HEAD is complete (RFC 9112, section 6.3). */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = text.slice(0, end);
  const length = /\r\nContent-Length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return !/\r\nTransfer-Encoding: *chunked/i.test(head) || text.endsWith('\r\n0\r\n\r\n');
}

/** A keep-alive connection that sends one request at a time. It parses only what shows where a response ends. */
import { connect, type Socket } from 'node:net';

/** A response. `text` is its head and body, with one character per byte. */
export type RawResponse = { readonly status: number; readonly text: string };

type PendingRequest = { readonly resolve: (response: RawResponse) => void; readonly reject: (error: Error) => void };

/** After this time without a response a request fails: the target hangs. */
export const RESPONSE_TIMEOUT_MS = 30_000;

export class Connection {
  readonly #socket: Socket;
  #received = '';
  #pending: PendingRequest | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', (error) => this.#fail(error));
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => this.#fail(new Error(`No response within ${RESPONSE_TIMEOUT_MS} ms`)));
    socket.on('close', () => this.#fail(new Error('A connection was closed before the response')));
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

  /** Sends a request. @param request its text, one character per byte @throws Error if no response arrives */
  send(request: string): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    if (!isWhole(this.#received)) return;
    const response = this.#received;
    this.#received = '';
    // "HTTP/1.1 302 Found"
    this.#pending?.resolve({ status: Number(response.slice(9, 12)), text: response });
  }

  #fail(error: Error): void {
    this.#pending?.reject(error);
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

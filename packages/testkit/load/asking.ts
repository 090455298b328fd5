/** Requests to a port of this machine, over connections that are kept. */
import http from 'node:http';

export type Answer = { readonly status: number; readonly body: string };
export type Asked = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export class Asking {
  readonly #port: number;
  readonly #agent: http.Agent;

  /** @param connections at most; more requests wait for their turn */
  constructor(port: number, connections: number) {
    this.#port = port;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws Error where no whole answer came */
  ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, path, method, headers };
      const request = http.request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

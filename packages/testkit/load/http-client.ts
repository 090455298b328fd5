/** Sends requests to a port of the loopback over keep-alive connections. */
import http from 'node:http';

export type HttpResponse = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
};
export type HttpRequest = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export class HttpClient {
  readonly #port: number;
  readonly #agent: http.Agent;

  /** @param connections the greatest number at once; further requests wait in a queue */
  constructor(port: number, connections: number) {
    this.#port = port;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends a request. @throws Error if no complete response arrives */
  send(path: string, sent: HttpRequest = {}): Promise<HttpResponse> {
    return new Promise((resolve, reject) => this.#send(path, sent, resolve, reject));
  }

  #send(
    path: string,
    sent: HttpRequest,
    resolve: (response: HttpResponse) => void,
    reject: (error: Error) => void,
  ): void {
    const { method = 'GET', headers = {}, body } = sent;
    const fail = (cause: unknown) => reject(new Error(`No response from ${method} ${path}`, { cause }));
    const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, path, method, headers };
    const request = http.request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks).toString() });
      });
      response.on('error', fail);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed the idle connection before it read this request, so a retry is safe (RFC 9112, section
      // 9.3.1).
      if (request.reusedSocket && error.code === 'ECONNRESET') this.#send(path, sent, resolve, reject);
      else fail(error);
    });
    request.end(body);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Makes something by the API. @throws Error unless the response is 201 */
export async function post<Body>(api: HttpClient, path: string, token: string, body: unknown): Promise<Body> {
  const response = await api.send(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.body}`);
  return JSON.parse(response.body) as Body;
}

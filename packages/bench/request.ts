/** Writes requests as HTTP/1.1 text, before the measured time begins. The text is ASCII: one character is one byte. */

type RequestParts = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
};

/** The headers that a browser and the platform send with a click. Every target receives the same. */
const VISITOR = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8',
  Referer: 'https://news.example.com/',
  // Miniflare parses it into `request.cf`.
  'MF-CF-Blob': JSON.stringify({ country: 'DE', city: 'Leipzig', colo: 'FRA', httpProtocol: 'HTTP/2' }),
};

/** The client address of the n-th request, from the range for benchmarks (RFC 2544). */
const addressOf = (n: number): string => `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`;

/** The text of a request. */
export function requestText({ method = 'GET', path, headers = {}, body }: RequestParts): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: 's.example.com',
    ...headers,
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': content.length }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`;
}

/** The text of the n-th visitor's request. */
export const clickText = (path: string, n: number): string =>
  requestText({ path, headers: { ...VISITOR, 'CF-Connecting-IP': addressOf(n) } });

/** The text of a call of the API with a key. */
export const callText = (key: string, method: string, path: string, body?: unknown): string =>
  requestText({ method, path, headers: { Authorization: `Bearer ${key}`, 'User-Agent': 'client/1.0' }, body });

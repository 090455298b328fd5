/** `npm run bench -- --console`: the time and the size of each page of the console, for an account with 10,000 links. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Load } from './load';
import type { Print } from './measure';
import { CONSOLE_ORIGIN, LINKS, Product } from './product';
import { clickText } from './request';
import { codeOf } from './sample-links';
import { median, percentile } from './summary';

/** A page: milliseconds until its whole response has arrived, and compressed bytes with its style and script. */
export type PageResult = {
  readonly page: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly bytes: number;
};

const PAGES = [
  '',
  '/links',
  '/links?sort=clicks',
  '/links?search=articles',
  `/links/${codeOf(0)}`,
  `/links/${codeOf(0)}/qr`,
  '/statistics',
  '/statistics?days=365',
  '/keys',
  '/plan',
  '/account',
];
/** Requests of each page. An account has 300 requests of the console a minute (specification 12.5). */
const WARMING_UP = 3;
const REQUESTS = 22;

/** Reads a page or an asset of the console. */
type Read = (path: string) => Promise<string>;

type Received = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

/** Sends a request to the console. Its Host is that of the console's origin, which `fetch` cannot set. */
function send(product: Product, path: string, headers: OutgoingHttpHeaders, form?: URLSearchParams): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const options = { method: form ? 'POST' : 'GET', headers: { Host: new URL(CONSOLE_ORIGIN).host, ...headers } };
  const sent = request(product.api + path, options, async (response) => {
    resolve({ status: response.statusCode ?? 0, headers: response.headers, text: await text(response) });
  });
  sent.on('error', reject).end(form?.toString());
  return promise;
}

/** Signs in to the console by a sign-in link of the operator. */
async function signIn(product: Product): Promise<Read> {
  const { id } = await product.account();
  const { pathname } = new URL(await product.signInLink(id));
  const { text: page } = await send(product, pathname, {});
  const token = /name="token" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const type = { Origin: CONSOLE_ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' };
  const { status, headers } = await send(product, pathname, type, new URLSearchParams({ token }));
  if (status !== 303) throw new Error(`The sign-in got ${status}`);
  const cookies = (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
  return async (path) => {
    const got = await send(product, path, { Cookie: cookies });
    if (got.status !== 200) throw new Error(`${path} got ${got.status}`);
    return got.text;
  };
}

const sizeOf = (content: string): number => gzipSync(content).byteLength;

/** The addresses of the style and the script of a page. */
const assetsOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/console\/assets\/console[^"]*)"/g)].map(([, address = '']) => address);

async function measurePage(read: Read, page: string): Promise<PageResult> {
  const times: number[] = [];
  let html = '';
  for (let n = 0; n < WARMING_UP + REQUESTS; n++) {
    const start = performance.now();
    html = await read(`/console${page}`);
    if (n >= WARMING_UP) times.push(performance.now() - start);
  }
  const assets = await Promise.all(assetsOf(html).map(read));
  const bytes = [html, ...assets].reduce((sum, content) => sum + sizeOf(content), 0);
  return { page: `/console${page}`, medianMs: median(times), p95Ms: percentile(times, 0.95), bytes };
}

/** Starts the product, fills it with links and clicks, and requests every page. */
export async function measureConsole(root: string, folder: string, print: Print): Promise<PageResult[]> {
  print(`console: ${LINKS} links, each clicked once`);
  const product = await Product.start(root, folder);
  try {
    await product.fill(LINKS);
    const clicks = Array.from({ length: LINKS }, (_, n) => clickText(`/${codeOf(n)}`, n));
    await new Load(product.short, clicks, 302).eachOnce();
    await product.countClicks();
    const read = await signIn(product);
    const results: PageResult[] = [];
    for (const page of PAGES) {
      print(`console: ${page || '/'}`);
      results.push(await measurePage(read, page));
    }
    return results;
  } finally {
    await product.target.stop();
  }
}

/** A line per page. */
export function pageTableOf(results: readonly PageResult[]): string {
  const width = Math.max(...results.map(({ page }) => page.length));
  return results
    .map(({ page, medianMs, p95Ms, bytes }) => {
      const times = `${medianMs.toFixed(1)} ms (95 %: ${p95Ms.toFixed(1)} ms)`;
      return `${page.padEnd(width)}  ${times.padEnd(24)}  ${(bytes / 1_000).toFixed(1)} kB\n`;
    })
    .join('');
}

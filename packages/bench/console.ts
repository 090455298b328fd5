/** `npm run bench -- --console`: the time and the size of each page of the console, for an account with 10,000 links. */
import { gzipSync } from 'node:zlib';
import { HttpClient, type HttpRequest } from '../testkit/load/http-client';
import { type Comparison, inTurn } from './comparison';
import { Load } from './load';
import { CONSOLE_ORIGIN, type Product } from './product';
import { clicks, codeOf, LINKS } from './service';

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
/** Kilobytes that a page may have, with its style and script. */
const MOST_KB = 26;

/** Reads a page or an asset of the console. */
type Read = (path: string) => Promise<string>;

/** Signs in to the console by a sign-in link of the operator. */
async function signIn({ service }: Product): Promise<Read> {
  const client = new HttpClient(service.apiPort, 1);
  const send = (path: string, { headers, ...request }: HttpRequest = {}) =>
    client.send(path, { ...request, headers: { Host: new URL(CONSOLE_ORIGIN).host, ...headers } });
  const path = await service.signInPath();
  const token = /name="token" value="([^"]*)"/.exec((await send(path)).body)?.[1] ?? '';
  const form = { Origin: CONSOLE_ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ token }).toString();
  const { status, headers } = await send(path, { method: 'POST', headers: form, body });
  if (status !== 303) throw new Error(`The sign-in got ${status}`);
  const Cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
  return async (address) => {
    const got = await send(address, { headers: { Cookie } });
    if (got.status !== 200) throw new Error(`${address} got ${got.status}`);
    return got.body;
  };
}

const kilobytesOf = (content: string): number => gzipSync(content).byteLength / 1_000;

/** The addresses of the style and the script of a page. */
const assetsOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/console\/assets\/[\w-]*\.(?:css|js)[^"]*)"/g)].map(([, address = '']) => address);

async function comparePage(read: Read, page: string): Promise<Comparison[]> {
  const timed = async (address: string) => {
    const startedAt = performance.now();
    await read(address);
    return performance.now() - startedAt;
  };
  for (let n = 0; n < WARMING_UP; n++) await read(page);
  const pairs = await inTurn(
    REQUESTS,
    () => timed(page),
    () => timed('/health'),
  );
  const html = await read(page);
  const contents = [html, ...(await Promise.all(assetsOf(html).map(read)))];
  const size = contents.reduce((sum, content) => sum + kilobytesOf(content), 0);
  return [
    { work: page, unit: 'ms', against: 'GET /health, which asks no store', pairs },
    {
      work: page,
      unit: 'kB',
      against: 'what a page may have: gzip, style and script included',
      pairs: [[size, MOST_KB]],
    },
  ];
}

/** Fills an account with links, visits each once, and requests every page. */
export async function compareConsole(product: Product, print: (text: string) => void): Promise<Comparison[]> {
  const { service } = product;
  print(`${LINKS} links, each visited once`);
  await new Load(service.shortPort, clicks(0, LINKS), 302).eachOnce();
  await service.countClicks();
  const read = await signIn(product);
  const comparisons: Comparison[] = [];
  for (const page of PAGES) {
    print(`/console${page}`);
    comparisons.push(...(await comparePage(read, `/console${page}`)));
  }
  return comparisons;
}

/** `npm run bench -- --console`: the time of pages of the console, for an account with 10,000 links. */
import { HttpClient, type HttpRequest } from '../testkit/load/http-client';
import { type Comparison, inTurn } from './comparison';
import { makeLoad } from './load';
import { CONSOLE_ORIGIN, type Product } from './product';
import { clicks, LINKS, makeCode, type Service } from './service';

/** The pages that read the most. The search that finds nothing reads as much as one page may. */
const PAGES = [
  '',
  '/links?rows=100',
  '/links?rows=25&sort=clicks',
  '/links?search=articles',
  '/links?search=nothing',
  '/links?host=example.com',
  '/links?createdFrom=2026-01-01',
  `/links/${makeCode(0)}`,
  '/statistics?days=365',
  '/statistics?days=365&country=DE',
];
/**
 * Requests of each page. An account has 300 requests of the console a minute (specification 12.5), and 120 searches, of
 * which a turn of these pages takes at least eight.
 */
const WARMING_UP = 2;
const REQUESTS = 7;

/** Signs in to the console by a sign-in link of the operator. @returns a function that requests an address */
async function signIn(service: Service): Promise<(address: string) => Promise<void>> {
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
  };
}

/** Fills an account with links, visits each once, and requests every page. */
export async function compareConsole({ service }: Product): Promise<Comparison[]> {
  console.error(`${LINKS} links, each visited once`);
  await makeLoad(service.shortPort, clicks(0, LINKS), 302).eachOnce();
  await service.countClicks();
  const request = await signIn(service);
  const time = (address: string) => async () => {
    const startedAt = performance.now();
    await request(address);
    return performance.now() - startedAt;
  };
  const comparisons: Comparison[] = [];
  for (const page of PAGES.map((one) => `/console${one}`)) {
    console.error(page);
    for (let n = 0; n < WARMING_UP; n++) await request(page);
    const pairs = await inTurn(REQUESTS, time(page), time('/health'));
    comparisons.push({ work: page, unit: 'ms', against: 'GET /health, which asks no store', pairs });
  }
  return comparisons;
}

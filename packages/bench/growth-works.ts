/**
 * The kinds of work that `--growth` measures, each a row of WORKS. A goal says how much its cost may grow with the
 * links.
 */

import { Load } from './load';
import type { Product } from './product';
import { callText, clickText } from './request';
import { codeOf } from './sample-links';

/** A product whose one account has `links` links. */
export type Size = { readonly links: number; readonly product: Product };

export type Work = {
  readonly name: string;
  readonly work: string;
  /** Requests per portion. Every portion uses other links. */
  readonly times: number;
  /** Portions per round. */
  readonly portions: number;
  readonly load: (size: Size, portion: number, times: number) => Promise<Load>;
  readonly settle?: (product: Product) => Promise<void>;
  /** The greatest allowed ratio to the cost with the fewest links. */
  readonly goal: number;
  /** The greatest allowed processor time of a request with the most links, in milliseconds. */
  readonly budgetMs?: number;
};

const GOAL = 1.2;
/** The number of list pages that the smallest size fills. */
const PAGES = 20;

/**
 * The step of a walk through the links. It is prime, so the walk reaches every link once, unless the number of links is
 * a multiple of it.
 */
const STRIDE = 7_919;

/** The number of the link at step `n` of the walk. */
const linkNumberAt = ({ links }: Size, n: number): number => (n * STRIDE) % links;

const clicks = (size: Size, times: number, codeAt: (n: number) => string, status: number): Load =>
  new Load(
    size.product.short,
    Array.from({ length: times }, (_, n) => clickText(`/${codeAt(n)}`, n)),
    status,
  );

/** API calls that read links. Each call reads the next link of the walk. */
const reads =
  (routeAt: (place: number) => string): Work['load'] =>
  async (size, portion, times) => {
    const { product } = size;
    const calls = await product.calls(times, 'GET', (n) => routeAt(linkNumberAt(size, portion * times + n)));
    return new Load(product.api, calls, 200);
  };

/** Calls for the account with the longest destinations. That account has the same number of links at every size. */
const longLinkCalls =
  (route: string): Work['load'] =>
  async ({ product }, _portion, times) => {
    const key = await product.longLinks();
    return new Load(product.api, Array<string>(times).fill(callText(key, 'GET', route)), 200);
  };

/**
 * A search text that nearly matches at each position of a long destination: only its last character differs. So the
 * search compares 48 bytes at each position.
 */
const NEAR_MATCH = `${'€'.repeat(15)}₭`;

export const WORKS: readonly Work[] = [
  {
    name: 'visit',
    work: 'visit of a cold code, and the flush of its click',
    times: 250,
    portions: 4,
    load: async (size, portion, times) =>
      clicks(size, times, (n) => codeOf(linkNumberAt(size, portion * times + n)), 302),
    settle: (product) => product.clicksFlushed(),
    goal: 1.1,
  },
  {
    // The read rolls up the clicks of the visits above. With many links, each link's rows are on another database page.
    name: 'folding',
    work: 'first read of statistics after a click on each of a thousand links: it rolls the clicks up',
    times: 1,
    portions: 1,
    load: reads(() => '/v2/stats'),
    goal: GOAL,
    budgetMs: 60,
  },
  {
    name: 'miss',
    work: 'visit of a code that no link has',
    times: 125,
    portions: 4,
    load: async (size, portion, times) => clicks(size, times, (n) => `none-${portion * times + n}`, 404),
    goal: GOAL,
  },
  {
    name: 'create',
    work: 'create',
    times: 75,
    portions: 4,
    load: async ({ product }, portion, times) => {
      const urlOf = (n: number) => `https://www.example.com/grown/${portion}/${n}`;
      const calls = await product.calls(
        times,
        'POST',
        () => '/v2/shorten',
        (n) => ({ url: urlOf(n) }),
      );
      return new Load(product.api, calls, 201);
    },
    goal: GOAL,
  },
  {
    name: 'stats',
    work: 'statistics of a link',
    times: 100,
    portions: 4,
    load: reads((place) => `/v2/stats/${codeOf(place)}`),
    goal: GOAL,
  },
  {
    name: 'list',
    work: 'page of the list',
    times: 50,
    portions: 4,
    load: async ({ product }, _portion, times) => {
      const pages = await pagesOf(product);
      return new Load(product.api, await product.calls(times, 'GET', (n) => pages[n % pages.length] as string), 200);
    },
    goal: GOAL,
  },
  {
    name: 'prefix',
    work: 'search by the beginning of a code',
    times: 12,
    portions: 4,
    load: reads((place) => `/v2/links?limit=10&prefix=${codeOf(place).slice(0, -1)}`),
    goal: GOAL,
  },
  {
    name: 'search',
    work: 'search inside destinations, which reads 400 links at most',
    times: 3,
    portions: 4,
    load: reads((place) => `/v2/links?search=articles/${place}/`),
    goal: GOAL,
  },
  {
    name: 'long-search',
    work: 'search inside the longest destinations, which nearly matches at every position',
    times: 5,
    portions: 2,
    load: longLinkCalls(`/v2/links?limit=100&search=${encodeURIComponent(NEAR_MATCH)}`),
    goal: GOAL,
  },
  {
    name: 'long-status',
    work: 'page by status of links with the longest destinations',
    times: 5,
    portions: 2,
    load: longLinkCalls('/v2/links?limit=100&status=active'),
    goal: GOAL,
  },
];

/** The routes of the first pages of the list. Each contains the cursor that the page before it returned. */
async function pagesOf(product: Product): Promise<string[]> {
  const pages = ['/v2/links?limit=50'];
  while (pages.length < PAGES) {
    const { nextCursor } = await product.read<{ nextCursor: string }>(pages.at(-1) as string);
    pages.push(`/v2/links?limit=50&cursor=${nextCursor}`);
  }
  return pages;
}

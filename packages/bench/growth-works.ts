/** The kinds of work whose cost must not grow with the number of links, a row each. */
import { codeOf } from './links';
import { Load } from './load';
import type { Product } from './product';
import { callText, clickText } from './request';

/** A product whose one account has `links` links. */
export type Size = { readonly links: number; readonly product: Product };

export type Work = {
  readonly name: string;
  readonly work: string;
  /** Requests per round. Every round uses other links. */
  readonly times: number;
  readonly load: (size: Size, round: number, times: number) => Promise<Load>;
  readonly settle?: (product: Product) => Promise<void>;
  /** The greatest ratio to the cost with the fewest links; null for work that is known to grow. */
  readonly goal: number | null;
};

const GOAL = 1.2;
/** The number of pages that the fewest links fill. */
const PAGES = 20;

/**
 * The step of a walk through the links. It is prime, so the walk meets every link once if their number is no multiple
 * of it.
 */
const STRIDE = 7_919;

/** The number of the link at step `n` of the walk. */
const placeOf = ({ links }: Size, n: number): number => (n * STRIDE) % links;

const clicks = (size: Size, times: number, codeAt: (n: number) => string, status: number): Load =>
  new Load(
    size.product.short,
    Array.from({ length: times }, (_, n) => clickText(`/${codeAt(n)}`, n)),
    status,
  );

/** Calls of the API, each about another link of the walk. */
const reads =
  (routeAt: (place: number) => string): Work['load'] =>
  async (size, round, times) => {
    const { product } = size;
    const calls = await product.calls(times, 'GET', (n) => routeAt(placeOf(size, round * times + n)));
    return new Load(product.api, calls, 200);
  };

/** Calls of the account with the longest destinations. It has the same number of links in a product of any size. */
const amongLong =
  (route: string): Work['load'] =>
  async ({ product }, _round, times) => {
    const key = await product.longLinks();
    return new Load(product.api, Array<string>(times).fill(callText(key, 'GET', route)), 200);
  };

/**
 * A search text that differs from every long destination only in its last character, so that each position costs 48
 * compared bytes.
 */
const ALMOST_THERE = `${'€'.repeat(15)}₭`;

export const WORKS: readonly Work[] = [
  {
    name: 'visit',
    work: 'visit of a cold code, and telling the statistics',
    times: 1_000,
    load: async (size, round, times) => clicks(size, times, (n) => codeOf(placeOf(size, round * times + n)), 302),
    settle: (product) => product.clicksTold(),
    goal: GOAL,
  },
  {
    // Folds the clicks of the visits above. With many links, the rows of each link are on a database page of their own.
    name: 'folding',
    work: 'first question after a thousand clicks on as many links, which adds them to their rows',
    times: 1,
    load: reads(() => '/v2/stats'),
    goal: null,
  },
  {
    name: 'miss',
    work: 'visit of a code that no link has',
    times: 500,
    load: async (size, round, times) => clicks(size, times, (n) => `none-${round * times + n}`, 404),
    goal: GOAL,
  },
  {
    name: 'create',
    work: 'create',
    times: 300,
    load: async ({ product }, round, times) => {
      const urlOf = (n: number) => `https://www.example.com/grown/${round}/${n}`;
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
    times: 400,
    load: reads((place) => `/v2/stats/${codeOf(place)}`),
    goal: GOAL,
  },
  {
    name: 'list',
    work: 'page of the list',
    times: 200,
    load: async ({ product }, _round, times) => {
      const pages = await pagesOf(product);
      return new Load(product.api, await product.calls(times, 'GET', (n) => pages[n % pages.length] as string), 200);
    },
    goal: GOAL,
  },
  {
    name: 'prefix',
    work: 'search by the beginning of a code',
    times: 100,
    load: reads((place) => `/v2/links?limit=10&prefix=${codeOf(place).slice(0, -1)}`),
    goal: GOAL,
  },
  {
    name: 'search',
    work: 'search inside destinations, which looks at 400 links at most',
    times: 20,
    load: reads((place) => `/v2/links?search=articles/${place}/`),
    goal: GOAL,
  },
  {
    name: 'long-search',
    work: 'search inside the longest destinations, which begins everywhere and finds nothing',
    times: 10,
    load: amongLong(`/v2/links?limit=100&search=${encodeURIComponent(ALMOST_THERE)}`),
    goal: GOAL,
  },
  {
    name: 'long-status',
    work: 'page by status of links with the longest destinations',
    times: 10,
    load: amongLong('/v2/links?limit=100&status=active'),
    goal: GOAL,
  },
];

/** The routes of the first pages of the list, each with the cursor of the page before. */
async function pagesOf(product: Product): Promise<string[]> {
  const pages = ['/v2/links?limit=50'];
  while (pages.length < PAGES) {
    const { nextCursor } = await product.read<{ nextCursor: string }>(pages.at(-1) as string);
    pages.push(`/v2/links?limit=50&cursor=${nextCursor}`);
  }
  return pages;
}

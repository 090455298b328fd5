/** The works whose cost must not grow with the number of links: a row each. */
import { codeOf } from './links';
import { Load } from './load';
import type { Product } from './product';
import { callText, clickText } from './request';

/** A product with so many links, of one account. */
export type Size = { readonly links: number; readonly product: Product };

export type Work = {
  readonly name: string;
  readonly work: string;
  /** How often in a round; in each another part of the links. */
  readonly times: number;
  readonly load: (size: Size, round: number, times: number) => Promise<Load>;
  readonly settle?: (product: Product) => Promise<void>;
  /** How much dearer than with the fewest links; null where it is known to grow. */
  readonly goal: number | null;
};

const GOAL = 1.2;
/** As many as the fewest links fill. */
const PAGES = 20;

/** Walks through all links in steps that meet each once, wherever their number is no multiple of it. */
const STRIDE = 7_919;

/** The n-th place of a walk through the links. */
const placeOf = ({ links }: Size, n: number): number => (n * STRIDE) % links;

const clicks = (size: Size, times: number, codeAt: (n: number) => string, status: number): Load =>
  new Load(
    size.product.short,
    Array.from({ length: times }, (_, n) => clickText(`/${codeAt(n)}`, n)),
    status,
  );

/** Calls of the API, each asking for what another place of the walk decides. */
const reads =
  (routeAt: (place: number) => string): Work['load'] =>
  async (size, round, times) => {
    const { product } = size;
    const calls = await product.calls(times, 'GET', (n) => routeAt(placeOf(size, round * times + n)));
    return new Load(product.api, calls, 200);
  };

/** Calls of the account with the longest destinations, as many of them in a product of any size. */
const amongLong =
  (route: string): Work['load'] =>
  async ({ product }, _round, times) => {
    const key = await product.longLinks();
    return new Load(product.api, Array<string>(times).fill(callText(key, 'GET', route)), 200);
  };

/** Differs from what stands in every long destination in its last character alone: 48 bytes are compared at each. */
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
    // Of those visits: each link's rows stand on pages of their own once there are many.
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

/** The first pages of the list, each found by the cursor of the one before. */
async function pagesOf(product: Product): Promise<string[]> {
  const pages = ['/v2/links?limit=50'];
  while (pages.length < PAGES) {
    const { nextCursor } = await product.read<{ nextCursor: string }>(pages.at(-1) as string);
    pages.push(`/v2/links?limit=50&cursor=${nextCursor}`);
  }
  return pages;
}

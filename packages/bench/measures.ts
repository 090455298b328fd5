/** The kinds of work that `npm run bench` measures, each with its floor. */
import { type Comparison, inTurn } from './comparison';
import type { FloorName } from './floors/worker';
import { Load, type Request } from './load';
import type { Product } from './product';
import { BATCH, call, clicks, LIMITED_LINKS, LINKS, type Service } from './service';
import type { Target } from './target';

/** One side of a comparison. */
type Side = {
  readonly target: Target;
  readonly load: Load;
  /** Units of work in a request; one by default. */
  readonly units?: number;
  /** Makes the target do the work that it has put off. */
  readonly settle?: () => Promise<void>;
};

type Measure = {
  readonly name: string;
  readonly work: string;
  /** The words for the floor. */
  readonly floor: string;
  readonly product: (product: Product) => Side;
  readonly against: (floors: Target, product: Product) => Side;
};

type Requests = (service: Service) => readonly Request[];

/**
 * The highest rate of visits. In a second an isolate can buffer this number of clicks. It would drop further clicks,
 * and a dropped click costs nothing. At this rate each of 10,000 codes is visited less than once a second.
 */
const PER_SECOND = 8_000;

const api =
  (requests: Requests, status: number, units = 1): Measure['product'] =>
  ({ target, service }) => ({ target, load: new Load(service.apiPort, requests(service), status), units });

const floor =
  (name: FloorName, requests: Requests, status: number, perSecond?: number): Measure['against'] =>
  (target, { service }) => ({ target, load: new Load(target.port(name), requests(service), status, perSecond) });

/** Visits of `count` links in turn, from number `first` on. */
const visits = (first: number, count: number, name: FloorName): Pick<Measure, 'product' | 'against'> => ({
  product: ({ target, service }) => ({
    target,
    load: new Load(service.shortPort, clicks(first, count), 302, PER_SECOND),
    settle: () => service.countClicks(),
  }),
  against: floor(name, () => clicks(first, count), 302, PER_SECOND),
});

const madeUrl = (n: number): string => `https://www.example.com/made/${n}`;

const creations: Requests = ({ calls }) => calls(2_000, (n) => ['POST', '/v2/shorten', { url: madeUrl(n) }]);

const batches: Requests = ({ calls }) =>
  calls(200, (n) => {
    const urls = Array.from({ length: BATCH }, (_, place) => ({ url: madeUrl(n * BATCH + place) }));
    return ['POST', '/v2/shorten/batch', { urls }];
  });

/** A well-formed key with a wrong checksum. Of the keys that the worker refuses without a call it costs the most. */
const MISTYPED_KEY = `sl_${'0'.repeat(50)}`;
const refused: Requests = () => [call(MISTYPED_KEY, 'POST', '/v2/shorten', { url: madeUrl(0) })];

export const MEASURES: readonly Measure[] = [
  {
    name: 'visit-cold',
    work: 'a visit, 10,000 codes each at most once a second',
    floor: 'KV read, analytics point, 302',
    ...visits(0, LINKS, 'visit'),
  },
  {
    name: 'visit-hot',
    work: 'a visit, one code',
    floor: 'memory, analytics point, 302',
    ...visits(0, 1, 'visit-cached'),
  },
  {
    name: 'visit-limited',
    work: 'a visit of a limited link',
    floor: 'memory, exact object call, analytics point, 302',
    ...visits(LINKS, LIMITED_LINKS, 'visit-cached'),
  },
  {
    name: 'create',
    work: 'a creation, authentication included',
    floor: 'object call, D1 insert, KV put, 201',
    product: api(creations, 201),
    against: floor('create', creations, 201),
  },
  {
    name: 'batch',
    work: `a link in a batch of ${BATCH}`,
    floor: 'a link created alone, by the product',
    product: api(batches, 200, BATCH),
    against: (_floors, product) => api(creations, 201)(product),
  },
  {
    name: 'refusal',
    work: 'the refusal of a malformed key',
    floor: 'constant 401',
    product: api(refused, 401),
    against: floor('refusal', refused, 401),
  },
];

/** Microseconds of workerd's processor time for a unit of work, with what it puts off. */
async function measureCost({ target, load, units = 1, settle }: Side, seconds: number): Promise<number> {
  const before = target.micros();
  const { responses } = await load.closedLoop(seconds);
  await settle?.();
  return (target.micros() - before) / (responses * units);
}

/** Compares the processor time of two sides. A first round of each, which does not count, compiles what runs often. */
export async function compareCosts(
  work: string,
  [product, other]: readonly [Side, Side],
  against: string,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Comparison> {
  const cost = (side: Side) => () => measureCost(side, seconds);
  await inTurn(1, cost(product), cost(other));
  return { work, unit: 'µs', against, pairs: await inTurn(rounds, cost(product), cost(other)) };
}

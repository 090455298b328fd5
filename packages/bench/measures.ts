/** The kinds of work that `npm run bench` measures, each with its floor. */
import { type Comparison, inTurn, type Settings } from './comparison';
import type { FloorName } from './floors/worker';
import { makeLoad, type Request } from './load';
import { type Product, ROOT, startFloors, startProduct } from './product';
import { BATCH, call, clicks, LIMITED_LINKS, LINKS, type Service } from './service';

/** Requests that are sent in turn, and the status of every response. */
type Work = {
  readonly requests: (service: Service) => readonly Request[];
  readonly status: 200 | 201 | 302 | 401;
  /** Units of work in a request; one by default. */
  readonly units?: number;
};

type Measure = {
  readonly name: string;
  readonly work: string;
  readonly load: Work;
  /** The worker that does the same, or other work of the product. */
  readonly floor: FloorName | Work;
  readonly against: string;
};

/**
 * The highest rate of visits. In a second an isolate can buffer this number of clicks. It would drop further clicks,
 * and a dropped click costs nothing. At this rate each of 10,000 codes is visited less than once a second.
 */
const VISITS_A_SECOND = 8_000;
const VISITED = 302;

/** Visits of `count` links in turn, from number `first` on. */
const visits = (first: number, count: number): Work => ({ requests: () => clicks(first, count), status: VISITED });

const madeUrl = (n: number): string => `https://www.example.com/made/${n}`;

const creations: Work = {
  requests: ({ calls }) => calls(2_000, (n) => ['POST', '/v2/shorten', { url: madeUrl(n) }]),
  status: 201,
};

const batches: Work = {
  requests: ({ calls }) =>
    calls(200, (n) => {
      const urls = Array.from({ length: BATCH }, (_, place) => ({ url: madeUrl(n * BATCH + place) }));
      return ['POST', '/v2/shorten/batch', { urls }];
    }),
  status: 200,
  units: BATCH,
};

/** A well-formed key with a wrong checksum. Of the keys that the worker refuses without a call it costs the most. */
const MISTYPED_KEY = `sl_${'0'.repeat(50)}`;
const refusals: Work = {
  requests: () => [call(MISTYPED_KEY, 'POST', '/v2/shorten', { url: madeUrl(0) })],
  status: 401,
};

export const MEASURES: readonly Measure[] = [
  {
    name: 'visit-cold',
    work: 'a visit, 10,000 codes each at most once a second',
    load: visits(0, LINKS),
    floor: 'visit',
    against: 'KV read, analytics point, 302',
  },
  {
    name: 'visit-hot',
    work: 'a visit, one code',
    load: visits(0, 1),
    floor: 'visit-cached',
    against: 'memory, analytics point, 302',
  },
  {
    name: 'visit-limited',
    work: 'a visit of a limited link',
    load: visits(LINKS, LIMITED_LINKS),
    floor: 'visit-cached',
    against: 'memory, exact object call, analytics point, 302',
  },
  {
    name: 'create',
    work: 'a creation, authentication included',
    load: creations,
    floor: 'create',
    against: 'object call, D1 insert, KV put, 201',
  },
  {
    name: 'batch',
    work: `a link in a batch of ${BATCH}`,
    load: batches,
    floor: creations,
    against: 'a link created alone, by the product',
  },
  {
    name: 'refusal',
    work: 'the refusal of a malformed key',
    load: refusals,
    floor: 'refusal',
    against: 'constant 401',
  },
];

/**
 * Compares the processor time of measures with that of their floors, or of the same work of the checkout `other`. A
 * first round of each, which does not count, compiles what runs often.
 */
export async function compareCosts(
  measures: readonly Measure[],
  other: string | undefined,
  { rounds, seconds }: Settings,
): Promise<Comparison[]> {
  const product = await startProduct(ROOT);
  const floors = other === undefined ? await startFloors() : undefined;
  const former = other === undefined ? product : await startProduct(other);
  const prepareOther = ({ load, floor }: Measure) => {
    if (floors === undefined) return prepareCost(former, load, seconds);
    if (typeof floor !== 'string') return prepareCost(product, floor, seconds);
    return prepareCost({ ...product, target: floors }, load, seconds, floors.port(floor));
  };
  const comparisons: Comparison[] = [];
  for (const measure of measures) {
    const { name, work, load, against } = measure;
    console.error(name);
    const sides = [prepareCost(product, load, seconds), prepareOther(measure)] as const;
    await inTurn(1, ...sides);
    comparisons.push({ work, unit: 'µs', against, pairs: await inTurn(rounds, ...sides) });
  }
  return comparisons;
}

/**
 * Visits go to the short host, which puts off the counting of their clicks. A floor puts off nothing.
 * @param floor the port of a floor
 * @returns a function that measures microseconds of workerd's processor time for a unit of work, with what is put off
 */
function prepareCost(
  { target, service }: Product,
  { requests, status, units = 1 }: Work,
  seconds: number,
  floor?: number,
) {
  const isVisit = status === VISITED;
  const port = floor ?? (isVisit ? service.shortPort : service.apiPort);
  const load = makeLoad(port, requests(service), status, isVisit ? VISITS_A_SECOND : undefined);
  return async (): Promise<number> => {
    const before = target.micros();
    const { responses } = await load.closedLoop(seconds);
    if (isVisit && floor === undefined) await service.countClicks();
    return (target.micros() - before) / (responses * units);
  };
}

/** All measures of `npm run bench`. Each row names the work, the floor and the goal. */
import { costMeasure } from './cost';
import { latencyMeasure } from './latency';
import { Load } from './load';
import type { Measure } from './measure';
import { API_CONFIG, LIMITED_LINKS, LINKS, type Product, REDIRECT_CONFIG } from './product';
import { callText } from './request';
import { codeOf } from './sample-links';
import { startMeasure } from './start';

/** The links that a measure visits in turn: the first, their number, and the highest rate. */
type Links = readonly [first: number, count: number, perSecond?: number];

/**
 * The highest rate of visits. In a second an isolate can buffer this number of clicks. It would drop further clicks,
 * and a dropped click costs nothing. At this rate each of 10,000 codes is visited less than once a second.
 */
const PER_SECOND = 8_000;
const COLD: Links = [0, LINKS, PER_SECOND];
const HOT: Links = [0, 1, PER_SECOND];
const LIMITED: Links = [LINKS, LIMITED_LINKS];

/** Requests for the QR codes of a thousand links. */
async function qrCalls(product: Product, format: 'svg' | 'png'): Promise<string[]> {
  await product.links();
  return product.calls(1_000, 'GET', (n) => `/v2/qr/${codeOf(n)}?format=${format}`);
}

const qrMeasure = (format: 'svg' | 'png', goal: number): Measure =>
  costMeasure({
    name: `qr-${format}`,
    work: `QR code as ${format.toUpperCase()}`,
    floor: "object call, D1 read, qrcode-svg's modules computed once",
    goal,
    subject: async (product) => ({
      target: product.target,
      load: new Load(product.api, await qrCalls(product, format), 200),
    }),
    against: async (floors, product) => ({
      target: floors.target,
      load: await floors.reads('qr', await qrCalls(product, format)),
    }),
  });

/** A well-formed key with a wrong checksum. Of the keys that the worker refuses without a call it costs the most. */
const MISTYPED_KEY = `sl_${'0'.repeat(50)}`;
const REFUSED = [callText(MISTYPED_KEY, 'POST', '/v2/shorten', { url: 'https://www.example.com/' })];

const clicks = async (product: Product, which: Links) => ({
  target: product.target,
  load: await product.visits(...which),
  settle: () => product.countClicks(),
});

const madeUrl = (n: number): string => `https://www.example.com/made/${n}`;

const creates = (product: Product) =>
  product.calls(
    2_000,
    'POST',
    () => '/v2/shorten',
    (n) => ({ url: madeUrl(n) }),
  );

const created = async (product: Product) => ({
  target: product.target,
  load: new Load(product.api, await creates(product), 201),
});

/** The greatest number of items in a batch (specification 7.2). */
const BATCH = 50;

const batches = (product: Product) =>
  product.calls(
    200,
    'POST',
    () => '/v2/shorten/batch',
    (n) => ({ urls: Array.from({ length: BATCH }, (_, place) => ({ url: madeUrl(n * BATCH + place) })) }),
  );

export const MEASURES: readonly Measure[] = [
  costMeasure({
    name: 'visit-cold',
    work: 'visit, 10,000 codes each at most once a second',
    floor: 'KV read, analytics point, 302',
    goal: 1.15,
    subject: (product) => clicks(product, COLD),
    against: async (floors) => ({ target: floors.target, load: await floors.visits('visit', ...COLD) }),
  }),
  costMeasure({
    name: 'visit-hot',
    work: 'visit, hot code',
    floor: 'memory, analytics point, 302',
    goal: 1.1,
    subject: (product) => clicks(product, HOT),
    against: async (floors) => ({ target: floors.target, load: await floors.visits('visit-cached', ...HOT) }),
  }),
  costMeasure({
    name: 'visit-limited',
    work: 'visit, limited link',
    floor: 'memory, exact object call, analytics point, 302',
    goal: 1.05,
    subject: (product) => clicks(product, LIMITED),
    against: async (floors) => ({ target: floors.target, load: await floors.visits('visit-limited', ...LIMITED) }),
  }),
  costMeasure({
    name: 'create',
    work: 'create, authentication included',
    floor: 'object call, D1 insert, KV put, 201',
    goal: 1.2,
    subject: created,
    against: async (floors, product) => ({
      target: floors.target,
      load: floors.load('create', await creates(product), 201),
    }),
  }),
  costMeasure({
    name: 'batch',
    work: `link in a batch of ${BATCH}`,
    floor: 'link created alone',
    goal: 0.25,
    subject: async (product) => ({
      target: product.target,
      load: new Load(product.api, await batches(product), 200),
      units: BATCH,
    }),
    against: (_floors, product) => created(product),
  }),
  costMeasure({
    name: 'refusal',
    work: 'refusal of a malformed key',
    floor: 'constant 401',
    goal: 1.2,
    subject: async (product) => ({ target: product.target, load: new Load(product.api, REFUSED, 401) }),
    against: async (floors) => ({ target: floors.target, load: floors.load('refusal', REFUSED, 401) }),
  }),
  qrMeasure('svg', 1.5),
  qrMeasure('png', 2),
  latencyMeasure({
    name: 'latency-cold',
    work: 'visit at 400 a second, 10,000 codes',
    floor: 'constant 302',
    goals: { p50: 2.5, p99: 6 },
    subject: (product) => clicks(product, COLD),
    against: async (floors) => ({ target: floors.target, load: await floors.visits('redirect', ...COLD) }),
  }),
  latencyMeasure({
    name: 'latency-hot',
    work: 'visit at 400 a second, hot code',
    floor: 'constant 302',
    goals: { p50: 2.5, p99: 6 },
    subject: (product) => clicks(product, HOT),
    against: async (floors) => ({ target: floors.target, load: await floors.visits('redirect', ...HOT) }),
  }),
  startMeasure({
    name: 'start-redirect',
    work: 'start of the redirect worker until its first response',
    config: REDIRECT_CONFIG,
    path: '/.health',
    goal: 1.3,
  }),
  startMeasure({
    name: 'start-api',
    work: 'start of the API worker until its first response',
    config: API_CONFIG,
    path: '/health',
    goal: 1.6,
  }),
];

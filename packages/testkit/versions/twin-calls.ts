/**
 * A series of calls with keys that a former version has made: every operation of its API for keys, and its refusals.
 * Each call is sent to two pairs of workers, so it names links by aliases, and keys by their roles.
 */

/** The keys of the series. `free` and `other` are of accounts of their own, and `ended` is the older text of a key. */
export type Role = 'pro' | 'hobby' | 'free' | 'other' | 'ended' | 'inactive' | 'revoked' | 'suspended' | 'none';

export type TwinCall = {
  readonly as: Role;
  readonly method: string;
  /** The address below /v2. `CURSOR` stands for the last `nextCursor` of the pair. */
  readonly route: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

const url = 'https://example.com/a?b=ü';

/** The aliases that the former version has taken, by the state of their links. */
export const MADE = {
  plain: 'same-plain',
  limited: 'same-limited',
  protected: 'same-protected',
  deleted: 'same-deleted',
  reused: 'same-reused',
  other: 'same-other',
} as const;

const call = (as: Role, method: string, route: string, body?: unknown, headers?: TwinCall['headers']): TwinCall => ({
  as,
  method,
  route,
  ...(body !== undefined && { body }),
  ...(headers !== undefined && { headers }),
});
const get = (route: string, headers?: TwinCall['headers']) => call('pro', 'GET', route, undefined, headers);
const post = (route: string, body: unknown, headers?: TwinCall['headers']) => call('pro', 'POST', route, body, headers);
const once = { 'Idempotency-Key': 'once' };
/** Links of one batch are made in one millisecond, and lists then order them by their codes. */
const BOTH = [
  { url, alias: 'same-first' },
  { url, alias: 'same-second', maxClicks: 3 },
];
const everything = { alias: 'same-all', expiresIn: 3_600, maxClicks: 7, password: 'open sesame' };

const CREATIONS: readonly TwinCall[] = [
  post('/shorten', { url }),
  post('/shorten', { url, ...everything }),
  post('/shorten', { url, alias: null, unknown: 1 }),
  post('/shorten', { url }, once),
  post('/shorten', { url }, once),
  post('/shorten', { url: 'https://example.com/other' }, once),
  post('/shorten', { url }, { 'Idempotency-Key': 'x'.repeat(256) }),
  post('/shorten', { url, alias: MADE.plain }),
  post('/shorten', { url, alias: MADE.reused }),
  post('/shorten', { url, alias: MADE.other }),
  post('/shorten', { url, alias: 'login' }),
  post('/shorten', { url, alias: 'a' }),
  post('/shorten', { url, alias: 'ä ö' }),
  post('/shorten', { url, expiresIn: 1 }),
  post('/shorten', { url, maxClicks: 0 }),
  post('/shorten', { url, password: 'abc' }),
  post('/shorten', { url, shortCode: 'abc' }),
  post('/shorten', { url: 'nonsense' }),
  post('/shorten', {}),
  post('/shorten', []),
  post('/shorten', { url }, { 'Content-Type': 'text/plain' }),
  post('/shorten/batch', { urls: [{ url }, { url: 'nonsense' }, { url, alias: 'a' }] }),
  post('/shorten/batch?atomic=true', { urls: [{ url }, { url: 'nonsense' }] }),
  post('/shorten/batch?atomic=true', { urls: BOTH }, { 'Idempotency-Key': 'both' }),
  post('/shorten/batch?atomic=true', { urls: BOTH }, { 'Idempotency-Key': 'both' }),
  post('/shorten/batch?atomic=perhaps', { urls: [{ url }] }),
  post('/shorten/batch', { urls: [] }),
  call('free', 'POST', '/shorten', { url }),
  call('free', 'POST', '/shorten', { url, alias: 'same-free' }),
  call('hobby', 'POST', '/shorten', { url, alias: 'same-hobby', maxClicks: 2 }),
  call('hobby', 'POST', '/shorten', { url, password: 'open sesame' }),
  call('hobby', 'POST', '/shorten/batch', { urls: [{ url, password: 'open sesame' }] }),
];

const LINKS: readonly TwinCall[] = [
  get('/links?limit=2'),
  get('/links?limit=2&cursor=CURSOR'),
  get('/links?status=active&limit=1000'),
  get('/links?status=expired'),
  get('/links?prefix=same-'),
  get('/links?prefix=same-&limit=1'),
  get('/links?prefix=same-&limit=1&cursor=CURSOR'),
  get('/links?search=EXAMPLE'),
  get('/links?limit=0'),
  get('/links?status=dead'),
  get('/links?cursor=nonsense'),
  get('/links?unknown=1'),
  call('other', 'GET', '/links'),
  ...Object.values(MADE).map((alias) => get(`/links/${alias.toUpperCase()}`)),
  get('/links/same-nothing'),
  get('/links/-%20-'),
  call('pro', 'HEAD', `/links/${MADE.plain}`),
  call('pro', 'PATCH', `/links/${MADE.plain}`, { url: 'https://example.com/edited', expiresIn: 7_200 }),
  call('pro', 'PATCH', `/links/${MADE.plain}`, { expiresIn: null, maxClicks: 9, password: 'closed' }),
  call('pro', 'PATCH', `/links/${MADE.plain}`, {}),
  call('pro', 'PATCH', `/links/${MADE.plain}`, { unknown: 1 }),
  call('pro', 'PATCH', `/links/${MADE.plain}`, { alias: 'same-else' }),
  call('pro', 'PATCH', `/links/${MADE.plain}`, { url: 5 }),
  call('pro', 'PATCH', `/links/${MADE.deleted}`, { url }),
  call('pro', 'PATCH', `/links/${MADE.other}`, { url }),
  call('pro', 'PATCH', '/links/same-nothing', { url }),
  call('pro', 'DELETE', `/links/${MADE.limited}`),
  call('pro', 'DELETE', `/links/${MADE.limited}`),
  call('pro', 'DELETE', `/links/${MADE.other}`),
  call('pro', 'DELETE', '/links/same-nothing'),
];

const READINGS: readonly TwinCall[] = [
  get(`/stats/${MADE.plain}`),
  get(`/stats/${MADE.plain}?groupBy=day,country,browser&from=2026-01-01&timezone=Europe/Berlin`),
  get(`/stats/${MADE.plain}?groupBy=day`, { Accept: 'text/csv' }),
  get(`/stats/${MADE.plain}?groupBy=colour`),
  get(`/stats/${MADE.plain}?unknown=1`),
  get(`/stats/${MADE.deleted}`),
  get(`/stats/${MADE.other}`),
  get('/stats/same-nothing'),
  get('/stats'),
  get('/stats?groupBy=day,referrer&limit=3'),
  get('/stats?groupBy=day', { Accept: 'text/csv' }),
  get('/stats?limit=0'),
  get(`/qr/${MADE.plain}`),
  get(`/qr/${MADE.plain}?format=svg&size=200`),
  get(`/qr/${MADE.plain}?size=5`),
  get(`/qr/${MADE.plain}?unknown=1`),
  get('/qr/same-nothing'),
  get('/usage'),
  call('hobby', 'GET', '/usage'),
  get('/usage', { Origin: 'https://app.example.com' }),
];

const REFUSALS: readonly TwinCall[] = [
  ...(['ended', 'inactive', 'revoked', 'suspended', 'none'] as const).flatMap((as) => [
    call(as, 'GET', '/usage'),
    call(as, 'POST', '/shorten', { url }),
  ]),
  get('/nothing'),
  get('/usage/'),
  call('pro', 'PUT', '/shorten', { url }),
  call('pro', 'OPTIONS', '/shorten'),
  ...Array.from({ length: 60 }, () => call('free', 'GET', '/usage')),
];

export const TWIN_CALLS: readonly TwinCall[] = [...CREATIONS, ...LINKS, ...READINGS, ...REFUSALS];

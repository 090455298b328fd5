/** Requests of every kind for the API, good and bad, as fast-check arbitraries. */
import fc from 'fast-check';

export type FuzzedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
};

const ALIAS_CHARACTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'];
const DIGITS = [...'0123456789'];

const goodUrl = fc.oneof(
  fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true, withFragments: true }),
  fc.tuple(fc.webPath(), fc.string({ unit: 'grapheme', maxLength: 20 })).map(([path, rest]) => {
    return `  https://fuzz.example.com${path}?${rest.replace(/[\p{C}\s]/gu, '')} `;
  }),
);

/** Mostly digits, so that no reserved word is met by chance. */
const goodAlias = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 16, maxLength: 16 }),
    fc.string({ unit: fc.constantFrom(...ALIAS_CHARACTERS), maxLength: 3 }),
  )
  .map(([digits, end]) => digits + end);

const goodOptions = fc.record(
  {
    alias: fc.option(goodAlias),
    expiresIn: fc.option(fc.integer({ min: 60, max: 315_360_000 })),
    maxClicks: fc.option(fc.integer({ min: 1, max: 1_000_000_000 })),
    unknown: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const goodBody = fc.tuple(goodUrl, goodOptions).map(([url, options]): Record<string, unknown> => ({ url, ...options }));

const FIELDS = ['url', 'alias', 'expiresIn', 'maxClicks', 'password', 'shortCode', 'expiresAt', '__proto__', 'x'];

const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.constantFrom(
    'javascript:alert(1)',
    'https://',
    'http://[::1]/',
    'https://a@b.example',
    '//x.example',
    Number.POSITIVE_INFINITY,
    -0,
  ),
  fc.double(),
  fc.maxSafeInteger(),
);

/** A good body, one field of which became something else. */
const spoiltBody = fc
  .tuple(goodBody, fc.constantFrom(...FIELDS), anyValue)
  .map(([body, name, value]) => ({ ...body, [name]: value }));

const anyBody = fc.oneof(
  { weight: 4, arbitrary: spoiltBody.map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) as fc.Arbitrary<Uint8Array<ArrayBuffer>> },
  { weight: 1, arbitrary: fc.constantFrom(null, '', '{', '[]', '{"url":', '\ufeff{}', '{"url":1e999}') },
);

const text = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 300,
});

const anyHeaders = fc.dictionary(
  fc.constantFrom(
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Accept',
    'Accept-Language',
    'Content-Encoding',
    'CF-Connecting-IP',
    'X-Forwarded-Proto',
    'X-HTTP-Method-Override',
    'Cookie',
    'Origin',
  ),
  fc.oneof(text, fc.constantFrom('', 'gzip', 'application/json;', 'Bearer ', 'text/html', '*/*', 'null', '::1')),
  { maxKeys: 3 },
);

const ROUTES = [
  '/v2/shorten',
  '/v2/shorten/',
  '/V2/shorten',
  '/v2/links/abc',
  '/v2/links/',
  '/shorten',
  '/health',
  '/',
];
const segment = fc.oneof(
  fc.webSegment(),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom('%', '%00', '%ff', '%2e%2e', '..', '%2F', '*', ':shortCode', 'v2', 'links', 'shorten', 'constructor'),
);
const anyPath = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...ROUTES) },
      { weight: 1, arbitrary: fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`) },
    ),
    fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((query) => `?${query}`),
      fc.constantFrom('?%', '?__proto__=1'),
    ),
  )
  .map(([path, query]) => path + query)
  .filter((path) => URL.canParse(`https://api.example.com${path}`));

const METHODS = ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A request of a key: most are as they should be but for one thing. */
export const fuzzedRequest = (key: fc.Arbitrary<string>): fc.Arbitrary<FuzzedRequest> => {
  const usual = key.map((one) => ({ Authorization: `Bearer ${one}`, 'Content-Type': 'application/json' }));
  const shorten = { method: fc.constant('POST'), path: fc.constant('/v2/shorten') };
  const good = goodBody.map((body) => JSON.stringify(body));
  const withHeaders = fc.tuple(usual, anyHeaders).map(([headers, more]) => ({ ...headers, ...more }));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ ...shorten, headers: usual, body: good }) },
    { weight: 4, arbitrary: fc.record({ ...shorten, headers: usual, body: anyBody }) },
    { weight: 2, arbitrary: fc.record({ ...shorten, headers: withHeaders, body: good }) },
    {
      weight: 2,
      arbitrary: fc
        .record({ method: fc.constantFrom(...METHODS), path: anyPath, headers: withHeaders, body: anyBody })
        .map((one) => (one.method === 'GET' || one.method === 'HEAD' ? { ...one, body: null } : one)),
    },
  );
};

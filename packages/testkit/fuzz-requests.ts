/** Valid and invalid requests of every kind for the API, as fast-check arbitraries. */
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

/** An alias of mostly digits, so that it is never a reserved alias. */
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

/** A valid edit. Passwords are rare, because the hash of each takes a tenth of a second. */
const goodEdit = fc
  .record(
    {
      url: goodUrl,
      expiresIn: fc.option(fc.integer({ min: 60, max: 315_360_000 })),
      maxClicks: fc.option(fc.integer({ min: 1, max: 1_000_000_000 })),
      password: fc.option(fc.string({ unit: 'grapheme', minLength: 4, maxLength: 20 }), { freq: 1 }),
      unknown: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .map((edit): Record<string, unknown> => ({ expiresIn: null, ...edit }));

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

/** A valid body with one field replaced by any value. */
const spoilt = (good: fc.Arbitrary<Record<string, unknown>>) =>
  fc.tuple(good, fc.constantFrom(...FIELDS), anyValue).map(([body, name, value]) => ({ ...body, [name]: value }));

const anyBody = fc.oneof(
  { weight: 3, arbitrary: spoilt(goodBody).map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: spoilt(goodEdit).map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) as fc.Arbitrary<Uint8Array<ArrayBuffer>> },
  { weight: 1, arbitrary: fc.constantFrom(null, '', '{', '[]', '{"url":', '\ufeff{}', '{"url":1e999}') },
);

/** The body of a batch with mostly valid items. */
const batchBody = fc
  .oneof(
    {
      weight: 8,
      arbitrary: fc.array(
        fc.oneof(
          { weight: 6, arbitrary: goodBody },
          { weight: 2, arbitrary: spoilt(goodBody) },
          { weight: 1, arbitrary: fc.jsonValue() },
        ),
        { maxLength: 60 },
      ),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  .map((urls) => JSON.stringify({ urls }));

const batchPath = fc
  .constantFrom('', '', '', '?atomic=false', '?atomic=true', '?atomic=', '?atomic=true&atomic=true', '?x=1')
  .map((query) => `/v2/shorten/batch${query}`);

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
  '/v2/shorten/batch',
  '/v2/shorten/batch/',
  '/V2/shorten',
  '/v2/links',
  '/v2/links/abc',
  '/v2/links/',
  '/v2/usage',
  '/v2/qr/abc',
  '/shorten',
  '/health',
  '/health/ready',
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

const PARAMETERS = ['cursor', 'limit', 'status', 'prefix', 'search', 'x', '__proto__'];

const listQuery = fc
  .record(
    {
      limit: fc.integer({ min: 1, max: 100 }).map(String),
      status: fc.constantFrom('active', 'expired'),
      prefix: fc.string({ unit: fc.constantFrom(...ALIAS_CHARACTERS), minLength: 4, maxLength: 6 }),
      search: fc.string({ unit: 'grapheme', maxLength: 8 }),
    },
    { requiredKeys: [] },
  )
  .map((query): Record<string, string> => query);

const spoiltQuery = fc
  .tuple(listQuery, fc.constantFrom(...PARAMETERS), fc.string({ unit: 'binary', maxLength: 120 }))
  .map(([query, name, value]) => ({ ...query, [name]: value }));

/** The path of a list of links, with a valid or an invalid query. */
const listPath = fc
  .oneof(listQuery, spoiltQuery)
  // UTF-8 cannot encode a lone surrogate.
  .map((query) => `/v2/links?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, v.toWellFormed()]))}`);

const METHODS = ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A caller: its key, and the code of one of its links. */
export type Caller = { readonly key: string; readonly code: string };

const makeHeaders = ({ key }: Caller) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' });

const asText = (body: fc.Arbitrary<Record<string, unknown>>) => body.map((fields) => JSON.stringify(fields));

/** A request of a caller. Most have no more than one invalid part. */
export const fuzzedRequest = (caller: fc.Arbitrary<Caller>): fc.Arbitrary<FuzzedRequest> => {
  const usual = caller.map(makeHeaders);
  const shorten = { method: fc.constant('POST'), path: fc.constant('/v2/shorten') };
  const good = asText(goodBody);
  const withHeaders = fc.tuple(usual, anyHeaders).map(([headers, more]) => ({ ...headers, ...more }));
  const edit = fc
    .tuple(caller, fc.oneof(asText(goodEdit), asText(goodEdit), anyBody))
    .map(([one, body]) => ({ method: 'PATCH', path: `/v2/links/${one.code}`, headers: makeHeaders(one), body }));
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ ...shorten, headers: usual, body: good }) },
    { weight: 4, arbitrary: fc.record({ ...shorten, headers: usual, body: anyBody }) },
    { weight: 2, arbitrary: fc.record({ ...shorten, headers: withHeaders, body: good }) },
    { weight: 2, arbitrary: edit },
    {
      weight: 2,
      arbitrary: fc.record({ method: fc.constant('GET'), path: listPath, headers: usual, body: fc.constant(null) }),
    },
    { weight: 2, arbitrary: fc.record({ ...shorten, path: batchPath, headers: usual, body: batchBody }) },
    { weight: 1, arbitrary: fc.record({ ...shorten, path: batchPath, headers: withHeaders, body: batchBody }) },
    {
      weight: 2,
      arbitrary: fc
        .record({ method: fc.constantFrom(...METHODS), path: anyPath, headers: withHeaders, body: anyBody })
        .map((one) => (one.method === 'GET' || one.method === 'HEAD' ? { ...one, body: null } : one)),
    },
  );
};

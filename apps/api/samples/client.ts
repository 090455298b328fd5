/** Writes requests for JavaScript, with the client of packages/client. */
import { JAVASCRIPT, literal, pictureFile, type SampleRequest } from './request';

type Value = string | number | boolean | readonly string[];

/** The parts of a request, as the methods of the client take them. */
type Call = {
  /** The parameter of the path, as a literal. */
  readonly param: string;
  /** The query, as a literal; empty if there is none. */
  readonly query: string;
  readonly body: unknown;
  /** The id of `upsert`, which is sent in the query. */
  readonly externalId: Value;
  /** `ifExists`, `atomic` and the Idempotency-Key, as a literal; empty if there are none. */
  readonly options: string;
  readonly wantsCsv: boolean;
  /** The name of the file for a picture. */
  readonly file: string;
};

const written = (value: unknown): string => literal(value, JAVASCRIPT);
const args = (...all: readonly string[]): string => all.filter((one) => one !== '').join(', ');

/** The statements for each endpoint, by its method and path. */
const STATEMENTS: Record<string, (call: Call) => readonly string[]> = {
  'POST /v2/shorten': ({ body, options }) => [
    `const link = await swiftlet.shorten(${args(written(body), options)});`,
    'console.log(link.shortUrl);',
  ],
  'POST /v2/shorten/batch': ({ body, options }) => [
    `const batch = await swiftlet.shortenBatch(${args(written((body as { urls: unknown }).urls), options)});`,
    'for (const result of batch.results) {',
    '  console.log(result.success ? result.shortUrl : result.message);',
    '}',
  ],
  'GET /v2/links': ({ query }) => [
    `for await (const link of swiftlet.links(${query})) {`,
    '  console.log(link.shortUrl, link.url);',
    '}',
  ],
  'PUT /v2/links': ({ externalId, body }) => [
    `const link = await swiftlet.upsert(${args(written(externalId), written(body))});`,
    'console.log(link.shortUrl);',
  ],
  'POST /v2/links/bulk': ({ body, options }) => [
    `const { results } = await swiftlet.bulk(${args(written(body), options)});`,
    'for (const result of results) {',
    '  if (!result.success) console.error(result.shortCode, result.message);',
    '}',
  ],
  'GET /v2/links/:': ({ param }) => [
    `const link = await swiftlet.link(${param});`,
    'console.log(link.url, link.status);',
  ],
  'PATCH /v2/links/:': ({ param, body }) => [`await swiftlet.edit(${args(param, written(body))});`],
  'DELETE /v2/links/:': ({ param }) => [`await swiftlet.remove(${param});`],
  'GET /v2/tags': () => ['for await (const tag of swiftlet.tags()) {', '  console.log(tag.name, tag.links);', '}'],
  'PATCH /v2/tags/:': ({ param, body }) => [`await swiftlet.editTag(${args(param, written(body))});`],
  'DELETE /v2/tags/:': ({ param }) => [`await swiftlet.removeTag(${param});`],
  'GET /v2/stats/:': ({ param, query, wantsCsv }) =>
    wantsCsv
      ? [`console.log(await swiftlet.statisticsCsv(${args(param, query)}));`]
      : [
          `const statistics = await swiftlet.statistics(${args(param, query)});`,
          'console.log(statistics.clickCount, statistics.breakdown);',
        ],
  'GET /v2/stats': ({ query, wantsCsv }) =>
    wantsCsv
      ? [`console.log(await swiftlet.accountStatisticsCsv(${query}));`]
      : [
          `const statistics = await swiftlet.accountStatistics(${query});`,
          'console.log(statistics.clickCount, statistics.breakdown);',
        ],
  'GET /v2/qr/:': ({ param, query, file }) => [
    `const { bytes } = await swiftlet.qr(${args(param, query)});`,
    `await writeFile('${file}', bytes);`,
  ],
  'GET /v2/usage': () => ['console.log(await swiftlet.usage());'],
  'GET /v2/key': () => ['console.log(await swiftlet.key());'],
  'POST /v2/key/revoke': () => ['await swiftlet.revokeKey();'],
};

/** Parameters of queries that the client takes as a list. */
const LISTS = ['groupBy'];
/** Parameters of queries that the client takes as options of a call. */
const OPTIONS = ['ifExists', 'atomic'];

/**
 * Writes a request for JavaScript.
 * @throws Error if the client has no method for the request
 */
export function writeClientCall(request: SampleRequest): string {
  const { pathname, searchParams } = new URL(request.address, request.api);
  const [, version, noun = '', last] = pathname.split('/');
  const isFixed = STATEMENTS[`${request.method} ${pathname}`] !== undefined;
  const statements = STATEMENTS[`${request.method} ${isFixed ? pathname : `/${version}/${noun}/:`}`];
  if (statements === undefined) throw new Error(`The client has no method for ${request.method} ${pathname}`);
  const query = [...new Set(searchParams.keys())].map((name): [string, Value] => [name, valueIn(name, searchParams)]);
  const key = request.headers?.['Idempotency-Key'];
  const options = [
    ...query.filter(([name]) => OPTIONS.includes(name)),
    ...(key === undefined ? [] : [['idempotencyKey', key] as const]),
  ];
  const others = query.filter(([name]) => !OPTIONS.includes(name));
  const lines = statements({
    param: written(decodeURIComponent(last ?? '')),
    query: others.length === 0 ? '' : written(Object.fromEntries(others)),
    body: request.body,
    externalId: searchParams.get('externalId') ?? '',
    options: options.length === 0 ? '' : written(Object.fromEntries(options)),
    wantsCsv: request.headers?.Accept === 'text/csv',
    file: pictureFile(request),
  });
  const { api, key: text } = request;
  return [
    ...(request.response === 'picture' ? ["import { writeFile } from 'node:fs/promises';"] : []),
    "import { Swiftlet } from 'swiftlet-client';",
    '',
    'const swiftlet = new Swiftlet({',
    `  baseUrl: ${written(api)},`,
    `  key: ${text === undefined ? 'process.env.KEY' : written(text)},`,
    '});',
    ...lines,
  ].join('\n');
}

function valueIn(name: string, query: URLSearchParams): Value {
  const all = query.getAll(name);
  const [first = ''] = all;
  if (LISTS.includes(name)) return first.split(',');
  if (all.length > 1) return all;
  return /^\d+$/.test(first) ? Number(first) : first === 'true' ? true : first;
}

/**
 * Checks that the pages of the reference show all that /openapi.json says, and that each of their links leads
 * somewhere.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { readText } from '#testkit/samples';
import { createWorld } from '#testkit/world';
import { CHAPTERS, OPERATOR_GROUPS, operatorPath } from './files';

type Schema = { readonly $ref?: string; readonly properties?: object };
type Operation = {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly security: readonly { readonly apiKey?: readonly string[] }[];
  readonly parameters: readonly ({ readonly name: string } | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: object;
        readonly content?: Readonly<Record<string, { readonly examples?: Record<string, { readonly value: object }> }>>;
      }
    >
  >;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, { readonly name: string }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: object;
  };
};
type ErrorExample = { readonly statusCode: number; readonly errorType: string; readonly message: string };

const world = createWorld();
const PATHS = ['/docs', '/docs/guide', ...CHAPTERS.map((chapter) => `/docs/reference/${chapter}`)];

let document: Document;
const pages = new Map<string, string>();
/** The pages of one endpoint each, by their paths. */
const ownPages = new Map<string, string>();
beforeAll(async () => {
  document = await (await world.call('GET', '/openapi.json')).json();
  for (const path of PATHS) pages.set(path, await (await world.call('GET', path)).text());
  const listed = /href="(\/docs\/reference\/[a-z-]+\/[a-z-]+)"/g;
  for (const [, path = ''] of (pages.get('/docs') ?? '').matchAll(listed))
    ownPages.set(path, await (await world.call('GET', path)).text());
});

const cutLast = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** Returns the markup of an operation, whose anchor is its operationId. Only one page has it. */
const findSection = ({ operationId }: Operation) => {
  const found = [...pages.values()].flatMap((page) => sectionNamed(page, operationId));
  expect(found, operationId).toHaveLength(1);
  return found[0] ?? '';
};

const sectionNamed = (page: string, id: string) =>
  new RegExp(`<section class="(?:operation|pages)" id="${id}".*?</section>`, 's').exec(page)?.[0] ?? [];

const namesIn = (section: string) => [...section.matchAll(/<code class="name">(.*?)<\/code>/g)].map(([, name]) => name);

/** Whether an operation is a page of the documentation, which the reference only names. */
const isPage = ([path]: readonly [string, unknown]) => path.startsWith('/docs');

const headersIn = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, one]) => (Number(status) < 400 ? Object.keys(one.headers ?? {}) : []));

/** Returns the headers that each operation with an API key has. The first page shows them once. */
function commonHeaders(): readonly string[] {
  const all = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ security }) => security.some(({ apiKey }) => apiKey !== undefined))
    .map(headersIn);
  return (all[0] ?? []).filter((name) => all.every((names) => names.includes(name)));
}

describe('the reference', () => {
  it('names the pages of the documentation in one section', () => {
    const section = String(sectionNamed(pages.get('/docs/reference/service') ?? '', 'documentation-pages'));
    const listed = Object.entries(document.paths).filter(isPage);
    expect(listed).toHaveLength(5);
    for (const [path, { get }] of listed) {
      expect(section).toContain(`<code id="${get?.operationId}">GET ${path}</code>`);
    }
  });

  it('has a section for each other operation, with its address, parameters, fields, scopes and own headers', () => {
    const common = commonHeaders();
    for (const [path, operations] of Object.entries(document.paths).filter((one) => !isPage(one))) {
      for (const [method, operation] of Object.entries(operations)) {
        const { operationId, summary, security, parameters, requestBody } = operation;
        const section = findSection(operation);
        const text = readText(section);
        expect(text, operationId).toContain(summary);
        expect(text, operationId).toContain(`${method.toUpperCase()} ${path}`);
        const named = parameters.map((one) =>
          'name' in one ? one.name : document.components.parameters[cutLast(one.$ref)]?.name,
        );
        const { schema } = requestBody?.content['application/json'] ?? {};
        const body = schema?.$ref === undefined ? schema : document.components.schemas[cutLast(schema.$ref)];
        expect(namesIn(section), operationId).toEqual(
          expect.arrayContaining([...named, ...Object.keys(body?.properties ?? {})]),
        );
        for (const scope of security.flatMap(({ apiKey = [] }) => apiKey))
          expect(section).toContain(`<code>${scope}</code></a>`);
        const headers = headersIn(operation);
        for (const name of headers.filter((one) => !common.includes(one)))
          expect(section).toContain(`href="/docs#${name}"`);
      }
    }
  });

  it('says at once which operations refuse a key that is limited to its own links', () => {
    const shown = Object.entries(document.paths).filter((one) => !isPage(one));
    for (const operation of shown.flatMap(([, one]) => Object.values(one))) {
      const refusals = Object.values(operation.responses['403']?.content?.['application/json']?.examples ?? {});
      const isRefused = (refusals.map(({ value }) => value) as ErrorExample[]).some(
        ({ errorType }) => errorType === 'OWN_LINKS_ONLY',
      );
      const [access = ''] = /<span class="access">.*?<\/span>/s.exec(findSection(operation)) ?? [];
      expect(access.includes('unless it is limited to its own links'), operation.operationId).toBe(isRefused);
    }
    expect(readText(findSection(document.paths['/v2/usage']?.get as Operation))).toContain(
      'Any API key, unless it is limited to its own links',
    );
  });

  it('shows each response with its examples, and each error', () => {
    const errorPage = readText(pages.get('/docs/reference/errors') ?? '');
    let errors = 0;
    const shown = Object.entries(document.paths).filter((one) => !isPage(one));
    for (const operation of shown.flatMap(([, one]) => Object.values(one))) {
      const text = readText(findSection(operation));
      for (const [status, { description, content = {} }] of Object.entries(operation.responses)) {
        const examples = Object.values(content['application/json']?.examples ?? {}).map(({ value }) => value);
        if (Number(status) < 400) {
          expect(text, operation.operationId).toContain(`${status} ${description.replaceAll('`', '')}`);
          for (const example of examples) expect(text).toContain(JSON.stringify(example, null, 2));
          continue;
        }
        for (const example of examples as ErrorExample[]) {
          expect(text).toContain(`${example.statusCode} ${example.errorType} `);
          expect(text).toContain(example.message);
          expect(errorPage).toContain(example.message);
          errors++;
        }
      }
    }
    expect(errors).toBeGreaterThan(500);
  });

  it('shows messages of errors with all their parts', () => {
    const messages = [
      ...(pages.get('/docs/reference/errors') ?? '').matchAll(/<p class="message"><b>message<\/b> (.*?)<\/p>/g),
    ];
    expect(messages.length).toBeGreaterThan(60);
    for (const [, message = ''] of messages) {
      expect(message).not.toMatch(/\{\}|^\s*$|^[\s:]| {2}| [:;,]/);
    }
  });

  it('describes each field of an error, first the one that programs read', () => {
    const page = pages.get('/docs/reference/errors') ?? '';
    const format = /<section id="envelope".*?<\/section>/s.exec(page)?.[0] ?? '';
    const fields = format.split('<li>').slice(1);
    expect(namesIn(format)[0]).toBe('errorType');
    expect(namesIn(format)).toEqual(expect.arrayContaining(['retryAfter', 'resetDate', 'requestId']));
    for (const field of fields) expect(field).toContain('</div><p>');
  });

  it('fills in what the messages of operators name', () => {
    const text = readText(pages.get('/docs/reference/errors') ?? '');
    expect(text).toContain('still works until 2026-11-21T12:00:00.000Z: end it first');
    expect(text).toContain('already has 100 keys');
  });

  it('says of each error once what it means, with its status and the endpoints that answer with it', () => {
    const page = pages.get('/docs/reference/errors') ?? '';
    const items = [...page.matchAll(/<li id="([A-Z_]+)">.*?<\/details><\/li>/gs)].map(([item, type]) => [type, item]);
    const types = items.map(([type]) => type);
    expect(types.length).toBeGreaterThan(50);
    expect([...page.matchAll(/href="#[A-Z_]+"/g)]).toHaveLength(new Set(types).size);
    const ofError = Object.fromEntries(items);
    expect(readText(ofError.BLOCKED ?? '')).toContain('BLOCKED 400 410');
    expect(ofError.ALIAS_TAKEN).toContain('<a href="/docs/reference/links/shorten">');
    expect(ofError.ALIAS_TAKEN).not.toContain('/delete-tag">');
    expect(readText(ofError.RATE_LIMIT_EXCEEDED ?? '')).toContain('every endpoint for API keys');
    expect(readText(ofError.PASSWORD_REQUIRED ?? '')).toContain('visits of short links');
    const shown = Object.entries(document.paths).filter((one) => !isPage(one));
    for (const { operationId, responses } of shown.flatMap(([, one]) => Object.values(one))) {
      const own = [...ownPages].find(([, text]) => text.includes(`<section class="operation" id="${operationId}"`));
      const examples = Object.values(responses).flatMap(({ content }) =>
        Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value as Partial<ErrorExample>),
      );
      for (const { errorType } of examples.filter((one) => one.errorType !== undefined)) {
        const item = ofError[errorType ?? ''] ?? '';
        const isNamed = item.includes(`href="${own?.[0]}"`);
        expect(/every endpoint/.test(item) || isNamed, `${errorType} ${operationId}`).toBe(true);
      }
    }
  });

  it('has a page for each endpoint, with all that its chapter shows, and ways to the chapter and its neighbours', () => {
    const shown = Object.entries(document.paths).filter((one) => !isPage(one));
    const operations = shown.flatMap(([, one]) => Object.values(one));
    expect(ownPages.size).toBe(operations.length);
    for (const operation of operations) {
      const { operationId: id, summary } = operation;
      const [[path, own] = ['', '']] = [...ownPages].filter(([, text]) => sectionNamed(text, id).length > 0);
      const title = `<h2 id="${id}-title"><a href="${path}">${summary}</a></h2>`;
      expect(findSection(operation).replace(title, ''), id).toBe(sectionNamed(own, id));
      const chapter = path.slice(0, path.lastIndexOf('/'));
      expect(own).toContain(`<p class="chapter-name"><a href="${chapter}#${id}">`);
      expect(own).toContain(`<h1 id="${id}-title">${summary}</h1>`);
      expect(own).toContain(`<a href="${path}" aria-current="page">`);
      expect(pages.get(chapter)).toContain(`href="${path}"`);
    }
    const own = ownPages.get('/docs/reference/links/delete-tag') ?? '';
    expect(own).toMatch(/rel="prev"><span>Previous<\/span> Rename or recolor a tag/);
  });

  it('has an index for the search, whose addresses all exist', async () => {
    const module = await (await world.call('GET', '/docs/search-index.js')).text();
    const groups: [string, [string, string, string][]][] = JSON.parse(module.replace(/^export default |;\n$/g, ''));
    const found = groups.flatMap(([, rows]) => rows);
    const titles = found.map(([title]) => title);
    expect(titles).toEqual(
      expect.arrayContaining(['Delete a tag', 'ALIAS_TAKEN', 'Retry safely', 'maxClicks', 'ETag']),
    );
    for (const [title, , address] of found) {
      const [path = '', anchor] = address.split('#');
      const page = pages.get(path) ?? ownPages.get(path);
      expect(page, title).toBeDefined();
      if (anchor) expect(page?.includes(` id="${anchor}"`), address).toBe(true);
    }
  });

  it('leads from each page to the pages before and after it', () => {
    expect(pages.get('/docs/reference/statistics')).toMatch(
      /<a href="\/docs\/reference\/links" rel="prev">.*<a href="\/docs\/reference\/account" rel="next">/s,
    );
  });

  it('shows the headers that all operations with a key have once, and leads to them from their chapters', () => {
    expect(commonHeaders()).toContain('X-RateLimit-Remaining');
    for (const name of commonHeaders()) expect(pages.get('/docs')).toContain(`<div id="${name}">`);
    for (const chapter of ['links', 'statistics', 'account'])
      expect(pages.get(`/docs/reference/${chapter}`)).toContain('href="/docs#headers"');
  });

  it('explains the token of the operator once, and leads from each former anchor to the page of its group', () => {
    const operator = pages.get('/docs/reference/operator') ?? '';
    expect(readText(operator)).toContain('curl -H @- reads it from standard input');
    for (const group of OPERATOR_GROUPS)
      expect(operator).toContain(`<a href="${operatorPath(group)}">${group}</a></h2>`);
    const operations = Object.values(document.paths).flatMap((one) => Object.values(one));
    const own = operations.filter(({ tags }) => tags[0] === 'Operator');
    expect(own.length).toBeGreaterThan(30);
    for (const { operationId } of own)
      expect(operator).toMatch(
        new RegExp(`<li id="${operationId}"><a href="/docs/reference/operator-[a-z-]+/[a-z-]+">`),
      );
  });

  it('switches the request and the response of an operation together', () => {
    const shorten = findSection(document.paths['/v2/shorten']?.post as Operation);
    const titles = [...shorten.matchAll(/<label><input type="radio" name="example-shorten"[^>]*>(.*?)<\/label>/g)];
    expect(titles.map(([, title]) => title)).toEqual([
      'URL only',
      'A week or 500 clicks',
      'Title and tags',
      'Password',
    ]);
    const [, limited = ''] = shorten.split(/<div><div class="sample"/).slice(1);
    expect(readText(limited)).toContain('"maxClicks": 500');
    expect(readText(limited)).toContain('"expiresAt": "2026-11-27T12:00:00.000Z"');
  });

  it('shows the statistics as CSV, and what a response without JSON has', () => {
    const statistics = findSection(document.paths['/v2/stats/{shortCode}']?.get as Operation);
    expect(readText(statistics)).toContain('Accept: text/csv');
    expect(readText(statistics)).toContain('grouping,value,clicks\nbrowser,Chrome,7\n');
    const picture = findSection(document.paths['/v2/qr/{shortCode}']?.get as Operation);
    expect(readText(picture)).toContain('/v2/qr/Promo?color=2f4a94');
    expect(picture).toContain('<img class="qr" src="/docs/qr.svg"');
    const deletion = findSection(document.paths['/v2/links/{shortCode}']?.delete as Operation);
    expect(readText(deletion)).toContain('Response 204 · No content');
    const list = readText(findSection(document.paths['/admin/backup/threat-list']?.put as Operation));
    expect(list).toContain('--data-binary @threats.bin');
  });

  it('shows of a request without a key the one field that every deployment accepts, and leads to its successor', () => {
    const legacy = pages.get('/docs/reference/legacy') ?? '';
    expect(legacy).toContain('href="/docs/reference/links/shorten"');
    expect(readText(legacy.slice(0, legacy.indexOf('Options that the Free plan may lack')))).not.toContain('password');
  });

  it('lists every operation and scope on its first page, and every errorType on a page of its own', () => {
    const first = pages.get('/docs') ?? '';
    const operations = Object.values(document.paths).flatMap((one) => Object.values(one));
    for (const { operationId } of operations) expect(first).toContain(`<li id="${operationId}">`);
    const scopes = operations.flatMap(({ security }) => security.flatMap(({ apiKey = [] }) => apiKey));
    for (const scope of scopes) expect(first).toContain(`<dt><code>${scope}</code></dt>`);
    const types = Object.keys(document.components.schemas).filter((name) => /^[A-Z_]+$/.test(name));
    expect(types).toContain('ALIAS_TAKEN');
    for (const type of types) expect(pages.get('/docs/reference/errors')).toContain(`<li id="${type}">`);
  });
});

it('begins the list of endpoints with those for developers, and folds the others', () => {
  const first = pages.get('/docs') ?? '';
  const contents = /<ul class="contents">.*?<\/ul>/s.exec(first)?.[0] ?? '';
  expect(contents).toContain('#links-endpoints');
  expect(contents).not.toMatch(/#(legacy|operator)-endpoints/);
  const folded = [...first.matchAll(/<details class="folded"><summary>([^<]*)<\/summary><section/g)];
  expect(folded.map(([, title]) => title)).toEqual(['Endpoint for older programs', 'Endpoints for operators']);
});

it('each link of the page of an endpoint to the documentation leads to an anchor that exists', () => {
  for (const [path, page] of ownPages) checkLinks(path, page);
});

it.each(PATHS)('each link of %s to the documentation leads to an anchor that exists once', (path) =>
  checkLinks(path, pages.get(path) ?? ''),
);

function checkLinks(path: string, page: string): void {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const names = [...page.matchAll(/name="(language-\w+)" value="curl"/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  const links = [...page.matchAll(/<a [^>]*href="((?:\/docs|#)[^"]*)"/g)].map(([, href = '']) => href);
  expect(links.length).toBeGreaterThan(5);
  for (const link of new Set(links)) {
    const [to, anchor] = link.split('#');
    const target = pages.get(to || path) ?? ownPages.get(to || path);
    expect(target, link).toBeDefined();
    if (anchor) expect(target?.includes(` id="${anchor}"`), link).toBe(true);
  }
}

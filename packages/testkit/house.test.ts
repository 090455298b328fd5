/** Checks the imports between packages, workers and folders of the API worker (rooms). Type imports count too. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cyclesIn, type Import, isTest, listImports, sourcesBelow } from './imports';

/** By package or worker: the prefixes of the specifiers that it may import, in addition to its own files. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'packages/client': [],
  'packages/domain': [],
  'packages/drawings': [],
  'packages/secrets': ['nanoid', 'node:crypto', 'node:zlib'],
  'packages/store': ['#domain/', '#secrets/client-address'],
  'packages/machine': [
    '#domain/',
    '#store/contact',
    '#package.json',
    'node:',
    'cloudflare:workers',
    'ipaddr.js',
    'age-encryption',
    'tar',
    'mmdb-lib',
  ],
  'packages/deploy': [
    '#domain/tables-digest',
    '#domain/nearest-name',
    '#machine/failure',
    '#machine/processes.mjs',
    '#machine/secret-names.mjs',
    '#machine/secrets',
    '#machine/variables',
    '#secrets/',
    'node:',
    '@inquirer/prompts',
    'smol-toml',
  ],
  'packages/doctor': ['#deploy/', '#machine/', 'node:', 'smol-toml'],
  'packages/operations': ['node:', '#machine/'],
  'apps/redirect': [
    '#domain/',
    '#drawings/',
    '#secrets/',
    '#store/',
    '#package.json',
    'cloudflare:workers',
    'node:crypto',
    'my-ua-parser',
  ],
  'apps/one': ['#api/', '#domain/', '#redirect/', '#store/', 'cloudflare:workers'],
  'apps/api': [
    '#api/',
    '#domain/',
    '#drawings/',
    '#secrets/',
    '#store/',
    '#redirect/',
    '#package.json',
    '#console-files',
    'cloudflare:workers',
    '@bufbuild/protobuf/wire',
    '@hono/zod-validator',
    'hono',
    'zod',
    'tldts',
    'drizzle-orm',
    'ipaddr.js',
    'nanoid',
    'node:crypto',
    'node:url',
    'node:zlib',
    '@simplewebauthn/server',
    'd3-array',
    'qrcode-svg',
    'fast-png',
  ],
};

const API = 'apps/api';
const SUBJECTS = ['platform', 'http', 'threats', 'links', 'statistics', 'accounts', 'sign-in', 'qr'];

/**
 * The rooms that each room of the API worker may import. `top` stands for the files outside folders. No room imports
 * `reference`.
 */
const ROOMS: Record<string, readonly string[]> = {
  database: [],
  objects: [],
  platform: ['database', 'objects'],
  http: ['platform', 'objects'],
  threats: ['database', 'http', 'platform'],
  links: ['database', 'http', 'platform', 'threats'],
  statistics: ['database', 'http', 'platform', 'links'],
  accounts: ['database', 'http', 'platform', 'objects'],
  'sign-in': ['database', 'platform', 'accounts'],
  qr: ['database', 'http', 'platform'],
  docs: ['http', 'platform'],
  samples: [],
  backup: ['database', 'platform', 'qr'],
  metrics: ['database', 'platform'],
  cron: ['database', 'platform', 'threats', 'links', 'statistics', 'accounts', 'sign-in'],
  routes: [...SUBJECTS, 'docs', 'backup', 'metrics'],
  console: ['docs', 'objects', 'samples', ...SUBJECTS.filter((name) => name !== 'threats')],
  top: ['objects', 'platform', 'http', 'cron', 'routes', 'console', 'docs'],
  reference: ['http', 'links', 'statistics', 'qr', 'accounts', 'console', 'docs', 'routes', 'samples'],
};

/** Pairs of path prefixes: files of the first import files of the second by `import type` only. */
const BY_TYPE_ONLY = [
  [`${API}/platform/`, `${API}/objects/`],
  [`${API}/`, 'apps/redirect/'],
] as const;

/**
 * Large libraries that are seldom used, and the files that import them. Other files import those files by
 * `await import()`.
 */
const LOADED_LATER: [string, readonly string[], RegExp][] = [
  ['the reader of protobuf', ['@bufbuild/protobuf'], /^apps\/api\/threats\/safe-browsing/],
  ['the decoder of PNGs', ['fast-png'], /^apps\/api\/qr\/decode-png/],
  ['the public suffixes', ['tldts'], /^apps\/api\/threats\/public-suffixes/],
  [
    'the console',
    ['@simplewebauthn/', 'd3-', 'hono/jsx', 'hono/cookie'],
    /^apps\/api\/(console\/(?!console-pages)|sign-in\/webauthn)/,
  ],
];

/** The package or worker of a file; in the API worker, its room. */
function nameRoom(file: string): string {
  const [kind, name, folder] = file.split('/');
  if (`${kind}/${name}` !== API) return `${kind}/${name}`;
  return `${API}/${file.split('/').length === 3 ? 'top' : folder}`;
}

const files = Object.keys(MAY_IMPORT).flatMap(sourcesBelow);
const everything = listImports(files);
const imports = everything.filter(({ file }) => !isTest(file));
const apiArrows = imports.filter(
  ({ file, target }) =>
    file.startsWith(`${API}/`) && target?.startsWith(`${API}/`) && nameRoom(file) !== nameRoom(target),
);
const listLines = (found: readonly Import[]) =>
  found.map(({ file, kind, specifier }) => `${file} ${kind} ${specifier}`);

it('this test finds imports in every room', () => {
  const seen = new Set(imports.flatMap(({ file }) => nameRoom(file)));
  for (const room of [...Object.keys(ROOMS).map((name) => `${API}/${name}`), 'apps/redirect', 'packages/store'])
    expect(seen).toContain(room);
});

describe('each room', () => {
  it('imports only libraries and packages that the table allows', () => {
    const violations = imports.filter(({ file, specifier }) => {
      const [, mayImport] = Object.entries(MAY_IMPORT).find(([room]) => file.startsWith(`${room}/`)) ?? [];
      return !specifier.startsWith('.') && !mayImport?.some((start) => specifier.startsWith(start));
    });
    expect(listLines(violations)).toEqual([]);
  });

  it.each(Object.entries(ROOMS))('%s of the API worker imports exactly the rooms of its row', (room, may) => {
    const arrows = apiArrows.filter(({ file }) => nameRoom(file) === `${API}/${room}`);
    const isAllowed = ({ target }: Import) =>
      may.some((name) => target !== null && nameRoom(target) === `${API}/${name}`);
    expect(listLines(arrows.filter((arrow) => !isAllowed(arrow)))).toEqual([]);
    const used = new Set(arrows.map(({ target }) => target && nameRoom(target)));
    expect(may.filter((name) => !used.has(`${API}/${name}`))).toEqual([]);
  });

  it('has a row in the table', () => {
    const rooms = new Set(files.filter((file) => file.startsWith(`${API}/`)).map(nameRoom));
    expect([...rooms].sort()).toEqual(
      Object.keys(ROOMS)
        .map((name) => `${API}/${name}`)
        .sort(),
    );
  });

  it('imports its own files by ./ and those of other rooms by #, also in tests of the API worker', () => {
    const violations = everything.filter(
      ({ file, specifier, target }) =>
        (file.startsWith(`${API}/`) || !isTest(file)) &&
        target !== null &&
        specifier.startsWith('.') !== (nameRoom(file) === nameRoom(target)),
    );
    expect(listLines(violations)).toEqual([]);
  });

  it('keeps the names of imports in routes, so an endpoint and its operation have different names', () => {
    const routes = files.filter((file) => file.startsWith(`${API}/routes/`) && !isTest(file));
    const renames = (file: string) => /^import [^;]*?[{,]\s*(?:type )?\w+ as \w+/m.test(readFileSync(file, 'utf8'));
    expect(routes.filter(renames)).toEqual([]);
  });

  it('imports only types where the table says so', () => {
    const violations = imports.filter(
      ({ file, target, kind }) =>
        kind !== 'type' && BY_TYPE_ONLY.some(([who, whom]) => file.startsWith(who) && target?.startsWith(whom)),
    );
    expect(listLines(violations)).toEqual([]);
  });

  it.each(LOADED_LATER)('loads %s only at its first use', (_, libraries, importers) => {
    const direct = imports.filter(({ specifier }) => libraries.some((start) => specifier.startsWith(start)));
    expect(direct).not.toEqual([]);
    expect(listLines(direct.filter(({ file }) => !importers.test(file)))).toEqual([]);
    // The room `reference` runs before the build, and is not part of the worker.
    const ofWorker = imports.filter(({ file }) => !file.startsWith(`${API}/reference/`));
    const loaded = ofWorker.filter(
      ({ file, target, kind }) => kind === 'value' && importers.test(target ?? '') && !importers.test(file),
    );
    expect(listLines(loaded)).toEqual([]);
  });
});

it('names Durable Objects in one place, which says where they are kept', () => {
  const named = files.filter((file) => file.startsWith('apps/') || file.startsWith('packages/store/'));
  const naming = named.filter((file) => !isTest(file) && /\.(getByName|idFromName)\(/.test(readFileSync(file, 'utf8')));
  expect(naming).toEqual(['packages/store/objects.ts']);
});

describe('an import cycle', () => {
  it('does not exist between files, type imports included', () => {
    const own = ['packages/testkit', 'packages/bench'].flatMap(sourcesBelow).filter((file) => !isTest(file));
    const arrows = [...imports, ...listImports(own)].flatMap(({ file, target }): [string, string][] =>
      target === null ? [] : [[file, target]],
    );
    expect(cyclesIn(arrows)).toEqual([]);
  });

  it('does not exist between rooms', () => {
    const arrows = imports.flatMap(({ file, target }): [string, string][] =>
      target === null || nameRoom(file) === nameRoom(target) ? [] : [[nameRoom(file), nameRoom(target)]],
    );
    expect(cyclesIn(arrows)).toEqual([]);
  });
});

/** The arrows between the rooms: who may import whom. Types and `await import()` are arrows too. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { circlesIn, type Import, importsOf, isTest, sourcesBelow } from './imports';

/** A package or a worker, and what it may import beside its own files: beginnings of specifiers. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'packages/client': [],
  'packages/domain': [],
  'packages/secrets': ['nanoid', 'node:zlib'],
  'packages/store': ['#domain/'],
  'packages/machine': ['node:', 'cloudflare:workers', 'ipaddr.js', 'age-encryption', 'tar', 'mmdb-lib'],
  'apps/redirect': ['#domain/', '#secrets/', '#store/', 'cloudflare:workers', 'node:crypto', 'my-ua-parser'],
  'apps/api': [
    '#api/',
    '#domain/',
    '#secrets/',
    '#store/',
    '#redirect/',
    'cloudflare:workers',
    '@bufbuild/protobuf/wire',
    'hono',
    '@hono/',
    'zod',
    'tldts',
    'drizzle-orm',
    'ipaddr.js',
    'nanoid',
    'node:crypto',
    'node:zlib',
    '@simplewebauthn/server',
    'd3-scale',
    'd3-shape',
    'qrcode-svg',
  ],
};

const API = 'apps/api';
const SUBJECTS = ['platform', 'http', 'threats', 'links', 'statistics', 'accounts', 'sign-in', 'qr'];

/** A room of the API worker, and the rooms it may import. `top` is what stands in no folder. Nobody imports `reference`. */
const ROOMS: Record<string, readonly string[]> = {
  database: [],
  objects: ['database'],
  platform: ['database', 'objects'],
  http: ['platform'],
  middleware: ['http', 'platform'],
  threats: ['database', 'platform'],
  links: ['database', 'http', 'platform', 'threats'],
  statistics: ['database', 'http', 'platform', 'links'],
  accounts: ['database', 'http', 'platform', 'objects'],
  'sign-in': ['database', 'platform', 'accounts'],
  qr: ['http'],
  docs: ['http', 'platform'],
  cron: ['database', 'platform', 'threats', 'links', 'statistics', 'accounts', 'sign-in'],
  routes: [...SUBJECTS, 'docs'],
  console: ['objects', ...SUBJECTS],
  top: ['objects', 'platform', 'http', 'middleware', 'cron', 'routes', 'console'],
  reference: ['http', 'links', 'statistics', 'accounts', 'docs', 'routes', 'top'],
};

/** Whoever begins so knows what begins so by its types only. */
const BY_TYPE_ONLY = [
  [`${API}/platform/`, `${API}/objects/`],
  [`${API}/`, 'apps/redirect/'],
] as const;

/** What is heavy and seldom used, and the files that carry it: others import them when they are needed. */
const LOADED_LATER: [string, readonly string[], RegExp][] = [
  ['the reader of protobuf', ['@bufbuild/protobuf'], /^apps\/api\/threats\/safe-browsing/],
  ['the public suffixes', ['tldts'], /^apps\/api\/threats\/public-suffixes/],
  [
    'the console',
    ['@simplewebauthn/', 'd3-', 'hono/jsx', 'hono/cookie'],
    /^apps\/api\/(console\/(?!console-pages)|sign-in\/webauthn)/,
  ],
];

/** A file's package or worker; of the API worker its room. */
function roomOf(file: string): string {
  const [kind, name, folder] = file.split('/');
  if (`${kind}/${name}` !== API) return `${kind}/${name}`;
  return `${API}/${file.split('/').length === 3 ? 'top' : folder}`;
}

const files = Object.keys(MAY_IMPORT).flatMap(sourcesBelow);
const everything = importsOf(files);
const imports = everything.filter(({ file }) => !isTest(file));
const apiArrows = imports.filter(
  ({ file, target }) => file.startsWith(`${API}/`) && target?.startsWith(`${API}/`) && roomOf(file) !== roomOf(target),
);
const toldOf = (found: readonly Import[]) => found.map(({ file, kind, specifier }) => `${file} ${kind} ${specifier}`);

it('sees the imports of every room', () => {
  const seen = new Set(imports.flatMap(({ file }) => roomOf(file)));
  for (const room of [...Object.keys(ROOMS).map((name) => `${API}/${name}`), 'apps/redirect', 'packages/store'])
    expect(seen).toContain(room);
});

describe('a room', () => {
  it('imports no library, and no package of ours, that is not its to import', () => {
    const strays = imports.filter(({ file, specifier }) => {
      const [, mayImport] = Object.entries(MAY_IMPORT).find(([room]) => file.startsWith(`${room}/`)) ?? [];
      return !specifier.startsWith('.') && !mayImport?.some((start) => specifier.startsWith(start));
    });
    expect(toldOf(strays)).toEqual([]);
  });

  it.each(Object.entries(ROOMS))(
    '%s of the API worker imports no other room than its own few, and all of those',
    (room, may) => {
      const arrows = apiArrows.filter(({ file }) => roomOf(file) === `${API}/${room}`);
      const isTheirs = ({ target }: Import) =>
        may.some((name) => target !== null && roomOf(target) === `${API}/${name}`);
      expect(toldOf(arrows.filter((arrow) => !isTheirs(arrow)))).toEqual([]);
      const used = new Set(arrows.map(({ target }) => target && roomOf(target)));
      expect(may.filter((name) => !used.has(`${API}/${name}`))).toEqual([]);
    },
  );

  it('stands in the table', () => {
    const rooms = new Set(files.filter((file) => file.startsWith(`${API}/`)).map(roomOf));
    expect([...rooms].sort()).toEqual(
      Object.keys(ROOMS)
        .map((name) => `${API}/${name}`)
        .sort(),
    );
  });

  it('names its own files by ./ and those of other rooms by #, the tests of the API worker too', () => {
    const strays = everything.filter(
      ({ file, specifier, target }) =>
        (file.startsWith(`${API}/`) || !isTest(file)) &&
        target !== null &&
        specifier.startsWith('.') !== (roomOf(file) === roomOf(target)),
    );
    expect(toldOf(strays)).toEqual([]);
  });

  it('of routes imports everything by its own name: an endpoint and its operation have names of their own', () => {
    const routes = files.filter((file) => file.startsWith(`${API}/routes/`) && !isTest(file));
    const renames = (file: string) => /^import [^;]*?[{,]\s*(?:type )?\w+ as \w+/m.test(readFileSync(file, 'utf8'));
    expect(routes.filter(renames)).toEqual([]);
  });

  it('is known by its types only where more would load it', () => {
    const strays = imports.filter(
      ({ file, target, kind }) =>
        kind !== 'type' && BY_TYPE_ONLY.some(([who, whom]) => file.startsWith(who) && target?.startsWith(whom)),
    );
    expect(toldOf(strays)).toEqual([]);
  });

  it.each(LOADED_LATER)('that needs %s loads it with its first use', (_, libraries, carriers) => {
    const carrying = imports.filter(({ specifier }) => libraries.some((start) => specifier.startsWith(start)));
    expect(carrying).not.toEqual([]);
    expect(toldOf(carrying.filter(({ file }) => !carriers.test(file)))).toEqual([]);
    const loaded = imports.filter(
      ({ file, target, kind }) => kind === 'value' && carriers.test(target ?? '') && !carriers.test(file),
    );
    expect(toldOf(loaded)).toEqual([]);
  });
});

describe('a circle', () => {
  it('is nowhere between files, not even of types', () => {
    const own = ['packages/testkit', 'packages/bench'].flatMap(sourcesBelow).filter((file) => !isTest(file));
    const arrows = [...imports, ...importsOf(own)].flatMap(({ file, target }): [string, string][] =>
      target === null ? [] : [[file, target]],
    );
    expect(circlesIn(arrows)).toEqual([]);
  });

  it('is nowhere between rooms', () => {
    const arrows = imports.flatMap(({ file, target }): [string, string][] =>
      target === null || roomOf(file) === roomOf(target) ? [] : [[roomOf(file), roomOf(target)]],
    );
    expect(circlesIn(arrows)).toEqual([]);
  });
});

/** The arrows between the rooms: who may import whom. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.ts$/.test(name))
    .map((name) => `${folder}/${name}`);

/** A room and what may be imported there beside its own files: beginnings of specifiers. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'packages/client': [],
  'packages/domain': [],
  'packages/secrets': ['nanoid', 'node:zlib'],
  'packages/store': ['#domain/'],
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

const IMPORT = /^(import|export)\s[^;]*?from\s+'([^']+)'/gms;

const imports = Object.keys(MAY_IMPORT).flatMap((room) =>
  sourcesBelow(room).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([statement, , from = '']) => ({
      file,
      room,
      from,
      typeOnly: /^(import|export) type\b/.test(statement),
    })),
  ),
);

it('reads the imports of every room', () => {
  expect(new Set(imports.map(({ room }) => room))).toEqual(new Set(Object.keys(MAY_IMPORT)));
});

it('lets no room import what is not its to import', () => {
  const strays = imports.filter(
    ({ room, from }) => !from.startsWith('.') && !MAY_IMPORT[room]?.some((start) => from.startsWith(start)),
  );
  expect(strays).toEqual([]);
});

it('lets no relative import leave its room', () => {
  const strays = imports.filter(({ file, room, from }) => {
    const depth = file.slice(room.length + 1).split('/').length - 1;
    return from.startsWith('.') && (from.match(/\.\.\//g)?.length ?? 0) > depth;
  });
  expect(strays).toEqual([]);
});

it('lets the API worker know the redirect worker by its types only', () => {
  expect(
    imports.filter(({ room, from, typeOnly }) => room === 'apps/api' && from.startsWith('#redirect/') && !typeOnly),
  ).toEqual([]);
});

/** What is heavy and seldom used, and the one file that may carry it: it is imported when it is needed. */
const LOADED_LATER = [
  ['@bufbuild/protobuf', 'apps/api/threats/safe-browsing'],
  ['tldts', 'apps/api/threats/public-suffixes'],
] as const;

it.each(LOADED_LATER)('lets nothing load %s but with its first use', (library, folder) => {
  const carriers = imports.filter(({ from }) => from.startsWith(library)).map(({ file }) => file);
  expect(carriers).not.toEqual([]);
  expect(carriers.filter((file) => !file.startsWith(folder))).toEqual([]);
  const name = folder.slice(folder.lastIndexOf('/'));
  expect(imports.filter(({ from, typeOnly }) => from.endsWith(name) && !typeOnly)).toEqual([]);
});

const CONSOLE = /^apps\/api\/(console|sign-in)\//;
const FOR_PAGES_ONLY = ['@simplewebauthn/', 'd3-', 'hono/jsx', 'hono/cookie'];
/** What the API worker takes from the console without loading its pages. */
const OPEN_CONSOLE = ['sign-in-links', 'purge', 'console-pages'];

it('lets nothing but the console carry what only pages need', () => {
  const outside = imports.filter(({ file }) => !CONSOLE.test(file));
  const heavy = outside.filter(({ from }) => FOR_PAGES_ONLY.some((start) => from.startsWith(start)));
  const inside = outside.filter(
    ({ room, from, typeOnly }) =>
      room === 'apps/api' &&
      !typeOnly &&
      /\b(console|sign-in)\//.test(from) &&
      !OPEN_CONSOLE.some((name) => from.endsWith(name)),
  );
  expect([...heavy, ...inside]).toEqual([]);
});

/** The arrows between the rooms: who may import whom. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`);

/** A room and what may be imported there beside its own files: beginnings of specifiers. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'packages/domain': [],
  'packages/secrets': ['nanoid', 'node:zlib'],
  'packages/store': ['#domain/'],
  'apps/redirect': ['#domain/', '#secrets/', '#store/', 'cloudflare:workers', 'node:crypto', 'my-ua-parser'],
  'apps/api': [
    '#domain/',
    '#secrets/',
    '#store/',
    '#redirect/',
    'cloudflare:workers',
    'hono',
    '@hono/',
    'zod',
    'drizzle-orm',
    'ipaddr.js',
    'nanoid',
    'node:crypto',
    'papaparse',
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

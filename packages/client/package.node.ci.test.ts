/** The package as users get it: a tarball in another folder. Node runs it, and the compiler reads its types. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ERRORS_MET,
  LINK_MADE,
  MADE_ONCE,
  MAKE_A_LINK,
  MAKE_A_LINK_ONCE,
  MEET_ERRORS,
} from '../testkit/client-programs';
import { deadOrigin, loseFirstResponse } from '../testkit/connection-faults';
import { CLIENT, type Installed, installElsewhere, ROOT, readManifest } from '../testkit/installed';
import { type Service, startService } from '../testkit/service';

let service: Service;
let installed: Installed;

beforeAll(async () => {
  [service, installed] = await Promise.all([startService(), installElsewhere()]);
});
afterAll(() => Promise.all([service?.close(), installed?.remove()]));

describe('the tarball', () => {
  it('contains modules, their types, package.json, the README and the licence, and nothing else', () => {
    const names = installed.packed.files.map((file) => file.path);
    const modules = names.filter((name) => name.endsWith('.js'));
    const types = modules.map((name) => name.replace(/\.js$/, '.d.ts'));
    expect(modules).toContain('dist/swiftlet.js');
    expect(names.toSorted()).toEqual([...modules, ...types, 'LICENSE', 'README.md', 'package.json'].toSorted());
    expect(names.filter((name) => name.includes('test'))).toEqual([]);
  });

  it('weighs less than 24 KB, and has no dependencies', async () => {
    expect(installed.packed.size).toBeLessThan(24_000);
    expect(Object.keys(await installed.manifest()).filter((name) => /dependencies/i.test(name))).toEqual([]);
  });

  it('has the licence of the service', async () => {
    expect((await installed.manifest()).license).toBe('MIT');
    const [own, ofService] = await Promise.all(
      [CLIENT, ROOT].map((folder) => readFile(path.join(folder, 'LICENSE'), 'utf8')),
    );
    expect(own).toBe(ofService);
    expect((await readManifest(ROOT)).license).toBe('MIT');
  });

  it('is what the guide installs', async () => {
    const guide = await readFile(path.join(ROOT, 'dist/documentation/guide-strict.html'), 'utf8');
    expect(guide).toContain(`<code>npm install ./${installed.packed.filename}</code>`);
  });

  it('has the version of the service', async () => {
    expect((await installed.manifest()).version).toBe((await readManifest(ROOT)).version);
  });
});

describe('the installed package in Node', () => {
  it('makes a link, and returns what the key has left', async () => {
    expect(await installed.run(MAKE_A_LINK, service.origin, await service.newKey('HOBBY'))).toMatchObject(LINK_MADE);
  });

  it('makes one link although the connection breaks before the response', async () => {
    const proxy = await loseFirstResponse(service.origin);
    const output = await installed.run(MAKE_A_LINK_ONCE, proxy.origin, await service.newKey());
    proxy.close();
    expect(output).toEqual(MADE_ONCE);
  });

  it('rejects with different errors for a refused connection and for a refusal, and neither contains the key', async () => {
    expect(await installed.run(MEET_ERRORS, service.origin, await deadOrigin())).toEqual({
      ...ERRORS_MET,
      nobody: expect.stringMatching(/^DELETE \/v2\/links\/promo: .*ECONNREFUSED/),
    });
  });
});

const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };

describe('the types', () => {
  it.each<[string, object]>([
    ['Node’s resolution and its types', { module: 'nodenext', lib: ['es2022'], types: ['node'] }],
    ['a bundler’s resolution and the types of browsers', { ...BUNDLER, lib: ['es2022', 'dom'], types: [] }],
    [
      'a bundler’s resolution and the types of Workers',
      { ...BUNDLER, lib: ['es2022'], types: ['@cloudflare/workers-types'] },
    ],
  ])('accept correct use and reject wrong use, with %s', async (_, options) => {
    expect(await installed.compile(options, { 'use.ts': USE })).toBe('');
  });

  it('accept every code block of the README', async () => {
    const readme = await readFile(path.join(CLIENT, 'README.md'), 'utf8');
    const [first = '', ...blocks] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(5);
    const files = blocks.map((block, n) => [`block-${n}.ts`, `import { swiftlet } from './first.ts';\n${block}`]);
    const options = { module: 'nodenext', lib: ['es2023'], types: ['node'], allowImportingTsExtensions: true };
    const all = { 'first.ts': `${first}\nexport { swiftlet };\n`, ...Object.fromEntries(files) };
    expect(await installed.compile(options, all)).toBe('');
  });
});

describe('the docstrings', () => {
  /** The public members of the client, each with its example. */
  async function examples(): Promise<[member: string, example: string][]> {
    const source = await readFile(path.join(CLIENT, 'swiftlet.ts'), 'utf8');
    const members = source.matchAll(/ {2}\/\*\*((?:(?!\*\/).)*)\*\/\s+(?:get )?(?:async )?\*?(\w+)\(/gs);
    return [...members].map(([, doc = '', member = '']) => {
      const [, example = ''] = /@example\n(.*?)(?=\n\s*\* @|$)/s.exec(doc) ?? [];
      return [member, example.replace(/^\s*\* ?/gm, '')];
    });
  }

  it('have an example for every method', async () => {
    const used = await examples();
    expect(used.length).toBeGreaterThan(14);
    expect(
      used.filter(
        ([member, example]) => !example.includes(member === 'constructor' ? 'new Swiftlet(' : `swiftlet.${member}`),
      ),
    ).toEqual([]);
  });

  it('have examples that compile', async () => {
    const [[, first = ''] = [], ...others] = await examples();
    const files = others.map(([member, example]) => [
      `${member}.ts`,
      `import { swiftlet } from './first.ts';\n${example}\n`,
    ]);
    const options = { module: 'nodenext', lib: ['es2023'], types: ['node'], allowImportingTsExtensions: true };
    const all = {
      'first.ts': `import { Swiftlet } from 'swiftlet-client';\n${first}\nexport { swiftlet };\n`,
      ...Object.fromEntries(files),
    };
    expect(await installed.compile(options, all)).toBe('');
  });
});

const USE = `
import { type ErrorType, type Link, Swiftlet, SwiftletError } from 'swiftlet-client';

const swiftlet = new Swiftlet({ baseUrl: new URL('https://api.example.com'), key: 'sl_any', fetch });

export async function use(signal: AbortSignal | undefined, page: string | undefined): Promise<string> {
  const link: Link = await swiftlet.shorten({ url: 'https://example.com', expiresIn: 3600, password: null }, { signal });
  for await (const result of swiftlet.shortenMany([{ url: 'https://example.com' }])) {
    if (result.success) result.shortUrl.startsWith('https');
    else result.errorType satisfies string;
  }
  for await (const { shortCode } of swiftlet.links({ status: 'active' })) shortCode satisfies string;
  const { breakdown } = await swiftlet.statistics(link.shortCode, { groupBy: ['day', 'country'] });
  breakdown?.day?.[0]?.clicks satisfies number | undefined;
  swiftlet.limits?.window.resetsAt satisfies Date | undefined;
  const { bytes } = await swiftlet.qr('promo', { format: 'svg' });
  try {
    await swiftlet.edit('promo', { maxClicks: null });
  } catch (error) {
    if (error instanceof SwiftletError && error.errorType === 'NOT_FOUND') return error.message;
    throw error;
  }
  return new TextDecoder().decode(bytes);
}

export const known: ErrorType = 'ALIAS_TAKEN';

export function misuse() {
  // @ts-expect-error: the key is missing
  new Swiftlet({ baseUrl: 'https://api.example.com' });
  // @ts-expect-error: the URL is missing
  swiftlet.shorten({ alias: 'promo' });
  // @ts-expect-error: only the service sets this field
  swiftlet.shorten({ url: 'https://example.com', expiresAt: '2026-11-20' });
  // @ts-expect-error: this grouping does not exist
  swiftlet.statistics('promo', { groupBy: ['weather'] });
  // @ts-expect-error: this errorType does not exist
  const unknown: ErrorType = 'NO_SUCH_TYPE';
  // @ts-expect-error: an edit has no Idempotency-Key, because it makes nothing
  swiftlet.edit('promo', {}, { idempotencyKey: 'a' });
  return unknown;
}
`;

/**
 * What the workers weigh, minified. Whole scripts are those that `wrangler deploy` writes. The path of a visit, and the API
 * worker without what is loaded when it is first used, are bundled for the scales alone. A failure names what weighs most.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import { expect, it } from 'vitest';

const KIBIBYTE = 1024;
const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

type Weight = { readonly bytes: number; readonly compressed: number; readonly heaviest: string };

/** The script that a wrangler file deploys. */
async function deployed(config: string): Promise<Weight> {
  const folder = await mkdtemp(path.join(tmpdir(), 'swiftlet-weight-'));
  const metafile = path.join(folder, 'meta.json');
  const options = ['--dry-run', '--minify', '--outdir', folder, '--metafile', metafile, '-c', config];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder };
  try {
    await promisify(execFile)(process.execPath, [WRANGLER, 'deploy', ...options], { env });
    return weightOf(await readFile(path.join(folder, 'worker.js')), JSON.parse(await readFile(metafile, 'utf8')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A bundle of an entry, by the options that wrangler gives esbuild. */
async function bundled(entry: string, plugin: Plugin): Promise<Weight> {
  const { metafile, outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    external: ['cloudflare:*', 'node:*'],
    outdir: 'dist',
    conditions: ['workerd', 'worker', 'browser'],
    alias: { '@peculiar/x509': './apps/api/console/no-certificates.ts' }, // as wrangler.api.toml
    plugins: [plugin],
  });
  return weightOf(outputFiles[0]?.contents ?? new Uint8Array(), metafile);
}

const weightOf = (script: Uint8Array, { outputs }: Metafile): Weight => ({
  bytes: script.byteLength,
  compressed: gzipSync(script).byteLength,
  heaviest: heaviestOf(Object.entries(outputs).find(([file]) => file.endsWith('.js'))?.[1]),
});

/** The ten heaviest files of a bundle. */
const heaviestOf = (output?: Metafile['outputs'][string]): string =>
  Object.entries(output?.inputs ?? {})
    .sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .slice(0, 10)
    .map(([file, { bytesInOutput }]) => `${file} ${bytesInOutput}`)
    .join(', ');

/** Leaves modules out by their specifiers. @param kind only where they are imported so */
const leavingOut = (filter: RegExp, kind?: 'dynamic-import'): Plugin => ({
  name: 'leaving out',
  setup(builder) {
    builder.onResolve({ filter }, (asked) =>
      kind === undefined || asked.kind === kind ? { path: asked.path, external: true } : undefined,
    );
  },
});

/** What a visit to a plain link runs after its answer, or never (docs/adr/0029). */
const asideFromVisits = leavingOut(/\/(pages|unlock|click-counter|send-clicks)(\/|$)/);

/** What the first request that needs it loads, and only where it is imported so. */
const loadedWhenUsed = leavingOut(/\/(console\/console|safe-browsing|public-suffixes)$/, 'dynamic-import');

it('keeps the path of a visit to a plain link within 12 KiB', async () => {
  const { bytes, heaviest } = await bundled('apps/redirect/visit.ts', asideFromVisits);
  expect(bytes, heaviest).toBeLessThanOrEqual(12 * KIBIBYTE);
});

it('keeps the whole redirect worker within 72 KiB', async () => {
  const { bytes, heaviest } = await deployed('wrangler.redirect.toml');
  expect(bytes, heaviest).toBeLessThanOrEqual(72 * KIBIBYTE);
});

it('keeps the API worker within 180 KiB, compressed, without what is loaded when it is first used', async () => {
  const { compressed, heaviest } = await bundled('apps/api/worker.ts', loadedWhenUsed);
  expect(compressed, heaviest).toBeLessThanOrEqual(180 * KIBIBYTE);
});

it('keeps the whole API worker within 420 KiB, compressed', async () => {
  const { compressed, heaviest } = await deployed('wrangler.api.toml');
  expect(compressed, heaviest).toBeLessThanOrEqual(420 * KIBIBYTE);
});

/**
 * What the workers weigh, minified. Of the redirect worker: the visitor's path, and the whole script. Of the API worker,
 * compressed as it is uploaded: without its console, and all of it. Says what weighs most.
 */
import { gzipSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import { expect, it } from 'vitest';

const KIBIBYTE = 1024;

/** What a visit to a plain link never runs. */
const asideFromVisits: Plugin = {
  name: 'aside from visits',
  setup(builder) {
    builder.onResolve({ filter: /\/(pages|unlock|click-counter|send-clicks)(\/|$)/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

/** What the first request for a page of the console loads. */
const asideFromConsole: Plugin = {
  name: 'aside from the console',
  setup(builder) {
    builder.onResolve({ filter: /\/console\/console$/ }, ({ path }) => ({ path, external: true }));
  },
};

async function weigh(entry: string, plugins: Plugin[]) {
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
    plugins,
  });
  const [output] = Object.values(metafile.outputs);
  const text = outputFiles[0]?.contents ?? new Uint8Array();
  return { bytes: text.byteLength, compressed: gzipSync(text).byteLength, heaviest: heaviestOf(output) };
}

/** The ten heaviest files of a bundle, so that a failure names what grew. */
const heaviestOf = (output?: Metafile['outputs'][string]): string =>
  Object.entries(output?.inputs ?? {})
    .sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .slice(0, 10)
    .map(([file, { bytesInOutput }]) => `${file} ${bytesInOutput}`)
    .join(', ');

it('keeps the path of a visit to a plain link within 12 KiB', async () => {
  const { bytes, heaviest } = await weigh('apps/redirect/visit.ts', [asideFromVisits]);
  expect(bytes, heaviest).toBeLessThanOrEqual(12 * KIBIBYTE);
});

it('keeps the whole redirect worker within 60 KiB', async () => {
  const { bytes, heaviest } = await weigh('apps/redirect/worker.ts', []);
  expect(bytes, heaviest).toBeLessThanOrEqual(60 * KIBIBYTE);
});

it('keeps the API worker without its console within 120 KiB, compressed', async () => {
  const { compressed, heaviest } = await weigh('apps/api/worker.ts', [asideFromConsole]);
  expect(compressed, heaviest).toBeLessThanOrEqual(120 * KIBIBYTE);
});

it('keeps the whole API worker within 240 KiB, compressed', async () => {
  const { compressed, heaviest } = await weigh('apps/api/worker.ts', []);
  expect(compressed, heaviest).toBeLessThanOrEqual(240 * KIBIBYTE);
});

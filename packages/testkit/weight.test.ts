/** What the redirect worker weighs, minified: the visitor's path, and the whole script. Says what weighs most. */
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

async function weigh(entry: string, plugins: Plugin[]) {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    external: ['cloudflare:*', 'node:*'],
    outdir: 'dist',
    plugins,
  });
  const [output] = Object.values(metafile.outputs);
  return { bytes: output?.bytes ?? 0, heaviest: heaviestOf(output) };
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

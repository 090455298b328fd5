/**
 * Limits the size of the workers as they are deployed, minified: the script of the redirect worker, and the modules of
 * the API worker. It also limits the files of a visit, bundled for this test. A failure names the largest files.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';
import { expect, it } from 'vitest';
import { bundle as bundleScript, FOR_WORKERD } from '../../scripts/lib/build.mjs';

const KIBIBYTE = 1024;
const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

type Bundle = Awaited<ReturnType<typeof bundleScript>>;
type Weight = { readonly bytes: number; readonly heaviest: string };

/** The size of the redirect worker's script as its wrangler file deploys it. */
async function deployedRedirect(): Promise<Weight> {
  const folder = await mkdtemp(path.join(tmpdir(), 'swiftlet-weight-'));
  const metafile = path.join(folder, 'meta.json');
  const options = ['--dry-run', '--outdir', folder, '--metafile', metafile, '-c', 'wrangler.redirect.toml'];
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder };
  try {
    await promisify(execFile)(process.execPath, [WRANGLER, 'deploy', ...options], { env });
    const { byteLength: bytes } = await readFile(path.join(folder, 'worker.js'));
    return { bytes, heaviest: findHeaviest(JSON.parse(await readFile(metafile, 'utf8'))) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The size of the files that a visit to a plain link runs, bundled with wrangler's options of esbuild. */
async function visitorsPath(): Promise<Weight> {
  const { metafile, outputFiles } = await build({
    ...FOR_WORKERD,
    entryPoints: ['apps/redirect/visits/visit.ts'],
    minify: true,
    metafile: true,
    plugins: [asideFromVisits],
  });
  return { bytes: outputFiles[0]?.contents.byteLength ?? 0, heaviest: findHeaviest(metafile) };
}

/** The size of a script's modules, each compressed by itself. @param loaded which modules count */
function apiWorker(loaded: 'at the start' | 'ever', { metafile, outputFiles }: Bundle): Weight {
  const names = loaded === 'ever' ? Object.keys(metafile.outputs) : loadedAtStart(metafile);
  const weighed = outputFiles.filter((file) => names.includes(path.relative('.', file.path)));
  const bytes = weighed.reduce((sum, { contents }) => sum + gzipSync(contents).byteLength, 0);
  return { bytes, heaviest: findHeaviest(metafile, names) };
}

/** The names of the entry module and of its static imports, which are loaded before the first request. */
function loadedAtStart({ outputs }: Metafile): string[] {
  const names = Object.keys(outputs).filter((name) =>
    /^apps\/(api|one)\/worker\.ts$/.test(outputs[name]?.entryPoint ?? ''),
  );
  for (const name of names) {
    const imported = outputs[name]?.imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    names.push(...(imported ?? []).map(({ path: file }) => file).filter((file) => !names.includes(file)));
  }
  return names;
}

/** The ten largest source files of a bundle. @param names the outputs that count */
const findHeaviest = ({ outputs }: Metafile, names = Object.keys(outputs)): string =>
  names
    .flatMap((name) => Object.entries(outputs[name]?.inputs ?? {}))
    .sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .slice(0, 10)
    .map(([file, { bytesInOutput }]) => `${file} ${bytesInOutput}`)
    .join(', ');

/**
 * Leaves out the files that a visit to a plain link runs after its response, or never (docs/design/cost-limits.md).
 */
const asideFromVisits: Plugin = {
  name: 'aside from visits',
  setup(builder) {
    const filter = /\/(pages|unlock|click-counter|click-batches)(\/|$)|^my-ua-parser$/;
    builder.onResolve({ filter }, ({ path: specifier }) => ({ path: specifier, external: true }));
  },
};

it('the files that a visit to a plain link runs have at most 18 KiB', async () => {
  const { bytes, heaviest } = await visitorsPath();
  expect(bytes, heaviest).toBeLessThanOrEqual(18 * KIBIBYTE);
});

it('the whole redirect worker has at most 94 KiB', async () => {
  const { bytes, heaviest } = await deployedRedirect();
  expect(bytes, heaviest).toBeLessThanOrEqual(94 * KIBIBYTE);
});

it('the API worker has at most 40 KiB without the modules that load at their first use, and 431 KiB in all, compressed', async () => {
  const bundle = await bundleScript('api');
  const [atStart, ever] = [apiWorker('at the start', bundle), apiWorker('ever', bundle)];
  expect(atStart.bytes, atStart.heaviest).toBeLessThanOrEqual(40 * KIBIBYTE);
  expect(ever.bytes, ever.heaviest).toBeLessThanOrEqual(431 * KIBIBYTE);
});

it('keeps the one script of both workers within 200 KiB at the start and 461 KiB in all, compressed', async () => {
  const bundle = await bundleScript('one');
  const [atStart, ever] = [apiWorker('at the start', bundle), apiWorker('ever', bundle)];
  expect(atStart.bytes, atStart.heaviest).toBeLessThanOrEqual(200 * KIBIBYTE);
  expect(ever.bytes, ever.heaviest).toBeLessThanOrEqual(461 * KIBIBYTE);
});

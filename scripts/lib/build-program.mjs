import path from 'node:path';
import { writerTo } from './files.mjs';
import { inRoot, ROOT } from './root.mjs';

/**
 * Bundles the program packages/NAME/main.ts into dist/NAME/main.mjs, for Node 20 and later.
 * @param {'deploy' | 'doctor' | 'operations'} name
 */
export async function buildProgram(name) {
  const { build } = await import('esbuild');
  const folder = inRoot('dist', name);
  const { outputFiles } = await build({
    entryPoints: { main: inRoot('packages', name, 'main.ts') },
    absWorkingDir: ROOT,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  const write = writerTo(folder);
  for (const file of outputFiles) write(path.basename(file.path), file.contents);
}

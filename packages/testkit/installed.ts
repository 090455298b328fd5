/** Installs the client's tarball as a user does, in a folder outside this repository. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const CLIENT = path.join(ROOT, 'packages/client');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** The packages with platform types that users install besides the client. */
const PLATFORM_TYPES = ['@types/node', '@cloudflare/workers-types'];

const STRICT = { noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, target: 'es2022' };

/** The output of `npm pack --json`. `size` is in bytes. */
type Packed = {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
};

export type Installed = Awaited<ReturnType<typeof installElsewhere>>;

/**
 * Packs the client and installs it without network.
 * @param runtimes versions by package name; npm installs these runtimes from the network
 */
export async function installElsewhere(runtimes: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'swiftlet-client-'));
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: CLIENT });
  const [packed] = JSON.parse(stdout) as [Packed];
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], { cwd: folder });
  const wanted = Object.entries(runtimes).map(([name, version]) => `${name}@${version}`);
  if (wanted.length > 0) await run('npm', ['install', '--no-audit', '--no-fund', ...wanted], { cwd: folder });
  for (const name of PLATFORM_TYPES) {
    const link = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', name), link, 'junction');
  }

  async function runBy([program = '', ...options]: readonly string[], source: string, ...args: string[]) {
    const file = path.join(folder, `${crypto.randomUUID()}.mjs`);
    await writeFile(file, source);
    const bin = path.resolve(folder, 'node_modules/.bin', program);
    return JSON.parse((await run(bin, [...options, file, ...args], { cwd: folder })).stdout) as unknown;
  }

  return {
    packed,
    /** The installed package.json. */
    manifest: () => readManifest(path.join(folder, 'node_modules/swiftlet-client')),

    /** Runs a module with these arguments under Node. @returns its output, parsed as JSON */
    run: (source: string, ...args: string[]) => runBy([process.execPath], source, ...args),

    /** Runs a module by the command of an installed runtime. @returns its output, parsed as JSON */
    runBy,

    /**
     * Compiles files with strict options.
     * @param files texts by name
     * @returns the compiler's messages; '' without errors
     */
    async compile(options: object, files: Record<string, string>): Promise<string> {
      const project = path.join(folder, crypto.randomUUID());
      await mkdir(project);
      const config = { compilerOptions: { ...STRICT, ...options }, include: ['*.ts'] };
      await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(config));
      for (const [name, text] of Object.entries(files)) await writeFile(path.join(project, name), text);
      const { stdout } = await run(process.execPath, [TSC, '-p', project]).catch(
        (failed: { stdout: string }) => failed,
      );
      return stdout;
    },

    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const readManifest = async (folder: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));

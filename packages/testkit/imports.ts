/** Finds the imports of the repository's sources, for the tests of its structure (house.test.ts). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `lazy` is `await import()`, `type` an import that the compiler erases, `value` any other. `export … from` counts too.
 */
type ImportKind = 'value' | 'type' | 'lazy';

export type Import = {
  readonly file: string;
  readonly specifier: string;
  readonly kind: ImportKind;
  /** The imported file; null for a package. */
  readonly target: string | null;
};

const STATEMENT = /^(import|export)(?<type> type)?\s(?:[^;']*?\sfrom\s+)?'(?<from>[^']+)'/gm;
const LAZY = /\bimport\(\s*'(?<from>[^']+)'/g;

/** The imports of a source. `import { type … }` has the kind `value`: the compiled statement still loads the file. */
export function specifiersIn(source: string): { specifier: string; kind: ImportKind }[] {
  const stated = [...source.matchAll(STATEMENT)].map(({ groups }) => ({
    specifier: groups?.from ?? '',
    kind: groups?.type === undefined ? ('value' as const) : ('type' as const),
  }));
  const lazy = [...source.matchAll(LAZY)].map(({ groups }) => ({
    specifier: groups?.from ?? '',
    kind: 'lazy' as const,
  }));
  return [...stated, ...lazy];
}

/** All TypeScript files below a folder, tests included. */
export const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => `${folder}/${name}`);

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** The imports of files. @throws Error for an imported file that does not exist */
export const listImports = (files: readonly string[]): Import[] =>
  files.flatMap((file) =>
    specifiersIn(readFileSync(file, 'utf8')).map(({ specifier, kind }) => ({
      file,
      specifier,
      kind,
      target: findTarget(file, specifier),
    })),
  );

const SUBPATHS: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).imports;

function findTarget(file: string, specifier: string): string | null {
  const bare = specifier.startsWith('.')
    ? path.posix.join(path.posix.dirname(file), specifier)
    : specifier.startsWith('#')
      ? (SUBPATHS[specifier] ?? SUBPATHS[specifier.replace(/\/.*/, '/*')] ?? '')
          .replace(/^\.\//, '')
          .replace('*.ts', specifier.replace(/^[^/]*\//, ''))
      : null;
  if (bare === null) return null;
  const names = [bare, `${bare}.ts`, `${bare}.tsx`, bare.replace(/\.js$/, '.ts')];
  const found = names.find((name) => path.extname(name) !== '' && existsSync(name));
  if (found === undefined) throw new Error(`${file} imports ${specifier}, which is not there`);
  return found;
}

/**
 * Finds cycles in a graph. Each cycle is the list of its nodes, and the list ends with its first node again.
 * @param arrows the edges of the graph
 */
export function cyclesIn(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = Map.groupBy(arrows, ([from]) => from);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (at: string, way: readonly string[]) => {
    const first = way.indexOf(at);
    if (first !== -1) cycles.push([...way.slice(first), at]);
    if (first !== -1 || done.has(at)) return;
    for (const [, to] of next.get(at) ?? []) walk(to, [...way, at]);
    done.add(at);
  };
  for (const from of next.keys()) walk(from, []);
  return cycles;
}

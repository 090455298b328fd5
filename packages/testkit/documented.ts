/** The commands of the pages in docs/operating, which tests run on machines. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './built';

const run = promisify(execFile);

type Section = { readonly title: string; readonly blocks: readonly string[] };

export const readPage = (name: string): string => readFileSync(path.join(ROOT, 'docs/operating', `${name}.md`), 'utf8');

/** The code blocks of a language in a text. */
const findBlocks = (text: string, language = 'sh'): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block.trim());

export const splitSections = (page: string): Section[] =>
  page.split(/^## /m).map((text) => ({ title: text.split('\n')[0] ?? '', blocks: findBlocks(text) }));

/** The calls of wrangler in a text. They need an account, so no test runs them. */
const findWranglerCalls = (text: string): string[] =>
  findBlocks(text).flatMap((block) =>
    [...block.matchAll(/^(?:.* \| )?(npx wrangler .*)$/gm)].map(([, call = '']) => call),
  );

/** Replaces the program, which a computer that runs the tests may lack: it prints the rows of a query. */
const SQLITE3 = `sqlite3() {
  '${process.execPath}' --no-warnings -e 'const { DatabaseSync } = require("node:sqlite");
    const [, file, query] = process.argv;
    for (const row of new DatabaseSync(file, { readOnly: true }).prepare(query).all())
      console.log(Object.values(row).join("|"));' "$2" "$3"
}
`;

/**
 * curl fails for the status of an error, unless the command prints the status itself. It also fails if a token is among
 * its arguments, which every user of a computer can read.
 */
const PRELUDE = `set -e -o pipefail
curl() {
  case "$*" in *"$ADMIN_TOKEN"*) echo 'the token is an argument' >&2; return 9 ;; esac
  case "$*" in *http_code*) command curl "$@" ;; *) command curl --fail "$@" ;; esac
}
${SQLITE3}`;

type Place = {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Shell functions that the commands call. */
  readonly functions?: string;
};

/** Runs blocks one after another, without their calls of wrangler. @returns what each has printed */
export async function readOutputs(blocks: readonly string[], { env, cwd, functions = '' }: Place): Promise<string[]> {
  const outputs: string[] = [];
  for (const block of blocks) {
    const own = block.split('\n').filter((line) => findWranglerCalls(`\`\`\`sh\n${line}\n\`\`\``).length === 0);
    const text = `${PRELUDE}${functions}\n${own.join('\n')}`;
    const { stdout } = await run('bash', ['-c', text], { cwd, env: { ...process.env, ...env } });
    outputs.push(stdout);
  }
  return outputs;
}

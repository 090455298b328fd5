// Runs the mutation tests: Stryker over packages/domain, and the table of mutants of SQL statements (docs/mutation.md).
import { endChildren, onStopRequest, startChild } from './children.mjs';
import { install, toolNode } from './install.mjs';
import { inRoot, ROOT } from './root.mjs';

const STRYKER = [inRoot('node_modules/@stryker-mutator/core/bin/stryker.js'), 'run'];
const SQL = [
  '--disable-warning=ExperimentalWarning',
  '--import',
  inRoot('packages/bench/resolve.mjs'),
  inRoot('packages/testkit/mutation/run-sql-mutants.ts'),
];

/**
 * Runs a tool under the installed Node. Returns true if its exit code was 0: the tests killed enough mutants.
 * @param {string[]} args
 */
async function run(args) {
  const child = startChild(toolNode(), args, {
    cwd: ROOT,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return (await child.ended) === '';
}

/** `--domain` or `--sql` runs one of the two. All other arguments are passed to it. */
export async function main() {
  onStopRequest(() => endChildren().then(() => process.exit(130)));
  const options = process.argv.slice(2);
  const rest = options.filter((arg) => arg !== '--domain' && arg !== '--sql');
  const isAll = rest.length === options.length;
  await install();
  const domain = !(isAll || options.includes('--domain')) || (await run([...STRYKER, ...rest]));
  const sql = !(isAll || options.includes('--sql')) || (await run([...SQL, ...rest]));
  process.exitCode = domain && sql ? 0 : 1;
}

/** `npm run upgrade -- VERSION`: shows the changes of a version, changes the checkout, and rolls the version out. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FIRST_MIGRATION, readTablesDigest } from '#domain/tables-digest';
import { Failure } from '#machine/failure';
import { WRANGLER_FILES } from '../configuration';
import { PRODUCTION } from '../names';
import { Checkout, type Revision } from './checkout';

export const USAGE = `npm run upgrade -- VERSION [options]

Shows the changelog between this version and VERSION, and checks the migrations. After a yes it changes this checkout to
VERSION: its tag, or without a tag the last commit of that version on the default branch of origin; it shows the commit,
its author and its date. Then it applies the migrations, and deploys the redirect worker gradually: to 10 %, 50 % and 100 % of the requests. If more than 1 % of the requests fail, the former version gets all
requests again. Then it deploys the API worker, and runs the smoke test. Run it again after any interruption.

  --env NAME     the deployment, production by default
  --yes          asks nothing
  --dry-run      shows the changes of VERSION, and changes nothing
  --help         shows this text

Examples:
  git fetch --tags && npm run upgrade -- 1.1.0 --dry-run
  npm run upgrade -- 1.1.0
`;

type UpgradeProgram = {
  readonly args: readonly string[];
  readonly root: string;
  /** The version of this checkout. */
  readonly version: string;
  readonly print: (text: string) => void;
  /** Asks for a yes; undefined if nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Locks the deployment, so that no other command deploys from this checkout. @throws Failure if one does */
  readonly lock: () => { release(): void };
  /** Deploys the version of the checkout, in its own program. @returns the exit code */
  readonly deploy: (environment: string, isYes: boolean) => Promise<number>;
};

type UpgradeArguments = { version: string; environment: string; isYes: boolean; isDryRun: boolean; isHelp: boolean };

function readUpgradeArguments(args: readonly string[]): UpgradeArguments {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { env: { type: 'string', default: PRODUCTION }, yes: flag, 'dry-run': flag, help: flag },
    });
    const [version = '', ...more] = positionals;
    if (!values.help && (parseVersion(version) === null || more.length > 0))
      throw new Error('It takes one VERSION, such as 1.1.0.');
    const { env: environment, yes: isYes, 'dry-run': isDryRun, help: isHelp } = values;
    return { version: version.replace(/^v/, ''), environment, isYes, isDryRun, isHelp };
  } catch (error) {
    throw new Failure(`${(error as Error).message} See npm run upgrade -- --help.`);
  }
}

/** The tags of the migrations of classes that a wrangler file declares. */
const listClassTags = (toml: string): string[] => [...toml.matchAll(/^tag = "([^"]+)"/gm)].map(([, tag = '']) => tag);

function formatSummary(
  { root, version: from }: UpgradeProgram,
  checkout: Checkout,
  revision: string,
  to: string,
): string {
  const there = readdirSync(path.join(root, 'migrations')).filter((name) => name.endsWith('.sql'));
  const wanted = checkout.list(revision, 'migrations').filter((name) => name.endsWith('.sql'));
  const missing = there.filter((name) => !wanted.includes(name));
  if (missing.length > 0)
    throw new Failure(`${to} lacks the migration ${missing[0]} of this version: it is no upgrade.`);
  const tablesAt = (commit: string): string => readTablesDigest(checkout.show(commit, `migrations/${FIRST_MIGRATION}`));
  if (tablesAt(revision) !== tablesAt('HEAD'))
    throw new Failure(
      `${to} makes other tables than ${from}: until 1.0.0 no version reads the tables of another. Begin with a new deployment of ${to} (docs/operating/deploying.md).`,
    );
  const tags = Object.values(WRANGLER_FILES).flatMap((file) => {
    const known = listClassTags(checkout.show('HEAD', file));
    return listClassTags(checkout.show(revision, file)).filter((one) => !known.includes(one));
  });
  const staying = listPermanentChanges(there, wanted, tags);
  const changes = selectChanges(checkout.show(revision, 'CHANGELOG.md'), from, to);
  return [
    changes || `The changelog says nothing between ${from} and ${to}.`,
    '',
    staying.length === 0
      ? `Everything can be rolled back: ${to} adds no migration.`
      : `What stays after a rollback:\n${staying.map((one) => `  - ${one}`).join('\n')}`,
    '',
  ].join('\n');
}

/** Changes the checkout after a yes, while nothing is deployed from it. @throws Failure */
async function changeCheckout(
  { isYes, version: to }: UpgradeArguments,
  { confirm, lock }: UpgradeProgram,
  checkout: Checkout,
  { commit, text }: Revision,
): Promise<void> {
  const held = lock();
  try {
    checkout.requireClean();
    if (!isYes && confirm === undefined) throw new Failure('Nobody is there to say yes: --yes does.');
    if (!isYes && !(await confirm?.(`Change this checkout to ${to} (${text}), and deploy it?`)))
      throw new Failure('Nothing was changed.');
    checkout.switchTo(commit);
  } finally {
    held.release(); // the rollout, which is another process, takes the lock
  }
}

/** Runs the command. @returns the exit code @throws Failure with the one line that says why it stopped */
export async function upgrade(program: UpgradeProgram): Promise<number> {
  const args = readUpgradeArguments(program.args);
  const { print, root, version: from } = program;
  if (args.isHelp) {
    print(USAGE);
    return 0;
  }
  const { version: to } = args;
  if (compareVersions(to, from) < 0)
    throw new Failure(
      `${to} is earlier than ${from}: docs/operating/deploying.md says how to roll back, with npx wrangler rollback.`,
    );
  const checkout = new Checkout(root);
  const revision = checkout.find(to);
  const summary = formatSummary(program, checkout, revision.commit, to);
  print(`\nFrom ${from} to ${to}, in ${args.environment}:\n\n${summary}\n${to} is ${revision.text}.\n`);
  if (checkout.show(revision.commit, 'scripts/run.mjs') === '') throw new Failure(`${to} has no npm run upgrade.`);
  if (args.isDryRun) {
    print(`Nothing was changed. Next: npm run upgrade -- ${to}\n`);
    return 0;
  }
  await changeCheckout(args, program, checkout, revision);
  const code = await program.deploy(args.environment, args.isYes);
  const again = `npm run upgrade -- ${to}${args.environment === PRODUCTION ? '' : ` --env ${args.environment}`}`;
  print(
    code === 0
      ? `\n${to} is deployed. Next: watch the log and the error rate for an hour (docs/operating/runbook.md).\n`
      : `\nRun it again: ${again}\n`,
  );
  return code;
}

type Version = readonly [number, number, number];

function parseVersion(text: string): Version | null {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

/** Returns a negative number if the first version is the earlier one. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one) ?? [0, 0, 0], parseVersion(other) ?? [0, 0, 0]];
  const at = [0, 1, 2].find((n) => a[n] !== b[n]) ?? 0;
  return (a[at] ?? 0) - (b[at] ?? 0);
}

/** Returns the sections of a changelog for the versions after `from`, up to and including `to`. */
export function selectChanges(changelog: string, from: string, to: string): string {
  const sections = changelog.split(/^(?=## )/m).filter((text) => text.startsWith('## '));
  return sections
    .filter((text) => {
      const [, version = ''] = /^## v?(\S+)/.exec(text) ?? [];
      return parseVersion(version) !== null && compareVersions(version, from) > 0 && compareVersions(version, to) <= 0;
    })
    .join('')
    .trim();
}

/**
 * Returns what a rollback does not revert.
 * @param there the migrations of this version
 * @param wanted the migrations of the new version
 * @param tags the migration tags of its new Durable Object classes
 */
function listPermanentChanges(there: readonly string[], wanted: readonly string[], tags: readonly string[]): string[] {
  const added = wanted.filter((name) => !there.includes(name));
  return [
    ...added.map((name) => `the migration ${name}: the former version works with it, and it is never taken back`),
    ...tags.map(
      (tag) => `the Durable Object classes of ${tag}: wrangler refuses to roll a worker back to a version without them`,
    ),
  ];
}

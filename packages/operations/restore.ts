/**
 * `npm run restore -- FILE`: restores a backup into an empty STATE_DIR, or into an empty deployment. With
 * `--abandon --to NAME` it gives up a restore that has stopped before its end.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findPassphrase, readArchive, UNVOUCHED } from '#machine/backup/archive';
import { restore as restoreMachine } from '#machine/backup/backup';
import { type Ask, isOfDeployment, pagesOfMachine, pushPages, readBackupId } from '#machine/backup/pages';
import { OF_PROCESS, removeLeft } from '#machine/backup/snapshot';
import { Failure } from '#machine/failure';
import { requireOwnFolder } from '#machine/version';
import { findTarget, formatTarget, machineOptions, type Program, prepareAsk, type Target } from './service';

const USAGE = `npm run restore -- FILE [--to ADDRESS or ENVIRONMENT] [options]

Restores FILE, a backup of a machine or of a deployment.
Without --to it is restored into STATE_DIR, which must be empty.

  --to NAME          an empty deployment: an address such as https://api.example.com (ADMIN_TOKEN holds its token), or
                     an environment that npm run deploy has made, such as production.
                     The deployment and this command need the same BACKUP_TOKEN (docs/operating/backup.md)
  --other-pepper     with --to: goes on although the deployment has another PEPPER; passwords of links are lost
  --plain            takes a file that is not encrypted. Nothing vouches for it: whoever could exchange the file chose the
                     tokens, keys and destinations in it
  --abandon          with --to, without FILE: gives up a restore that was stopped, so that another one can begin
  --spend-limited    without --to: ends limited links, whose clicks since the backup are unknown
  --help             shows this text

Examples:
  npm run restore -- swiftlet.backup
  PEPPER=… npm run restore -- deployment.backup
  BACKUP_TOKEN=… npm run restore -- swiftlet.backup --to production
  BACKUP_TOKEN=… npm run restore -- --abandon --to production
`;

type Given = {
  readonly file: string;
  readonly to: string | undefined;
  readonly allowOtherPepper: boolean;
  readonly isPlain: boolean;
  readonly spendsLimited: boolean;
  readonly isAbandoning: boolean;
  readonly isHelp: boolean;
};

function readArguments(args: readonly string[]): Given {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        'other-pepper': flag,
        plain: flag,
        abandon: flag,
        'spend-limited': flag,
        help: flag,
      },
    });
    const given = {
      file: positionals[0] ?? '',
      to: values.to,
      allowOtherPepper: values['other-pepper'],
      isPlain: values.plain,
      spendsLimited: values['spend-limited'],
      isAbandoning: values.abandon,
      isHelp: values.help,
    };
    if (given.isHelp) return given;
    if (given.isAbandoning && positionals.length > 0) throw new Error('--abandon takes no FILE.');
    if (!given.isAbandoning && positionals.length !== 1) throw new Error('It takes one FILE.');
    const needsTarget = given.isAbandoning || given.allowOtherPepper;
    if (needsTarget && given.to === undefined) throw new Error('--to names the deployment.');
    if (given.spendsLimited && given.to !== undefined)
      throw new Error('--spend-limited is for a machine: leave out --to.');
    return given;
  } catch (error) {
    throw new Failure(`${(error as Error).message} See npm run restore -- --help.`);
  }
}

/** Unpacks a backup, and returns a folder with pages: those of the file, or those of the machine in the file. */
async function unpack(program: Program, file: string, isPlain: boolean, folder: string): Promise<string> {
  const passphrase = await findPassphrase(file, isPlain, program.env);
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  await readArchive(file, folder, passphrase);
  if (passphrase === null) program.print(`${UNVOUCHED}\n`);
  if (isOfDeployment(folder)) return folder;
  requireOwnFolder(folder, program.built, file);
  program.print('This is a backup of a machine, which is started on a copy to read its objects.\n');
  const { PATH, HOME, PEPPER } = program.env;
  // ADMIN_TOKEN in the environment is the deployment's. The machine's own is in the backup.
  const env = { PATH, HOME, PEPPER: existsSync(path.join(folder, 'secrets/PEPPER')) ? undefined : PEPPER };
  const { root, built, binary } = program;
  const pages = `${folder}-pages`;
  await pagesOfMachine({ env, root, built, binary, log: () => {} }, folder, pages, program.now());
  return pages;
}

/** Sends the pages. If that fails, it prints what to do next, which depends on how far the restore has come. */
async function push(
  ask: Ask,
  pages: string,
  to: string,
  allowOtherPepper: boolean,
  print: Program['print'],
): Promise<void> {
  const { restoring } = await readState(ask);
  if (restoring !== null && restoring !== readBackupId(pages))
    throw new Failure(`Another backup is being restored there. Give that up first: ${formatAbandon(to)}`);
  let reached = '';
  const noted: Ask = async (method, route, init) => {
    const response = await ask(method, route, init);
    reached = route;
    return response;
  };
  try {
    const onPage = (sent: number, all: number) => print(`\r${sent} of ${all} pages written`);
    await pushPages(noted, pages, { allowOtherPepper, onPage });
  } catch (error) {
    if (['/admin/restore/end', '/admin/republish'].includes(reached))
      print(`\nEverything is restored, but KV may lack entries. Next: npm run republish -- ${to}\n`);
    else if (reached !== '')
      print(`\nThe restore has not ended. Run the same command again, or give it up: ${formatAbandon(to)}\n`);
    throw error;
  }
}

/** Runs the command. @throws Failure with the one line that says why it stopped */
export async function restore(program: Program): Promise<void> {
  const given = readArguments(program.args);
  if (given.isHelp) return program.print(USAGE);
  if (given.to === undefined) return program.print(await restoreMachine({ ...machineOptions(program), ...given }));
  await restoreDeployment(program, given, given.to);
}

/**
 * What to do when a signal has ended the command. A folder that a machine's restore has begun to fill is not filled
 * again.
 */
export function hintAfterSignal(args: readonly string[]): string {
  const { to } = readArguments(args);
  return to === undefined
    ? 'Empty the state folder if it has more than restore-draft, and run it again.'
    : `Run it again, and it continues or begins anew. Or give it up: ${formatAbandon(to)}`;
}

async function restoreDeployment(program: Program, given: Given, to: string): Promise<void> {
  const { file } = given;
  const target = findTarget(to, program.folder, program.env);
  if (given.isAbandoning) return abandon(prepareAsk(target, program), to, target, program.print);
  const from = path.resolve(program.from, file);
  if (!existsSync(from)) throw new Failure(`${file} cannot be read: there is no such file.`);
  const ask = prepareAsk(target, program);
  const folder = path.join(program.folder, `restoring-${process.pid}`);
  removeLeft(program.folder, OF_PROCESS);
  try {
    const pages = await unpack(program, from, given.isPlain, folder);
    await push(ask, pages, to, given.allowOtherPepper, program.print);
  } finally {
    for (const one of [folder, `${folder}-pages`]) rmSync(one, { recursive: true, force: true });
  }
  program.print(
    `\n${formatTarget(target)} has the accounts, keys, links, counts and statistics of ${file}, and KV their entries.\n` +
      'Next: delete the BACKUP_TOKEN of the deployment, and look at some links: curl -si https://…/CODE\n',
  );
}

/** A running restore never pauses for so long between two pages, even if the service fails for a while. */
const IDLE_SECONDS = 120;

/** The command line that gives up a restore. @param to the argument that names the deployment */
const formatAbandon = (to: string): string => `npm run restore -- --abandon --to ${to}`;

type State = { readonly isEmpty: boolean; readonly restoring: string | null; readonly idleSeconds?: number | null };

const readState = async (ask: Ask): Promise<State> => (await ask('GET', '/admin/backup')).json() as Promise<State>;

const formatMaintenanceOff = (origin: string): string =>
  `printf 'Authorization: Bearer %s' "$ADMIN_TOKEN" | curl -s -X PUT ${origin}/admin/settings -H @- -H 'Content-Type: application/json' -d '{"maintenance":false}'`;

function describeNextStep(isEmpty: boolean, to: string, origin: string): string {
  if (isEmpty) return `No link redirects there. Next: npm run restore -- FILE --to ${to} restores another backup.\n`;
  return `It has links of the backup, so it takes no other one. Next: delete it (npm run deploy -- --destroy), or keep it and end its maintenance:\n  ${formatMaintenanceOff(origin)}\n`;
}

/** Gives up a restore. @throws Failure while its pages still come */
async function abandon(ask: Ask, to: string, target: Target, print: Program['print']): Promise<void> {
  const { restoring, idleSeconds } = await readState(ask);
  const name = formatTarget(target);
  if (restoring === null) return print(`No restore is under way at ${name}. Nothing is left to do.\n`);
  if (typeof idleSeconds === 'number' && idleSeconds < IDLE_SECONDS)
    throw new Failure(
      `A page came ${idleSeconds} s ago: the restore goes on. Stop it, wait two minutes, and run ${formatAbandon(to)} again.`,
    );
  const body = JSON.stringify({ id: restoring });
  await ask('POST', '/admin/restore/end', { headers: { 'Content-Type': 'application/json' }, body });
  const { isEmpty } = await readState(ask);
  const origin = target.kind === 'remote' ? target.origin : '';
  print(`The restore into ${name} is given up. ${describeNextStep(isEmpty, to, origin)}`);
}

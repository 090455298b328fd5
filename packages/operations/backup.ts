/** `npm run backup -- FILE`: a backup of a machine, or of a deployment over its operator's endpoints. */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newPassphrase, writeArchive } from '#machine/backup/archive';
import { backup as backUpMachine } from '#machine/backup/backup';
import { pullPages } from '#machine/backup/pages';
import { OF_PROCESS, removeLeft } from '#machine/backup/snapshot';
import { Failure } from '#machine/failure';
import { noteBackup } from '#machine/state';
import { findTarget, formatTarget, machineOptions, type Program, prepareAsk } from './service';

const USAGE = `npm run backup -- FILE [--from ADDRESS or ENVIRONMENT] [--plain]

Writes a backup into FILE, encrypted with a passphrase from BACKUP_PASSPHRASE or the keyboard.
Without --from it is a backup of the machine of STATE_DIR, whether it runs or not.

  --from NAME    a deployment: an address such as https://api.example.com (ADMIN_TOKEN holds its token), or an
                 environment that npm run deploy has made, such as production.
                 The deployment and this command need the same BACKUP_TOKEN (docs/operating/backup.md)
  --plain        does not encrypt
  --help         shows this text

Examples:
  npm run backup -- swiftlet.backup
  BACKUP_TOKEN=… npm run backup -- swiftlet.backup --from production
`;

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        plain: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (!values.help && (file === undefined || more.length > 0)) throw new Error('It takes one FILE.');
    return { file: file ?? '', from: values.from, isPlain: values.plain, isHelp: values.help };
  } catch (error) {
    throw new Failure(`${(error as Error).message} See npm run backup -- --help.`);
  }
}

/** Runs the command. @throws Failure with the one line that says why it stopped */
export async function backup(program: Program): Promise<void> {
  const { file, from, isPlain, isHelp } = readArguments(program.args);
  if (isHelp) return program.print(USAGE);
  if (from === undefined)
    return program.print(await backUpMachine({ ...machineOptions(program), file, isPlain }, program.now()));
  await backUpDeployment(program, file, from, isPlain);
}

async function backUpDeployment(program: Program, file: string, from: string, isPlain: boolean): Promise<void> {
  const to = path.resolve(program.from, file);
  if (existsSync(to)) throw new Failure(`${file} exists: a backup replaces nothing.`);
  const target = findTarget(from, program.folder, program.env);
  const ask = prepareAsk(target, program);
  const passphrase = isPlain ? null : await newPassphrase(program.env);
  const folder = path.join(program.folder, `backup-${process.pid}`);
  removeLeft(program.folder, OF_PROCESS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const startedAt = program.now();
    await pullPages(ask, folder, startedAt, (pages) => program.print(`\r${pages} pages read`));
    await writeArchive(folder, to, passphrase, startedAt);
    const home = path.join(program.folder, from);
    if (existsSync(`${home}.json`)) noteBackup(home, startedAt);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const plain = isPlain ? 'It is not encrypted: all destinations and accounts stand in it in the clear.\n' : '';
  program.print(
    `\n${file} has what ${formatTarget(target)} keeps in D1 and its objects (${Math.ceil(statSync(to).size / 1024)} KiB), without PEPPER and the tokens.\n${plain}` +
      'Next: delete the BACKUP_TOKEN of the deployment, and store PEPPER apart from this file (docs/operating/backup.md).\n',
  );
}

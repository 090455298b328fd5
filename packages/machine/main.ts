/**
 * The program of a built folder. `node main.mjs` runs the server, `node main.mjs backup FILE` makes a backup, and
 * `node main.mjs restore FILE` restores one. `node main.mjs doctor` examines the server.
 */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { version } from '#package.json';
import { backup, restore } from './backup/backup';
import { Failure } from './failure';
import { serve } from './serve';
import { stateFolder } from './state';

const BUILT = path.dirname(fileURLToPath(import.meta.url));

const USAGE = `node main.mjs [backup FILE [--plain] | restore FILE [--spend-limited] [--plain] | doctor]

Runs the service on this computer, behind a proxy that speaks https, until SIGTERM. The environment says how:
SHORT_HOST and API_HOST must be set, STATE_DIR is the folder of all stored data (.swiftlet).

  backup FILE       writes a backup of STATE_DIR, also while the server runs. BACKUP_PASSPHRASE encrypts it
    --plain         does not encrypt it
  restore FILE      restores a backup into an empty STATE_DIR
    --plain         takes a backup that is not encrypted
    --spend-limited ends limited links, because their clicks since the backup are unknown
  doctor            examines the server; doctor --help shows its arguments
  --help            shows this text
  --version         shows the version

Examples:
  SHORT_HOST=s.example.com API_HOST=api.example.com TRUST_PROXY=loopback node main.mjs
  STATE_DIR=/var/lib/swiftlet node main.mjs backup swiftlet.backup
  STATE_DIR=/var/lib/swiftlet node main.mjs restore swiftlet.backup
`;

/** The file and the flags of a command. @throws Failure with the usage, for any other arguments */
function readArguments(command: 'backup' | 'restore', args: readonly string[], flags: readonly string[]) {
  const [file, ...rest] = args.filter((arg) => !flags.includes(arg));
  if (file === undefined || file.startsWith('-') || rest.length > 0)
    throw new Failure(`Usage: node main.mjs ${command} FILE ${flags.map((flag) => `[${flag}]`).join(' ')}`);
  return { file, isPlain: args.includes('--plain'), spendsLimited: args.includes('--spend-limited') };
}

/** Runs a command, and returns the text to print. @throws Error whose first line is the reason */
async function runCommand(command: string | undefined, args: readonly string[]): Promise<string> {
  const folder = process.cwd();
  const paths = { root: folder, built: BUILT, binary: path.join(BUILT, 'workerd'), folder };
  const options = { env: process.env, ...paths, log: () => {}, program: 'node main.mjs' } as const;
  if (command === 'backup') return backup({ ...options, ...readArguments(command, args, ['--plain']) }, Date.now());
  if (command === 'restore')
    return restore({ ...options, ...readArguments(command, args, ['--spend-limited', '--plain']) });
  throw new Error(`There is no command ${JSON.stringify(command)}: node main.mjs --help lists the commands.`);
}

type Doctor = { readonly main: (program: object) => Promise<number> };

/** @returns the exit code of the doctor */
async function examine(args: readonly string[]): Promise<number> {
  // The build puts the doctor beside this program. Most starts do not load it.
  const { main: doctor } = (await import(pathToFileURL(path.join(BUILT, 'doctor.mjs')).href)) as Doctor;
  return doctor({
    args,
    env: process.env,
    root: BUILT,
    version,
    folder: stateFolder(process.env, process.cwd()),
    command: 'node main.mjs doctor',
    wrangler: ['wrangler'],
  });
}

const [command, ...args] = process.argv.slice(2);
const isAsked = (flag: string) => command === flag || args.includes(flag);

if (command === 'doctor') process.exitCode = await examine(args);
else if (isAsked('--help')) process.stdout.write(USAGE);
else if (command === '--version') process.stdout.write(`${version}\n`);
else if (command === undefined) process.exit(await serve());
else
  await runCommand(command, args).then(
    (text) => process.stdout.write(text),
    (error) => {
      process.stderr.write(`${(error as Error).message.split('\n')[0]}\n`);
      process.exitCode = 1;
    },
  );

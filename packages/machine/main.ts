/**
 * The program of a built folder. `node main.mjs` runs the server, `node main.mjs backup FILE` makes a backup, and
 * `node main.mjs restore FILE` restores one.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '#package.json';
import { backup, restore } from './backup/backup';
import { serve } from './serve';

const BUILT = path.dirname(fileURLToPath(import.meta.url));

const USAGE = `node main.mjs [backup FILE [--plain] | restore FILE [--spend-limited]]

Runs the service on this computer, behind a proxy that speaks https, until SIGTERM. Environment variables hold its
settings: SHORT_HOST and API_HOST must be set, STATE_DIR is the folder of all stored data (.swiftlet).

  backup FILE       writes a backup of STATE_DIR, also while the server runs. BACKUP_PASSPHRASE encrypts it
    --plain         does not encrypt it
  restore FILE      restores a backup into an empty STATE_DIR
    --spend-limited ends limited links, because their clicks since the backup are unknown
  --help            shows this text
  --version         shows the version

Examples:
  SHORT_HOST=s.example.com API_HOST=api.example.com TRUST_PROXY=loopback node main.mjs
  STATE_DIR=/var/lib/swiftlet node main.mjs backup swiftlet.backup
  STATE_DIR=/var/lib/swiftlet node main.mjs restore swiftlet.backup
`;

/** Runs a command, and returns the text to print. @throws Error whose first line is the reason */
async function runCommand(command: string | undefined, args: readonly string[]): Promise<string> {
  const folder = process.cwd();
  const paths = { root: folder, built: BUILT, binary: path.join(BUILT, 'workerd'), folder };
  const options = { env: process.env, ...paths, log: () => {}, args, program: 'node main.mjs' } as const;
  if (command === 'backup') return backup(options, Date.now());
  if (command === 'restore') return restore(options);
  throw new Error(`There is no command ${JSON.stringify(command)}: node main.mjs --help lists the commands.`);
}

const [command, ...args] = process.argv.slice(2);
const isAsked = (flag: string) => command === flag || args.includes(flag);

if (isAsked('--help')) process.stdout.write(USAGE);
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

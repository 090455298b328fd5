/**
 * The program of a built folder. `node main.mjs` runs the server, `node main.mjs backup FILE` makes a backup, and
 * `node main.mjs restore FILE` restores one.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { backup, restore } from './backup/backup';
import { serve } from './serve';

const BUILT = path.dirname(fileURLToPath(import.meta.url));

async function runCommand(command: string | undefined, args: readonly string[]): Promise<string> {
  const folder = process.cwd();
  const binary = path.join(BUILT, 'workerd');
  const options = { env: process.env, root: folder, built: BUILT, binary, log: () => {}, args, folder };
  if (command === 'backup') return backup(options, Date.now());
  if (command === 'restore') return restore(options);
  throw new Error('Usage: node main.mjs [backup FILE | restore FILE]');
}

const [command, ...args] = process.argv.slice(2);
if (command === undefined) process.exit(await serve());
await runCommand(command, args).then(
  (text) => process.stdout.write(text),
  (error) => {
    process.stderr.write(`${(error as Error).message.split('\n')[0]}\n`);
    process.exitCode = 1;
  },
);

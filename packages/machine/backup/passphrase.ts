/** The passphrase of a backup: from BACKUP_PASSPHRASE, or typed at a prompt without echo. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Failure } from '../failure';

/** The recommendation of age's library: eight to ten random characters, or four to five random words. */
const MIN_LENGTH = 10;

const SILENT = new Writable({ write: (_chunk, _encoding, done) => done() });

async function typed(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Failure('BACKUP_PASSPHRASE must be set where nobody can be asked.');
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: SILENT, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      lines.question('', resolve);
      lines.on('SIGINT', () => reject(new Failure('Nothing was done.')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** Reads the passphrase of a new backup, twice at a prompt. @throws Failure if it is too short, or the two differ */
export async function newPassphrase(env: NodeJS.ProcessEnv): Promise<string> {
  const given = env.BACKUP_PASSPHRASE ?? (await typed('Passphrase for this backup: '));
  if (given.length < MIN_LENGTH) throw new Failure(`A passphrase has at least ${MIN_LENGTH} characters.`);
  if (env.BACKUP_PASSPHRASE === undefined && (await typed('Once more: ')) !== given)
    throw new Failure('The two passphrases differ.');
  return given;
}

/** Reads the passphrase of an existing backup. @throws Failure without BACKUP_PASSPHRASE and without a terminal */
export const knownPassphrase = async (env: NodeJS.ProcessEnv): Promise<string> =>
  env.BACKUP_PASSPHRASE ?? typed('Passphrase of this backup: ');

/**
 * The file of a backup: a gzipped tar of the files and a manifest of their digests. It is encrypted with age unless the
 * operator says `--plain`. The passphrase is in BACKUP_PASSPHRASE, or is typed at a prompt without echo.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import * as tar from 'tar';
import { Failure } from '../failure';
import { PAGES } from './pages';
import { filesBelow, KEPT } from './snapshot';

/** The format of a backup, whether of a machine or of a deployment. A restore reads this format only. */
const FORMAT = 3;
/** The name of the manifest in the archive. */
const LIST = 'swiftlet-backup.json';
/** The first line of every age file (age-encryption.org/v1). */
const AGE = 'age-encryption.org/v1\n';

/** What a restore says about a file that is not encrypted. */
export const UNVOUCHED =
  'The file was not encrypted: nothing vouches for the tokens, keys and destinations that came out of it.';

type Manifest = {
  readonly format: number;
  /** ISO 8601. */
  readonly madeAt: string;
  /** The SHA-256 of every file, hexadecimal, by its path. */
  readonly files: Readonly<Record<string, string>>;
};

async function digestFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

const toWebStream = (stream: NodeJS.ReadableStream) =>
  Readable.toWeb(Readable.from(stream)) as ReadableStream<Uint8Array>;

async function encrypted(plain: NodeJS.ReadableStream, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return Readable.fromWeb((await encrypter.encrypt(toWebStream(plain))) as import('node:stream/web').ReadableStream);
}

/**
 * Writes a folder into a file that only its owner may read. The file appears whole or not at all.
 * @param passphrase null for a file without encryption
 * @param now epoch milliseconds
 */
export async function writeArchive(
  folder: string,
  file: string,
  passphrase: string | null,
  now: number,
): Promise<void> {
  const names = filesBelow(folder);
  const files: Record<string, string> = {};
  for (const name of names) files[name] = await digestFile(path.join(folder, name));
  const manifest: Manifest = { format: FORMAT, madeAt: new Date(now).toISOString(), files };
  writeFileSync(path.join(folder, LIST), JSON.stringify(manifest), { mode: 0o600 });
  const packed = new PassThrough();
  const packing = pipeline(tar.create({ cwd: folder, portable: true }, [LIST, ...names]), createGzip(), packed);
  const draft = `${file}.${process.pid}.draft`;
  try {
    const out = passphrase === null ? packed : await encrypted(packed, passphrase);
    await Promise.all([packing, pipeline(out, createWriteStream(draft, { mode: 0o600, flags: 'wx' }))]);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  for await (const piece of createReadStream(file, { end: AGE.length - 1 })) return String(piece) === AGE;
  return false;
}

/**
 * Finds the passphrase of a backup. Nothing vouches for a file that is not encrypted: whoever could write it chose the
 * operator's token, the keys and the destinations. So a restore takes such a file only with
 * `--plain`, and never with a passphrase.
 * @returns null for a file that is not encrypted
 * @throws Failure for a file of the other kind than the operator has named
 */
export async function findPassphrase(file: string, isPlain: boolean, env: NodeJS.ProcessEnv): Promise<string | null> {
  const name = path.basename(file);
  if (await isEncrypted(file)) {
    if (isPlain) throw new Failure(`${name} is encrypted: restore it without --plain.`);
    return knownPassphrase(env);
  }
  if (env.BACKUP_PASSPHRASE)
    throw new Failure(
      `${name} is not encrypted, so it is not the backup of this passphrase (BACKUP_PASSPHRASE): nothing was restored.`,
    );
  if (isPlain) return null;
  throw new Failure(
    `${name} is not encrypted, so nothing vouches for what is in it: --plain restores it all the same.`,
  );
}

async function opened(file: string, passphrase: string | null): Promise<Readable> {
  const stream = createReadStream(file);
  if (passphrase === null) return stream;
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return Readable.fromWeb((await decrypter.decrypt(toWebStream(stream))) as import('node:stream/web').ReadableStream);
}

const isOurs = (name: string): boolean =>
  name === LIST || [...KEPT, `${PAGES}/`].some((start) => name.startsWith(start));

/**
 * Unpacks a backup into a new folder, and compares every file with the manifest.
 * @returns the time of the backup, ISO 8601
 * @throws Failure for a backup that is truncated, changed, of another format, or encrypted with another passphrase
 */
export async function readArchive(file: string, folder: string, passphrase: string | null): Promise<string> {
  mkdirSync(folder, { mode: 0o700 });
  const unpack = tar.extract({
    cwd: folder,
    strict: true,
    // Whatever the file and the umask say, this user alone owns and reads what is unpacked.
    preserveOwner: false,
    dmode: 0o700,
    onReadEntry: (entry) => {
      entry.mode = 0o600;
    },
    filter: (name, entry) => isOurs(name) && 'type' in entry && ['File', 'OldFile'].includes(entry.type),
  });
  try {
    await pipeline(await opened(file, passphrase), createGunzip(), unpack as unknown as NodeJS.WritableStream);
  } catch (error) {
    const { message } = error as Error;
    if (/no identity matched/.test(message))
      throw new Failure(`${path.basename(file)} was made with another passphrase.`);
    throw new Failure(`${path.basename(file)} is damaged or cut short (${message}): nothing was restored.`);
  }
  return checked(path.basename(file), folder);
}

async function checked(file: string, folder: string): Promise<string> {
  const { madeAt, files } = readManifest(file, folder);
  rmSync(path.join(folder, LIST));
  const names = filesBelow(folder);
  const same = names.length === Object.keys(files).length;
  for (const name of names)
    if (!same || files[name] !== (await digestFile(path.join(folder, name))))
      throw new Failure(`${file} is not as it was made (${name}): nothing was restored.`);
  if (names.length === 0) throw new Failure(`${file} holds nothing: nothing was restored.`);
  return madeAt;
}

function readManifest(file: string, folder: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path.join(folder, LIST), 'utf8'));
  } catch {
    throw new Failure(`${file} is no backup of Swiftlet.`);
  }
  if (manifest.format === FORMAT) return manifest;
  throw new Failure(
    `${file} is a backup of format ${manifest.format}, and this version reads format ${FORMAT}: restore it with the version that made it.`,
  );
}

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
const knownPassphrase = async (env: NodeJS.ProcessEnv): Promise<string> =>
  env.BACKUP_PASSPHRASE ?? typed('Passphrase of this backup: ');

/** The workers' secrets: from the environment, or generated once and stored in the state folder. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure';
import { writeWhole } from './processes.mjs';
import { WORKER_SECRETS } from './secret-names.mjs';
import { hasDatabase } from './state';

type SecretName = keyof typeof WORKER_SECRETS;

export const SECRET_NAMES = Object.keys(WORKER_SECRETS) as readonly SecretName[];

/** The path of a generated secret. */
export const secretFile = (folder: string, name: SecretName): string => path.join(folder, 'secrets', name);

/** 256 random bits, hexadecimal. */
export const randomSecret = (): string =>
  Array.from(randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @throws Failure for a lost PEPPER: with another one, the right password of a link would cause a fault */
function storedSecret(folder: string, name: SecretName): string {
  const file = secretFile(folder, name);
  if (!existsSync(file)) {
    if (name === 'PEPPER' && hasDatabase(folder))
      throw new Failure(
        `PEPPER is missing, and STATE_DIR ${folder} holds data that was made with one: put the former one, which a backup has, into ${file} or the environment. If it is lost, put a new one there, and set the passwords of links anew: docs/operating/pepper.md says how.`,
      );
    writeWhole(file, randomSecret());
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Reads every secret, and generates the missing ones; a secret without a value is ''.
 * @param folder the state folder
 * @throws Failure for a secret that the workers would refuse, and for a lost PEPPER
 */
export function readSecrets(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Record<SecretName, string> {
  mkdirSync(path.join(folder, 'secrets'), { recursive: true, mode: 0o700 });
  const values = Object.fromEntries(
    Object.entries(WORKER_SECRETS).map(([name, kind]) => [
      name,
      env[name] || (kind === 'generated' ? storedSecret(folder, name as SecretName) : ''),
    ]),
  ) as Record<SecretName, string>;
  if (!/^[\x21-\x7e]{32,}$/.test(values.ADMIN_TOKEN))
    throw new Failure('ADMIN_TOKEN must have at least 32 characters, all of them visible ASCII.');
  if (values.PEPPER.length < 32) throw new Failure('PEPPER must have at least 32 characters, random ones.');
  if (values.PEPPER_PREVIOUS !== '' && values.PEPPER_PREVIOUS.length < 32)
    throw new Failure('PEPPER_PREVIOUS must have at least 32 characters: it is the former PEPPER.');
  if (values.BACKUP_TOKEN !== '' && values.BACKUP_TOKEN.length < 32)
    throw new Failure('BACKUP_TOKEN must have at least 32 characters, random ones.');
  return values;
}

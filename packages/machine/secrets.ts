/** The workers' secrets: from the environment, or generated once and stored in the state folder. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure';
import { WORKER_SECRETS } from './secret-names.mjs';
import { writeWhole } from './write-whole.mjs';

type SecretName = keyof typeof WORKER_SECRETS;

export const SECRET_NAMES = Object.keys(WORKER_SECRETS) as readonly SecretName[];

/** The path of a generated secret. */
export const secretFile = (folder: string, name: SecretName): string => path.join(folder, 'secrets', name);

/** 256 random bits, hexadecimal. */
export const randomText = (): string =>
  Array.from(randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');

function storedSecret(file: string): string {
  if (!existsSync(file)) writeWhole(file, randomText());
  return readFileSync(file, 'utf8').trim();
}

/**
 * Reads every secret, and generates the missing ones; a secret without a value is ''.
 * @param folder the state folder
 * @throws Failure for a secret that the workers would refuse
 */
export function readSecrets(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Record<SecretName, string> {
  mkdirSync(path.join(folder, 'secrets'), { recursive: true, mode: 0o700 });
  const values = Object.fromEntries(
    Object.entries(WORKER_SECRETS).map(([name, kind]) => [
      name,
      env[name] || (kind === 'generated' ? storedSecret(secretFile(folder, name as SecretName)) : ''),
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

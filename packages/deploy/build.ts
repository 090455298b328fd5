/**
 * Fingerprints of deployed workers. The message of a version contains one, so the account shows which build is
 * deployed.
 */
import { createHash } from 'node:crypto';
import type { Configuration, WorkerKind } from './configuration';

/** Builds a worker. @returns a digest of the built files */
export type Build = (kind: WorkerKind) => Promise<string>;

/**
 * Returns the fingerprint of a configuration and of a build. It does not depend on the folder of the checkout.
 * @param built the digest of the built files
 */
export function fingerprintOf(configuration: Configuration, built: string, root: string): string {
  const text = JSON.stringify(configuration).replaceAll(JSON.stringify(root).slice(1, -1), '');
  return createHash('sha256').update(text).update(built).digest('hex').slice(0, 16);
}

export const messageOf = (version: string, fingerprint: string): string => `Swiftlet ${version} ${fingerprint}`;

/** Returns the fingerprint in the message of a version; null if this command has not deployed the version. */
export const fingerprintIn = (message: string): string | null =>
  /^Swiftlet \S+ ([0-9a-f]{16})$/.exec(message)?.[1] ?? null;

/** What is deployed, by its fingerprint: it stands in the message of a version, where the account tells it. */
import { createHash } from 'node:crypto';
import type { Configuration, WorkerKind } from './configuration';

/** Makes what a worker is deployed from. @returns a digest of it */
export type Build = (kind: WorkerKind) => Promise<string>;

/** Of a configuration and of what was built, wherever the checkout is. */
export function fingerprintOf(configuration: Configuration, built: string, root: string): string {
  const text = JSON.stringify(configuration).replaceAll(JSON.stringify(root).slice(1, -1), '');
  return createHash('sha256').update(text).update(built).digest('hex').slice(0, 16);
}

export const messageOf = (version: string, fingerprint: string): string => `Swiftlet ${version} ${fingerprint}`;

/** The fingerprint that a version's message names; null: this command has not deployed it. */
export const fingerprintIn = (message: string): string | null =>
  /^Swiftlet \S+ ([0-9a-f]{16})$/.exec(message)?.[1] ?? null;

/** The names of the resources of an environment. */
import { createHash } from 'node:crypto';
import { Failure } from '#machine/failure';

export const PRODUCTION = 'production';

export type Names = {
  readonly namespace: string;
  readonly database: string;
  readonly redirect: string;
  readonly api: string;
  /** The usual name of the one script that the Deploy to Cloudflare button makes. */
  readonly one: string;
};

/** Names that `npm start` uses in the state folder (packages/machine): two folders, and control.json. */
const TAKEN = ['v3', 'secrets', 'control'];

/** @throws Failure for a name that Cloudflare would refuse, or that `npm start` uses */
export function checkEnvironment(name: string): string {
  if (TAKEN.includes(name))
    throw new Failure(`--env cannot be ${name}, because npm start uses this name in the state folder.`);
  if (/^[a-z][a-z0-9-]{0,19}$/.test(name)) return name;
  throw new Failure(`--env takes a name of lower case letters, digits and hyphens, not ${JSON.stringify(name)}.`);
}

/**
 * @param splitFrom the one script that is split: it becomes the redirect worker, and keeps its name
 * (docs/design/self-hosting.md)
 */
export function makeNames(environment: string, splitFrom?: string): Names {
  const stem = environment === PRODUCTION ? 'swiftlet' : `swiftlet-${environment}`;
  const workers = { redirect: splitFrom ?? `${stem}-redirect`, api: `${stem}-api`, one: stem };
  return { namespace: `${stem}-routes`, database: stem, ...workers };
}

/**
 * Returns the id of a rate limit, which differs between environments. Workers of an account with the same id share one
 * counter, so tests of one environment would slow down visitors of another.
 */
export function rateLimitId(environment: string, id: string): string {
  if (environment === PRODUCTION) return id;
  const offset = Number.parseInt(createHash('sha256').update(environment).digest('hex').slice(0, 4), 16) + 1;
  return String(offset * 10_000 + Number(id));
}

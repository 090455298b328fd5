/** What the resources of an environment are called in an account. */
import { createHash } from 'node:crypto';
import { Failure } from './failure';

export const PRODUCTION = 'production';

export type Names = {
  readonly namespace: string;
  readonly database: string;
  readonly redirect: string;
  readonly api: string;
  /** The one script of the button, as its wrangler file calls it. */
  readonly one: string;
};

/** What `npm start` keeps in the same folder (packages/machine): folders, and control.json. */
const TAKEN = ['v3', 'secrets', 'control'];

/** @throws Failure for a name that Cloudflare would not take, or `npm start` has taken */
export function checkEnvironment(name: string): string {
  if (TAKEN.includes(name)) throw new Failure(`--env takes another name than ${name}: npm start keeps its own there.`);
  if (/^[a-z][a-z0-9-]{0,19}$/.test(name)) return name;
  throw new Failure(`--env takes a name of lower case letters, digits and hyphens, not ${JSON.stringify(name)}.`);
}

/** @param former the one script that is split: it becomes the redirect worker under the name it has (docs/adr/0043) */
export function namesOf(environment: string, former?: string): Names {
  const stem = environment === PRODUCTION ? 'swiftlet' : `swiftlet-${environment}`;
  const workers = { redirect: former ?? `${stem}-redirect`, api: `${stem}-api`, one: stem };
  return { namespace: `${stem}-routes`, database: stem, ...workers };
}

/**
 * The id of a rate limit. Ids are an account's: two workers that share one share its counter, and nobody's tests may slow
 * the visitors of another environment.
 */
export function rateLimitId(environment: string, id: string): string {
  if (environment === PRODUCTION) return id;
  const offset = Number.parseInt(createHash('sha256').update(environment).digest('hex').slice(0, 4), 16) + 1;
  return String(offset * 10_000 + Number(id));
}

// The names of all secrets that a command may find in its environment, and the one function that takes them out of the
// environment of child processes. This file is plain JavaScript, because scripts load it before any package is
// installed.

/**
 * The secrets of the workers. A machine and the deploy command generate those that are `generated` and missing. The
 * others come from the environment alone.
 */
export const WORKER_SECRETS = /** @type {const} */ ({
  ADMIN_TOKEN: 'generated',
  PEPPER: 'generated',
  PEPPER_PREVIOUS: 'optional',
  BACKUP_TOKEN: 'optional',
  THREATS_KEY: 'optional',
});

/** The secrets that wrangler reads (developers.cloudflare.com/workers/wrangler/system-environment-variables). */
export const WRANGLER_SECRETS = /** @type {const} */ ([
  'CLOUDFLARE_API_TOKEN',
  'CLOUDFLARE_API_KEY',
  'CF_API_TOKEN',
  'CF_API_KEY',
]);

const ALL = [...Object.keys(WORKER_SECRETS), ...WRANGLER_SECRETS, 'BACKUP_PASSPHRASE'];

/**
 * Returns an environment without the secrets, for child processes.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {readonly string[]} kept the names of the secrets that the child process needs
 * @returns {Record<string, string>}
 */
export function withoutSecrets(env, kept = []) {
  /** @type {Record<string, string>} */
  const left = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && (kept.includes(name) || !ALL.includes(name))) left[name] = value;
  return left;
}

// Names of the workers' secrets. This file is plain JavaScript, because the script that starts the deploy command needs
// it too.

/** The deploy command generates these secrets if the environment has none. */
export const SECRET_NAMES = /** @type {const} */ (['PEPPER', 'ADMIN_TOKEN']);

/** The deploy command sends these secrets if the environment has them, and never generates them. */
export const PASSED_ON = /** @type {const} */ ({
  redirect: ['PEPPER_PREVIOUS'],
  api: ['PEPPER_PREVIOUS', 'THREATS_KEY'],
});

/**
 * Returns an environment without the secrets, for wrangler and all other child processes.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Record<string, string>}
 */
export function withoutSecrets(env) {
  /** @type {Set<string>} */
  const ours = new Set([...SECRET_NAMES, ...PASSED_ON.api, 'BACKUP_TOKEN']);
  /** @type {Record<string, string>} */
  const left = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && !ours.has(name)) left[name] = value;
  return left;
}

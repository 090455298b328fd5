// Names of the workers' secrets. The script that starts the deploy command needs them too: it is plain JavaScript.

/** Drawn where nobody gives them. */
export const SECRET_NAMES = /** @type {const} */ (['PEPPER', 'ADMIN_TOKEN']);

/** Passed on where the environment has them, and never drawn. */
export const PASSED_ON = /** @type {const} */ ({
  redirect: ['PEPPER_PREVIOUS'],
  api: ['PEPPER_PREVIOUS', 'THREATS_KEY'],
});

/**
 * An environment without them: what wrangler and all other children have no need to see.
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

/** The names of secrets for the other packages (secret-names.mjs, which scripts load too). */
export { WORKER_SECRETS, WRANGLER_SECRETS, withoutSecrets } from './secret-names.mjs';

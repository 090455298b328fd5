export const WORKER_SECRETS: {
  readonly ADMIN_TOKEN: 'generated';
  readonly PEPPER: 'generated';
  readonly PEPPER_PREVIOUS: 'optional';
  readonly BACKUP_TOKEN: 'optional';
  readonly THREATS_KEY: 'optional';
};
export const WRANGLER_SECRETS: readonly string[];
export function withoutSecrets(
  env: Readonly<Record<string, string | undefined>>,
  kept?: readonly string[],
): Record<string, string>;

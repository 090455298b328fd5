export const SECRET_NAMES: readonly ['PEPPER', 'ADMIN_TOKEN'];
export const PASSED_ON: {
  readonly redirect: readonly ['PEPPER_PREVIOUS'];
  readonly api: readonly ['PEPPER_PREVIOUS', 'THREATS_KEY'];
};
export function withoutSecrets(env: Readonly<Record<string, string | undefined>>): Record<string, string>;

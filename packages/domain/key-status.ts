/** The status of an API key: active, inactive (can be switched back) or revoked (final). */
export const KEY_STATUSES = ['active', 'inactive', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

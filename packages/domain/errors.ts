/**
 * The error table: one row per cause of a refusal, with its status, stable errorType and message. Source: specification
 * 3.3, word for word. apps/api/errors.test.ts does not compile if a row has no test that provokes it.
 */
import { MAX_CODE_LENGTH } from './short-address';
import { type ErrorRow, VISIT_ERRORS } from './visit-errors';

export const ERRORS = {
  // Refusals of visits
  ...VISIT_ERRORS,

  // Every request
  HTTPS_REQUIRED: { status: 403, errorType: 'HTTPS_REQUIRED', message: 'HTTPS is required' },
  MAINTENANCE: { status: 503, errorType: 'MAINTENANCE', message: 'Service is temporarily unavailable for maintenance' },

  // The key
  KEY_MISSING: {
    status: 401,
    errorType: 'API_KEY_REQUIRED',
    message: 'API key required. Pass your key as: Authorization: Bearer <key>',
  },
  KEY_INVALID: { status: 401, errorType: 'API_KEY_INVALID', message: 'Invalid or inactive API key.' },
  LINKS_EXCEEDED: { status: 429, errorType: 'LINK_QUOTA_EXCEEDED', message: 'Monthly link limit reached.' },
  MONTH_EXCEEDED: { status: 429, errorType: 'QUOTA_EXCEEDED', message: 'Monthly API call limit reached.' },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    errorType: 'ORIGIN_NOT_ALLOWED',
    message: 'This API key may not be used from this origin',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    errorType: 'INSUFFICIENT_SCOPE',
    message: 'This API key lacks the scope {}',
  },
  OWN_LINKS_ONLY: {
    status: 403,
    errorType: 'OWN_LINKS_ONLY',
    message: 'This API key reaches only its own links, and not the whole account',
  },
  KEY_IN_PAGES: {
    status: 403,
    errorType: 'KEY_IN_PAGES',
    message: 'This API key is used in pages; its owner revokes it in the console',
  },
  SEARCHES_EXCEEDED: {
    status: 429,
    errorType: 'SEARCH_LIMIT_EXCEEDED',
    message: 'Too many searches. Try again in the next minute.',
  },
  BULK_EXCEEDED: {
    status: 429,
    errorType: 'BULK_LIMIT_EXCEEDED',
    message: 'Too many links in bulk. Try again in the next minute.',
  },
  CURSOR_EXPIRED: {
    status: 400,
    errorType: 'CURSOR_EXPIRED',
    message: 'The order of this list is no longer kept. Begin again with the first page',
  },

  // The body
  CONTENT_TYPE: { status: 400, errorType: 'INVALID_CONTENT_TYPE', message: 'Content-Type must be application/json' },
  CHARSET: {
    status: 400,
    errorType: 'INVALID_CONTENT_TYPE',
    message: 'The charset {} is not supported: the body must be in UTF-8',
  },
  CONTENT_ENCODING: {
    status: 400,
    errorType: 'INVALID_CONTENT_TYPE',
    message: 'The Content-Encoding {} is not supported: the body must be sent without one',
  },
  BODY_TOO_LARGE: { status: 413, errorType: 'BODY_TOO_LARGE', message: 'The request body must be at most 1 MiB' },
  BODY_INVALID: { status: 400, errorType: 'INVALID_BODY', message: 'The request body must be a JSON object' },
  FIELD_NOT_ALLOWED: { status: 400, errorType: 'FIELD_NOT_ALLOWED', message: '{} is not allowed' },
  FIELD_INVALID: { status: 400, errorType: 'INVALID_FIELD', message: '{}' },

  // The link to be made
  URL_INVALID: { status: 400, errorType: 'INVALID_URL', message: 'Please provide a valid URL' },
  URL_OWN: {
    status: 400,
    errorType: 'INVALID_URL',
    message: 'This URL is one of this service, such as a short link. Please provide the URL that it leads to',
  },
  ALIAS_LENGTH: {
    status: 400,
    errorType: 'INVALID_ALIAS',
    message: `Alias must be between {} and ${MAX_CODE_LENGTH} characters`,
  },
  PASSWORD_LENGTH: {
    status: 400,
    errorType: 'INVALID_PASSWORD',
    message: 'Password must be between 4 and 100 characters',
  },
  EXPIRES_IN_TOO_SHORT: {
    status: 400,
    errorType: 'INVALID_EXPIRES_IN',
    message: 'expiresIn must be at least 60 seconds (1 minute)',
  },
  ALIAS_RESERVED: {
    status: 400,
    errorType: 'ALIAS_RESERVED',
    message: 'This alias is reserved and cannot be used',
  },
  URL_UNSAFE: {
    status: 400,
    errorType: 'BLOCKED',
    message: 'URL appears to be unsafe and cannot be shortened',
  },
  ALIAS_TAKEN: { status: 400, errorType: 'ALIAS_TAKEN', message: 'Alias is already taken' },
  EXTERNAL_ID_TAKEN: {
    status: 409,
    errorType: 'EXTERNAL_ID_TAKEN',
    message: 'Another link of the account has this externalId',
  },
  TAGS_EXCEEDED: {
    status: 409,
    errorType: 'TAGS_EXCEEDED',
    message: 'The account would have more than 1000 tags',
  },
  BATCH_ABORTED: {
    status: 400,
    errorType: 'BATCH_ABORTED',
    message: 'Nothing of this batch was created, because an item of it was refused',
  },
  FEATURE_NOT_ON_PLAN: {
    status: 403,
    errorType: 'FEATURE_NOT_ON_PLAN',
    message: 'Your current plan does not include this feature.',
  },

  // Features that the operator has switched off
  SHORTENING_DISABLED: {
    status: 400,
    errorType: 'FEATURE_DISABLED',
    message: 'URL shortening is currently disabled',
  },
  ALIASES_DISABLED: {
    status: 400,
    errorType: 'FEATURE_DISABLED',
    message: 'Custom aliases are currently disabled on this platform',
  },
  PASSWORDS_DISABLED: {
    status: 400,
    errorType: 'FEATURE_DISABLED',
    message: 'Password protection is currently disabled on this platform',
  },
  EXPIRATION_DISABLED: {
    status: 400,
    errorType: 'FEATURE_DISABLED',
    message: 'URL expiration is currently disabled on this platform',
  },
  CLICK_LIMITS_DISABLED: {
    status: 400,
    errorType: 'FEATURE_DISABLED',
    message: 'Click limits are currently disabled on this platform',
  },
  QR_DISABLED: {
    status: 400,
    errorType: 'FEATURE_DISABLED',
    message: 'QR codes are currently disabled on this platform',
  },

  // An existing link
  LINK_CHANGED: { status: 409, errorType: 'LINK_CHANGED', message: 'The link leads elsewhere by now' },
  LINK_DELETED: { status: 410, errorType: 'EXPIRED', message: 'This link was deleted and cannot be edited' },
  TAG_NOT_FOUND: { status: 404, errorType: 'TAG_NOT_FOUND', message: 'Tag not found' },
  TAG_TAKEN: { status: 409, errorType: 'TAG_TAKEN', message: 'Another tag of the account has this name' },

  // Idempotency-Key
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    errorType: 'INVALID_IDEMPOTENCY_KEY',
    message: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
  },
  IDEMPOTENCY_KEY_RUNNING: {
    status: 409,
    errorType: 'IDEMPOTENCY_KEY_IN_USE',
    message: 'A request with this Idempotency-Key is still running',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    errorType: 'IDEMPOTENCY_KEY_REUSED',
    message: 'This Idempotency-Key was used with another request',
  },
  IDEMPOTENCY_KEYS_EXCEEDED: {
    status: 429,
    errorType: 'IDEMPOTENCY_KEYS_EXCEEDED',
    message: 'Too many answers are kept for this API key. Try again later, or without an Idempotency-Key',
  },

  // The operator's routes
  ADMIN_TOKEN_INVALID: { status: 401, errorType: 'ADMIN_TOKEN_INVALID', message: 'Invalid admin token.' },
  BACKUP_TOKEN_INVALID: { status: 401, errorType: 'BACKUP_TOKEN_INVALID', message: 'Invalid backup token.' },
  RESTORE_REFUSED: { status: 409, errorType: 'RESTORE_REFUSED', message: '{}' },
  ACCOUNT_NOT_FOUND: { status: 404, errorType: 'ACCOUNT_NOT_FOUND', message: 'Account not found' },
  ACCOUNT_CLOSED: {
    status: 409,
    errorType: 'ACCOUNT_SUSPENDED',
    message: 'The account is suspended: nobody signs in to it',
  },
  UPGRADE_NOT_FOUND: { status: 404, errorType: 'UPGRADE_NOT_FOUND', message: 'Upgrade request not found' },
  UPGRADE_ANSWERED: {
    status: 409,
    errorType: 'UPGRADE_ANSWERED',
    message: 'The upgrade request has been answered already',
  },
  KEY_NOT_FOUND: { status: 404, errorType: 'KEY_NOT_FOUND', message: 'Key not found' },
  KEY_REVOKED: { status: 409, errorType: 'KEY_REVOKED', message: 'The key has been revoked, which is final' },
  KEY_ROTATED: {
    status: 409,
    errorType: 'KEY_ROTATED',
    message: 'The key was rotated in the meantime: look which of its secrets is the current one',
  },
  ROTATION_UNDER_WAY: {
    status: 409,
    errorType: 'ROTATION_UNDER_WAY',
    message:
      'An older secret of this key still works until {}: end it first, or say with endsPrevious what becomes of it',
  },
  ACTIVE_KEYS_REACHED: {
    status: 409,
    errorType: 'ACTIVE_KEYS_REACHED',
    message: 'The account already has as many active keys as its plan allows',
  },
  KEYS_REACHED: {
    status: 409,
    errorType: 'KEYS_REACHED',
    message: 'The account already has {} keys. Revoke one that is not used any more',
  },

  // The threat service
  THREATS_UNAVAILABLE: {
    status: 503,
    errorType: 'UNAVAILABLE',
    message: 'The URL cannot be checked at the moment. Please try again in a moment',
  },
} satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** The fields that only some envelopes have. */
export type Extra = 'retryAfter' | 'resetDate' | 'requestId';

/**
 * The extra fields of each cause that has any. They are separate from the rows, because the redirect worker does not
 * need them.
 */
const EXTRAS: { readonly [code in ErrorCode]?: readonly Extra[] } = {
  MAINTENANCE: ['retryAfter'],
  OVERLOADED: ['retryAfter'],
  THREATS_UNAVAILABLE: ['retryAfter'],
  PREFETCH: ['retryAfter'],
  WINDOW_EXCEEDED: ['retryAfter'],
  SEARCHES_EXCEEDED: ['retryAfter'],
  BULK_EXCEEDED: ['retryAfter'],
  GUESSES_EXCEEDED: ['retryAfter'],
  MONTH_EXCEEDED: ['retryAfter', 'resetDate'],
  LINKS_EXCEEDED: ['retryAfter', 'resetDate'],
  IDEMPOTENCY_KEY_RUNNING: ['retryAfter'],
  IDEMPOTENCY_KEYS_EXCEEDED: ['retryAfter'],
  FAULT: ['requestId'],
};

/** The fields that the envelope of a cause has beside those of every envelope. */
export const listExtras = (code: ErrorCode): readonly Extra[] => EXTRAS[code] ?? [];

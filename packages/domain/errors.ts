/**
 * Every expected no, one row per cause: status, stable errorType, message. `{}` in a message stands for the refusal's
 * detail. Source: contract, "Messages of POST /v2/shorten" (word for word); answers, section 3.
 * A row without a test that provokes it does not compile: apps/api/errors.test.ts.
 */
import type { GoneReason } from './link';

type Row = { readonly status: keyof typeof REASON_PHRASES; readonly errorType: string; readonly message: string };

/** RFC 9110, section 15: the phrase that `error` carries. */
export const REASON_PHRASES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

const table = <Code extends string>(rows: Record<Code, Row>) => rows;

export const ERRORS = table({
  // The way in
  HTTPS_REQUIRED: { status: 403, errorType: 'HTTPS_REQUIRED', message: 'HTTPS is required' },
  UNKNOWN_ROUTE: { status: 404, errorType: 'NOT_FOUND', message: 'There is nothing at this address' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    errorType: 'METHOD_NOT_ALLOWED',
    message: 'This address does not answer that method',
  },
  MAINTENANCE: { status: 503, errorType: 'MAINTENANCE', message: 'Service is temporarily unavailable for maintenance' },

  // The key
  KEY_MISSING: {
    status: 401,
    errorType: 'API_KEY_REQUIRED',
    message: 'API key required. Pass your key as: Authorization: Bearer <key>',
  },
  KEY_INVALID: { status: 401, errorType: 'API_KEY_INVALID', message: 'Invalid or inactive API key.' },
  WINDOW_EXCEEDED: {
    status: 429,
    errorType: 'RATE_LIMIT_EXCEEDED',
    message: 'Rate limit exceeded. Try again in the next minute.',
  },
  LINKS_EXCEEDED: { status: 429, errorType: 'LINK_QUOTA_EXCEEDED', message: 'Monthly link limit reached.' },
  MONTH_EXCEEDED: { status: 429, errorType: 'QUOTA_EXCEEDED', message: 'Monthly API call limit reached.' },

  // The body
  CONTENT_TYPE: { status: 400, errorType: 'INVALID_CONTENT_TYPE', message: 'Content-Type must be application/json' },
  BODY_TOO_LARGE: { status: 413, errorType: 'BODY_TOO_LARGE', message: 'The request body must be at most 1 MiB' },
  BODY_INVALID: { status: 400, errorType: 'INVALID_BODY', message: 'The request body must be a JSON object' },
  FIELD_NOT_ALLOWED: { status: 400, errorType: 'FIELD_NOT_ALLOWED', message: '{} is not allowed' },
  FIELD_INVALID: { status: 400, errorType: 'INVALID_FIELD', message: '{}' },

  // The link asked for
  URL_INVALID: { status: 400, errorType: 'INVALID_URL', message: 'Please provide a valid URL' },
  ALIAS_LENGTH: {
    status: 400,
    errorType: 'INVALID_ALIAS',
    message: 'Alias must be between {} and 50 characters',
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
  FEATURE_NOT_ON_PLAN: {
    status: 403,
    errorType: 'FEATURE_NOT_ON_PLAN',
    message: 'Your current plan does not include this feature.',
  },

  // What the platform has switched off
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

  // A link asked about
  LINK_NOT_FOUND: { status: 404, errorType: 'NOT_FOUND', message: 'Short URL not found' },

  LINK_GONE: { status: 410, errorType: 'EXPIRED', message: 'This link has expired' },
  LINK_BLOCKED: { status: 410, errorType: 'BLOCKED', message: 'This link has been blocked' },
  PASSWORD_REQUIRED: { status: 401, errorType: 'PASSWORD_REQUIRED', message: 'This link is protected by a password' },

  // The operator
  ADMIN_TOKEN_INVALID: { status: 401, errorType: 'ADMIN_TOKEN_INVALID', message: 'Invalid admin token.' },
  ACCOUNT_NOT_FOUND: { status: 404, errorType: 'ACCOUNT_NOT_FOUND', message: 'Account not found' },
  KEY_NOT_FOUND: { status: 404, errorType: 'KEY_NOT_FOUND', message: 'Key not found' },
  KEY_REVOKED: { status: 409, errorType: 'KEY_REVOKED', message: 'The key has been revoked, which is final' },
  ACTIVE_KEYS_REACHED: {
    status: 409,
    errorType: 'ACTIVE_KEYS_REACHED',
    message: 'The account already has as many active keys as its plan allows',
  },

  // Ours
  OVERLOADED: {
    status: 503,
    errorType: 'UNAVAILABLE',
    message: 'Service is temporarily unavailable. Please try again in a moment',
  },
  THREATS_UNAVAILABLE: {
    status: 503,
    errorType: 'UNAVAILABLE',
    message: 'The URL cannot be checked at the moment. Please try again in a moment',
  },
  FAULT: { status: 500, errorType: 'INTERNAL_ERROR', message: 'An unexpected error occurred' },
});

export type ErrorCode = keyof typeof ERRORS;

/**
 * What some refusals carry beside their row. `retryAfter` is whole seconds, `resetDate` ISO 8601 UTC; `goneReason` chooses
 * the visitor's page and stays out of the envelope.
 */
export type RefusalExtras = {
  readonly detail?: string;
  readonly retryAfter?: number;
  readonly resetDate?: string;
  readonly requestId?: string;
  readonly allow?: readonly string[];
  readonly goneReason?: GoneReason;
};

/** An expected no. Thrown where it is found, turned into the envelope at the edge; never logged as a fault. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly extras: RefusalExtras = {},
  ) {
    super(code);
    this.name = 'Refusal';
  }

  get status(): Row['status'] {
    return ERRORS[this.code].status;
  }
}

/** The request a refusal answers. `path` is without the query. */
export type Asked = { readonly path: string; readonly method: string; readonly now: number };

export type Envelope = {
  statusCode: number;
  timestamp: string;
  path: string;
  method: string;
  message: string;
  error: string;
  errorType: string;
  retryAfter?: number;
  resetDate?: string;
  requestId?: string;
};

/** The body of every error (contract, "Envelope"). */
export function envelopeOf(refusal: Refusal, asked: Asked): Envelope {
  const { status, errorType, message } = ERRORS[refusal.code];
  const { detail = '', retryAfter, resetDate, requestId } = refusal.extras;
  return {
    statusCode: status,
    timestamp: new Date(asked.now).toISOString(),
    path: asked.path,
    method: asked.method,
    message: message.replace('{}', () => detail),
    error: REASON_PHRASES[status],
    errorType,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(resetDate !== undefined && { resetDate }),
    ...(requestId !== undefined && { requestId }),
  };
}

/** The headers that go with the body: Retry-After (RFC 9110, 10.2.3) and Allow (10.2.1). Nothing caches a no. */
export function refusalHeaders({ extras }: Refusal): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    ...(extras.retryAfter !== undefined && { 'Retry-After': String(extras.retryAfter) }),
    ...(extras.allow !== undefined && { Allow: extras.allow.join(', ') }),
  };
}

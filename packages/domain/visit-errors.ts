/** The form of the error table, whose rows are the responses to one cause each, and its rows for visits. */

/** The reason phrases of RFC 9110, section 15: the values of `error` in the envelope. */
export const REASON_PHRASES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

/** One row. The refusal's detail replaces `{}` in `message`. */
export type ErrorRow = {
  readonly status: keyof typeof REASON_PHRASES;
  readonly errorType: string;
  readonly message: string;
};

/** They are separate, so that the redirect worker does not load rows that it never needs. */
export const VISIT_ERRORS = {
  UNKNOWN_ROUTE: { status: 404, errorType: 'NOT_FOUND', message: 'There is nothing at this address' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    errorType: 'METHOD_NOT_ALLOWED',
    message: 'This address does not answer that method',
  },
  WINDOW_EXCEEDED: {
    status: 429,
    errorType: 'RATE_LIMIT_EXCEEDED',
    message: 'Rate limit exceeded. Try again in the next minute.',
  },
  LINK_NOT_FOUND: { status: 404, errorType: 'NOT_FOUND', message: 'Short URL not found' },
  LINK_GONE: { status: 410, errorType: 'EXPIRED', message: 'This link has expired' },
  LINK_BLOCKED: { status: 410, errorType: 'BLOCKED', message: 'This link has been blocked' },
  PASSWORD_REQUIRED: { status: 401, errorType: 'PASSWORD_REQUIRED', message: 'This link is protected by a password' },
  PASSWORD_WRONG: { status: 401, errorType: 'PASSWORD_WRONG', message: 'That is not the password of this link' },
  GUESSES_EXCEEDED: {
    status: 429,
    errorType: 'TOO_MANY_GUESSES',
    message: 'Too many wrong passwords. Please try again later',
  },
  PREFETCH: { status: 503, errorType: 'PREFETCH', message: 'A link is opened when it is followed, not before' },
  OVERLOADED: {
    status: 503,
    errorType: 'UNAVAILABLE',
    message: 'Service is temporarily unavailable. Please try again in a moment',
  },
  FAULT: { status: 500, errorType: 'INTERNAL_ERROR', message: 'An unexpected error occurred' },
} satisfies Record<string, ErrorRow>;

export type VisitErrorCode = keyof typeof VISIT_ERRORS;

/**
 * The rows of the error table for visits. They are separate, so that the redirect worker does not load rows that it
 * never needs.
 */
import { errorTable } from './error-row';

export const VISIT_ERRORS = errorTable({
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
});

export type VisitErrorCode = keyof typeof VISIT_ERRORS;

/**
 * The rows of refusals that come before either worker: of the door of a machine, and of the one script. They are
 * separate, because no request to a worker itself can cause them (specification 15.6).
 */

import { makeEnvelope, makeRefusalHeaders, type RefusedRequest } from './refusal';
import { type ErrorRow, VISIT_ERRORS } from './visit-errors';

export const DOOR_ERRORS = {
  MISDIRECTED: { status: 421, errorType: 'MISDIRECTED', message: 'This server does not answer for that host' },
  TARGET_INVALID: { status: 400, errorType: 'INVALID_TARGET', message: 'The request names no address' },
  FORWARDED_FOR_INVALID: {
    status: 400,
    errorType: 'INVALID_FORWARDED_FOR',
    message: 'X-Forwarded-For names no address',
  },
  OVERLOADED: VISIT_ERRORS.OVERLOADED,
} satisfies Record<string, ErrorRow>;

/**
 * The response to a refusal before either worker: the body and the init of a Response.
 * @param retryAfter whole seconds
 */
export function refuseAtDoor(code: keyof typeof DOOR_ERRORS, request: RefusedRequest, retryAfter?: number) {
  const [row, refusal] = [DOOR_ERRORS[code], { extras: retryAfter === undefined ? {} : { retryAfter } }];
  const headers = {
    ...makeRefusalHeaders(refusal),
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  };
  return [JSON.stringify(makeEnvelope(row, refusal, request)), { status: row.status, headers }] as const;
}

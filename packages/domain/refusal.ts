/** Refusals: expected errors, and their envelopes and headers. */

import type { ErrorCode } from './errors';
import type { GoneReason } from './link';
import { type ErrorRow, REASON_PHRASES } from './visit-errors';

/**
 * What a refusal may carry beside its row. `retryAfter` is whole seconds, `resetDate` ISO 8601 UTC. `goneReason`
 * chooses the visitor's page and is not in the envelope.
 */
export type RefusalExtras = {
  readonly detail?: string;
  readonly retryAfter?: number;
  readonly resetDate?: string;
  readonly requestId?: string;
  readonly allow?: readonly string[];
  /** The scopes that the call needs, for WWW-Authenticate. */
  readonly scopes?: readonly string[];
  readonly goneReason?: GoneReason;
};

/** An expected error. The worker's error handler turns it into the envelope, and never logs it as a fault. */
export class Refusal<Code extends ErrorCode = ErrorCode> implements Error {
  readonly name = 'Refusal';
  declare readonly message: string;

  constructor(
    readonly code: Code,
    readonly extras: RefusalExtras = {},
  ) {
    this.message = code;
  }
}

// A refusal is an Error to those who catch it. The constructor of Error would record a call stack, which nobody reads.
Object.setPrototypeOf(Refusal.prototype, Error.prototype);

/**
 * The refusal of a call that a store or an object could not complete (specification 3.5).
 * @param retryAfter whole seconds
 */
export const overloaded = (retryAfter = 5): Refusal<'OVERLOADED'> => new Refusal('OVERLOADED', { retryAfter });

/** The refused request. `path` has no query; `now` is epoch milliseconds. */
export type RefusedRequest = { readonly path: string; readonly method: string; readonly now: number };

export type ErrorEnvelope = {
  statusCode: number;
  timestamp: string;
  path: string;
  method: string;
  message: string;
  error: string;
  errorType: string;
  retryAfter?: number | undefined;
  resetDate?: string | undefined;
  requestId?: string | undefined;
};

/** The part of the envelope that a refused item of a batch has too. */
type Cause = Pick<ErrorEnvelope, 'statusCode' | 'message' | 'errorType' | 'retryAfter' | 'resetDate'>;

/** The part of a refusal that its row does not have. */
type Carrier = Pick<Refusal, 'extras'>;

/** The cause of a refusal, as the envelope states it. @param row the row of the refusal in the error table */
export function describeCause({ status, errorType, message }: ErrorRow, { extras }: Carrier): Cause {
  const { detail = '', retryAfter, resetDate } = extras;
  return {
    statusCode: status,
    message: message.replace('{}', () => detail),
    errorType,
    // JSON leaves out fields that are undefined.
    retryAfter,
    resetDate,
  };
}

/** The body of every error (specification 3.1). @param row the row of the refusal in the error table */
export function makeEnvelope(row: ErrorRow, refusal: Carrier, request: RefusedRequest): ErrorEnvelope {
  const { statusCode, ...cause } = describeCause(row, refusal);
  return {
    statusCode,
    timestamp: new Date(request.now).toISOString(),
    path: request.path,
    method: request.method,
    ...cause,
    error: REASON_PHRASES[row.status],
    requestId: refusal.extras.requestId,
  };
}

/**
 * The headers of a refusal: Retry-After (RFC 9110, 10.2.3), Allow (10.2.1), the missing scopes (RFC 6750, section 3),
 * and no-store, so that no cache stores the response.
 */
export function makeRefusalHeaders({ extras }: Carrier): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    ...(extras.retryAfter !== undefined && { 'Retry-After': String(extras.retryAfter) }),
    ...(extras.allow !== undefined && { Allow: extras.allow.join(', ') }),
    ...(extras.scopes !== undefined && {
      'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${extras.scopes.join(' ')}"`,
    }),
  };
}

/** The outcome of one of several items of a request: a result or a refusal. */
export type Outcome<T> = T | Refusal;

export const isRefused = <T>(outcome: Outcome<T>): outcome is Refusal => outcome instanceof Refusal;

/** Runs `act`. Returns its result, or the refusal that it throws. */
export function catchRefusal<T>(act: () => T): Outcome<T> {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Returns the result of an outcome. @throws the refusal of a refused one */
export function getAccepted<T>(outcome: Outcome<T>): T {
  if (isRefused(outcome)) throw outcome;
  return outcome;
}

/**
 * Runs the next step for the items that were not refused so far. Puts its outcomes in the places of those items. `act`
 * is not called where every item was refused.
 * @param act returns an outcome for each item, in their order
 */
export async function withAccepted<T, U>(
  outcomes: readonly Outcome<T>[],
  act: (accepted: T[]) => Promise<readonly Outcome<U>[]>,
): Promise<Outcome<U>[]> {
  const accepted = outcomes.filter((outcome): outcome is T => !isRefused(outcome));
  const results = accepted.length === 0 ? [] : await act(accepted);
  let next = 0;
  return outcomes.map((outcome) => (isRefused(outcome) ? outcome : (results[next++] as Outcome<U>)));
}

/** The outcomes of an atomic batch: where one item was refused, all others are refused too. */
export const allOrNone = <T>(outcomes: readonly Outcome<T>[]): Outcome<T>[] =>
  outcomes.some(isRefused)
    ? outcomes.map((outcome) => (isRefused(outcome) ? outcome : new Refusal('BATCH_ABORTED')))
    : [...outcomes];

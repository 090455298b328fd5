/**
 * The errors with which a call rejects. A call with an aborted signal rejects with the reason of the signal instead.
 */

import type { Limits } from './allowance.js';
import type { ErrorType } from './api-types.js';
import type { BatchResult } from './batches.js';

/** The call that failed. */
export type Failed = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The number of attempts. */
  readonly tries: number;
  /**
   * The Idempotency-Key of the request; null for a call that makes nothing. Another call with the same key makes
   * nothing twice.
   */
  readonly idempotencyKey: string | null;
};

/** The error envelope of the API, as far as the response has it. */
export type Envelope = {
  readonly status: number;
  /**
   * The stable name of the error, for programs. Null where the response is not from the API, such as the page of a
   * proxy.
   */
  readonly errorType: ErrorType | (string & {}) | null;
  readonly message: string;
  /** The seconds to wait before the call can succeed. */
  readonly retryAfter: number | null;
  /** When the used-up month ends. */
  readonly resetsAt: Date | null;
  /** The id of a fault of the service. Its operator can find the fault by it. */
  readonly requestId: string | null;
  /** The result of each item of a refused atomic batch; null for any other error. */
  readonly results: readonly BatchResult[] | null;
};

/** The API refused the request. */
export class SwiftletError extends Error implements Failed, Omit<Envelope, 'message'> {
  override readonly name = 'SwiftletError';
  readonly status: number;
  readonly errorType: Envelope['errorType'];
  readonly retryAfter: number | null;
  readonly resetsAt: Date | null;
  readonly requestId: string | null;
  readonly results: readonly BatchResult[] | null;
  readonly method: string;
  readonly path: string;
  readonly tries: number;
  readonly idempotencyKey: string | null;
  /** What the key had left; null for a response without limits. */
  readonly limits: Limits | null;

  constructor(envelope: Envelope, failed: Failed, limits: Limits | null) {
    super(envelope.message);
    this.status = envelope.status;
    this.errorType = envelope.errorType;
    this.retryAfter = envelope.retryAfter;
    this.resetsAt = envelope.resetsAt;
    this.requestId = envelope.requestId;
    this.results = envelope.results;
    this.method = failed.method;
    this.path = failed.path;
    this.tries = failed.tries;
    this.idempotencyKey = failed.idempotencyKey;
    this.limits = limits;
  }
}

/** No complete response came. Whether the API has done the work is unknown. */
export class SwiftletConnectionError extends Error implements Failed {
  override readonly name: string = 'SwiftletConnectionError';
  readonly method: string;
  readonly path: string;
  readonly tries: number;
  readonly idempotencyKey: string | null;

  constructor(reason: string, { method, path, tries, idempotencyKey }: Failed) {
    super(`${method} ${path}: ${reason}`);
    this.method = method;
    this.path = path;
    this.tries = tries;
    this.idempotencyKey = idempotencyKey;
  }
}

/** No complete response came in time. */
export class SwiftletTimeoutError extends SwiftletConnectionError {
  override readonly name = 'SwiftletTimeoutError';

  constructor(timeoutMs: number, failed: Failed) {
    super(`no answer within ${timeoutMs} ms`, failed);
  }
}

/** What a call may reject with, beside the reason of its own signal. */
import type { ErrorType } from './api-types.js';
import type { BatchResult } from './batches.js';
import type { Limits } from './limits.js';

/** The call that failed. */
export type Failed = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** How often it was tried. */
  readonly tries: number;
  /** Under which it was sent; null for a call that makes nothing. Ask again under the same, and nothing is made twice. */
  readonly idempotencyKey: string | null;
};

/** The error envelope of the API, as far as an answer has it. */
export type Envelope = {
  readonly status: number;
  /** What to program against; null where the answer is not the API's own, such as a proxy's page. */
  readonly errorType: ErrorType | (string & {}) | null;
  readonly message: string;
  /** Seconds to wait before the call is worth repeating. */
  readonly retryAfter: number | null;
  /** When the month that is used up ends. */
  readonly resetsAt: Date | null;
  /** Names a fault of the service to whoever runs it. */
  readonly requestId: string | null;
  /** Of an atomic batch that was refused: what became of each item. */
  readonly results: readonly BatchResult[] | null;
};

/** The API said no. */
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
  /** What the key had left; null where the answer does not tell. */
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

/** No whole answer came: whether the API did what was asked is not known. */
export class SwiftletConnectionError extends Error implements Failed {
  override readonly name: string = 'SwiftletConnectionError';
  readonly method: string;
  readonly path: string;
  readonly tries: number;
  readonly idempotencyKey: string | null;

  constructor(why: string, { method, path, tries, idempotencyKey }: Failed) {
    super(`${method} ${path}: ${why}`);
    this.method = method;
    this.path = path;
    this.tries = tries;
    this.idempotencyKey = idempotencyKey;
  }
}

/** No whole answer came in time. */
export class SwiftletTimeoutError extends SwiftletConnectionError {
  override readonly name = 'SwiftletTimeoutError';

  constructor(timeoutMs: number, failed: Failed) {
    super(`no answer within ${timeoutMs} ms`, failed);
  }
}
